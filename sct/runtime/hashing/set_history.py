"""How sets of known elements came to be: the order of a set follows from all that was done to it.

A copy of a set has a table of its own size, without the gaps of what was taken out. So a set that was filled one by
one leaves the function made anew in the same steps, and a set of the caller's goes through what the function did to it.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ops import set_steps
from sct.runtime.calls.purity import words
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.set_layout import layout
from sct.runtime.state.bare import items_in, pairs_in
from sct.shown import shown

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["begun", "note_step", "replayed", "steps_of", "steps_since", "steps_to"]

_READING = words(
    """
    copy union intersection difference symmetric_difference isdisjoint issubset issuperset
    __contains__ __len__ __iter__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __or__ __and__ __sub__ __xor__
    """
)
_CONSTANTS = (bool, int, float, complex, str, bytes, type(None), range, np.generic, Enum)
_MOST = 10_000  # steps; the set itself is what is left of more

Step = tuple[str, tuple[Any, ...]]


def begun(trace: Trace, made: set[Any], items: Any = None) -> None:
    """A set is there: made of `items` one by one, or as its copy would be; the caller's own has no step yet."""
    trace.set_orders.steps[made] = [] if items is None else [("update", (_frozen(items),))]


def note_step(trace: Trace, owner: set[Any], name: str, args: tuple[Any, ...]) -> None:
    """A method of a set is going to be called."""
    if name in _READING or is_hashed(owner):
        return
    steps = trace.set_orders.steps.get(owner)
    if steps is None:
        begun(trace, owner, frozenset(owner))
        steps = trace.set_orders.steps.get(owner)
    if len(steps) < _MOST:
        steps.append((name, tuple(map(_frozen, args))))


def _frozen(x: Any) -> Any:
    if isinstance(x, set):
        return frozenset(x)
    if type(x) is dict:  # for which a set makes room at once
        return dict.fromkeys(x)
    if isinstance(x, dict):
        return tuple(key for key, _ in pairs_in(x))
    return tuple(items_in(x)) if isinstance(x, list) else x


def steps_to(trace: Trace, made: set[Any] | frozenset[Any]) -> tuple[Step, ...] | None:
    """The steps that lead to a set; None where its copy is in the same order, or they are not known."""
    if not isinstance(made, set) or [*set(frozenset(made))] == [*items_in(made)]:
        return None
    return _leading(trace, set(), made)


def steps_since(trace: Trace, shadow: set[Any], before: frozenset[Any]) -> tuple[Step, ...] | None:
    """The steps that lead from what a set of the caller's held to what its shadow holds."""
    return _leading(trace, set(before), shadow)


def steps_of(trace: Trace, made: set[Any] | frozenset[Any]) -> list[tuple[int, tuple[Any, ...]]] | None:
    """Steps (see `sct.ops.set_steps`) to a set with the same table, each with the element that it is about, if any."""
    from sct.runtime.hashing.run_time_order import is_told_by_elements

    adding = [(set_steps.ADD, (x,)) for x in made]
    if is_told_by_elements(made):
        return adding
    there = layout(made)
    at_once = [(set_steps.NEW, ()), *adding, (set_steps.METHODS["update"], ())]
    for steps in (_as_codes(trace.set_orders.steps.get(made)), adding, at_once, [*adding, (set_steps.COPY, ())]):
        if steps is None or there is None:
            continue
        again = set_steps.replayed([code for code, _ in steps], [x for _, about in steps for x in about])
        if layout(again) == there:
            return steps
    return None


def _as_codes(known: list[Step] | None) -> list[tuple[int, tuple[Any, ...]]] | None:
    found: list[tuple[int, tuple[Any, ...]]] = []
    for name, args in known or ():
        if name in _CODES:
            found.append((_CODES[name], args))
        elif name in set_steps.METHODS and all(isinstance(x, (tuple, range, dict, frozenset)) for x in args):
            for items in args:
                found += _of_all(set_steps.METHODS[name], items)
        else:
            return None
    return found if known is not None else None


def _of_all(method: int, items: Any) -> list[tuple[int, tuple[Any, ...]]]:
    """A method of a set that is given all of these at once."""
    adding = [(set_steps.ADD, (x,)) for x in items]
    if method == set_steps.METHODS["update"] and isinstance(items, (tuple, range)):
        return adding
    new = set_steps.NEW_DICT if isinstance(items, dict) else set_steps.NEW if isinstance(items, frozenset) else None
    return [(set_steps.NEW_LIST if new is None else new, ()), *adding, (method, ())]


_CODES = {
    "add": set_steps.ADD, "discard": set_steps.DISCARD, "remove": set_steps.DISCARD,
    "clear": set_steps.CLEAR, "pop": set_steps.POP,
}  # fmt: skip


def _leading(trace: Trace, start: set[Any], end: set[Any]) -> tuple[Step, ...] | None:
    steps = trace.set_orders.steps.get(end)
    if steps is None or not all(_are_constants(args) for _, args in steps):
        return None
    try:
        found = replayed(tuple(steps), start)
    except Exception:  # of a step that was undone, or that was none
        return None
    if found != end or sorted(map(_kind, found)) != sorted(map(_kind, end)):
        return None
    return tuple(steps)


def _are_constants(items: Any) -> bool:
    holding = (tuple, frozenset, dict)
    return all(_are_constants(x) if isinstance(x, holding) else isinstance(x, _CONSTANTS) for x in items)


def _kind(x: Any) -> str:
    return f"{type(x).__qualname__} {shown(x)}"  # 1 is not True


def replayed(steps: tuple[Step, ...], start: set[Any] | None = None) -> set[Any]:
    """A set after these steps.

    >>> replayed((("update", ((1, 2),)), ("discard", (1,)), ("add", (7,))))
    {2, 7}
    """
    made = set() if start is None else start
    for name, args in steps:
        getattr(set, name)(made, *args)  # not what a class of the user's has under that name
    return made
