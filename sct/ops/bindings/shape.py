"""`np.reshape` and its relatives, and the methods and properties that rearrange elements."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sct.ops import casts, registry
from sct.ops import shape as ops
from sct.ops.bindings.orders import letter
from sct.ops.bindings.table import (
    array,
    as_extent,
    ask,
    axes,
    axis_of,
    bind,
    copy_mode,
    is_array,
    ndim_of,
    prop,
    spec_of,
    static,
    strict_array,
    symbolic,
    told,
    unknown_axes,
    unsupported,
)
from sct.ops.index import getitem
from sct.ops.index_template import axis_index
from sct.ops.infer import broadcast_shapes

__all__ = ["at_diagonal", "diagonal", "extents", "order_of", "template"]


def order_of(order: Any, function: str, a: Any = None) -> str:
    """The order as "C" or "F"; the others ask how `a` is laid out."""
    order = letter(order)
    if order in (None, "C", "F"):
        return order or "C"
    if order in ("A", "K") and a is not None and hasattr(a, "flags"):
        flags = a.flags
        if flags.c_contiguous or flags.f_contiguous:
            return "C" if flags.c_contiguous else "F"
        if order == "A":
            return "C"
    raise unsupported(function, f"order={order!r}", "use 'C' or 'F'")


def extents(shape: Any) -> tuple[Any, ...]:
    """A shape argument: an int or a sequence of ints, some of them symbolic."""
    if isinstance(shape, (list, tuple)):
        return tuple(as_extent(n) for n in shape)
    if isinstance(shape, np.ndarray):
        return tuple(as_extent(n) for n in np.atleast_1d(shape).tolist())
    if symbolic(shape) and spec_of(shape).ndim == 1 and spec_of(shape).static:
        return tuple(getitem(shape, index=(("int", k),)) for k in range(spec_of(shape).shape[0]))  # type: ignore[arg-type]
    if symbolic(shape) and spec_of(shape).ndim:
        raise unknown_axes()
    return (as_extent(shape),)


def template(shape: tuple[Any, ...]) -> tuple[tuple[Any, ...], list[Any]]:
    """The attribute and the operands of a shape with symbolic entries."""
    entries: list[Any] = []
    operands: list[Any] = []
    for n in shape:
        if symbolic(n):
            entries.append(("arg", len(operands)))
            operands.append(n)
        else:
            entries.append(n)
    return tuple(entries), operands


def _reshape(a: Any, shape: tuple[Any, ...], order: Any, function: str) -> Any:
    if letter(order) == "K":
        raise ValueError("order 'K' is not permitted for reshaping")
    entries, operands = template(tuple(-1 if isinstance(n, int) and n < 0 else n for n in shape))
    return ops.reshape(a, *operands, shape=entries, order=order_of(order, function, a))


@bind(np.reshape)
def reshape(a: Any, /, shape: Any, order: Any = "C", *, copy: Any = None) -> Any:
    """The elements in another shape."""
    a = array(a)
    a = a if ndim_of(a) or is_array(a) or spec_of(a).kind == "scalar" else strict_array(a)
    copies = copy_mode(copy)
    if shape is None:  # which is no shape: NumPy answers a view, and never a copy
        letter(order)
        return a if spec_of(a).kind == "scalar" else strict_array(a)[...]
    made = _reshape(a, extents(shape), order, "np.reshape")
    if copies is False and is_array(a) and not (symbolic(a) and made.storage is a.storage):
        raise ValueError("Unable to avoid creating a copy while reshaping.")
    return ops.flatten(made) if copies and ndim_of(made) == 1 else _copied(made) if copies else made


def _copied(a: Any) -> Any:
    return casts.copy(a)


def _method_reshape(a: Any, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
    if not shape:
        told(np.empty(1).reshape)  # raises, as of some version
    return reshape(a, shape[0] if len(shape) == 1 else shape, order, copy=copy)


bind(method="reshape")(_method_reshape)


@bind(np.ravel, method="ravel")
def ravel(a: Any, order: Any = "C") -> Any:
    """All elements in one dimension."""
    a, order = _as_in_memory(array(a), order)
    return ops.ravel(a, order=order_of(order, "np.ravel", a))


@bind(method="flatten")
def flatten(a: Any, order: Any = "C") -> Any:
    """All elements in one dimension, as a copy."""
    a, order = _as_in_memory(array(a), order)
    return ops.flatten(a, order=order_of(order, "ndarray.flatten", a))


def _as_in_memory(a: Any, order: Any) -> tuple[Any, Any]:
    """For order "K" of an array in neither order: its axes as memory has them, which are gone through in C order."""
    if letter(order) != "K" or not hasattr(a, "flags") or a.flags.c_contiguous or a.flags.f_contiguous:
        return a, order
    return ops.transpose(a, axes=_axes_in_memory(a.sct_layout() if symbolic(a) else a)), "C"


def _axes_in_memory(sample: np.ndarray[Any, Any]) -> tuple[int, ...]:
    """The axes from those far apart to neighbours, as NumPy's iterators sort them.

    >>> _axes_in_memory(np.empty((2, 3, 4)).transpose(1, 2, 0))
    (2, 0, 1)
    """
    steps = [abs(step) if extent != 1 else 0 for step, extent in zip(sample.strides, sample.shape, strict=True)]
    near: list[int] = []
    for axis in reversed(range(sample.ndim)):
        at = len(near)
        for k in reversed(range(len(near))):
            if steps[axis] and steps[near[k]]:  # an axis without steps goes along any other
                if steps[near[k]] <= steps[axis]:
                    break
                at = k
        near.insert(at, axis)
    return tuple(reversed(near))


@bind(np.transpose)
def transpose(a: Any, axes: Any = None) -> Any:
    """The axes in another order."""
    order = static(axes, "axes")
    return ops.transpose(_with_shape(a), axes=order if order is None or isinstance(order, tuple) else (order,))


if getattr(np, "permute_dims", np.transpose) is not np.transpose:
    bind(np.permute_dims)(transpose)


def _with_shape(a: Any) -> Any:
    """Python numbers as 0-d arrays; everything else as it is."""
    a = array(a)
    return strict_array(a) if spec_of(a).kind == "python" else a


@bind(method="transpose")
def method_transpose(a: Any, *axes: Any) -> Any:
    """The axes in another order."""
    if not axes or (len(axes) == 1 and axes[0] is None):
        return transpose(a)
    return transpose(a, axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes)


@prop("T")
def t_property(a: Any) -> Any:
    """The axes reversed."""
    return ops.transpose(a)


@prop("mT")
def mt_property(a: Any) -> Any:
    """The last two axes exchanged."""
    if spec_of(a).kind == "scalar":
        raise AttributeError(f"'numpy.{spec_of(a).dtype.name}' object has no attribute 'mT'")
    if ndim_of(a) < 2:
        raise ValueError("matrix transpose with ndim < 2 is undefined")
    return ops.swapaxes(a, axis1=-1, axis2=-2)


bind(np.matrix_transpose, np.linalg.matrix_transpose)(lambda x, /: mt_property(strict_array(x)))


@bind(np.swapaxes, method="swapaxes")
def swapaxes(a: Any, axis1: Any, axis2: Any) -> Any:
    """Two axes exchanged."""
    return ops.swapaxes(
        _with_shape(a), axis1=axis_of(axis1, "axis1", loose=True), axis2=axis_of(axis2, "axis2", loose=True)
    )


@bind(np.moveaxis)
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """Axes at new places."""
    a = _with_shape(a)
    ndim = ndim_of(a)
    old = normalize_axis_tuple(axes(source, "source", loose=True), ndim, "source")
    new = normalize_axis_tuple(axes(destination, "destination", loose=True), ndim, "destination")
    if len(old) != len(new):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [k for k in range(ndim) if k not in old]
    for at, axis in sorted(zip(new, old, strict=True)):
        order.insert(at, axis)
    return ops.transpose(a, axes=tuple(order))


@bind(np.rollaxis)
def rollaxis(a: Any, axis: Any, start: Any = 0) -> Any:
    """An axis moved back to a place."""
    ask(a, "ndim")
    a = _with_shape(a)
    ndim = ndim_of(a)
    at = normalize_axis_index(axis_of(axis, loose=True), ndim)
    to = axis_of(start, "start", loose=True)
    to = to + ndim if to < 0 else to
    if not 0 <= to <= ndim:
        raise np.exceptions.AxisError(f"'start' arg requires {-ndim} <= start < {ndim + 1}, but {start} was passed in")
    to = to - 1 if at < to else to
    order = [k for k in range(ndim) if k != at]
    order.insert(to, at)
    return ops.transpose(a, axes=tuple(order))


@bind(np.squeeze, method="squeeze")
def squeeze(a: Any, axis: Any = None) -> Any:
    """Without axes of extent one; an array that has none answers itself."""
    if isinstance(a, (list, tuple)):
        a = strict_array(a)
    squeezed = ops.squeeze(_with_shape(a), axis=axes(axis))
    return a if is_array(a) and ndim_of(squeezed) == ndim_of(a) else squeezed


@bind(np.expand_dims)
def expand_dims(a: Any, axis: Any) -> Any:
    """With new axes of extent one."""
    return ops.expand_dims(strict_array(a), axis=axes(axis, loose=True))


@bind(np.broadcast_to)
def broadcast_to(array: Any, shape: Any, subok: Any = False) -> Any:
    """The elements repeated to a shape, read-only."""
    entries, operands = template(extents(shape))
    return ops.broadcast_to(strict_array(array), *operands, shape=entries)


@bind(np.broadcast_shapes)
def broadcast_known_shapes(*args: Any) -> tuple[int, ...]:
    """The shape that shapes broadcast to."""
    return np.broadcast_shapes(*[static(shape, "args") for shape in args])


@bind(np.broadcast_arrays)
def broadcast_arrays(*args: Any, subok: Any = False) -> tuple[Any, ...]:
    """All arrays in their common shape."""
    arrays = [strict_array(a) for a in args]
    shapes = [spec_of(a).shape for a in arrays]
    try:
        shape = broadcast_shapes(*shapes)
    except ValueError:
        np.broadcast_shapes(*[s for s in shapes if all(isinstance(n, int) for n in s)])  # type: ignore[arg-type]
        raise
    if all(s == shapes[0] for s in shapes):  # also where they are known only at run time
        return tuple(arrays)
    if not all(isinstance(n, int) for n in shape):
        raise unsupported("np.broadcast_arrays", "run-time extents", "use np.broadcast_to with a shape")
    return tuple(a if s == shape else ops.broadcast_shared(a, shape=shape) for a, s in zip(arrays, shapes, strict=True))


@bind(np.flip)
def flip(m: Any, axis: Any = None) -> Any:
    """The elements in reverse order."""
    return ops.flip(strict_array(m), axis=axes(axis, loose=True))


@bind(np.flipud)
def flipud(m: Any) -> Any:
    """The rows in reverse order."""
    m = strict_array(m)
    if ndim_of(m) < 1:
        raise ValueError("Input must be >= 1-d.")
    return ops.flip(m, axis=0)


@bind(np.fliplr)
def fliplr(m: Any) -> Any:
    """The columns in reverse order."""
    m = strict_array(m)
    if ndim_of(m) < 2:
        raise ValueError("Input must be >= 2-d.")
    return ops.flip(m, axis=1)


@bind(np.rot90)
def rot90(m: Any, k: Any = 1, axes: Any = (0, 1)) -> Any:
    """Turned by quarters in a plane."""
    m = strict_array(m)
    a, b = static(axes, "axes")
    ndim = ndim_of(m)
    if a == b or abs(a - b) == ndim:
        raise ValueError("Axes must be different.")
    if not (-ndim <= a < ndim and -ndim <= b < ndim):
        raise ValueError(f"Axes=({a}, {b}) out of range for array of ndim={ndim}.")
    turns = static(k % 4, "k")
    if turns == 0:
        return getitem(m, index=(("ellipsis",),))
    if turns == 2:
        return ops.flip(ops.flip(m, axis=a), axis=b)
    if turns == 1:
        return ops.swapaxes(ops.flip(m, axis=b), axis1=a, axis2=b)
    return ops.flip(ops.swapaxes(m, axis1=a, axis2=b), axis=b)


@bind(np.diagonal, method="diagonal")
def diagonal(a: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Any:
    """A diagonal, read-only."""
    axes = axis_of(axis1, "axis1", loose=True), axis_of(axis2, "axis2", loose=True)
    a, offset = at_diagonal(strict_array(a), offset, *axes)
    return ops.diagonal(a, offset=offset, axis1=axes[0], axis2=axes[1])


def at_diagonal(a: Any, offset: Any, axis1: int, axis2: int) -> tuple[Any, int]:
    """An array and the number of its diagonal that is this one of `a`: of the part of it that begins there, if the run
    knows where.
    """
    ndim = ndim_of(a)
    if not symbolic(offset) or spec_of(offset).dtype != np.int64 or spec_of(offset).ndim:
        return a, static(offset, "offset")
    if not all(-ndim <= axis < ndim for axis in (axis1, axis2)) or (axis1 - axis2) % ndim == 0:
        return a, 0  # it raises
    maximum = registry.get("maximum")
    begins = maximum(registry.get("negative")(offset), 0), maximum(offset, 0)
    for axis, k in zip((axis1, axis2), begins, strict=True):
        a = getitem(a, k, index=axis_index(ndim, axis, ("slice", ("arg", 0), None, None)))
    return a, 0


@bind(np.linalg.diagonal)
def linalg_diagonal(x: Any, /, *, offset: Any = 0) -> Any:
    """The diagonal over the last two axes."""
    return diagonal(x, offset, -2, -1)


def _at_least(ndim: int) -> Any:
    def one(a: Any) -> Any:
        a = strict_array(a)
        have = ndim_of(a)
        if have >= ndim:
            return a
        if have == 0:
            return ops.reshape(a, shape=(1,) * ndim)
        along = (("slice", None, None, None),) * have
        new = ("newaxis",)  # which has no step, unlike an axis of `expand_dims`
        return getitem(a, index=(*along, new) if ndim == 3 and have == 2 else (new, *along, *[new] * (ndim - have - 1)))

    def binding(*arys: Any) -> Any:
        return one(arys[0]) if len(arys) == 1 else tuple(one(a) for a in arys)

    return binding


for _ndim, _function in ((1, np.atleast_1d), (2, np.atleast_2d), (3, np.atleast_3d)):
    bind(_function)(_at_least(_ndim))
