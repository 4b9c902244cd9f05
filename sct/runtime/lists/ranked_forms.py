"""Items that Python itself orders by what they hold: lists and tuples of numbers, texts and others of these."""

from __future__ import annotations

from typing import Any

from sct.runtime.joins.leaf_forms import is_plain
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows, TStatic
from sct.runtime.joins.tuple_forms import is_named
from sct.runtime.lists import growing
from sct.runtime.lists.rows import Ref, Rows, stale_or_marker
from sct.runtime.texts.text_forms import is_text
from sct.runtime.trace import Trace

__all__ = ["are_comparable", "numbers_in"]


def are_comparable(item: Template, around: tuple[Any, ...] = ()) -> bool:
    """Whether `<` of two such items asks nothing but numbers and texts, and that comes to an end."""
    match item:
        case TChoice(items=items):
            return all(are_comparable(one, around) for one in items)
        case TRows(item=inner):
            return are_comparable(inner, around)
        case TNode(kind=kind) if kind is Ref:
            (pool,) = item.keys or (None,)
            held = stale_or_marker(pool.items)
            inside = held.item if isinstance(held, Rows) else None
            return pool not in around and (inside is None or are_comparable(inside, (*around, pool)))
        case TNode(kind=kind, items=items) if not item.instance and (kind is list or is_named(kind)):
            return all(are_comparable(one, around) for one in items)
        case TStatic(obj=None):
            return True
    return is_plain(item) or is_text(item)


def numbers_in(trace: Trace, rows: Rows) -> list[Any]:
    """The columns of all that is in the items, and maybe in others."""
    found = list(rows.columns)
    for pool in _pools_in(rows.item):
        held = growing.as_rows(trace, pool.items)
        found += [] if held is None else numbers_in(trace, held)
    return found


def _pools_in(item: Template) -> list[Any]:
    match item:
        case TNode(kind=kind) if kind is Ref:
            return list(item.keys or ())
        case TNode(items=items) | TChoice(items=items):
            return [pool for one in items for pool in _pools_in(one)]
        case TRows(item=inner):
            return _pools_in(inner)
    return []
