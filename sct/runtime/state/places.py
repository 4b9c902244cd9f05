"""What regions leave in places of the trace: frozen at the end of a region, put back joined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeGuard

from sct.errors import SideEffectError
from sct.runtime import trace as tracing
from sct.runtime.callers.lift import lift_content
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.lost import Lost
from sct.runtime.joins.trees import Gone, Tree, freeze
from sct.runtime.lists.rows import Items, Stale, Variants
from sct.runtime.state.cells import UNTOUCHED, AttrCell, Cell, DequeCell, DictCell, ListCell, SetCell, StorageCell
from sct.runtime.state.class_content import is_special
from sct.runtime.state.seen_dicts import check_unseen
from sct.runtime.state.shadowed import may_be_absent

__all__ = ["cells_of", "freeze_content", "known_with", "put"]


def freeze_content(trace: tracing.Trace, cell: Cell, content: Any, known: set[int]) -> Tree:
    """The content of a cell as a tree."""
    if isinstance(cell, StorageCell):
        value, _, lost = content
        return freeze(trace, _Peek(value), known) if lost is None else Gone(cell.owner.lost_error(lost))
    original = trace.transaction.original(cell)
    if original is UNTOUCHED:
        content = lift_content(trace, cell, content)
    elif original is content:
        content = _as_before(trace, cell, content)
    if isinstance(cell, DequeCell) or (isinstance(cell, ListCell) and isinstance(cell.owner, list)):
        content = Items(content)
    return freeze(trace, content, known)


def _as_before(trace: tracing.Trace, cell: Cell, content: Any) -> Any:
    """The same of what was there before. A number that the function has written may be so by chance: it is no input."""
    symbolic = trace.symbolic
    if isinstance(content, tracing.NUMBERS):
        trace.symbolic = frozenset()
    try:
        return lift_content(trace, cell, content)
    finally:
        trace.symbolic = symbolic


def known_with(known: set[int], content: Any) -> set[int]:
    """What existed before a loop, with the content of a place that it carries."""
    return {*known, id(content), *(map(id, content.alternatives) if isinstance(content, Choice) else ())}


def cells_of(get_state: Any) -> frozenset[int]:
    """The closure cells of the variables that a state holds: they are carried with it."""
    return frozenset(map(id, get_state.__closure__ or ()))


class _Peek:
    """A storage's value, in the form `freeze` takes."""

    __sct_symbolic__ = True

    def __init__(self, value: Any) -> None:
        self.value = value
        self.spec = value.spec
        self.storage = self
        self.born: Any = None

    def sct_value(self) -> Any:
        return self.value


def put(trace: tracing.Trace, cell: Cell, content: Any) -> None:
    """Write the joined content to its place, as part of the region around."""
    if isinstance(cell, StorageCell):
        if trace.outlives(cell.owner):
            trace.transaction.touch(cell)
        if isinstance(content, Lost):
            place = content.error.also[0][1] if content.error.also else None
            cell.owner.lose(content.error.why, place, getattr(content.error, "alone", False))
            return
        cell.owner.restore((content.sct_value(), trace.builder, None))
        return
    trace.transaction.touch(cell)
    if isinstance(cell, (DequeCell, ListCell)) and isinstance(content, Choice):
        content, trace.items.told = (Variants(content),), True
    if isinstance(cell, DictCell) and isinstance(content, tuple) and _has_joined_keys(content):
        from sct.runtime.hashing.hashed import wants_run_time_keys

        wants_run_time_keys(trace, cell.owner, [content])
        content = Lost(_refusal(trace, cell))
    if isinstance(content, Choice) and (
        isinstance(cell, _CONTAINERS) or (may_be_absent(content) and not _is_of_object(cell))
    ):
        if isinstance(cell, (DictCell, SetCell)):
            from sct.runtime.hashing.hashed import wants_run_time_keys

            wants_run_time_keys(trace, cell.owner, list(content.alternatives))
        content = Lost(_refusal(trace, cell))
    if isinstance(cell, AttrCell) and isinstance(cell.owner, type):
        content = _in_class(trace, cell, content)
    if isinstance(content, Lost) and isinstance(cell, ListCell) and type(cell.owner) is list:
        content = (Stale(content.error),)
    if isinstance(content, Lost) and isinstance(cell, _CONTAINERS):
        content.sct_refuse()
    if isinstance(cell, DequeCell) and trace.iterators.stepped_through:
        from sct.runtime.iteration.sequence_iterators import is_stepped_through
        from sct.runtime.iteration.under_way import changes_under_way

        if is_stepped_through(trace, cell.owner):
            raise changes_under_way(trace, cell.owner)
    if isinstance(cell, AttrCell) and may_be_absent(content):
        check_unseen(trace, cell.owner, cell.name)
    try:
        cell.set(content)
    except (TypeError, ValueError, AttributeError):
        if _is_of_object(cell):  # which has a place for it, as its class says, as long as there is no doubt about that
            raise _bound_by_class(trace, _in_its_class(cell)) from None
        if not (isinstance(cell, AttrCell) and cell.is_in_c()):
            raise
        raise _refusal(trace, cell) from None


_CONTAINERS = (DequeCell, ListCell, DictCell, SetCell)


def _is_of_object(cell: Cell) -> TypeGuard[AttrCell]:
    return isinstance(cell, AttrCell) and not isinstance(cell.owner, type)


def _in_class(trace: tracing.Trace, cell: AttrCell, content: Any) -> Any:
    """What stands in a class: Python asks a method or descriptor how it is read, and special methods without a name."""
    if isinstance(content, Choice) and any(hasattr(type(one), "__get__") for one in _alternatives(content)):
        content = Lost(_bound_by_class(trace, cell))
    if isinstance(content, Choice) and is_special(cell.name):
        content = Lost(_bound_by_class(trace, cell))
    if isinstance(content, Lost) and is_special(cell.name):
        content.sct_refuse()
    return content


def _in_its_class(cell: AttrCell) -> AttrCell:
    """Where the class of an object has what says how this attribute is kept."""
    kind = type(cell.owner)
    return AttrCell(next((one for one in kind.__mro__ if cell.name in vars(one)), kind), cell.name)


def _alternatives(content: Choice) -> Iterator[Any]:
    """The alternatives of a choice, and those of choices among them."""
    for one in content.alternatives:
        yield from _alternatives(one) if isinstance(one, Choice) else (one,)


def _bound_by_class(trace: tracing.Trace, cell: Cell) -> SideEffectError:
    return SideEffectError(
        f"{cell.describe()} is one of several methods or descriptors, as only the running program knows",
        where=trace.location(),
        why="Python asks what it finds in a class how it is read or called",
        fix="give the class one method, and choose what it does inside of it",
        also=_changed_at(trace, cell),
    )


def _has_joined_keys(items: tuple[Any, ...]) -> bool:
    """Whether each path has put another key at one place of a dict."""
    return any(tracing.is_variable(item[0]) for item in items if isinstance(item, tuple))


def _refusal(trace: tracing.Trace, cell: Cell) -> SideEffectError:
    return SideEffectError(
        f"{cell.describe()} is changed where only the running program knows whether, or how often, it happens",
        where=trace.location(),
        why="its form (length, keys, whether it is there) would depend on run-time values",
        fix="make the same change on every path, write into an array, or select the stored value with np.where",
        also=_changed_at(trace, cell),
    )


def _changed_at(trace: tracing.Trace, cell: Cell) -> tuple[tuple[str, Any], ...]:
    place = trace.places.get(cell.key)
    return (("it is changed here", place),) if place is not None else ()
