"""Bits packed into bytes, and taken out again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.ir.types import ARRAY, UNKNOWN, Extent, Shape, Spec
from sct.ops.reductions import flat_extent
from sct.ops.registry import Fact, op

__all__ = ["packbits", "unpackbits"]

_BYTES = np.dtype(np.uint8)


def _shape(x: Spec, axis: int | None) -> tuple[Shape, int]:
    if axis is None:
        return (flat_extent(x.shape),), 0
    return x.shape, normalize_axis_index(axis, x.ndim)


def _packbits(x: Spec, *, axis: int | None = None, bitorder: str = "big") -> Spec:
    if x.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    shape, at = _shape(x, axis)
    n = shape[at]
    packed: Extent = -(-n // 8) if isinstance(n, int) else UNKNOWN
    return Spec(_BYTES, (*shape[:at], packed, *shape[at + 1 :]), ARRAY)


@op("packbits", infer=_packbits, facts=Fact.PURE | Fact.RAISES)
def packbits(x: Any, *, axis: int | None = None, bitorder: str = "big", xp: Any) -> Any:
    """Eight truths in a byte."""
    return xp.packbits(x, axis=axis, bitorder=bitorder)


def _unpackbits(x: Spec, *, axis: int | None = None, count: int | None = None, bitorder: str = "big") -> Spec:
    if x.dtype != _BYTES:
        raise TypeError("Expected an input array of unsigned byte data type")
    shape, at = _shape(x, axis)
    n = shape[at]
    bits: Extent = n * 8 if isinstance(n, int) else UNKNOWN
    if count is not None:
        bits = count if count >= 0 else bits + count if isinstance(bits, int) else UNKNOWN
    return Spec(_BYTES, (*shape[:at], bits, *shape[at + 1 :]), ARRAY)


@op("unpackbits", infer=_unpackbits, facts=Fact.PURE | Fact.RAISES)
def unpackbits(x: Any, *, axis: int | None = None, count: int | None = None, bitorder: str = "big", xp: Any) -> Any:
    """The bits of every byte."""
    return xp.unpackbits(x, axis=axis, count=count, bitorder=bitorder)
