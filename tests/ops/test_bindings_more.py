"""Creation, queries, methods, properties, ufunc methods and refusals, through their bindings."""

from __future__ import annotations

import numpy as np
import pytest

from sct.errors import AliasError, SctError, StaticValueError, UnsupportedOpError
from sct.ops import bindings
from sct.ops.bindings.refused import REFUSED
from tests.ops.checked import Checked, outcome, plain, same
from tests.ops.test_bindings import F, G, I, V, Z, agree, check, each_array, wrap

N3, N2 = np.int64(3), 2


@each_array
def test_from_arrays(x):
    for name in ("array", "asarray", "asanyarray", "copy", "ascontiguousarray"):
        check(getattr(np, name), x)
        check(getattr(np, name), [x, x])
        check(getattr(np, name), [[x, 1], [2.5, x]])
    check(np.array, x, dtype=np.float32)
    check(np.array, x, ndmin=5)
    check(np.asarray, x, complex)
    check(np.array, [1, x])
    check(np.array, [])
    check(np.array, [[], []])
    for name in ("zeros_like", "ones_like"):
        check(getattr(np, name), x)
        check(getattr(np, name), x, dtype=np.int8)
        check(getattr(np, name), x, shape=(2, 2))
    check(np.full_like, x, 3)
    check(np.full_like, x, np.float64(2.5))
    check(np.full, (2, 3), np.float32(2.5))
    check(np.full, 3, 2, dtype=complex)
    check(np.nan_to_num, x, nan=3.0)
    check(np.isclose, x, 2)
    check(np.allclose, x, x)
    check(np.array_equal, x, x)
    check(np.array_equal, x, V)
    check(np.array_equal, x, x, equal_nan=True)
    check(np.array_equiv, x, x)
    for name in ("angle", "sinc", "isreal", "iscomplex", "real", "imag"):
        check(getattr(np, name), x)
    for name in ("shape", "ndim", "size", "iscomplexobj", "isrealobj", "result_type", "isscalar"):
        check(getattr(np, name), x)
    check(np.size, x, 0)
    check(np.result_type, x, np.int8, 1.0)
    check(np.can_cast, np.float64, "f4")
    for cls in (np.float32, np.int64, np.bool_, np.complex128):
        if not (np.iscomplexobj(x) and cls in (np.float32, np.int64)):  # refused: it warns at each call
            check(cls, x)
    check(np.clip, x, 1, 2)
    check(np.clip, x, None, 2.0)
    check(np.clip, x, 1, None)
    if np.lib.NumpyVersion(np.__version__) >= "2.1.0":
        check(np.clip, x, min=0, max=[1])
    check(np.round, x, 1)
    check(np.where, x > 1, x, 0)
    check(np.where, x > 1)


@each_array
@pytest.mark.filterwarnings("ignore")
def test_series(x):
    for mode in ("full", "same", "valid"):
        check(np.convolve, x, V, mode)
        check(np.correlate, np.ravel(x), V, mode)
        check(np.correlate, V, V[:2], mode)
    check(np.gradient, x)
    check(np.gradient, V, 2)
    check(np.gradient, x, axis=0)
    check(np.gradient, x, 0.5, axis=-1)
    check(np.gradient, G, V, np.float32(2))
    check(np.gradient, G, edge_order=2)
    check(np.trapezoid, x)
    check(np.trapezoid, x, dx=0.5, axis=0)
    check(np.trapezoid, V, V)
    check(np.polyval, V, x)
    check(np.polyval, [1, 2, 3], x)
    for name in ("intersect1d", "union1d", "setdiff1d", "setxor1d"):
        check(getattr(np, name), x, V)
        check(getattr(np, name), V, x)
    if hasattr(np, "cumulative_sum"):
        for function in (np.cumulative_sum, np.cumulative_prod):
            check(function, x)
            check(function, x, axis=0, include_initial=True)


def test_creation():
    for name in ("zeros", "ones"):
        for shape in (3, (2, 3), (), 0, (N3, 2), [2, N3], np.int64(4)):
            check(getattr(np, name), shape)
            check(getattr(np, name), shape, dtype=np.int16)
        check(getattr(np, name), -1)
    for args in ((3,), (1, 5), (0, 5, 2), (N3,), (1, N3), (0.0, 2.0, np.float64(0.5)), (5, 1, -1), (3, None)):
        check(np.arange, *args)
        check(np.arange, *args, dtype=np.float32)
    check(np.linspace, 0, np.float64(1), 5)
    check(np.linspace, V, 2, num=4, axis=-1)
    check(np.linspace, 0, 1, N3, endpoint=False)
    check(np.logspace, 0, 2, 3)
    check(np.geomspace, 1, np.float64(8), 4)
    check(np.eye, 3)
    check(np.eye, N3, 2, 1)
    check(np.identity, N3)
    check(np.tri, 3, 4, -1)
    check(np.indices, (2, 3))
    check(np.indices, (2, N3), sparse=True)
    check(np.broadcast_to, V, (N2, N3))
    check(np.reshape, I, (N3, -1))
    check(np.reshape, I, (N3, np.int64(5)))


METHODS = {
    "sum": [(), (0,), (-1, float)], "mean": [(), (0,)], "std": [(), (0,)], "var": [()], "min": [(), (0,)], "max": [()], "argmin": [()],
    "argmax": [(0,)], "all": [()], "any": [(0,)], "cumsum": [(), (0,)], "cumprod": [()], "prod": [()], "round": [(), (1,)], "clip": [(1, 2), (None, 2)],
    "astype": [(np.float32,), ("i4",), (complex,)], "copy": [()], "reshape": [(-1,), ((1, -1),), (1, -1)], "ravel": [(), ("F",)], "flatten": [()],
    "transpose": [(), (1, 0), ((1, 0),), (None,)], "swapaxes": [(0, 1)], "squeeze": [(), (0,)], "repeat": [(2,), (2, 0)], "take": [([0, 0],), (0, -1)],
    "dot": [(2,)], "argsort": [(), (0,)], "nonzero": [()], "trace": [()], "diagonal": [()], "conj": [()], "conjugate": [()], "compress": [([True], 0)],
    "searchsorted": [(2,)], "argpartition": [(0,)], "item": [(), (0,), (0, 0)], "tolist": [()], "ptp": [()],
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@each_array
@pytest.mark.parametrize("name", METHODS)
def test_methods(name, x):
    binding = bindings.lookup_method(name)
    for args in METHODS[name]:
        want = outcome(lambda: getattr(x, name)(*args))
        agree(name, outcome(binding, x, *args), want)
        for dims in (False, True):
            got = outcome(lambda: plain(binding(Checked(x, dims=dims), *args)))
            if got[0] == "error" and issubclass(got[1], SctError) and want[0] == "value":
                assert dims or got[1] is UnsupportedOpError
            elif not (dims and got[0] == want[0] == "error"):
                agree(name, got, want)


@each_array
@pytest.mark.parametrize("name", ["T", "mT", "real", "imag"])
def test_properties(name, x):
    prop = bindings.lookup_property(name)
    want = outcome(lambda: getattr(x, name))
    for dims in (False, True):
        agree(name, outcome(lambda: plain(prop(Checked(x, dims=dims)))), want)


@pytest.mark.filterwarnings("ignore")
@each_array
@pytest.mark.parametrize("ufunc", [np.add, np.maximum, np.multiply, np.logical_or, np.subtract, np.hypot], ids=lambda u: u.__name__)
def test_ufunc_methods(ufunc, x):
    def both(method, *args, **kwargs):
        want = outcome(getattr(ufunc, method), *args, **kwargs)
        binding = bindings.lookup_ufunc_method(ufunc, method)
        for dims in (False, True):
            got = outcome(lambda: plain(binding(*wrap(args, dims), **{k: wrap(v, dims) for k, v in kwargs.items()})))
            if not (dims and got[0] == want[0] == "error"):
                agree((ufunc, method), got, want)

    for axis in (0, -1, None, (0, 1)):
        both("reduce", x, axis)
        both("reduce", x, axis=axis, keepdims=True)
    both("reduce", x, initial=1)
    both("accumulate", x)
    both("accumulate", x, -1)
    both("outer", x, V)
    both("outer", V, x)
    both("reduceat", x, [0, 1])


def test_at():
    class Box(Checked):
        flags = np.zeros(1).flags

        def __setitem__(self, key, value):
            assert key is Ellipsis
            self.value = np.where(True, plain(value), 0).astype(self.value.dtype)

    for indices, values in (([0, 1, 0], 1.5), (np.array([2, 2]), np.array([1.0, 2.0])), (slice(1, None), 3), ((0,), 1)):
        want = V.copy()
        np.add.at(want, indices, values)
        x = Box(V.copy())
        bindings.lookup_ufunc_method(np.add, "at")(x, wrap(indices, False), wrap(values, False))
        assert same(x.value, want)


def test_static_arguments_are_named():
    x, k = Checked(F), Checked(1)
    for function, args, name in (
        (np.sum, (x, k), "axis"), (np.sum, (x, 0, None, None, Checked(True)), "keepdims"), (np.transpose, (x, (k, 0, 2)), "axes"), (np.swapaxes, (x, k, 0), "axis1"),
        (np.pad, (x, 1, k), "mode"), (np.split, (x, k), "indices_or_sections"), (np.round, (x, k), "decimals"),
    ):  # fmt: skip
        with pytest.raises(StaticValueError) as error:
            bindings.lookup_binding(function)(*args)
        assert repr(name) in error.value.what, function
        assert error.value.why and error.value.fix


def test_refusals_have_reasons():
    x = Checked(G)
    for name, (why, fix) in REFUSED.items():
        assert why and fix
        if hasattr(np, name):
            function = getattr(np, name)
            with pytest.raises(UnsupportedOpError, match=name):
                bindings.lookup_binding(function)(x)
    for name in ("dumps", "setfield", "resize"):
        with pytest.raises(UnsupportedOpError) as error:
            bindings.lookup_method(name)(x)
        assert error.value.why and error.value.fix
    with pytest.raises(UnsupportedOpError, match="view"):
        bindings.lookup_method("view")(x, "S8")
    with pytest.raises(UnsupportedOpError, match="order"):
        bindings.lookup_binding(np.ravel)(x, "K")
    with pytest.raises(UnsupportedOpError, match="position"):
        bindings.lookup_binding(np.sum)(x, 0, None, G)
    with pytest.raises(AliasError):
        bindings.lookup_binding(np.shares_memory)(x, x)


def test_unbound():
    assert bindings.lookup_binding([]) is None
    assert bindings.lookup_method("no_such") is None
    assert bindings.lookup_property("no_such") is None
    assert bindings.lookup_ufunc_method(np.frompyfunc(abs, 1, 1), "reduce") is None


def test_asarray_is_the_array_itself():
    x = Checked(F)
    assert bindings.lookup_binding(np.asarray)(x) is x
    assert bindings.lookup_method("astype")(x, float, copy=False) is x
    assert Z.ndim == 0


def test_functions_of_np_testing_are_refused():
    with pytest.raises(UnsupportedOpError, match="np.testing.assert_allclose") as error:
        bindings.lookup_binding(np.testing.assert_allclose)(Checked(G), 1.0)
    assert error.value.why and error.value.fix
