"""What has NumPy's results bit for bit: division of floats, integers, conversions."""

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from benchmarks.vector_math import array_function, dtype
from sct.backends.native.math import CASTS, INTEGER_FUNCTIONS, INTEGER_TYPES
from tests.backends.native.test_math_special import numbers, same

SIZE = 50_000


def draw(generator, kind):
    """All exponents, small numbers, whole ones and special ones, mixed."""
    whole = np.dtype(f"u{np.dtype(kind).itemsize}")
    wide = generator.integers(0, np.iinfo(whole).max, SIZE, whole, endpoint=True).view(kind)
    near = generator.uniform(-100, 100, SIZE).astype(kind)
    small = generator.integers(-20, 20, SIZE).astype(kind)
    special = generator.choice(numbers(kind), SIZE)
    return np.choose(generator.integers(0, 4, SIZE), [wide, near, small, special])


@pytest.mark.parametrize("tag", ["f64", "f32"])
@pytest.mark.parametrize("function", ["fmod", "remainder", "floor_divide"])
def test_division_of_floats(function, tag):
    generator = np.random.default_rng(5)
    x, y = draw(generator, dtype(tag)), draw(generator, dtype(tag))
    with np.errstate(all="ignore"):
        multiples = y * generator.integers(-50, 50, SIZE).astype(dtype(tag))
        x = np.where(generator.random(SIZE) < 0.3, multiples, x)
        want = getattr(np, function)(x, y)
    got = array_function(f"{function}.{tag}")(x, y)
    bad = np.nonzero(~same(got, want))[0]
    assert not bad.size, [(x[k], y[k], got[k], want[k]) for k in bad[:5]]


@pytest.mark.parametrize("tag", INTEGER_TYPES)
@pytest.mark.parametrize("function", INTEGER_FUNCTIONS)
def test_integers(function, tag):
    kind = dtype(tag)
    info = np.iinfo(kind)
    generator = np.random.default_rng(6)
    edges = [0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 100, info.max, info.max - 1, info.min, info.min + 1]
    edges += [-1, -2, -3, -7] if kind.kind == "i" else []
    edges = np.array([edge for edge in edges if info.min <= edge <= info.max], kind)
    every = [a.ravel() for a in np.meshgrid(edges, edges)]
    some = [generator.integers(info.min, info.max, 3000, kind, endpoint=True) for _ in range(2)]
    x, y = (np.concatenate([a, b]) for a, b in zip(every, some, strict=True))
    if function == "power":
        y = np.where(y < 0, 3, y).astype(kind)  # NumPy raises for negative exponents
    with np.errstate(all="ignore"):
        want = getattr(np, function)(x, y)
    got = array_function(f"{function}.{tag}")(x, y)
    assert want.dtype == got.dtype
    bad = np.nonzero(got != want)[0]
    assert not bad.size, [(x[k], y[k], got[k], want[k]) for k in bad[:5]]


@pytest.mark.parametrize(("source", "target"), CASTS)
def test_conversions(source, target):
    kind, result = dtype(source), dtype(target)
    generator = np.random.default_rng(7)
    with np.errstate(all="ignore"):
        powers = (2.0 ** generator.uniform(-30, 70, SIZE) * generator.choice([-1, 1], SIZE)).astype(kind)
        edges = [s * (2.0**k + d) for k in (7, 8, 15, 16, 31, 32, 63, 64) for d in (-1, -0.5, 0, 0.5, 1) for s in (1, -1)]
        x = np.concatenate([draw(generator, kind), powers, np.array(edges).astype(kind)])
        if (source, target) == ("f64", "f16"):
            x = np.concatenate([x, between_halves(generator)])
        # two apart: of whole vectors NumPy converts some otherwise than of single numbers
        want = np.repeat(x, 2)[::2].astype(result)
    got = array_function(f"cast.{source}.{target}")(x)
    fine = got == want if result.kind in "iu" else same(got, want)
    bad = np.nonzero(~fine)[0]
    assert not bad.size, [(x[k], got[k], want[k]) for k in bad[:5]]


def between_halves(generator):
    """Doubles half way between two half-precision numbers, and next to there: rounding twice gets them wrong."""
    halves = np.arange(0, 0x7C00, dtype=np.uint16).view(np.float16).astype(float)
    middle = (halves[1:] + halves[:-1]) / 2
    return np.concatenate([middle, np.nextafter(middle, np.inf), np.nextafter(middle, 0), -middle])
