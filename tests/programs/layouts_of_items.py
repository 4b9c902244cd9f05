"""How arrays lie in memory that lists of run-time length hold, and writes to these in branches and loops."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("layouts of items")
M = (np.arange(24.0).reshape(4, 6) * 7) % 11 - 5


@program(call(M, np.int64(2)), call(M, np.int64(3)))
def in_order(x, n):
    """New arrays in C order: they are seen as vectors."""
    made = []
    for k in range(n):
        made.append(x * k)
    total = 0.0
    for y in made:
        v = y.reshape(-1)
        v[0] = 99
        total += v.sum()
    return total, made, [y.strides for y in made], [y.flags.c_contiguous for y in made]


@program(call(M, np.int64(2)), call(M, np.int64(3)))
def read_as_vectors(x, n):
    """Arrays in Fortran order, which are read."""
    made = []
    for k in range(n):
        made.append((x * k).T)
    return [y.reshape(-1).sum() for y in made], made[0].ravel().max(), [y.shape for y in made]


@program(call(M, np.int64(2)), refused=Refusal("AliasError", "for y in made:"))
def written_as_vectors(x, n):
    """The vector is a copy of an array in Fortran order, and a view of one in C order."""
    made = []
    for k in range(n):
        made.append((x * k).T)
    for y in made:
        y.reshape(-1)[0] = 99
    return made


@program(call(M, np.int64(2)), refused=Refusal("UnsupportedOpError", "y.strides"))
def steps(x, n):
    """One that is not in C order comes after the first has been asked."""
    made, found = [x * 1], []
    for k in range(n):
        y = made[-1]
        found.append(y.strides)
        made.append((x * k).T if k > 0 else x * k)
    return found


@program(call(M, np.int64(1)), refused=Refusal("AliasError", "written_rows"))
def written_rows(x, n):
    """Rows of an argument that are collected in a branch, and written to."""
    if n > 0:
        rows = []
        for r in x:
            if r[0] > 0:
                rows.append(r)
        for r in rows:
            r += 1
    return x


@program(call(M, np.int64(1)), refused=Refusal("AliasError", "written_on_both_ways"))
def written_on_both_ways(x, n):
    """A row that a loop has chosen, and the whole."""
    row = next(r for r in x if r[0] > -9)
    if n > 0:
        row[0] = 2
    else:
        x[0] = 5
    return x


@program(call(M, np.int64(2)), call(M, np.int64(0)))
def new_rows_written(x, n):
    """Rows of the list's own."""
    rows = []
    for r in x:
        if r[0] > 0:
            rows.append(r * 2)
    for k in range(n):
        if rows[-1][0] < 99:
            rows[-1][k] += 1
    return rows, x
