"""Operands of every dtype and form that the tables of ops are run over, and the comparison they share."""

from __future__ import annotations

import warnings

import numpy as np

from sct.errors import SctError
from tests.ops.checked import Checked, apply, outcome, plain, same

DTYPES = "?bBhHiIlLefdgFDG"
REAL = "?bBhHiIlLefdg"
NUMBERS = (True, 2, -3, 0.5, -0.0, float("nan"), 1.5 + 2j)

_FLOATS = [0.0, -0.0, 1.0, -1.5, 2.5, 3.0, np.inf, -np.inf, np.nan, 1e-3, 700.0, -0.5]


def values(char):
    """Twelve elements of a dtype: both signs, extremes, and for floats what is no number."""
    dtype = np.dtype(char)
    if dtype.kind == "b":
        return np.array([0, 1] * 6, dtype)
    if dtype.kind in "iu":
        top = np.iinfo(dtype)
        return np.array([0, 1, 2, 3, 5, 7, 11, 100, top.max, top.min, top.max - 1, 64], dtype)
    if dtype.kind == "f":
        return np.array(_FLOATS, dtype)
    parts = np.array(_FLOATS)
    out = np.empty(12, dtype)
    out.real, out.imag = parts, parts[::-1]
    return out


def forms(char):
    """Name → operand: contiguous, strided, transposed, empty, with an extent of one, 0-d array, NumPy scalar."""
    flat = values(char)
    return {
        "vector": flat,
        "strided": np.repeat(flat, 2)[::2][::-1],
        "matrix": flat.reshape(3, 4),
        "transposed": flat.reshape(4, 3).T,
        "empty": flat[:0],
        "empty2": flat.reshape(3, 4)[:, :0],
        "one": flat[2:3],
        "column": flat[:3].reshape(3, 1),
        "0-d": flat[3:4].reshape(()),
        "scalar": flat[4],
    }


def quietly(function, *args, **kwargs):
    """`outcome` without warnings: those of NumPy are no part of the comparison."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return outcome(function, *args, **kwargs)


def check(op, function, *operands, refused=None, **attrs):
    """The op, with known and with symbolic extents, gives what `function` gives, or raises what it raises.

    `infer` must agree with the result in dtype, shape and kind; `apply` sees to that.
    """
    want = quietly(function, *operands)
    for dims in (False, True):
        given = [Checked(x, dims=dims) if not isinstance(x, Checked) else x for x in operands]
        got = quietly(lambda: plain(apply(op, given, attrs)))
        told = (op.name, [(type(x).__name__, x) for x in operands], attrs, got, want)
        if refused is not None and got[0] == "error" and issubclass(got[1], SctError) and refused(*operands):
            continue
        if dims and want[0] == "error" and got[0] == "error":
            continue  # another error than with known extents may be the first to be found
        assert got[0] == want[0], told
        if want[0] == "value":
            assert same(got[1], want[1]), told
        else:
            assert got[1].__name__.lstrip("_") == want[1].__name__.lstrip("_") or issubclass(got[1], want[1]), told
            assert got[2] == want[2], told
