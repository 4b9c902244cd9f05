"""Loop-invariant code motion."""

from __future__ import annotations

from sct.ir.core import Block, Op, Program, Value
from sct.passes.constants import constant_value
from sct.passes.facts import is_movable, is_silent
from sct.passes.rewrite import Rewriter
from sct.records import record

__all__ = ["LoopInvariant"]


@record
class LoopInvariant:
    """What every iteration computes anew from the same operands is computed once, before the loop.

    Before::

        %2: float64[3] = for(%a, %b, %c, %0) (%3: int, %4: float64[3]) {
          %5: float64[3] = sin(%1)
          %6: float64[3] = add(%4, %5)
          yield %6
        }

    After, `%5` is computed before the `for`.

    Only pure ops that cannot raise move. Out of a body that might not run at all, only what cannot
    warn either: with `np.errstate(all="raise")` a warning is an exception. The condition of a `while`
    runs at least once, and so does a `for` over constant bounds that are not empty.
    """

    def __call__(self, program: Program) -> Program:
        return _Mover(program).program(program)


class _Mover(Rewriter):
    def __init__(self, program: Program) -> None:
        super().__init__()
        walked = program.body.walk()
        self.constants = {op.results[0]: op for op in walked if op.name == "constant"}

    def op(self, op: Op, out: list[Op]) -> None:
        op = self.copy(op)  # inner loops first: what leaves them may leave this one too
        if op.name in ("while", "for"):
            runs = op.name == "for" and self.runs(op)
            blocks = []
            for block in op.blocks:
                always = runs or (op.name == "while" and block is op.blocks[0])
                blocks.append(self.hoist(block, always, out))
            op = op.with_blocks(tuple(blocks))
        out.append(op)

    def runs(self, op: Op) -> bool:
        """Whether the body of a `for` surely runs."""
        bounds = [self.constants.get(arg) for arg in op.args[:3]]
        numbers = [constant_value(b) for b in bounds if b is not None]
        return len(numbers) == 3 and numbers[2] != 0 and len(range(*numbers)) > 0

    def hoist(self, block: Block, always: bool, out: list[Op]) -> Block:
        """Move the invariant ops of `block` to `out`; answer what is left."""
        inside: set[Value] = set(block.args)
        left: list[Op] = []
        for op in block.ops:
            if inside.isdisjoint(op.args) and is_movable(op) and (always or is_silent(op)):
                out.append(op)
            else:
                inside.update(op.results)
                left.append(op)
        return block if len(left) == len(block.ops) else Block(block.args, tuple(left), block.results)
