"""Hash tables over the columns of lists, as `sct.ops.hash_tables` lays them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sct.ir.core import Op, Value
from sct.loops.code import ONE, ZERO, Code, Const, If, Operand
from sct.loops.elements.views import integer
from sct.loops.lists.lists import memory_of
from sct.loops.lower import Lowering, handler
from sct.loops.numbers.scalars import cast
from sct.loops.refs import wrap
from sct.loops.values import Arr, Num, Unsupported
from sct.ops.hash_tables import FRONT, GONE, HEAD, HOLES, KNOWN, LEAST, MIXER, ROOM, SLOTS

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
            code.set(known, code.load("i64", slots.pointer, KNOWN))
            _probe(
                code, slots.pointer, _mixed(code, looked_for),
                lambda at, slot: code.set(found, at), lambda at: _same(code, columns, at, n, looked_for),
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
        large = code.pure("fcmp.oge", "i1", code.pure("intrinsic", "f64", made, note="fabs"), Const("f64", EXACT))
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
    code: Code, table: Operand, mixed: Operand,
    use: Callable[[Operand, Operand], None], same: Callable[[Operand], Operand],
) -> None:  # fmt: skip
    """Go through the slots from the place of a hash on: `use` the first index for which `same` holds, and its slot."""
    mask = code.isub(code.load("i64", table, SLOTS), ONE)
    front, holes = code.load("i64", table, FRONT), code.load("i64", table, HOLES)
    slot = code.var("i64", code.and_(mixed, mask))
    going = code.var("i1", TRUE)

    def step() -> None:
        here = code.get(slot)
        stamp = code.load("i64", table, code.iadd(here, HEAD))
        code.set(slot, code.and_(code.iadd(here, ONE), mask))
        taken = If(code.icmp("sgt", stamp, 0))
        code.append(taken)
        with code.into(taken.then):
            at = _index(code, table, mask, code.isub(stamp, code.iadd(front, ONE)), stamp, holes)
            with code.when(same(at)):
                use(at, here)
                code.set(going, FALSE)
        with code.into(taken.orelse), code.when(code.icmp("ne", stamp, GONE)):
            code.set(going, FALSE)

    code.repeat(lambda: code.get(going), step)


def _index(code: Code, table: Operand, mask: Operand, at: Operand, stamp: Operand, holes: Operand) -> Operand:
    """The index of the key with a stamp, which is `at` if there are no holes before it."""
    found = code.var("i64", at)
    with code.when(code.icmp("ne", holes, 0)):
        rest = code.var("i64", stamp)

        def step() -> None:
            node = code.get(rest)
            count = code.load("i64", table, code.iadd(code.iadd(node, mask), HEAD))
            code.set(found, code.isub(code.get(found), count))
            code.set(rest, code.and_(node, code.isub(node, ONE)))

        code.repeat(lambda: code.icmp("ne", code.get(rest), 0), step)
    return code.get(found)


def _scan(code: Code, first: Operand, n: Operand, found: Any, same: Callable[[Operand], Operand]) -> None:
    """Look at the keys that the table does not know, unless the key has been found."""
    place = code.var("i64", first)

    def step() -> None:
        at = code.get(place)
        with code.when(same(at)):
            code.set(found, at)
        code.set(place, code.iadd(at, ONE))

    code.repeat(lambda: code.and_(code.icmp("slt", code.get(place), n), code.icmp("slt", code.get(found), 0)), step)


@handler("hash_note")
def _note(low: Lowering, op: Op) -> None:
    columns = _columns(low, op.args[1:])
    code = low.code
    old = memory_of(low, op.args[0])
    n = columns[0].dims[0]
    fits = code.var("i1", FALSE)
    with code.when(code.icmp("sgt", old.dims[0], HEAD)):
        stamps = code.imul(code.iadd(code.iadd(_word_of(code, old, FRONT), _word_of(code, old, HOLES)), n), ROOM)
        code.set(fits, code.icmp("sle", stamps, _word_of(code, old, SLOTS)))

    def make() -> Operand:
        return code.iadd(_rooms(code, _slots_for(code, n)), HEAD)

    def fill(data: Operand, words: Operand) -> None:
        code.call("memset", "ptr", data, Const("i32", 0), code.imul(words, 8))
        slots = code.pure("sdiv", "i64", code.imul(code.isub(words, HEAD), ROOM), Const("i64", ROOM + 1))
        code.store(slots, data, SLOTS)

    table = _own_table(low, op, old, code.get(fits), make, fill)
    _enter_keys(code, table.pointer, columns, n)
    low.define(op.results[0], table)


def _word_of(code: Code, table: Arr, k: int) -> Operand:
    return code.load("i64", table.pointer, k)


def _rooms(code: Code, slots: Operand) -> Operand:
    """The words of slots and of the tree over the stamps."""
    return code.iadd(slots, code.pure("ashr", "i64", slots, Const("i64", ROOM.bit_length() - 1)))


def _columns(low: Lowering, values: Sequence[Value]) -> list[Arr]:
    for column in values:
        check_column(column)
    low.flush()
    return [memory_of(low, column) for column in values]


def _own_table(
    low: Lowering, op: Op, old: Arr, fits: Operand, make: Callable[[], Operand],
    fill: Callable[[Operand, Operand], None],
) -> Arr:  # fmt: skip
    """The table itself, where it is nobody else's and `fits`; else a new one of so many words as `make` says."""
    code, value = low.code, op.args[0]
    owned = op in low.ownership.in_place and isinstance(low.handle(value), Arr) and value not in low.borrowed
    pointer, header = code.var("ptr", old.pointer), code.var("ptr", old.header)
    size = code.var("i64", old.dims[0])
    single = code.icmp("eq", code.load("i64", old.header, 0), 1) if owned else FALSE
    keeps = If(code.and_(single, fits))
    code.append(keeps)
    with code.into(keeps.orelse):
        words = make()
        made = code.call("sct_alloc", "ptr", low.ctx, code.imul(words, 8))
        code.fail(code.icmp("eq", made, Const("ptr", 0)), 3)
        data = code.load("ptr", made, 1)
        fill(data, words)
        if owned:
            low.release(old)
        code.set(pointer, data)
        code.set(header, made)
        code.set(size, words)
    if owned:
        low.moved.add(value)
    owner = code.get(header)
    roots = low.roots(op.results[0]) | (old.roots if owned else frozenset())
    memory = code.own(code.get(pointer), owner)
    return Arr(INT, memory, (code.extent(code.get(size)),), (ONE,), owner, roots, True)


def _slots_for(code: Code, n: Operand) -> Operand:
    """A power of two that leaves room for more."""
    count = code.var("i64", Const("i64", LEAST))
    code.repeat(
        lambda: code.icmp("slt", code.get(count), code.imul(n, 2 * ROOM)),
        lambda: code.set(count, code.imul(code.get(count), 2)),
    )
    return code.get(count)


def _enter_keys(code: Code, table: Operand, columns: list[Arr], n: Operand) -> None:
    """Give stamps to the keys that the table does not know."""
    mask = code.isub(code.load("i64", table, SLOTS), ONE)
    before = code.iadd(code.iadd(code.load("i64", table, FRONT), code.load("i64", table, HOLES)), ONE)
    with code.loop(code.load("i64", table, KNOWN), n) as at:
        slot = code.var("i64", code.and_(_mixed(code, read_columns(code, columns, at)), mask))
        code.repeat(
            lambda: code.icmp("ne", code.load("i64", table, code.iadd(code.get(slot), HEAD)), 0),
            lambda: code.set(slot, code.and_(code.iadd(code.get(slot), ONE), mask)),
        )
        code.store(code.iadd(before, at), table, code.iadd(code.get(slot), HEAD))
    code.store(n, table, KNOWN)


@handler("hash_drop")
def _drop(low: Lowering, op: Op) -> None:
    columns = _columns(low, op.args[2:])
    code = low.code
    old = memory_of(low, op.args[0])
    at = integer(low, op.args[1])

    def fill(data: Operand, words: Operand) -> None:
        code.call("memcpy", "ptr", data, old.pointer, code.imul(words, 8))

    table = _own_table(low, op, old, TRUE, lambda: old.dims[0], fill)
    with code.when(code.and_(code.icmp("sgt", table.dims[0], HEAD), code.icmp("sge", at, 0))):
        known = _word_of(code, table, KNOWN)
        with code.when(code.icmp("slt", at, known)):
            mixed = _mixed(code, read_columns(code, columns, at))
            place = code.var("i64", ZERO)
            _probe(code, table.pointer, mixed, lambda _, slot: code.set(place, slot), lambda k: code.icmp("eq", k, at))
            slot = code.iadd(code.get(place), HEAD)
            stamp = code.load("i64", table.pointer, slot)
            code.store(Const("i64", GONE), table.pointer, slot)
            code.store(code.isub(known, ONE), table.pointer, KNOWN)
            _retire(code, table.pointer, stamp)
    low.define(op.results[0], table)


def _retire(code: Code, table: Operand, stamp: Operand) -> None:
    """A stamp goes out of use."""
    front = code.load("i64", table, FRONT)
    first = If(code.icmp("eq", stamp, code.iadd(front, ONE)))
    code.append(first)
    with code.into(first.then):
        code.store(stamp, table, FRONT)
    with code.into(first.orelse):
        code.store(code.iadd(code.load("i64", table, HOLES), ONE), table, HOLES)
        slots = code.load("i64", table, SLOTS)
        most = code.pure("ashr", "i64", slots, Const("i64", ROOM.bit_length() - 1))
        start = code.iadd(slots, HEAD - 1)
        node = code.var("i64", stamp)

        def step() -> None:
            now = code.get(node)
            place = code.iadd(start, now)
            code.store(code.iadd(code.load("i64", table, place), ONE), table, place)
            code.set(node, code.iadd(now, code.and_(now, code.isub(ZERO, now))))

        code.repeat(lambda: code.icmp("sle", code.get(node), most), step)
