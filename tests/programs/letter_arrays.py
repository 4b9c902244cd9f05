"""Arrays of letters: grids of text that are compared, moved about, written to, looped over and returned."""

import numpy as np

from tests.harness import Theme, call

program = Theme("letter_arrays")
LINES = ["S..#", "..#.", "#..E", "...."]
GRID = np.array([list(line) for line in LINES])
WIDE = np.array([list("#..#.#S."), list("E.##...#")])


@program(call(LINES), call(["##", "S."]))
def made_of_lines(lines):
    """Made in the function, compared as a whole, in part and with another."""
    grid = np.array([list(line) for line in lines])
    other = np.where(grid == "#", "X", grid)
    return (grid == "#").sum(), np.argwhere(grid == "S"), (grid[1:] != ".").sum(), grid == other, grid < other


@program(call(GRID), call(WIDE))
def counted_one_by_one(grid):
    """Elements at places of the run."""
    n = 0
    for i in range(grid.shape[0]):
        for j in range(grid.shape[1]):
            if grid[i, j] == "#":
                n += 1
            if grid[i][j] in ("S", "E"):
                n += 10
            if grid[i, j] in "SE#" and grid[i, j] not in {"#", "."}:
                n += 100
    return n


@program(call(GRID), call(WIDE))
def by_rows(grid):
    """Rows and letters in loops; a dict of letters."""
    costs = {"S": 0, ".": 1, "#": 10, "E": 2}
    total = 0
    for row in grid:
        for c in row:
            total += costs[c]
    return total


@program(call(GRID, np.array([1, 2])), call(GRID, np.array([0, 3])))
def elements_that_leave(grid, p):
    """They are texts of NumPy's."""
    c = grid[p[0], p[1]]
    return c, c == "#", [c, grid[0, 0]], {"c": c}, type(c), isinstance(c, str), c + "!", grid[p[0]][p[1]] == grid[0, 0]


@program(call(GRID), call(WIDE))
def views_and_copies(grid):
    """Which array it is, and what is a view of it."""
    view = grid[1:, ::2]
    copied = grid.copy()
    view[0, 0] = "v"
    return grid, view, grid.T, copied, grid is view, grid[0], np.rot90(grid), np.flip(grid, 0), grid.reshape(-1)


@program(call(GRID), call(WIDE))
def written(grid):
    """In place: a letter, what is longer, a number, a mask, a list, a row."""
    grid[0, 0] = "O"
    grid[1, 1:] = "long"
    grid[0, 1] = 7
    grid[grid == "."] = " "
    grid[:, 2] = ["a"] * grid.shape[0]
    grid[1] = grid[0]
    return grid


@program(call(GRID, np.arange(4)), call(GRID, np.array([3, 3, 0, 0])))
def written_by_branches(grid, x):
    """Which letter, and where, is up to the run."""
    for i in range(4):
        if x[i] > 1:
            grid[i, x[i]] = "O"
        else:
            grid[x[i], i] = grid[i, i]
    return grid


@program(call(GRID, 2), call(GRID, 5), call(WIDE, 3))
def game_of_life(grid, n):
    """New arrays in a loop."""
    h, w = grid.shape
    for _ in range(n):
        new = grid.copy()
        for i in range(h):
            for j in range(w):
                near = 0
                for di in (-1, 0, 1):
                    for dj in (-1, 0, 1):
                        if (di or dj) and 0 <= i + di < h and 0 <= j + dj < w and grid[i + di, j + dj] == "#":
                            near += 1
                if grid[i, j] == "#" and near not in (2, 3):
                    new[i, j] = "."
                elif grid[i, j] == "." and near == 3:
                    new[i, j] = "#"
        grid = new
    return grid


@program(call(GRID), call(np.array([list("S#"), list("..")])))
def walked(grid):
    """From a place that is found, with marks on the way."""
    y, x = np.argwhere(grid == "S")[0]
    met = 0
    for turn in "RDL":
        if turn == "R":
            x += 1
        elif turn == "L":
            x -= 1
        else:
            y += 1
        if grid[y, x] == "#":
            met += 1
        grid[y, x] = "o"
    return met, grid


@program(call(GRID), call(WIDE))
def flooded(grid):
    """A search with a stack."""
    stack = [(0, 0)]
    seen = np.zeros(grid.shape, bool)
    seen[0, 0] = True
    while stack:
        i, j = stack.pop()
        for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            a, b = i + di, j + dj
            if 0 <= a < grid.shape[0] and 0 <= b < grid.shape[1] and not seen[a, b] and grid[a, b] != "#":
                seen[a, b] = True
                stack.append((a, b))
    return seen.sum()


@program(call(GRID), call(WIDE))
def printed(grid):
    """Texts of arrays and of elements."""
    print(grid[0, 0], [grid[0, 0]], f"{grid[0, 0]!r} {grid[0, 0]:>4}", grid[0])
    print(grid)
    return str(grid), repr(grid), f"{grid}", np.array2string(grid[0]), np.array2string(grid, separator=",")


@program(call(GRID), call(WIDE))
def put_together(grid):
    """Joined, and as lists."""
    return grid.tolist(), ["".join(row) for row in grid], "-".join(grid[0]), "\n".join("".join(row) for row in grid)


@program(call(LINES), call(["a", "b"]))
def known_letters(lines):
    """What is known while the graph is built."""
    grid = np.array([list(line) for line in lines])
    grid[0, 0] = "!"
    return grid.tolist(), ["".join(row) for row in grid]


@program(call(np.array(list("123456"))), call(np.array(list("00"))), call(np.array(list("1x"))), call(np.array(["", "1"])))
def digits(letters):
    """As numbers; what is none raises."""
    return letters.astype(int), letters.astype(float), letters.astype(np.int8).sum()


@program(call(GRID), call(WIDE))
def moved(grid):
    """Functions that move elements."""
    padded = np.pad(grid, 1, constant_values=".")
    return (
        padded,
        np.concatenate([grid, grid]),
        np.vstack([grid[0], grid[1]]),
        np.roll(grid, 1),
        np.sort(grid[0]),
        np.argsort(grid[0], kind="stable"),
        np.tile(grid[0], 2),
        np.repeat(grid[0], 2),
    )


@program(call(GRID), call(WIDE))
def asked(grid):
    """Which letters there are."""
    letters, counts = np.unique(grid, return_counts=True)
    return np.isin(grid, ["#", "S"]), letters, counts, "S" in grid, "zz" in grid, np.count_nonzero(grid == ".")


@program(call(GRID, GRID.copy()), call(WIDE, np.full((2, 8), ".")))
def two_of_them(a, b):
    """Two arrays side by side."""
    return np.array_equal(a, b), (a == b).all(), a is b, np.where(a == b, a, "?"), a[a == b], isinstance(a, np.ndarray)


@program(call(3, 4), call(5, 2))
def filled(n, m):
    """Of one letter, or empty."""
    grid = np.full((n, m), ".")
    grid[1, 1] = "#"
    empty = np.zeros((n, m), dtype="U1")
    was = (empty == "").sum()
    empty[0] = "x"
    return grid, empty, was, empty == "", empty[0, 0], empty[1, 0]


@program(call(np.array(["", "a"])), call(np.array(["b", "a"])))
def with_empty_ones(letters):
    """An empty text is one, too."""
    return letters == "", letters[0], letters[1] == "a", letters < "b"


@program(call(GRID, np.array(3)), call(GRID, np.array(-1)))
def one_of_two(grid, x):
    """A branch decides which array, and which text, it is."""
    other = grid if x > 0 else grid.copy()
    other[0, 0] = "!"
    c = "z"
    if x > 1:
        c = grid[0, 1]
    return other, c == ".", c == "z"


@program(call(GRID, np.array([0, 1, 2])), call(WIDE, np.array([1, 0, 1])))
def picked(grid, k):
    """By arrays of places and by masks."""
    return grid[k, k], grid[k], grid[grid != "."], grid[k[0]] == grid[k[1]], np.take(grid, k)


@program(call(GRID), call(WIDE))
def enumerated(grid):
    """Places and letters."""
    for (i, j), c in np.ndenumerate(grid):
        if c == "E":
            return i, j, c
    return None


@program(call("abcb", "abdb"), call("x", "y"))
def texts_as_arrays(a, b):
    """Letters of two texts."""
    x, y = np.array(list(a)), np.array(list(b))
    return (x == y).sum(), x == list(b), np.array([x, y]), np.array([x[0], y[0]]), x[0] == b[0]


@program(call(GRID), call(WIDE))
def as_keys(grid):
    """Letters and rows in sets and dicts."""
    rows = set()
    found = {}
    for i in range(grid.shape[0]):
        rows.add("".join(grid[i]))
        for j in range(grid.shape[1]):
            c = str(grid[i, j])
            found[c] = found.get(c, 0) + 1
    return sorted(rows), found


def column(grid, n):
    """The first letters of some rows, as a list of the length that only the run knows."""
    out = []
    for i in range(n):
        out.append(grid[i, 0])
    return out


@program(call(GRID, np.array(3)), call(GRID, np.array(0)))
def lists_of_letters(grid, n):
    """They grow, are asked, shown and counted."""
    letters = column(grid, n)
    print(letters, tuple(letters))
    return letters, letters.count("."), "#" in letters, set(letters), "".join(letters), letters == ["S", ".", "#"]


@program(call(GRID, np.array(3)), call(GRID, np.array(1)))
def lists_of_rows(grid, n):
    """Rows, which are views, or copies."""
    views, copies = [], []
    for i in range(n):
        views.append(grid[i])
        copies.append(grid[i].copy())
    copies[0][0] = "?"
    return views, copies, copies[0][2] == "#"


@program(call(GRID, np.array(3)), call(GRID, np.array(2)))
def carried(grid, n):
    """Arrays and letters that loops carry; dicts under run-time keys."""
    turned, cur, best, word, found, rows = grid, grid[0], None, "", {}, {}
    for i in range(n):
        turned = np.rot90(turned)
        word += grid[i, 0]
        found[i, 0] = grid[i, i]
        rows[grid[i, 0]] = i
        if grid[i, 0] == "#":
            cur = grid[i]
        if best is None or grid[i, 0] > best:
            best = grid[i, 0]
    return turned, cur, cur[0], best, word, found, rows


@program(call(GRID, np.array(3)), call(GRID, np.array(7)))
def texts_written(grid, n):
    """Texts that the run makes, of which the first letter is kept."""
    grid[0] = str(n), f"{n}x", chr(n + 97), "abcdefghijk"[n]
    grid[1, 0] = "a" if n > 5 else "b"
    grid[2] = "x" if n > 5 else "yy"
    return grid


@program(call(GRID, np.array(3)), call(GRID, np.array(1)))
def spread(grid, n):
    """Unpacked, zipped, listed, gone through by generators."""
    a, *rest = grid[n]
    some = [c for c in grid[0] if c != "."]
    listed = list(zip(grid[0], grid[1], strict=True)), list(enumerate(grid[0])), list(map(str, grid[0])), [*grid[2]]
    return a, rest, some, listed, any(c == "#" for c in grid[0]), sum(1 for row in grid for c in row if c == "#")


@program(call([GRID, GRID[1:].copy()], {"a": GRID}), call([GRID], {"a": WIDE}))
def in_containers(grids, named):
    """Arguments in lists and dicts."""
    for grid in grids:
        grid[0, 0] = "k"
    named["a"][0, 1] = "d"
    named["b"] = named["a"].copy()
    return grids[0], named["b"] == named["a"]


@program(call(GRID, np.array(2)), call(GRID, np.array(9)))
def out_of_bounds(grid, n):
    """An exception of NumPy's, and one of the function's own, which names a letter."""
    if grid[n, 0] == "#":
        raise ValueError(f"bad {grid[n, 0]} in {grid[n]}")
    return grid


@program(call(GRID), call(WIDE))
def by_numpys_functions(grid):
    """`np.char`, `np.vectorize`, views as numbers."""
    codes = grid.view(np.int32)
    return np.char.upper(grid), np.char.isalpha(grid), np.vectorize(lambda c: c == "#")(grid), (codes == ord("#")).sum()


@program(call(["abc", "def"]), call(["ab", "cd"]))
def seen_as_letters(lines):
    """Texts of one length, whose letters are those of a grid."""
    grid = np.array(lines).view("U1").reshape(len(lines), -1)
    return grid, grid == "d", [c for c in grid.flat], grid.flat[1], np.array(lines)


@program(call(GRID, np.array(3)), call(GRID, np.array(2)))
def arrays_of_growing_lists(grid, n):
    """Letters, and rows, that were appended."""
    letters, rows = [], []
    for i in range(n):
        letters.append(grid[i, i])
        rows.append(grid[i].copy())
    return np.array(letters), np.array(rows) == "#"


@program(call(GRID, np.array(["north", "s", "east", ""])), call(GRID, np.array(["ab", "cd", "e", "f"])))
def beside_words(grid, words):
    """Arrays of both kinds."""
    same, before, both = words == grid[0], grid < words, np.where(grid == "#", words, grid)
    grid[1, :2] = words[:2]
    words[0] = grid[0, 0]
    return same, before, both, grid, words


@program(call(GRID, np.array(2)), call(GRID, np.array(5)))
def several_arrays(grid, n):
    """A branch chooses among views, copies, none and other widths."""
    a = grid if n > 3 else grid[:, ::-1]
    b = grid if n > 3 else grid[:1]
    c = grid.copy() if n > 3 else None
    d = grid if n > 3 else grid.astype("U3")
    a[0, 0] = "!"
    return grid, a == "!", b.shape, c is None, c, d == "#", d[0, 0]
