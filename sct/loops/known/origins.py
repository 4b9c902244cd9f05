"""Where values come from, through branches and loops."""

from __future__ import annotations

from sct.ir.aliasing import carried
from sct.ir.core import Block, Op, Value

__all__ = ["Origins"]


class Origins:
    """The ops that make the values of a block, whichever way control flow goes.

    Examples
    --------
    >>> from sct.ir.parse import parse_program
    >>> import sct.ops.shape
    >>> program = parse_program('''program p(%0: float64[3, 3]) {
    ...   %1: float64[3, 3] = transpose(%0, axes=None)
    ...   return %0, %1
    ... }
    ... ''')
    >>> origins = Origins(program.body)
    >>> [[op and op.name for op in origins.of(value)] for value in program.outputs]
    [[None], ['transpose']]
    """

    def __init__(self, body: Block) -> None:
        self._made: dict[Value, Op] = {}
        self._before: dict[Value, tuple[Value, ...]] = {}
        for op in body.walk():
            self._made.update(dict.fromkeys(op.results, op))
            if op.blocks and op.name != "if":
                state, entry = carried(op)
                ends = op.blocks[-1].results
                for k, result in enumerate(op.results):
                    self._before[result] = self._before[state[k]] = (entry[k], ends[k])
                if len(op.blocks) == 2:
                    self._before.update(zip(op.blocks[0].args, zip(state, strict=True), strict=False))
            elif op.blocks:
                for k, result in enumerate(op.results):
                    self._before[result] = tuple(block.results[k] for block in op.blocks)

    def of(self, value: Value) -> list[Op | None]:
        """The ops that may have made `value`, without those of control flow; None for an argument."""
        found: dict[Op | None, None] = {}
        seen: set[Value] = set()
        todo = [value]
        while todo:
            value = todo.pop()
            if value in seen:
                continue
            seen.add(value)
            if value in self._before:
                todo += self._before[value]
            else:
                found[self._made.get(value)] = None
        return list(found)
