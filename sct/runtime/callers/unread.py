"""Lists and deques of the caller's that the function only adds to: losses, a history. What they hold is not looked at.

Each item is guarded otherwise, and how many there are, so that a list that is longer at each call asks for another
program each time. Once that is noticed, the function is traced as if it only added to the list. It may ask for the
length, which is an input then, and for the first and last items; where it reads others, it is traced with all items.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Set
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.types import PYTHON, Spec
from sct.runtime.callers.sources import ItemSource, LengthSource, Source
from sct.runtime.lists.rows import Stale, stale_or_marker
from sct.runtime.state.cells import DequeCell, ListCell

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = [
    "add_more",
    "call_method",
    "is_unread",
    "item",
    "length",
    "unread_name",
    "unread_names",
    "unread_shadow",
    "written_back",
]

Items = tuple[Any, ...]

_ADDING = ("append", "appendleft", "extend", "extendleft", "insert")


class _Callers:
    """The caller's own list: what is known of it, and what was read of it."""

    __slots__ = ("count", "read", "source", "value")

    def __init__(self, value: Any, source: Source) -> None:
        self.value = value
        self.source = source
        self.count: Any = None  # how many items it has, once that is asked for: an input
        self.read: dict[int, Any] = {}  # items, from the end if negative


class Unread(Stale):
    """The items of the caller's, and what was added since, before and behind them and as calls."""

    __slots__ = ("after", "before", "callers", "calls")

    def __init__(
        self, callers: _Callers, before: Items = (), after: Items = (), calls: tuple[tuple[str, Items], ...] = ()
    ) -> None:
        super().__init__(StaticValueError("a list is read that is longer at each call", why="its items are unknown"))
        self.callers = callers
        self.before, self.after, self.calls = before, after, calls

    def with_more(self, name: str, items: Items) -> Unread:
        """After the method `name` has added items."""
        before, after = self.before, self.after
        if name in ("append", "extend"):
            after += items
        else:
            before = (*reversed(items), *before)
        return Unread(self.callers, before, after, (*self.calls, (name, items)))


def unread_name(where: str) -> str:
    """What the plan of a trace calls the items of the list at `where`."""
    return f"{_ITEMS_OF}{where}"


_ITEMS_OF = "the items of "


def unread_names(plan: Set[str]) -> frozenset[str]:
    """Those of a plan that are such."""
    return frozenset(name for name in plan if name.startswith(_ITEMS_OF))


def unread_shadow(value: Any, source: Source) -> Any:
    """What the trace works on in place of the list or deque."""
    return type(value)([Unread(_Callers(value, source))])


def is_unread(xs: Any) -> bool:
    """Whether this is such a list."""
    return isinstance(xs, (list, deque)) and type(stale_or_marker(xs)) is Unread


# -- what adds ---------------------------------------------------------------------------------------


def call_method(trace: Trace, xs: Any, name: str, args: tuple[Any, ...]) -> Any:
    """`xs.name(*args)`, if it only adds; refused if it does not."""
    (held,) = xs
    if name == "__len__" and not args:
        return length(trace, xs)
    if name == "__getitem__" and len(args) == 1:
        return item(trace, xs, args[0])
    if name not in _ADDING or trace.builder is not trace.root or (name == "insert" and args[:1] != (0,)):
        held.sct_refuse()
    if name == "insert":
        args = args[1:]
    if len(args) != 1:
        held.sct_refuse()
    if name.startswith("extend"):
        if type(args[0]) not in (list, tuple) or stale_or_marker(args[0]) is not None:
            held.sct_refuse()
        args = tuple(args[0])
    trace.touch(DequeCell(xs) if isinstance(xs, deque) else ListCell(xs))
    xs.clear()
    xs.append(held.with_more(name, args))
    return None


def add_more(trace: Trace, xs: Any, items: Any) -> Any:
    """`xs += items`."""
    call_method(trace, xs, "extend", (items,))
    return xs


def written_back(xs: Any, place: Callable[[], str], render: Callable[[Any], str]) -> list[str]:
    """The lines that add to the caller's own what was added."""
    (held,) = xs
    lines = []
    for name, items in held.calls:
        given = "".join(f"{render(x)}, " for x in items)
        given = f"[{given}]" if name.startswith("extend") else f"0, {given}" if name == "insert" else given
        lines.append(f"{place()}.{name}({given})")
    return lines


# -- what needs no other items -----------------------------------------------------------------------


def length(trace: Trace, xs: Any) -> Any:
    """`len(xs)`: an input of the program, and what was added."""
    (held,) = xs
    callers = held.callers
    if getattr(xs, "maxlen", None) is not None:
        held.sct_refuse()
    if callers.count is None:
        from sct.runtime.callers.lift import add_input

        callers.count = add_input(trace, LengthSource(callers.source), len(callers.value), _COUNT)
    more = len(held.before) + len(held.after)
    return callers.count + more if more else callers.count


_COUNT = Spec(np.dtype(np.int64), (), PYTHON)


def item(trace: Trace, xs: Any, key: Any) -> Any:
    """`xs[key]`, counted from where nothing is unknown: the first or last items, or a slice of the last ones."""
    (held,) = xs
    if getattr(xs, "maxlen", None) is not None:
        held.sct_refuse()
    if type(key) is slice and type(xs) is list and type(key.start) is int and key.start < 0:
        if (key.stop, key.step) == (None, None):
            return trace.note_new([item(trace, xs, k) for k in range(key.start, 0)])
    if type(key) is not int:
        held.sct_refuse()
    added, at = (held.after, ~key) if key < 0 else (held.before, key)
    if at < len(added):
        return added[key]
    at -= len(added)
    return _read(trace, held, ~at if key < 0 else at)


def _read(trace: Trace, held: Unread, at: int) -> Any:
    """An item of the caller's, at a place from its start or end."""
    from sct.runtime.callers.lift import lift

    callers = held.callers
    least = -at if at < 0 else at + 1
    if least > len(callers.value):
        held.sct_refuse()
    if at not in callers.read:
        trace.guards.add("at_least", callers.source, least)
        callers.read[at] = lift(trace, callers.value[at], ItemSource(callers.source, at))
    return callers.read[at]
