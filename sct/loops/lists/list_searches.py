"""Where an item is in a list, how often, which is the best: numbers, or tuples of numbers, column by column."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sct.ir.core import Op, Value
from sct.loops.code import ONE, ZERO, Code, Const, If, Operand, Var
from sct.loops.lists.hash_tables import as_in, check_column, common, read_columns
from sct.loops.lists.lists import memory_of
from sct.loops.lower import Lowering, attr, handler
from sct.loops.values import Arr, Num, Unsupported

__all__ = ["fail_for_nan", "is_less"]

INT = np.dtype("int64")
FALSE, TRUE = Const("i1", 0), Const("i1", 1)
BLOCK = 8  # items that are looked at together


def _columns(low: Lowering, values: Sequence[Value]) -> list[Arr]:
    for column in values:
        check_column(column)
    low.flush()
    return [memory_of(low, column) for column in values]


def _equal(code: Code, a: Operand, b: Operand) -> Operand:
    return code.pure("fcmp.oeq" if a.type == "f64" else "icmp.eq", "i1", a, b)


def fail_for_nan(code: Code, numbers: Sequence[Operand]) -> None:
    """Give up where a number is a NaN, of which only Python knows what it equals."""
    for x in numbers:
        if x.type == "f64":
            code.fail(code.pure("fcmp.uno", "i1", x, x))


def _wanted(low: Lowering, columns: list[Arr], values: Sequence[Value]) -> tuple[list[Operand], Operand]:
    """An item as numbers of the columns, and whether there can be such ones."""
    code = low.code
    numbers: list[Operand] = []
    possible: Operand = TRUE
    for arr, value in zip(columns, values, strict=True):
        number, fits = as_in(code, low.num(value), common(arr.dtype))
        numbers.append(number)
        possible = code.and_(possible, fits)
    fail_for_nan(code, numbers)
    return numbers, possible


def _matches(code: Code, columns: list[Arr], at: Operand, wanted: list[Operand]) -> Operand:
    """Whether the item at an index is this one."""
    same: Operand = TRUE
    for x, y in zip(read_columns(code, columns, at), wanted, strict=True):
        same = code.and_(same, _equal(code, x, y))
    return same


@handler("list_find")
def _find(low: Lowering, op: Op) -> None:
    half = len(op.args) // 2
    for value in op.args[half:]:
        check_column(value)
    columns = _columns(low, op.args[:half])
    code = low.code
    wanted, possible = _wanted(low, columns, op.args[half:])
    n = code.select(possible, columns[0].dims[0], ZERO)
    found = code.var("i64", Const("i64", -1))
    place = code.var("i64", ZERO)
    _pass_over(code, columns, wanted, n, place)

    def test() -> Operand:
        return code.and_(code.icmp("slt", code.get(place), n), code.icmp("slt", code.get(found), 0))

    def step() -> None:
        at = code.get(place)
        with code.when(_matches(code, columns, at, wanted)):
            code.set(found, at)
        code.set(place, code.iadd(at, ONE))

    code.repeat(test, step)
    low.define(op.results[0], Num(INT, (code.get(found),)))


def _pass_over(code: Code, columns: list[Arr], wanted: list[Operand], n: Operand, place: Var) -> None:
    """Go on to the block that has the item, or to the last items."""
    last = code.isub(n, BLOCK)
    going = code.var("i1", TRUE)

    def test() -> Operand:
        return code.and_(code.get(going), code.icmp("sle", code.get(place), last))

    def step() -> None:
        first = code.get(place)
        hit: Operand = FALSE
        for k in range(BLOCK):
            at = code.iadd(first, Const("i64", k))
            hit = code.or_(hit, _matches(code, columns, at, wanted))
        stop = If(hit)
        code.append(stop)
        with code.into(stop.then):
            code.set(going, FALSE)
        with code.into(stop.orelse):
            code.set(place, code.iadd(first, Const("i64", BLOCK)))

    code.repeat(test, step)


@handler("list_count")
def _count(low: Lowering, op: Op) -> None:
    half = len(op.args) // 2
    for value in op.args[half:]:
        check_column(value)
    columns = _columns(low, op.args[:half])
    code = low.code
    wanted, possible = _wanted(low, columns, op.args[half:])
    count = code.var("i64", ZERO)
    with code.loop(0, code.select(possible, columns[0].dims[0], ZERO)) as at:
        same = _matches(code, columns, at, wanted)
        code.set(count, code.iadd(code.get(count), code.pure("zext", "i64", same)))
    low.define(op.results[0], Num(INT, (code.get(count),)))


@handler("list_equal")
def _are_equal(low: Lowering, op: Op) -> None:
    half = len(op.args) // 2
    for a, b in zip(op.args[:half], op.args[half:], strict=True):
        if common(a.spec.dtype) != common(b.spec.dtype):
            raise Unsupported("integers beside floats")
    arrs = _columns(low, op.args)
    code = low.code
    n = arrs[0].dims[0]
    same = code.var("i1", code.icmp("eq", n, arrs[half].dims[0]))
    with code.when(code.get(same)), code.loop(0, n) as at:
        numbers = read_columns(code, arrs, at)
        fail_for_nan(code, numbers)
        for x, y in zip(numbers[:half], numbers[half:], strict=True):
            code.set(same, code.and_(code.get(same), _equal(code, x, y)))
    low.define(op.results[0], Num(np.dtype(bool), (code.get(same),)))


def is_less(code: Code, a: Sequence[Operand], b: Sequence[Operand]) -> Operand:
    """Whether a tuple of numbers comes before another one."""
    less: Operand = FALSE
    for x, y in zip(reversed(a), reversed(b), strict=True):
        before = code.pure("fcmp.olt" if x.type == "f64" else "icmp.slt", "i1", x, y)
        less = code.or_(before, code.and_(_equal(code, x, y), less))
    return less


@handler("list_best")
def _best(low: Lowering, op: Op) -> None:
    columns = _columns(low, op.args)
    code = low.code
    n = columns[0].dims[0]
    code.fail(code.icmp("sle", n, ZERO))
    best = code.var("i64", ZERO)
    held = [code.var(x.type, x) for x in read_columns(code, columns, ZERO)]
    if len(columns) > 1:
        fail_for_nan(code, [code.get(x) for x in held])
    with code.loop(1, n) as at:
        numbers, top = read_columns(code, columns, at), [code.get(x) for x in held]
        if len(columns) > 1:
            fail_for_nan(code, numbers)
        better = is_less(code, numbers, top) if attr(op, "function") == "min" else is_less(code, top, numbers)
        code.set(best, code.select(better, at, code.get(best)))
        for var, new, old in zip(held, numbers, top, strict=True):
            code.set(var, code.select(better, new, old))
    low.define(op.results[0], Num(INT, (code.get(best),)))
