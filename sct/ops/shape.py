"""New arrangements of the same elements: views, where NumPy gives views."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from sct.errors import UnsupportedOpError
from sct.ir.extents import less, product
from sct.ir.types import ARRAY, SCALAR, UNKNOWN, Dim, Extent, Kind, Shape, Spec
from sct.ops.infer import shape_text
from sct.ops.probe import probe
from sct.ops.registry import Fact, op

__all__ = [
    "broadcast_to",
    "diagonal",
    "expand_dims",
    "fill_shape",
    "flip",
    "ravel",
    "reshape",
    "squeeze",
    "swapaxes",
    "transpose",
]

Entry = int | tuple[str, int]  # an extent, or ("arg", k): operand k, a Python int known at run time


def fill_shape(shape: tuple[Entry, ...], operands: tuple[Any, ...]) -> tuple[int, ...]:
    """The shape with the operands put in.

    >>> fill_shape((2, ("arg", 0)), (5,))
    (2, 5)
    """
    return tuple(operands[n[1]] if isinstance(n, tuple) else n for n in shape)


def _same_kind(x: Spec) -> Kind:
    return SCALAR if x.kind == SCALAR else ARRAY


# -- reshape ---------------------------------------------------------------------------------------


def _wanted(shape: tuple[Entry, ...]) -> Shape:
    return tuple(UNKNOWN if isinstance(n, tuple) else n for n in shape)


def _reshape(x: Spec, *operands: Spec, shape: tuple[Entry, ...], order: str = "C") -> Spec:
    for operand in operands:
        if operand.dtype.kind not in "iub" or operand.ndim:
            raise TypeError(f"'{operand.dtype.name}' object cannot be interpreted as an integer")
    kind = _same_kind(x) if not shape else ARRAY
    if x.static and not operands:
        return Spec(x.dtype, _static_reshape(x.shape, shape), kind)
    wanted = list(_wanted(shape))
    if wanted.count(-1) > 1:
        raise ValueError("can only specify one unknown dimension")
    for k, n in enumerate(wanted):
        if isinstance(n, int) and n < 0:
            wanted[k] = _rest(x.shape, [m for j, m in enumerate(wanted) if j != k])
    return Spec(x.dtype, tuple(wanted), kind)


def _static_reshape(old: Shape, new: tuple[Entry, ...]) -> Shape:
    size = math.prod(n for n in old if isinstance(n, int))
    if list(new).count(-1) > 1:
        raise ValueError("can only specify one unknown dimension")
    known = math.prod(n for n in new if isinstance(n, int) and n >= 0)
    rest = size // known if known else 0
    filled = tuple(rest if n == -1 else n for n in new)
    if math.prod(n for n in filled if isinstance(n, int)) != size or (known == 0 and -1 in new):
        raise ValueError(f"cannot reshape array of size {size} into shape {shape_text(_wanted(new))}")
    return filled  # type: ignore[return-value]


def _rest(old: Shape, others: list[Extent]) -> Extent:
    """The extent that -1 stands for: what is left of `old` when the common extents are taken out."""
    left = [n for n in old if n != 1]
    rest: list[Extent] = []
    for n in others:
        if n in left and n != UNKNOWN:
            left.remove(n)
        elif n != 1:
            rest.append(n)
    dims = [n for n in left if isinstance(n, Dim)]
    if not rest and 0 not in others and len(left) == 1:
        return left[0]
    if not rest and not left and 0 not in others:
        return 1
    if not rest and 0 not in others:
        return product(left)
    if not dims and all(isinstance(n, int) and n > 0 for n in rest) and 0 not in left + others:
        whole = math.prod(n for n in left if isinstance(n, int))
        by = math.prod(n for n in rest if isinstance(n, int))
        return whole // by if whole % by == 0 else UNKNOWN
    return UNKNOWN


def _shape_as(base: Any, new: Any, order: str = "C") -> Any:
    """`new` in the shape of `base`."""
    if all(isinstance(n, int) for n in base.shape):
        return reshape(new, shape=tuple(base.shape), order=order)
    return setitem_flat(base, new, order=order)


@op(
    "reshape",
    infer=_reshape,
    facts=Fact.PURE | Fact.RAISES,
    view="contiguous",
    unview=lambda base, new, *operands, shape, order="C": _shape_as(base, new, order),
    total=lambda x, *operands, shape, order="C": x.static and not operands,
)
def reshape(x: Any, *operands: Any, shape: tuple[Entry, ...], order: str = "C", xp: Any) -> Any:
    """The elements in another shape; entries of `shape` may be ("arg", k), the k-th operand."""
    return xp.reshape(x, fill_shape(shape, operands), order=order)


@op(
    "reshape_like",
    infer=lambda x, like, *, order="C": Spec(x.dtype, like.shape, ARRAY),
    facts=Fact.PURE | Fact.RAISES,
    view="contiguous",
    unview=lambda base, new, like, *, order="C": _shape_as(base, new, order),
)
def reshape_like(x: Any, like: Any, *, order: str = "C", xp: Any) -> Any:
    """The elements of x in the shape of `like`."""
    return xp.reshape(x, like.shape, order=order)


def setitem_flat(base: Any, new: Any, order: str = "C") -> Any:
    """`new` in the shape of `base`, whatever that is when the program runs."""
    return reshape_like(new, base, order=order)


def _ravel(x: Spec, *, order: str = "C") -> Spec:
    got = probe(np.ravel, x, order=order)
    return Spec(got.dtype, (_rest(x.shape, []),) if not x.static else (math.prod(x.shape),), ARRAY)  # type: ignore[arg-type]


@op(
    "ravel",
    infer=_ravel,
    view="contiguous",
    unview=lambda base, new, *, order="C": _shape_as(base, new, order),
)
def ravel(x: Any, *, order: str = "C", xp: Any) -> Any:
    """All elements in one dimension."""
    return xp.ravel(x, order=order)


@op("flatten", infer=_ravel)
def flatten(x: Any, *, order: str = "C", xp: Any) -> Any:
    """All elements in one dimension, always as a copy."""
    return xp.asarray(x).flatten(order=order)


# -- layouts ---------------------------------------------------------------------------------------


def _laid_out(x: Spec) -> Spec:
    return Spec(x.dtype, x.shape or (1,), ARRAY)


@op("ascontiguousarray", infer=_laid_out, view="contiguous", unview=lambda base, new: _shape_as(base, new))
def ascontiguousarray(x: Any, *, xp: Any) -> Any:
    """The array itself if it is laid out in C order and no 0-d one, else a copy that is."""
    return xp.ascontiguousarray(x)


@op("asfortranarray", infer=_laid_out, view="contiguous", unview=lambda base, new: _shape_as(base, new))
def asfortranarray(x: Any, *, xp: Any) -> Any:
    """The array itself if it is laid out in Fortran order and no 0-d one, else a copy that is."""
    return xp.asfortranarray(x)


# -- transpositions --------------------------------------------------------------------------------


def axes_of(ndim: int, axes: tuple[int, ...] | None) -> tuple[int, ...]:
    """The axes of a transpose, counted from the front."""
    if axes is None:
        return tuple(reversed(range(ndim)))
    if len(axes) != ndim:
        raise ValueError("axes don't match array")
    normal = tuple(normalize_axis_index(a, ndim) for a in axes)
    if len(set(normal)) != ndim:
        raise ValueError("repeated axis in transpose")
    return normal


def _transpose(x: Spec, *, axes: tuple[int, ...] | None = None) -> Spec:
    return Spec(x.dtype, tuple(x.shape[a] for a in axes_of(x.ndim, axes)), _same_kind(x))


def _untranspose(base: Any, new: Any, *, axes: tuple[int, ...] | None = None) -> Any:
    if axes is None:
        return transpose(new)
    order = axes_of(base.ndim, axes)
    return transpose(new, axes=tuple(order.index(k) for k in range(base.ndim)))


@op("transpose", infer=_transpose, view="always", unview=_untranspose)
def transpose(x: Any, *, axes: tuple[int, ...] | None = None, xp: Any) -> Any:
    """The axes in another order, reversed by default."""
    return xp.transpose(x, axes)


def _swapaxes(x: Spec, *, axis1: int, axis2: int) -> Spec:
    a, b = normalize_axis_index(axis1, x.ndim), normalize_axis_index(axis2, x.ndim)
    shape = list(x.shape)
    shape[a], shape[b] = shape[b], shape[a]
    return Spec(x.dtype, tuple(shape), ARRAY)


def _swap_back(base: Any, new: Any, *, axis1: int, axis2: int) -> Any:
    return swapaxes(new, axis1=axis1, axis2=axis2)


@op("swapaxes", infer=_swapaxes, view="always", unview=_swap_back)
def swapaxes(x: Any, *, axis1: int, axis2: int, xp: Any) -> Any:
    """Two axes exchanged."""
    return xp.swapaxes(x, axis1, axis2)


# -- extents of one --------------------------------------------------------------------------------


def _squeeze(x: Spec, *, axis: int | tuple[int, ...] | None = None) -> Spec:
    if axis is None:
        gone = {k for k, n in enumerate(x.shape) if n == 1}
        if not x.static:
            raise _unknown_rank()
    elif x.ndim == 0:
        gone = set(normalize_axis_tuple(axis, 1))  # NumPy lets axis 0 of a 0-d array pass
        gone.clear()
    else:
        gone = set(normalize_axis_tuple(axis, x.ndim))
    if any(isinstance(x.shape[k], int) and x.shape[k] != 1 for k in gone):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return Spec(x.dtype, tuple(n for k, n in enumerate(x.shape) if k not in gone), _same_kind(x))


def _unknown_rank() -> Exception:
    from sct.errors import StaticValueError

    return StaticValueError(
        "np.squeeze of an array whose extents are known only at run time",
        why="the number of dimensions would depend on them",
        fix="name the axes: np.squeeze(x, axis=…)",
    )


@op(
    "squeeze",
    infer=_squeeze,
    facts=Fact.PURE | Fact.RAISES,
    view="always",
    unview=lambda base, new, *, axis=None: _shape_as(base, new),
    total=lambda x, *, axis=None: x.static,
)
def squeeze(x: Any, *, axis: int | tuple[int, ...] | None = None, xp: Any) -> Any:
    """Without axes of extent one."""
    return xp.squeeze(x, axis)


def _expand_dims(x: Spec, *, axis: int | tuple[int, ...]) -> Spec:
    axes = axis if isinstance(axis, tuple) else (axis,)
    ndim = x.ndim + len(axes)
    new = normalize_axis_tuple(axes, ndim)
    rest = iter(x.shape)
    return Spec(x.dtype, tuple(1 if k in new else next(rest) for k in range(ndim)), ARRAY)


@op("expand_dims", infer=_expand_dims, view="always", unview=lambda base, new, *, axis: _shape_as(base, new))
def expand_dims(x: Any, *, axis: int | tuple[int, ...], xp: Any) -> Any:
    """With new axes of extent one."""
    return xp.expand_dims(x, axis)


# -- broadcasting, flipping, diagonals -------------------------------------------------------------


def _broadcast_to(x: Spec, *operands: Spec, shape: tuple[Entry, ...]) -> Spec:
    wanted = list(_wanted(shape))
    if not wanted and x.ndim:
        raise ValueError("cannot broadcast a non-scalar to a scalar array")
    if any(isinstance(n, int) and n < 0 for n in wanted):
        raise ValueError("all elements of broadcast shape must be non-negative")
    if len(wanted) < x.ndim:
        raise ValueError("input operand has more dimensions than allowed by the axis remapping")
    for k in range(1, x.ndim + 1):
        n, m = x.shape[-k], wanted[-k]
        if n == m or n == 1 or isinstance(m, Dim):
            continue
        if isinstance(n, int):
            raise ValueError(
                "operands could not be broadcast together with remapped shapes [original->remapped]: "
                f"{shape_text(x.shape)}  and requested shape {shape_text(tuple(wanted))}"
            )
    return Spec(x.dtype, tuple(wanted), ARRAY)


@op(
    "broadcast_to",
    infer=_broadcast_to,
    facts=Fact.PURE | Fact.RAISES,
    view="readonly",
    unview=lambda base, new, *operands, shape: base,
    total=lambda x, *operands, shape: x.static and not operands,
)
def broadcast_to(x: Any, *operands: Any, shape: tuple[Entry, ...], xp: Any) -> Any:
    """The elements repeated to a shape, as a read-only view."""
    return xp.broadcast_to(x, fill_shape(shape, operands))


def _not_written(base: Any, new: Any, *operands: Any, shape: tuple[Entry, ...]) -> Any:
    raise UnsupportedOpError(
        "writing into what np.broadcast_arrays answers",
        why="elements share memory, and NumPy warns that it will not be writable one day",
        fix="copy it first",
    )


@op(
    "broadcast_shared",
    infer=_broadcast_to,
    facts=Fact.PURE | Fact.RAISES,
    view="always",
    unview=_not_written,
    total=lambda x, *operands, shape: x.static and not operands,
)
def broadcast_shared(x: Any, *operands: Any, shape: tuple[Entry, ...], xp: Any) -> Any:
    """The elements repeated to a shape, as np.broadcast_arrays answers them."""
    return xp.broadcast_arrays(x, xp.broadcast_to(xp.empty((), bool), fill_shape(shape, operands)))[0]


def _flip(x: Spec, *, axis: int | tuple[int, ...] | None = None) -> Spec:
    if axis is not None:
        normalize_axis_tuple(axis, x.ndim)
    return Spec(x.dtype, x.shape, ARRAY if x.ndim else SCALAR)


def _flip_back(base: Any, new: Any, *, axis: int | tuple[int, ...] | None = None) -> Any:
    return flip(new, axis=axis)


@op("flip", infer=_flip, view="always", unview=_flip_back)
def flip(x: Any, *, axis: int | tuple[int, ...] | None = None, xp: Any) -> Any:
    """The elements in reverse order along some axes, or along all."""
    return xp.flip(x, axis)


def _diagonal_length(rows: Extent, columns: Extent, offset: int) -> Extent:
    if isinstance(rows, int) and isinstance(columns, int):
        return max(0, min(rows + min(offset, 0), columns - max(offset, 0)))
    return less(rows, abs(offset)) if rows == columns else UNKNOWN


def _diagonal(x: Spec, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Spec:
    probe(np.diagonal, x, axis1=axis1, axis2=axis2)
    a, b = normalize_axis_index(axis1, x.ndim), normalize_axis_index(axis2, x.ndim)
    rest = tuple(n for k, n in enumerate(x.shape) if k not in (a, b))
    return Spec(x.dtype, (*rest, _diagonal_length(x.shape[a], x.shape[b], offset)), ARRAY)


@op("diagonal", infer=_diagonal, view="readonly", unview=lambda base, new, **attrs: base)
def diagonal(x: Any, *, offset: int = 0, axis1: int = 0, axis2: int = 1, xp: Any) -> Any:
    """A diagonal, as a read-only view."""
    return xp.diagonal(x, offset, axis1, axis2)


@op("frozen", infer=lambda x: x, view="readonly", unview=lambda base, new: base)
def frozen(x: Any, *, xp: Any) -> Any:
    """The same elements as a read-only view."""
    view = x[...]
    view.flags.writeable = False
    return view


@op("reordered", infer=lambda x, *, order: Spec(x.dtype, x.shape, ARRAY), lies=True)
def reordered(x: Any, *, order: str, xp: Any) -> Any:
    """A copy that is laid out in C or Fortran order."""
    return xp.array(x, order=order)
