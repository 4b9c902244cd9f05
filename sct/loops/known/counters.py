"""Counters of loops over ranges: the program counts turns from 0, and the item is computed from the turn.

`range(start, stop, step)` has `max((stop - start + step - 1) // step, 0)` turns, and the item of turn k is
`start + k * step`. That it lies between start and stop cannot be seen from one of the two alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.ir.core import Op, Value
from sct.loops.code import Operand
from sct.loops.known.drift import Drift
from sct.records import record

if TYPE_CHECKING:
    from sct.loops.lower import Lowering

__all__ = ["Counters", "Item"]


@record
class Item:
    """An item of a range that is not empty: start and stop, if it is known which way the range goes."""

    start: Operand | None = None
    stop: Operand | None = None
    down: bool = False


class Counters:
    """The ops that have made the values of a program, and the turns that loops count."""

    def __init__(self, low: Lowering) -> None:
        self._low = low
        self.origin = {result: op for op in low.program.body.walk() for result in op.results}
        self.drift = Drift(self.origin)
        self._turns: dict[Value, Value] = {}  # the counter of a loop, and how many turns it has
        self._ends: dict[Op, tuple[Operand, Operand]] = {}

    def note(self, loop: Op) -> None:
        """A loop is entered: it counts from its first operand to its second."""
        start, stop, step = (self._number(value) for value in loop.args[:3])
        if start == 0 and step == 1 and stop is None:
            self._turns[loop.blocks[0].args[0]] = loop.args[1]

    def clipped(self, op: Op) -> Value | None:
        """x, if the op is `x * (x > 0)`."""
        for x, sign in (op.args, op.args[::-1]):
            test = self.origin.get(sign)
            if test is not None and test.name == "py_gt" and test.args[0] is x and self._number(test.args[1]) == 0:
                return x
        return None

    def differ(self, op: Op, a: Operand, b: Operand) -> None:
        """`op` is the difference of two numbers, which may be gone when they are asked for."""
        self._ends[op] = a, b

    def item(self, op: Op) -> Item | None:
        """The ends of the range that `op`, a sum, is an item of."""
        for start, way in (op.args, op.args[::-1]):
            found = self._item(start, way)
            if found is not None:
                return found
        return None

    def is_way(self, op: Op) -> bool:
        """Whether `op`, a product, is what the turns until now have added to the start of a range."""
        return self._item(None, op.results[0]) is not None

    def _item(self, start: Value | None, way: Value) -> Item | None:
        for counter, step in self._steps(way):
            turns = self.origin.get(self._turns[counter]) if counter in self._turns else None
            if turns is None:
                continue
            number = self._number(step) if step is not None else 1
            if number is not None:
                return self._between(turns, start, number)
            if turns.name == "if" and self._is_test(turns.args[0], step):
                made = [self.origin.get(block.results[0]) for block in turns.blocks]
                if made[0] is not None and self._between(made[0], start, step) is not None:
                    return Item()
        return None

    def _between(self, turns: Op, start: Value | None, step: Value | int | None) -> Item | None:
        """The ends, if that is how many turns there are from `start` on."""
        length = self.clipped(turns) if turns.name == "py_mul" else None
        gap = self.origin.get(self._gap(length, step)) if length is not None and step != 0 else None  # type: ignore[arg-type]
        if gap is None or gap not in self._ends:
            return None
        down = isinstance(step, int) and step < 0
        if start is not None and not self._same(gap.args[0 if down else 1], start):
            return None
        a, b = self._ends[gap]
        return Item(a, b, True) if down else Item(b, a)

    def _steps(self, way: Value) -> list[tuple[Value, Value | None]]:
        """What may be a counter, and what each of its turns adds; None: one."""
        made = self.origin.get(way)
        if made is not None and made.name == "py_mul":
            return [(made.args[0], made.args[1]), (made.args[1], made.args[0])]
        return [(way, None)]

    def _gap(self, length: Value, step: Value | int | None) -> Value | None:
        """What is divided by the step, rounded up, to tell how many steps there are."""
        if step in (1, -1):
            return length
        divided = self.origin.get(length)
        if divided is None or divided.name != "py_floordiv" or not self._is(divided.args[1], step):
            return None
        raised = self.origin.get(divided.args[0])
        if raised is None or raised.name != "py_add":
            return None
        return next((x for x, y in (raised.args, raised.args[::-1]) if self._is_less(y, step)), None)

    def _is(self, value: Value, step: Value | int | None) -> bool:
        return value is step or (isinstance(step, int) and self._number(value) == abs(step))

    def _is_less(self, value: Value, step: Value | int | None) -> bool:
        """Whether `value` is one less than the step is long."""
        if isinstance(step, int):
            return self._number(value) == abs(step) - 1
        made = self.origin.get(value)
        if made is None or made.name != "py_sub":
            return False
        return made.args[0] is step and self._number(made.args[1]) == 1

    def _is_test(self, value: Value, step: Value | None) -> bool:
        made = self.origin.get(value)
        return made is not None and made.name == "py_gt" and made.args[0] is step and self._number(made.args[1]) == 0

    def _same(self, a: Value, b: Value) -> bool:
        number = self._number(a)
        return a is b or (number is not None and number == self._number(b))

    def _number(self, value: Value) -> int | None:
        made = self.origin.get(value)
        if made is None or made.name != "constant":
            return None
        number = made.attr("value")
        return number if type(number) is int else None
