"""Arrays that are values of dicts with run-time keys, changed in place and put back; lists gone through before a change."""

from collections import defaultdict

import numpy as np

from tests.harness import Theme, call

program = Theme("put_back_values")

SAMPLES = (
    call(np.array([3, 1, 3, 4]), np.array([10.0, 20.0, 30.0, 5.0])),
    call(np.array([2, 2]), np.array([1.0, 2.0])),
    call(np.array([], dtype=int), np.array([])),
)


@program(*SAMPLES)
def sums_by_key(ids, w):
    """`d[k] += x` of an array that a branch has made."""
    table = {}
    for i, x in zip(ids.tolist(), w):
        if i not in table:
            table[i] = np.zeros(2)
        table[i] += x
    return table


@program(*SAMPLES)
def sums_by_default(ids, w):
    """The same in a defaultdict, beside one that counts."""
    sums = defaultdict(lambda: np.zeros(2))
    counts = defaultdict(int)
    for i, x in zip(ids, w):
        sums[int(i)] += np.array([x, 1.0])
        counts[int(i)] += 1
    return {k: sums[k] / counts[k] for k in sorted(sums)}


@program(*SAMPLES)
def first_is_kept(ids, w):
    """The array of the first key under a name of its own sees what is added to it."""
    table = defaultdict(lambda: np.zeros(2))
    first = None
    for i, x in zip(ids, w):
        if first is None:
            first = table[int(i)]
        table[int(i)] += x
    return dict(table), (None if first is None else first.sum())


@program(*SAMPLES)
def made_or_added_to(ids, w):
    """Either branch gives the key its array; some are taken out again."""
    table = {}
    for i, x in zip(ids, w):
        i = int(i)
        if i in table:
            table[i] += x
        else:
            table[i] = np.full(2, x)
    for i in list(table):
        if table[i][0] > 25:
            del table[i]
    return table


@program(*SAMPLES)
def several_updates(ids, w):
    """Views, and operators that follow one another."""
    table = {}
    for k in range(len(ids)):
        i = int(ids[k])
        if i not in table:
            table[i] = w.copy()
        table[i][k:] *= 2
        table[i] -= k
        table[i] /= 2
    return table


class Totals:
    """A table that a method fills."""

    def __init__(self):
        self.table = {}

    def add(self, i, x):
        if i not in self.table:
            self.table[i] = np.zeros(3)
        self.table[i] += x


@program(*SAMPLES)
def sums_in_object(ids, w):
    """The table is an attribute."""
    totals = Totals()
    for i, x in zip(ids, w):
        totals.add(int(i), x)
    return totals.table


GRIDS = (
    call(np.array([[1, 2, 3], [0, 5, 0], [7, 0, 9]])),
    call(np.array([[0]])),
    call(np.ones((2, 4), dtype=int)),
    call(np.zeros((0, 0), dtype=int)),
)


@program(*GRIDS)
def zero_rows_and_columns(m):
    """Rows of a list that `enumerate` has gone through, around a loop that could not be rolled, are set anew."""
    rows, cols = set(), set()
    grid = m.tolist()
    for i, row in enumerate(grid):
        for j, v in enumerate(row):
            if v == 0:
                rows.add(i)
                cols.add(j)
    for i in rows:
        grid[i] = [0] * len(grid[i])
    for row in grid:
        for j in cols:
            row[j] = 0
    return grid, len(rows), len(cols)


@program(*GRIDS)
def clear_reversed(m):
    """The same with `reversed` and `zip`, in a handler of an exception that is shown afterwards."""
    grid, rows = m.tolist(), []
    try:
        raise KeyError("none")
    except KeyError as error:
        for row, i in zip(reversed(grid), range(len(grid))):
            for v in row:
                if v == 0:
                    rows.append(i)
        shown = error.__traceback__ is not None
    for i in rows:
        grid[i] = [7] * len(grid)
    return grid, shown
