"""Elimination on lists of rows: short lists whose items change places as only the running program knows."""

import copy

import numpy as np

from tests.harness import Theme, call

program = Theme("pivoting")
RNG = np.random.default_rng(12)
M, W = RNG.normal(size=(4, 4)), RNG.normal(size=(3, 5))
GAPS = [[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [2.0, 1.0, 0.0]]
N = np.int64


@program(call(M, [1.0, 2.0, 3.0, 4.0]), call(np.array(GAPS), [3.0, 4.0, 3.0]), call(M[:2, :2], [0.5, 0.25]))
def gauss(matrix, b):
    """The pivot is the largest of its column."""
    n = len(b)
    rows = [[float(v) for v in matrix[i]] + [float(b[i])] for i in range(n)]
    for i in range(n):
        p = i
        for r in range(i + 1, n):
            if abs(rows[r][i]) > abs(rows[p][i]):
                p = r
        rows[i], rows[p] = rows[p], rows[i]
        for r in range(i + 1, n):
            f = rows[r][i] / rows[i][i]
            for c in range(i, n + 1):
                rows[r][c] -= f * rows[i][c]
    x = [0.0] * n
    for i in range(n - 1, -1, -1):
        s = rows[i][n]
        for j in range(i + 1, n):
            s -= rows[i][j] * x[j]
        x[i] = s / rows[i][i]
    return x


@program(call(M.tolist()), call(GAPS), call([[1.0, 2.0], [2.0, 4.0]]))
def lu(matrix):
    """LU, with the order of the rows and a refusal of what is singular."""
    rows = [row[:] for row in matrix]
    n = len(rows)
    order, sign = list(range(n)), 1
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(rows[i][k]))
        if rows[p][k] == 0.0:
            raise ValueError(f"singular at {k}")
        if p != k:
            rows[k], rows[p] = rows[p], rows[k]
            order[k], order[p] = order[p], order[k]
            sign = -sign
        for i in range(k + 1, n):
            rows[i][k] /= rows[k][k]
            for j in range(k + 1, n):
                rows[i][j] -= rows[i][k] * rows[k][j]
    return rows, order, sign


@program(call(M), call(np.array(GAPS)), call(np.zeros((3, 3))))
def determinant(matrix):
    """An exchange in three steps, and an early return."""
    rows = [list(r) for r in matrix]
    n, d = len(rows), 1.0
    for c in range(n):
        p = c
        for r in range(c + 1, n):
            if abs(rows[r][c]) > abs(rows[p][c]):
                p = r
        if rows[p][c] == 0:
            return 0.0
        if p != c:
            t = rows[c]
            rows[c] = rows[p]
            rows[p] = t
            d = -d
        d *= rows[c][c]
        for r in range(c + 1, n):
            f = rows[r][c] / rows[c][c]
            rows[r] = [a - f * b for a, b in zip(rows[r], rows[c])]
    return d


@program(call(W.tolist()), call([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 1.0, 1.0]]))
def reduced_rows(matrix):
    """The first pivot that there is, if there is one."""
    rows, at, pivots = copy.deepcopy(matrix), 0, []
    for c in range(len(rows[0])):
        p = None
        for i in range(at, len(rows)):
            if abs(rows[i][c]) > 1e-12:
                p = i
                break
        if p is None:
            continue
        rows[at], rows[p] = rows[p], rows[at]
        f = rows[at][c]
        rows[at] = [v / f for v in rows[at]]
        for i in range(len(rows)):
            if i != at:
                f = rows[i][c]
                rows[i] = [b - f * a for a, b in zip(rows[at], rows[i])]
        pivots.append(c)
        at += 1
        if at == len(rows):
            break
    return rows, pivots


@program(call(W[0], N(1), N(3)), call(W[1], N(2), N(2)), call(W[0], N(0), N(9)))
def dicts_change_places(xs, k, p):
    """Dicts instead of rows; a place that is not there."""
    items = [{"v": v, "n": 0} for v in xs]
    items[k], items[p] = items[p], items[k]
    items[k]["n"] += 1
    return [(d["v"], d["n"]) for d in items]


@program(call(W[0], N(0), N(2)))
def rows_with_names(x, k, p):
    """Which name the row that is changed has, nobody knows."""
    a, b, c = [x[0], x[1]], [x[2]], [x[3]]
    rows = [a, b, c]
    rows[k], rows[p] = rows[p], rows[k]
    rows[0].append(7.0)
    return rows, a, b, c
