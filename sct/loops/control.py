"""Branches and loops. References: a value that ends with its block moves on, another is shared."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator

from sct.ir.aliasing import carried
from sct.ir.core import Block, Op, Value
from sct.loops.code import FALSE, ONE, ZERO, Code, Const, For, If, Operand, Stmt, Var, While
from sct.loops.elements.views import contiguous_copy
from sct.loops.known.induction import bounds
from sct.loops.known.ranges import both
from sct.loops.lower import Lowering, handler
from sct.loops.memory.apart import Apart, turns_apart
from sct.loops.state import Slot
from sct.loops.statements import Own
from sct.loops.turns.bits import counted_bits
from sct.loops.turns.hoisting import Hoist
from sct.loops.turns.lanes import in_strips
from sct.loops.turns.lateness import append_loop
from sct.loops.turns.polls import MANY_TURNS, count_turns, has_loops, is_heavy, poll, polling, turns_end
from sct.loops.values import Arr, Handle, Num, Unsupported

__all__: list[str] = []


def _hand_over(
    low: Lowering, block: Block, slots: list[Slot], dying: Iterable[Value] = (), *, keep: bool = False
) -> dict[Value, list[Stmt]]:
    """Put the results of a block into slots: all are read before any is written.

    The block may give away its own references, and those of outer values that die with it. Of other outer values
    it takes new ones: the answer is what does so. With `keep` the slots have these results already.
    """
    low.flush()
    handles = [_ready(low, value, slot) for value, slot in zip(block.results, slots, strict=True)]
    own = {*block.args, *[value for value in dying if isinstance(low.env.get(value), Arr)]}
    for op in block.ops:
        own.update(op.results)
    taken: set[Value] = set()
    retained: dict[Value, list[Stmt]] = {}
    for value, handle in zip(block.results, handles, strict=True):
        if not isinstance(handle, Arr):
            continue
        if value in own and value not in taken and value not in low.borrowed and value not in low.moved:
            taken.add(value)
            low.moved.add(value)
        elif value in low.env and isinstance(low.env[value], Arr):
            before = len(low.code.here)
            low.retain(handle)
            retained[value] = low.code.here[before:]
    for slot, handle in zip(slots, handles, strict=True):
        if not keep:
            slot.fill(handle)
    return retained


def _ready(low: Lowering, value: Value, slot: Slot) -> Handle:
    handle = low.handle(value)
    if slot.is_array and not isinstance(handle, Arr):
        return low.boxed(handle)  # a reference of its own
    if slot.is_lane and isinstance(handle, Arr):
        raise Unsupported("an array in memory where lanes go on")
    if not slot.is_array and isinstance(handle, Arr):
        return low.unpacked(handle, slot.value.spec)
    return handle


@handler("if")
def _if(low: Lowering, op: Op) -> None:
    low.flush()
    code = low.code
    cond = low.num(op.args[0]).x
    slots = [Slot(low, result) for result in op.results]
    dying = [v for v in low.liveness.dying[op] if v not in op.results]
    before = set(low.moved)
    made = If(cond, rare=low.leaving.get(op))
    gone: list[set[Value]] = []
    retained: list[dict[Value, list[Stmt]]] = []
    code.append(made)
    for block, statements in zip(op.blocks, (made.then, made.orelse), strict=True):
        env = dict(low.env)
        low.moved = set(before)
        with code.into(statements), low.scope():
            if low.lanes is None:
                code.learn(cond, statements is made.then)
            low.block(block)
            retained.append(_hand_over(low, block, slots, dying))
            for value in dying:
                low.drop(value)
        outer = set(env)
        gone.append({v for v in low.moved - before if v in outer})
        low.env = env
    moved = gone[0] | gone[1]
    for mine, taken, statements in zip(gone, retained, (made.then, made.orelse), strict=True):
        with code.into(statements):
            for value in _in_order(low, moved - mine):
                if value in taken:  # the reference that goes is the one that was to be added
                    statements[:] = [s for s in statements if s not in taken[value]]
                    continue
                handle = low.env[value]
                assert isinstance(handle, Arr)
                low.release(handle)
    low.moved = before | moved
    for value in dying:
        low.env.pop(value, None)
    for result, slot in zip(op.results, slots, strict=True):
        if len(slot.lies) == 2 and low.lanes is None:
            slot.span = min(a for a, _ in slot.lies), max(b for _, b in slot.lies)
        low.define(result, slot.read())
        if len(slot.filled) == 2 and low.lanes is None:
            code.truths.choices[slot.seen[0]] = (cond, slot.filled[0], slot.filled[1])
        if result in low.liveness.dying[op]:
            low.drop(result)
            low.env.pop(result, None)


def _in_order(low: Lowering, values: set[Value]) -> list[Value]:
    """Those of the values that are known here, oldest first."""
    return [value for value in low.env if value in values] if values else []


# -- loops -------------------------------------------------------------------------------------------


def _enter(low: Lowering, op: Op) -> list[Slot]:
    """The slots of the state, filled with what it starts with."""
    low.flush()
    state, entry = carried(op)
    slots = [Slot(low, arg) for arg in state]
    copies = low.ownership.entry_copies.get(op, ())
    moves = low.ownership.entry_moves.get(op, frozenset())
    free = set(low.liveness.free[op])
    dying = set(low.liveness.dying[op])
    handles: list[Handle] = []
    for k, (value, slot) in enumerate(zip(entry, slots, strict=True)):
        handle = _ready(low, value, slot)
        if isinstance(handle, Arr) and handle is low.env.get(value):
            movable = k in moves or (value in dying and value not in free and op.args.count(value) == 1)
            if k in copies:
                handle = _copied(low, value)
            elif movable and value not in low.borrowed and value not in low.moved:
                low.moved.add(value)
            else:
                low.retain(handle)
        handles.append(handle)
    for slot, handle, result in zip(slots, handles, op.blocks[-1].results, strict=True):
        slot.fill(handle)
        if low.lanes is None and isinstance(handle, Num) and handle.x.type == "i64":
            slot.span = low.counters.drift.span(slot.value, low.code.ranges.of(handle.x), result)
    for slot, span in zip(slots, bounds(low, op) if low.lanes is None else (), strict=False):
        slot.span = both(span, slot.span)
    return slots


def _copied(low: Lowering, value: Value) -> Arr:
    return contiguous_copy(low, value)


def _body(
    low: Lowering, block: Block, slots: list[Slot], statements: list[Stmt], given: list[Handle] | None = None
) -> None:
    """The block, reading its state from the slots. `given` is the state if it stays what it is."""
    with low.code.into(statements), low.scope():
        with _inside(low, block, [slot.read() for slot in slots] if given is None else given):
            _hand_over(low, block, slots, keep=given is not None)


@contextlib.contextmanager
def _inside(low: Lowering, block: Block, state: list[Handle], borrowed: bool = False) -> Iterator[None]:
    """Write a block on a state; what is written within may use what it has made."""
    env = dict(low.env)
    before = set(low.moved)
    for arg, handle in zip(block.args[len(block.args) - len(state) :], state, strict=True):
        low.define(arg, handle)
        if borrowed and isinstance(handle, Arr):
            low.borrowed.add(arg)
    for arg in low.liveness.unused_args[block]:
        low.drop(arg)
    low.block(block)
    yield
    low.env = env
    low.moved = before


def _leave(low: Lowering, op: Op, slots: list[Slot]) -> None:
    for result, slot in zip(op.results, slots, strict=True):
        found = slot.read()
        if isinstance(found, Arr):
            found.roots = low.roots(result)
            found.contiguous = slot.contiguous
        low.define(result, found)


@handler("while")
def _while(low: Lowering, op: Op) -> None:
    if low.lanes is None and (counted_bits(low, op) or in_strips(low, op)):
        return
    slots = _enter(low, op)
    cond, body = op.blocks
    head: list[Stmt] = []
    statements: list[Stmt] = []
    heavy = is_heavy(body) or is_heavy(cond)
    counts, most = turns_end(low, op, [slot.span for slot in slots])
    if heavy or has_loops(body):
        counts = False
    with contextlib.nullcontext() if counts is not False else polling(low, statements, heavy):
        test = _turn(low, op, slots, head, statements)
    low.code.append(While(head, test, statements, most))
    _leave(low, op, slots)
    if counts:
        count_turns(low, op, counts)


def _turn(low: Lowering, op: Op, slots: list[Slot], head: list[Stmt], statements: list[Stmt]) -> Operand:
    """The condition of a `while`, and the body, which knows what the condition has found; answers whether it holds."""
    code = low.code
    cond, body = op.blocks
    moves = low.lanes and low.lanes.ends_early(op)
    with code.into(head), low.scope():
        state = [slot.read() for slot in slots]
        with _inside(low, cond, state, borrowed=True):
            test = low.num(cond.results[0]).x
        if moves:
            test = code.and_(test, code.get(moves))
        with code.into(statements), low.scope():
            if low.lanes is None:
                code.learn(test, True)
                state = [x if isinstance(x, Num) else slot.read() for x, slot in zip(state, slots, strict=True)]
            else:
                state = [slot.read() for slot in slots]
            with _inside(low, body, state):
                _hand_over(low, body, slots)
    return test


@handler("for")
def _for(low: Lowering, op: Op) -> None:
    if low.lanes is None and in_strips(low, op):
        return
    start, stop, step = (low.num(v).x for v in op.args[:3])
    slots = _enter(low, op)
    code = low.code
    low.counters.note(op)
    code.fail(code.icmp("eq", step, ZERO))
    if isinstance(step, Const):
        apart = turns_apart(low, op, stop) if start == ZERO and step == ONE else None
        _counted(low, op, slots, start, stop, step, step.value < 0, apart)
    else:
        made = If(code.icmp("slt", step, ZERO))
        code.append(made)
        for statements, down in ((made.then, True), (made.orelse, False)):
            with code.into(statements):
                _counted(low, op, slots, start, stop, step, down)
    _leave(low, op, slots)


def _counted(
    low: Lowering, op: Op, slots: list[Slot], start: Operand, stop: Operand, step: Operand, down: bool,
    apart: Apart | None = None,
) -> None:  # fmt: skip
    code = low.code
    (body,) = op.blocks
    moves = low.lanes and low.lanes.ends_early(op)
    if moves:
        _left_early(low, body, slots, start, stop, step, down, moves)
        return
    if step != ONE or low.lanes is not None or any(o.blocks and o.name != "if" for o in body.walk()):
        made = _turns(low, body, slots, code.counted(_loop(code, start, stop, step, down)), apart)
        if low.lanes is None:
            append_loop(code, made)
        else:
            code.append(made)
        return
    fast = code.counted(_loop(code, start, stop, step, down))
    around, low.hoist = low.hoist, Hoist(code, fast.index)
    hoist = low.hoist
    _turns(low, body, slots, fast, apart)
    low.hoist = around
    if not hoist.used:
        append_loop(code, fast)
        return

    def with_tests(stop: Operand) -> None:
        append_loop(code, _turns(low, body, slots, code.counted(_loop(code, start, stop, step, down)), apart))

    late = hoist.late(start)
    first = code.iadd(start, late)
    good = hoist.guard(first, code.isub(stop, ONE))
    if good == FALSE:
        with_tests(stop)
    elif late:
        fast.start = code.select(good, code.imin(first, stop), stop)
        with_tests(fast.start)
        append_loop(code, fast)
    else:
        guarded = If(good)
        with code.into(guarded.then):
            append_loop(code, fast)
        with code.into(guarded.orelse):
            with_tests(stop)
        code.append(guarded)


def _loop(code: Code, start: Operand, stop: Operand, step: Operand, down: bool) -> For:
    return For(code.ref("i64"), start, stop, step, [], down, unroll=True)


def _turns(low: Lowering, body: Block, slots: list[Slot], made: For, apart: Apart | None = None) -> For:
    """The loop, with its body written."""
    given: list[Handle] | None = None
    if apart is not None:
        given = [slot.read() for slot in slots]
        made.own = Own(apart.op, tuple([given[k].pointer for k in apart.written]), apart.guard)  # type: ignore[union-attr]
    with low.scope():
        low.define(body.args[0], Num(body.args[0].spec.dtype, (made.index,)))
        # others stay free for LLVM to vectorise; a thousand million turns take a second
        with polling(low, made.body, is_heavy(body), made) if has_loops(body) else contextlib.nullcontext():
            _body(low, body, slots, made.body, given)
    return made


def _left_early(
    low: Lowering, body: Block, slots: list[Slot], start: Operand, stop: Operand, step: Operand, down: bool, moves: Var
) -> None:
    """A counted loop that ends before its time where nothing moves any more."""
    code = low.code
    count = code.var("i64", start)
    head: list[Stmt] = []
    statements: list[Stmt] = []
    with code.into(head):
        index = code.get(count)
        test = code.and_(code.icmp("sgt" if down else "slt", index, stop), code.get(moves))
    poll(low, statements, MANY_TURNS)
    with low.scope():
        low.define(body.args[0], Num(body.args[0].spec.dtype, (index,)))
        _body(low, body, slots, statements)
    with code.into(statements):
        code.set(count, code.iadd(index, step))
    code.append(While(head, test, statements))
