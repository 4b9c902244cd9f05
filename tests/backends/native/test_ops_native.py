"""What ops answer as machine code, against the same function in plain Python."""

import numpy as np
import pytest

import sct
from sct.loops.lowerable import is_lowerable

LARGE = 2**60 + 2**36 + 1  # rounds to another float32 by way of float64


def outcome(function, *args):
    given = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    try:
        with np.errstate(all="ignore"):
            result = function(*given)
    except Exception as error:
        return type(error), str(error)
    return result, given


def check(function, *args, static=None):
    plain, native = outcome(function, *args), outcome(static or sct.to_static(function, backend="native"), *args)
    if isinstance(plain[0], type):
        assert plain == native
        return
    for x, y in zip(_leaves(plain), _leaves(native), strict=True):
        assert type(x) is type(y)
        np.testing.assert_array_equal(np.asarray(y), np.asarray(x), strict=True)


def _leaves(value):
    return [leaf for v in value for leaf in _leaves(v)] if isinstance(value, (tuple, list)) else [value]


def store(x, v):
    x[1] = v
    return x


def store_number(x, v):
    w = v[0].item()
    x[1] = w
    return x


def store_part(x, v):
    w = v[0].item()
    x[1:3] = w
    return x


def store_masked(x, v):
    w = v[0].item()
    x[x == 0] = w
    return x


def fill(x, v):
    w = v[0].item()
    return np.full(3, w, dtype=x.dtype)


def collect(x, v):
    w = v[0].item()
    return np.array([w, w], dtype=x.dtype)


def convert(x, v):
    w = v[0].item()
    return np.asarray(w, dtype=x.dtype)


def combine(x, v):
    w = v[0].item()
    return x + w, x * w, w - x, np.maximum(x, w)


NUMBERS = [float("nan"), float("inf"), 1e300, 300.7, -0.5, -1.5, 300, -1, LARGE, -(2**63)]
DTYPES = ["bool", "int8", "uint8", "int64", "uint64", "float32", "complex64"]


@pytest.mark.parametrize("size", [3, 12])
@pytest.mark.parametrize("dtype", DTYPES)
def test_numbers_enter_arrays(dtype, size):
    x = np.zeros(size, dtype)
    functions = [store_number, store_part, store_masked, fill, collect, convert]
    natives = [sct.to_static(f, backend="native") for f in functions]
    for number in NUMBERS:
        for function, native in zip(functions, natives, strict=True):
            check(function, x, np.array([number]), static=native)


@pytest.mark.parametrize("dtype", ["int8", "int64", "float32"])
def test_python_ints_in_ufuncs(dtype):
    for number in (LARGE, 2**53 + 1, 300, -1):
        check(combine, np.arange(12).astype(dtype), np.array([number]))


@pytest.mark.parametrize("value", [np.float64(300.7), np.float64("nan"), np.float32(3.7), np.int64(300), np.uint8(200)])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "bool", "float32"])
def test_numpy_numbers_enter_arrays(dtype, value):
    check(store, np.zeros(12, dtype), value)


@pytest.mark.parametrize("dtype", ["uint64", "int64", "uint8", "float64", "float32"])
def test_ints_beyond_64_bits(dtype):
    def times(x):
        return x * 0x9E3779B97F4A7C15

    def less(x):
        return x < 2**63, x > -(2**70)

    def minimum(x):
        return np.minimum(x, 2**64 - 1)

    def masked(x):
        return x & 0xFFFFFFFFFFFFFFFF, x ^ 2**63

    def product(x):
        return int(x[1]) * 2**63, int(x[1]) < 2**63, 2**63

    def clipped(x):
        return np.clip(x, 0, 2**63)

    def chosen(x):
        return x + (2**63 if x[0] > 1 else 3)

    for function in (times, less, minimum, masked, product, clipped, chosen):
        check(function, np.arange(20).astype(dtype))


def test_wide_ints_stay_in_registers():
    def mix(x):
        return (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9

    x = np.arange(20, dtype="uint64")
    assert is_lowerable(sct.to_static(mix, backend="native").program(x))
    check(mix, x)


def test_numbers_as_booleans():
    def part(x):
        x[2:5] = 300
        x[0] = 0.5
        x[6] = float("nan")
        return x

    check(part, np.zeros(12, dtype=bool))


def totals(x):
    return x.mean(), x.mean(axis=0), x.mean(axis=-1), x.sum(axis=0), x * x, np.square(x)


@pytest.mark.parametrize("shape", [(3, 3), (7, 40)])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_means_and_squares_of_complex_numbers(dtype, shape):
    random = np.random.default_rng(3)
    x = (random.normal(size=shape) + 1j * random.normal(size=shape)).astype(dtype)
    check(totals, x)
    x[0, 0] = np.inf + 1j  # the imaginary part of the mean is NaN
    check(totals, x)


def spread(x):
    return x.var(axis=-1, ddof=0.7), x.std(ddof=1), x.mean(axis=-1), x.var(axis=0, ddof=1)


@pytest.mark.parametrize("shape", [(3, 3), (7, 40)])
def test_variances_are_divided_in_64_bits(shape):
    for seed in range(5):
        check(spread, np.random.default_rng(seed).normal(size=shape).astype("float32"))
