"""Arrays so small that they are in registers: put together and taken apart without memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.lower import Lowering
from sct.loops.numbers.scalars import cast, number
from sct.loops.values import Num, Pack

__all__ = ["NOTHING", "grid", "items", "rearranged", "registers"]

NOTHING = -1  # the number of an item that is zero


def items(low: Lowering, value: Value) -> tuple[Num, ...]:
    """The elements of an array of known extents, in C order."""
    handle = low.handle(value)
    if isinstance(handle, Pack):
        return handle.items
    assert value.spec.kind == ARRAY
    return low.unpacked(low.arr(value), value.spec).items


def grid(low: Lowering, value: Value) -> np.ndarray[Any, Any]:
    """The same as an array of the shape of `value`."""
    shape = tuple(int(n) for n in value.spec.shape)  # type: ignore[arg-type]
    return np.array(items(low, value), np.dtype(object)).reshape(shape)


def registers(low: Lowering, op: Op, found: np.ndarray[Any, Any]) -> None:
    """Have the result be these numbers."""
    result = op.results[0]
    low.define(result, Pack(result.spec.dtype, found.shape, tuple(found.flat)))


def rearranged(low: Lowering, op: Op, make: Callable[..., np.ndarray[Any, Any]]) -> None:
    """The result has elements of the operands: `make` says which, from arrays of their numbers."""
    dtype = op.results[0].spec.dtype
    found: list[Num] = []
    numbers = []
    for value in op.args:
        mine = [cast(low.code, item, dtype) for item in items(low, value)]
        shape = tuple(int(n) for n in value.spec.shape)  # type: ignore[arg-type]
        numbers.append(np.arange(len(found), len(found) + len(mine)).reshape(shape))
        found += mine
    places = make(*numbers)
    taken = [number(0, dtype) if k == NOTHING else found[k] for k in places.flat]
    low.define(op.results[0], Pack(dtype, places.shape, tuple(taken)))
