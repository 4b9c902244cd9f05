"""Strides, flags and views as another dtype of arrays whose extents the run decides."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("steps through memory")
X = np.array([1.5, -2.0, 3.0, 4.0, -1.0])
M = np.arange(12.0).reshape(4, 3)
WIDE = np.arange(24.0).reshape(4, 6)


@program(call(X), call(-X), call(abs(X)))
def of_slices(x):
    """Bounds move no steps; what is asked of them neither."""
    n = 0
    for v in x:
        if v > 0:
            n += 1
    y = x.copy()
    m = np.outer(x, x)
    return y[:n].strides, y[n:].strides, m[:, :n].strides, m[:n, :n].T.strides, m[::2, :n][..., ::-1].strides


@program(call(X), call(-X), call(-abs(X)))
def of_what_the_mask_leaves(x):
    """New arrays are in one piece, also those without elements."""
    y = x[x > 0]
    n, m = np.outer(y, x), np.outer(x, y)
    return y.flags.c_contiguous, m.flags.f_contiguous, n.T.flags.f_contiguous, m[:, :1].flags.contiguous, y[::2].flags["F"]


@program(call(X), refused=Refusal("UnsupportedOpError", "x[x > 0].strides"))
def steps_of_what_the_mask_leaves(x):
    """Some of NumPy's functions step by 0 through nothing, and others by what an element takes."""
    return x[x > 0].strides


@program(call(M, 0, np.int64(0)), call(M, 1, np.int64(1)))
def nothing_steps_by_one(x, n, k):
    """A slice that is empty does not widen the steps; one that is cut later does."""
    a = x[: n + k, : n + k]
    return a[::-1].strides, a[..., ::-2].strides, x[::2][: n * k].strides, a[::2, ::-1].strides, a.diagonal().strides


@program(call(X), call(-X), call(abs(X)))
def in_one_piece(x):
    """Whether an array is contiguous depends on how many of its columns are left."""
    n = int((x > 0).sum())
    m = np.outer(x, x)
    found = []
    for i in range(len(x) + 1):
        part = m[:, :i]
        found.append((part.flags.c_contiguous, m[:i].flags["F"], m[:i, :1].flags.f_contiguous, part.strides[0]))
    if m[:, :n].flags.contiguous:
        found.append((True, True, True, n))
    return found, x[::2][:n].flags["C_CONTIGUOUS"], x[:n].flags.owndata, m[:n].T.flags.f_contiguous


@program(call(X), call(-X))
def seen_as_bits(x):
    """Parts of memory as elements of the same size, and of others."""
    n = int((x > 0).sum())
    y = x.copy()
    y[:n].view(np.int64)[:] += 1
    seen = x[x > 0].view(np.uint8)
    pairs = np.zeros((5, 4), np.float32)
    halves = x[:n].view(np.float32)
    return y, seen, seen.sum(), pairs[:n].view(np.float64), halves.reshape(-1, 2), (x > 0)[:n].view("i1").sum()


@program(call(X), call(-X))
def seen_in_turns(x):
    """Bits of a part that grows."""
    total = 0
    for i in range(1, len(x)):
        if x[i] > x[i - 1]:
            total += int(x[:i].view(np.uint8).sum())
    return total


@program(call(X), call(-X))
def do_not_fit(x):
    """What NumPy says of elements that do not fill the last axis, or are no neighbours."""
    n = int((x > 0).sum())
    said = []
    try:
        said.append(x[:n].view(complex))
    except ValueError as error:
        said.append(str(error))
    try:
        said.append(x[::2].view(np.float32))
    except ValueError as error:
        said.append(str(error))
    return said


@program(call(M[:1]), call(M[::2][:1]), call(WIDE[:1, ::2]))
def of_one_row(x):
    """Where there is only one row, the steps to the next may be any."""
    return x.strides, x.T.strides, x[0].strides


@program(call(M, np.int64(1)), call(M, np.int64(-1)))
def of_one_or_the_other(x, c):
    """Parts in one piece, of which the run takes one."""
    y = x * 2
    v = x[1:] if c > 0 else y[:2]
    return v.flags.c_contiguous, v.T.flags.c_contiguous, v[:, : int(c)].flags.f_contiguous, v[0].view(np.uint8).sum()


@program(call(M, np.int64(1)), refused=Refusal("UnsupportedOpError", "v.strides"))
def of_one_row_or_the_other(x, c):
    """Both are in one piece, and yet step differently."""
    y = x * 2
    v = x[:1, :2] if c > 0 else y[0, :2].reshape(1, 2)
    return v.strides


@program(call(X, np.int64(10)), refused=Refusal("UnsupportedOpError", "y.flags.c_contiguous"))
def of_what_is_in_columns(x, n):
    """Items of an array of any length, column after column."""
    y = np.arange(int(n)).reshape(2, -1, order="F")
    return y[:, 0] + x[0], y.flags.c_contiguous, (y * 2).flags.f_contiguous


@program(call(X, np.int64(2)), refused=Refusal("UnsupportedOpError", "y.flags.c_contiguous"))
def of_every_other(x, n):
    """What is taken out in steps has them after a reshape, too."""
    y = x[:: int(n)].reshape(-1, 1)
    return y.flags.c_contiguous
