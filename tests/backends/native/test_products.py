"""Products of arrays as machine code, against NumPy: shapes, strides, dtypes, batches, special values."""

import threading
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import sct
from sct.backends.native import blas

SETTINGS = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
SIZES = st.sampled_from([0, 1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 33, 50])
DTYPES = ["float32", "float64", "complex64", "complex128", "int8", "int32", "int64", "uint16"]
TOLERANCE = {"f": 3e-6, "F": 3e-6, "d": 5e-15, "D": 5e-15}


def array(draw, shape, dtype):
    """An array of the shape whose memory is C, Fortran, strided, reversed or read-only."""
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    layout = draw(st.sampled_from(["C", "F", "steps", "reversed", "stretched"]))
    wide = tuple(2 * n + 1 for n in shape) if layout == "steps" else shape
    values = rng.integers(-9, 9, wide).astype(dtype)
    if np.dtype(dtype).kind in "fc":
        values = (rng.standard_normal(wide) + (1j * rng.standard_normal(wide) if dtype[0] == "c" else 0)).astype(dtype)
    if layout == "steps":
        return values[tuple(slice(0, 2 * n, 2) for n in shape)]
    if layout == "reversed":
        return values[tuple(slice(None, None, -1) for _ in shape)]
    if layout == "stretched" and shape and shape[0]:
        return np.broadcast_to(values[:1], shape)
    return np.asfortranarray(values) if layout == "F" else values


def outcome(function, args):
    try:
        with np.errstate(all="ignore"):
            return function(*args)
    except Exception as error:
        return type(error), str(error)


def check(function, *args, static=None):
    """The plain result and ours are equal to a few units of the sum of absolute values."""
    expected = outcome(function, args)
    found = outcome(static or sct.to_static(function, backend="native"), args)
    if isinstance(expected, tuple):
        assert found == expected
        return
    assert type(found) is type(expected)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    if expected.dtype.kind not in "fc":
        np.testing.assert_array_equal(found, expected)
        return
    with np.errstate(all="ignore"):
        size = function(*[np.abs(a).astype(a.dtype) for a in args])
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(np.asarray(found)[~finite], np.asarray(expected)[~finite])
    error = np.abs(np.asarray(found)[finite] - np.asarray(expected)[finite])
    assert (error <= TOLERANCE[expected.dtype.char] * np.abs(size)[finite]).all()


@st.composite
def matrices(draw):
    m, n, k = draw(SIZES), draw(SIZES), draw(SIZES)
    dtype = draw(st.sampled_from(DTYPES))
    other = draw(st.sampled_from(DTYPES)) if draw(st.integers(0, 4)) == 0 else dtype
    batch = draw(st.sampled_from([((), ()), ((2,), ()), ((), (3,)), ((3,), (3,)), ((2, 1), (3,)), ((1,), (2,))]))
    ends = draw(st.sampled_from([("mk", "kn"), ("k", "kn"), ("mk", "k"), ("k", "k")]))
    extents = {"m": m, "n": n, "k": k}
    shapes = []
    for around, end in zip(batch, ends, strict=True):
        shapes.append((*(around if len(end) == 2 else ()), *[extents[c] for c in end]))
    return array(draw, shapes[0], dtype), array(draw, shapes[1], other)


def matmul(x, y):
    return x @ y


def transposed(x, y):
    return x.T @ y.T


@SETTINGS
@given(matrices())
def test_matmul(pair):
    check(matmul, *pair)


@SETTINGS
@given(matrices())
def test_transposed(pair):
    x, y = pair
    assume(x.ndim == y.ndim == 2)
    check(transposed, x.T, y.T)
    check(transposed, x, y)


@SETTINGS
@given(matrices())
def test_dot_and_inner(pair):
    x, y = pair
    check(lambda a, b: np.dot(a, b), x, y)
    if y.ndim > 1:
        y = np.swapaxes(y, -1, -2)
    check(lambda a, b: np.inner(a, b), x, y)


EINSUMS = [
    "ij,jk->ik", "ij,kj->ki", "ij,ij->i", "ij,ji->", "i,j->ij", "i,i->", "bij,bjk->bik", "bij,bjk->ikb",
    "bhqd,bkhd->bhqk", "bhqk,bkhd->bqhd", "ii,i->i", "ij,j->i", "abc,abd->cd", "acb,abd->cd", "...ij,...jk->...ik",
    "ij,jk,kl->il", "ijk->j", "ij->", "ij,jk->k", "bi,bi->b",
]  # fmt: skip


@SETTINGS
@given(st.data())
def test_einsum(data):
    subscripts = data.draw(st.sampled_from(EINSUMS))
    extents = {label: data.draw(st.sampled_from([0, 1, 2, 3, 5, 8, 17])) for label in "abcdhijklq"}
    dtype = data.draw(st.sampled_from(["float32", "float64", "complex128", "int64"]))
    terms = subscripts.partition("->")[0].replace("...", "bh").split(",")
    arrays = [array(data.draw, tuple(extents[c] for c in term), dtype) for term in terms]
    check(lambda *given_: np.einsum(subscripts, *given_), *arrays)


@SETTINGS
@given(st.data())
def test_tensordot(data):
    axes = data.draw(st.sampled_from([0, 1, 2, ((0, 1), (1, 0)), ((2,), (0,)), ((0, 2), (2, 0))]))
    n = data.draw(st.sampled_from([1, 2, 3, 6]))
    dtype = data.draw(st.sampled_from(["float32", "float64", "int32"]))
    check(lambda a, b: np.tensordot(a, b, axes), array(data.draw, (n,) * 3, dtype), array(data.draw, (n,) * 3, dtype))


@SETTINGS
@given(st.data())
def test_extents_that_are_known_at_run_time_only(data):
    for function, shapes in ((matmul, "mk,kn"), (matmul, "bmk,kn"), (transposed, "km,nk"), (matmul, "mk,k")):
        static = sct.to_static(function, backend="native")
        dtype = data.draw(st.sampled_from(["float32", "float64", "complex64", "int64"]))
        for _ in range(4):
            extents = {c: data.draw(SIZES) for c in "bmnk"}
            arrays = [array(data.draw, tuple(extents[c] for c in term), dtype) for term in shapes.split(",")]
            check(function, *arrays, static=static)


@pytest.mark.parametrize("shape", [(1, 1), (5, 9), (40, 31), (257, 33), (300, 300)])
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
@pytest.mark.parametrize("value", [np.nan, -np.inf, -0.0])
def test_special_values(shape, dtype, value):
    rng = np.random.default_rng(1)
    x = rng.standard_normal(shape).astype(dtype)
    y = rng.standard_normal(shape[::-1]).astype(dtype)
    x[-1, 0] = value
    y[0, -1] = value
    if dtype[0] != "c" or np.isfinite(value):
        check(matmul, x, y)
    check(lambda a: a @ a.T, np.abs(x))
    if dtype[0] != "c":
        check(lambda a: a.T @ a, x)


@pytest.mark.parametrize("depth", [1, 127, 128, 129, 193, 255, 256, 257, 300, 384, 1023, 1024, 1025])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_deep_products(depth, dtype):
    rng = np.random.default_rng(2)
    for m, n in ((1, 40), (3, 5), (24, 32), (37, 41), (96, 64), (100, 100)):
        x, y = rng.standard_normal((m, depth)).astype(dtype), rng.standard_normal((depth, n)).astype(dtype)
        check(matmul, x, y)
        check(matmul, x, np.asfortranarray(y))
        check(transposed, np.ascontiguousarray(x.T), np.ascontiguousarray(y.T))


def into_itself(a, b):
    np.matmul(a, b, out=a)
    return a


def through_views(a):
    c = np.zeros((8, 8))
    c[2:6, 2:6] = a[:4, :4] @ a[4:, 4:]
    a[:4, :4] = a[:4, :4] @ a[:4, 4:]
    return c


def powers(a, n):
    total = a
    for _ in range(n):
        a = a @ a.T / 10.0
        total = total + a
    return total


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_the_signs_of_zeros_in_a_column_times_a_row(dtype):
    """NumPy adds the product to zero: signs decide what `qr`, `angle` and `sqrt` make of it."""
    parts = [complex(re, im) for re in (0.0, -0.0, 1.0, -1.0) for im in (0.0, -0.0, 1.0, -1.0)]
    column, row = np.array([parts], dtype).T, np.array([parts], dtype)
    got, want = sct.to_static(lambda a, b: a @ b)(column, row), np.matmul(column, row)
    assert got.tobytes() == want.tobytes()
    stacked = sct.to_static(lambda a, b: a @ b)(np.array([column] * 3), row)
    assert stacked.tobytes() == np.array([want] * 3).tobytes()


@pytest.mark.parametrize("n", [2, 3, 8, 64])
def test_results_over_operands(n):
    rng = np.random.default_rng(3)
    a, b = rng.standard_normal((n, n)), rng.standard_normal((n, n))
    x, y = a.copy(), a.copy()
    into_itself(x, b)
    sct.to_static(into_itself, backend="native")(y, b)
    np.testing.assert_allclose(y, x, rtol=1e-12, atol=1e-12)
    check(powers, a / n, np.array(5))


def test_parts_of_one_array():
    a = np.random.default_rng(4).standard_normal((8, 8))
    x, y = a.copy(), a.copy()
    np.testing.assert_allclose(sct.to_static(through_views, backend="native")(y), through_views(x), rtol=1e-13)
    np.testing.assert_allclose(y, x, rtol=1e-13)


@pytest.mark.parametrize("shape", [(3, 4, 2), (2, 60, 50)])
@pytest.mark.parametrize("extents", ["known", "unknown"])
def test_each_matrix_with_each_of_the_same_array(shape, extents):
    """Only the product of a matrix with itself is symmetric."""
    spec = None if extents == "known" else [sct.InputSpec([None] * 3, "float64")]
    x = np.random.default_rng(3).integers(-4, 5, shape).astype(float)
    for function in (
        lambda x: np.inner(x, x), lambda x: np.einsum("ijk,lmk->ijlm", x, x), lambda x: np.einsum("ijk,lk->ijl", x, x[0]),
        lambda x: np.tensordot(x, x[:1], axes=([2], [2])), lambda x: x @ x.swapaxes(1, 2), lambda x: x @ x[::-1].swapaxes(1, 2),
    ):  # fmt: skip
        static = sct.to_static(function, backend="native", **({"input_spec": spec} if spec else {}))
        np.testing.assert_array_equal(static(x), function(x))


def test_threads_at_once():
    static = sct.to_static(lambda a, b: (a @ b).sum() + (a.T @ b)[0, 0], backend="native")
    rng = np.random.default_rng(5)
    pairs = [(rng.standard_normal((90, 90)), rng.standard_normal((90, 90))) for _ in range(4)]
    expected = [static(*pair) for pair in pairs]
    wrong = []

    def work(number):
        for _ in range(30):
            if static(*pairs[number]) != expected[number]:
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_without_a_library(monkeypatch):
    monkeypatch.setattr(blas, "library", lambda: None)
    static = sct.to_static(lambda a, b: np.tanh(a @ b), backend="native")
    a, b = np.ones((3, 4)), np.arange(20.0).reshape(4, 5)
    np.testing.assert_array_equal(static(a, b), np.tanh(a @ b))


@pytest.mark.parametrize("bits", [32, 64])
def test_the_text_for_both_widths_of_integers(bits):
    names = [f"cblas_{c}{f}" for c in "sdcz" for f in ("gemm", "gemv", "syrk")]
    names += ["cblas_sdot", "cblas_ddot", *[f"cblas_{c}dot{k}_sub" for c in "cz" for k in "uc"]]
    solvers = [c + f for c in "sdcz" for f in ("gesv", "getrf", "potrf")]
    found = SimpleNamespace(bits=bits, products={n: n for n in names}, solvers={n: n for n in solvers})
    functions = ("gemm", "gemv", "syrk", "dot", "gesv", "getrf", "potrf")
    wanted = [f"sct_blas_{f}_{k}" for f in functions for k in ("f32", "f64", "c64", "c128")]
    from sct.backends.native.llvm import compile_module

    text = blas.blas_functions(wanted, found)
    assert (" = trunc i64" in text) == (bits == 32)
    compile_module(text, symbols=dict.fromkeys(names + solvers, 1))
