"""Whether a complex number is smaller than a bound: its square tells, without a root.

`hypot` is the root of `s = larger*larger + smaller*smaller`, rounded, wherever that neither overflows nor loses digits;
and a rounded root grows with what it is taken of. So `hypot < bound` says the same as `s < t`, with the least t whose
root is not below the bound. Where `s` overflows or loses digits, both say the same because the bound is far away.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from sct.loops.code import Code, Const, Operand

__all__ = ["compare_size"]

_FLOATS: dict[str, Callable[[Any], Any]] = {"f64": np.float64, "f32": np.float32}
_NEAR = {"f64": (2.0**-400, 2.0**500), "f32": (2.0**-50, 2.0**60)}


def compare_size(code: Code, relation: str, size: Operand, bound: Operand) -> Operand | None:
    """`size relation bound`, with lt le gt or ge, for the size of a complex number; None if it must be computed."""
    parts = code.sizes.get(size)
    if parts is None or not isinstance(bound, Const) or relation not in ("lt", "le", "gt", "ge"):
        return None
    kind = size.type
    low, high = _NEAR[kind]
    if not low <= bound.value <= high:
        return None
    x, y = (code.pure("intrinsic", kind, p, note="fabs") for p in parts)
    below = code.pure("fcmp.olt", "i1", x, y)
    larger, smaller = code.select(below, y, x), code.select(below, x, y)
    square = code.pure("intrinsic", kind, larger, larger, code.pure("fmul", kind, smaller, smaller), note="fma")
    least = Const(kind, _least_square(bound.value, kind, relation in ("lt", "ge")))
    if relation in ("lt", "le"):
        return code.pure("fcmp.olt", "i1", square, least)
    infinite = code.or_(*[code.pure("fcmp.oeq", "i1", p, Const(kind, math.inf)) for p in (x, y)])
    return code.or_(code.pure("fcmp.oge", "i1", square, least), infinite)  # inf beside NaN is infinite


@lru_cache(maxsize=256)
def _least_square(bound: float, kind: str, reached: bool) -> float:
    """The least number whose rounded root is not below the bound, or, unless `reached`, above it."""
    number = _FLOATS[kind]
    limit = number(bound)

    def beyond(square: Any) -> bool:
        root = np.sqrt(square)
        return bool(root >= limit if reached else root > limit)

    square = limit * limit
    while beyond(square):
        square = np.nextafter(square, number(0))
    while not beyond(square):
        square = np.nextafter(square, number(np.inf))
    return float(square)
