"""One of many known values, at a place that only the running program knows: tables, one for each form of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sct.ir.types import ARRAY
from sct.ops.python_numbers import is_too_large
from sct.runtime.callers.same_static import same_static
from sct.runtime.calls.raising import raise_later
from sct.runtime.control_flow import select
from sct.runtime.current import has_spec
from sct.runtime.lists import row_lists
from sct.runtime.texts.letters import table
from sct.runtime.texts.text_uses import item_of_known
from sct.runtime.trace import NUMBERS, Trace, spec_of_number

__all__ = ["are_told_apart", "at_place", "item_at"]

_MOST = 64  # different forms, or objects, each of which has a branch


def are_told_apart(trace: Trace, values: Sequence[Any]) -> bool:
    """Whether the program can answer one of these."""
    groups = _groups(values)
    if any(form[0] == "object" for form in groups) and (trace.loops.unrollable or len(groups) > _MOST):
        return False
    columns = [column for form, places in groups.items() if form[0] == "tuple" for column in _columns(values, places)]
    return all(are_told_apart(trace, column) for column in columns)


def at_place(trace: Trace, values: Sequence[Any], at: Any) -> Any:
    """The value at an index that is not out of range."""
    if len(values) == 1:
        return trace.own(values[0])
    groups = list(_groups(values).items())
    if len(groups) == 1:
        return _of_one_form(trace, groups[0][0][0], values, at)
    number, inside = np.zeros((2, len(values)), np.int64)
    for k, (_, places) in enumerate(groups):
        number[places], inside[places] = k, range(len(places))
    group, place = table(trace, number.tolist(), at), table(trace, inside.tolist(), at)

    def from_(k: int) -> Any:
        form, places = groups[k]

        def mine() -> Any:
            return _of_one_form(trace, form[0], [values[i] for i in places], place)

        return mine() if k == len(groups) - 1 else select(group == k, mine, lambda: from_(k + 1))

    return from_(0)


def item_at(trace: Trace, items: Sequence[Any], key: Any) -> tuple[Any] | None:
    """`items[key]` of a long list or tuple; None where it holds containers, or too many different objects."""
    if any(type(x) in (list, dict, set) for x in items) or not are_told_apart(trace, items):
        return None
    n, at = len(items), row_lists.as_index(key)
    error = IndexError(f"{'tuple' if isinstance(items, tuple) else 'list'} index out of range")
    inside = select((at >= -n) & (at < n), lambda: at % n, lambda: raise_later(trace, error))
    return (at_place(trace, items, inside),)


def _of_one_form(trace: Trace, form: str, values: Sequence[Any], at: Any) -> Any:
    if form == "object" or len(values) == 1:
        return trace.own(values[0])
    if form == "text":
        return item_of_known(trace, values, at)
    if form == "tuple":
        return tuple([at_place(trace, column, at) for column in zip(*values, strict=True)])
    rows = row_lists.rows_of(trace, list(values))
    assert rows is not None
    return row_lists.item(trace, rows, at)


def _groups(values: Sequence[Any]) -> dict[tuple[Any, ...], list[int]]:
    """Where values of each form are: numbers of one kind, texts, tuples of one length, and what stands for itself."""
    found: dict[tuple[Any, ...], list[int]] = {}
    objects: list[Any] = []
    for place, x in enumerate(values):
        form = _form(x)
        if form is None:
            number = next((k for k, one in enumerate(objects) if one is x or same_static(one, x)), len(objects))
            if number == len(objects):
                objects.append(x)
            form = "object", number
        found.setdefault(form, []).append(place)
        if len(objects) > _MOST:
            break
    return found


def _form(x: Any) -> tuple[Any, ...] | None:
    if type(x) is str:
        return ("text",)
    if type(x) is tuple and x:
        return "tuple", len(x)
    if has_spec(x):
        return ("number", x.spec.element) if not x.spec.ndim and x.spec.kind != ARRAY else None
    if is_too_large(x):
        return None
    if type(x) not in NUMBERS and not isinstance(x, np.generic):
        return None
    spec = spec_of_number(x)
    return "number", spec.element


def _columns(values: Sequence[Any], places: list[int]) -> list[Any]:
    return list(zip(*[values[i] for i in places], strict=True))
