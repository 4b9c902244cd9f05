"""`np.cov` and `np.corrcoef`."""

import numpy as np

from tests.harness import Theme, call

program = Theme("covariances")
RNG = np.random.default_rng(5)


def _m(*shape, dtype=float):
    return (RNG.normal(size=shape) * 9).astype(dtype)


@program(
    call(_m(4, 9)),
    call(_m(4, 9, dtype="f4")),
    call(_m(3, 5, dtype="i4")),
    call(_m(3, 5, dtype="f2")),
    call(_m(3, 5) + 1j * _m(3, 5)),
    call(_m(7)),
    call(_m(1, 7)),
    call(_m(5, 1)),
    call(_m(0, 5)),
    call(_m(3, 4) > 0),
    call(_m(2, 2, 2)),
)
def of_one(x):
    """Rows of several kinds; too few columns, no rows, and too many axes."""
    return np.cov(x), np.cov(x, rowvar=False), np.cov(x, bias=True), np.cov(x, ddof=2)


@program(call(_m(3, 6), _m(6)), call(_m(6), _m(6)), call(_m(2, 5), _m(1, 5)), call(_m(3, 4), _m(5)))
def of_two(x, y):
    """The rows of another array below; and one with another number of columns."""
    return np.cov(x, y), np.corrcoef(x, y)


@program(call(_m(5, 3), _m(5, 2)), call(_m(5, 2), _m(1, 5)), call(_m(5, 1), _m(5)))
def columns_of_two(x, y):
    """Columns; a single row of the second array stays a row."""
    return np.cov(x, y, rowvar=False), np.corrcoef(x, y, rowvar=0)


@program(call(_m(4, 9)), call(_m(9)), call(np.array([[1.0, 2.0, 4.0], [2.0, 2.0, 2.0]])), call(_m(3, 7, dtype="f4")))
def correlated(x):
    """Coefficients, also of a constant row, of one row, and of columns."""
    with np.errstate(all="ignore"):
        return np.corrcoef(x), np.corrcoef(x, rowvar=False) if x.ndim == 2 else None


@program(call(_m(4, 9), np.arange(9), _m(9) ** 2))
def with_weights(x, often, much):
    """Weights and dtypes are NumPy's own work."""
    return np.cov(x, fweights=often), np.cov(x, aweights=much), np.cov(x, dtype=np.float32), np.corrcoef(x, dtype="f4")


@program(call(_m(4, 9)))
def written_into(x):
    """The result is the function's own, to write into."""
    c = np.cov(x)
    c[np.diag_indices(4)] += 1e-3
    one = np.cov(x[0])
    one += 1
    return c, one, x


@program(call(_m(30, 4)), call(_m(20, 3)))
def mahalanobis(x):
    """What covariances are made for."""
    centred = x - x.mean(axis=0)
    inverse = np.linalg.inv(np.cov(x.T) + 1e-9 * np.eye(x.shape[1]))
    return np.sqrt(np.einsum("ij,jk,ik->i", centred, inverse, centred))


@program(call(_m(4, 9)), call(_m(3, 7)), call(_m(2, 1)), call(_m(2, 2)), call(_m(0, 2)), call(_m(3, 2, dtype="f4")))
def of_any_extents(x):
    """Extents that change from call to call, down to one column and no rows."""
    return np.cov(x), np.cov(x, bias=True), np.corrcoef(x)


@program(call(_m(9, 4), _m(9, 2)), call(_m(7, 3), _m(7, 3)), call(_m(6, 3), _m(6, 3)))
def columns_of_any_extents(x, y):
    """The same of columns, and of two arrays."""
    return np.cov(x, rowvar=False), np.cov(x.T, y.T), np.cov(x, y, rowvar=False)
