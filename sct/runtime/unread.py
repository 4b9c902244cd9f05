"""Lists and deques of the caller's that the function only adds to: losses, a history. What they hold is not looked at.

Each item is guarded otherwise, and how many there are, so that a list that is longer at each call asks for another
program each time. Once that is noticed, the function is traced as if it only added to the list: a list that it reads
after all is refused then, and the function is traced with all items.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sct.errors import StaticValueError
from sct.runtime.cells import DequeCell, ListCell
from sct.runtime.rows import Stale, stale_or_marker

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["add_more", "call_method", "is_unread", "unread_name", "unread_names", "unread_shadow", "written_back"]

_ADDING = ("append", "appendleft", "extend", "extendleft", "insert")


class Unread(Stale):
    """The items of the caller's, and what was added since: the names of methods, each with the items given to it."""

    __slots__ = ("calls",)

    def __init__(self, calls: tuple[tuple[str, tuple[Any, ...]], ...] = ()) -> None:
        super().__init__(StaticValueError("a list that is longer at each call is read", why="its items are not looked at"))
        self.calls = calls


_ITEMS_OF = "the items of "


def unread_name(where: str) -> str:
    """What the plan of a trace calls the items of the list at `where`."""
    return f"{_ITEMS_OF}{where}"


def unread_names(plan: frozenset[str]) -> frozenset[str]:
    """Those of a plan that are such."""
    return frozenset(name for name in plan if name.startswith(_ITEMS_OF))


def unread_shadow(value: Any) -> Any:
    """What the trace works on in place of the list or deque."""
    return type(value)([Unread()])


def is_unread(xs: Any) -> bool:
    """Whether this is such a list."""
    return isinstance(xs, (list, deque)) and type(stale_or_marker(xs)) is Unread


def call_method(trace: Trace, xs: Any, name: str, args: tuple[Any, ...]) -> Any:
    """`xs.name(*args)`, if it only adds; refused if it does not."""
    (held,) = xs
    if name not in _ADDING or trace.builder is not trace.root or (name == "insert" and args[:1] != (0,)):
        held.sct_refuse()
    if name.startswith("extend"):
        if len(args) != 1 or type(args[0]) not in (list, tuple) or stale_or_marker(args[0]) is not None:
            held.sct_refuse()
        items = tuple(args[0])
    else:
        if len(args) != (2 if name == "insert" else 1):
            held.sct_refuse()
        items = args
    trace.touch(DequeCell(xs) if isinstance(xs, deque) else ListCell(xs))
    xs.clear()
    xs.append(Unread((*held.calls, (name, items))))
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
        given = ", ".join(map(render, items))
        lines.append(f"{place()}.{name}({f'[{given}]' if name.startswith('extend') else given})")
    return lines
