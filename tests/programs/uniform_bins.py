"""Histograms with a number of bins of one width."""

import numpy as np

from tests.harness import Theme, call

program = Theme("uniform_bins")
RNG = np.random.default_rng(11)


def _drawn(*shape, dtype=float, of=60.0):
    return (RNG.normal(size=shape) * of).astype(dtype)


_KINDS = ("f8", "f4", "i8", "i4", "i2", "i1", "u1", "u4")


@program(
    *[call(np.abs(_drawn(90, dtype="f8")).astype(dtype), 7) for dtype in _KINDS],
    call(_drawn(4, 5), 3),
    call(_drawn(70000), 100),
    call(np.full(5, 3.0), 4),
    call(np.full(5, 3, "u1"), 4),
    call(np.full(4, -0.0), 2),
)
def counted(x, bins):
    """Between the least and the greatest element; and of equal elements."""
    return np.histogram(x, bins)


@program(call(_drawn(12)), call(_drawn(7)), call(_drawn(0)), call(_drawn(9)), call(_drawn(0, dtype="f4")))
def of_any_length(x):
    """Lengths that change from call to call, down to none."""
    return np.histogram(x)


@program(
    call(np.array([0.5, np.nan])),
    call(np.array([0.5, np.inf])),
    call(np.array([1.0, np.nextafter(1.0, 2.0)])),
    call(np.array([-1.7e308, 1.7e308])),
    call(np.array([5e-324, 1e-323])),
)
def without_bins(x):
    """No finite ends, or no room for the bins."""
    counts, edges = np.histogram(x, 5)
    return counts.sum(), edges


@program(call(np.array([2**62, -(2**62), 5])), call(np.array([2**53 + 1, 2**53, 2**53 - 4])), call(np.array([3, 4])))
def of_wide_integers(x):
    """Integers that are no doubles."""
    return np.histogram(x, 3)


@program(
    *[call(_drawn(80), _drawn(80, dtype=dtype)) for dtype in ("f8", "f4", "i8")],
    call(_drawn(70000), _drawn(70000)),
    call(_drawn(70000, dtype="f4"), _drawn(70000, dtype="f4")),
    call(_drawn(4, 6), _drawn(4, 6)),
    call(_drawn(5), _drawn(4)),
    call(_drawn(6), np.array([1.0, np.nan, -0.0, np.inf, 2.0, 3.0])),
)
def weighted(x, w):
    """Weights of several kinds, in more than one of the blocks that NumPy adds up; and too few of them."""
    counts, edges = np.histogram(x, 11, weights=w)
    return counts, edges, counts.dtype.name


@program(
    call(_drawn(80), _drawn(80)),
    call(_drawn(80, dtype="i4"), _drawn(80)),
    call(np.abs(_drawn(80)).astype("u1"), _drawn(80)),
    call(_drawn(80, dtype="f4"), _drawn(80)),
    call(np.array([np.nan, 0.0, 100.0, 50.0, np.inf]), _drawn(5)),
)
def between_limits(x, w):
    """Elements outside of the limits, and on them."""
    first = np.histogram(x, 10, (0, 100))
    second = np.histogram(x, bins=4, range=(-20.5, 20.5), weights=w)
    return first, second, np.histogram(x, 4, range=(7.0, 7.0))[0]


@program(call(np.linspace(0, 1, 41)), call(np.arange(30) / 10), call((np.arange(50) / 7).astype("f4")))
def on_the_edges(x):
    """Elements that lie on the edges, where their bins are computed one too high or too low."""
    return [np.histogram(x, bins)[0] for bins in (1, 3, 7, 10, 20)]


@program(call(_drawn(60), _drawn(60)))
def of_views(x, w):
    """Every second element, from behind, and of a column."""
    square = x.reshape(6, 10)
    return np.histogram(x[::-2], 5, weights=w[1::2])[0], np.histogram(square[:, 3], 4), np.histogram(square.T, 4)[0]


@program(call(_drawn(40), _drawn(40)))
def after_a_write(x, w):
    """The sample is an argument that the function has written to, and may be without finite ends."""
    x[3] = 7.5
    w += np.histogram(x, 40)[0]
    return np.histogram(w, 3)[0]


@program(
    call(_drawn(80), _drawn(80)),
    call(_drawn(80, dtype="f4"), np.abs(_drawn(80, dtype="f4"))),
    call(_drawn(80, dtype="i4"), np.abs(_drawn(80))),
)
def densities(x, w):
    """Shares in the widths of the bins."""
    return np.histogram(x, 6, density=True), np.histogram(x, 6, weights=w, density=True), np.histogram(x, density=True)[0]
