"""Lists of rows that are sorted, replaced and chosen: searches for a best one, as they are written down everywhere."""

import numpy as np

from tests.harness import Theme, call

program = Theme("sorted rows")
X = np.array([1.0, 5.0])
BOTH = [call(X * a * s, np.int64(k)) for a in (1, -1) for k in (0, 1) for s in (np.array([1, 1]), np.array([-1, 1]))]
START = np.array([0.7756728760864275, 1.9691722756681103, 0.7065148677097941])


@program(*BOTH)
def chosen_or_made(x, k):
    """A row of the list, by a run-time index, or a new one of the same form: the arrays in it are not each other's."""
    first, second = [x], [x + 1]
    row = [first, second][k]
    if x[0] > 0:
        pass
    else:
        row = [0.5 * x]
    return row


@program(*BOTH)
def best_or_all_anew(x, k):
    """After a sort the list stays, or another one takes its place."""
    rows = [[x, x[1]], [x + 1, -x[1]]]
    rows.sort(key=lambda r: r[1])
    if x[0] > 0:
        rows[-1] = [x * 2, x[0]]
    else:
        rows = [[0.5 * r[0], k] for r in rows]
    return rows[0]


@program(*BOTH)
def dict_or_another(x, k):
    """The same of dicts, and one of three."""
    row = [{"v": x}, {"v": x + 1}][k]
    if x[0] < 0:
        row = {"v": x * 2}
    if x[1] < 0:
        row = {"v": row["v"] - 1}
    return row, x


@program(call(START, 9), call(START, 2), call(START[:2], 5))
def shrinking(x0, turns):
    """Rows are replaced one by one, or all at once; the best one leaves."""

    def f(x):
        return sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

    rows = [[x0, f(x0)]]
    for i in range(len(x0)):
        p = x0.copy()
        p[i] += 0.1
        rows.append([p, f(p)])
    for _ in range(turns):
        rows.sort(key=lambda r: r[1])
        trial = rows[-1][0] * 0.9
        found = f(trial)
        if found < rows[-2][1]:
            rows[-1] = [trial, found]
        else:
            rows = [[0.5 * r[0], 0] for r in rows]
            for r in rows:
                r[1] = f(r[0])
    return rows[0]


@program(*BOTH)
def read_after_it_changed(x, k):
    """What is written to the chosen row's array is seen under its own name, if it is that."""
    row = [[x], [x + 1]][k]
    if x[0] < 0:
        row = [x * 2]
    row[0][0] = 77
    return row, x


@program(call(np.array([9.0, 2.0, 7.0, 4.0, 1.0, 8.0, 3.0, 6.0, 5.0, 0.5, 6.5, 2.5])), call(np.array([3.0, np.nan, 1.0] * 4)))
def dozens_of_floats(x):
    """Sorted in registers: LLVM took seconds to look for vectors in selections of floats."""
    y = np.sort(np.concatenate([x, -x]))
    return y, y[len(y) // 2], np.median(x)
