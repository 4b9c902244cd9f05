"""Whether a complex number is smaller than a bound: its square tells, without a root.

A size is the root of `s = larger*larger + smaller*smaller`, give or take some roundings, wherever that neither
overflows nor loses digits; and a root grows with what it is taken of. So `size < bound` says the same as `s < t`, with
the least t whose root is not below the bound, unless s is near t: the size itself is asked there. Where `s` overflows
or loses digits, both say the same because the bound is far away.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from sct.loops.code import Code, Const, Operand

__all__ = ["Size", "by_size", "compare_size"]

_FLOATS: dict[str, Callable[[Any], Any]] = {"f64": np.float64, "f32": np.float32}
_RANGE = {"f64": (2.0**-400, 2.0**500), "f32": (2.0**-50, 2.0**60)}
_ROUNDINGS = 32  # that a square and that of the root may be apart: 1 ulp of a root is up to 4 of its square


class Size(NamedTuple):
    """What a size is the size of, and what writes it anew for its larger and smaller part."""

    parts: tuple[Operand, ...]
    write: Callable[[Code, Operand, Operand], Operand]


def compare_size(code: Code, relation: str, size: Operand, bound: Operand) -> Operand | None:
    """`size relation bound`, with lt le gt or ge, for the size of a complex number; None if it must be computed."""
    root = code.sizes.get(size)
    if root is None or not isinstance(bound, Const) or relation not in ("lt", "le", "gt", "ge"):
        return None
    kind = size.type
    low, high = _RANGE[kind]
    if not low <= bound.value <= high or not (code.single or code.strips):
        return None  # loops over arrays are no faster without roots, if they have to branch
    larger, smaller = by_size(code, *root.parts)
    square = code.pure("intrinsic", kind, larger, larger, code.pure("fmul", kind, smaller, smaller), note="fma")
    least = Const(kind, _least_square(bound.value, kind, relation in ("lt", "ge")))
    if relation in ("lt", "le"):
        answer = code.pure("fcmp.olt", "i1", square, least)
    else:
        infinite = code.or_(*[code.pure("fcmp.oeq", "i1", p, Const(kind, math.inf)) for p in (larger, smaller)])
        answer = code.or_(code.pure("fcmp.oge", "i1", square, least), infinite)  # inf beside NaN is infinite
    decided = code.var("i1", answer)
    near = _is_near(code, square, least)
    with code.when(code.pure("lane.any", "i1", near) if code.strips else near) as asked:
        asked.rare = 0
        code.set(decided, code.pure(f"fcmp.o{relation}", "i1", root.write(code, larger, smaller), bound))
    return code.get(decided)


def by_size(code: Code, x: Operand, y: Operand) -> tuple[Operand, Operand]:
    """The larger and the smaller of the sizes of two numbers."""
    x, y = (code.pure("intrinsic", x.type, p, note="fabs") for p in (x, y))
    below = code.pure("fcmp.olt", "i1", x, y)
    return code.select(below, y, x), code.select(below, x, y)


def _is_near(code: Code, square: Operand, least: Const) -> Operand:
    far = Const(least.type, _ROUNDINGS * float(np.spacing(_FLOATS[least.type](least.value))))
    apart = code.pure("intrinsic", least.type, code.pure("fsub", least.type, square, least), note="fabs")
    return code.pure("fcmp.olt", "i1", apart, far)


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
