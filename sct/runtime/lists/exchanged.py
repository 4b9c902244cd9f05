"""Two items of a list change places: `xs[i], xs[k] = xs[k], xs[i]`.

After the first of the two stores one container is in the list twice, and the other not at all; after the second
each of them is an item as often as it was. Without knowing that, no item of the list could be changed any more.
The same goes for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.records import record
from sct.runtime.arrays.storage import Storage
from sct.runtime.current import is_variable
from sct.runtime.joins.templates import TVar
from sct.runtime.lists.item_links import Link
from sct.runtime.variable import Variable

if TYPE_CHECKING:
    from sct.ir.build import Builder
    from sct.runtime.lists.rows import Order, Rows
    from sct.runtime.trace import Trace

__all__ = ["ArrayHalf", "Half", "array_half", "exchanges_arrays", "first_half", "is_completed", "let_go"]


@record(eq=False)
class Half:
    """An item has been put at the place of another one, too."""

    item: Any
    link: Link  # what the item is since then: no item whose place is known
    order: Order  # of the list before
    source: Any  # the places, as indices
    target: Any
    repeats: int  # of the list before
    builder: Builder


def first_half(trace: Trace, rows: Rows, repeats: int, x: Any, link: Link | None, at: Any) -> Half | None:
    """What has been done to `rows` by putting `x`, which was an item as `link` says, at `at`; None if it was none."""
    if link is None or link.at is None or link.order is not rows.order or not link.sole:
        return None
    now = trace.doubts.links.get(x)
    return None if now is None else Half(x, now, link.order, link.at, at, repeats, trace.builder)


def is_completed(trace: Trace, half: Half, x: Any, at: Any) -> bool:
    """Whether putting `x` at `at` next is the other half: it was where the first item went, and goes where that was."""
    doubts = trace.doubts
    if half.builder is not trace.builder or doubts.links.get(half.item) is not half.link:
        return False
    link = doubts.links.get(x)
    if link is None or link.at is None or link.order is not half.order or not link.sole:
        return False
    if x is half.item or any(y in doubts.held or doubts.involves(y) for y in (x, half.item)):
        return False
    return _same(trace, link.at, half.target) and _same(trace, at, half.source)


def let_go(trace: Trace, rows: Rows, x: Any) -> None:
    """The container that has been put into the list is not changed under the name it had: the item is taken anew."""
    trace.doubts.links[x] = Link(rows.order, None, None)


# -- arrays ------------------------------------------------------------------------------------------


@record(eq=False)
class ArrayHalf:
    """An array that was an item has been put at the place of another one, too."""

    rows: Rows  # of the list before
    source: Any  # the places, as indices
    target: Any
    builder: Builder


def array_half(trace: Trace, rows: Rows, x: Any, at: Any) -> ArrayHalf | None:
    """What has been done to `rows` by putting an array at `at` that was an item of them; None if it was none."""
    source = _place_in(rows, x)
    return None if source is None else ArrayHalf(rows, source, at, trace.builder)


def exchanges_arrays(trace: Trace, half: ArrayHalf, x: Any, at: Any) -> bool:
    """Whether putting an array at `at` next is the other half."""
    if half.builder is not trace.builder:
        return False
    source = _place_in(half.rows, x)
    return source is not None and _same(trace, source, half.target) and _same(trace, at, half.source)


def _place_in(rows: Rows, x: Any) -> Any:
    if not isinstance(x, Variable) or not isinstance(x.storage, Storage) or x.steps:
        return None
    written: Any = x.storage.item_of
    return written.at if written is not None and written.is_of(rows) and isinstance(rows.item, TVar) else None


def _same(trace: Trace, a: Any, b: Any) -> bool:
    if is_variable(a) or is_variable(b):
        return is_variable(a) and is_variable(b) and trace.value(a) is trace.value(b)
    return bool(a == b)
