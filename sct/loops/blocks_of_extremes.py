"""`argmax` and `argmin` of elements that are neighbours: memory is read once, a block at a time.

Of each block the extreme is found, which vectorises; the first block that beats all before it is looked through at
the end for the place. NaN beats everything, and the first of them stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sct.loops import scalars
from sct.loops.code import FALSE, ONE, ZERO, Code, Const, Operand, While
from sct.loops.scalars import number
from sct.loops.values import Arr, Num

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["first_place", "long_enough"]

BLOCK = 8192  # bytes
BOOL = np.dtype("bool")


def first_place(
    code: Code, arr: Arr, start: Operand, count: Operand, first: Any, relation: str,
    fold: Callable[[Code, Num, Num], Num],
) -> Operand:  # fmt: skip
    """The place of the extreme among `count` neighbours from `start` on, counted from there.

    `first` is what nothing is beaten by, `relation` greater or less, and `fold` keeps the extreme of two.
    """
    dtype = arr.dtype
    start_value = number(first, dtype).x
    best, where = code.var(start_value.type, start_value), code.var("i64", ZERO)
    length = BLOCK // dtype.itemsize
    end = code.iadd(start, count)
    with code.loop(start, end, length) as at:
        stop = code.imin(code.iadd(at, length), end)
        extreme = code.var(start_value.type, start_value)
        with code.loop(at, stop) as k:
            code.set(extreme, fold(code, Num(dtype, (code.get(extreme),)), _at(code, arr, k)).x)
        found, before = Num(dtype, (code.get(extreme),)), Num(dtype, (code.get(best),))
        better = scalars.apply(code, relation, [found, before], BOOL).x
        if dtype.kind == "f":
            better = code.or_(better, code.and_(_is_nan(code, found), code.not_(_is_nan(code, before))))
        with code.when(better):
            code.set(best, found.x)
            code.set(where, code.isub(at, start))
    return _looked_up(code, arr, start, code.get(where), Num(dtype, (code.get(best),)))


def _looked_up(code: Code, arr: Arr, start: Operand, first: Operand, wanted: Num) -> Operand:
    """The first place from `first` on that has the number, which is there."""
    place = code.var("i64", first)
    search = While([], FALSE, [])
    with code.into(search.head):
        here = _at(code, arr, code.iadd(start, code.get(place)))
        same = scalars.apply(code, "equal", [here, wanted], BOOL).x
        if wanted.dtype.kind == "f":
            same = code.or_(same, _is_nan(code, here))
        search.cond = code.not_(same)
    with code.into(search.body):
        code.set(place, code.iadd(code.get(place), ONE))
    code.append(search)
    return code.get(place)


def _at(code: Code, arr: Arr, k: Operand) -> Num:
    return Num(arr.dtype, (code.load(number(0, arr.dtype).x.type, arr.pointer, k),))


def _is_nan(code: Code, x: Num) -> Operand:
    return code.pure("fcmp.uno", "i1", x.x, x.x)


def long_enough(count: Operand, dtype: np.dtype[Any]) -> bool:
    """Whether it pays, as far as it is known."""
    return isinstance(count, Const) and int(count.value) * dtype.itemsize >= BLOCK // 8
