"""NumPy's functions through their bindings: on arrays, on checked values, with known and symbolic extents."""

from __future__ import annotations

import numpy as np
import pytest

from sct.errors import StaticValueError, UnsupportedOpError
from sct.ops import bindings
from tests.ops.checked import Checked, outcome, plain, same


def wrap(value, dims):
    if isinstance(value, (np.ndarray, np.generic)):
        return Checked(value, dims=dims)
    if isinstance(value, (list, tuple)):
        return type(value)(wrap(item, dims) for item in value)
    return value


def check(function, *args, kept=(), **kwargs):
    """The binding answers what the function answers, three times; `kept` names arguments that stay static."""
    binding = bindings.lookup_binding(function)
    assert binding is not None, function
    want = outcome(function, *args, **kwargs)
    got = outcome(binding, *args, **kwargs)
    agree(function, got, want)
    for dims in (False, True):
        wrapped = [a if k in kept else wrap(a, dims) for k, a in enumerate(args)]
        named = {k: v if k in kept else wrap(v, dims) for k, v in kwargs.items()}
        got = outcome(lambda: plain(binding(*wrapped, **named)))
        if dims and got[0] == "error" and got[1] in (StaticValueError, UnsupportedOpError):
            continue  # a refusal that names the reason
        if not (dims and got[0] == want[0] == "error"):  # of two errors, the other one may be known first
            agree(function, got, want)


def agree(function, got, want):
    assert got[0] == want[0], (function, got, want)
    if want[0] == "value":
        assert same(got[1], want[1]), (function, got[1], want[1])
    else:
        assert issubclass(got[1], want[1]) or got[1] is want[1], (function, got, want)


F = np.arange(24.0).reshape(2, 3, 4)
G = np.random.default_rng(0).normal(size=(3, 4)).astype("float32")
I = np.arange(12, dtype="int16").reshape(3, 4) % 5
B = I > 2
C = (G[:, :3] + 1j * G[:, 1:]).astype("complex64")
V = np.array([3.0, 1.0, 2.0])
E0 = np.zeros((0, 3))
Z = np.array(2.5)
S = np.float32(1.5)
N = np.array([[1.0, np.nan, 3.0], [np.nan, 5.0, 6.0]])
ARRAYS = {
    "f8": F, "f4": G, "i2": I, "bool": B, "c8": C, "vector": V, "empty": E0, "0-d": Z, "scalar": S, "nan": N,
    "strided": F[::-1, ::2], "fortran": np.asfortranarray(G), "f2": G.astype("float16"), "u1": I.astype("uint8"), "u8": I.astype("uint64"),
    "broadcast": np.broadcast_to(V, (2, 3)), "big": G.astype(">f8"),
}  # fmt: skip
each_array = pytest.mark.parametrize("x", ARRAYS.values(), ids=ARRAYS)

REDUCTIONS = (
    "sum prod mean std var max min all any argmax argmin count_nonzero ptp median nansum nanprod nanmean nanstd nanvar nanmax nanmin "
    "nanmedian nanargmax nanargmin amax amin"
).split()


@pytest.mark.filterwarnings("ignore")
@each_array
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name, x):
    function = getattr(np, name)
    check(function, x)
    for axis in (None, 0, -1, 1, 5):
        check(function, x, axis=axis)
        check(function, x, axis=axis, keepdims=True)
    if not name.startswith(("arg", "nanarg")):
        check(function, x, axis=(0, 1))
        check(function, x, axis=(0, -1), keepdims=True)
        check(function, x, axis=())


@pytest.mark.filterwarnings("ignore")
@each_array
def test_reduction_options(x):
    for name in ("sum", "prod", "mean", "std", "var", "nansum", "nanmean"):
        for dtype in (np.float32, "float64", complex, np.int8):
            check(getattr(np, name), x, axis=0, dtype=dtype)
    for name in ("std", "var", "nanstd", "nanvar"):
        check(getattr(np, name), x, ddof=1)
    check(np.std, x, correction=1)
    for name in ("sum", "prod", "max", "min"):
        check(getattr(np, name), x, initial=2)
        check(getattr(np, name), x, initial=2.5, axis=0)
        check(getattr(np, name), x, where=np.asarray(x != 0), initial=1)
    check(np.mean, x, where=np.asarray(x == x))
    check(np.any, x, where=np.asarray(x == x))


@pytest.mark.filterwarnings("ignore")
@each_array
@pytest.mark.parametrize("name", ["cumsum", "cumprod", "nancumsum", "nancumprod"])
def test_running(name, x):
    for axis in (None, 0, -1, 3):
        check(getattr(np, name), x, axis)
        check(getattr(np, name), x, axis=axis, dtype=np.float64)


@pytest.mark.filterwarnings("ignore")
@each_array
def test_order_statistics(x):
    for axis in (None, 0, -1):
        for q in (50, np.float64(25.0), np.array([10.0, 90.0]), [0, 100], np.float32(30)):
            check(np.percentile, x, q, axis=axis)
            if x.size or not np.ndim(q):
                check(np.nanpercentile, x, q, axis=axis, keepdims=True)
        check(np.quantile, x, 0.3, axis=axis, method="nearest")
        if x.size:
            check(np.nanquantile, x, [0.5, 0.25], axis)
    check(np.average, x)
    check(np.average, x, weights=np.ones(x.shape, "float32"))
    check(np.average, x, axis=-1, weights=np.ones(x.shape[-1:], int))
    check(np.average, x, axis=0, keepdims=True)


@each_array
def test_shapes(x):
    for shape in (-1, (-1,), x.shape, (x.size, 1), (1, -1), (2, -1), (3, 5), (-1, -1), (0, -1), ()):
        check(np.reshape, x, shape)
        check(np.reshape, x, shape, order="F")
    check(np.ravel, x)
    check(np.ravel, x, "F")
    check(np.transpose, x)
    check(np.transpose, x, (1, 0))
    check(np.transpose, x, (2, 0, 1))
    check(np.swapaxes, x, 0, -1)
    check(np.swapaxes, x, 0, 2)
    check(np.moveaxis, x, 0, -1)
    check(np.moveaxis, x, (0, 1), (-1, 0))
    check(np.rollaxis, x, 1)
    check(np.rollaxis, x, 0, 2)
    check(np.squeeze, x)
    check(np.squeeze, x[..., None], -1)
    check(np.squeeze, x, axis=0)
    check(np.expand_dims, x, 0)
    check(np.expand_dims, x, (0, -1))
    check(np.expand_dims, x, 5)
    check(np.broadcast_to, x, (2, *x.shape))
    check(np.broadcast_to, x, (2, 3))
    check(np.broadcast_arrays, x, np.float64(1), np.ones((2, 1, 1, 1)))
    for name in ("flip", "flipud", "fliplr", "rot90", "atleast_1d", "atleast_2d", "atleast_3d", "matrix_transpose"):
        check(getattr(np, name), x)
    check(np.flip, x, 0)
    check(np.flip, x, (0, 1))
    for k in range(-1, 5):
        check(np.rot90, x, k)
    check(np.rot90, x, 1, (1, 0))
    check(np.diagonal, x)
    check(np.diagonal, x, 1, 1, 0)
    check(np.diagonal, x, -1)
    check(np.diag, x)
    check(np.diag, x, -1)
    check(np.diagflat, x, 1)
    check(np.trace, x)
    check(np.trace, x, 1, 1, 0)
    check(np.trace, x, dtype=complex)


@each_array
def test_joining(x):
    for axis in (0, -1, None, 2, 7):
        check(np.concatenate, [x, x], axis)
        check(np.concatenate, (x, I), axis=axis)
        check(np.stack, [x, x, x], axis) if axis is not None else None
    check(np.concatenate, [x, x], dtype=np.float32, casting="unsafe")
    for name in ("hstack", "vstack", "dstack", "column_stack"):
        check(getattr(np, name), [x, x])
        check(getattr(np, name), (x, V))
        check(getattr(np, name), [x, 1.0])
    check(np.append, x, x)
    check(np.append, x, x, axis=0)
    check(np.append, x, [1, 2])
    check(np.block, [[x, x], [x, x]])
    check(np.block, [x, x])
    check(np.tile, x, 2)
    check(np.tile, x, (2, 1, 3))
    check(np.tile, x, 0)
    check(np.repeat, x, 2)
    check(np.repeat, x, 3, axis=0)
    check(np.repeat, x, [1] * len(np.atleast_1d(x)), axis=0)
    check(np.repeat, x, np.array([2]), axis=-1)
    check(np.roll, x, 1)
    check(np.roll, x, -2, axis=0)
    check(np.roll, x, (1, 2), axis=(0, 1))
    check(np.roll, x, np.int64(1), 0)
    check(np.resize, x, (3, 5))
    check(np.diff, x)
    check(np.diff, x, 2, axis=0)
    check(np.diff, x, n=0)
    check(np.diff, x, axis=0, prepend=0, append=1)
    check(np.tril, x)
    check(np.triu, x, 1)
    check(np.insert, x, 1, 7)
    check(np.insert, x, 1, 7, axis=0)
    check(np.insert, x, -1, V, axis=1)
    check(np.delete, x, 0)
    check(np.delete, x, [0, 1], axis=0)
    check(np.delete, x, slice(None, None, 2), axis=0)


@each_array
def test_splitting(x):
    for name in ("split", "array_split"):
        for where in (1, 2, 3, [1], [1, 2], [0, 2, 5]):
            check(getattr(np, name), x, where)
            check(getattr(np, name), x, where, -1)
    for name in ("hsplit", "vsplit", "dsplit"):
        check(getattr(np, name), x, 2)
        check(getattr(np, name), x, [1])
    if hasattr(np, "unstack"):
        check(np.unstack, x)
        check(np.unstack, x, axis=-1)


@pytest.mark.parametrize("mode", ["constant", "edge", "reflect", "symmetric", "wrap", "linear_ramp", "maximum", "minimum", "mean", "median"])
@pytest.mark.filterwarnings("ignore")
@each_array
def test_pad(x, mode):
    for width in (1, (1, 2), ((1, 0),) * x.ndim, 0):
        check(np.pad, x, width, mode)
    check(np.pad, x, -1, mode)
    if mode == "constant":
        check(np.pad, x, 1, constant_values=3)
        check(np.pad, x, 1, constant_values=np.float64(1.5))
    if mode == "reflect":
        check(np.pad, x, 1, mode, reflect_type="odd")


INDEX = np.array([[0, 1], [1, 0]])


@each_array
def test_choosing(x):
    check(np.take, x, INDEX)
    check(np.take, x, INDEX, axis=0)
    check(np.take, x, 0, -1)
    check(np.take, x, np.int64(1))
    check(np.take, x, [5, -7], mode="wrap", axis=0)
    check(np.take, x, [0, 1], axis=4)
    check(np.take_along_axis, x, np.zeros(x.shape, int), 0)
    check(np.take_along_axis, x, np.argsort(x, axis=-1), -1)
    check(np.take_along_axis, x, INDEX, None)
    for name in ("nonzero", "argwhere", "flatnonzero", "where"):
        check(getattr(np, name), x)
    check(np.compress, [True, False], x)
    check(np.compress, np.array([True, False]), x, axis=0)
    check(np.compress, [True, False, True, True, True, True], x, axis=-1)
    check(np.extract, np.asarray(x > 1), x)
    check(np.searchsorted, V[[1, 2, 0]], x)
    check(np.searchsorted, np.arange(3), x, side="right")
    check(np.searchsorted, V, x, sorter=np.argsort(V))
    check(np.searchsorted, V, x, side="up")
    check(np.digitize, x, np.array([0.0, 1.0, 2.5]))
    check(np.digitize, x, [3, 1], right=True)
    check(np.bincount, x)
    check(np.bincount, np.ravel(x), minlength=3)
    check(np.interp, x, np.arange(4), np.arange(4.0) ** 2)
    check(np.interp, x, [0, 1], [2, 3], left=-1)
    check(np.unique, x)
    check(np.unique, x, return_counts=True)
    check(np.unique, x, True, True, True)
    check(np.unique, x, axis=0)
    check(np.unique, x, return_inverse=True, axis=0)
    check(np.isin, x, [1, 2])
    check(np.isin, x, np.float64(1), invert=True)
    check(np.choose, np.asarray(x) * 0, [1, x, 2.5])
    check(np.choose, INDEX, [INDEX + 1, np.ones(2)])
    check(np.select, [np.asarray(x > 1), np.asarray(x < 0)], [x, -1], 7)
    check(np.select, [np.asarray(x > 1)], [S])
    check(np.ix_, np.ravel(x), [0, 1])
    check(np.ix_, np.ravel(x) > 1, [0, 1])
    check(np.unravel_index, x, (3, 4))
    check(np.unravel_index, INDEX, (3, 4))
    check(np.histogram, x)
    check(np.histogram, x, 3, range=(0, 5))
    check(np.histogram, x, [0, 1, 2], density=True)
    check(np.histogram, x, np.array([0.0, 1.0, 2.0]), weights=np.ones(x.shape))
    check(np.ediff1d, x)
    check(np.ediff1d, V, to_end=[1.0], to_begin=np.array([2.0, 3.0]))
    check(np.meshgrid, np.ravel(x), V)
    check(np.meshgrid, V, [1, 2], I[0], indexing="ij")
    check(np.meshgrid, V, [1, 2], sparse=True)
    check(np.kron, x, V)
    check(np.kron, V, x)
    check(np.outer, x, V)
    check(np.cross, x, V)
    check(np.cross, V, V)
    check(np.cov, x)
    check(np.cov, x, x, rowvar=False)
    check(np.corrcoef, x)
    check(np.cov, V, V)


@each_array
def test_sorting(x):
    for axis in (-1, 0, None, 3):
        check(np.sort, x, axis)
        check(np.argsort, x, axis, kind="stable")
        check(np.sort, x, axis=axis, stable=True)
        check(np.partition, x, 1, axis)
        check(np.argpartition, x, 0, axis=axis)
        check(np.partition, x, (0, 1), axis=axis)
        check(np.partition, x, 30, axis=axis)
    check(np.lexsort, [x, x])
    check(np.lexsort, (V, -V, V))
    check(np.lexsort, G)
    check(np.sort_complex, x)


@each_array
def test_products(x):
    others = [x, V, np.float32(2), 3, G, G.T, np.ones((4, 2)), np.ones((2, 4, 3)), np.zeros((3, 0))]
    for y in others:
        for name in ("dot", "inner", "vdot", "outer"):
            check(getattr(np, name), x, y)
            check(getattr(np, name), y, x)
        if isinstance(y, np.ndarray):
            check(np.tensordot, x, y, 1)
            check(np.tensordot, x, y, axes=0)
            check(np.tensordot, x, y, ([-1], [0]))
            check(np.linalg.matmul, x, y)
    check(np.linalg.vecdot, x, x)
    for text in ("...i->...", "...->...", "ii", "i...->...", "ij->ji", "ijk->ki", "i", "ij,jk", "...ij->...ji"):
        check(np.einsum, text, x)
    check(np.einsum, "ij,kj->ik", G, G)
    check(np.einsum, "ij,j", G, I[0])
    check(np.einsum, "ij,jk->ik", G, G)
    check(np.einsum, G, [0, 1], G, [2, 1], [0, 2])
    check(np.einsum, "...j,j...", F, G[:2].T)


P = np.array([[4.0, 1.0], [1.0, 3.0]])
MATRICES = {"p": P, "f4": P.astype("f4"), "c": P * (1 + 1e-3j), "i": P.astype(int), "stack": np.stack([P, 2 * P]), "rect": G, "vector": V, "0-d": Z, "f2": P.astype("f2"), "singular": np.zeros((2, 2)), "bool": P > 2}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("x", MATRICES.values(), ids=MATRICES)
def test_linalg(x):
    la = np.linalg
    for name in "inv det slogdet cholesky qr svd svdvals eigh eigvalsh pinv norm cond trace diagonal matrix_norm vector_norm matrix_transpose".split():
        check(getattr(la, name), x)
    for n in (-1, 0, 1, 3):
        check(la.matrix_power, x, n)
    if x.ndim >= 2:
        check(la.matrix_rank, x)
    for b in (V[:2], P, np.ones((2, 2, 2)), V, np.float64(1)):
        check(la.solve, x, b)
        if np.ndim(b):
            check(la.lstsq, x, b)
    check(la.qr, x, "r")
    check(la.qr, x, "complete")
    check(la.svd, x, False)
    check(la.svd, x, compute_uv=False)
    check(la.cholesky, x, upper=True)
    for order in (None, 1, 2, np.inf, -np.inf, "fro", "nuc", 0, 3, "bad"):
        check(la.norm, x, order)
        check(la.norm, x, order, axis=-1)
        check(la.norm, x, order, axis=(0, 1), keepdims=True)
    check(la.vector_norm, x, axis=0, ord=1)
    check(la.multi_dot, [x, x, x])
    check(la.multi_dot, [V[:2], P, P])
    check(la.outer, V, V)
    check(la.tensordot, x, x, axes=1)
    check(la.cross, V, V)
