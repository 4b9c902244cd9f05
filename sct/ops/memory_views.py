"""Views that look at the memory of an array in another way: as another dtype, or by other strides."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.dtypes import same_dtype
from sct.errors import UnsupportedOpError
from sct.ir.extents import product
from sct.ir.types import ARRAY, PYTHON, SCALAR, UNKNOWN, Extent, Spec
from sct.ops.registry import Fact, op

__all__ = ["as_strided", "byteswap", "offsets", "overlap", "view_dtype"]


# -- x.view(dtype) ---------------------------------------------------------------------------------


def _view_dtype(x: Spec, *, dtype: Any, was: Any) -> Spec:
    old, new = x.dtype.itemsize, np.dtype(dtype).itemsize
    if old == new:
        return x.with_(dtype=np.dtype(dtype))
    last = x.shape[-1] if x.shape else 1
    known = last if isinstance(last, int) else max(new // old, 1)
    np.empty((1,) * (x.ndim - 1) + (known,) if x.shape else (), x.dtype).view(dtype)  # raises as NumPy does
    extent: Extent = UNKNOWN
    if isinstance(last, int):
        extent = last * old // new
    elif new < old:
        extent = product([last, old // new])
    return Spec(np.dtype(dtype), (*x.shape[:-1], extent), ARRAY)


def _bits_as(x: Spec, *, dtype: Any) -> Spec:
    return _view_dtype(x, dtype=dtype, was=x.dtype)


@op("bits_as", infer=_bits_as)
def bits_as(x: Any, *, dtype: Any, xp: Any) -> Any:
    """A copy of the elements' bits as those of another dtype."""
    return np.array(x, order="C").view(dtype)


def _byteswap(x: Spec) -> Spec:
    return x if x.kind != PYTHON else Spec(x.dtype, x.shape, SCALAR)


@op("byteswap", infer=_byteswap)
def byteswap(x: Any, *, xp: Any) -> Any:
    """The elements with their bytes in the other order."""
    return x.byteswap()


def _seen_as(x: Any, dtype: Any, was: Any) -> Any:
    if not same_dtype(x.dtype, was):  # an array that stands for one of that layout
        x = x.astype(was)
    if x.dtype.itemsize != np.dtype(dtype).itemsize and x.ndim and x.strides[-1] != x.itemsize:
        x = np.ascontiguousarray(x)  # laid out otherwise than by NumPy, which would have refused
    return x.view(dtype)


@op(
    "view_dtype",
    infer=_view_dtype,
    facts=Fact.PURE | Fact.RAISES,
    view="always",
    total=lambda x, *, dtype, was: x.static or np.dtype(dtype).itemsize <= x.dtype.itemsize,
    unview=lambda base, new, *, dtype, was: bits_as(new, dtype=was),
)
def view_dtype(x: Any, *, dtype: Any, was: Any, xp: Any) -> Any:
    """The same memory as elements of another dtype; `was` is the dtype of the operand."""
    return _seen_as(x, dtype, was)


# -- as_strided ------------------------------------------------------------------------------------


def offsets(shape: tuple[int, ...], strides: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Where each element is, counted in elements from the first.

    >>> offsets((2, 3), (1, 1)).tolist()
    [[0, 1, 2], [1, 2, 3]]
    """
    found: np.ndarray[Any, Any] = np.zeros(shape, np.intp)
    for axis, (n, step) in enumerate(zip(shape, strides, strict=True)):
        found += (np.arange(n) * step).reshape([n if k == axis else 1 for k in range(len(shape))])
    return found


def overlap(places: np.ndarray[Any, Any]) -> bool:
    """Whether several elements of a view, which have these places in the array, are one of the array.

    >>> overlap(offsets((2, 3), (1, 1))), overlap(offsets((2, 3), (3, 1)))
    (True, False)
    """
    return len(np.unique(places)) != places.size


def _as_strided(x: Spec, *, shape: tuple[int, ...], strides: tuple[int, ...], order: str = "C") -> Spec:
    return Spec(x.dtype, shape, ARRAY)


def _write_through(base: Any, new: Any, *, shape: tuple[int, ...], strides: tuple[int, ...], order: str = "C") -> Any:
    from sct.ops import get

    places = offsets(shape, strides).ravel()
    if overlap(places):
        raise UnsupportedOpError(
            "a write through np.lib.stride_tricks.as_strided where elements overlap",
            why="one element of the array is several of the view, and the last write would win",
            fix="write one number, or into the array itself",
        )
    flat = get("ravel")(base, order=order)
    flat = get("setitem")(flat, get("reshape")(new, shape=(places.size,)), places, index=(("arg", 0),))
    return get("reshape")(flat, shape=tuple(base.shape), order=order)


@op("as_strided", infer=_as_strided, facts=Fact.PURE, view="always", unview=_write_through)
def as_strided(x: Any, *, shape: tuple[int, ...], strides: tuple[int, ...], order: str = "C", xp: Any) -> Any:
    """A view by other strides, which count elements of an array that is laid out in this order."""
    x = np.ascontiguousarray(x) if order == "C" else np.asfortranarray(x)
    return np.lib.stride_tricks.as_strided(x, shape, [step * x.itemsize for step in strides])
