"""Arguments that NumPy takes, or raises for, and few think of: the same values, dtypes, objects and exceptions."""

import warnings

import numpy as np
import pytest

import sct
from sct.errors import PlainPythonWarning, StaticValueError, UnsupportedOpError

X = np.arange(6.0).reshape(2, 3) + 0.5
V, W = np.arange(3.0), np.arange(2.0)


def outcome(function, args):
    """What a call gives, or raises; plain Python in place of a program is a failure."""
    args = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    with warnings.catch_warnings():
        warnings.simplefilter("error", PlainPythonWarning)
        try:
            result = function(*args)
        except (TypeError, ValueError, OverflowError) as error:
            if isinstance(error, (StaticValueError, UnsupportedOpError)):
                raise
            return next(kind for kind in (OverflowError, TypeError, ValueError) if isinstance(error, kind)), None
    return form(result), [form(a) for a in args]


def form(x):
    if isinstance(x, (list, tuple)):
        return (type(x).__name__, [form(item) for item in x])
    if isinstance(x, np.ndarray):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # of arrays that np.broadcast_arrays has made
            return (x.dtype.str, x.shape, repr(x.tolist()), x.flags.writeable)
    return (type(x).__name__, repr(x))


def same(function, *calls, backends=("native", "numpy")):
    for backend in backends:
        static = sct.to_static(function, backend=backend)
        for args in calls:
            assert outcome(static, args) == outcome(function, args), (backend, args)


GRIDS = [
    lambda v, w: np.meshgrid(v, w, copy=False),
    lambda v, w: np.meshgrid(v, w, copy=False, indexing="ij"),
    lambda v, w: np.meshgrid(v, w, copy=False, sparse=True),
    lambda v, w: np.meshgrid(v, w, v, copy=False),
    lambda v, w: np.meshgrid(v, copy=False),
    lambda v, w: np.meshgrid(v, w, sparse=True),
]


@pytest.mark.parametrize("grid", GRIDS)
def test_grids_without_a_copy(grid):
    same(grid, (V, W), (V[:1], W), (V[:1], W[:1]), (V[::2], W))


def test_grids_without_a_copy_are_not_written_to():
    def f(v, w):
        a, b = np.meshgrid(v, w, copy=False)
        a[0, 0] = 7
        return a, b

    with pytest.raises(UnsupportedOpError, match="broadcast_arrays"):
        sct.to_static(f)(V, W)


@pytest.mark.parametrize("dtype", [bool, np.uint8, np.float16, complex])
def test_indices_of_dtypes(dtype):
    same(lambda x: np.indices(x.shape, dtype), (X,), (X[:, :2],), (X[:1],))
    same(lambda x, n: (x + 1, np.indices((n, 2), dtype=dtype, sparse=True)), *((X, n) for n in (1, 2, 3, 2, 300)))


LIMITS = [
    lambda x, n: np.clip(x, n, 100),
    lambda x, n: np.clip(x, None, n),
    lambda x, n: x.clip(n),
    lambda x, n: x.clip(max=n),
    lambda x, n: np.clip(x, n, n),
]


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("dtype", ["u1", "i1", "i8", "f4"])
def test_limits_beyond_a_dtype(limit, dtype):
    x = np.arange(6).astype(dtype)
    same(limit, *((x, n) for n in (1, 2, -1, 3, 300, -300, 2**40, 4)))


def test_axes_of_one():
    same(lambda x, n: (np.linspace(x, x + 1, n, axis=(0,)), np.logspace(x, x, 3, axis=[1])), (X, 2), (X, 3))
    same(lambda x: np.linspace(x, x + 1, 3, axis=(0, 1)), (X,))
    for shift, axis in (([1], [0]), ((1, 2), (0,)), ((1,), (0, 1)), ((1, 2, 1), (0, 1)), ([[1]], 0)):
        same(lambda x, shift=shift, axis=axis: np.roll(x, shift, axis=axis), (X,))
    if hasattr(np, "cumulative_sum"):
        same(lambda x: np.cumulative_sum(x, axis=(0,)), (X,))
        same(lambda x: np.cumulative_sum(x, axis=(0,), include_initial=True), (X,))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_dtypes_that_depend_on_nan_or_emptiness():
    for method in ("hazen", "interpolated_inverted_cdf", "lower"):
        percentile = lambda x, method=method: np.percentile(x, 30, method=method)
        same(percentile, (np.array([1, 2, 3], "f4"),), (np.array([1, np.nan, 3], "f4"),))
    same(lambda x: np.nanquantile(x, 0.3, method="lower"), (np.zeros((0, 3), "u1"),), (np.zeros((2, 0), bool),))
    same(lambda x: np.linalg.pinv(x), (np.zeros((0, 0), int),), (np.zeros((0, 3, 3), int),), (np.zeros((2, 0)),))


OUTS = [
    lambda x, o: np.round(x[0], out=o),
    lambda x, o: x[0].round(out=o),
    lambda x, o: x.round(1, o),
    lambda x, o: x[0].conj(o),
    lambda x, o: x.conj(o),
    lambda x, o: x.conj(out=o),
    lambda x, o: x.clip(0, 1, o),
    lambda x, o: np.nanmedian(x, out=o),
    lambda x, o: np.max(x, out=o),
    lambda x, o: x.std(dtype=bool, out=np.zeros((), bool)),
]


@pytest.mark.parametrize("number", range(len(OUTS)))
def test_results_that_do_not_fit_out(number):
    for shape in ((3,), (1, 3), (2, 3), ()):
        for x in (V, V + 1j):
            same(OUTS[number], (x, np.zeros(shape, x.dtype)), backends=("numpy",))


def test_a_length_that_only_the_run_knows_fits_out():
    for backend in ("native", "numpy"):
        static = sct.to_static(lambda b, v, o: np.compress(b, v, out=o), backend=backend)
        out = np.zeros(2)
        assert static(V > 0, V, out) is out and out.tolist() == [1, 2]


def test_extremes_are_looked_for_in_the_dtype_of_out():
    for x in (np.array([2**33 + 1, 5]), np.array([-1.5, 0.0])):
        for dtype in ("i4", "u1", "f4", "?"):
            for f in (lambda x, o: (np.max(x, out=o), o), lambda x, o: (x.min(out=o), o)):
                if dtype != "f4":  # which does not hold what x does
                    with pytest.raises(UnsupportedOpError, match="out= of dtype"):
                        sct.to_static(f)(x, np.zeros((), dtype))
                else:
                    same(f, (x, np.zeros((), dtype)))


def test_what_holds_itself_is_refused_where_its_items_are_asked_for():
    def inside(x, n):
        a = [0, 1]
        for k in range(n):
            a[0] = (a, x[k])
            a[1] += a[0][0][1]
        return a[0][1]

    def shown(x, n):
        b = [0, 1]
        b[0] = (b,)
        print(b)
        return x

    for function in (inside, shown):
        with pytest.raises(StaticValueError, match="has no end") as refusal:
            sct.to_static(function)(V, np.int64(2))
        assert refusal.value.where.line > function.__code__.co_firstlineno


def test_what_holds_itself_may_be_left_by_a_loop():
    def put_inside(x, n):
        a = [0, 1]
        for k in range(n):
            a[0] = (a, x[k])
        return a[0][1], a[0][0] is a, len(a)

    found = sct.to_static(put_inside)(V, np.int64(2))
    assert repr(found) == repr(put_inside(V, 2))


def test_deep_calls_of_the_user_are_no_containers():
    def deep(x, n):
        return x if n == 0 else deep(x, n - 1) + 1

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PlainPythonWarning)
        assert sct.to_static(lambda x: deep(x, 400))(V)[0] == 400


ODDLY = [
    lambda x, n: np.unique_inverse(x=x),
    lambda x, n: np.unique_values(x=x),
    lambda x, n: np.histogram_bin_edges(x, bins=3, weights=np.ones(2)),
    lambda x, n: np.histogram_bin_edges(x, bins=[1, 2], weights=x),
    lambda x, n: np.diag_indices(n),
    lambda x, n: np.diag_indices(n, ndim=3),
    lambda x, n: np.vander(x, True),
    lambda x, n: (np.roll(x[0], n), np.roll(np.array(2.5), 1)),
    lambda x, n: (np.union1d(x.astype("f2"), 2), np.union1d(2.5, x.astype("c8")), np.union1d(x, [1, 5])),
    lambda x, n: np.setxor1d(x.astype("u1"), 2, assume_unique=True),
    lambda x, n: (np.setxor1d(x.astype("u1"), 2), np.intersect1d(x.astype("u1"), 2)),
]


@pytest.mark.parametrize("number", range(len(ODDLY)))
def test_oddly_called(number):
    same(ODDLY[number], (V, np.int16(2)), (V, np.int16(3)))


LISTS = [
    lambda x: np.sum(x, axis=[0]),
    lambda x: x.any(axis=[0]),
    lambda x: np.nanstd(x, axis=[0]),
    lambda x: np.add.reduce(x, axis=[0]),
    lambda x: np.squeeze(x[None], axis=[0]),
    lambda x: np.linalg.norm(x, axis=[0]),
    lambda x: np.linalg.vector_norm(x, axis=[0, 1]),
    lambda x: (np.median(x, axis=[0]), np.flip(x, [0]), np.expand_dims(x, [0]), np.percentile(x, 5, axis=[0])),
]


@pytest.mark.parametrize("number", range(len(LISTS)))
def test_lists_of_axes(number):
    same(LISTS[number], (X,), backends=("numpy",))


BRANCHES = [
    lambda x, n: (np.zeros(0), np.zeros(0)) if n else (x[0], x[1]),
    lambda x, n: (np.zeros((2, 0)), np.zeros((2, 0))) if n else (np.array([]), np.array([])),
]


@pytest.mark.parametrize("branches", BRANCHES)
def test_empty_arrays_of_a_branch_are_two(branches):
    for backend in ("native", "numpy"):
        static = sct.to_static(branches, backend=backend)
        for n in (0, 1, 0):
            a, b = static(X, np.int64(n))
            assert a is not b and form((a, b)) == form(branches(X, n))


def sometimes_read_only(x, n):
    a, b, c = x[0], x[0], x
    if n > 0:
        a = np.diagonal(x)[:1]
        b = np.broadcast_to(x[0], (2, 3))
    for _ in range(n):
        c = np.broadcast_to(x[1], (2, 3))[::-1]
    return a, b, c


def test_views_that_are_read_only_at_times():
    calls = [(X, np.int64(n)) for n in (0, 1, 2, 0)]
    same(sometimes_read_only, *calls)
    same(lambda x, n: np.diagonal(x)[1:] if n else np.broadcast_to(x[0], (1, 3)).T[:1, 0], *calls)


@pytest.mark.parametrize("dtype", ["f8", "i4", "u1", "f2"])
def test_powers_limits_and_rounded_numbers_keep_the_order_of_their_operand(dtype):
    def f(x, n):
        return x**2, x**n, np.clip(x, 1, 5), np.round(x, 1), x.clip(0, x), np.round(x.T) ** 2, np.nan_to_num(x), (x + x) ** 3

    x = np.arange(12).reshape(3, 4).astype(dtype)
    for backend in ("native", "numpy"):
        static = sct.to_static(f, backend=backend)
        for given in (x, np.asfortranarray(x), np.ascontiguousarray(x.T).T, x):
            assert [r.strides for r in static(given, 2)] == [r.strides for r in f(given, 2)]
            np.testing.assert_equal(static(given, 2), f(given, 2))


def test_rows_that_fill_a_new_array_in_a_loop():
    def f(v, n):
        t, s = 0, None
        for k in range(n):
            s = np.full((2, len(v)), v)
            t += k
        return s, t

    same(f, *((np.arange(5.0 + k), np.int64(k)) for k in (1, 2, 0)))


def test_a_signature_beside_a_dtype():
    same(lambda x: np.add(x, 1, signature="dd->d", dtype="f8"), (X,))
    same(lambda x: np.add(x, 1, signature="dd->d", dtype=None), (X,))
    same(lambda x: np.add(x, 1, sig="dd->d", signature="dd->d"), (X,))
    same(lambda x: (np.add(x, 1, sig="dd->d"), np.add(x, 1, signature="ff->f", casting="unsafe")), (X,))


def test_astype_without_a_dtype():
    same(lambda x: (x.astype(None), x[0].astype(None)), (X.astype("f4"),), (X.astype(int),))


@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.4.0", reason="np.array has ndmax= from NumPy 2.4 on")
def test_most_dimensions():
    for n in (-1, 0, 1, 2, 3, 99):
        same(lambda x, n=n: np.array([x, x], ndmax=n), (V,), (X,), (np.float64(1.0),))
        same(lambda x, n=n: np.array(x, ndmax=n), (V,), (X,), (np.float64(1.0),))
    same(lambda x: np.array(x, ndmost=3), (V,))
