"""Exceptions that a handler of the user's may catch while the program runs."""

from __future__ import annotations

from sct.errors import Location, SideEffectError

__all__ = ["caught_refusal"]


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
