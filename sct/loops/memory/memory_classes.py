"""Arrays that never share memory: the compiler may keep elements of one in registers while another is written.

Values are put together that may point into the same memory at any time: views and what they show, updates in
place and what they update, and all that control flow hands on. What is left apart is apart. Arguments may
share memory with one another, but not those that the program writes into: guards see to it.
"""

from __future__ import annotations

from collections.abc import Mapping

from sct.ir.aliasing import calls_back, carried, is_fresh, updates
from sct.ir.core import Op, Program, Value
from sct.ir.types import ARRAY
from sct.loops.refs import Ref

__all__ = ["OWN", "MemoryClasses", "last", "own_note"]

REGION = -1  # apart from the regions of fused loops, which count from 0
OWN = -2  # memory that no array lies in


class MemoryClasses:
    """The classes of the array values of a program.

    Attributes
    ----------
    lists
        The values that may be lists, which may begin after the start of their buffer and end before its end.

    Examples
    --------
    >>> from sct.ir.parse import parse_program
    >>> import sct.ops.shape
    >>> program = parse_program('''program p(%0: float64[3, 3], %1: float64[3]) {
    ...   %2: float64[3, 3] = transpose(%0, axes=None)
    ...   return %2, %1
    ... }
    ... ''')
    >>> classes, (x, y) = MemoryClasses(program), program.body.args
    >>> classes.note(x) == classes.note(program.outputs[0]), classes.note(x) == classes.note(y)
    (True, False)
    """

    def __init__(self, program: Program, updates: Mapping[Op, Value] | None = None) -> None:
        self._parent: dict[Value, Value] = {}
        for op, value in (updates or {}).items():
            self._join(op.results[0], value)
        for op in program.body.walk():
            self._op(op)
        self._numbers: dict[Value, int] = {}
        values = [*program.body.args]
        for op in program.body.walk():
            values += [arg for block in op.blocks for arg in block.args]
            values += op.results
        for value in values:
            if value.spec.kind == ARRAY:
                self._numbers.setdefault(self._root(value), len(self._numbers))
        lists = {self._root(op.results[0]) for op in program.body.walk() if _is_list(op)}
        self.lists = frozenset(value for value in values if self._root(value) in lists)

    def note(self, value: Value) -> tuple[int, int, int]:
        """The alias class of loads and stores of elements of `value`, as instructions carry it."""
        return REGION, self._numbers[self._root(value)], len(self._numbers)

    def add(self, value: Value, same: Value) -> None:
        """Take note of a view of `same` that only the lowering knows."""
        self._parent[value] = self._root(same)

    def _root(self, value: Value) -> Value:
        return last(self._parent, value)

    def _join(self, a: Value, b: Value) -> None:
        a, b = self._root(a), self._root(b)
        if a is not b:
            self._parent[a] = b

    def _op(self, op: Op) -> None:
        if op.name == "if":
            for block in op.blocks:
                for result, value in zip(op.results, block.results, strict=True):
                    self._join(result, value)
        elif op.blocks:
            state, entry = carried(op)
            heads = op.blocks[0].args if len(op.blocks) == 2 else state
            for same in zip(state, heads, entry, op.blocks[-1].results, op.results, strict=True):
                for value in same[1:]:
                    self._join(same[0], value)
        elif op.name == "setitem" or updates(op) or calls_back(op) or not is_fresh(op):
            arrays = [v for v in (*op.args, *op.results) if v.spec.kind == ARRAY]
            for value in arrays[1:]:
                self._join(arrays[0], value)


def _is_list(op: Op) -> bool:
    return updates(op) and op.name not in ("setitem", "update_view")


def last(parents: dict[Value, Value], value: Value) -> Value:
    """Where the way from `value` to its parent, and on, ends. Whoever is on it has that as a parent then.

    >>> last(parents := {1: 2, 2: 3, 3: 4}, 1), parents
    (4, {1: 4, 2: 4, 3: 4})
    """
    end = value
    while end in parents:
        end = parents[end]
    while value is not end:
        parents[value], value = end, parents[value]
    return end


def own_note(buffer: Ref) -> tuple[int, int, int]:
    """The alias class of what lies in a buffer that holds no array and is reached in no other way.

    >>> own_note(Ref("ptr", 7))
    (-2, 7, 1)
    """
    return OWN, buffer.number, 1
