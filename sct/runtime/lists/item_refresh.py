"""Containers that are items of a list, read again from it after the list has changed under another name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.runtime.hashing.entries import is_hashed
from sct.runtime.joins.leaf_forms import array_leaves, holds_containers
from sct.runtime.lists.rows import Rows, stale_or_marker
from sct.runtime.state.bare import refill, refill_dict
from sct.runtime.state.cells import AttrCell, DictCell, ListCell, set_plainly
from sct.runtime.state.containers_in import containers_in
from sct.runtime.state.instances import attributes_of

if TYPE_CHECKING:
    from sct.runtime.lists.item_links import Link
    from sct.runtime.trace import Trace

__all__ = ["may_be_read", "read_again"]


def may_be_read(trace: Trace, rows: Rows, x: Any, link: Link, keeps: bool) -> bool:
    """Whether a container is an item whose place is known, and holds nothing that is known by other means, too.

    If the item that was changed does not hold what it did (`keeps`), that goes for all that it may be, too.
    """
    if not keeps and any(one is not x for one in containers_in(x)):
        return False
    if link.at is None or not link.sole or any(array_leaves(rows.item)):
        return False
    return all(_is_plain(trace, one) for one in containers_in(x))


def _is_plain(trace: Trace, x: Any) -> bool:
    if isinstance(x, dict) and is_hashed(x):  # the lists in it would be others, which know no item
        return False
    if type(x) in (tuple, set, bytearray) or trace.doubts.involves(x):
        return False
    marker = stale_or_marker(x)
    return marker is None or (isinstance(marker, Rows) and not holds_containers(marker.item))


def read_again(trace: Trace, rows: Rows, x: Any, at: Any) -> None:
    """An item of the list has changed, which `x` may be: it holds what the item at its place does."""
    from sct.runtime.lists import row_lists
    from sct.runtime.lists.item_links import outdate

    now = row_lists.item(trace, rows, at)
    if _fits(x, now):
        _refill(trace, x, now)
        return
    for one in list(containers_in(x)):
        outdate(trace, one)


def _fits(old: Any, new: Any) -> bool:
    """Whether each container in one has its counterpart in the other."""
    if type(old) is not type(new):
        return False
    if isinstance(old, list) and (stale_or_marker(old) is not None or stale_or_marker(new) is not None):
        return not any(one is not x for x in (old, new) for one in containers_in(x))
    mine, theirs = _parts(old), _parts(new)
    if mine.keys() != theirs.keys():
        flat = not any(one is not x for x in (old, new) for one in containers_in(x))
        return flat and isinstance(old, (list, dict))
    return all(_fits(a, theirs[k]) for k, a in mine.items() if _is_container(a) or _is_container(theirs[k]))


def _refill(trace: Trace, old: Any, new: Any) -> None:
    """Give a container the content of a new one; those in it stay the objects that they are."""
    mine, theirs = _parts(old), _parts(new)
    content = {}
    for key, value in theirs.items():
        kept = mine.get(key)
        if _is_container(value) and _is_container(kept):
            _refill(trace, kept, value)
            value = kept
        content[key] = value
    if isinstance(old, list):
        trace.transaction.touch(ListCell(old))
        refill(old, content.values())
        if isinstance(marker := stale_or_marker(old), Rows):
            marker.order.owner = old
    elif isinstance(old, dict):
        trace.transaction.touch(DictCell(old))
        refill_dict(old, content.items())
    else:
        for name, value in content.items():
            trace.transaction.touch(AttrCell(old, name))
            set_plainly(old, name, value)


def _parts(x: Any) -> dict[Any, Any]:
    if isinstance(x, list):
        return dict(enumerate(x))
    return x if isinstance(x, dict) else attributes_of(x)


def _is_container(x: Any) -> bool:
    return any(one is x for one in containers_in(x))
