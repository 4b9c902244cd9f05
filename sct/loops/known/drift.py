"""Counters that a program keeps by itself: integers that a loop moves by a few at a time.

`i = 0` and then `i += 1` in a `while`, in whatever branch, however deep: no run is long enough to wrap such
a number around, and one that only grows is never below what it started with.
"""

from __future__ import annotations

from collections.abc import Mapping

from sct.ir.aliasing import carried
from sct.ir.core import Op, Value
from sct.loops.known.ranges import Span

__all__ = ["Drift"]

STEP = 64  # what is added at a time, at most
FAR = STEP << 53  # so far nothing goes: 2**53 turns take months

Ways = frozenset[int]  # -1 if the number may fall, 1 if it may grow


class Drift:
    """Which way the integers go that loops carry; `origin` has the ops that make the values of the program."""

    def __init__(self, origin: Mapping[Value, Op]) -> None:
        self._origin = origin
        self._found: dict[Value, Ways | None] = {}

    def span(self, state: Value, start: Span, next_: Value) -> Span | None:
        """Where the state of a loop lies that starts in `start`, and is `next_` after a turn; None: anywhere."""
        if state not in self._found:
            self._found[state] = self._ways(next_, {state: frozenset()})
        ways = self._found[state]
        if ways is None:
            return None
        return start[0] - (FAR if -1 in ways else 0), start[1] + (FAR if 1 in ways else 0)

    def _ways(self, value: Value, from_: dict[Value, Ways | None]) -> Ways | None:
        """How `value` comes from the given one; None if it does not. What is found is kept in `from_`.

        A value is asked for by all branches around it that may leave it alone: each is looked at once.
        """
        if value not in from_:
            from_[value] = self._found_ways(value, from_)
        return from_[value]

    def _found_ways(self, value: Value, from_: dict[Value, Ways | None]) -> Ways | None:
        made = self._origin.get(value)
        if made is None:
            return None
        if made.name in ("py_add", "py_sub"):
            return self._moved(made, from_)
        k = made.results.index(value)
        if made.name == "if":
            return _either(*[self._ways(block.results[k], from_) for block in made.blocks])
        if not made.blocks:
            return None
        state, entry = carried(made)
        before = self._ways(entry[k], from_)
        if before is None:
            return None
        from_[state[k]] = before
        return _either(before, self._ways(made.blocks[-1].results[k], from_))

    def _moved(self, made: Op, from_: dict[Value, Ways | None]) -> Ways | None:
        a, b = made.args
        if made.name == "py_add" and self._step(b) is None:
            a, b = b, a
        step = self._step(b)
        before = None if step is None else self._ways(a, from_)
        if before is None or step is None:
            return None
        way = step if made.name == "py_add" else -step
        return before | {1 if way > 0 else -1} if way else before

    def _step(self, value: Value) -> int | None:
        made = self._origin.get(value)
        if made is None or made.name != "constant":
            return None
        number = made.attr("value")
        return number if type(number) is int and -STEP <= number <= STEP else None


def _either(*ways: Ways | None) -> Ways | None:
    found: Ways = frozenset()
    for one in ways:
        if one is None:
            return None
        found |= one
    return found
