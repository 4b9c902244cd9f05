"""How an attempt at tracing goes about it, and what it has asked of that.

Most of it is compared as a whole. Where it is known what has been asked, an attempt that would have been answered the
same on all of that has come to what this one will come to.
"""

from __future__ import annotations

from typing import Any

__all__ = ["Plan"]


class Plan:
    """What an attempt is told.

    Parameters
    ----------
    whole : object
        What is compared as a whole.
    hashing : frozenset
        Where lists, dicts and sets are made that are run-time ones.
    may_pool, may_step, rolls_short, keeps_items, stacks, recurses : bool
        Whether there could be more pools; whether iterators may get positions for the sake of a loop that could be
        unrolled; whether loops are rolled that are so short that they would be unrolled; whether lists of known length
        keep their items one by one, if they are not too long; whether functions that call themselves have loops with a
        stack instead; whether Python does such calls, where the run decides how deep they go.
    """

    def __init__(
        self,
        whole: Any = None,
        hashing: frozenset[Any] = frozenset(),
        *,
        may_pool: bool = True,
        may_step: bool = True,
        rolls_short: bool = False,
        keeps_items: bool = False,
        stacks: bool = False,
        recurses: bool = False,
    ) -> None:
        self._whole = whole
        self.hashing = hashing  # for what makes no difference yet; whoever goes by it asks `hashes`
        self._is = {"pool": may_pool, "step": may_step, "short": rolls_short, "items": keeps_items}
        self._is |= {"stacks": stacks, "recurses": recurses}
        self._asked: dict[str, bool] = {}
        self._asked_sites: dict[Any, bool] = {}
        self.asked_all = False  # whether all of `hashing` may have made a difference

    def hashes(self, site: Any) -> bool:
        """Whether what is made there is a run-time one."""
        answer = self._asked_sites[site] = site in self.hashing
        return answer

    @property
    def may_pool(self) -> bool:
        """Whether there could be more pools."""
        return self._answer("pool")

    @property
    def may_step(self) -> bool:
        """Whether iterators may get positions for the sake of a loop that could be unrolled."""
        return self._answer("step")

    @property
    def rolls_short(self) -> bool:
        """Whether loops are rolled that are so short that they would be unrolled."""
        return self._answer("short")

    @property
    def keeps_items(self) -> bool:
        """Whether lists of known length keep their items one by one, if they are not too long."""
        return self._answer("items")

    @property
    def stacks(self) -> bool:
        """Whether functions that call themselves have loops with a stack instead."""
        return self._answer("stacks")

    @property
    def recurses(self) -> bool:
        """Whether Python does the calls of functions that run already, where the run decides how deep they go."""
        return self._answer("recurses")

    def _answer(self, name: str) -> bool:
        answer = self._asked[name] = self._is[name]
        return answer

    def comes_to_the_same(self, other: Plan) -> bool:
        """Whether an attempt by the `other` plan would be answered the same on all that this one has asked."""
        if self._whole != other._whole or (self.asked_all and self.hashing != other.hashing):
            return False
        if any(other._is[name] is not answer for name, answer in self._asked.items()):
            return False
        return all((site in other.hashing) is answer for site, answer in self._asked_sites.items())
