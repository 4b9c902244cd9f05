"""`Decimal` computes as the context of the thread says: what was traced with such numbers is for that context."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.runtime.callers.sources import CallSource

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["guard_context"]


def decimal_context() -> tuple[Any, ...]:
    """All of the context that results depend on; which signals have been seen is no part of it.

    >>> decimal_context()[:2]
    (28, 'ROUND_HALF_EVEN')
    """
    from decimal import getcontext

    at = getcontext()
    traps = tuple(sorted(signal.__name__ for signal, wanted in at.traps.items() if wanted))
    return at.prec, at.rounding, at.Emin, at.Emax, at.capitals, at.clamp, traps


def guard_context(trace: Trace, module: str) -> None:
    """Note that something of this module takes part; only `decimal` has such a state."""
    if module in ("decimal", "_decimal", "_pydecimal"):
        trace.guards.add("elements", CallSource(decimal_context, "the decimal context"), decimal_context())
