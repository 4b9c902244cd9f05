"""Linear equations, inverses, determinants and Cholesky factors as machine code, against NumPy."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sct

SETTINGS = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
FUNCTIONS = {
    "inv": lambda a: np.linalg.inv(a),
    "det": lambda a: np.linalg.det(a),
    "cholesky": lambda a: np.linalg.cholesky(a),
}


def solve(a, b):
    return np.linalg.solve(a, b)


def handled(name):
    """The same function with a handler that takes what it raises."""
    function = {**FUNCTIONS, "solve": solve}[name]

    def attempt(*args):
        try:
            return function(*args)
        except np.linalg.LinAlgError as error:
            return str(error)

    return attempt


def outcome(function, args):
    try:
        with np.errstate(all="ignore"):
            return function(*args)
    except np.linalg.LinAlgError as error:
        return str(error)


def check(function, *args, static=None):
    expected = outcome(function, args)
    found = outcome(static or sct.to_static(function, backend="native"), args)
    if isinstance(expected, str):
        assert found == expected
        return
    assert type(found) is type(expected)
    assert found.dtype == expected.dtype
    size = np.abs(expected[np.isfinite(expected)]).max(initial=0.0)
    bound = 2e-3 if expected.dtype.char in "fF" else 1e-9
    np.testing.assert_allclose(found, expected, rtol=bound, atol=bound * size)


def matrix(rng, shape, dtype, definite=False):
    n = shape[-1]
    a = rng.integers(-9, 10, shape).astype(float) if dtype == "int64" else rng.standard_normal(shape)
    if dtype[0] == "c":
        a = a + 1j * rng.standard_normal(shape)
    a = a @ np.conj(np.swapaxes(a, -1, -2)) if definite else a
    return (a + 3 * n * np.eye(n)).astype(dtype) if dtype != "int64" else a.astype(dtype) + 30 * np.eye(n, dtype=dtype)


@st.composite
def systems(draw):
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    n, width = draw(st.sampled_from([1, 2, 3, 4, 5, 8, 20])), draw(st.sampled_from([1, 2, 3, 7]))
    dtype = draw(st.sampled_from(["float32", "float64", "complex128", "int64"]))
    batch = draw(st.sampled_from([((), ()), ((2,), ()), ((), (3,)), ((3,), (3,)), ((2, 1), (3,))]))
    a = matrix(rng, (*batch[0], n, n), dtype, draw(st.booleans()))
    b = rng.standard_normal((n,) if draw(st.booleans()) and not batch[1] else (*batch[1], n, width))
    kind = draw(st.integers(0, 4))
    if kind == 0:
        a = np.swapaxes(a, -1, -2)
    elif kind == 1:
        a[..., 0, :] = 0
    elif kind == 2 and dtype != "int64":
        a[..., -1, 0] = draw(st.sampled_from([np.nan, np.inf, 1e300 if dtype != "float32" else 1e30]))
    elif kind == 3:
        a = a[..., ::-1, :]
    return a, b.astype(dtype) if dtype == "float32" else b


@SETTINGS
@given(systems())
def test_solve(system):
    check(solve, *system)


@pytest.mark.parametrize("name", FUNCTIONS)
@SETTINGS
@given(systems())
def test_functions_of_one_matrix(name, system):
    check(FUNCTIONS[name], system[0])


@pytest.mark.parametrize("name", ["cholesky", "inv", "solve"])
@SETTINGS
@given(systems())
def test_handlers_of_what_cannot_be_done(name, system):
    args = system if name == "solve" else system[:1]
    static = sct.to_static(handled(name), backend="native")
    for one in (args, tuple(np.zeros_like(x) for x in args), args):
        check(handled(name), *one, static=static)
    assert "called back" not in static.report()


@pytest.mark.parametrize("name", [*FUNCTIONS, "solve"])
def test_extents_that_are_known_at_run_time_only(name):
    rng = np.random.default_rng(6)
    static = sct.to_static(FUNCTIONS.get(name, solve), backend="native")
    for n in (4, 6, 3, 1, 9, 0):
        a = matrix(rng, (n, n), "float64", True)
        args = (a, rng.standard_normal(n)) if name == "solve" else (a,)
        check(FUNCTIONS.get(name, solve), *args, static=static)


@pytest.mark.parametrize("scale", [1e-120, 1e-80, 1.0, 1e80, 1e120])
def test_determinants_of_any_size(scale):
    for n in (1, 2, 3, 4):
        a = np.eye(n) * scale
        a[0, 0] = 1 / scale
        check(FUNCTIONS["det"], a)
        check(FUNCTIONS["det"], a[::-1])


def filtered(measured, f, h, q, r):
    x, p = np.zeros(4), np.eye(4)
    found = np.zeros(measured.shape[0])
    for t in range(measured.shape[0]):
        x, p = f @ x, f @ p @ f.T + q
        s = h @ p @ h.T + r
        gain = p @ h.T @ np.linalg.inv(s)
        x = x + gain @ (measured[t] - h @ x)
        p = p - gain @ h @ p
        found[t] = x[0] + np.linalg.det(s)
    return found, x, p


def test_a_kalman_filter():
    rng = np.random.default_rng(7)
    f = np.eye(4) + 0.1 * np.eye(4, k=2)
    args = (rng.standard_normal((60, 2)), f, np.eye(2, 4), 0.01 * np.eye(4), 0.1 * np.eye(2))
    static = sct.to_static(filtered, backend="native")
    for x, y in zip(static(*args), filtered(*args), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-11, atol=1e-12)
    assert "called back" not in static.report()
