"""Room for lists that are items of lists: as the columns have it now, which may be more than when they were begun."""

from __future__ import annotations

from sct.ir.types import Dim, Spec
from sct.runtime.joins.leaf_forms import item_specs, leaf_specs
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows

__all__ = ["with_rooms"]


def with_rooms(item: Template, columns: list[Spec]) -> Template:
    """The form of items of a list, of which these are the columns.

    An item that has grown makes its column wider, and what else is in the list has that room, too: a loop that did so
    carries a column of no known width, and code that took it to stay as wide as it was would give up.
    """
    return _roomy(item, columns, 1)


def _roomy(t: Template, columns: list[Spec], depth: int) -> Template:
    if isinstance(t, TRows):
        inner = columns[1:]
        item, extent = _roomy(t.item, inner, depth + 1), _room(t, inner, depth)
        return t if item is t.item and extent == t.extent else TRows(item, extent, t.repeats, t.inner)
    if not isinstance(t, (TNode, TChoice)):
        return t
    at = len(leaf_specs(t)) - sum(len(leaf_specs(part)) for part in t.items)
    if isinstance(t, TChoice) and t.number is not None:
        return t
    items = []
    for part in t.items:
        end = at + len(leaf_specs(part))
        items.append(_roomy(part, columns[at:end], depth))
        at = end
    if all(a is b for a, b in zip(items, t.items, strict=True)):
        return t
    if isinstance(t, TChoice):
        return TChoice(tuple(items))
    return TNode(t.kind, t.keys, tuple(items), t.instance, t.site)


def _room(t: TRows, columns: list[Spec], depth: int) -> int | Dim:
    """The extent that a column has there, if that is another one than it had."""
    found = [spec.shape[depth] for spec in columns[: len(item_specs(t.item))] if spec.ndim > depth]
    return next((n for n in found if isinstance(n, Dim) and n != t.extent), t.extent)
