"""The ops of views by other strides and as other dtypes, and those whose dtype depends on the values."""

import numpy as np
import pytest

from sct import ops
from sct.errors import UnsupportedOpError
from tests.ops.checked import same
from tests.ops.operands import check


@pytest.mark.parametrize("old", ["i1", "u2", "f4", "i8", "c8", "f8", "c16"])
@pytest.mark.parametrize("new", ["u1", "i2", "u4", "f4", "f8", "c16"])
def test_view_dtype_and_bits_as(old, new):
    for shape in ((16,), (2, 16), (0, 4), (3, 0)):
        x = np.arange(np.prod(shape)).reshape(shape).astype(old)
        check(ops.get("view_dtype"), lambda x, **_: x.view(new), x, dtype=np.dtype(new), was=np.dtype(old))
        check(ops.get("bits_as"), lambda x, **_: x.view(new), x, dtype=np.dtype(new))


def test_as_strided():
    x = np.arange(12.0).reshape(3, 4)
    window = np.lib.stride_tricks.as_strided(x, (2, 3, 2, 2), x.strides * 2)
    same(ops.get("as_strided")(x, shape=(2, 3, 2, 2), strides=(4, 1, 4, 1)), window)
    same(ops.get("as_strided")(x.T, shape=(2, 2), strides=(4, 1), order="F"), x[:2, :2])
    with pytest.raises(UnsupportedOpError, match="overlap"):
        ops.get("as_strided").extras["unview"](x, window, shape=(2, 3, 2, 2), strides=(4, 1, 4, 1))


def test_insert():
    x, places = np.arange(12.0).reshape(3, 4), np.array([0, 2])
    check(ops.get("insert"), lambda x, p, v: np.insert(x, p, v, axis=0), x, places, x[:2], axis=0)
    check(ops.get("insert"), lambda x, p, v: np.insert(x, p, v, axis=1), x, np.int64(1), x[:, 0], axis=1)


def test_poly_roots_and_poly_of():
    for p in ([1.0, -3.0, 2.0], [1.0, 0.0, 1.0], [0.0, 0.0], [2.0, 1.0, 0.0]):
        found, is_complex = ops.get("poly_roots")(np.array(p))
        want = np.roots(p)
        assert is_complex == np.iscomplexobj(want) and np.array_equal(found, want)
    for x in (np.eye(3), np.array([[0.0, 1.0], [-1.0, 0.0]]), np.array([1j, -1j]), np.array([1j, 2.0])):
        found, is_complex = ops.get("poly_of")(x)
        assert is_complex == np.iscomplexobj(np.poly(x)) and np.array_equal(found, np.poly(x))


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i8", "f4", "f8", "c8", "c16"])
def test_byteswap(dtype):
    for x in (
        np.arange(6).reshape(2, 3).astype(dtype),
        np.arange(6).reshape(2, 3).astype(dtype).T[::2],
        np.zeros(0, dtype),
    ):
        check(ops.get("byteswap"), lambda x: x.byteswap(), x)
    check(ops.get("byteswap"), lambda x: x.byteswap(), np.dtype(dtype).type(1))


def test_polynomials_of_single_precision():
    for p in ([1.0, -3.0, 2.0], [1.0, 0.0, 1.0], [0.0, 0.0], [2.0, 1.0, 0.0], [1j, 2.0, 1.0]):
        given = np.array(p, np.complex64 if 1j in p else np.float32)
        found, form = ops.get("single_roots")(given)
        want = np.roots(given)
        assert np.dtype("dDfF"[form]) == want.dtype and np.array_equal(found, want)
    for x in (np.eye(3, dtype="f4"), np.array([[0.0, 1.0], [-1.0, 0.0]], "f4"), np.array([1j, 2.0], "F")):
        found, form = ops.get("single_poly")(x)
        assert np.dtype("dDfF"[form]) == np.poly(x).dtype and np.array_equal(found, np.poly(x))
