"""Views of an array in lists and dicts of run-time length that leave the function: they are views there, too."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("views in lists that leave")
PACKETS = np.array([2, 5, 6, 1, 9, 0, 3, 1, 2, 3])
CALLS = (call(PACKETS), call(np.array([0])), call(np.array([3, 1, 1, 1])), call(np.array([], int)))
M = np.arange(36.0).reshape(6, 6)


@program(*CALLS)
def packets(b):
    """Each says how long it is."""
    out, i = [], 0
    while i < len(b):
        n = b[i]
        out.append(b[i + 1 : i + 1 + n])
        i += 1 + n
    return out


@program(*CALLS)
def one_twice(b):
    """One object in two places."""
    out, i = [], 0
    while i < len(b):
        n = b[i]
        v = b[i + 1 : i + 1 + n]
        out.append(v)
        if n == 1:
            out.append(v)
        i += 1 + n
    return out


@program(*CALLS)
def one_named(b):
    """The first has a name of its own."""
    out, i = [], 0
    first = b[:2]
    out.append(first)
    while i < len(b):
        n = b[i]
        out.append(b[i : i + n])
        i += 1 + n
    return out, first, out[0]


@program(*CALLS)
def computed_with(b):
    """Joined, summed up, and left as they are."""
    out, i = [], 0
    while i < len(b):
        n = b[i]
        out.append(b[i + 1 : i + 1 + n])
        i += 1 + n
    return out, np.concatenate(out) if out else None, [p.sum() for p in out], sum(map(len, out))


@program(*CALLS)
def beside_numbers(b):
    """In tuples."""
    out, i = [], 0
    while i < len(b):
        n = b[i]
        out.append((int(n), b[i + 1 : i + 1 + n]))
        i += 1 + n
    return out


@program(*CALLS)
def under_keys(b):
    """In a dict with run-time keys."""
    out, i = {}, 0
    while i < len(b):
        n = int(b[i])
        out[n] = b[i + 1 : i + 1 + n]
        i += 1 + n
    return out


@program(*CALLS)
def of_an_own_array(b):
    """Runs of one number in an array that the function has made, and that array."""
    s = np.sort(b)
    out, i = [], 0
    for j in range(1, len(s) + 1):
        if j == len(s) or s[j] != s[i]:
            out.append(s[i:j])
            i = j
    return out, s


@program(call(np.array([1.0, 2.0, 7.0, 8.0, 20.0])), call(np.array([1.0, 5.0, 9.0])), call(np.array([1.0])),
         call(np.sort(np.random.default_rng(0).random(60) * 100)))  # fmt: skip
def clusters(x):
    """A gap begins another one."""
    found, start = [], 0
    for i in range(1, len(x)):
        if x[i] - x[i - 1] > 3:
            found.append(x[start:i])
            start = i
    found.append(x[start:])
    return found


@program(call(np.arange(12.0).reshape(4, 3)), call(-np.arange(12.0).reshape(4, 3)))
def rows_and_columns(m):
    """Rows and columns that are large enough."""
    rows, columns = [], []
    for row in m:
        if row.sum() > 3:
            rows.append(row)
    for j in range(m.shape[1]):
        if m[:, j].sum() > 3:
            columns.append(m[:, j])
    return rows, columns


@program(call(M), call(-M))
def tiles(m):
    """Tiles, whose places are known, in two orders."""
    out = []
    for i in range(0, 6, 2):
        for j in range(0, 6, 2):
            tile = m[i : i + 2, j : j + 2]
            if tile.mean() > 10:
                out.append(tile)
    return out, sorted(out, key=lambda t: -t.sum())


@program(call(M), call(-M), call(M * 0))
def quadtree(m):
    """Blocks of several sizes."""
    leaves, stack = [], [(0, 0, 6)]
    while stack:
        r, c, n = stack.pop()
        block = m[r : r + n, c : c + n]
        if n <= 1 or block.max() - block.min() < 10:
            leaves.append(block)
            continue
        h = n // 2
        for a, b in ((0, 0), (0, h), (h, 0), (h, h)):
            stack.append((r + a, c + b, h))
    return leaves


@program(call(np.arange(6.0), np.array([2, 1, 2])), call(np.array([1.0]), np.array([1])))
def partition(x, sizes):
    """Parts of given sizes."""
    out, at = [], 0
    for n in sizes:
        out.append(x[at : at + n])
        at += n
    return out


@program(call(np.array([[1, 2], [2, 1], [1, 5]])), call(np.array([[1, 2]])), call(np.zeros((0, 2), int)))
def rows_by_key(x):
    """Rows in a list for each key."""
    groups = {}
    for row in x:
        groups.setdefault(row[0], []).append(row)
    return list(groups.values())


@program(call(PACKETS, 4), call(PACKETS, 0))
def halves_twice(x, n):
    """Parts at known places, each in two places of a list that a loop answers."""
    for i in range(n):
        if x[i] > 1.5:
            p = np.split(x, 2)
            return p + p
    return None


@program(call(PACKETS), refused=Refusal("AliasError", "b += 1"))
def written_behind_them(b):
    """The list has copies, which a write to the array would have to change."""
    out, i = [], 0
    while i < len(b):
        n = b[i]
        out.append(b[i + 1 : i + 1 + n])
        i += 1 + n
    b += 1
    return out


@program(call(np.arange(3.0), 2), call(np.arange(5.0), 0), call(np.arange(4.0), 3))
def views_behind_an_argument_and_another(x, n):
    """An argument and an array that is made here come first, views of the argument behind them."""
    y = x + 1
    out = [x, y]
    for _ in range(n):
        out.append(x[:2])
    y[0] = 7
    return (out,)


@program(call(np.arange(3.0), 2), call(np.arange(5.0), 0), call(np.arange(4.0), 3))
def views_beside_numbers(x, n):
    """The same in tuples, and the array that is made here leaves beside the list."""
    y = x + 1
    out = [(x, 0), (y, 1)]
    for i in range(n):
        out.append((x[:2], i))
    return out, y


L = np.array([[1, 2, 1], [0, 2, 1]])


@program(call(L, np.int64(3)), call(L[:1], np.int64(2)), call(L, np.int64(0)))
def places_of_labels(m, n):
    """The rows and the columns that np.where answers are views of one array, which have no element in common."""
    out, by_label = [np.where(m == k) for k in range(n)], {}
    for k in np.unique(m):
        by_label[int(k)] = np.nonzero(m == k)
    return out, by_label


@program(call(L, np.int64(3)), call(L[:1], np.int64(2)))
def parts_of_what_a_turn_makes(m, n):
    """So are parts of what each turn makes: what is written through one is not seen in the other."""
    out, halves = [], []
    for k in range(n):
        a, b = m[:, :2].T * k
        out.append((a, b))
        halves.append(np.split(m[0] + k, [1]))
    out[1][0][0] = 5
    halves[0][1][1] = 7
    return out, halves


@program(call(L, np.int64(3)), refused=Refusal("AliasError", "for k in range(n)"))
def parts_with_an_element_in_common(m, n):
    """Where they overlap, it is."""
    out = []
    for k in range(n):
        y = m[0] * k
        out.append((y[:2], y[1:]))
    return out
