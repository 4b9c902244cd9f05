"""Frozensets of what only the run knows: their elements, each once and in ascending order, are what they are."""

from __future__ import annotations

from typing import Any, NoReturn

from sct.errors import SideEffectError, StaticValueError
from sct.runtime.current import current, here
from sct.runtime.hashing import hashed, run_time_order
from sct.runtime.hashing.element_forms import are_of_one_form
from sct.runtime.joins.templates import TVar
from sct.runtime.lists import growing
from sct.runtime.lists.rows import Rows, marker_of
from sct.runtime.stand_ins import StandIn
from sct.runtime.trace import Trace

__all__ = [
    "FROZENSETS", "anew", "check_one_form", "holds_floats", "in_any_order", "is_frozen", "refuse_order",
    "with_elements",
]  # fmt: skip

_FIRST = 8  # slots of the smallest table


def is_frozen(x: Any) -> bool:
    """Whether this is a frozenset of which only the run knows what it holds."""
    return isinstance(x, StandIn) and type(x).stands_for is frozenset


def with_elements(items: Any) -> Any:
    """`frozenset(items)`."""
    from sct.runtime.call import convert_call
    from sct.runtime.libraries.frozenset_library import FrozenSet

    trace = current()
    assert trace is not None
    if is_frozen(items):
        return items
    known = items if isinstance(items, (set, frozenset)) else hashed.set_of(trace, items)
    try:
        found = convert_call(sorted)(known)
    except (TypeError, StaticValueError) as error:
        raise _without_order(trace) from error
    if not growing.is_growing(found) and not found:
        return FrozenSet(())
    rows = growing.as_rows(trace, found)
    if rows is None:
        raise _without_order(trace)
    return FrozenSet((rows,))


def _without_order(trace: Trace) -> StaticValueError:
    return StaticValueError(
        "a frozenset of run-time values of several kinds, or without an order",
        where=trace.location(),
        why="a program has its elements in ascending order: numbers, texts, or tuples of numbers",
        fix="use a set, or a tuple",
    )


def in_any_order(trace: Trace, value: Any, ordered: bool = False) -> Any:
    """The elements of a set, for what does not depend on their order, unless it is said to be `ordered` by that."""
    if not is_frozen(value):
        return run_time_order.unordered(trace, value, ordered)
    return value if ordered else value.items


def holds_floats(value: Any) -> bool:
    """Whether the order in which the elements of a set are added up can be seen in the sum."""
    if not is_frozen(value):
        return run_time_order.holds_floats(value)
    marker = marker_of(value.items)
    item = marker.item if isinstance(marker, Rows) else None
    return bool(value.items) and not (isinstance(item, TVar) and item.spec.dtype.kind in "iub")


def _check_one_form(trace: Trace, a: Any, b: Any) -> None:
    """Refuse to choose between elements that are equal, and of two kinds."""
    if a and b and not are_of_one_form(*([growing.as_rows(trace, x)] for x in (a, b))):
        raise StaticValueError(
            "the intersection of a frozenset with elements of another kind",
            where=trace.location(),
            why="which of two equal elements is kept, depends on which of the sets is larger",
            fix="convert the elements first",
        )


def check_one_form(a: Any, b: Any) -> None:
    """What `frozenset_library`, which is converted, calls: see FROZENSETS."""


FROZENSETS: dict[Any, Any] = {check_one_form: _check_one_form}


def refuse_order() -> NoReturn:
    """Say why nothing goes through the elements one by one: for `frozenset_library`, which is converted."""
    raise SideEffectError(
        "a frozenset whose elements are known only at run time is walked through",
        where=here(),
        why="in which order it has them, only Python's own table knows",
        fix="use sorted(...)",
    )


def anew(items: tuple[Any, ...]) -> frozenset[Any]:
    """The frozenset that leaves a program; refused where its order might be another one than in Python's.

    >>> anew((1, 2, 4))
    frozenset({1, 2, 4})
    """
    made = frozenset(items)
    orders = {tuple(_order(made, slots)) for slots in _tables(len(made))}
    if len(orders) > 1 or () in orders - {tuple(made)}:
        raise StaticValueError(
            "a frozenset leaves the function whose elements are known only at run time",
            why="it depends on how it was made in which order Python has these elements",
            fix="return sorted(...) of it",
        )
    return made


def _tables(n: int) -> list[int]:
    """How many slots the table of so many elements may have, whatever it was made by."""
    found = [_FIRST] if n <= 4 else []
    slots = 2 * _FIRST
    while n > 2 and slots <= max(8 * n, 2 * _FIRST):
        found += [slots] if slots > n else []
        slots *= 2
    return found


def _order(elements: frozenset[Any], slots: int) -> list[int]:
    """The homes of the elements in the order of such a table; none where two have one home."""
    homes = {hash(x) % slots: hash(x) for x in elements}
    return [homes[k] for k in sorted(homes)] if len(homes) == len(elements) else []
