"""What a trace has made, and in which block: told apart from trace to trace by how many came before."""

from __future__ import annotations

from typing import Any

from sct.ir.build import Builder
from sct.runtime.state.cells import IdentityMap

__all__ = ["Made", "Nth"]

# so many blocks further out, as the so-manyth object that was made there, whether as a part of what a loop carries
Nth = tuple[int, int, bool]


class Made(IdentityMap):
    """Container or instance -> the builder in which it was made."""

    __slots__ = ("_entered", "_nth", "_there")

    def __init__(self) -> None:
        super().__init__()
        self._there: dict[Any, list[int]] = {}  # no more references: how many there are says what has a name
        self._nth: dict[int, int] = {}
        self._entered: dict[Any, int] = {}

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.get(key) is not value:
            there = self._there.setdefault(value, [])
            self._nth[id(key)] = len(there)
            there.append(id(key))
        super().__setitem__(key, value)

    def entered(self, body: Builder) -> None:
        """All that a loop's body begins with has been made."""
        self._entered[body] = len(self._there.get(body, ()))

    def nth(self, key: Any, builder: Builder) -> Nth | None:
        """Which one this is for what is recorded in `builder`; None if it has not been made there or around it."""
        born, out = self.get(key), 0
        around: Builder | None = builder
        while around is not None and around is not born:
            around, out = around.parent, out + 1
        if around is None:
            return None
        entered, n = self._entered.get(around, 0), self._nth[id(key)]
        return (out, n, True) if n < entered else (out, n - entered, False)

    def find(self, nth: Nth, builder: Builder) -> Any:
        """The one that is that for what is recorded in `builder` now, or None."""
        out, n, carried = nth
        around: Builder | None = builder
        for _ in range(out):
            around = around.parent if around is not None else None
        there, entered = self._there.get(around, []), self._entered.get(around, 0)
        there = there[:entered] if carried else there[entered:]
        return self._items.get(there[n], (None,))[0] if n < len(there) else None
