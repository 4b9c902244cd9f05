"""Array methods and attributes that are no NumPy function, or have a signature of their own."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.types import PYTHON
from sct.ops import registry
from sct.ops.bindings.table import (
    FUNCTIONS,
    absent,
    array,
    bind,
    dtype_of,
    is_array,
    no_out,
    prop,
    spec_of,
    static,
    strict_array,
    symbolic,
    told,
    unsupported,
)
from sct.ops.casts import asarray
from sct.ops.index import getitem

__all__: list[str] = []

_FEW = 64  # elements that tolist takes apart


@bind(method="item")
def item(a: Any, *args: Any) -> Any:
    """One element as a Python number."""
    if not args:
        return registry.get("item")(a)
    index = args[0] if len(args) == 1 else args
    if isinstance(index, tuple):
        if len(index) != spec_of(a).ndim:
            raise ValueError("incorrect number of indices for array")
        return registry.get("item")(_element(a, index))
    return registry.get("item")(_element(FUNCTIONS[np.ravel](a), (index,)))


def _element(a: Any, index: tuple[Any, ...]) -> Any:
    operands = [k for k in index if symbolic(k)]
    places = iter(range(len(operands)))
    entries = tuple(("arg", next(places)) if symbolic(k) else ("int", operator.index(static(k, "args"))) for k in index)
    return getitem(a, *operands, index=entries)


def _known(extent: Any) -> int:
    assert isinstance(extent, int)
    return extent


@bind(method="tolist")
def tolist(a: Any) -> Any:
    """The elements as Python numbers in nested lists, if there are few and their number is known."""
    spec = spec_of(a)
    if not spec.ndim:
        return registry.get("item")(a)
    if not spec.static or math.prod(n for n in spec.shape if isinstance(n, int)) > _FEW:
        raise unsupported("ndarray.tolist", "large arrays or run-time extents", "keep the array, or index it")
    return [tolist(getitem(a, index=(("int", k),))) for k in range(_known(spec.shape[0]))]


@bind(method="round")
def round_(a: Any, decimals: Any = 0, out: Any = None) -> Any:
    """The elements rounded."""
    no_out(out)
    return registry.get("round")(a, decimals=static(decimals, "decimals"))


@bind(np.round)
def np_round(a: Any, decimals: Any = 0, out: Any = None) -> Any:
    """The elements rounded."""
    return round_(array(a), decimals, out)


if np.around is not np.round:
    bind(np.around)(np_round)


_MISSING: Any = np._NoValue


@bind(np.clip)
def clip(
    a: Any,
    a_min: Any = _MISSING,
    a_max: Any = _MISSING,
    out: Any = None,
    *,
    min: Any = _MISSING,
    max: Any = _MISSING,
    **kwargs: Any,
) -> Any:
    """The elements limited to an interval."""
    no_out(out)
    if (a_min is _MISSING) != (a_max is _MISSING):
        raise TypeError(f"clip() missing 1 required positional argument: 'a_{'min' if a_min is _MISSING else 'max'}'")
    if not absent(a_min) and not (absent(min) and absent(max)):
        raise ValueError("Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided is forbidden.")
    low = min if a_min is _MISSING else a_min
    high = max if a_max is _MISSING else a_max
    low = None if low is _MISSING else low
    high = None if high is _MISSING else high
    a = strict_array(a) if type(a) is int and not -(2**63) <= a < 2**64 else array(a)
    low, high = _fitting(low, a, "min", operator.gt, operator.le), _fitting(high, a, "max", operator.lt, operator.ge)
    attrs = _clip_attrs(kwargs)
    if low is None and high is None:
        if spec_of(a).dtype.kind == "b":
            told(np.clip, np.zeros(1, bool), None, None)  # raises, as bools have no sign
            return asarray(a)
        return registry.get("positive")(a, **attrs)
    if low is None:
        return registry.get("minimum")(a, array(high), **attrs)
    if high is None:
        return registry.get("maximum")(a, array(low), **attrs)
    return registry.get("clip")(a, array(low), array(high), **attrs)


def _fitting(limit: Any, a: Any, end: str, within: Callable[..., Any], beyond: Callable[..., Any]) -> Any:
    """A limit that fits the integers of `a`: NumPy takes no notice of Python's ints beyond the `end` of those."""
    if not _is_int(limit) or spec_of(a).dtype.kind not in "iu":
        return limit
    most = int(getattr(np.iinfo(spec_of(a).dtype), end))
    if not symbolic(limit):
        return None if beyond(limit, most) else limit
    if beyond(most, getattr(np.iinfo(np.int64), end)):  # as far as ints of a program go
        return limit
    return limit * within(limit, most) + most * beyond(limit, most)


def _is_int(value: Any) -> bool:
    """Whether this is one of Python's ints, known or not."""
    if symbolic(value):
        return spec_of(value).kind == PYTHON and spec_of(value).dtype.kind == "i"
    return type(value) is int


def _clip_attrs(given: dict[str, Any]) -> dict[str, Any]:
    """The keywords that `np.clip` hands on to a ufunc."""
    attrs = {name: value for name, value in given.items() if name in ("dtype", "casting") and value is not None}
    if "dtype" in attrs:
        attrs["dtype"] = dtype_of(attrs["dtype"])
    for name, value in given.items():
        if name in ("where", "order", "signature") and value is not True and value != "K":
            raise unsupported("np.clip", f"{name}=", "use np.minimum and np.maximum")
        if name not in ("dtype", "casting", "where", "order", "signature", "subok"):
            raise TypeError(f"clip() got an unexpected keyword argument '{name}'")
    return attrs


@bind(method="clip")
def method_clip(a: Any, min: Any = None, max: Any = None, out: Any = None, **kwargs: Any) -> Any:
    """The elements limited to an interval."""
    no_out(out)
    return clip(a, min, max, **kwargs)


@bind(method="conj")
def conj(a: Any, out: Any = None, /) -> Any:
    """The complex conjugate; a real array answers itself, and so does a truth, an int8 to `np.conjugate`."""
    no_out(out)
    if spec_of(a).dtype.kind == "b" or (spec_of(a).dtype.kind != "c" and is_array(a)):
        return a
    return registry.get("conjugate")(a)


bind(method="conjugate")(conj)


@bind(method="ptp")
def ptp(a: Any, *args: Any, **kwargs: Any) -> Any:
    """Refused as NumPy 2 refuses it."""
    sample: Any = np.zeros((), spec_of(a).dtype)
    return (sample if is_array(a) else sample[()]).ptp(*args, **kwargs)  # what it says is NumPy's own


@prop("real")
def real(a: Any) -> Any:
    """The real parts; an array of real numbers answers itself."""
    return a if is_array(a) and spec_of(a).dtype.kind != "c" else registry.get("real")(a)


@prop("imag")
def imag(a: Any) -> Any:
    """The imaginary parts."""
    return registry.get("imag" if spec_of(a).dtype.kind == "c" else "imag_of_real")(a)


bind(np.real)(lambda val: real(array(val)))
bind(np.imag)(lambda val: imag(array(val)))
