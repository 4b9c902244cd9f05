"""In which order the elements of a set with run-time keys come: that of CPython's own table.

A set of numbers to which elements were only added, one after the other, has an order that follows from theirs.
"""

from __future__ import annotations

from typing import Any

from sct.errors import SideEffectError
from sct.runtime.current import current, has_spec
from sct.runtime.hashing import set_logs
from sct.runtime.hashing.entries import StepsComing, is_hashed, lists_of
from sct.runtime.hashing.hashed_columns import columns_of
from sct.runtime.joins.templates import TVar
from sct.runtime.joins.trees import same_items
from sct.runtime.lists import growing, row_lists
from sct.runtime.lists.rows import Rows, Variants, marker_of
from sct.runtime.trace import Trace

__all__ = [
    "check_joined", "disorder", "grow", "holds_floats", "in_order", "is_known", "is_shrunk", "is_told_by_elements",
    "loosen", "loosen_unlike", "not_known", "shrink", "unordered",
]  # fmt: skip

_FEW = 4  # elements that a table of the first size holds, however it was made
_SLOTS = 8


def is_shrunk(trace: Trace, value: set[Any]) -> bool:
    """Whether elements were taken out of a set, or may have been."""
    (elements,) = value
    return bool(elements.shrunk or (elements.joined and trace.set_orders.loose))


def is_known(trace: Trace, value: set[Any]) -> bool:
    """Whether the order of a set follows from what is known of it."""
    (elements,) = value
    return bool(elements.ordered) and not is_shrunk(trace, value)


def loosen_unlike(trace: Trace, value: set[Any]) -> None:
    """A set is taken apart: of what is put together of it, only what goes for all such sets is known."""
    (elements,) = value
    if elements.shrunk or not elements.ordered:
        loosen(trace)


def check_joined() -> None:
    """Refuse to let sets that were items out where their order is not that in which elements were added."""
    trace = current()
    if trace is not None and trace.set_orders.loose:
        raise not_known(trace, "leaves the function")


def loosen(trace: Trace) -> None:
    """From here on, some set that may stand for others is in an order of its own."""
    if trace.set_orders.walked and trace.depth:
        raise not_known(trace)
    trace.set_orders.loose = True


def shrink(trace: Trace, value: set[Any], how: str = "anew") -> None:
    """Elements are taken out of a set, one by one if it gets `fewer`, or it gets those of another one at once."""
    (elements,) = value
    elements.changes.add(how)
    elements.base = None  # what it was made of says no longer what it is
    if elements.steps is not None:
        return
    if elements.walked and trace.depth:
        raise not_known(trace)
    elements.shrunk = True
    loosen(trace)


def disorder(trace: Trace, value: set[Any]) -> None:
    """A set has a table that does not follow from the order of its elements."""
    (elements,) = value
    elements.ordered = False
    if elements.joined:
        loosen(trace)


def grow(value: set[Any]) -> None:
    """A set may get one element more."""
    (elements,) = value
    elements.changes.add("more")


def is_told_by_elements(value: set[Any] | frozenset[Any]) -> bool:
    """Whether a new set has the same table in whatever order its elements were added."""
    homes = {hash(x) % _SLOTS for x in value}
    return len(value) <= _FEW and len(homes) == len(value)


def unordered(trace: Trace, value: Any, ordered: bool = False) -> Any:
    """The elements of a set, or the keys of a dict, for what does not depend on their order; else `value`."""
    if not isinstance(value, (dict, set)) or not is_hashed(value):
        return value
    return in_order(trace, value) if ordered else lists_of(value)[0]


def holds_floats(value: Any) -> bool:
    """Whether the order in which the elements of a set are added up can be seen in the sum."""
    if not isinstance(value, set) or not is_hashed(value):
        return False
    (items,) = lists_of(value)
    marker = marker_of(items)
    if isinstance(marker, Variants):
        items = [x for one in marker.choice.alternatives for x in one]
    spec = marker.item.spec if isinstance(marker, Rows) and isinstance(marker.item, TVar) else None
    if not isinstance(marker, Rows):
        return not all(isinstance(x, int) or (has_spec(x) and x.spec.dtype.kind in "iub") for x in items)
    return spec is None or spec.dtype.kind not in "iub"


def in_order(trace: Trace, value: Any) -> list[Any]:
    """The keys in Python's order, which of some sets only Python knows."""
    items: list[Any] = lists_of(value)[0]
    if isinstance(value, dict) or (not growing.is_growing(items) and len(items) < 2):
        return items
    (elements,) = value
    if elements.theirs is not None and same_items(tuple(items), elements.theirs):
        return items
    rows = marker_of(items)
    rows = rows if isinstance(rows, Rows) else growing.as_rows(trace, items)
    found = None if rows is None else columns_of(trace, rows)
    if not is_known(trace, value) or rows is None or found is None:
        raise not_known(trace)
    elements.walked = True
    trace.set_orders.walked |= elements.joined
    if elements.steps is None:
        order = trace.variable(row_lists.op_value(trace, "set_order", found[0], form=found[1]))
    elif (order := set_logs.order(trace, elements, rows)) is None:
        raise not_known(trace)
    return growing.made(trace, row_lists.taken(trace, rows, order))


def not_known(trace: Trace, what: str = "is walked through") -> SideEffectError:
    """The refusal of what depends on an order that only Python knows; if it could be known, the trace begins anew."""
    if not trace.set_orders.logged:
        raise StepsComing
    return SideEffectError(
        f"a set whose elements are known only at run time {what}",
        where=trace.location(),
        why="it was made of a set whose table only Python knows, or it holds what only Python can hash",
        fix="use sorted(...)",
    )
