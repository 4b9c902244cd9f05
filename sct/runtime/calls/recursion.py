"""What a trace has met of functions that call themselves."""

from __future__ import annotations

from types import CodeType
from typing import Any

__all__ = ["Recursion"]


class Recursion:
    """Calls of functions that run already, in branches that only the run decides.

    Attributes
    ----------
    calls, tried : int
        How many there were, and how many of them where an iteration of a loop is but tried out.
    running : dict
        The functions that run -> how deep, and with which arguments, outermost first.
    in_rolled : bool
        Whether any were met in a loop that is rolled although it had been unrolled before.
    stacks : bool
        Whether functions that call themselves get a second body; whether that is run, is asked of the plan.
    entered : list
        What is being inlined, then.
    """

    def __init__(self) -> None:
        self.calls = self.tried = 0
        self.running: dict[CodeType, list[Any]] = {}
        self.in_rolled = False
        self.stacks = False
        self.entered: list[Any] = []
