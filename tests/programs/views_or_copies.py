"""`ravel` and `reshape` of slices: views where these happen to be contiguous, which only the run knows, else copies."""

import numpy as np

from tests.harness import Theme, call

program = Theme("views or copies")
GRIDS = (
    call(np.array([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])),
    call(np.array([[1, 1, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 2, 3]])),
)


@program(*GRIDS)
def gone_before_a_while_loop(grid):
    """Nothing is left of it where the loop writes to the array, and reads it in its condition."""
    r = grid[3, 3] - 1
    most = grid[r : r + 2, r : r + 2].reshape(-1).max()
    while grid[0, 0] < 30:
        grid[0, 0] += most + 1
    return grid


@program(*GRIDS)
def gone_in_a_loop(grid):
    """One in each turn, and an inner loop that writes and stops."""
    for _ in range(grid[3, 3] + 3):
        r = grid[3, 3] - 1
        some = grid[r:, r:].ravel().sum()
        k = 0
        while k < 4 and grid[0, k] < 20:
            grid[0, k] += some
            k += 1
    return grid


def candidates(grid, r, c):
    top, left = r // 2 * 2, c // 2 * 2
    used = set(grid[r]) | set(grid[:, c]) | set(grid[top : top + 2, left : left + 2].ravel())
    return [v for v in range(1, 5) if v not in used]


def solved(grid, tries):
    empty = np.argwhere(grid == 0)
    if len(empty) == 0:
        return True
    r, c = empty[0]
    for v in candidates(grid, r, c):
        tries["number"] += 1
        grid[r, c] = v
        if solved(grid, tries):
            return True
        grid[r, c] = 0
    return False


@program(*GRIDS)
def sudoku(grid):
    """A search that comes back: the numbers of a block are looked at before each write."""
    tries = {"number": 0}
    if not solved(grid, tries):
        raise ValueError(f"unsolvable after {tries['number']} tries")
    return tries["number"]


@program(call(np.arange(12.0).reshape(3, 4), 0, 4), call(np.arange(12.0).reshape(3, 4), 1, 3))
def used_in_the_loop(x, low, high):
    """A view in the first call, a copy in the second: it changes with the array, or it does not."""
    flat = x[:2, low:high].ravel()
    while x[0, 0] < 3:
        x[0, 1] += 1
        x[0, 0] += flat[1]
    return x, flat


@program(call(np.arange(12.0).reshape(3, 4), 0, 4), call(np.arange(12.0).reshape(3, 4), 1, 3))
def used_after_the_loop(x, low, high):
    """The same, where the loop may end at once."""
    flat = x[:2, low:high].reshape(-1)
    while x[0, 1] < high:
        x[0, 1] += 1
        if x[0, 1] > 2:
            break
    return flat.copy()


RISING = np.linspace(0.0, 1.0, 7)


@program(call(RISING, RISING * 2), call(RISING[::-1].copy(), RISING), call(RISING, np.linspace(3, 1, 4)))
def laid_out_after_a_branch(x, y):
    """`np.ascontiguousarray` answers the argument itself, unless a branch has turned it round."""
    found = []
    for points in (x, y):
        if not np.all(points[1:] > points[:-1]):
            points = np.flip(points)
        found.append(np.ascontiguousarray(points))
    return tuple(found)
