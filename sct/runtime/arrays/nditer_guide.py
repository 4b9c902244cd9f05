"""How far a loop over an `np.nditer` has come: by the number of the trip, as long as the loop goes on."""

from __future__ import annotations

from typing import Any, NoReturn

from sct.errors import UnsupportedOpError
from sct.runtime.current import here
from sct.runtime.iteration.iterables import Rollable
from sct.runtime.trace import Trace

__all__ = ["Guide", "refuse"]


def refuse(what: str) -> NoReturn:
    """Raise UnsupportedOpError."""
    raise UnsupportedOpError(
        f"np.nditer has no static support for {what}",
        where=here(),
        fix="loop over the indices, or use array operations",
    )


class Guide:
    """Knows whether a loop goes through the iterator, which is then at the loop's trip, or has done so."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.walked: Any = None  # the number of the trip, and where it is known
        self.over = False
        self.step = _Step(self)
        self.steps = _Steps(self)
        self.refuse = _Refuse()

    def __call__(self, at: Any, size: int) -> Any:
        """Where the iterator is, if it is `at` this place unless a loop goes through it."""
        if self.over:
            return size
        if self.walked is None:
            return at
        number, builder = self.walked
        if builder is None or not self.trace.in_scope(builder):
            refuse("being asked after a loop over it")
        return number


class _Refuse:
    def __call__(self, what: str) -> NoReturn:
        refuse(what)


class _Step:
    """Called before the iterator is stepped by hand."""

    def __init__(self, guide: Guide) -> None:
        self.guide = guide

    def __call__(self) -> None:
        if self.guide.walked is not None:
            refuse("steps after a loop over it")


class _Steps:
    """What `iter` of the iterator answers: itself, where it has been stepped by hand."""

    def __init__(self, guide: Guide) -> None:
        self.guide = guide

    def __call__(self, iterator: Any) -> Any:
        if self.guide.walked is not None:
            return iter(()) if self.guide.over else refuse("a second loop over it")
        at, started = iterator.__dict__["_at"], iterator.__dict__["_started"]
        fresh = type(at) is int and at == 0 and started is False
        return _Walked(self.guide, iterator) if fresh else iterator


class _Walked:
    """Goes through a fresh iterator by number."""

    def __init__(self, guide: Guide, iterator: Any) -> None:
        self.guide, self.iterator = guide, iterator

    @property
    def length(self) -> int:
        """How many steps there are."""
        return int(self.iterator.__dict__["_size"])

    def sct_rollable(self) -> Rollable:
        """Trips and items by number."""
        depth = self.guide.trace.depth

        def end() -> None:
            self.guide.over = self.guide.trace.depth == depth
            self.guide.walked = (None, None)

        return Rollable(self.length, self._item, finish=end)

    def _item(self, number: Any) -> Any:
        from sct.runtime.callers.reads import read_attribute

        self.guide.walked = (number, self.guide.trace.builder)
        return read_attribute(self.guide.trace, self.iterator, "value")

    def __iter__(self) -> Any:
        items = [self._item(number) for number in range(self.length)]
        self.guide.walked, self.guide.over = (None, None), True
        return iter(items)
