"""Views, and writing in place: every name that shares the memory sees it, the caller included."""

import numpy as np

from tests.harness import Theme, call

program = Theme("views_inplace")
V = np.array([1.0, 2.0, 3.0, 4.0])
M = np.arange(12.0).reshape(3, 4)


@program(call(V), call(-V))
def set_element(v):
    """The argument is written to."""
    v[0] = 10.0
    v[-1] = v[0] * 2


@program(call(V), call(-V))
def set_slice(v):
    """A slice takes a number and another slice."""
    v[1:3] = 0.0
    v[:2] = v[2:]
    return v


@program(call(V), call(-V))
def add_to_slice(v):
    """Augmented assignment to a slice."""
    v[1:] += v[:-1]
    v[::2] *= 10
    return v.sum()


@program(call(V), call(-V))
def augmented_name(v):
    """`v += 1` changes the caller's array, `v = v + 1` does not."""
    v += 1
    v = v + 100
    v *= 2
    return v


@program(call(V), call(-V))
def view_sees_base(v):
    """A view taken before sees a later write to the base, and the base sees the view's."""
    w = v[1:3]
    v[1] = 50.0
    w[1] = 70.0
    return w, v


@program(call(V), call(-V))
def view_of_view(v):
    """A view of a view writes through both."""
    a = v[1:]
    b = a[::-1]
    b[0] = 99.0
    return v, a, b


@program(call(M), call(-M))
def transposed_write(m):
    """Writing through a transpose."""
    t = m.T
    t[0] = 7.0
    t[1, 2] = -7.0
    return m


@program(call(M), call(-M))
def reshaped_write(m):
    """Writing through a reshape and ravel of a contiguous array."""
    flat = m.reshape(-1)
    flat[::3] = 0.0
    m.ravel()[1] = 5.0
    return m, flat


@program(call(M), call(-M))
def reshape_copy(m):
    """A reshape of a transpose is a copy: the base does not see writes."""
    flat = m.T.reshape(-1)
    flat[0] = 100.0
    return m, flat


@program(call(M), call(-M))
def row_view(m):
    """A row is a view."""
    row = m[1]
    row[:] = row * 2
    m[2] = row
    row[0] = -1
    return m


@program(call(V), call(-V))
def mask_write(v):
    """A mask selects what is written."""
    v[v < 0] = 0.0
    v[v > 2] += 100.0
    return v


@program(call(V), call(-V))
def mask_read_is_copy(v):
    """What a mask reads is a copy."""
    w = v[v > 0]
    w += 1000
    return v, w.sum()


@program(call(V, np.array([0, 2, 2])), call(V, np.array([1, 1, 1])))
def integer_array_write(v, k):
    """Integer arrays as index: repeated indices add once with +=."""
    v[k] += 1.0
    w = v[k]
    w[0] = -5
    return v, w


@program(call(V, np.array([0, 2, 2])), call(V, np.array([1, 1, 1])))
def add_at(v, k):
    """np.add.at adds for each repetition."""
    np.add.at(v, k, 1.0)
    return v


@program(call(M, np.array([2, 0]), np.array([1, 3])), call(M, np.array([1, 1]), np.array([0, 0])))
def pairs_of_indices(m, i, j):
    """Two integer arrays pick elements; with slices, rows."""
    a = m[i, j]
    m[i, j] = -1.0
    b = m[i]
    c = m[:, j]
    return a, b, c


@program(call(V), call(-V))
def write_in_branch(v):
    """An in-place write in a branch."""
    if v.sum() > 0:
        v[0] = 100.0
    else:
        v[1:] *= 2
    return v * 1


@program(call(V), call(-V))
def write_in_while(v):
    """In-place writes in a loop that values end."""
    i = 0
    while i < 4 and abs(v[i]) < 4:
        v[i] *= 10
        i += 1
    return i


@program(call(M), call(-M))
def write_through_zip(m):
    """Views from zip are written through."""
    for a, b in zip(m[:2], m[1:]):
        b += a
    return m


@program(call(V), call(-V))
def where_argument(v):
    """where= leaves the other elements alone."""
    out = np.zeros(4)
    np.sqrt(v, out=out, where=v > 0)
    return out


@program(call(M), call(-M))
def fill_and_copyto(m):
    """fill, copyto and flat assignment."""
    m[0].fill(3.0)
    np.copyto(m[1], m[2])
    m[2, ...] = 8
    return m


@program(call(V), call(V[::-1].copy()))
def sort_in_place(v):
    """sort() in place, sorted copy, and partition of what is known."""
    w = np.sort(v)
    v[:] = -v
    v.sort()
    return w, v


@program(call(M), call(-M))
def broadcast_write(m):
    """A row is written into all rows, a column into all columns."""
    m[:] = m[0]
    m[:, 1:3] = np.array([[5.0], [6.0], [7.0]])
    return m


@program(call(M), call(-M))
def newaxis_and_ellipsis(m):
    """New axes and ellipses, read and written."""
    c = m[:, None, 1:3]
    m[..., 0] += 1
    c[0, 0, 0] = 44
    return c, m[None, ..., -1]


@program(call(V), call(-V))
def diagonal_write(v):
    """Writing a diagonal by index arrays."""
    m = np.zeros((4, 4))
    i = np.arange(4)
    m[i, i] = v
    return m, np.trace(m)


@program(call(V, np.int64(2)), call(V, np.int64(-1)), call(V, np.int64(9)))
def symbolic_index(v, k):
    """The index is a value; out of range it is an IndexError."""
    v[k] = 0.0
    return v[k - 1] + v[k]


@program(call(V, np.int64(2)), call(V, np.int64(0)), call(V, np.int64(9)))
def symbolic_slice(v, k):
    """The bounds of a slice are values."""
    v[:k] += 10
    return v[k:].sum(), v


@program(call(np.array([3, 1, 2])), call(np.array([1.0, 2.5, 3.5])))
def store_casts(v):
    """A stored value is cast to the dtype of the array."""
    v[0] = 7.9
    v[1:] = np.array([1.5, -1.5])
    return v


@program(call(V), call(-V))
def augmented_on_scalar(v):
    """`s += 1` on a scalar does not touch the array it came from."""
    s = v[0]
    s += 100
    v[1] = s
    return v


@program(call(np.zeros((2, 3, 4))), call(np.ones((2, 3, 4))))
def three_dimensions(a):
    """Views of a 3-d array: swapaxes, moveaxis, transpose."""
    a.swapaxes(0, 2)[1, 1] = [5.0, 6.0]
    np.moveaxis(a, 0, -1)[0, 0, 0] = 9.0
    a.transpose(1, 0, 2)[2, :, 3] = -1.0
    return a


@program(call(V), call(-V))
def read_only_after_a_branch(v):
    """What is read-only on both ways stays so."""
    if v.sum() > 0:
        y = np.broadcast_to(v, (2, 4))
    else:
        y = np.broadcast_to(v * 2, (2, 4))
    try:
        y[0, 0] = 1.0
    except ValueError:
        return y.sum(), y.flags.writeable
    return y


@program(call(V), call(-V), call(V + 2))
def read_only_where_there_is_one(v):
    """None, or an array that is read-only; the same from a loop, and from a function that returns out of one."""

    def found(x):
        for k in range(len(x)):
            if x[k] < k - 1:
                return np.diag(np.outer(x, x))

    spread, chosen = None, None
    if v[0] > 0:
        spread = np.broadcast_to(v.sum(), (3,))
    for k in range(len(v)):
        if v[k] > 1:
            chosen = np.broadcast_to(v * k, (2, 4))
            break
    return spread, chosen, found(v)


@program(call(V, M), call(-V, M), call(V, M[:, :1]))
def spread_out_in_a_loop(v, m):
    """What has the common shape is no view, but the array itself."""
    for k in range(len(v)):
        if v[k] > 1:
            return np.broadcast_arrays(v[:1], m)


@program(call(M), call(-M))
def flat_writes(m):
    """x.flat is read, written and updated, whatever the memory looks like."""
    m.T.flat[::3] = [1.0, 2.0]
    m.flat[:: m.shape[1] + 1] += 10
    total = 0.0
    for value in m[1:].flat:
        total += value
    return m, m.flat[5], total


@program(call(M), call(-M))
def parts_assigned(m):
    """Real and imaginary parts are assigned, and a shape."""
    z = m + 0j
    z.imag = m[::-1]
    z.real[1] *= 2
    w = z.copy()
    w.shape = (4, 3)
    w[0] = 0
    return z, w


@program(call(M), call(-M))
def diagonals_and_places(m):
    """fill_diagonal, put, place, putmask and copyto."""
    np.fill_diagonal(m, m.sum())
    np.put(m, [0, -1], [7.0, 8.0])
    np.place(m, m > 9, [1.0, 2.0, 3.0])
    np.putmask(m, m < 0, [-1.0, -2.0])
    np.copyto(m[0], m[1], where=m[1] > 3)
    return m


@program(call(np.asfortranarray(M)), call(M), call(np.asfortranarray(-M)), compiles=2)
def orders(m):
    """Which reshapes are views depends on how an array lies in memory, and on the order that was asked for."""
    a, b, c = m.copy(), m.copy(order="F"), np.copy(m)
    for x in (a, b, c):
        x.reshape(-1)[0] = 99.0
        x.ravel(order="F")[1] = 77.0
    return a, b, c, m.ravel(order="K"), m.flags.c_contiguous


@program(call(M), call(np.vstack([M, M])), call(M[:2]))
def windows_and_grids(m):
    """Sliding windows, np.c_, np.r_ and np.mgrid of run-time extents."""
    rows, columns = m.shape
    y, x = np.mgrid[0:rows, 0:columns]
    smooth = np.lib.stride_tricks.sliding_window_view(m, (2, 2)).mean(axis=(2, 3))
    return smooth, np.c_[m, m.sum(axis=1)], np.r_[0.0, m[:, 0], 1.0], (x - y) * m


@program(call(V), call(np.arange(7.0)), call(V[:2]), call(V[:1]))
def explicit_bounds(v):
    """Stencils with bounds written as n - 1."""
    n = len(v)
    u = np.zeros(n)
    u[1 : n - 1] = v[0 : n - 2] + v[2:n]
    u[: n - 1] += v[1:] - v[: n - 1]
    return u + np.arange(n), np.diff(v) + u[1:]


@program(call(4, 5, 6), call(3, 2, 3))
def flattened_after_use(n, m, turns):
    """What picked elements is flattened, and then what it picked: a grid that thins out."""
    rows, columns = np.mgrid[0:n, 0:m]
    c = np.linspace(-1, 1, n)[rows] + 1j * np.linspace(-1, 1, m)[columns]
    counts = np.zeros(c.shape, dtype=np.int64)
    rows.shape = columns.shape = c.shape = n * m
    z = np.zeros(c.shape, complex)
    for i in range(turns):
        if not len(z):
            break
        np.multiply(z, z, z)
        np.add(z, c, z)
        far = abs(z) > 1.1
        counts[rows[far], columns[far]] = i + 1
        np.logical_not(far, far)
        z, c, rows, columns = z[far], c[far], rows[far], columns[far]
    return counts, z
