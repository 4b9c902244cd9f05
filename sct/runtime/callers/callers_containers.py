"""Containers of the caller's: what becomes of their shadows is done to them when the program has run.

Dicts may get or lose keys where only the running program knows whether they do. No line of the user's makes such a
dict: it is told by the path to it. From when the trace first meets it, its shadow is a dict with run-time keys like the
function's own.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sct.errors import SideEffectError
from sct.ops.set_steps import continued
from sct.runtime.callers import callers_pools, own_forms, unread
from sct.runtime.callers.buffers import is_own_buffer
from sct.runtime.callers.sources import Source
from sct.runtime.callers.unread import is_unread
from sct.runtime.hashing.entries import StepsComing, is_hashed, lists_of
from sct.runtime.hashing.set_history import begun, replayed, steps_since
from sct.runtime.hashing.user_keys import check_hashes, is_of_users
from sct.runtime.joins.trees import same_items
from sct.runtime.lists.rows import marker_of
from sct.runtime.state.bare import items_in, pairs_in, refill, refill_dict, speaks_for_itself
from sct.runtime.state.cells import ListCell

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["content_of", "entered", "written_back"]

_WITH_KEYS = (dict, defaultdict, Counter, OrderedDict, set)


def entered(trace: Trace, shadow: Any, original: Any, source: Source) -> None:
    """The shadow of a container is complete: it holds lists if it is known to need run-time keys."""
    from sct.runtime.hashing.hashed import opened

    if type(shadow) is list:
        callers_pools.entered(trace, shadow, source)
    if type(shadow) not in _WITH_KEYS:
        return
    order = tuple(original) if isinstance(shadow, set) else ()
    if isinstance(shadow, set):
        begun(trace, shadow)
    site = trace.sites[shadow] = f"the caller's {source.describe()}"
    if trace.plan.hashes(site):
        with trace.recording(trace.root):  # wherever it was met first: it has been there all the time
            opened(trace, shadow)
            if isinstance(shadow, set) and is_hashed(shadow):
                _in_their_order(shadow, order)


def _in_their_order(shadow: set[Any], order: tuple[Any, ...]) -> None:
    """The elements of a set stand as the caller's own are walked through, which its table alone says."""
    (elements,) = shadow
    elements.items[:] = elements.theirs = order
    elements.ordered = False
    if elements.steps is not None:  # what is done from here on
        elements.steps[:] = elements.about[:] = ()


def content_of(shadow: Any) -> Any:
    """What a container holds, to be compared later."""
    if isinstance(shadow, (set, frozenset)):
        return tuple(lists_of(shadow)[0]) if is_hashed(shadow) else frozenset(shadow)
    if not isinstance(shadow, dict):
        return tuple(items_in(shadow))
    return tuple(map(tuple, lists_of(shadow))) if is_hashed(shadow) else tuple(pairs_in(shadow))


def written_back(
    shadow: Any,
    before: Any,
    place: Callable[[], str],
    render: Callable[[Any], str],
    growing: Callable[[Any], str],
    name: Callable[[Any], str],
    trace: Trace,
) -> list[str]:
    """The lines that do to a container what has been done to its shadow; none where nothing has."""
    if isinstance(shadow, (tuple, frozenset)):
        return []
    if is_unread(shadow):
        return unread.written_back(shadow, place, render)
    if is_own_buffer(shadow):
        return own_forms.written_back(trace, shadow, before, place, render, growing, name)
    now = content_of(shadow)
    if _same_elements(now, before) if isinstance(now, frozenset) else same_items(now, before):
        return []
    check_hashes(trace, shadow)
    if isinstance(shadow, set) and is_hashed(shadow):
        return _elements_back(shadow, place, render, name, trace)
    if isinstance(shadow, set) and any(map(is_of_users, (*now, *before))):
        return _objects_back(now, before, place, render, name, trace)
    if isinstance(shadow, set) and (steps := steps_since(trace, shadow, before)) is not None:
        return [f"{name(replayed)}({name(steps)}, {place()})"]
    if isinstance(shadow, set):
        return [f"{name(refill)}({place()}, {name(now)})"]
    if isinstance(shadow, dict):
        if is_hashed(shadow):
            keys, values = map(render, lists_of(shadow))
            new = f"dict(zip({keys}, {values}))"
        else:
            new = f"{{{', '.join(f'{render(k)}: {render(v)}' for k, v in now)}}}"
        if speaks_for_itself(type(shadow)):
            return [f"{name(refill_dict)}({place()}, {new}.items())"]
        return [f"__s_new = {new}", f"{place()}.clear()", f"{place()}.update(__s_new)"]
    marker = marker_of(shadow)
    new = growing(marker) if marker is not None else f"[{''.join(f'{render(v)}, ' for v in now)}]"
    if speaks_for_itself(type(shadow)):
        return [f"{name(refill)}({place()}, {new})"]
    if isinstance(shadow, deque):
        return [f"__s_new = {new}", f"{place()}.clear()", f"{place()}.extend(__s_new)"]
    return [f"{place()}[:] = {new}"]


def _same_elements(now: frozenset[Any], before: frozenset[Any]) -> bool:
    return now == before and (not any(map(is_of_users, now)) or not _others(now, before))


def _others(some: Iterable[Any], known: Iterable[Any]) -> list[Any]:
    """Those that are not among the `known`, whatever they say they are equal to."""
    held = list(known)
    return [x for x in some if not any(one is x for one in held)]


def _objects_back(
    now: frozenset[Any], before: frozenset[Any], place: Callable[[], str], render: Callable[[Any], str],
    name: Callable[[Any], str], trace: Trace,
) -> list[str]:  # fmt: skip
    """The same for a set with objects of users' classes, which are rendered one by one."""
    if any(x in trace.keyed_objects.written for x in (*now, *before)):
        new = "".join(f"{render(x)}, " for x in now)
        return [f"{name(refill)}({place()}, ({new}))"]
    changes = (("discard", _others(before, now)), ("add", _others(now, before)))
    return [f"set.{change}({place()}, {render(x)})" for change, elements in changes for x in elements]


def _elements_back(
    shadow: set[Any],
    place: Callable[[], str],
    render: Callable[[Any], str],
    name: Callable[[Any], str],
    trace: Trace,
) -> list[str]:
    """What Python does to a table that gets more elements, or loses some, is done to the set itself."""
    (elements,) = shadow
    several, written = len(elements.changes) != 1, elements.steps is not None
    if several and not written and "anew" not in elements.changes:
        raise StepsComing
    if "anew" in elements.changes or (several and not written):
        raise SideEffectError(
            "a set of the caller's is combined with others",
            where=trace.places.get(ListCell(elements.items).key) or trace.where,
            why="in which order it would be walked through afterwards, only Python knows",
            fix="give it elements one by one, or return a new set",
        )
    if written:
        return [f"{name(continued)}({place()}, {render(elements.steps)}, {render(elements.about)})"]
    (change,) = elements.changes
    now = render(elements.items)
    return [f"set.update({place()}, {now})" if change == "more" else f"{name(_CHANGES[change])}({place()}, {now})"]


def _empty(elements: set[Any], rest: list[Any]) -> None:
    """Take all elements out, if none is left."""
    if not rest:
        set.clear(elements)


def _leave(elements: set[Any], rest: list[Any]) -> None:
    """Take all elements but these out, one by one: the others stay where they are in the table."""
    for x in set(elements) - set(rest):
        set.discard(elements, x)


_CHANGES = {"fewer": _leave, "none": _empty}
