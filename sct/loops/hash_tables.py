"""Hash tables over the columns of lists, as `sct.ops.hash_tables` lays them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.loops.code import ONE, ZERO, Code, Const, If, Operand, While
from sct.loops.lists import memory_of
from sct.loops.lower import Lowering, handler
from sct.loops.refs import wrap
from sct.loops.scalars import cast
from sct.loops.values import Arr, Num, Unsupported
from sct.ops.hash_tables import HEAD, LEAST, MIXER, ROOM

__all__ = ["as_in", "check_column", "common", "read_columns"]

INT, FLOAT = np.dtype("int64"), np.dtype("float64")
FALSE, TRUE = Const("i1", 0), Const("i1", 1)
EXACT = 2.0**53  # integers up to this are floats, too


@handler("hash_find")
def _find(low: Lowering, op: Op) -> None:
    table, *operands = op.args
    half = len(operands) // 2
    wanted = operands[half:]
    for column, key in zip(operands[:half], wanted, strict=True):
        check_column(column)
        if key.spec.dtype.char not in "?bBhHiIlqfd":
            raise Unsupported("a key of another dtype")
    low.flush()
    code = low.code
    slots = memory_of(low, table)
    columns = [memory_of(low, column) for column in operands[:half]]
    possible: Operand = TRUE
    looked_for: list[Operand] = []
    for arr, value in zip(columns, wanted, strict=True):
        number, fits = as_in(code, low.num(value), common(arr.dtype))
        looked_for.append(number)
        possible = code.and_(possible, fits)
    n = columns[0].dims[0]
    found = code.var("i64", Const("i64", -1))
    choice = If(code.and_(possible, code.icmp("sgt", n, 0)))
    code.append(choice)
    with code.into(choice.then):
        known = code.var("i64", ZERO)
        with code.when(code.icmp("sgt", slots.dims[0], HEAD)):
            code.set(known, code.load("i64", slots.pointer, 0))
            _probe(
                code, slots.pointer, code.isub(slots.dims[0], HEAD), _mixed(code, looked_for),
                lambda at: code.set(found, at), lambda at: _same(code, columns, at, n, looked_for),
            )  # fmt: skip
        _scan(code, code.get(known), n, found, lambda at: _same(code, columns, at, n, looked_for))
    low.define(op.results[0], Num(INT, (code.get(found),)))


def check_column(column: Value) -> None:
    """Raise Unsupported for what is neither integers of up to 64 bits with a sign, nor floats, nor truths."""
    if column.spec.dtype.char not in "?bBhHiIlqfd":
        raise Unsupported("keys of another dtype")


def common(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """What numbers are compared as."""
    return FLOAT if dtype.kind == "f" else INT


def as_in(code: Code, key: Num, dtype: np.dtype[Any]) -> tuple[Operand, Operand]:
    """A key as a number of that dtype, and whether there is one that equals it."""
    made = cast(code, key, dtype).x
    if key.dtype.kind == "f" and dtype.kind != "f":
        x = cast(code, key, FLOAT).x
        inside = code.and_(
            code.pure("fcmp.oge", "i1", x, Const("f64", -(2.0**63))),
            code.pure("fcmp.olt", "i1", x, Const("f64", 2.0**63)),
        )
        safe = code.select(inside, x, Const("f64", 0.0))
        made = cast(code, Num(FLOAT, (safe,)), dtype).x
        back = cast(code, Num(INT, (made,)), FLOAT).x
        return made, code.and_(inside, code.pure("fcmp.oeq", "i1", back, x))
    if key.dtype.kind != "f" and dtype.kind == "f" and key.dtype.itemsize == 8:
        large = code.pure("fcmp.ogt", "i1", code.pure("intrinsic", "f64", made, note="fabs"), Const("f64", EXACT))
        code.fail(large)
    return made, TRUE


def _word(code: Code, number: Operand) -> Operand:
    """The 64 bits of a number; those of both zeros are the same."""
    if number.type != "f64":
        return number
    return code.pure("bitcast", "i64", code.pure("fadd", "f64", number, Const("f64", 0.0)))


def _mixed(code: Code, numbers: list[Operand]) -> Operand:
    mixed: Operand = ZERO
    for number in numbers:
        word = _word(code, number)
        word = word if mixed == ZERO else code.pure("xor", "i64", mixed, word)
        product = code.pure("imul", "i64", word, Const("i64", wrap(MIXER, "i64")))
        mixed = code.pure("xor", "i64", product, code.pure("lshr", "i64", product, Const("i64", 32)))
    return mixed


def read_columns(code: Code, columns: list[Arr], at: Operand) -> list[Operand]:
    """The item at an index, as numbers of 64 bits."""
    return [cast(code, c.load(code, (at,)), common(c.dtype)).x for c in columns]


def _same(code: Code, columns: list[Arr], at: Operand, n: Operand, key: list[Operand]) -> Operand:
    """Whether the key at an index, which may be beyond the last, is this one."""
    inside = code.icmp("slt", at, n)
    same = inside
    for a, b in zip(read_columns(code, columns, code.select(inside, at, ZERO)), key, strict=True):
        same = code.and_(same, code.pure("fcmp.oeq" if a.type == "f64" else "icmp.eq", "i1", a, b))
    return same


def _probe(
    code: Code, table: Operand, slots: Operand, mixed: Operand,
    use: Callable[[Operand], None], same: Callable[[Operand], Operand],
) -> None:  # fmt: skip
    """Go through the slots from the place of a hash on: `use` the first index for which `same` holds."""
    mask = code.isub(slots, ONE)
    slot = code.var("i64", code.and_(mixed, mask))
    going = code.var("i1", TRUE)
    head: list[Any] = []
    body: list[Any] = []
    with code.into(head):
        more = code.get(going)
    with code.into(body):
        here = code.get(slot)
        at = code.isub(code.load("i64", table, code.iadd(here, HEAD)), ONE)
        taken = If(code.icmp("sge", at, 0))
        code.append(taken)
        with code.into(taken.then):
            hit = If(same(at))
            code.append(hit)
            with code.into(hit.then):
                use(at)
                code.set(going, FALSE)
            with code.into(hit.orelse):
                code.set(slot, code.and_(code.iadd(here, ONE), mask))
        with code.into(taken.orelse):
            code.set(going, FALSE)
    code.append(While(head, more, body))


def _scan(code: Code, first: Operand, n: Operand, found: Any, same: Callable[[Operand], Operand]) -> None:
    """Look at the keys that the table does not know, unless the key has been found."""
    place = code.var("i64", first)
    head: list[Any] = []
    body: list[Any] = []
    with code.into(head):
        at = code.get(place)
        more = code.and_(code.icmp("slt", at, n), code.icmp("slt", code.get(found), 0))
    with code.into(body):
        with code.when(same(at)):
            code.set(found, at)
        code.set(place, code.iadd(at, ONE))
    code.append(While(head, more, body))


@handler("hash_note")
def _note(low: Lowering, op: Op) -> None:
    table, *values = op.args
    for column in values:
        check_column(column)
    low.flush()
    code = low.code
    old = memory_of(low, table)
    columns = [memory_of(low, column) for column in values]
    owned = op in low.ownership.in_place and isinstance(low.handle(table), Arr) and table not in low.borrowed
    n = columns[0].dims[0]
    pointer, header = code.var("ptr", old.pointer), code.var("ptr", old.header)
    size = code.var("i64", old.dims[0])
    single = code.icmp("eq", code.load("i64", old.header, 0), 1) if owned else FALSE
    room = code.icmp("sge", code.isub(old.dims[0], HEAD), code.imax(code.imul(n, ROOM), LEAST))
    known = code.var("i64", ZERO)
    keeps = If(code.and_(single, room))
    code.append(keeps)
    with code.into(keeps.then):
        code.set(known, code.load("i64", old.pointer, 0))
    with code.into(keeps.orelse):
        words = code.iadd(_slots_for(code, n), HEAD)
        bytes_ = code.imul(words, 8)
        made = code.call("sct_alloc", "ptr", low.ctx, bytes_)
        code.fail(code.icmp("eq", made, Const("ptr", 0)), 3)
        data = code.load("ptr", made, 1)
        code.call("memset", "ptr", data, Const("i32", 0), bytes_)
        if owned:
            low.release(old)
        code.set(pointer, data)
        code.set(header, made)
        code.set(size, words)
    if owned:
        low.moved.add(table)
    owner, words = code.get(header), code.get(size)
    memory = code.own(code.get(pointer), owner)
    _enter_keys(code, memory, code.isub(words, HEAD), columns, code.get(known), n)
    roots = low.roots(op.results[0]) | (old.roots if owned else frozenset())
    low.define(op.results[0], Arr(INT, memory, (code.extent(words),), (ONE,), owner, roots, True))


def _slots_for(code: Code, n: Operand) -> Operand:
    """A power of two that leaves room for more."""
    count = code.var("i64", Const("i64", LEAST))
    head: list[Any] = []
    body: list[Any] = []
    with code.into(head):
        now = code.get(count)
        more = code.icmp("slt", now, code.imul(n, 2 * ROOM))
    with code.into(body):
        code.set(count, code.imul(now, 2))
    code.append(While(head, more, body))
    return code.get(count)


def _enter_keys(code: Code, table: Operand, slots: Operand, columns: list[Arr], first: Operand, n: Operand) -> None:
    mask = code.isub(slots, ONE)
    with code.loop(first, n) as at:
        mixed = _mixed(code, read_columns(code, columns, at))
        slot = code.var("i64", code.and_(mixed, mask))
        head: list[Any] = []
        body: list[Any] = []
        with code.into(head):
            here = code.get(slot)
            more = code.icmp("ne", code.load("i64", table, code.iadd(here, HEAD)), 0)
        with code.into(body):
            code.set(slot, code.and_(code.iadd(here, ONE), mask))
        code.append(While(head, more, body))
        code.store(code.iadd(at, ONE), table, code.iadd(code.get(slot), HEAD))
    code.store(n, table, 0)
