"""The loops that a trace has met, and how it is to go about those that come."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sct.runtime.rolling.lessons import Scope

__all__ = ["LoopsMet"]


class LoopsMet:
    """What is known of the loops of one trace. Bodies of loops are known by their code and place.

    Attributes
    ----------
    scope : Scope
        What has been learnt of them.
    plain_trips : int
        Iterations of loops that ran as Python's own.
    rolls_plain, rolled_plain : bool
        Whether long ones of these become the program's, and whether one did.
    turns_at_run_time : bool
        Whether this is the body of a loop that cannot be unrolled; `hurried`: whether something was refused in the hope
        of that.
    rolled_rather : frozenset or None
        Bodies that are not unrolled; None: all may be.
    rolling_rather : bool
        Whether a loop is rolled that was unrolled before.
    unrolled, unrolled_ops
        The bodies that have been unrolled, once for each iteration, and how many ops these have recorded.
    roll_at_need, never_rolled : set
        Bodies that might be rolled if they could not be unrolled, and those that cannot be rolled in another way.
    preliminary : bool
        Whether a loop is traced only to see what it carries: that trace is thrown away. `hasty`: how many were traced
        less often for that reason.
    around : tuple
        For each loop that is being rolled, one in another, the ids of what the names stand for before it.
    deep : int
        Containers far inside of the one that is taken apart.
    asked_unrollable : bool
        Whether something has turned on `unrollable`.
    """

    def __init__(self) -> None:
        self.scope = Scope()
        self.plain_trips = 0
        self.rolls_plain = True
        self.rolled_plain = False
        self.turns_at_run_time = False
        self.hurried = False
        self.rolled_rather: frozenset[Any] | None = frozenset()
        self.rolling_rather = False
        self.unrolled: list[Any] = []
        self.unrolled_ops: Counter[Any] = Counter()
        self.roll_at_need: set[Any] = set()
        self.never_rolled: set[Any] = set()
        self.preliminary = False
        self.hasty = 0
        self.around: tuple[frozenset[int], ...] = ()
        self.deep = 0
        self.asked_unrollable = False
        self._unrollable = False

    @property
    def unrollable(self) -> bool:
        """Whether the loop being rolled could be unrolled instead."""
        self.asked_unrollable |= self._unrollable
        return self._unrollable

    @contextlib.contextmanager
    def attempted(self, before: frozenset[int]) -> Iterator[None]:
        """While it is attempted to roll a loop, before which the names stand for these."""
        outer, self.around = self.around, (*self.around, before)
        try:
            yield
        finally:
            self.around = outer

    @contextlib.contextmanager
    def rolling(self, unrollable: bool) -> Iterator[None]:
        """While a loop is rolled that could be unrolled, or could not."""
        outer, self._unrollable = self._unrollable, unrollable
        try:
            yield
        finally:
            self._unrollable = outer
