"""Which arrays need memory of their own."""

from __future__ import annotations

from sct.ir.aliasing import exposed
from sct.ir.core import Op, Program, Value
from sct.ops import registry
from sct.ops.registry import Fact
from sct.passes.rewrite import Rewriter
from sct.records import record

__all__ = ["NewMemory"]


@record
class NewMemory:
    """A `new` goes where nobody can tell whether its result is its operand.

    Before::

        %1: float64[3] = sin(%0)
        %2: float64[3] = new(%1)
        %3: float64[3] = add(%2, %2)
        %4: float64[3] = new(%3)
        return %4

    After, `%2` is gone, and `%4` stays.

    An array of which a part is set in place is told by what it becomes.
    """

    def __call__(self, program: Program) -> Program:
        if not any(_is_new(op) for op in program.body.walk()):
            return program
        return _Remover(exposed(program, updated=True)).program(program)


class _Remover(Rewriter):
    def __init__(self, told: set[Value]) -> None:
        super().__init__()
        self.told = told

    def op(self, op: Op, out: list[Op]) -> None:
        if _is_new(op) and self.told.isdisjoint(op.results) and op.args[0].spec == op.results[0].spec:
            self.values[op.results[0]] = self.use(op.args[0])
        else:
            out.append(self.copy(op))


def _is_new(op: Op) -> bool:
    return not op.blocks and Fact.NEW in registry.get(op.name).facts
