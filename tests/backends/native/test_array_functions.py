"""cumsum, cumprod, searchsorted, roll, trace, norm, cross, diagonal and complex parts as machine code: NumPy's bits."""

import copy
import itertools

import numpy as np
import pytest

import sct
from sct.backends.native import abi
from sct.loops.sums.sums import fills_its_buffer

pytestmark = pytest.mark.skipif(not abi.available(), reason="no native calls on this build")
RNG = np.random.default_rng(8)
DTYPES = ["float64", "float32", "int64", "int8", "uint16", "bool"]


def check(function, *args, spec=None, exact=True):
    """The same as NumPy, without a call back."""
    static = sct.to_static(function, backend="native", input_spec=spec)
    with np.errstate(all="ignore"):
        wanted, found = function(*copy.deepcopy(args)), static(*args)
    for a, b in zip(*([x if isinstance(x, tuple) else (x,) for x in (wanted, found)]), strict=True):
        assert type(a) is type(b)
        a, b = np.asarray(a), np.asarray(b)
        assert a.dtype == b.dtype
        assert a.shape == b.shape
        assert a.tobytes() == b.tobytes() if exact else np.allclose(a, b, rtol=1e-6)
    assert "called back" not in static.report()


def values(shape, dtype):
    x = RNG.normal(size=shape) * 7
    return x.astype(dtype) if dtype != "uint16" else np.abs(x).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_running_sums(dtype):
    for shape in ((12,), (3, 11), (4, 5, 6), (0,), (3, 0)):
        x = values(shape, dtype)
        for axis in range(-1, len(shape)):
            check(lambda x: (np.cumsum(x, axis=axis), np.cumprod(x * 2 > 3, axis=axis)), x)  # noqa: B023
    check(lambda x: (x.cumsum(), np.cumsum(x[::-2])), values(30, dtype))
    check(lambda x: np.cumprod(x, dtype=np.float64), values(12, dtype))


def test_running_sums_of_run_time_extents():
    check(lambda x: np.cumsum(x * 2, axis=0) + 1, values((7, 12), "float64"), spec=[sct.InputSpec([None, None])])

    def windows(x):
        total = 0.0
        for i in range(len(x)):
            total += np.cumsum(x[:i])[-1] if i else 0.0
        return total

    check(windows, values(30, "float64"))


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "uint8"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_places(dtype, side):
    bins = np.sort((RNG.normal(size=40) * 9 + 20).astype(dtype))
    keys = (RNG.normal(size=60) * 9 + 20).astype(dtype)
    keys[:10] = bins[:10]
    for given in (bins, bins[::3], bins[:0]):
        check(lambda b, k: np.searchsorted(b, k, side=side), given, keys)
        check(lambda b, k: np.searchsorted(b, k[3], side=side), given, keys)
        check(lambda b, k: b.searchsorted(k[::2], side), given, keys)
    check(lambda b, k: np.searchsorted(b, k, side=side), bins, RNG.normal(size=9) * 30)
    check(lambda b: np.searchsorted(b, 20, side=side), bins)


def test_places_of_nan():
    bins = np.array([-1.0, -0.0, 0.0, 2.0, np.inf, np.nan, np.nan])
    keys = np.array([np.nan, -0.0, np.inf, -np.inf, 2.0, np.nan])
    for side in ("left", "right"):
        check(lambda b, k: np.searchsorted(b, k, side=side), bins, keys)  # noqa: B023
        check(lambda b, k: np.searchsorted(b, k[::-1], side=side), bins, keys)  # noqa: B023


def test_rolls():
    x, y = values((5, 7), "float64"), values(11, "int64")
    for shift in (0, 1, -1, 3, 100, -100):
        check(lambda y: np.roll(y, shift), y)  # noqa: B023
        check(lambda y, n: np.roll(y * 2, n) - y, y, np.int64(shift))
        check(lambda y: np.roll(y[::2], shift), y)  # noqa: B023
        for axis in (0, 1, -1):
            check(lambda x: np.roll(x, shift, axis=axis), x)  # noqa: B023
        check(lambda x: np.roll(x, (shift, 2), axis=(0, 1)), x)  # noqa: B023
        check(lambda x: np.roll(x, shift, axis=(1, 0)), x)  # noqa: B023
    check(lambda y: np.roll(y, 3), y[:0])
    check(lambda x: np.roll(x, 3, axis=1), x[:, :0].copy())
    check(lambda x: np.roll(x, -2, axis=0), x, spec=[sct.InputSpec([None, None])])


def test_a_roll_is_a_copy():
    def f(y):
        z = np.roll(y, 1)
        y[0] = 100
        return y, z

    check(f, np.arange(5.0))


def test_traces_and_diagonals():
    x = values((6, 9), "float64")
    for offset, a in itertools.product((0, 1, -2, 20, -20), (x, x.T, values((4, 6, 9), "int64"))):
        check(lambda a: np.trace(a, offset), a)  # noqa: B023
        check(lambda a: (np.diagonal(a, offset) * 2, a.diagonal(offset).sum()), a)  # noqa: B023
    check(lambda a: np.diagonal(a, 0, 2, 1).copy(), values((4, 6, 9), "float32"))
    check(lambda a: np.diagonal(a).sum(), x, spec=[sct.InputSpec([None, None])])


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_norms(dtype):
    check(lambda x: np.linalg.norm(x), values(1000, dtype), exact=False)
    check(lambda x: np.linalg.norm(x[::3] * 2), values(1000, dtype), exact=False)
    check(lambda x: np.linalg.norm(x - 1), values((20, 30), dtype), exact=False)
    check(lambda x: np.linalg.norm(x), values(3, dtype), exact=False)


def test_cross_products():
    a, b = values(3, "float64"), values(3, "float64")
    check(lambda a, b: np.cross(a, b), a, b)
    check(lambda a, b: np.cross(a * 1e200, b * 1e200) + a, a, b)
    check(lambda a, b: np.cross(a, b), values(3, "int64"), values(3, "float32"))
    check(lambda m: np.cross(m[0, :3], m[1, 2:5]), values((2, 6), "float64"))


def test_complex_parts():
    z = values((5, 4), "float64") + 1j * values((5, 4), "float64")
    check(lambda z: (z.real * 2, z.imag.sum(), (z * z).real, (z + 1).imag[1:], z.T.real.copy()), z)
    check(lambda z: (z[::2].real - z[::2].imag, z[1].real[::-1] + 1), z.astype(np.complex64))

    def written(z):
        z.real[1:] = 3.0
        z.imag *= -1
        z[0].real[:] = z.imag[0]
        return z * 1

    check(written, z.copy())


new_order = pytest.mark.skipif(not fills_its_buffer(), reason="this NumPy adds row by row")


@new_order
@pytest.mark.parametrize("shape", [(20, 30), (40, 300), (90, 100), (5, 9000)])
def test_sums_of_parts(shape):
    """Sums of arrays with gaps: NumPy's order, with its buffer."""
    x = values(shape, "float64")
    for y in (x, x.astype(np.float32), np.asfortranarray(x)):
        for part in (np.s_[3:13, 4:14], np.s_[1:], np.s_[::2], np.s_[:, 2], np.s_[1:-1, 1:-1], np.s_[::-1, ::3]):
            check(lambda y: (y[part].sum(), y[part].mean(), y[part].T.sum(keepdims=True)), y)  # noqa: B023
        check(lambda y: (y.T.sum(), y[::-1, ::-1].sum()), y)
    check(lambda x: ((x[1:, 1:] * 2).sum(), x[1:-1, 1:-1].std(), x[1:, ::2].sum(axis=0)), x)
    check(lambda z: (z.real.sum(), z.imag[1:].sum(), z[1:, 1:].imag.sum()), x + 1j * x)


@new_order
def test_sums_of_parts_with_many_axes():
    for shape in ((6, 7, 8), (30, 20, 20), (10, 100, 11), (4, 9000, 2), (2, 3, 5, 600)):
        x = values(shape, "float64")
        check(lambda x: (x[1:, 1:, ::2].sum(), x[:, 1:].sum(), x[..., 1:].mean(), x.swapaxes(0, 1)[1:].sum()), x)
