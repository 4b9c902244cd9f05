"""How far the native math functions are from the exact results, in units in the last place (ulp).

The reference of single precision is NumPy (or the C library) in double precision; that of double precision is
`long double` where it has 64 bits of mantissa, else, and for what NumPy does not have, mpmath.
"""

import math

import mpmath
import numpy as np

from benchmarks.vector_math import array_function, dtype
from sct.backends.native.math import FUNCTIONS

EXACT = frozenset(
    "floor ceil trunc rint sqrt fabs copysign sign maximum minimum fmax fmin heaviside nextafter spacing "
    "fmod remainder floor_divide".split()
)
"""Functions with NumPy's results, bit for bit."""

ELEMENTARY = tuple(name for name in FUNCTIONS if name not in EXACT)

LONG = np.longdouble if np.finfo(np.longdouble).nmant >= 63 else None
SUMS = ("logaddexp", "logaddexp2")
"""Their error is stated in ulp of the largest of the arguments and the result: NumPy's formula cancels, and so does ours."""


def _expit(x):
    return 1 / (1 + np.exp(-x))


def _logit(p):
    return np.where(abs(p - 0.5) < 0.25, 2 * np.arctanh(2 * p - 1), np.log(p / (1 - p)))


_WITH_NUMPY = {name: getattr(np, name) for name in ELEMENTARY if hasattr(np, name)} | {"expit": _expit, "logit": _logit}
_WITH_PYTHON = {"erf": np.vectorize(math.erf, otypes=[float]), "erfc": np.vectorize(math.erfc, otypes=[float])}
_WITH_MPMATH = {
    "arcsin": mpmath.asin, "arccos": mpmath.acos, "arctan": mpmath.atan, "arctan2": mpmath.atan2,
    "arcsinh": mpmath.asinh, "arccosh": mpmath.acosh, "arctanh": mpmath.atanh, "power": mpmath.power,
    "erfc": lambda x: mpmath.erfc(max(-30, min(x, 30))),  # its own test for large arguments overflows
    "exp2": lambda x: mpmath.power(2, x), "log2": lambda x: mpmath.log(x, 2), "log10": mpmath.log10,
    "expit": lambda x: 1 / (1 + mpmath.exp(-x)), "logit": lambda p: mpmath.log(p / (1 - p)),
    "logaddexp": lambda x, y: mpmath.log(mpmath.exp(x) + mpmath.exp(y)),
    "logaddexp2": lambda x, y: mpmath.log(mpmath.power(2, x) + mpmath.power(2, y), 2),
}  # fmt: skip
FAR = 2.0**50  # from here on `long double` has no correct sine


def by_mpmath(function, arrays):
    """The results with a correction: a pair of arrays of doubles."""
    formula = _WITH_MPMATH.get(function) or getattr(mpmath, function)
    results = np.empty((2, arrays[0].size))
    with mpmath.workprec(1300 if function in ("sin", "cos", "tan") else 160):
        for k, numbers in enumerate(zip(*arrays, strict=True)):
            value = formula(*[mpmath.mpf(float(x)) for x in numbers])
            high = float(value)
            results[:, k] = high, float(value - high) if math.isfinite(high) else 0.0
    return results


def ulps(got, high, low, scale=0.0):
    """The errors of `got` against `high + low`, in ulp of `got`'s format."""
    kind = got.dtype.type
    with np.errstate(all="ignore"):
        rounded = np.maximum(abs((high + low).astype(kind)), kind(scale))
        unit = np.spacing(np.minimum(rounded, np.finfo(kind).max)).astype(np.float64)
        error = (got.astype(high.dtype) - high) - low
        errors = abs(error).astype(np.float64) / unit
        fine = (got == (high + low).astype(kind)) | (np.isnan(got) & np.isnan(high))
    return np.where(fine & ~np.isfinite(errors), 0.0, np.where(np.isnan(errors), np.inf, errors))


VANISHING = ("expit", "erfc")
"""SciPy has 0 for their smallest results, and so have we."""


def errors(function, tag, arrays):
    """The error of each result of a function on the given arrays, in ulp."""
    got = array_function(f"{function}.{tag}")(*arrays)
    found = _errors(function, tag, arrays, got)
    if function in VANISHING:
        found[(got == 0) & (found < 2 ** np.finfo(got.dtype).nmant)] = 0
    return found


def _errors(function, tag, arrays, got):
    scale = np.maximum(*[abs(a) for a in arrays]) if function in SUMS else 0.0
    with np.errstate(all="ignore"):
        if tag == "f32":
            table = _WITH_PYTHON if function in _WITH_PYTHON else _WITH_NUMPY
            high = table[function](*[a.astype(np.float64) for a in arrays])
            return ulps(got, high, 0.0, scale)
        if LONG is not None and function in _WITH_NUMPY:
            return ulps(got, _WITH_NUMPY[function](*[a.astype(LONG) for a in arrays]), LONG(0), scale)
    high, low = by_mpmath(function, arrays)
    return ulps(got, high, low, scale)


def _finite(generator, size, kind):
    """Numbers of all exponents alike."""
    whole = np.dtype(f"u{np.dtype(kind).itemsize}")
    numbers = generator.integers(0, np.iinfo(whole).max, size, whole, endpoint=True).view(kind)
    return numbers[np.isfinite(numbers)]


def arguments(function, tag, size, seed):
    """About ten times `size` arguments: of all exponents, around 0, 1 and -1, near multiples of pi/2, whole numbers."""
    generator = np.random.default_rng(seed)
    kind = dtype(tag).type
    if function == "power":
        wide = generator.uniform(-700, 700, size * 4)
        near = np.exp(generator.uniform(-2, 2, size * 4))
        bases = abs(_mixed(function, generator, kind, size))
        with np.errstate(all="ignore"):
            exponents = generator.uniform(-1, 1, bases.size) * 745 / abs(np.log(bases.astype(float)))
        return np.concatenate([near.astype(kind), bases]), np.concatenate([wide, exponents]).astype(kind)
    first = _mixed(function, generator, kind, size)
    if FUNCTIONS[function] == 1:
        return (first,)
    second = generator.permutation(_mixed(function, generator, kind, size))
    count = min(first.size, second.size)
    return first[:count], second[:count]


def _mixed(function, generator, kind, size):
    signs = generator.choice([-1.0, 1.0], size)
    steps = generator.uniform(-1, 1, size) * np.exp(generator.uniform(-30, 0, size))
    parts = [_finite(generator, size, kind), signs * np.exp(generator.uniform(-40, 8, size)), 1 + steps, -1 + steps]
    parts += [generator.uniform(-w, w, size) for w in (1, 3, 30, 800)]
    parts.append(generator.integers(1, 10**6, size) * (np.pi / 2))
    parts.append(np.arange(-size // 2, size // 2).astype(float))
    numbers = np.concatenate([part.astype(kind) for part in parts])
    if function in ("sin", "cos", "tan") and kind is np.float64:
        numbers = numbers[abs(numbers) < FAR]
    return numbers


def worst(function, tag, size=2000, seed=0):
    """The largest error that a sample shows, and where."""
    if tag == "f64" and (LONG is None or function not in _WITH_NUMPY):
        size //= 10
    arrays = arguments(function, tag, size, seed)
    found = errors(function, tag, arrays)
    place = int(np.argmax(found))
    return float(found[place]), tuple(a[place] for a in arrays)


def worst_far(function, size=100, seed=0):
    """The same for sin, cos and tan of doubles beyond 2**50, and of one close to a multiple of pi/2."""
    numbers = _finite(np.random.default_rng(seed), 40 * size, np.float64)
    numbers = np.append(numbers[abs(numbers) > 2.0**40][:size], [6381956970095103.0 * 2.0**797, 2.0**1023])
    got = array_function(f"{function}.f64")(numbers)
    found = ulps(got, *by_mpmath(function, (numbers,)))
    return float(found.max()), (numbers[int(np.argmax(found))],)


def worst_single(function, step, start=0):
    """The same over every `step`-th single there is."""
    largest, where = 0.0, ()
    for low in range(start, 2**32, step * 2**20):
        bits = np.arange(low, min(low + step * 2**20, 2**32), step, dtype=np.uint64).astype(np.uint32)
        numbers = bits.view(np.float32)
        found = errors(function, "f32", (numbers,))
        place = int(np.argmax(found))
        if found[place] > largest:
            largest, where = float(found[place]), (numbers[place],)
    return largest, where
