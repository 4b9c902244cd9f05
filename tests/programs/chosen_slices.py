"""Slices whose bounds only the run knows: chosen by branches, carried by loops, kept in lists and dicts."""

import numpy as np

from tests.harness import Theme, call

program = Theme("chosen slices")
X = np.arange(12.0)
N = np.array([1, 2, 2, 1])
CALLS = call(X, N), call(X, N[::-1] - 1), call(X, N + 1)


@program(*CALLS)
def with_a_bound_from_the_branch(x, n):
    """One slice has a bound that was computed in its branch, the other one has none."""
    part = slice(8, 8 - n[0], -1) if n[0] < 2 else slice(None)
    return x[part].mean(), part.start, part.stop


@program(*CALLS)
def in_tuples(x, n):
    """A tuple of slices, made by a generator, as `np.pad` was written once."""
    m, axis, k = x.reshape(3, 4), 0, n[1]
    if k >= m.shape[axis]:
        k = None
    end = m.shape[axis] - 1
    if k is not None:
        parts = tuple(slice(None) if i != axis else slice(end, end - k, -1) for i, _ in enumerate(m.shape))
    else:
        parts = (slice(None),) * len(m.shape)
    return m[parts].mean(axis=axis)


@program(*CALLS)
def carried_by_a_loop(x, n):
    """Each turn makes a slice of the one before, of another form."""
    part = slice(0, 0)
    for k in n:
        part = slice(part.start, k, 2) if k > 1 else slice(k, None)
    return x[part], part


@program(*CALLS)
def in_dicts(x, n):
    """Slices under keys, which leave the function, too."""
    parts = {}
    for k in range(2):
        parts[k] = slice(n[k] - 1, n[k + 1] + 1) if n[k] > 1 else slice(n[k] + 1)
    return x.reshape(3, 4)[parts[0], parts[1]], parts


@program(*CALLS)
def in_a_list_of_run_time_length(x, n):
    """Slices that a test lets into a list; what they show is written to."""
    parts, at = [], 0
    for k in n:
        if k > 1:
            parts.append(slice(at, at + k))
            at += k
    y = x.copy()
    for part in parts:
        y[part] *= -1
    return y, parts, [list(range(12))[part] for part in parts], ["abcdefghijkl"[part] for part in parts]


@program(*CALLS)
def bounds_of_two_kinds(x, n):
    """A bound is a Python int at first, and a NumPy scalar later."""
    bounds, at = [], 0
    for k in n:
        if k > 1:
            bounds.append((at, at + k))
            at += k
    y = x.copy()
    for a, b in bounds:
        y[a:b] *= -1
    return y, bounds


@program(*CALLS)
def compared(x, n):
    """Slices are compared by their bounds."""
    part = slice(n[0] + 1, n[1]) if n[0] > 1 else slice(n[0], None)
    same = part == slice(1, None), part != slice(1, None), slice(n[0], n[1]) == slice(1, 2), slice(1, 2) == slice(1, 2)
    return same, part in [slice(1, None)], [slice(n[0], 2), part].count(slice(1, 2)), (part, 1) == (slice(1, None), 1)


GRID = np.arange(24.0).reshape(4, 6)


@program(call(GRID, np.array([1, 0]), 2), call(GRID, np.array([1]), 2), call(GRID, np.array([0]), 1), call(GRID, np.array([2]), 3))
def along_axes_of_the_run(x, axes, n):
    """A list with a slice for each axis, of which the run says which are set."""
    index = [slice(None)] * n
    for axis in axes:
        index[axis] = slice(1, 3)
    part = x[tuple(index)].copy()
    x[tuple(index)] = -1
    return part, x


@program(call(GRID, np.int64(2)), call(GRID, np.int64(1)), call(GRID, np.int64(0)), call(GRID, np.int64(3)))
def as_many_slices_as_the_run_says(x, n):
    """A list of slices that grows."""
    index = []
    for i in range(n):
        index.append(slice(i, 3))
    return x[tuple(index)].sum(), len(index)
