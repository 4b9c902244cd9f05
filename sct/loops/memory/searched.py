"""Small arrays that are better off in memory, though they would fit into registers.

Registers have no numbers: an element at an index that only the run knows is chosen among all of them, and a store
goes to each. Short counted loops are written out, and then know; others, such as `while`, search. An array that
is used so in a loop, and made outside of it, lives in memory, with all that it becomes by stores.
"""

from __future__ import annotations

from collections.abc import Iterable

from sct.ir.aliasing import carried
from sct.ir.core import Block, Op, Program, Value
from sct.loops.memory.memory_classes import last

__all__ = ["searched"]

SHORT = 9  # turns of loops that are written out
_PLAIN = frozenset({"zeros", "ones", "full", "empty", "zeros_like", "ones_like", "full_like", "empty_like", "constant"})
_AFFINE = frozenset({"py_add", "py_sub", "py_mul", "py_neg"})


def searched(program: Program, small: set[Value]) -> set[Value]:
    """Those of the `small` arrays that are better off in memory."""
    walk = _Walk(small)
    for arg in program.body.args:
        walk.made(arg, 0, plain=True)
    walk.block(program.body, 0)
    return walk.found()


class _Walk:
    """Which values are one variable, how deep in loops it is made, and how deep it is searched.

    Attributes
    ----------
    made_at, asked_at
        The depth, by the first value of a variable: where it is made, and the deepest place that searches it.
    worked
        The variables that are made by anything but plain creation and stores.
    """

    def __init__(self, small: set[Value]) -> None:
        self.small = small
        self.first: dict[Value, Value] = {}
        self.made_at: dict[Value, int] = {}
        self.asked_at: dict[Value, int] = {}
        self.worked: set[Value] = set()
        self.known: set[Value] = set()  # integers that are numbers once short loops are written out
        self.numbers: dict[Value, int] = {}

    def found(self) -> set[Value]:
        made: dict[Value, int] = {}
        asked: dict[Value, int] = {}
        worked = {self.name(value) for value in self.worked}
        for value, depth in self.made_at.items():
            name = self.name(value)
            made[name] = min(depth, made.get(name, depth))
        for value, depth in self.asked_at.items():
            name = self.name(value)
            asked[name] = max(depth, asked.get(name, depth))
        return {
            value
            for value in self.small
            if (name := self.name(value)) in asked and name not in worked and asked[name] > made.get(name, 0)
        }

    def name(self, value: Value) -> Value:
        return last(self.first, value)

    def one(self, values: Iterable[Value]) -> None:
        names = list(dict.fromkeys(self.name(value) for value in values))
        for other in names[1:]:
            self.first[other] = names[0]

    def made(self, value: Value, depth: int, plain: bool) -> None:
        if value in self.small:
            self.made_at[value] = depth
            if not plain:
                self.worked.add(value)

    # -- ops -----------------------------------------------------------------------------------------

    def block(self, block: Block, depth: int) -> None:
        for op in block.ops:
            if op.blocks:
                self.control(op, depth)
            else:
                self.op(op, depth)

    def op(self, op: Op, depth: int) -> None:
        if op.name == "constant" or (op.name in _AFFINE and all(arg in self.known for arg in op.args)):
            self.known.update(op.results)
        if op.name == "constant" and type(op.attr("value")) is int:
            self.numbers[op.results[0]] = int(op.attr("value"))  # type: ignore[call-overload]
        if op.name in ("getitem", "setitem") and op.args[0] in self.small:
            indices = op.args[1 if op.name == "getitem" else 2 :]
            if any(index not in self.known for index in indices):
                self.asked_at[op.args[0]] = max(depth, self.asked_at.get(op.args[0], 0))
        if op.name == "setitem":
            self.one((op.args[0], *op.results))
            return
        for result in op.results:
            self.made(result, depth, op.name in _PLAIN or op.name in ("copy", "reordered"))

    def control(self, op: Op, depth: int) -> None:
        if op.name == "if":
            for k, result in enumerate(op.results):
                self.one((result, *[block.results[k] for block in op.blocks]))
        else:
            state, entry = carried(op)
            heads = op.blocks[0].args if len(op.blocks) == 2 else state
            for same in zip(state, heads, entry, op.blocks[-1].results, op.results, strict=True):
                self.one(same)
            if op.name == "for" and self.is_short(op):
                self.known.add(op.blocks[0].args[0])
            depth += 1
        for block in op.blocks:
            self.block(block, depth)

    def is_short(self, op: Op) -> bool:
        if not all(value in self.numbers for value in op.args[:3]):
            return False
        start, stop, step = (self.numbers[value] for value in op.args[:3])
        return step != 0 and len(range(start, stop, step)) <= SHORT
