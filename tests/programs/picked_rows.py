"""Elements and rows that a mask picks, of arrays whose length only the run knows: working sets that shrink."""

import numpy as np

from tests.harness import Theme, call

program = Theme("picked_rows")
RNG = np.random.default_rng(17)


def _m(*shape, dtype=float):
    return (RNG.normal(size=shape) * 3).astype(dtype)


@program(
    call(_m(30), 5),
    call(_m(30) + 1j * _m(30), 4),
    call(_m(30, dtype="f4"), 3),
    call(_m(12, dtype="i2"), 3),
    call(_m(0), 3),
    call(_m(8), 0),
)
def working_set(z, turns):
    """What has not converged goes on, and knows where it came from."""
    where = np.arange(len(z))
    found = np.zeros(len(z), z.dtype)
    for k in range(turns):
        z = z * z // 2 if z.dtype.kind == "i" else z * 0.7
        done = abs(z) < 0.5
        found[where[done]] = z[done]
        np.logical_not(done, done)
        z, where = z[done], where[done]
        if not len(z):
            break
    return found, z, where


@program(call(_m(20, 3), 4), call(_m(6, 2, 2), 3), call(_m(5, 0), 2), call(_m(0, 3), 2), call(_m(9, 4, dtype="?"), 2))
def rows(points, turns):
    """Rows, of several axes and of none."""
    for _ in range(turns):
        points = points[points.sum(axis=-1).reshape(len(points), -1).sum(axis=1) < 9 - turns]
        points = points[::-1]
    return points, points[np.ones(len(points), bool)]


@program(call(_m(10, 3), _m(10) > 0), call(_m(4, 3), _m(5) > 0), call(_m(4, 5), _m(4, 5) > 0), call(_m(4, 5), _m(4, 4) > 0))
def of_arguments(x, mask):
    """Masks that fit, and that do not."""
    return x[mask], x.T[:2].T[mask[:, :2] if mask.ndim == 2 else mask], x[mask & mask]


@program(call(_m(16), _m(16)), call(_m(9), _m(9)))
def two_lengths(x, y):
    """Masks of one length and arrays of another, and indices of two."""
    a, b = x[x > 0], y[y > -1]
    try:
        return a[b > 0]
    except IndexError as error:
        return str(error)[:40], b[: len(a)][a[: len(b)] > 1]


@program(call(_m(5, 6), 4), call(_m(3, 3), 2))
def pairs_of_indices(grid, turns):
    """Places in a grid that shrink from turn to turn."""
    i, j = (k.ravel() for k in np.indices(grid.shape))
    seen = np.zeros(grid.shape, int)
    for k in range(turns):
        keep = grid[i, j] > k - 1
        seen[i[keep], j[keep]] = k + 1
        i, j = i[keep], j[keep]
    return seen, grid[i, j]


@program(call(_m(12), _m(12)), call(_m(5), _m(5)))
def indices_of_two_lengths(x, y):
    """Indices of two lengths in one subscript: NumPy raises, or stretches the one that is alone."""
    table = np.arange(400.0).reshape(20, 20)
    i, j = np.flatnonzero(x > 0), np.flatnonzero(y > y.max() - 1e-9)
    return table[i, j]


@program(call(_m(40, 3)), call(_m(7, 3)))
def thrown_out(points):
    """Outliers are thrown out until there are none."""
    while True:
        far = np.sqrt(((points - points.mean(axis=0)) ** 2).sum(axis=1))
        keep = far < 2 * far.mean()
        if keep.all():
            return points
        points = points[keep]
