"""Errors of the native math functions stay within what docs/native_math.md says."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite")
pytest.importorskip("mpmath")

import mpmath

from benchmarks.vector_math import array_function, dtype
from sct.backends.native.width import vector_width
from tests.backends.native.accuracy import (
    ELEMENTARY,
    EXACT,
    FUNCTIONS,
    by_mpmath,
    ulps,
    worst,
    worst_far,
    worst_single,
)
from tests.backends.native.test_math_special import numbers

DOCS = Path(__file__).resolve().parents[3] / "docs"
_spec = importlib.util.spec_from_file_location("make_native_math", DOCS / "make_native_math.py")
make_native_math = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(make_native_math)
BOUNDS = make_native_math.bounds((DOCS / "native_math.md").read_text("utf-8"))


def test_the_page_lists_every_function_and_promises_enough():
    assert {name for name, _ in BOUNDS} == set(ELEMENTARY)
    assert set(ELEMENTARY) | EXACT == set(FUNCTIONS)
    assert max(BOUNDS.values()) <= 4


def test_the_page_is_as_it_is_made(monkeypatch):
    text = (DOCS / "native_math.md").read_text("utf-8")
    rows = dict(zip(ELEMENTARY, (line + "\n" for line in text.splitlines() if line.startswith("| `")), strict=True))
    monkeypatch.setattr(make_native_math, "row", rows.__getitem__)  # measuring takes minutes
    assert make_native_math.page() == text


@pytest.mark.parametrize("tag", ["f64", "f32"])
@pytest.mark.parametrize("function", ELEMENTARY)
def test_sampled(function, tag):
    error, where = worst(function, tag, seed=7)
    assert error <= BOUNDS[function, tag], where


@pytest.mark.parametrize("function", [name for name in ELEMENTARY if FUNCTIONS[name] == 1])
def test_every_so_many_singles(function):
    error, where = worst_single(function, step=40_009, start=3)
    assert error <= BOUNDS[function, "f32"], where


@pytest.mark.parametrize("function", ["sin", "cos", "tan"])
def test_far_from_zero(function):
    error, where = worst_far(function)
    assert error <= BOUNDS[function, "f64"], where


@pytest.mark.parametrize(("tag", "low", "high"), [("f64", 1, 20), ("f64", 20, 42), ("f64", 42, 1000), ("f32", 1, 20)])
def test_next_to_multiples_of_half_of_pi(tag, low, high):
    """Where the reduction cancels all digits but those that the argument lacks."""
    generator = np.random.default_rng(9)
    with mpmath.workprec(1300):
        multiples = [mpmath.floor(mpmath.mpf(2) ** float(e)) * mpmath.pi / 2 for e in generator.uniform(low, high, 200)]
        x = np.array([float(multiple) for multiple in multiples]).astype(np.float64 if tag == "f64" else np.float32)
    for function in ("sin", "cos", "tan"):
        found = ulps(array_function(f"{function}.{tag}")(x), *by_mpmath(function, (x,)))
        assert found.max() <= BOUNDS[function, tag], x[np.argmax(found)]


def test_the_bounds_of_the_fast_reduction_hold_on_both_sides():
    for tag, bound in (("f64", 2.0**40), ("f32", 2.0**17)):
        kind = np.float64 if tag == "f64" else np.float32
        x = np.array([np.nextafter(kind(bound), kind(0)), bound, np.nextafter(kind(bound), kind(np.inf)), 1.0], kind)
        for function in ("sin", "cos", "tan"):
            got = array_function(f"{function}.{tag}")(x)
            np.testing.assert_allclose(got, getattr(np, function)(x.astype(np.longdouble)), rtol=1e-6)
            assert got[3] == array_function(f"{function}.{tag}")(x[3:])[0], "a neighbour in the vector does not matter"


@pytest.mark.parametrize("tag", ["f64", "f32"])
def test_whole_powers_of_whole_numbers_are_whole(tag):
    kind, digits = (np.float64, 53) if tag == "f64" else (np.float32, 24)
    cases = [(b, e, b**e) for b in range(1, 400) for e in range(0, 54) if b**e < 2**digits]
    base, exponent, power = (np.array([case[k] for case in cases], kind) for k in range(3))
    assert (array_function(f"power.{tag}")(base, exponent) == power).all()
    assert (abs(array_function(f"power.{tag}")(-base, exponent)) == power).all()


@pytest.mark.parametrize("tag", ["f64", "f32"])
def test_powers_are_the_same_at_every_width_and_beside_any_number(tag):
    generator = np.random.default_rng(3)
    kind = dtype(tag)
    power = array_function(f"power.{tag}")
    base = (10.0 ** generator.uniform(-30, 30, 4000)).astype(kind)
    exponent = generator.uniform(-3, 3, 4000).astype(kind)
    base[:1000] = generator.uniform(0.7, 1.5, 1000)
    exponent[:1000] = generator.uniform(-60, 60, 1000)
    found = power(base, exponent)
    wide = array_function(f"power.{tag}", vector_width())
    assert (wide(base, exponent) == found).all()
    assert [power(base[k : k + 1], exponent[k : k + 1])[0] for k in range(100)] == found[:100].tolist()
    base[::3], exponent[1::7] = generator.choice(numbers(kind), 1334), np.inf
    with np.errstate(all="ignore"):
        rough = (base.astype(np.longdouble) ** exponent).astype(kind)
    for function in (power, wide):
        got = function(base, exponent)
        np.testing.assert_allclose(got, rough, rtol=1e-6)
        untouched = np.ones(4000, bool)
        untouched[::3] = untouched[1::7] = False
        assert (got[untouched] == found[untouched]).all()


@pytest.mark.parametrize("tag", ["f64", "f32"])
def test_results_that_are_numbers_are_these(tag):
    kind = np.float64 if tag == "f64" else np.float32
    whole = np.arange(1, 200).astype(kind)
    exponents = np.arange(-126, 128).astype(kind)
    powers = (2.0 ** exponents.astype(float)).astype(kind)
    tens = np.array([10.0**k for k in range(11)], kind)
    run = lambda name, *arrays: array_function(f"{name}.{tag}")(*arrays)  # noqa: E731
    assert (run("cbrt", whole**3) == whole).all()
    assert (run("hypot", 3 * whole, 4 * whole) == 5 * whole).all()
    assert (run("exp2", exponents) == powers).all()
    assert (run("log2", powers) == exponents).all()
    assert (run("log10", tens) == np.arange(11)).all()
