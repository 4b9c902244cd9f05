"""Loops that run strip by strip: which do, in how many passes, and that their arrays come and go as in Python."""

import numpy as np
import pytest

import sct
from sct.loops.turns import strips
from tests.programs import masks

RNG = np.random.default_rng(3)
X = np.abs(RNG.standard_normal((6, 11))) + 0.5
STRIPPED = [
    "mandelbrot_parts", "mandelbrot_masked", "mandelbrot_of_a_suite", "julia", "newton_fractal", "newton_roots",
    "bisection", "collatz_masked", "collatz_counted", "logistic_map", "polynomial", "looked_at_now_and_then",
    "goes_on_after_its_end",
]  # fmt: skip
SETTLED = {"mandelbrot_parts", "newton_fractal", "collatz_masked", "collatz_counted"}


@pytest.mark.parametrize("name", STRIPPED)
def test_what_people_write_runs_strip_by_strip(name, monkeypatch):
    plans = []
    plan = strips.plan

    def noted(low, op):
        plans.append(plan(low, op))
        return plans[-1]

    monkeypatch.setattr("sct.loops.turns.lanes.plan", noted)
    (call,) = (p.calls[0] for p in masks.program.programs if p.name == name)
    static = sct.to_static(getattr(masks, name), backend="native")
    static(*[a.copy() if isinstance(a, np.ndarray) else a for a in call.args])
    assert "lanes (" in static.loops()
    if name in SETTLED:
        assert plans[-1].settled


def native(function):
    return sct.to_static(function, backend="native")


def halved(x):
    while np.any(x > 1):
        x = np.where(x > 1, x / 2, x)
    return x


def test_a_loop_that_does_not_turn_answers_its_argument():
    static = native(halved)
    small = X / 100
    assert static(small) is small
    found = static(X)
    assert found is not X
    assert np.array_equal(found, halved(X))


def test_a_loop_that_is_left_in_its_first_turn_answers_its_argument():
    def roots(x, a):
        for k in range(50):
            f = x * x - a
            if np.all(np.abs(f) < 1e-9):
                break
            x = x - f / (2 * x)
        return x, k

    static = native(roots)
    assert static(X, X * X)[0] is X
    found, turns = static(X, X + 1)
    wanted, count = roots(X, X + 1)
    assert np.array_equal(found, wanted)
    assert turns == count


def test_arguments_that_the_loop_changes():
    def grow(x, n):
        while np.any(x < 5):
            m = x < 5
            x[m] *= 1.5
            n += m
        return n

    ours, theirs = [X.copy(), np.zeros(X.shape)], [X.copy(), np.zeros(X.shape)]
    assert native(grow)(*ours) is ours[1]
    grow(*theirs)
    assert np.array_equal(ours[0], theirs[0])
    assert np.array_equal(ours[1], theirs[1])


@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 31, 32, 33, 100])
@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "c8", "i8", "i4", "u2", "i1"])
def test_any_length_and_dtype(n, dtype):
    def f(x, y):
        t = 0
        while np.any(x.real < 40):
            m = x.real < 40
            x = np.where(m, x + x + y, x)
            t += 1
        return x, t

    def known(x, y, trips):
        for _ in range(trips):
            x = x + y
            y = np.where(x == y, x, y)
        return x, y

    static, other = native(f), native(known)
    for shape in ((n,), (n, 3)):
        x, y = (RNG.integers(1, 9, shape).astype(dtype) for _ in range(2))
        for got, want in zip((*static(x, y), *other(x, y, 5)), (*f(x, y), *known(x, y, 5)), strict=True):
            assert np.array_equal(got, want)
            assert np.asarray(got).dtype == np.asarray(want).dtype


def test_extents_that_only_a_call_knows():
    static = native(halved)
    for n in (40, 41, 1, 7, 0, 16, 100):
        x = RNG.random(n) * 50
        assert np.array_equal(static(x), halved(x))


def test_functions_of_the_vector_library():
    def f(x):
        for _ in range(12):
            x = np.where(x > 0.1, np.log1p(np.exp(-x)) + np.sin(x) * np.arctan2(x, 2.0), x + 0.3)
        return x

    def g(x):
        for _ in range(12):
            x = np.floor(x * 3.7) % 5 + np.cbrt(x) + np.hypot(x, 2)
        return x

    for function in (f, g):
        static = native(function)
        np.testing.assert_allclose(static(X), function(X), rtol=1e-11)
        assert "lanes (" in static.loops()


def test_two_results_that_are_one_array():
    def pair(x):
        y = x
        for _ in range(20):
            x = x * 1.5
            y = x
        return x, y

    a, b = native(pair)(X)
    assert a is b
    assert np.array_equal(a, pair(X)[0])


def test_the_longest_strip_decides_on_numbers():
    def last(x):
        t, s = 0, 0.0
        while True:
            m = x < 100
            if not m.any():
                return x, t, s
            x = np.where(m, x * 1.1, x)
            s = s + 0.5 * t
            t += 1

    x = np.full(64, 99.0)
    for at in (0, 20, 63):
        x[at] = 1.0
        found = native(last)(x)
        assert all(np.array_equal(a, b) for a, b in zip(found, last(x), strict=True))
        x[at] = 99.0


def test_numbers_of_a_loop_whose_elements_rest_before_its_end():
    def f(x, turns):
        t, s = 0, 0.0
        for k in range(turns):
            m = x < 5
            x = np.where(m, x * 1.5, x)
            t += k
            s = 0.5 * s + t
        return x, t, s

    def g(x, turns):
        n, t = np.zeros(x.shape), 0
        while t < turns:
            m = x < 5
            x[m] *= 1.5
            n += m
            t += 1
        return n, t

    for function in (f, g):
        static = native(function)
        for turns in (0, 1, 7, 100):
            found, wanted = static(X.copy(), turns), function(X.copy(), turns)
            assert all(np.array_equal(a, b) for a, b in zip(found, wanted, strict=True))


def test_what_waits_is_computed_before_its_source_is_overwritten():
    def f(x):
        a = x + 1.0
        y = a * 2.0
        a[...] = 0.0
        b = x + 2.0
        z = b * 3.0
        b[b > 2] = -1.0
        for _ in range(10):
            y = y * 0.5 + z
        return y, a, b

    assert all(np.array_equal(p, q) for p, q in zip(native(f)(X), f(X), strict=True))


@pytest.mark.parametrize("dtype", ["c16", "c8"])
def test_sizes_of_complex_numbers_beside_bounds(dtype):
    part = np.dtype(dtype).type(0).real.dtype
    angle = RNG.random(5000) * 7
    odd = (np.inf, -np.inf, np.nan, 0.0, 1e-300, 1e300, 1e38, 1e-45)

    def size(z):
        return np.abs(z)

    for bound in (2.0, 0.1, 1e-8, 1e12):
        near = bound * (1 + RNG.integers(-3, 4, 5000) * np.finfo(part).eps / 2)
        with np.errstate(all="ignore"):
            z = np.concatenate([near * np.exp(1j * angle), [complex(a, b) for a in odd for b in odd]]).astype(dtype)

        def compared(z, bound=bound):
            r = np.abs(z)
            return r < bound, r <= bound, r > bound, r >= bound, bound > r

        r = native(size)(z)
        for got, want in zip(native(compared)(z), compared(r), strict=True):
            assert np.array_equal(got, want)


@pytest.mark.parametrize("n", [1, 3, 20])
def test_ops_that_call_back_beside_masked_updates(n):
    def f(x, y):
        c = np.array([3.0, 1.0, 2.0, 5.0])
        for _ in range(2):
            m = x < y
            x[m] = x[m] + y[m]
        return x, np.sort(y), np.median(c * x[0])

    ours, theirs = [X.ravel()[:n].copy(), np.arange(n) / 2.0], [X.ravel()[:n].copy(), np.arange(n) / 2.0]
    static = native(f)
    for _ in range(2):
        assert all(np.array_equal(a, b) for a, b in zip(static(*ours), f(*theirs), strict=True))
