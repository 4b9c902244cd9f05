"""Orders: sorting, partial sorting and the indices that would do it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.ir.types import ARRAY, SCALAR, Spec
from sct.ops.joining import join_shapes
from sct.ops.reductions import flat_extent
from sct.ops.registry import Fact, op

__all__ = ["argpartition", "argsort", "lexsort", "partition", "places", "sort"]

INDEX = np.dtype(np.intp)
Kth = int | tuple[int, ...]


def _sorted(x: Spec, axis: int | None) -> Spec:
    if axis is None:
        return Spec(x.dtype, (flat_extent(x.shape),), ARRAY)
    normalize_axis_index(axis, x.ndim)
    return Spec(x.dtype, x.shape, ARRAY)


def _check_kind(kind: str | None, stable: bool | None) -> None:
    if kind is not None or stable is not None:
        np.sort([], kind=kind, stable=stable)  # type: ignore[arg-type]


def _sort(x: Spec, *, axis: int | None = -1, kind: str | None = None, stable: bool | None = None) -> Spec:
    _check_kind(kind, stable)
    return _sorted(x, axis)


@op("sort", infer=_sort)
def sort(
    x: Any, *, axis: int | None = -1, kind: str | None = None, stable: bool | None = None, xp: Any
) -> Any:
    """The elements along an axis in ascending order, NaN last."""
    return xp.sort(x, axis=axis, kind=kind, stable=stable)


def _argsort(x: Spec, *, axis: int | None = -1, kind: str | None = None, stable: bool | None = None) -> Spec:
    _check_kind(kind, stable)
    if x.ndim == 0 and axis in (0, -1):
        return Spec(INDEX, (1,), ARRAY)
    return _sorted(x, axis).with_(dtype=INDEX)


@op("argsort", infer=_argsort)
def argsort(
    x: Any, *, axis: int | None = -1, kind: str | None = None, stable: bool | None = None, xp: Any
) -> Any:
    """The indices that would sort x along an axis."""
    return xp.argsort(x, axis=axis, kind=kind, stable=stable)


def places(kth: Kth) -> Any:
    """What NumPy is given: of an empty tuple it would make floats."""
    return np.empty(0, np.intp) if kth == () else kth


def _check_kth(x: Spec, kth: Kth, axis: int | None) -> None:
    if 0 in x.shape:
        return
    n = flat_extent(x.shape) if axis is None else x.shape[normalize_axis_index(axis, x.ndim)]
    for k in kth if isinstance(kth, tuple) else (kth,):
        if isinstance(n, int) and not -n <= k < n:
            raise ValueError(f"kth(={k + n if k < 0 else k}) out of bounds ({n})")


def _partition(x: Spec, *, kth: Kth, axis: int | None = -1) -> Spec:
    _check_kth(x, kth, axis)
    return _sorted(x, axis)


@op("partition", infer=_partition, facts=Fact.PURE | Fact.RAISES, total=lambda x, **attrs: x.static)
def partition(x: Any, *, kth: Kth, axis: int | None = -1, xp: Any) -> Any:
    """The kth element where sorting would put it, the lesser ones before it."""
    return xp.partition(x, places(kth), axis=axis)


def _argpartition(x: Spec, *, kth: Kth, axis: int | None = -1) -> Spec:
    x = x if x.ndim else x.with_(shape=(1,))  # as NumPy does, for the indices alone
    _check_kth(x, kth, axis)
    return _sorted(x, axis).with_(dtype=INDEX)


@op("argpartition", infer=_argpartition, facts=Fact.PURE | Fact.RAISES, total=lambda x, **attrs: x.static)
def argpartition(x: Any, *, kth: Kth, axis: int | None = -1, xp: Any) -> Any:
    """The indices that would partition x."""
    return xp.argpartition(x, places(kth), axis=axis)


def _lexsort(*keys: Spec, axis: int = -1) -> Spec:
    shape = join_shapes([k.shape for k in keys], "all keys need to be the same shape")
    if not shape:
        return Spec(INDEX, (), SCALAR)
    normalize_axis_index(axis, len(shape))
    return Spec(INDEX, shape, ARRAY)


@op(
    "lexsort",
    infer=_lexsort,
    facts=Fact.PURE | Fact.RAISES,
    total=lambda *keys, **attrs: all(k.static for k in keys),
)
def lexsort(*keys: Any, axis: int = -1, xp: Any) -> Any:
    """The indices that sort by several keys, the last one first."""
    return xp.lexsort(keys, axis=axis)
