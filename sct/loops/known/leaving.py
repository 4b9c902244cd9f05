"""Branches that leave a loop: those after which its condition is known to be false.

A `break` has become a truth value that the loop carries, and that its condition asks for. The branch that
sets it is seldom taken, a turn for each loop: told that, LLVM keeps it a branch, and jumps from there to the
end, where it would have chosen between two values in every turn, and waited for both.
"""

from __future__ import annotations

from sct.ir.core import Op, Program, Value
from sct.loops.known.advancing import is_false

__all__ = ["leaving_branches"]


def leaving_branches(program: Program) -> dict[Op, int]:
    """Of each `if` that leaves a loop, the number of the block that does."""
    origin = {result: op for op in program.body.walk() for result in op.results}
    found: dict[Op, int] = {}
    for op in program.body.walk():
        if op.name == "while":
            head, body = op.blocks
            for k, ends in _asked(head.results[0], head.args, origin):
                _follow(body.results[k], ends, origin, found, set())
    return found


def _asked(test: Value, state: tuple[Value, ...], origin: dict[Value, Op]) -> list[tuple[int, bool]]:
    """The state that must not be so for the loop to go on: its number, and what it must not be."""
    if test in state:
        return [(state.index(test), False)]
    made = origin.get(test)
    if made is None:
        return []
    if made.name == "if":
        then, orelse = (block.results[made.results.index(test)] for block in made.blocks)
        if not is_false(orelse, made.args[0], origin):
            return []
        return _asked(made.args[0], state, origin) + _asked(then, state, origin)
    if made.name in ("py_eq", "py_not"):
        against = _constant(made.args[1], origin) if made.name == "py_eq" else False
        if against is False and made.args[0] in state:
            return [(state.index(made.args[0]), True)]
    return []


def _follow(value: Value, ends: bool, origin: dict[Value, Op], found: dict[Op, int], seen: set[Value]) -> None:
    """Note the branches that make `value` what ends the loop, each value that they choose from seen once."""
    made = origin.get(value)
    if made is None or made.name != "if" or value in seen:
        return
    seen.add(value)
    choices = [block.results[made.results.index(value)] for block in made.blocks]
    leaves = [_constant(choice, origin) is ends for choice in choices]
    if leaves[0] != leaves[1]:
        found[made] = leaves.index(True)
    for choice, leaving in zip(choices, leaves, strict=True):
        if not leaving:
            _follow(choice, ends, origin, found, seen)


def _constant(value: Value, origin: dict[Value, Op]) -> bool | None:
    made = origin.get(value)
    if made is None or made.name != "constant":
        return None
    number = made.attr("value")
    return number if isinstance(number, bool) else None
