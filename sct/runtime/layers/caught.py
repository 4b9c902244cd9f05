"""Where the program ends and plain Python runs instead: a handler may catch, or there is no program for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from sct.errors import Location, ObjectDtypeError, SctError, SideEffectError, SymbolicRecursionError

__all__ = ["caught_refusal", "leave_to_python", "with_none"]


def caught_refusal(what: str, where: Location | None) -> SideEffectError:
    """Why something that may raise under a handler is refused, where plain Python cannot run in its place.

    If it raises, the program ends, and plain Python runs instead, handlers and all: so nothing may have
    happened by then that would happen twice.
    """
    return SideEffectError(
        f"{what}, inside a `try` that could catch it",
        where=where,
        why="plain Python would have to run instead, but what the program does before cannot be done again",
        fix="move it out of the `try`, or test the condition with an `if`",
    )


def leave_to_python(trace: Any, refusal: SctError) -> NoReturn:
    """End the program here: plain Python runs in its place. Where it comes to that in any case, refuse."""
    from sct.runtime.calls.raising import Diverged, end_for_python

    if trace.depth == 0:
        raise refusal
    trace.plain_raises.append(refusal)
    end_for_python(trace, refusal.what, deeper=isinstance(refusal, SymbolicRecursionError))
    raise Diverged


def with_none(use: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """`use`, for one of several alternatives: what is made of it that has no static form, Python makes.

    Whatever it is done with is done with each alternative, also where what stands beside it is never of that kind:
    numbers are compared with lists of texts.
    """

    def call(x: Any) -> Any:
        from sct.runtime.current import current

        trace = current()
        try:
            made = use(x)
            return _not_of_objects(trace, made) if x is None else made
        except ObjectDtypeError as refusal:
            leave_to_python(trace, refusal)

    return call


def _not_of_objects(trace: Any, made: Any) -> Any:
    return trace.lift_array(made) if isinstance(made, np.ndarray) and made.dtype == object else made
