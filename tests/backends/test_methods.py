"""Kernels that are called as methods of arrays answer what NumPy's functions do."""

import numpy as np
import pytest

import sct
from sct.backends.numpy.methods import METHODS, method_of
from sct.ir.parse import parse_program

X = np.array([[3.0, 1.0, 2.0], [np.nan, 5.0, 4.0]])


def every_form(x, i):
    flat = x.ravel()
    return (
        [np.argmax(x), np.argmax(x, axis=1), np.argmin(x, axis=0, keepdims=True), x.argmin()],
        [np.max(x), np.max(x, axis=0), np.min(x, axis=-1, keepdims=True), np.max(x, initial=9.0), np.min(x, where=x.real < 3, initial=7.0)],
        [np.argsort(x), np.argsort(x, axis=0, kind="stable"), np.argsort(x, axis=None), np.argsort(x, stable=True)],
        [np.sort(x), np.sort(x, axis=0), np.sort(x, axis=None), np.sort(x, kind="stable"), np.sort(x.T, axis=0)],
        [np.partition(flat, 2), np.partition(x, (0, 1), axis=1), np.partition(x, 3, axis=None)],
        [np.argpartition(flat, 2), np.argpartition(x, 1, axis=0), np.argpartition(x, 3, axis=None)],
        [np.repeat(x, 2), np.repeat(x, 2, axis=1), np.repeat(flat, i), np.repeat(x, i[:2], axis=0)],
        [np.searchsorted(flat[:3], x), np.searchsorted(flat[:3], x, side="right"), np.searchsorted(flat, 2.5, sorter=i)],
        [np.take(x, i), np.take(x, i[:2] % 2, axis=0), np.take(x, i, axis=1, mode="clip"), np.take(x, i + 9, mode="wrap")],
        [*np.nonzero(x), *np.nonzero(flat != 1)],
    )  # fmt: skip


def bad_place(x, i):
    return np.take(x, i + 5)


def nothing_to_choose(x, i):
    return x[:0].max(axis=0)


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("dtype", ["f8", "c16", "i4"])
def test_as_numpy_answers(backend, dtype):
    x, i = np.nan_to_num(X).astype(dtype) if dtype == "i4" else X.astype(dtype), np.array([2, 0, 1, 0, 2, 1])
    static = sct.to_static(every_form, backend=backend)
    for want, got in zip(every_form(x, i), static(x, i), strict=True):
        for a, b in zip(want, got, strict=True):
            assert type(a) is type(b) and a.dtype == b.dtype and a.shape == b.shape
            assert np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()
    np.testing.assert_array_equal(x, np.nan_to_num(X).astype(dtype) if dtype == "i4" else X.astype(dtype))


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", [bad_place, nothing_to_choose])
def test_with_its_exceptions(backend, function):
    i = np.array([2, 0, 1, 0, 2, 1])
    with pytest.raises((IndexError, ValueError)) as plain:
        function(X, i)
    with pytest.raises(plain.type) as static:
        sct.to_static(function, backend=backend)(X, i)
    assert str(static.value) == str(plain.value)


def test_what_a_method_does_not_take_is_left_to_the_kernel():
    text = 'program f(%0: float64[6]) {\n  %1: int64[6] = argsort(%0, kind="stable")\n'
    ops = parse_program(text + "  %2: float64[6] = sort(%0, axis=None)\n  return %1, %2\n}\n").body.ops
    assert method_of(ops[0])[2] == {"kind": "stable"} and method_of(ops[1]) is None
    assert all(hasattr(np.ndarray, name) for name, method in METHODS.items() if method.function is None)
