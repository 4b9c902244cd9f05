"""`argmax` and `argmin` of elements that are neighbours: memory is read once, a block at a time.

Of each block the extreme is found, which vectorises; the first block that beats all before it is looked through at
the end for the place. NaN beats everything, and the first of them stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sct.loops.code import FALSE, ONE, ZERO, Code, Const, Operand, Var, While
from sct.loops.numbers import scalars
from sct.loops.numbers.bit_ranks import turned
from sct.loops.numbers.scalars import number
from sct.loops.values import Arr, Num

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["first_place", "first_truth", "long_enough"]

BLOCK = 8192  # bytes
FEW = 32  # elements
MANY = 1024  # truth values
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
        if dtype.kind == "f":
            found = _of_floats(code, arr, at, stop, relation)
        else:
            found = _of(code, arr, at, stop, first, fold)
        before = Num(dtype, (code.get(best),))
        better = scalars.apply(code, relation, [found, before], BOOL).x
        if dtype.kind == "f":
            better = code.or_(better, code.and_(_is_nan(code, found), code.not_(_is_nan(code, before))))
        with code.when(better):
            code.set(best, found.x)
            code.set(where, code.isub(at, start))
    return _looked_up(code, arr, start, code.get(where), count, Num(dtype, (code.get(best),)))


def _of(
    code: Code, arr: Arr, at: Operand, stop: Operand, first: Any, fold: Callable[[Code, Num, Num], Num]
) -> Num:
    """The extreme of the elements from `at` to `stop`."""
    start = number(first, arr.dtype).x
    extreme = code.var(start.type, start)
    with code.loop(at, stop) as k:
        code.set(extreme, fold(code, Num(arr.dtype, (code.get(extreme),)), _at(code, arr, k)).x)
    return Num(arr.dtype, (code.get(extreme),))


def _of_floats(code: Code, arr: Arr, at: Operand, stop: Operand, relation: str) -> Num:
    """The same of floats, by the whole numbers that order them: one short step follows on another.

    Of two zeros either is found; NaN ranks before everything.
    """
    bits = arr.dtype.itemsize * 8
    kind, least, greatest = f"i{bits}", -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    top, bottom = (greatest, least) if relation == "greater" else (least, greatest)
    extreme = code.var(kind, Const(kind, bottom))
    with code.loop(at, stop) as k:
        x = _at(code, arr, k)
        rank = code.select(_is_nan(code, x), Const(kind, top), turned(code, code.pure("bitcast", kind, x.x)))
        note = "smax" if relation == "greater" else "smin"
        code.set(extreme, code.pure("intrinsic", kind, code.get(extreme), rank, note=note))
    return Num(arr.dtype, (code.pure("bitcast", f"f{bits}", turned(code, code.get(extreme))),))


def _looked_up(code: Code, arr: Arr, start: Operand, first: Operand, count: Operand, wanted: Num) -> Operand:
    """The first place from `first` on that has the number, which is there."""

    def same(place: Operand) -> Operand:
        here = _at(code, arr, code.iadd(start, place))
        equal = scalars.apply(code, "equal", [here, wanted], BOOL).x
        return code.or_(equal, _is_nan(code, here)) if wanted.dtype.kind == "f" else equal

    place = _few_with(code, same, first, count, FEW, sure=True)
    search = While([], FALSE, [])
    with code.into(search.head):
        search.cond = code.not_(same(code.get(place)))
    with code.into(search.body):
        code.set(place, code.iadd(code.get(place), ONE))
    code.append(search)
    return code.get(place)


def first_truth(code: Code, arr: Arr, start: Operand, count: Operand, truth: bool) -> Operand:
    """The first place of `count` neighbours from `start` on that has this truth value, or 0."""

    def same(place: Operand) -> Operand:
        here = _at(code, arr, code.iadd(start, place)).x
        return here if truth else code.not_(here)

    first: Operand = ZERO
    if not isinstance(count, Const) or int(count.value) > 2 * MANY:
        first = code.get(_few_with(code, same, first, count, MANY, sure=False))
    place = _few_with(code, same, first, count, FEW, sure=False)
    search = While([], FALSE, [])
    with code.into(search.head):
        at = code.get(place)
        missing = code.var("i1", FALSE)
        with code.when(code.icmp("slt", at, count)):
            code.set(missing, code.not_(same(at)))
        search.cond = code.get(missing)
    with code.into(search.body):
        code.set(place, code.iadd(code.get(place), ONE))
    code.append(search)
    at = code.get(place)
    return code.select(code.icmp("slt", at, count), at, ZERO)


def _few_with(
    code: Code, same: Callable[[Operand], Operand], first: Operand, count: Operand, few: int, *, sure: bool
) -> Var:  # fmt: skip
    """The beginning of the few elements from `first` on among which the wanted one is, or beyond all if it is not sure.

    That few are compared together vectorises.
    """
    place = code.var("i64", first)
    search = While([], FALSE, [])
    with code.into(search.head):
        at = code.get(place)
        found = code.var("i1", FALSE)
        with code.loop(at, code.imin(code.iadd(at, few), count)) as k:
            code.set(found, code.or_(code.get(found), same(k)))
        search.cond = code.not_(code.get(found))
        if not sure:
            search.cond = code.and_(search.cond, code.icmp("slt", at, count))
    with code.into(search.body):
        code.set(place, code.iadd(code.get(place), few))
    code.append(search)
    return place


def _at(code: Code, arr: Arr, k: Operand) -> Num:
    return Num(arr.dtype, (code.load(number(0, arr.dtype).x.type, arr.pointer, k),))


def _is_nan(code: Code, x: Num) -> Operand:
    return code.pure("fcmp.uno", "i1", x.x, x.x)


def long_enough(count: Operand, dtype: np.dtype[Any]) -> bool:
    """Whether it pays; where it is not known how many there are, there may be many."""
    least = FEW // 2 if dtype.kind == "b" else BLOCK // 8 // dtype.itemsize
    return not isinstance(count, Const) or int(count.value) >= least
