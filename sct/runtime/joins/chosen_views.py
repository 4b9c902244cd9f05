"""Views of what memory a branch has chosen: for each view that an array may be, a test that says whether it is that.

An array that a join makes of views (`v = a[1:] if c else b[1:]`) has a content of its own. Its `parts` say of what it
is a view, and when, so that a write to it reaches the arrays below, and a write to one of those reaches the view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sct.ir.core import Value
from sct.runtime.joins.memory import Test, Walk, both, either, holders, keep, sameness
from sct.runtime.joins.picking import pick_as, pick_like

if TYPE_CHECKING:
    from sct.runtime.arrays.storage import Storage, ViewStep
    from sct.runtime.trace import Trace

__all__ = ["Part", "identify_parts", "neighbours", "parts_of", "relatives", "spread", "updated", "viewed"]


class Part(NamedTuple):
    """What an array is a view of, if the test says so: `view` is the array that it then is."""

    test: Test
    view: Any


def identify_parts(storage: Storage, parts: Sequence[Part]) -> None:
    """Say of what an array is a view."""
    storage.trace.forget_links()
    storage.parts = tuple(parts)
    keep(storage)
    for part in parts:
        part.view.storage.viewers.append(storage)


def viewed(trace: Trace, value: Value, steps: Sequence[ViewStep]) -> Value:
    """The view that these steps make of a value."""
    for step in steps:
        value = trace.builder.op(step.op.name, (value, *step.operands), step.attrs)[0]
    return value


def updated(trace: Trace, value: Value, steps: Sequence[ViewStep], new: Value) -> Value:
    """`value` with `new` in the place of the view that these steps make of it."""
    bases = [value]
    for step in steps[:-1]:
        bases.append(viewed(trace, bases[-1], [step]))
    for step, base in zip(reversed(steps), reversed(bases), strict=False):
        if step.op.extras["view"] == "readonly":
            raise ValueError("assignment destination is read-only")
        operands = [trace.variable(operand) for operand in step.operands]
        new = trace.value(step.op.extras["unview"](trace.variable(base), trace.variable(new), *operands, **step.attrs))
    return new


def relatives(storage: Storage) -> list[Storage]:
    """What else, in scope, may share the memory, as a test says."""
    found: dict[Storage, None] = {storage: None}
    rest, walk, scope = [storage], Walk(storage.trace), storage.trace.builders()
    while rest:
        one = rest.pop()
        for other in (*walk.on_from(one), *neighbours(one)):
            if other not in found and other.born in scope:
                found[other] = None
                rest.append(other)
    del found[storage]
    return list(found)


def neighbours(storage: Storage) -> list[Storage]:
    """What this may be a view of, or may be a view of this."""
    return list(dict.fromkeys([*(part.view.storage for part in storage.parts), *storage.viewers]))


def parts_of(storage: Storage) -> Iterator[Part]:
    """What an array may be a view of, also as one of the others that it may be."""
    builder = storage.trace.builder
    yield from (part for part in storage.parts if part.test is not False)
    for other in list(holders(storage)):
        for test, view in other.parts:
            as_other = both(builder, sameness(storage.trace, storage, other), test)
            if as_other is not False and view.storage is not storage:  # nothing is a part of itself
                yield Part(as_other, view)


def spread(storage: Storage) -> None:
    """A write to this is one to everything that it is, or is a view of, or that is a view of it."""
    _spread(storage, True, frozenset([storage]), True, True)


def _spread(storage: Storage, changed: Test, seen: frozenset[Storage], to_same: bool, to_bases: bool) -> None:
    """Hand on what `storage` holds if `changed`: if not, others may know better by now."""
    trace = storage.trace
    builder = trace.builder
    for other in [one for one in holders(storage) if one not in seen] if to_same else ():
        same = both(builder, changed, sameness(trace, storage, other))
        _put(other, pick_like(trace, same, storage.value, other.value))
        _spread(other, same, seen | {other}, False, to_bases)
    for test, view in storage.parts if to_bases else ():
        base = view.storage
        if base not in seen and trace.in_scope(base.born) and not _is_read_only(view.steps):
            steps, whole, new = view.steps, base.value, storage.value
            within = both(builder, changed, test)
            _put(base, pick_as(trace, within, partial(updated, trace, whole, steps, new), partial(_itself, whole)))
            _spread(base, within, seen | {base}, True, True)
    for other in dict.fromkeys(storage.viewers):
        if other not in seen and trace.in_scope(other.born):
            seeing: Test = False
            for test, view in other.parts:
                if view.storage is storage:
                    now = both(builder, changed, test)
                    seen_there = partial(viewed, trace, storage.value, view.steps)
                    _put(other, pick_as(trace, now, seen_there, partial(_itself, other.value)))
                    seeing = either(builder, seeing, now)
            _spread(other, seeing, seen | {other}, True, False)


def _itself(value: Value) -> Value:
    return value


def _is_read_only(steps: Sequence[ViewStep]) -> bool:
    """Whether nothing can have been written through these."""
    return any(step.op.extras["view"] == "readonly" for step in steps)


def _put(storage: Storage, value: Value) -> None:
    trace = storage.trace
    trace.touch_storage(storage)
    storage.hold(value, trace.builder)
    if storage.item_of is not None:
        storage.item_of(storage)
