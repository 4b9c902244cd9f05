"""Constant folding."""

from __future__ import annotations

from typing import Any

from sct.ir.core import Op, Program, Value
from sct.ops import registry
from sct.ops.registry import Fact
from sct.passes.constants import compute, constant_op, constant_value
from sct.passes.rewrite import Rewriter
from sct.records import record

__all__ = ["Fold"]


@record
class Fold:
    """Pure ops on constants become constants.

    Before::

        %0: float = constant(kind="python", value=2.0)
        %1: float64 = sqrt(%0)

    After::

        %1: float64 = constant(kind="scalar", value=array(float64, (), [1.4142135623730951]))

    The op's own kernel computes the value, so it is the one the program would have computed. What
    raises or warns stays, and so does what has no operands: `zeros` is smaller than its result.

    Attributes
    ----------
    limit
        The largest result to keep, in bytes; one that holds no more than its operands, which are numbers, is kept
        however large it is: thousands of numbers in a list are one constant, not as many stores.
    """

    limit: int = 4096

    def __call__(self, program: Program) -> Program:
        return _Folder(self.limit).program(program)


class _Folder(Rewriter):
    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit
        self.known: dict[Value, Any] = {}

    def op(self, op: Op, out: list[Op]) -> None:
        op = self.copy(op)
        if op.name == "constant":
            self.known[op.results[0]] = constant_value(op)
        folded = self.fold(op)
        for made in folded or ():
            self.known[made.results[0]] = constant_value(made)
        out.extend(folded or (op,))

    def fold(self, op: Op) -> list[Op] | None:
        """The constants that `op` computes, or None."""
        if op.name == "dim":
            axis: Any = op.attr("axis")
            extent = op.args[0].spec.shape[axis]
            made = constant_op(op.results[0], extent, op) if isinstance(extent, int) else None
            return [made] if made else None
        definition = registry.get(op.name)
        if op.blocks or not op.args or Fact.PURE not in definition.facts or Fact.EFFECT in definition.facts:
            return None
        if not all(arg in self.known for arg in op.args) or not self.small(op):
            return None
        values = compute(definition, [self.known[arg] for arg in op.args], dict(op.attrs))
        if values is None or len(values) != len(op.results):
            return None
        folded = [constant_op(result, v, op) for result, v in zip(op.results, values, strict=True)]
        return [made for made in folded if made] if all(folded) else None

    def small(self, op: Op) -> bool:
        size = 0
        for result in op.results:
            extent = result.spec.dtype.itemsize
            for n in result.spec.shape:
                if not isinstance(n, int):
                    return False
                extent *= n
            size += extent
        return size <= max(self.limit, _size_of_numbers(op.args))


def _size_of_numbers(operands: tuple[Value, ...]) -> int:
    """The bytes of operands, if none of them is an array."""
    return sum(v.spec.dtype.itemsize for v in operands) if all(v.spec.ndim == 0 for v in operands) else 0
