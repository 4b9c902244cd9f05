"""The order that sorts a list: a merge sort of indices, stable as Python's, which compares column by column."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sct.ir.core import Op
from sct.loops.code import ONE, ZERO, Code, Const, If, Operand
from sct.loops.lists.hash_tables import check_column, read_columns
from sct.loops.lists.list_searches import fail_for_nan, is_less
from sct.loops.lists.lists import memory_of
from sct.loops.lower import Lowering, attr, handler

__all__: list[str] = []

INT = np.dtype("int64")
RUN = 8  # items that are sorted one by one
Less = Callable[[Operand, Operand], Operand]  # whether the item at one index comes before that at another


@handler("list_order")
def _order(low: Lowering, op: Op) -> None:
    for column in op.args:
        check_column(column)
    low.flush()
    code = low.code
    columns = [memory_of(low, column) for column in op.args]
    n = columns[0].dims[0]
    floats = [c for c in columns if c.dtype.kind == "f"]
    if floats:
        with code.loop(0, n) as k:
            fail_for_nan(code, read_columns(code, floats, k))
    down = bool(attr(op, "reverse"))

    def less(a: Operand, b: Operand) -> Operand:
        x, y = read_columns(code, columns, a), read_columns(code, columns, b)
        return is_less(code, y, x) if down else is_less(code, x, y)

    made, spare = low.allocate(INT, (n,)), low.allocate(INT, (n,))
    with code.loop(0, n, RUN) as first:
        _insert(code, made.pointer, first, code.imin(n, code.iadd(first, RUN)), less)
    done = _merge_all(code, made.pointer, spare.pointer, n, less)
    with code.when(code.icmp("ne", code.pure("ptrtoint", "i64", done), code.pure("ptrtoint", "i64", made.pointer))):
        code.call("memcpy", "ptr", made.pointer, done, code.imul(n, 8))
    low.release(spare)
    made.roots = made.roots | low.roots(op.results[0])
    low.define(op.results[0], made)


def _insert(code: Code, order: Operand, first: Operand, end: Operand, less: Less) -> None:
    """Sort the indices from `first` to `end` into `order`, one after the other."""
    with code.loop(first, end) as at:
        place, going = code.var("i64", at), code.var("i1", code.icmp("sgt", at, first))

        def step() -> None:
            here = code.get(place)
            before = code.load("i64", order, code.isub(here, ONE))
            moves = If(less(at, before))
            code.append(moves)
            with code.into(moves.then):
                code.store(before, order, here)
                code.set(place, code.isub(here, ONE))
                code.set(going, code.icmp("sgt", code.isub(here, ONE), first))
            with code.into(moves.orelse):
                code.set(going, Const("i1", 0))

        code.repeat(lambda: code.get(going), step)
        code.store(at, order, code.get(place))


def _merge_all(code: Code, order: Operand, spare: Operand, n: Operand, less: Less) -> Operand:
    """Merge runs until there is one; answers where it is."""
    source, target = code.var("ptr", order), code.var("ptr", spare)
    width = code.var("i64", Const("i64", RUN))

    def step() -> None:
        now, there, size = code.get(source), code.get(target), code.get(width)
        first = code.var("i64", ZERO)

        def merge() -> None:
            low = code.get(first)
            mid = code.imin(n, code.iadd(low, size))
            end = code.imin(n, code.iadd(mid, size))
            _merge(code, now, there, (low, mid, end), less)
            code.set(first, end)

        code.repeat(lambda: code.icmp("slt", code.get(first), n), merge)
        code.set(source, there)
        code.set(target, now)
        code.set(width, code.imul(size, 2))

    code.repeat(lambda: code.icmp("slt", code.get(width), n), step)
    return code.get(source)


def _merge(code: Code, source: Operand, target: Operand, runs: tuple[Operand, Operand, Operand], less: Less) -> None:
    """Two runs that follow each other become one."""
    low, mid, end = runs
    left, right, place = code.var("i64", low), code.var("i64", mid), code.var("i64", low)
    both = code.var("i1", code.icmp("slt", mid, end))
    with code.when(code.get(both)):  # in order already?
        last = code.load("i64", source, code.isub(mid, ONE))
        code.set(both, less(code.load("i64", source, mid), last))

    def step() -> None:
        i, j = code.get(left), code.get(right)
        a, b = code.load("i64", source, i), code.load("i64", source, j)
        taken = less(b, a)
        one = code.pure("zext", "i64", taken)
        at = code.get(place)
        code.store(code.select(taken, b, a), target, at)
        next_i, next_j = code.iadd(i, code.isub(ONE, one)), code.iadd(j, one)
        code.set(left, next_i)
        code.set(right, next_j)
        code.set(place, code.iadd(at, ONE))
        code.set(both, code.and_(code.icmp("slt", next_i, mid), code.icmp("slt", next_j, end)))

    code.repeat(lambda: code.get(both), step)
    for start, stop in ((left, mid), (right, end)):
        i, at = code.get(start), code.get(place)
        rest = code.isub(stop, i)
        to, origin = code.offset(target, code.imul(at, 8)), code.offset(source, code.imul(i, 8))
        code.call("memcpy", "ptr", to, origin, code.imul(rest, 8))
        code.set(place, code.iadd(at, rest))
