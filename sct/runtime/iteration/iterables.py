"""Things that a `for` can step through by a run-time index, so that one trace of the body serves all trips."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, KeysView, ValuesView
from typing import Any

from sct.errors import SideEffectError, StaticValueError
from sct.ir.types import PYTHON
from sct.records import record
from sct.runtime import trace as tracing
from sct.runtime.callers.set_order import in_order
from sct.runtime.current import has_own, has_spec
from sct.runtime.hashing.entries import is_hashed, lists_of
from sct.runtime.iteration.watched import watched
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.choosing_items import choose_item, in_table
from sct.runtime.lists import growing
from sct.runtime.lists.pooled_tuples import as_opened
from sct.runtime.lists.rows import marker_of, stale_or_marker
from sct.runtime.pools import pools
from sct.runtime.state.bare import as_it_is, items_in, length_of, shown_by
from sct.runtime.texts.kind_names import kind_name

__all__ = ["Anew", "ListChanged", "Rollable", "as_rollable", "is_chosen_list", "items_of_text", "list_changed"]

_LONG = 32  # a Python list of so many numbers is gone through by a loop of the program, if its body allows


@record
class Anew:
    """How Python looks for the item of a turn in lists that the turns before may have changed."""

    lists: tuple[list[Any], ...]
    more: Callable[[Any], Any]  # whether there is one for the turn of this number
    item: Callable[[Any], Any]


@record
class Rollable:
    """How many items there are (a Python int or a symbolic one), and the item of a trip."""

    trips: Any
    at: Callable[[Any], Any]
    anew: Anew | None = None  # where the items are those of lists, that the body might change
    as_it_was: Callable[[], bool] = lambda: True  # whether it did not
    finish: Callable[[], None] | None = None  # what Python checks where there is no further item
    taken: Callable[[int], Any] | None = None  # Python's own iterator for these items, after so many of them
    ended: Callable[[], None] | None = None  # tells an iterator that there are no more
    any_at: Callable[[Any], Any] | None = None  # the item of a trip, chosen at run time from all of them if need be

    def choose(self, trip: Any) -> Any:
        """The item of a trip, also where that is found by looking at each item of a list."""
        return (self.any_at or self.at)(trip)

    def each(self) -> Anew:
        """The same of what nothing changes, too."""
        return self.anew or Anew((), lambda at: at < self.trips, self.at)


def as_rollable(trace: tracing.Trace, iterable: Any, *, choosing: bool = False) -> Rollable | None:
    """The Rollable of an iterable, or None where only Python's iterator knows what comes next.

    With `choosing`, an item of a dict may be chosen at run time from all of them.
    """
    iterable = as_opened(iterable)
    iterable = trace.own(iterable) if type(iterable) not in (list, tuple) else iterable
    if is_chosen_list(iterable):
        return _chosen(trace, iterable)
    if isinstance(iterable, range):
        start, step = iterable.start, iterable.step
        if step == 1:
            return Rollable(len(iterable), lambda i: i + start if start else i)
        return Rollable(len(iterable), lambda i: start + i * step)
    if has_own(iterable, "sct_rollable"):
        made: Rollable | None = iterable.sct_rollable()
        return made
    if has_spec(iterable):
        if iterable.spec.kind == PYTHON or iterable.spec.ndim == 0:
            iter(iterable)  # Python's own TypeError
        return Rollable(iterable.shape[0], lambda i: iterable[i])
    if growing.is_growing(iterable):
        return _growing(trace, iterable)
    if type(iterable) in (list, tuple):
        return _sequence(trace, iterable)
    if isinstance(iterable, dict) and is_hashed(iterable):
        from sct.runtime.hashing.dict_views import View

        return View(trace, iterable, "keys").sct_rollable()
    if isinstance(iterable, set) and is_hashed(iterable):
        return _set(trace, iterable)
    if isinstance(iterable, set):
        return _known_set(trace, iterable)
    if isinstance(iterable, frozenset):
        return _sequence(trace, tuple(in_order(trace, iterable)))
    if isinstance(iterable, (dict, KeysView, ValuesView, ItemsView)):
        return _of_dict(trace, iterable, choosing)
    return None


def items_of_text(x: Any) -> Any:
    """The letters of a text, or the numbers of bytes, as what is found by index; anything else as it is."""
    return tuple(x) if type(x) in (str, bytes) else x


def is_chosen_list(x: Any) -> bool:
    """Whether this is one of several lists or tuples: what it has at an index is chosen when that is asked for."""
    return type(x) is Choice and all(type(one) in (list, tuple) for one in x.alternatives)


def _chosen(trace: tracing.Trace, iterable: Choice) -> Rollable:
    lists = iterable.alternatives
    before = [(len(one), stale_or_marker(one)) for one in lists]
    checks = {id(one): pools.unchanged(trace, one) for one in lists if pools.is_pooled(one)}

    def as_it_was() -> bool:
        now = [(len(one), stale_or_marker(one)) for one in lists]
        return all(n == m and marker is was for (n, marker), (m, was) in zip(now, before, strict=True))

    def check(one: Any) -> None:
        if id(one) in checks:
            checks[id(one)]()

    def item(one: Any, i: Any) -> Any:
        check(one)
        return trace.own(growing.get(trace, one, i))

    def at(i: Any) -> Any:
        if not as_it_was():
            raise list_changed(trace)
        return iterable.sct_distribute(lambda one: item(one, i))

    lengths = {n if marker is None else None for n, marker in before}
    alike = len(lengths) == 1 and None not in lengths
    trips = lengths.pop() if alike else iterable.sct_distribute(lambda one: growing.length(trace, one))
    return Rollable(trips, at, None, as_it_was, (lambda: iterable.sct_distribute(check)) if checks else None)


def _of_dict(trace: tracing.Trace, iterable: Any, choosing: bool) -> Rollable:
    """A dict or a view of one, which shows what is under keys that come later by then; other keys are an error."""
    from sct.runtime.hashing import hashed

    view = iterable if not isinstance(iterable, dict) else iterable.keys()
    mapping: Any = view._mapping if hasattr(view, "_mapping") else view.mapping
    mapping = as_it_is(view, mapping)
    names, found = tuple(mapping), _sequence(trace, tuple(view), choosing)
    before = None if isinstance(view, KeysView) else [mapping[name] for name in names]

    shown = shown_by(view)
    watch = watched(trace, mapping if shown is None else shown, names)

    def check() -> None:
        if len(mapping) != len(names):
            hashed.in_library(trace, "same_size", len(names), len(mapping), "dictionary")
        watch.check(trace)

    def at(i: Any) -> Any:
        check()
        if before is None:
            return found.at(i)
        if type(i) is not int:
            if any(mapping.get(name) is not value for name, value in zip(names, before, strict=True)):
                raise list_changed(trace)
        elif mapping[names[i]] is not before[i]:
            return (names[i], mapping[names[i]]) if isinstance(view, ItemsView) else mapping[names[i]]
        return found.at(i)

    return Rollable(found.trips, at, None, found.as_it_was, check)


def _known_set(trace: tracing.Trace, owner: set[Any]) -> Rollable:
    from sct.runtime.hashing import hashed

    found = _sequence(trace, tuple(in_order(trace, owner)))
    number, watch = length_of(owner), watched(trace, owner, tuple(items_in(owner)))

    def check() -> None:
        if length_of(owner) != number:
            hashed.in_library(trace, "same_size", number, length_of(owner), "Set")
        watch.check(trace)

    def at(i: Any) -> Any:
        check()
        return found.at(i)

    def any_at(i: Any) -> Any:
        check()
        return found.choose(i)

    return Rollable(found.trips, at, None, found.as_it_was, check, any_at=any_at)


def _set(trace: tracing.Trace, owner: set[Any]) -> Rollable | None:
    """The elements of a set as they are when the walk begins; one that gets others is Python's RuntimeError."""
    from sct.runtime.hashing import hashed, run_time_order

    (items,) = lists_of(owner)
    found = as_rollable(trace, run_time_order.in_order(trace, owner))
    if found is None:
        return None
    before, number, at = marker_of(items), growing.length(trace, items), found.at
    watch = watched(trace, owner)

    def check() -> None:
        now = growing.length(trace, items)
        if marker_of(items) is not before or (before is None and now != number):
            hashed.in_library(trace, "same_size", number, now, "Set")
        watch.check(trace)

    def checked(i: Any) -> Any:
        check()
        return at(i)

    return Rollable(found.trips, checked, None, found.as_it_was, check)


def _growing(trace: tracing.Trace, items: list[Any]) -> Rollable:
    rows = growing.as_rows(trace, items)
    if rows is None:
        return Rollable(0, lambda i: None)

    marker = next(items_in(items))
    check = pools.unchanged(trace, items) if pools.is_pooled(items) else None

    def at(i: Any) -> Any:
        if not as_it_was():
            raise list_changed(trace)
        if check is not None:
            check()
        return growing.item(trace, items, rows, i)

    def as_it_was() -> bool:
        return length_of(items) == 1 and next(items_in(items)) is marker

    return Rollable(rows.length, at, _anew(trace, items), as_it_was, check)


class ListChanged(SideEffectError):
    """A list changed while a loop went over it."""


def list_changed(trace: tracing.Trace) -> ListChanged:
    """The refusal of a loop that goes over a list that changes, and does not look at it anew."""
    return ListChanged(
        "a list or dict changes while a loop goes over it",
        where=trace.location(),
        fix="loop over a copy: `for x in list(items)`",
    )


def _rather_rolled(trace: tracing.Trace, items: Any) -> bool:
    """Whether the letters of a text become ones of the run: the loop was unrolled before, which took too much."""
    if not items or not all(type(item) is str for item in items):
        return False
    trace.loops.asked_unrollable = True
    return trace.loops.rolling_rather


def _sequence(trace: tracing.Trace, items: Any, choosing: bool = False) -> Rollable:
    length = len(items)

    def as_it_was() -> bool:
        return len(items) == length and not growing.is_growing(items)

    def any_at(i: Any) -> Any:
        return at(i, True)

    def at(i: Any, choosing: bool = choosing) -> Any:
        if tracing.is_variable(i):
            worth = length >= _LONG or any(map(tracing.is_variable, items))  # of known numbers it is known which it is
            found = in_table(trace, items, i) if worth and as_it_was() else None
            if found is not None:
                return found[0]
            if choosing or _rather_rolled(trace, items):
                return choose_item(trace, items, i)
            raise StaticValueError(
                f"the items of a Python {kind_name(items)} cannot be stepped through at run time",
                where=trace.location(),
                fix="stack them into an array, or let the loop be unrolled",
            )
        if not as_it_was():
            raise list_changed(trace)
        return trace.own(items[i])

    return Rollable(length, at, _anew(trace, items), as_it_was, any_at=any_at)


def _anew(trace: tracing.Trace, items: Any) -> Anew | None:
    if not isinstance(items, list):
        return None

    def item(at: Any) -> Any:
        return trace.own(growing.get(trace, items, at))

    return Anew((items,), lambda at: at < growing.length(trace, items), item)
