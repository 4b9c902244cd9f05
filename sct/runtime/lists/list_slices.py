"""Slices of lists that are assigned to or deleted, where only the running program knows how many items there are."""

from __future__ import annotations

import operator
from typing import Any

from sct.runtime.calls.raised_words import raise_as_python
from sct.runtime.current import is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.libraries import list_library
from sct.runtime.lists import list_methods
from sct.runtime.lists.growing import is_dynamic_slice, is_growing, length, plain, put
from sct.runtime.lists.row_lists import BOUND, as_index
from sct.runtime.trace import Trace

__all__ = ["delete", "store"]


def store(trace: Trace, xs: list[Any], key: slice, value: Any) -> None:
    """`xs[key] = value`."""
    from sct.runtime.iteration.asked_lists import as_list
    from sct.runtime.iteration.displays import is_iterable

    if not is_iterable(value):
        raise_as_python(operator.setitem, [], slice(None, None, None if _is_plain(key.step) else 2), value)
    if type(value) is Choice:
        value.sct_distribute(lambda one: store(trace, xs, key, one))
        return
    items = list_methods.listed(trace, as_list(trace, value))
    if not (is_growing(xs) or is_growing(items) or is_dynamic_slice(key)):
        trace.touch_list(xs)
        list.__setitem__(xs, key, items)
    elif key.start is None and key.stop is None and key.step is None:
        _take(trace, xs, list_methods.copied(trace, items, False))
    elif _is_plain(key.step):
        _replace(trace, xs, "with_slice", *_bounds(trace, xs, key, 1), items)
    else:
        _in_library(trace, "store_steps", xs, *_steps(trace, xs, key), items)


def delete(trace: Trace, xs: list[Any], key: slice) -> None:
    """`del xs[key]`."""
    if not (is_growing(xs) or is_dynamic_slice(key)):
        trace.touch_list(xs)
        del xs[key]
    elif _is_plain(key.step):
        _replace(trace, xs, "with_slice", *_bounds(trace, xs, key, 1), trace.note_new([]))
    else:
        _replace(trace, xs, "without_steps", *_steps(trace, xs, key))


def _is_plain(step: Any) -> bool:
    return step is None or (not is_variable(step) and step == 1)


def _bounds(trace: Trace, xs: list[Any], key: slice, step: Any) -> tuple[Any, Any]:
    """From where to where a slice goes."""
    n = length(trace, xs)
    least, most, *usual = _in_library(trace, "ends_of_steps", n, step)

    def bound(given: Any, usual: Any) -> Any:
        return usual if given is None else _in_library(trace, "clamped", as_index(given, said=BOUND), least, most, n)

    return bound(key.start, usual[0]), bound(key.stop, usual[1])


def _steps(trace: Trace, xs: list[Any], key: slice) -> tuple[Any, Any, Any]:
    """The first place of a slice with a step, the number of places, and the step."""
    step = as_index(key.step, said=BOUND)
    first, last = _bounds(trace, xs, key, step)
    return first, _in_library(trace, "steps_between", first, last, step), step


def _in_library(trace: Trace, name: str, *args: Any) -> Any:
    from sct.runtime.calls.library_calls import inlined

    return inlined(trace, getattr(list_library, name), *args)


def _replace(trace: Trace, xs: list[Any], name: str, *args: Any) -> None:
    _take(trace, xs, _in_library(trace, name, xs, *args))


def _take(trace: Trace, xs: list[Any], made: Any) -> None:
    """Give a list the items of a new one, or of one of several."""
    if type(made) is Choice:
        made.sct_distribute(lambda one: _take(trace, xs, one))
    else:
        put(trace, xs, list(made) if is_growing(made) else plain(trace, made))
