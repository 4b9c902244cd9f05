"""Liveness: which op uses a value last.

Values of an outer block that an inner block uses are used by the op that owns the inner block. A
value dies at the last op of its own block that uses it; results of a block outlive its ops.
"""

from __future__ import annotations

from collections.abc import Iterable

from sct.ir.core import Block, Op, Program, Value

__all__ = ["Liveness"]


class Liveness:
    """Where the values of a program die.

    Attributes
    ----------
    free
        For each op with blocks, the values of the blocks around that its own blocks use.
    dying
        For each op, the values of its block that it, or a block inside it, uses last; results that
        nothing uses die where they are made.
    """

    def __init__(self, program: Program) -> None:
        self.free: dict[Op, tuple[Value, ...]] = {}
        self.dying: dict[Op, tuple[Value, ...]] = {}
        self.unused_args: dict[Block, tuple[Value, ...]] = {}
        self._block(program.body)

    def uses(self, op: Op) -> Iterable[Value]:
        """Everything `op` reads: its operands, and what its blocks read of the blocks around."""
        free = self.free.get(op)
        return op.args + free if free else op.args

    def _block(self, block: Block) -> dict[Value, None]:
        """Fill in the facts of `block`; answer what it reads of the blocks around it, in order."""
        for op in block.ops:
            if op.blocks:
                free: dict[Value, None] = {}
                for inner in op.blocks:
                    free |= self._block(inner)
                self.free[op] = tuple(free)
        own = set(block.args)
        for op in block.ops:
            own.update(op.results)
        read: dict[Value, None] = dict.fromkeys(block.results)
        seen = set(block.results)
        for op in reversed(block.ops):
            dying = [result for result in op.results if result not in seen]
            for value in self.uses(op):
                if value not in seen:
                    seen.add(value)
                    if value in own:
                        dying.append(value)
                read[value] = None
            self.dying[op] = tuple(dying)
        self.unused_args[block] = tuple(arg for arg in block.args if arg not in seen)
        return {value: None for value in read if value not in own}
