"""Which ops answer new memory, which values share memory with what the caller gets."""

from __future__ import annotations

from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import ARRAY
from sct.ops import registry
from sct.ops.opaque import Opaque

__all__ = ["calls_back", "carried", "exposed", "is_fresh", "updates"]


def calls_back(op: Op) -> bool:
    """Whether Python code outside the program sees the operands, and may keep them."""
    return any(isinstance(value, Opaque) for _, value in op.attrs)


def updates(op: Op) -> bool:
    """Whether the op has a form that works in place, on a first operand that is nobody else's."""
    return not op.blocks and "owned" in registry.get(op.name).extras


def is_fresh(op: Op) -> bool:
    """Whether the results of `op` never share memory with its operands."""
    if calls_back(op):
        return False
    extras = registry.get(op.name).extras
    if "view" not in extras:
        return True
    is_view = extras.get("is_view")
    return is_view is not None and not is_view(*[a.spec for a in op.args], **dict(op.attrs))


def carried(op: Op) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """The state of a loop: the arguments of its body, and the operands it starts with."""
    count, body = len(op.results), op.blocks[-1]
    return body.args[len(body.args) - count :], op.args[len(op.args) - count :]


def exposed(program: Program, updated: bool = False) -> set[Value]:
    """The arrays that somebody outside may get hold of: outputs, and what may share memory with them.

    With `updated`, also those that become such arrays as parts of them are set.
    """
    found: set[Value] = set(program.outputs)
    ops: list[Op] = []
    _backwards(program.body, ops)
    known = -1
    while known != len(found):
        known = len(found)
        for op in ops:
            if calls_back(op):
                found.update(op.args)
            if op.name == "if":
                for k, result in enumerate(op.results):
                    if result in found:
                        found.update(block.results[k] for block in op.blocks)
            elif op.blocks:
                _expose_loop(op, found)
            elif found.isdisjoint(op.results):
                continue
            elif op.name != "setitem" and not is_fresh(op):
                found.update(op.args)
            elif updated and (op.name == "setitem" or updates(op)):
                found.add(op.args[0])
    return {value for value in found if value.spec.kind == ARRAY}


def _backwards(block: Block, ops: list[Op]) -> None:
    """Add the ops from the last to the first, each before those inside of it: what a result tells of goes that way."""
    for op in reversed(block.ops):
        ops.append(op)
        for inner in op.blocks:
            _backwards(inner, ops)


def _expose_loop(op: Op, found: set[Value]) -> None:
    state, entry = carried(op)
    seen = op.blocks[0].args if len(op.blocks) == 2 else state
    for k, result in enumerate(op.results):
        if result in found or state[k] in found or seen[k] in found:
            found.update((result, state[k], seen[k], entry[k], op.blocks[-1].results[k]))
