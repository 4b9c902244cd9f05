"""Extents of what a loop carries: those that stand for any, and those from before the loop, which stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sct.ir.types import Dim, Extent
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows, TVar, template_of
from sct.runtime.trace import Trace

if TYPE_CHECKING:
    from sct.runtime.rolling.carried import Slot

__all__ = ["opened", "renamed"]


def opened(
    trace: Trace, t: Template, slot: Slot, slots: Sequence[Slot], known: frozenset[Dim]
) -> tuple[Template, frozenset[Dim]]:
    """A template with extents of its own but for those that what enters the loop has; and these new extents.

    That two arrays are of one extent after one iteration says nothing about the next, and neither does that an array is
    as long as one from before the loop, nor that a list has room for items that are as long as another one is now.
    Extents of the program's arguments stay: what stands in a place before it is filled is made as long.

    Parameters
    ----------
    trace
        What is traced.
    t
        What the place holds at the start and after an iteration.
    slot
        The place, which has what it holds at the start.
    slots
        All places of the loop.
    known
        The extents that stand for any already.
    """
    initial = template_of(slot.initial)
    before = _names_in(initial)
    kept = {*known, *trace.dims.values(), *before}
    lengths = {n for other in slots if other is not slot for n in _names_in(other.template, rooms=False)} - before
    made: list[Dim] = []

    def own(n: Dim, taken: bool = False) -> Dim:
        if n in kept and not taken:
            return n
        made.append(trace.builder.fresh_dim())
        return made[-1]

    return renamed(t, own, lambda n: own(n, n in lengths)), frozenset(made)


def _names_in(t: Template, *, rooms: bool = True) -> set[Dim]:
    """The extents in a template that have names, also those of the `rooms` for items, if wanted."""
    found: set[Dim] = set()

    def note(n: Dim) -> Dim:
        found.add(n)
        return n

    renamed(t, note, note if rooms else lambda n: n)
    return found


def renamed(t: Template, name: Callable[[Dim], Dim], room: Callable[[Dim], Dim] | None = None) -> Template:
    """A template with other names for its extents, and for the `room` of items, asked for one by one."""

    def other(n: Extent) -> Extent:
        return name(n) if isinstance(n, Dim) else n

    if isinstance(t, TVar):
        return TVar(t.spec.with_(shape=tuple(map(other, t.spec.shape))))
    if isinstance(t, TRows):
        extent = room(t.extent) if room is not None and t.inner and isinstance(t.extent, Dim) else other(t.extent)
        return TRows(renamed(t.item, name, room), extent, t.repeats, t.inner)
    if isinstance(t, TNode):
        return TNode(t.kind, t.keys, tuple(renamed(item, name, room) for item in t.items), t.instance, t.site)
    if isinstance(t, TChoice):
        return TChoice(tuple(renamed(item, name, room) for item in t.items), t.number)
    return t
