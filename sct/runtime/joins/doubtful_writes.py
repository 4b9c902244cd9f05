"""Changes of a list or dict that may be another one: the other has them, too, where the run-time condition says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.runtime.joins.doubts import HELD, Doubt, refuse
from sct.runtime.joins.leaf_forms import holds_containers
from sct.runtime.lists.rows import Rows, stale_or_marker
from sct.runtime.state.reachable import any_reachable

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["check_write", "write_on"]


def check_write(trace: Trace, x: Any) -> None:
    """Refuse a change that could not be made to everything that `x` may be."""
    others = trace.doubts.between(x)
    unsure = [other for other, doubt in others if not _is_known(trace, x, other, doubt)]
    if not any(one is x for one in trace.items.writing):
        unsure = [other for other, _ in others]
    unsure += [y for y in trace.doubts.beside(x) if not any(y is other for other, _ in others)]
    if any(other is HELD for other in unsure) or (unsure and any_reachable(trace, unsure)):
        refuse(trace, x, "is changed")


def _is_known(trace: Trace, x: Any, other: Any, doubt: Doubt) -> bool:
    """Whether the running program can tell if both are one, and copy a change."""
    if other is HELD or doubt.test is None or type(x) is not type(other) or type(x) not in (list, dict):
        return False
    content = stale_or_marker(x)
    if isinstance(content, Rows) and holds_containers(content.item):
        return False
    return trace.in_scope(doubt.test.storage.born)


def write_on(trace: Trace, x: Any) -> None:
    """`x` has changed: what it may be has changed, too, if it is."""
    from sct.runtime.control_flow import select

    for other, doubt in trace.doubts.between(x):
        if other is HELD or any(one is other for one in trace.items.writing):
            continue
        if not any_reachable(trace, [other]):
            trace.doubts.forget(x, other)  # it keeps what it was: `x` is another one from here on
            continue
        if not _is_known(trace, x, other, doubt):
            continue

        def change(other: Any = other) -> None:
            before, trace.items.writing = trace.items.writing, (*trace.items.writing, x, other)
            try:
                _copy(trace, other, x)
                write_on(trace, other)
            finally:
                trace.items.writing = before

        select(doubt.test, *((change, _nothing) if doubt.holds else (_nothing, change)))


def _copy(trace: Trace, target: Any, source: Any) -> None:
    from sct.runtime.lists import growing

    if isinstance(target, list):
        growing.put(trace, target, list(source))
        return
    trace.touch_dict(target)
    target.clear()
    target.update(source)


def _nothing() -> None:
    pass
