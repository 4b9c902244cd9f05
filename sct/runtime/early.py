"""Items that are taken before Python would take them: nobody may change them, or take any himself, in between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sct.errors import SideEffectError
from sct.runtime import growing
from sct.runtime.current import is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.steps import Steps
from sct.runtime.trace import Trace

__all__ = ["TakenEarly"]

_TAKEN = object()  # where an iterator was made that has been taken from too early: it cannot be stepped anywhere


class TakenEarly:
    """What the library calls before it looks at items that were taken early: they must still be what Python finds."""

    def __init__(self, trace: Trace, what: str, iterables: tuple[Any, ...]) -> None:
        self.trace, self.what = trace, what
        arrays = [x.storage for x in iterables if is_variable(x) and hasattr(type(x), "spec")]
        self.arrays = [(storage, storage.content()[0]) for storage in arrays]
        self.lists = [(x, x[0]) for x in iterables if isinstance(x, list) and growing.is_growing(x)]

    def __call__(self) -> None:
        for storage, before in self.arrays:
            if storage.content()[0] is not before:
                self._refuse("an array")
        for items, marker in self.lists:
            if len(items) != 1 or items[0] is not marker:
                self._refuse("a list")

    def _refuse(self, owner: str) -> None:
        raise SideEffectError(
            f"{owner} changes while {self.what} goes through it",
            where=self.trace.location(),
            why="its items were taken when that was made",
            fix="go through a copy",
        )

    def leave(self, iterables: tuple[Any, ...]) -> None:
        """Nobody can go on with iterators that have been taken from."""
        for x in iterables:
            if isinstance(x, Steps):
                x.expire()
            elif isinstance(x, TracedGenerator):
                x.spend()
            elif isinstance(x, Iterator) and type(x).__module__ in ("builtins", "itertools"):
                self.trace.made[x] = _TAKEN

