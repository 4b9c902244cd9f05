"""`np.array`, `np.zeros` and their relatives with NumPy's signatures; shapes may have symbolic entries."""

from __future__ import annotations

import math
from typing import Any, NoReturn

import numpy as np

from sct.dtypes import same_dtype
from sct.ops import casts, registry
from sct.ops import shape as views
from sct.ops.bindings.orders import copied, in_order, letter, order_like
from sct.ops.bindings.shape import extents, template
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    as_extent,
    bind,
    copy_mode,
    dtype_of,
    flag,
    holds_symbolic,
    is_array,
    ndim_of,
    spec_of,
    static,
    symbolic,
    told,
    unsupported,
)
from sct.ops.memory_views import view_dtype

__all__: list[str] = []


# -- from what is there ----------------------------------------------------------------------------


def _converted(value: Any, dtype: Any, copy: bool | None) -> Any:
    """`value` as an array: itself where no copy is asked for and none is needed."""
    wanted = dtype_of(dtype)
    if wanted is not None and wanted.kind == "f":
        value = _nan_for_none(value)
    if isinstance(value, (list, tuple)) and holds_symbolic(value):
        if copy is False:
            _no_copy()
        return array(value, wanted)
    value = array(value, wanted)
    fits = is_array(value) and (wanted is None or wanted == spec_of(value).dtype)  # a dtype of float64 == None
    if fits and not copy:
        own = spec_of(value).dtype
        return value if wanted is None or same_dtype(wanted, own) else view_dtype(value, dtype=wanted, was=own)
    if copy is False:
        _no_copy()
    return casts.asarray(value, dtype=wanted)


def _no_copy() -> NoReturn:
    """Raise what NumPy says where a copy is needed, in the words of this NumPy."""
    try:
        np.array([0.0], copy=False)
    except ValueError as error:
        raise ValueError(*error.args) from None
    raise AssertionError("no copy was needed")


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
        _no_copy()
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
    **newer: Any,
) -> Any:
    """A new array from an array, a number or nested lists of them."""
    told(np.array, 0, **{name: static(value, name) for name, value in newer.items()})  # in the words of this NumPy
    copies = copy_mode(copy)
    made = _laid_out(_converted(object, dtype, copies), object, order, copies)
    most = static(newer.get("ndmax", ndim_of(made)), "ndmax")
    if isinstance(object, (list, tuple)) and ndim_of(made) > most:
        what = "setting an array element with a sequence. The requested array would exceed the maximum number of"
        raise ValueError(f"{what} dimension of {most}.")
    missing = static(ndmin, "ndmin") - ndim_of(made)
    return views.expand_dims(made, axis=tuple(range(missing))) if missing > 0 else made


@bind(np.asarray)
def asarray(
    a: Any, dtype: Any = None, order: Any = None, *, device: Any = None, copy: Any = None, like: Any = None
) -> Any:
    """An array of what is given, itself if it is one and fits."""
    copies = copy_mode(copy)
    if order is not None:
        told(np.asarray, 0, order=order)
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
    wanted = dtype_of(np.float64 if dtype is None else dtype)
    assert wanted is not None
    if wanted.kind not in "biufc":
        raise unsupported("astype", f"dtype {wanted}", "convert it outside of the static function")
    rule = static(casting, "casting")
    told(np.empty(0).astype, float, copy=static(copy, "copy"))  # raises for what only the functions take
    if not flag(copy, "copy") and wanted == spec_of(a).dtype and is_array(a):
        return _laid_out(a, a, order)
    if rule == "same_value":
        told(np.empty(0).astype, wanted, casting=rule)  # raises before NumPy 2.4
        return in_order(casts.astype_exactly(a, dtype=wanted), order, a)
    return in_order(casts.astype(a, dtype=wanted, casting=rule), order, a)


# -- filled ----------------------------------------------------------------------------------------


def _c_or_f(order: Any) -> Any:
    """The order of an array that is like no other."""
    told(np.empty, 1, order=static(order, "order"))  # raises for others than these
    return order


def _blank(name: str, **attrs: Any) -> Any:
    def binding(shape: Any, dtype: Any = float, order: Any = "C", *, device: Any = None, like: Any = None) -> Any:
        entries, operands = template(extents(shape))
        return in_order(registry.get(name)(*operands, shape=entries, dtype=dtype_of(dtype), **attrs), _c_or_f(order))

    return binding


bind(np.zeros)(_blank("zeros"))
bind(np.empty)(_blank("zeros", unset=True))  # what an uninitialised array holds is unspecified
bind(np.ones)(_blank("ones"))


@bind(np.ndarray)
def ndarray(
    shape: Any, dtype: Any = float, buffer: Any = None, offset: Any = 0, strides: Any = None, order: Any = None
) -> Any:
    """`np.ndarray(shape, dtype)`, which is `np.empty` unless it is told where its memory is."""
    if not (buffer is None and strides is None and static(offset, "offset") == 0):
        raise unsupported("np.ndarray", "memory that is there", "use np.frombuffer or a view")
    return FUNCTIONS[np.empty](shape, dtype, "C" if order is None else order)


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


# -- diagonals -------------------------------------------------------------------------------------


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
