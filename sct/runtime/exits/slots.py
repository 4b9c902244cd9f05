"""The outputs of a program by the values that leave, and which of them nobody sees as they are."""

from __future__ import annotations

from collections import Counter

from sct.ir.core import UNSEEN, Attrs, Value

__all__ = ["Slots"]


class Slots:
    """Gives each value that leaves a place among the outputs, which it adds to `outputs`."""

    def __init__(self, outputs: list[Value]) -> None:
        self._outputs = outputs
        self.places: dict[Value, int] = {}
        self._asked = Counter[int]()  # how often each output is asked for,
        self._said = Counter[int]()  # and how often by texts

    def of(self, value: Value) -> int:
        """The number of the output that a value is."""
        if value not in self.places:
            self.places[value] = len(self._outputs)
            self._outputs.append(value)
        self._asked[self.places[value]] += 1
        return self.places[value]

    def said(self, value: Value) -> int:
        """The same for what becomes a part of a text."""
        self._said[place := self.of(value)] += 1
        return place

    def metadata(self) -> Attrs:
        """What backends need not tell apart: outputs that become parts of texts, and nothing else."""
        unseen = sorted(place for place, count in self._said.items() if count == self._asked[place])
        return ((UNSEEN, tuple(unseen)),) if unseen else ()
