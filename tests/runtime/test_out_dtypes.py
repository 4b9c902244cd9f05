"""`out=` of another dtype than the result's: as NumPy, or refused; some functions compute in the dtype of `out`."""

import linecache

import numpy as np
import pytest

import sct
from sct.errors import SctError
from tests.harness import Call
from tests.harness.observe import differences, observe

ROWS = np.random.default_rng(0).normal(size=(40, 3))
FOLDS = {
    "sum": lambda a, o: np.sum(a, axis=0, out=o),
    "prod": lambda a, o: np.prod(a, axis=0, out=o),
    "mean": lambda a, o: a.mean(0, None, o),
    "std": lambda a, o: np.std(a, axis=0, out=o),
    "max": lambda a, o: np.max(a, axis=0, out=o),
    "any": lambda a, o: np.any(a, axis=0, out=o),
    "argmax": lambda a, o: np.argmax(a, axis=0, out=o),
    "median": lambda a, o: np.median(a, axis=0, out=o),
    "reduce": lambda a, o: np.add.reduce(a, 0, None, o),
}
WHOLE = {
    "cumsum": lambda a, o: np.cumsum(a, axis=0, out=o),
    "accumulate": lambda a, o: np.add.accumulate(a, 0, None, o),
    "round": lambda a, o: np.round(a, 1, o),
    "take": lambda a, o: np.take(a, range(40), axis=0, out=o),
    "compress": lambda a, o: np.compress(np.ones(40, bool), a, axis=0, out=o),
    "dot": lambda a, o: np.dot(a, np.eye(3, dtype=a.dtype), o),
    "einsum": lambda a, o: np.einsum("ij,jk->ik", a, np.eye(3, dtype=a.dtype), out=o),
    "clip": lambda a, o: np.clip(a, -1, 1, out=o),
    "add": lambda a, o: np.add(a, a, out=o),
    "sqrt": lambda a, o: np.sqrt(a, o),
    "concatenate": lambda a, o: np.concatenate([a[:20], a[20:]], out=o),
}
CASES = [(name, f, (3,)) for name, f in FOLDS.items()] + [(name, f, (40, 3)) for name, f in WHOLE.items()]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "c8"])
@pytest.mark.parametrize("name, function, shape", CASES, ids=[case[0] for case in CASES])
def test_as_numpy_or_refused(name, function, shape, dtype):
    x = (ROWS * 9).astype(dtype)
    static = sct.to_static(function)
    agreed = 0
    for kind in ("f2", "f4", "f8", "i1", "i4", "i8", "c8", "c16", "?"):
        expected, got = np.zeros(shape, kind), np.zeros(shape, kind)
        failed = None
        try:
            function(x, expected)
        except Exception as error:
            failed = error
        try:
            static(x, got)
        except SctError:
            continue
        except Exception as error:
            assert type(error) is type(failed), (kind, error)
            continue
        assert failed is None, (kind, failed)
        np.testing.assert_allclose(got, expected, rtol=2e-6 if kind != "f2" else 1e-2)
        agreed += 1
    assert agreed


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["max", "min"])
@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "f8"])
@pytest.mark.parametrize("kind", ["?", "i1", "u1", "i4", "f4", "f8", "c16"])
def test_extremes_of_what_out_does_not_hold(name, dtype, kind):
    """NumPy casts again and again on the way."""
    x = np.array([[0.0, -1, -2, 0], [100, 100, 100, 3], [0, 1, 2, 200], [-3, -3, 0, -1]]).astype(dtype)
    scope = {"np": np}
    source = f"def f(x, o):\n    np.{name}(x, axis=1, out=o)\n"
    file = f"<extremes {name} {dtype} {kind}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    exec(compile(source, file, "exec"), scope)
    expected, got = np.zeros(4, kind), np.zeros(4, kind)
    scope["f"](x, expected)
    try:
        sct.to_static(scope["f"])(x, got)
    except SctError:
        assert not np.can_cast(dtype, kind)
    else:
        np.testing.assert_array_equal(got, expected)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("name", ["sum", "prod", "mean", "reduce", "cumsum", "accumulate", "ptp"])
@pytest.mark.parametrize("given, kind", [("f4", "f8"), ("f8", "c16"), ("i4", "f8"), ("?", "i8"), ("?", "i4"), ("i1", "f4")])
def test_a_wider_out_is_served(name, given, kind, backend):
    uses = {**FOLDS, **WHOLE, "ptp": lambda a, o: np.ptp(a, axis=0, out=o)}
    x = (ROWS * 9).astype(given)
    shape = (40, 3) if name in WHOLE else (3,)
    if (name, given) == ("mean", "?") or (name, kind) == ("mean", "i4"):
        return  # NumPy divides into `out`, which raises
    expected, got = np.zeros(shape, kind), np.zeros(shape, kind)
    wanted, found = uses[name](x, expected), sct.to_static(uses[name], backend=backend)(x, got)
    assert found is got and wanted is expected
    np.testing.assert_allclose(got, expected, rtol=1e-6)


ZERO_DIMENSIONS = [
    "np.dot(x, x, out=o)",
    "np.dot(x[:0], x[:0], out=o)",
    "x.dot(x, out=o)",
    "np.linalg.multi_dot([x, x], out=o)",
    "np.linalg.multi_dot([x, x[:, None] * x, x], out=o)",
    "np.sum(x[0], out=o)",
    "x[0].max(out=o)",
    "np.clip(x[0], 0, 1, out=o)",
    "np.round(x[0], out=o)",
    "np.take(x[0], 0, out=o)",
    "np.median(x[0], out=o)",
    "np.matmul(x, x, out=o)",
    "np.sum(x, out=o)",
]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("call", ZERO_DIMENSIONS)
def test_an_array_without_dimensions(call, backend):
    """Some functions answer it, and some a scalar, which does not change with it."""
    scope = {"np": np}
    source = f"def f(x):\n    o = np.ones(())\n    r = {call}\n    o += 1\n    return r, o, r is o\n"
    name = f"<out {call}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    exec(compile(source, name, "exec"), scope)
    mine, yours = (Call((np.array([1.0, -2.0, 3.0]),), {}) for _ in range(2))
    assert not differences(observe(scope["f"], mine), observe(sct.to_static(scope["f"], backend=backend), yours))
