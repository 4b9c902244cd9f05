"""Rows, dicts and objects in lists of run-time length that are changed under a name, by index or in a loop."""

import numpy as np

from tests.harness import Theme, call

program = Theme("ragged_items")
N = np.int64
X = np.array([3, 1, 2, 5, 4, 0])


class P:
    """Two attributes."""

    def __init__(self, a, b):
        self.a = a
        self.b = b


@program(call(N(3)), call(N(1)))
def rows_of_list_len2(n):
    """Pairs as lists, changed by index and in a loop."""
    out = []
    for i in range(n):
        out.append([i, i * i])
    out[0][1] = 7
    for a in out:
        a[0] += 1
    return out


@program(call(N(3)), call(N(2)))
def read_after(n):
    """A row is filled after it has been appended."""
    out = []
    for i in range(n):
        row = []
        out.append(row)
        for j in range(i):
            row.append(j)
    return out


@program(call(N(3)), call(N(2)))
def row_then_both(n):
    """One row under a name and by its index."""
    out = [[] for _ in range(n)]
    a = out[0]
    a.append(1)
    out[0].append(2)
    b = out[-1]
    b.append(3)
    return out, len(a)


@program(call(N(3)), call(N(2)))
def return_both(n):
    """A row leaves the function by itself, too: it is one object."""
    out = [[i] * i for i in range(n)]
    return out, out[1]


@program(call(N(3)), call(N(6)))
def swap_rows(n):
    """Two rows change places."""
    out = [[i * j for j in range(i)] for i in range(n)]
    out[0], out[1] = out[1], out[0]
    return out


@program(call(N(4)), call(N(1)))
def objs(n):
    """Objects in a list, changed in a loop."""
    out = []
    for i in range(n):
        out.append(P(i, i * 2.0))
    for p in out:
        p.a += 1
    return out, sum(p.a for p in out)


@program(call(X), call(-X))
def objs_cond(x):
    """Objects are appended under a condition."""
    out = []
    for i in range(len(x)):
        p = P(int(x[i]), i)
        if x[i] > 2:
            out.append(p)
    return out


@program(call(N(4)), call(N(1)))
def dicts(n):
    """Dicts in a list, changed by index and in a loop."""
    out = []
    for i in range(n):
        out.append({"id": i, "v": i * i})
    for d in out:
        d["v"] += 1
    out[0]["id"] = 99
    return out


@program(call(N(4)), call(N(1)))
def prevcur(n):
    """Two rows of a table under names."""
    dp = [[0] * (n + 1) for _ in range(n + 1)]
    for i in range(1, n + 1):
        prev = dp[i - 1]
        cur = dp[i]
        for j in range(1, n + 1):
            cur[j] = prev[j - 1] + 1 if i == j else max(prev[j], cur[j - 1])
    return dp[n][n]


@program(call(N(4)), call(N(1)))
def copyrow(n):
    """A copy of the last row, changed and appended."""
    out = [[0]]
    for i in range(n):
        row = out[-1][:]
        row[0] = i
        row.append(i)
        out.append(row)
    return out


@program(call(N(4)), call(N(2)))
def branch_write(n):
    """One row or another is changed, under a name from before."""
    out = [[i] for i in range(n)]
    a = out[0]
    if n > 3:
        a.append(1)
    else:
        out[1].append(2)
    a.append(7)
    return out


@program(call(N(3)), call(N(0)))
def rows_alias(n):
    """One row many times: which items are one object is told by their places."""
    row = [0]
    out = []
    for i in range(n):
        out.append(row)
    row.append(5)
    return out


@program(call(N(3)), call(N(2)))
def mult_alias(n):
    """The well-known trap: all rows are one."""
    out = [[0] * 2] * n
    out[0][0] = 5
    return out


@program(call(N(4)), call(N(2)))
def init_named2(n):
    """A row that has another name from before is changed under that name."""
    first = [0]
    out = [first]
    for i in range(n):
        out.append([i])
    first.append(3)
    return out


@program(call(N(4)), call(N(2)))
def loopvar_after(n):
    """The last row of a loop, read after it has been changed in the list."""
    out = [[i] for i in range(n)]
    for r in out:
        pass
    out[-1].append(5)
    return r


@program(call(N(4)), call(N(1)))
def stale2(n):
    """A row under a name, while all rows are changed by index."""
    out = [[i] for i in range(n)]
    first = out[0]
    for i in range(n):
        out[i].append(7)
    return out, len(first)


class Logged:
    """An object with a list of its own."""

    def __init__(self, i):
        self.i = i
        self.log = []


@program(call(N(3)), call(N(2)))
def lists_of_objects(n):
    """A list that an object in a list of run-time length holds is changed."""
    out = []
    for i in range(n):
        out.append(Logged(i))
    for p in out:
        p.log.append(p.i)
    return [len(p.log) for p in out]
