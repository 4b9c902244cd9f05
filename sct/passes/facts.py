"""What passes ask of an op: answered from the registry's facts, for ops with blocks from their content."""

from __future__ import annotations

from collections.abc import Collection

from sct.ir.aliasing import is_fresh
from sct.ir.core import Op, Value
from sct.ops import registry
from sct.ops.infer import op_may_raise, surely_fits
from sct.ops.registry import Fact

__all__ = ["is_movable", "is_removable", "is_silent"]


def is_removable(op: Op, constants: Collection[Value]) -> bool:
    """Whether the op may be dropped when nothing uses its results; `constants` are known numbers.

    A `while` may not: it might never end, and then neither does the program. A `for` may if its step
    is a constant, because `range` refuses a step of zero.
    """
    if not op.blocks:
        definition = registry.get(op.name)
        fits = surely_fits(definition, [value.spec for value in op.args])
        return (fits and is_movable(op)) or Fact.NEW in definition.facts
    if op.name == "while" or (op.name == "for" and op.args[2] not in constants):
        return False
    return all(is_removable(inner, constants) for block in op.blocks for inner in block.ops)


def is_movable(op: Op) -> bool:
    """Whether the op may be computed earlier, later, or not at all: pure, and never raises."""
    definition = registry.get(op.name)
    if op.blocks or Fact.PURE not in definition.facts or Fact.EFFECT in definition.facts:
        return False
    return not op_may_raise(op)


def is_silent(op: Op) -> bool:
    """Whether the op surely warns of nothing, so that it may run even where Python would not run it.

    With `np.errstate(all="raise")` a warning is an exception.
    """
    if not op.args or op.name == "dim" or not is_fresh(op):
        return True
    return all(value.spec.dtype.kind == "b" for value in (*op.args, *op.results))
