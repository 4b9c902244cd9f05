"""Dead code elimination."""

from __future__ import annotations

from sct.ir.aliasing import carried
from sct.ir.core import Block, Op, Program, Value
from sct.passes.facts import is_removable
from sct.passes.rewrite import Rewriter
from sct.records import record

__all__ = ["DeadCode"]


@record
class DeadCode:
    """What nothing uses goes: pure ops, results of an `if`, and loop state that feeds only itself.

    Before::

        %3: float64[], %4: int = while(%0, %1) (%5: float64[], %6: int) { … } {
          %7: float64[] = multiply(%5, %5)
          %8: int = py_add(%6, %2)
          yield %7, %8
        }
        return %3                                  # %4 and the condition do not need %6

    After, the `while` carries `%5` only.

    Effects stay, and so do ops that may raise, and a `while`, because it may never end. Inputs stay:
    they are the program's signature.
    """

    def __call__(self, program: Program) -> Program:
        marker = _Marker(program)
        return _Sweeper(marker).program(program)


class _Marker:
    """Finds the living values, from the results backwards."""

    def __init__(self, program: Program) -> None:
        self.constants = {op.results[0] for op in program.body.walk() if op.name == "constant"}
        self.live: set[Value] = set()
        self._removable: dict[Op, bool] = {}
        self.block(program.body, program.body.results)

    def block(self, block: Block, results: tuple[Value, ...]) -> None:
        self.live.update(results)
        for op in reversed(block.ops):
            if self.is_dead(op):
                continue
            if op.name == "if":
                self.live.add(op.args[0])
                for inner in op.blocks:
                    self.block(inner, self.kept(op, inner.results))
            elif op.blocks:
                self.loop(op)
            else:
                self.live.update(op.args)

    def is_dead(self, op: Op) -> bool:
        if not self.live.isdisjoint(op.results):
            return False
        known = self._removable.get(op)
        if known is None:
            known = self._removable[op] = is_removable(op, self.constants)
        return known

    def kept(self, op: Op, values: tuple[Value, ...]) -> tuple[Value, ...]:
        """Those of `values`, one for each result of `op`, whose result lives."""
        return tuple([v for v, result in zip(values, op.results, strict=True) if result in self.live])

    def loop(self, op: Op) -> None:
        """A state lives if its result does, or if the next round of a living state needs it."""
        state, entry = carried(op)
        body = op.blocks[-1]
        known = -1
        while known != len(self.live):
            known = len(self.live)
            self.block(body, self.kept(op, body.results))
            arguments = [state]
            if op.name == "while":
                self.block(op.blocks[0], op.blocks[0].results)
                arguments.append(op.blocks[0].args)
            for args in arguments:
                self.live.update(r for r, arg in zip(op.results, args, strict=True) if arg in self.live)
        self.live.update(self.kept(op, entry))
        if op.name == "for":
            self.live.update(op.args[:3])


class _Sweeper(Rewriter):
    """Leaves out what the marker has not found."""

    def __init__(self, marker: _Marker) -> None:
        super().__init__()
        self.marker = marker

    def op(self, op: Op, out: list[Op]) -> None:
        if self.marker.is_dead(op):
            return
        if op.blocks and not self.marker.live.issuperset(op.results):
            op = self.shrink(op)
        out.append(self.copy(op))

    def shrink(self, op: Op) -> Op:
        """`op` with its living results only."""
        kept = self.marker.kept
        results = kept(op, op.results)
        if op.name == "if":
            blocks = tuple([Block((), block.ops, kept(op, block.results)) for block in op.blocks])
            return Op(op.name, op.args, op.attrs, results, blocks, op.source)
        state, entry = carried(op)
        lead = len(op.args) - len(entry)
        body = op.blocks[-1]
        index = body.args[: len(body.args) - len(state)]
        made = [Block((*index, *kept(op, state)), body.ops, kept(op, body.results))]
        if op.name == "while":
            cond = op.blocks[0]
            made.insert(0, Block(kept(op, cond.args), cond.ops, cond.results))
        return Op(op.name, (*op.args[:lead], *kept(op, entry)), op.attrs, results, tuple(made), op.source)
