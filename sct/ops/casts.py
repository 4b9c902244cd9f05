"""Changes of dtype, and of what Python holds: array, NumPy scalar or number."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY, PYTHON, Spec
from sct.ops.probe import probe
from sct.ops.registry import Fact, op

__all__ = ["asarray", "astype", "astype_exactly", "cast", "copy", "item_fits", "new", "number_fits"]

RAISES = Fact.PURE | Fact.RAISES


def _drops_imaginary(x: Spec, dtype: Any) -> bool:
    return dtype is not None and x.dtype.kind == "c" and np.dtype(dtype).kind not in "cbO"


def _astype(x: Spec, *, dtype: Any, casting: str = "unsafe") -> Spec:
    if x.kind == PYTHON:
        raise AttributeError(f"'{x}' object has no attribute 'astype'")
    if not np.can_cast(x.dtype, dtype, casting=casting):  # type: ignore[arg-type]
        rule = f"according to the rule '{casting}'"
        what = "array data" if x.shape else "scalar"
        raise TypeError(f"Cannot cast {what} from {x.dtype!r} to {np.dtype(dtype)!r} {rule}")
    return x.with_(dtype=np.dtype(dtype))


@op("astype", infer=_astype, facts=Fact.PURE | Fact.ELEMENTWISE)
def astype(x: Any, *, dtype: Any, casting: str = "unsafe", xp: Any) -> Any:
    """The elements converted to a dtype: an array stays an array, a NumPy scalar a scalar."""
    return x.astype(dtype, casting=casting)


@op("astype_exactly", infer=lambda x, *, dtype: _astype(x, dtype=dtype), facts=RAISES)
def astype_exactly(x: Any, *, dtype: Any, xp: Any) -> Any:
    """The same where no value may become another one: else a ValueError (NumPy 2.4)."""
    return x.astype(dtype, casting="same_value")


def number_fits(x: Spec, dtype: Any) -> bool:
    """Whether no value of `x` makes the conversion raise: Python's ints may be too big, its floats NaN."""
    if x.kind == ARRAY or dtype is None or np.dtype(dtype).kind not in "iu":
        return True
    if x.kind == PYTHON:
        return x.dtype.kind == "b" or (x.dtype.kind == "i" and np.dtype(dtype) == x.dtype)
    return not issubclass(x.dtype.type, float)  # np.float64 is converted as Python's float is


def item_fits(x: Spec, dtype: Any) -> bool:
    """Whether it may be put into an array as one item without raising: a NumPy scalar that is NaN is no integer."""
    if x.kind in (ARRAY, PYTHON) or dtype is None or np.dtype(dtype).kind not in "iu":
        return number_fits(x, dtype)
    return x.dtype.kind == "b" or np.can_cast(x.dtype, dtype)


def _cast(x: Spec, *, dtype: Any) -> Spec:
    if _drops_imaginary(x, dtype) and x.kind != PYTHON:
        raise UnsupportedOpError(
            f"np.{np.dtype(dtype).name}() of a complex value",
            why="NumPy drops the imaginary part, with a warning at each call",
            fix="take the real part first: x.real",
        )
    got = probe(np.dtype(dtype).type, x)
    return Spec(np.dtype(dtype), x.shape, got.kind)


@op("cast", infer=_cast, facts=RAISES, total=lambda x, *, dtype: number_fits(x, dtype))
def cast(x: Any, *, dtype: Any, xp: Any) -> Any:
    """What calling NumPy's scalar class does, `np.float32(x)`: a NumPy scalar, or a new array of x's shape."""
    made = np.dtype(dtype).type(x)
    return made.copy() if made is x and isinstance(x, np.ndarray) else made  # NumPy answers x itself


def _array(x: Spec, *, dtype: Any = None) -> Spec:
    got = probe(np.array, x, dtype=dtype)
    return Spec(got.dtype, x.shape, ARRAY)


@op("asarray", infer=_array, facts=RAISES, total=lambda x, *, dtype=None: number_fits(x, dtype))
def asarray(x: Any, *, dtype: Any = None, xp: Any) -> Any:
    """A new array of the elements, 0-d for numbers and NumPy scalars."""
    return xp.array(x, dtype=dtype)


@op("copy", infer=lambda x: _array(x))
def copy(x: Any, *, xp: Any) -> Any:
    """A copy, as an array."""
    return xp.array(x)


@op("new", infer=lambda x: _array(x), facts=Fact.NEW)
def new(x: Any, *, xp: Any) -> Any:
    """A copy, as an array that is told from all others, also from those that are computed alike."""
    return xp.array(x)
