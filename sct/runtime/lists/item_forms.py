"""The form of what is an item of a list of run-time length: no extents of its own but those of all items."""

from __future__ import annotations

from sct.ir.types import Dim
from sct.runtime import trace as tracing
from sct.runtime.joins.knots import Around, untied
from sct.runtime.joins.templates import (
    TChoice,
    Template,
    TGone,
    TNode,
    TRows,
    TStatic,
    TVar,
    grown,
    is_ragged,
    lists_in,
    spec_of,
)
from sct.runtime.lists.ragged import is_known, ragged_form

__all__ = ["without_open_extents"]


def without_open_extents(trace: tracing.Trace, t: Template) -> Template:
    """Items are kept in one buffer: arrays whose extents are not the same for all have room in it for the largest."""
    if is_ragged(t):
        return t
    if isinstance(t, TVar) and not all(is_known(trace, n) for n in t.spec.shape):
        return ragged_form(trace, t.spec)
    if isinstance(t, TStatic) and isinstance(t.obj, Around):
        return TGone(untied(trace))
    if isinstance(t, TRows):
        room = t.extent if isinstance(t.extent, Dim) else trace.builder.fresh_dim()
        return TRows(_symbolic(without_open_extents(trace, t.item)), room, t.repeats, inner=True)
    if isinstance(t, TNode):
        items = tuple(without_open_extents(trace, item) for item in t.items)
        return TNode(t.kind, t.keys, items, t.instance, t.site)
    if isinstance(t, TChoice) and lists_in(t) and lists_in(t)[0].kind is not tuple:
        return without_open_extents(trace, grown(trace, lists_in(t), [], frozenset(), always=True) or t)
    return TChoice(tuple(without_open_extents(trace, item) for item in t.items)) if isinstance(t, TChoice) else t


def _symbolic(t: Template) -> Template:
    """Numbers that are the same every time as leaves: others are going to stand beside them."""
    spec = spec_of(t)
    return TVar(spec) if isinstance(t, TStatic) and spec is not None and not spec.ndim else t
