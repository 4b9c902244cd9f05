"""Extents of what a loop carries: those that stand for any, and those from before the loop, which stay as they are."""

from __future__ import annotations

from collections.abc import Callable

from sct.ir.types import Dim, Extent
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows, TVar
from sct.runtime.trace import Trace

__all__ = ["opened", "renamed"]


def opened(trace: Trace, t: Template, initial: Template, known: frozenset[Dim]) -> tuple[Template, frozenset[Dim]]:
    """A template with extents of its own but for those that what enters the loop has; and these new extents.

    That two arrays are of one extent after one iteration says nothing about the next, and neither does that an array is
    as long as one from before the loop. Extents of the program's arguments stay: what stands in a place before it is
    filled is made as long.

    Parameters
    ----------
    trace
        What is traced.
    t
        What a place holds at the start and after an iteration.
    initial
        What it holds at the start.
    known
        The extents that stand for any already.
    """
    kept: list[Dim] = [*known, *trace.dims.values()]
    made: list[Dim] = []

    def note(n: Dim) -> Dim:
        kept.append(n)
        return n

    def own(n: Dim) -> Dim:
        if n in kept:
            return n
        made.append(trace.builder.fresh_dim())
        return made[-1]

    renamed(initial, note)
    return renamed(t, own), frozenset(made)


def renamed(t: Template, name: Callable[[Dim], Dim]) -> Template:
    """A template with other names for its extents, asked for one by one."""

    def other(n: Extent) -> Extent:
        return name(n) if isinstance(n, Dim) else n

    if isinstance(t, TVar):
        return TVar(t.spec.with_(shape=tuple(map(other, t.spec.shape))))
    if isinstance(t, TRows):
        return TRows(renamed(t.item, name), other(t.extent), t.repeats, t.inner)
    if isinstance(t, TNode):
        return TNode(t.kind, t.keys, tuple(renamed(item, name) for item in t.items), t.instance, t.site)
    if isinstance(t, TChoice):
        return TChoice(tuple(renamed(item, name) for item in t.items), t.number)
    return t
