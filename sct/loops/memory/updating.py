"""`x += y` in a loop or a branch: the new array takes over the memory of the old one.

The old content is a state of the loop, or what the other branch leaves; the new one follows it there, and would have to
be in memory in any case. So it is written element by element where the old one lies, if nobody can tell (`Ownership`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sct.ir.aliasing import carried
from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import ARRAY, UNKNOWN
from sct.loops.known.layouts import is_small
from sct.ops import registry

__all__ = ["updates_of"]


def updates_of(program: Program) -> dict[Op, Value]:
    """The ops whose results may lie where one of their operands does, each with that operand."""
    found: dict[Op, Value] = {}
    for op in program.body.walk():
        for body, old, new in _followed(op):
            chain = _chain(body, old, new) if _may_stay(old, new) else None
            if chain is not None:
                found.update(chain)
    return found


def _followed(op: Op) -> Iterator[tuple[Block, Value, Value]]:
    """The values that another one follows in its place, at the end of a block."""
    if op.name == "if":
        for body, other in (op.blocks, op.blocks[::-1]):
            yield from ((body, old, new) for old, new in zip(other.results, body.results, strict=True))
    elif op.blocks:
        body = op.blocks[-1]
        yield from ((body, old, new) for old, new in zip(carried(op)[0], body.results, strict=True))


def _may_stay(old: Value, new: Value) -> bool:
    same = old.spec == new.spec and old is not new
    return same and old.spec.kind == ARRAY and UNKNOWN not in old.spec.shape and not is_small(old)


def _chain(body: Block, old: Value, new: Value) -> dict[Op, Value] | None:
    """The ops on the way from the old to the new content; None if the old is read in another way than by elements."""
    made = {result: op for op in body.ops for result in op.results}
    found: dict[Op, Value] = {}
    while new is not old:
        op = made.get(new)
        if op is None or not _is_elementwise(op, new):
            return None
        before = next((arg for arg in op.args if arg.spec == old.spec and _leads(made, arg, old)), None)
        if before is None or not all(_is_elementwise(user, new) for user in body.ops if before in user.args):
            return None
        found[op] = new = before
    return found


def _leads(made: Mapping[Value, Op], value: Value, old: Value) -> bool:
    """Whether a value is the old content, or was made of it, each time along the first operand like it."""
    while value is not old:
        op = made.get(value)
        before = next((arg for arg in op.args if arg.spec == old.spec), None) if op is not None else None
        if op is None or before is None or not _is_elementwise(op, value):
            return False
        value = before
    return True


def _is_elementwise(op: Op, like: Value) -> bool:
    """Whether the op makes one array of this shape, element by element."""
    is_function = "ufunc" in registry.get(op.name).extras or op.name == "where"
    return is_function and len(op.results) == 1 and op.results[0].spec.shape == like.spec.shape
