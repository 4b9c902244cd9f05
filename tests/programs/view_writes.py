"""Elements written through views, in loops: rows, columns, blocks, diagonals, parts, views of views."""

import numpy as np

from tests.harness import Theme, call

program = Theme("writes through views in loops")
RNG = np.random.default_rng(31)
M = RNG.normal(size=(12, 10))
X = RNG.normal(size=13)
Z = RNG.normal(size=(4, 5)) + 1j * RNG.normal(size=(4, 5))


@program(call(M, X))
def rows(m, x):
    """A row is filled element by element."""
    for i in range(m.shape[0]):
        row = m[i]
        for j in range(m.shape[1]):
            row[j] = row[j] * i + x[j]
    return m


@program(call(M, X))
def rows_that_a_loop_hands_out(m, x):
    """for row in m: the rows are views."""
    for row in m:
        for j in range(len(row)):
            row[j] += x[j]
        row[row < 0] = 0.0
    return m


@program(call(M, X))
def columns(m, x):
    """Columns, changed as a whole and in one place."""
    for j in range(m.shape[1]):
        column = m[:, j]
        column -= column.mean()
        column[0] = j
    return m


@program(call(M))
def in_one_dimension(m):
    """A recurrence along ravel()."""
    flat = m.ravel()
    for i in range(1, flat.shape[0]):
        flat[i] += 0.5 * flat[i - 1]
    return m, flat[3:5].copy()


@program(call(M), call(np.asfortranarray(M)), call(M[::2, ::-1]))
def transposed(m):
    """Sums along the columns, through the transpose."""
    t = m.T
    for i in range(t.shape[0]):
        for j in range(1, t.shape[1]):
            t[i, j] += t[i, j - 1]
    return m


@program(call(M), call(np.asfortranarray(M)), call(M[::2, ::-1]))
def inside_of_a_frame(m):
    """The interior is relaxed in place; the frame stays."""
    inner = m[1:-1, 1:-1]
    for _ in range(3):
        for i in range(inner.shape[0]):
            for j in range(inner.shape[1]):
                inner[i, j] = 0.25 * (m[i, j + 1] + m[i + 2, j + 1] + m[i + 1, j] + inner[i, j])
    return m, inner[0, 0]


@program(call(M))
def blocks(m):
    """Views of views: a block of a reshaped array."""
    parts = m.reshape(4, 3, 5, 2)
    for i in range(4):
        for j in range(5):
            block = parts[i, :, j, :]
            block[0, 0] = block[2, 1]
            block[1] *= 2
    return m


@program(call(M))
def strided(m):
    """Every second row of swapped axes, from the end."""
    s = m.swapaxes(0, 1)[::-2]
    for i in range(s.shape[0]):
        for j in range(s.shape[1]):
            s[i, j] *= i - j
    return m


@program(call(X, 7), call(X, 0))
def reversed_parts(x, n):
    """Two overlapping views, one of them back to front."""
    front, back = x[:n], x[::-1]
    for i in range(n):
        front[i] = back[i] + i
        back[i] -= 1
    return x


@program(call(M[:10, :10].copy(), X))
def diagonals(m, x):
    """The diagonal as a strided view, read as one that is read-only."""
    steps = m.reshape(-1)[:: m.shape[1] + 1]
    total = 0.0
    for i in range(steps.shape[0]):
        steps[i] += x[i]
        total += np.diagonal(m)[i] + np.diagonal(m, 1)[0] + np.diagonal(m, -2).sum()
    return m, total


@program(call(Z), call(Z.T), call(Z.astype(np.complex64)))
def parts(z):
    """Real and imaginary parts, read and written."""
    re, im = z.real, z[1:].imag
    for i in range(re.shape[0]):
        for j in range(re.shape[1]):
            re[i, j] = re[i, j] * 2 + j
    for i in range(im.shape[0]):
        im[i, 0] = re[i, 1]
        im[i][re[i] > 0] = 0.5
    return z, re.sum(), z.imag.max(), (z * 2).real


@program(call(M, np.int64(1)), call(M, np.int64(-1)))
def in_branches(m, c):
    """Rows are exchanged where a condition holds."""
    for i in range(m.shape[0] - 1):
        a, b = m[i], m[i + 1]
        if a[0] * c > b[0] * c:
            for j in range(m.shape[1]):
                a[j], b[j] = b[j], a[j]
    return m


@program(call(X))
def shrinking_windows(x):
    """Views of run-time extents, in a while loop."""
    low, high = 0, x.shape[0]
    while high - low > 2:
        window = x[low:high]
        for k in range(window.shape[0] - 1):
            if window[k] > window[k + 1]:
                t = window[k]
                window[k] = window[k + 1]
                window[k + 1] = t
        low += 1
        high -= 1
    return x


@program(call(M))
def listed(m):
    """Views in a list, and one that is read while another is written."""
    rows = [m[0], m[1], m[0, 2:]]
    for k in range(6):
        for r in rows:
            r[k] = r[k] * 2 + rows[0][k]
    return m


class Field:
    def __init__(self, data):
        self.data = data
        self.inner = data[1:-1, 1:-1]

    def relax(self):
        for i in range(self.inner.shape[0]):
            for j in range(self.inner.shape[1]):
                self.inner[i, j] = 0.5 * (self.data[i, j] + self.data[i + 2, j + 2])


@program(call(M))
def of_attributes(m):
    """A view that an object holds beside its array."""
    field = Field(m)
    for _ in range(2):
        field.relax()
    return field.data, field.inner.sum()


@program(call(M, X))
def kept_copies(m, x):
    """A copy, and the old content of a row, are no views."""
    before = m.copy()
    for i in range(3):
        row, old = m[i], m[i].copy()
        row[1] = x[i]
        row[2:4] = old[1:3] + row[1]
    return m, before


@program(call(M, np.array([3, 1, 3])))
def through_arrays_of_indices(m, at):
    """Integer arrays say where a view is written to."""
    flat = m.ravel()
    for i in range(4):
        flat[at + i] += i
        m[i][at] = flat[i]
    return m


@program(call(M, 12), call(M, 13))
def past_the_end(m, n):
    """The row that is not there, and the column: NumPy's own words."""
    for i in range(n):
        row = m[i]
        row[i - 2] = 1.0
    return m


@program(call(X, np.int64(3)))
def of_new_arrays(x, n):
    """Views of what the loop has made itself."""
    total = 0.0
    for i in range(n):
        grid = np.zeros((3, 13))
        middle = grid[1]
        for j in range(13):
            middle[j] = x[j] * i
        grid[0, 0] = middle[2]
        total += grid.sum()
    return total


GAPS = np.array([1.0, np.nan, 3, 4, 5, np.inf, 7, 8, 9, 10])


@program(call(GAPS, 3), call(GAPS, 1), call(np.zeros(6), 2))
def windows_without_gaps(x, width):
    """One number written to windows that overlap: which of them is written last makes no difference."""
    whole = np.isfinite(x)
    starts = len(x) - width + 1
    windows = np.lib.stride_tricks.as_strided(whole, (starts, width), whole.strides * 2)
    first = whole[:width]
    if not first.all():
        whole[: np.flatnonzero(~first).max()] = False
    windows[~whole[width - 1 :]] = False
    return whole[:starts], windows.all(axis=1)
