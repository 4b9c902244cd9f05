"""Generators that are left before they have come to their end: closed, or refused where Python would do more then."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from sct.errors import Location, SideEffectError
from sct.ir.effects import have_effects
from sct.runtime import trace as tracing
from sct.runtime.calls.raising import Diverged
from sct.runtime.generators import DONE, FRESH
from sct.runtime.texts.redirected import check_redirected

__all__ = ["abandon", "check_left", "close_since"]


def abandon(trace: tracing.Trace) -> None:
    """Close the generators of a trace that comes to nothing while it is still there for their `finally` clauses."""
    for steps in reversed(trace.iterators.stepped):
        with contextlib.suppress(Exception):
            steps.close()


def close_since(trace: tracing.Trace, count: int) -> None:
    """Close those that were only tried out, which nobody has: to be undone with the rest."""
    tried, trace.iterators.stepped[count:] = trace.iterators.stepped[count:], []
    # theirs, which they take away, is not in it while they stand
    depth, handlers = trace.trying_depth, [*trace.handling.around]
    for steps in reversed(tried):
        with contextlib.suppress(Exception, Diverged):
            steps.close()
        trace.trying_depth, trace.handling.around = depth, [*handlers]


def check_left(trace: tracing.Trace) -> None:
    """At the end: refuse generators that stand where Python, which lets go of them, would do something more."""
    check_redirected(trace)
    for steps in trace.iterators.stepped:
        if inspect.getgeneratorstate(steps) == inspect.GEN_SUSPENDED:
            code, line = steps.gi_frame.f_code, steps.gi_frame.f_lineno
            _check_left(trace, steps.close, (), Location(code.co_filename, line, function=code.co_qualname))
    for items in trace.iterators.guarded:
        if items.progress is not FRESH and items.progress is not DONE:
            _check_left(trace, items.close, items.own_cells(), items.where)


def _check_left(trace: tracing.Trace, close: Callable[[], Any], own: Sequence[Any], where: Location | None) -> None:
    with trace.region() as region:
        trace.iterators.leaving = True  # and with it those that it steps
        try:
            close()
            changes = [cell for cell, _, _ in region.transaction.changes() if not any(cell.owner is x for x in own)]
            does_more = have_effects(region.builder.ops) or bool(changes)
        except (Exception, Diverged):
            does_more = True
        finally:
            trace.iterators.leaving = False
            region.transaction.rollback()
    if does_more:
        raise SideEffectError(
            "a generator is left here, in a `try` or `with` that does something at the end",
            where=where,
            why="Python does that when it lets go of the generator, which is not known while the graph is built",
            fix="take all of its items, or close it: `with contextlib.closing(generator):`",
        )
