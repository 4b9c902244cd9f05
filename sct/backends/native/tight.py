"""Short `while` loops that poll: they do so once for some turns, which are written out one after the other.

Where a turn is over in a clock or two, counting it until the next poll takes as long again. So the turns are counted
some at a time, before the first of them: a loop that ends early has counted too many, and polls a little too soon. As
there is a loop of so many turns now, LLVM knows which of them need not be counted at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.loops.code import Const, If, Instr, Stmt, While, bodies, walk

if TYPE_CHECKING:
    from sct.backends.native.emit import Emitter

__all__ = ["write_tight"]

AT_ONCE = 16  # turns
WRITTEN_OUT = '!{!"llvm.loop.unroll.count", i32 4}'
MOST = 20  # instructions of a turn
LEAST = 64 * AT_ONCE  # turns between polls
_POLL = 5  # statements


def write_tight(emitter: Emitter, loop: While) -> bool:
    """Write the loop so; False if it is none of that kind."""
    if not _is_tight(emitter, loop):
        return False
    get, less, *rest = loop.body[:_POLL]
    assert isinstance(less, Instr)
    count = Instr(less.dest, less.op, (less.args[0], Const("i64", AT_ONCE)), less.note)
    poll, enter, head, body, end = (emitter.label(hint) for hint in ("poll", "some", "while", "body", "end"))
    index, after, again = (emitter.temp() for _ in range(3))
    emitter.put(f"  br label %{poll}")
    emitter.put(f"{poll}:")
    emitter.statements([get, count, *rest])
    emitter.put(f"  br label %{enter}")
    emitter.put(f"{enter}:")
    emitter.put(f"  br label %{head}")
    latch = emitter.label("next")
    emitter.put(f"{head}:")
    emitter.put(f"  {index} = phi i64 [ 0, %{enter} ], [ {after}, %{latch} ]")
    emitter.statements(loop.head)
    emitter.put(f"  br i1 {emitter.use(loop.cond)}, label %{body}, label %{end}")
    emitter.put(f"{body}:")
    emitter.statements(loop.body[_POLL:])
    emitter.put(f"  br label %{latch}")
    emitter.put(f"{latch}:")
    emitter.put(f"  {after} = add nuw nsw i64 {index}, 1")
    emitter.put(f"  {again} = icmp ult i64 {after}, {AT_ONCE}")
    count_of = emitter.meta(WRITTEN_OUT)
    node = emitter.meta(f"distinct !{{!{len(emitter.metadata) + 1}, {count_of}}}")
    emitter.put(f"  br i1 {again}, label %{head}, label %{poll}, !llvm.loop {node}")
    emitter.put(f"{end}:")
    return True


def _is_tight(emitter: Emitter, loop: While) -> bool:
    first = loop.body[0] if loop.body else None
    if not isinstance(first, Instr) or first.op != "get" or first.note not in emitter.code.polls:
        return False
    turns = emitter.code.polls[first.note]
    if (
        not isinstance(turns, Const)
        or turns.value < LEAST
        or len(loop.body) < _POLL
        or not _polls(loop.body[_POLL - 1])
    ):
        return False
    turn = list(walk([*loop.head, *loop.body[_POLL:]]))
    if any(not isinstance(one, (Instr, If)) and bodies(one) for one in turn):
        return False
    return len(turn) <= MOST and not any(isinstance(one, Instr) and one.op in ("call", "libm", "math") for one in turn)


def _polls(one: Stmt) -> bool:
    first = one.then[0] if isinstance(one, If) and one.then else None
    return isinstance(first, Instr) and first.op == "call" and first.note == "sct_poll"
