"""Extents of what a loop carries: those that stand for any, and those from before the loop, which stay as they are."""

from __future__ import annotations

import re
from collections.abc import Callable

from sct.ir.types import Dim, Extent
from sct.runtime.templates import TChoice, Template, TNode, TRows, TVar
from sct.runtime.trace import Trace

__all__ = ["opened", "renamed"]

_MADE = re.compile(r"(?<![a-z])d(\d+)")


def opened(trace: Trace, t: Template, known: frozenset[Dim], first: int) -> tuple[Template, frozenset[Dim]]:
    """A template with an extent of its own wherever it has one that the loop has made; and these new extents.

    That two arrays are of one extent after one iteration says nothing about the next, and neither does that an array is
    as long as one from before the loop.

    Parameters
    ----------
    trace
        What is traced.
    t
        What a place holds at the start and after an iteration.
    known
        The extents that stand for any already.
    first
        How many extents had been made before the loop.
    """
    made: list[Dim] = []

    def own(n: Dim) -> Dim:
        if n in known or not any(int(count) >= first for count in _MADE.findall(n.name)):
            return n
        made.append(trace.builder.fresh_dim())
        return made[-1]

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
        return TNode(t.kind, t.keys, tuple(renamed(item, name) for item in t.items), t.instance)
    if isinstance(t, TChoice):
        return TChoice(tuple(renamed(item, name) for item in t.items), t.number)
    return t
