"""`np.array`, `np.zeros` and their relatives with NumPy's signatures; shapes may have symbolic entries."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from sct.ops import casts, registry
from sct.ops import shape as views
from sct.ops.bindings.orders import copied, in_order, letter, order_like
from sct.ops.bindings.shape import extents, template
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    as_extent,
    axis_of,
    bind,
    dtype_of,
    flag,
    holds_symbolic,
    is_array,
    ndim_of,
    spec_of,
    static,
    symbolic,
    typed,
    unsupported,
)

__all__: list[str] = []


# -- from what is there ----------------------------------------------------------------------------


def _converted(value: Any, dtype: Any, copy: bool | None) -> Any:
    """`value` as an array: itself where no copy is asked for and none is needed."""
    wanted = dtype_of(dtype)
    if wanted is not None and wanted.kind == "f":
        value = _nan_for_none(value)
    if isinstance(value, (list, tuple)) and holds_symbolic(value):
        if copy is False:
            np.array([0.0], copy=False)  # raises
        return array(value, wanted)
    value = array(value, wanted)
    fits = is_array(value) and (wanted is None or wanted == spec_of(value).dtype)  # a dtype of float64 == None
    if fits and not copy:
        return value
    if copy is False:
        np.array([0.0], copy=False)  # raises
    return casts.asarray(value, dtype=wanted)


def _nan_for_none(value: Any) -> Any:
    """What is there, with NaN in place of None: what NumPy's floats make of it."""
    if value is None:
        return np.nan
    if type(value) in (list, tuple) and any(x is None or type(x) in (list, tuple) for x in value):
        filled = [_nan_for_none(x) for x in value]
        return value if all(x is y for x, y in zip(filled, value, strict=True)) else filled
    return value


def _laid_out(made: Any, given: Any, order: Any, copy: bool | None = None) -> Any:
    if made is not given:
        return in_order(made, order, given)
    laid_out = {"C": views.ascontiguousarray, "F": views.asfortranarray}.get(letter(order))
    if laid_out is None or not ndim_of(made):
        return made
    result = laid_out(made)
    if copy is False and result is not made:
        np.array([0.0], copy=False)  # raises
    return result


@bind(np.array)
def np_array(
    object: Any,
    dtype: Any = None,
    *,
    copy: Any = True,
    order: Any = "K",
    subok: Any = False,
    ndmin: Any = 0,
    like: Any = None,
) -> Any:
    """A new array from an array, a number or nested lists of them."""
    copies = static(copy, "copy")
    made = _laid_out(_converted(object, dtype, copies), object, order, copies)
    missing = static(ndmin, "ndmin") - ndim_of(made)
    return views.expand_dims(made, axis=tuple(range(missing))) if missing > 0 else made


@bind(np.asarray)
def asarray(
    a: Any, dtype: Any = None, order: Any = None, *, device: Any = None, copy: Any = None, like: Any = None
) -> Any:
    """An array of what is given, itself if it is one and fits."""
    copies = static(copy, "copy")
    if order is not None:
        np.asarray(0, order=order)  # raises
    return _laid_out(_converted(a, dtype, copies), a, order, copies)


bind(np.asanyarray)(asarray)


@bind(np.ascontiguousarray)
def ascontiguousarray(a: Any, dtype: Any = None, *, like: Any = None) -> Any:
    """A contiguous array with at least one axis."""
    return views.ascontiguousarray(_converted(a, dtype, None))


@bind(np.asfortranarray)
def asfortranarray(a: Any, dtype: Any = None, *, like: Any = None) -> Any:
    """An array in Fortran order with at least one axis."""
    return views.asfortranarray(_converted(a, dtype, None))


@bind(np.copy)
def copy(a: Any, order: Any = "K", subok: Any = False) -> Any:
    """A new array with the same elements."""
    return copied(a, order) if symbolic(a) and is_array(a) else in_order(_converted(a, None, True), order, a)


@bind(method="copy")
def method_copy(a: Any, order: Any = "C") -> Any:
    """A new array with the same elements; a NumPy scalar answers itself."""
    return copied(a, order) if is_array(a) else a


@bind(*[np.astype] if hasattr(np, "astype") else [])  # NumPy 2.1
def astype(x: Any, dtype: Any, /, *, copy: Any = True, device: Any = None) -> Any:
    """The elements converted to a dtype."""
    return method_astype(x, dtype, copy=copy)


@bind(method="astype")
def method_astype(
    a: Any, dtype: Any, order: Any = "K", casting: Any = "unsafe", subok: Any = True, copy: Any = True
) -> Any:
    """The elements converted to a dtype."""
    wanted = dtype_of(dtype)
    assert wanted is not None
    if wanted.kind not in "biufc":
        raise unsupported("astype", f"dtype {wanted}", "convert it outside of the static function")
    rule = static(casting, "casting")
    if not flag(copy, "copy") and wanted == spec_of(a).dtype and is_array(a):
        return _laid_out(a, a, order)
    return in_order(casts.astype(a, dtype=wanted, casting=rule), order, a)


# -- filled ----------------------------------------------------------------------------------------


def _c_or_f(order: Any) -> Any:
    """The order of an array that is like no other."""
    np.empty(1, order=static(order, "order"))  # raises for others than these
    return order


def _blank(name: str, **attrs: Any) -> Any:
    def binding(shape: Any, dtype: Any = float, order: Any = "C", *, device: Any = None, like: Any = None) -> Any:
        entries, operands = template(extents(shape))
        return in_order(registry.get(name)(*operands, shape=entries, dtype=dtype_of(dtype), **attrs), _c_or_f(order))

    return binding


bind(np.zeros)(_blank("zeros"))
bind(np.empty)(_blank("zeros", unset=True))  # what an uninitialised array holds is unspecified
bind(np.ones)(_blank("ones"))


@bind(np.full)
def full(
    shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None
) -> Any:
    """An array of one value."""
    entries, operands = template(extents(shape))
    made = registry.get("full")(array(fill_value), *operands, shape=entries, dtype=dtype_of(dtype))
    return in_order(made, _c_or_f(order))


def _like(name: str, **attrs: Any) -> Any:
    def binding(
        a: Any,
        dtype: Any = None,
        order: Any = "K",
        subok: Any = True,
        shape: Any = None,
        *,
        device: Any = None,
    ) -> Any:
        a = array(a)
        wanted = dtype_of(dtype)
        if shape is None:
            return in_order(registry.get(f"{name}_like")(a, dtype=wanted, **attrs), order, a)
        lies = order_like(order, a, len(extents(shape)))
        return FUNCTIONS[np.empty if attrs else getattr(np, name)](shape, wanted or spec_of(a).dtype, lies)

    return binding


bind(np.zeros_like)(_like("zeros"))
bind(np.empty_like)(_like("zeros", unset=True))
bind(np.ones_like)(_like("ones"))


@bind(np.full_like)
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: Any = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> Any:
    """An array of one value, like another one."""
    a = array(a)
    wanted = dtype_of(dtype)
    if shape is None:
        return in_order(registry.get("full_like")(a, array(fill_value), dtype=wanted), order, a)
    return full(shape, fill_value, wanted or spec_of(a).dtype, order_like(order, a, len(extents(shape))))


# -- ranges ----------------------------------------------------------------------------------------


@bind(np.arange)
def arange(*args: Any, dtype: Any = None, device: Any = None, like: Any = None, **named: Any) -> Any:
    """Evenly spaced numbers of a half-open interval."""
    parts = list(args)
    if len(parts) == 4:
        dtype = parts.pop()
    start, stop, step = _range(parts, named)
    wanted = dtype_of(dtype)
    if not holds_symbolic([start, stop, step]):
        return np.arange(start, stop, step, dtype=wanted)
    return registry.get("arange")(start, stop, step, dtype=wanted)


def _range(parts: list[Any], named: dict[str, Any]) -> tuple[Any, Any, Any]:
    values: dict[str, Any] = dict(zip(("start", "stop", "step"), parts, strict=False))
    if len(parts) == 1 and "stop" not in named:
        values = {"stop": parts[0]}
    values.update(named)
    if "stop" not in values:
        raise TypeError("arange() requires stop to be specified.")
    start = values.get("start")
    step = values.get("step")
    return 0 if start is None else start, values["stop"], 1 if step is None else step


def _spaced(name: str, start: Any, stop: Any, num: Any, axis: Any, dtype: Any, **attrs: Any) -> Any:
    if isinstance(axis, (tuple, list)):
        if len(axis) != 1:
            raise ValueError("`source` and `destination` arguments must have the same number of elements")
        (axis,) = axis
    (count,), operands = template((num if symbolic(num) else operator.index(static(num, "num")),))
    return registry.get(name)(
        array(start), array(stop), *operands, num=count, axis=axis_of(axis, loose=True), dtype=dtype_of(dtype), **attrs
    )


@bind(np.linspace)
def linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = None,
    axis: Any = 0,
    *,
    device: Any = None,
) -> Any:
    """Evenly spaced numbers of an interval."""
    ends = flag(endpoint, "endpoint")
    made = _spaced("linspace", start, stop, num, axis, dtype, endpoint=ends)
    if not flag(retstep, "retstep"):
        return made
    gaps = as_extent(num, "num") - 1 if ends else as_extent(num, "num")
    if symbolic(gaps):
        raise unsupported("np.linspace", "retstep=True and a run-time num", "compute the step yourself")
    if gaps <= 0:
        return made, np.nan
    inexact = spec_of(made if dtype is None else _spaced("linspace", start, stop, 1, 0, None)).dtype
    first, last = (method_astype(casts.asarray(array(end)), inexact) for end in (start, stop))
    return made, registry.get("divide")(registry.get("subtract")(last, first), gaps)


@bind(np.logspace)
def logspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: Any = 0,
) -> Any:
    """Powers with evenly spaced exponents."""
    ends = flag(endpoint, "endpoint")
    return _spaced("logspace", start, stop, num, axis, dtype, endpoint=ends, base=typed(base, "base"))


@bind(np.geomspace)
def geomspace(start: Any, stop: Any, num: Any = 50, endpoint: Any = True, dtype: Any = None, axis: Any = 0) -> Any:
    """Numbers at equal ratios."""
    ends = flag(endpoint, "endpoint")
    return _spaced("geomspace", start, stop, num, axis, dtype, endpoint=ends)


# -- diagonals and grids ---------------------------------------------------------------------------


def _diagonal(name: str, rows: Any, columns: Any, k: Any, dtype: Any) -> Any:
    many = as_extent(rows, "N")
    shape = (many, many if columns is None else as_extent(columns, "M"), as_extent(k, "k"))
    entries, operands = template(shape)
    return registry.get(name)(*operands, shape=entries[:2], k=entries[2], dtype=dtype_of(dtype))


@bind(np.eye)
def eye(
    N: Any,
    M: Any = None,
    k: Any = 0,
    dtype: Any = float,
    order: Any = "C",
    *,
    device: Any = None,
    like: Any = None,
) -> Any:
    """Ones on a diagonal."""
    return in_order(_diagonal("eye", N, M, k, dtype), _c_or_f(order))


@bind(np.identity)
def identity(n: Any, dtype: Any = None, *, like: Any = None) -> Any:
    """The identity matrix."""
    return _diagonal("eye", n, None, 0, dtype)


@bind(np.tri)
def tri(N: Any, M: Any = None, k: Any = 0, dtype: Any = float, *, like: Any = None) -> Any:
    """Ones at and below a diagonal."""
    M = N if M is None else M
    rows, columns, at = (math.ceil(x) if _is_float(x) else x for x in (N, M, k))
    if at is not k and at != k:
        raise unsupported("np.tri", "other diagonals than integers", "pass an int as k")
    return _diagonal("tri", rows, columns, at, dtype)


def _is_float(value: Any) -> bool:
    return isinstance(value, (float, np.floating)) and math.isfinite(value)


@bind(np.indices)
def indices(dimensions: Any, dtype: Any = int, sparse: Any = False) -> Any:
    """The indices of a grid."""
    wanted, thin = dtype_of(dtype), flag(sparse, "sparse")
    if not holds_symbolic(dimensions):
        function: Any = np.indices
        return function(static(dimensions, "dimensions"), dtype=wanted, sparse=thin)
    ranges = [arange(n, dtype=wanted) for n in dimensions]  # of which bool has two elements at most
    grids = FUNCTIONS[np.meshgrid](*ranges, indexing="ij", sparse=thin)
    return grids if thin else FUNCTIONS[np.stack](grids)


# -- NumPy's scalar classes, called ----------------------------------------------------------------


def _class(dtype: np.dtype[Any]) -> Any:
    def binding(value: Any = 0, /) -> Any:
        dtype_of(dtype)
        if isinstance(value, (list, tuple)):
            return FUNCTIONS[np.array](value, dtype=dtype)
        value = array(value)
        if is_array(value) and ndim_of(value) and spec_of(value).dtype == dtype:
            return value  # as NumPy does, which is odd
        return casts.cast(value, dtype=dtype)

    return binding


for _code in "?bhilqBHILQefdFD":
    _dtype = np.dtype(_code)
    if _dtype.type not in FUNCTIONS:
        bind(_dtype.type)(_class(_dtype))
