"""Elementwise arithmetic: the ufuncs of NumPy that add, multiply, divide, round and compare sizes."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.dtypes import dtype_text, is_alias
from sct.errors import UnsupportedOpError, VerifyError
from sct.ir.types import ARRAY, PYTHON, Spec
from sct.ops.infer import PY_INT, ufunc_infer
from sct.ops.probe import probe
from sct.ops.registry import Fact, op
from sct.ops.ufunc import ufunc


def _not_integers(*specs: Any, dtype: Any = None, **_: Any) -> bool:
    """Whether no integer can meet a negative exponent."""
    if dtype is not None:
        return np.dtype(dtype).kind not in "iu"
    return any(s.dtype.kind not in "biu" for s in specs) or specs[1].dtype.kind != "i"


@ufunc(np.add, facts=Fact.COMMUTATIVE, integer_unit=0)
def add(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x + y`."""
    return xp.add(x, y, **kw)


@ufunc(np.subtract, integer_unit=0)
def subtract(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x - y`."""
    return xp.subtract(x, y, **kw)


@ufunc(np.multiply, facts=Fact.COMMUTATIVE, real_unit=1)
def multiply(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x * y`."""
    return xp.multiply(x, y, **kw)


@ufunc(np.divide, real_unit=1)
def divide(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x / y`, true division."""
    return xp.divide(x, y, **kw)


@ufunc(np.floor_divide)
def floor_divide(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x // y`, rounded down."""
    return xp.floor_divide(x, y, **kw)


@ufunc(np.remainder)
def remainder(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x % y`, with the sign of y."""
    return xp.remainder(x, y, **kw)


@ufunc(np.divmod)
def divmod(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`(x // y, x % y)`."""
    return xp.divmod(x, y, **kw)


@ufunc(np.fmod)
def fmod(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """The remainder of C, with the sign of x."""
    return xp.fmod(x, y, **kw)


@ufunc(np.power, facts=Fact.RAISES, real_unit=1, total=_not_integers)
def power(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x**y`; integers to negative powers raise."""
    return xp.power(x, y, **kw)


_POWER = ufunc_infer(np.power)


def _cube(x: Any) -> Any:
    return x**3


def squares_apart(dtype: np.dtype[Any]) -> bool:
    """Whether `x ** 2` of an array is of another dtype than its other powers are.

    >>> [squares_apart(np.dtype(name)) for name in ("bool", "int8", "float32")]
    [True, False, False]
    """
    return dtype.kind == "b" or is_alias(dtype)


def _pow(x: Spec, y: Spec) -> Spec:
    if x.kind == PYTHON and y.kind == PYTHON:
        raise VerifyError("two Python numbers take py_pow")
    if squares_apart(x.dtype) and x.kind == ARRAY and y == PY_INT:
        square, other = (probe(f, Spec(x.dtype, (1,))).dtype for f in (np.square, _cube))
        raise UnsupportedOpError(
            f"an array of {dtype_text(x.dtype)} to the power of a Python int that only the run knows",
            why=f"NumPy answers {dtype_text(square)} for the power 2 and {dtype_text(other)} for others",
            fix="convert the base first: x.astype(np.int64) ** y",
        )
    return _POWER(x, y)  # type: ignore[no-any-return]


@op("pow", infer=_pow, facts=Fact.PURE | Fact.ELEMENTWISE | Fact.RAISES, real_unit=1, total=_not_integers)
def pow_(x: Any, y: Any, *, xp: Any) -> Any:
    """The operator `x ** y`: as `power`, but NumPy squares, inverts or takes roots where y is a number."""
    return x**y


@ufunc(np.float_power, real_unit=1)
def float_power(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x**y`, in float64 or above."""
    return xp.float_power(x, y, **kw)


@ufunc(np.negative)
def negative(x: Any, *, xp: Any, **kw: Any) -> Any:
    """`-x`."""
    return xp.negative(x, **kw)


@ufunc(np.positive)
def positive(x: Any, *, xp: Any, **kw: Any) -> Any:
    """`+x`, a copy."""
    return xp.positive(x, **kw)


@ufunc(np.absolute)
def absolute(x: Any, *, xp: Any, **kw: Any) -> Any:
    """|x|."""
    return xp.absolute(x, **kw)


@ufunc(np.fabs)
def fabs(x: Any, *, xp: Any, **kw: Any) -> Any:
    """|x| of real numbers, as floats."""
    return xp.fabs(x, **kw)


@ufunc(np.sign)
def sign(x: Any, *, xp: Any, **kw: Any) -> Any:
    """-1, 0 or 1; of complex numbers x / |x|."""
    return xp.sign(x, **kw)


@ufunc(np.reciprocal)
def reciprocal(x: Any, *, xp: Any, **kw: Any) -> Any:
    """1 / x, in x's own dtype."""
    return xp.reciprocal(x, **kw)


@ufunc(np.square)
def square(x: Any, *, xp: Any, **kw: Any) -> Any:
    """`x * x`."""
    return xp.square(x, **kw)


@ufunc(np.conjugate)
def conjugate(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The complex conjugate."""
    return xp.conjugate(x, **kw)


@ufunc(np.maximum)
def maximum(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """The larger one; NaN if either is NaN."""
    return xp.maximum(x, y, **kw)


@ufunc(np.minimum)
def minimum(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """The smaller one; NaN if either is NaN."""
    return xp.minimum(x, y, **kw)


@ufunc(np.fmax)
def fmax(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """The larger one; a NaN gives way to the other."""
    return xp.fmax(x, y, **kw)


@ufunc(np.fmin)
def fmin(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """The smaller one; a NaN gives way to the other."""
    return xp.fmin(x, y, **kw)


@ufunc(np.floor)
def floor(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The largest integer not above x."""
    return xp.floor(x, **kw)


@ufunc(np.ceil)
def ceil(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The smallest integer not below x."""
    return xp.ceil(x, **kw)


@ufunc(np.trunc)
def trunc(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The nearest integer not further from zero than x."""
    return xp.trunc(x, **kw)


@ufunc(np.rint)
def rint(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The nearest integer, ties to even."""
    return xp.rint(x, **kw)


@ufunc(np.heaviside)
def heaviside(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """0 below zero, 1 above it, y at zero."""
    return xp.heaviside(x, y, **kw)


@ufunc(np.gcd, facts=Fact.COMMUTATIVE)
def gcd(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """The greatest common divisor."""
    return xp.gcd(x, y, **kw)


@ufunc(np.lcm, facts=Fact.COMMUTATIVE)
def lcm(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """The least common multiple."""
    return xp.lcm(x, y, **kw)
