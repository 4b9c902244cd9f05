"""One row for every op of the array families: no op without one."""

from __future__ import annotations

import numpy as np
import pytest

from sct.ir.build import freeze_attrs
from sct.ops import all_ops, get
from tests.ops.checked import Checked, apply

FAMILIES = (
    "arrange bits complex_parts decompositions eigen gather histograms in_place index joining linalg polynomials reductions select shape series sorting statistics ufunc_methods uniform_bins windows"
).split()

X = np.arange(12.0).reshape(3, 4)
P = np.array([[4.0, 1.0], [1.0, 3.0]])
V = np.array([3.0, 1.0, 2.0])
K = np.array([2, 0, 1])
Z = P + 1j
COL = (("slice", None, None, None), ("int", 0))

ROWS = {
    # reductions
    **{n: ((X,), {"axis": 0}) for n in "sum prod mean std var max min ptp all any argmax argmin count_nonzero cumsum cumprod".split()},
    **{n: ((X,), {"axis": -1}) for n in "nansum nanprod nanmean nanstd nanvar nanmax nanmin nanargmax nanargmin nancumsum nancumprod median nanmedian".split()},
    **{n: ((X, np.float64(0.5)), {"axis": 0}) for n in "quantile percentile nanquantile nanpercentile".split()},
    "average": ((X, X + 1), {"axis": 1}), "trace": ((X,), {}), "cov": ((X,), {}), "covariance_scale": ((X,), {"ddof": 1, "several": True}), "corrcoef": ((X,), {}),
    # shapes
    "frozen": ((X,), {}), "reordered": ((X,), {"order": "F"}),
    "reshape": ((X,), {"shape": (2, -1)}), "reshape_like": ((X, np.zeros((2, 6))), {}), "ravel": ((X,), {}), "flatten": ((X,), {}), "transpose": ((X,), {}),
    "swapaxes": ((X,), {"axis1": 0, "axis2": 1}), "squeeze": ((X[:1],), {"axis": 0}), "expand_dims": ((X,), {"axis": 0}),
    "broadcast_shared": ((V,), {"shape": (2, 3)}), "broadcast_to": ((V,), {"shape": (2, 3)}), "flip": ((X,), {"axis": 0}), "diagonal": ((X,), {}),
    "tile": ((X,), {"reps": (2, 1)}), "repeat": ((X,), {"repeats": 2, "axis": 0}), "roll": ((X,), {"shift": 1}),
    "pad": ((X,), {"width": ((1, 1), (0, 2)), "mode": "edge"}), "tril": ((X,), {}), "triu": ((X,), {"k": 1}), "diag": ((V,), {}),
    "diff": ((X,), {}), "kron": ((V, V), {}), "cross": ((V, V), {}),
    "concatenate": ((X, X), {"axis": 0}), "stack": ((X, X), {"axis": 1}), "array_of": ((V, V), {"structure": (0, 1, 0)}),
    "real": ((Z,), {}), "imag": ((Z,), {}), "imag_of_real": ((X,), {}), "with_real": ((Z, P), {}), "with_imag": ((Z, P), {}),
    # subscripts
    "getitem": ((X,), {"index": COL}), "setitem": ((X, V), {"index": COL}), "take": ((X, K), {"axis": 0}),
    "take_along_axis": ((X, K[:, None]), {"axis": 1}), "put_along_axis": ((X, K[:, None], np.float64(7)), {"axis": 1}),
    "argwhere": ((X,), {}), "compress": ((V > 1, X), {"axis": 0}), "extract": ((X > 3, X), {}), "searchsorted": ((np.arange(3), V), {}),
    "digitize": ((V, np.arange(3)), {}), "bincount": ((K,), {"minlength": 5}), "interp": ((V, np.arange(3), V), {}),
    "histogram2d": ((V, V, np.arange(4.0)), {"bins": (2, ("arg", 0))}), "histogram_bin_edges": ((X,), {"bins": "auto"}),
    "histogram": ((X,), {"bins": 4}), "uniform_histogram": ((V, np.float64(1), np.float64(3)), {"bins": 4}), "unique": ((X,), {}), "unique_all": ((X,), {}), "isin": ((X, V), {}),
    "unique_index": ((X,), {}), "unique_inverse": ((X,), {}), "unique_counts": ((X,), {}),
    "unravel_index": ((K,), {"shape": (2, 2), "axis": 1}), "choose": ((K, V, V + 1, V + 2), {}), "select": ((V > 1, V, V < 1, -V, 0), {}),
    # orders
    "sort": ((X,), {"axis": 0}), "argsort": ((V,), {}), "partition": ((V,), {"kth": 1}), "argpartition": ((V,), {"kth": 1}), "lexsort": ((V, -V), {}),
    # products
    "matmul": ((X, X.T), {}), "dot": ((X, X.T), {}), "vdot": ((X, X), {}), "inner": ((X, X), {}), "outer": ((V, V), {}),
    "tensordot": ((X, X), {"axes": ((0,), (0,))}), "einsum": ((X, X), {"subscripts": "ij,kj->ik"}), "vecdot": ((X, X), {}),
    "matvec": ((X, X[0]), {}), "vecmat": ((V, X), {}),
    # linear algebra
    **{n: ((P,), {}) for n in "inv det slogdet cholesky qr qr_r svd svdvals eigh eigvalsh pinv matrix_rank norm cond vector_norm inv_or_not cholesky_or_not".split()},
    "real_eig": ((P,), {}), "real_eigvals": ((P - 4 * P.T[::-1],), {}), "qr_raw": ((X,), {}),
    "eig": ((Z,), {}), "eigvals": ((Z,), {}), "solve": ((P, P[0]), {}), "solve_or_not": ((P, P[0]), {}), "lstsq": ((X, V), {}), "matrix_power": ((P,), {"n": 3}), "multi_dot": ((X, X.T, X), {}),
    "ascontiguousarray": ((X,), {}), "asfortranarray": ((X,), {}), "einsum_view": ((P,), {"subscripts": "ii->i"}), "put_einsum": ((P, P[0]), {"subscripts": "ii->i"}),
    # series and sets
    "convolve": ((X[0], V), {"mode": "full"}), "correlate": ((X[0], V), {"mode": "valid"}), "gradient": ((X,), {"axis": 1}), "trapezoid": ((X, X), {"axis": 1}),
    **{n: ((V, K), {}) for n in "intersect1d union1d setdiff1d setxor1d".split()},
    "intersect_indices": ((V, K), {}), "unique_values": ((K,), {}), "ravel_multi_index": ((K, K), {"dims": (3, 3)}), "nonzero_range": ((K,), {"axis": 0}),
    # polynomials, bits, windows
    "poly_binary": ((V, K), {"function": "polymul"}), "poly_divided": ((V, V[:2]), {}), "poly_integral": ((V,), {"m": 2}), "poly_derivative": ((V,), {"m": 1}),
    "poly_roots": ((V,), {}), "poly_of": ((Z,), {}), "single_roots": ((V,), {}), "single_poly": ((Z,), {}), "insert": ((V, K, V), {"axis": 0}),
    "from_roots": ((V,), {}), "fitted": ((V, V), {"deg": 1}), "fitted_cov": ((X[0], X[1]), {"deg": 1}), "vander": ((V,), {"n": None, "increasing": True}),
    "packbits": ((X > 3,), {"axis": 1}), "unpackbits": ((np.array([3, 4], np.uint8),), {}), "sliding_windows": ((X,), {"window": (2, 2)}),
    "unwrap": ((X,), {"discont": None, "axis": 0, "period": 6.0}), "taper": ((np.int64(5),), {"name": "hanning"}),
    "pad_by": ((X, np.array([1, 2])), {"mode": "edge"}), "spread_around": ((X, X.mean(0)), {"spread": "nanstd", "axis": 0}),
    # in place
    "written": ((X, X > 2, V), {"function": "place"}), "flat_set": ((X, V, K), {"index": (("arg", 0),)}),
    "moved": ((X, np.int64(1)), {"to": (("getitem", 1, (("index", (("arg", 0),)),)),), "taken": (("getitem", 0, (("index", (("int", 0),)),)),), "order": "C"}),
    # methods of ufuncs
    "ufunc_reduce_from": ((X, np.float64(2)), {"ufunc": "maximum", "axis": 1}),
    "ufunc_reduce": ((X,), {"ufunc": "add"}), "ufunc_accumulate": ((X,), {"ufunc": "maximum"}), "ufunc_reduceat": ((V, np.array([0, 2])), {"ufunc": "add"}),
    "ufunc_at": ((V, np.float64(1), np.array([0, 0])), {"ufunc": "add", "index": (("arg", 0),), "values": 1}),
}  # fmt: skip

if not hasattr(np, "matvec"):  # NumPy 2.2
    del ROWS["matvec"], ROWS["vecmat"]


@pytest.mark.parametrize("dims", [False, True])
@pytest.mark.parametrize("name", ROWS)
def test_row(name, dims):
    args, attrs = ROWS[name]
    op = get(name)
    wrapped = [Checked(a, dims=dims) if isinstance(a, (np.ndarray, np.generic)) else a for a in args]
    before = [np.array(a) for a in args]
    apply(op, wrapped, attrs)
    assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(args, before, strict=True)), "operands are never written"
    total = op.extras.get("total")
    if total is not None:
        specs = [w.spec for w in wrapped if isinstance(w, Checked)]
        assert total(*specs, **dict(freeze_attrs(attrs))) in (True, False)


def test_no_op_without_a_row():
    mine = {op.name for op in all_ops() if op.family in FAMILIES}
    assert mine == set(ROWS)


def test_every_op_has_a_doc_and_hashable_attributes():
    for name in ROWS:
        op = get(name)
        assert op.doc and op.doc[0].isupper() or op.doc[0] == "`", name
        hash(freeze_attrs(ROWS[name][1]))
