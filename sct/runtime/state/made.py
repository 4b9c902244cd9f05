"""What a trace has made, and in which block: told apart from trace to trace by how many came before."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sct.ir.build import Builder
from sct.runtime.state.cells import IdentityMap

if TYPE_CHECKING:
    from sct.errors import Location
    from sct.runtime.arrays.storage import Storage

__all__ = ["Made", "Nth", "NthArray"]

# so many blocks further out, as the so-manyth object of its class that was made there, whether as a part of what a loop
# carries. Others do not count: how many a loop makes for its own sake differs from one trace of it to the next.
Nth = tuple[int, type, int, bool]
NthArray = tuple[int, "Location | None", int]  # the same for an array, of those that were made at that place


class Made(IdentityMap):
    """Container or instance -> the builder in which it was made."""

    __slots__ = ("_arrays", "_entered", "_nth", "_there")

    def __init__(self) -> None:
        super().__init__()
        # by block and class; no more references: how many there are says what has a name
        self._there: dict[Any, dict[type, list[int]]] = {}
        self._nth: dict[int, int] = {}
        self._entered: dict[Any, dict[type, int]] = {}
        self._arrays: dict[Builder, list[weakref.ref[Storage]]] = {}

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.get(key) is not value:
            there = self._there.setdefault(value, {}).setdefault(type(key), [])
            self._nth[id(key)] = len(there)
            there.append(id(key))
        super().__setitem__(key, value)

    def entered(self, body: Builder) -> None:
        """All that a loop's body begins with has been made."""
        self._entered[body] = {kind: len(there) for kind, there in self._there.get(body, {}).items()}

    def nth(self, key: Any, builder: Builder) -> Nth | None:
        """Which one this is for what is recorded in `builder`; None if it has not been made there or around it."""
        born = self.get(key)
        out = _steps_to(born, builder)
        if out is None:
            return None
        kind, n = type(key), self._nth[id(key)]
        entered = self._entered.get(born, {}).get(kind, 0)
        return (out, kind, n, True) if n < entered else (out, kind, n - entered, False)

    def find(self, nth: Nth, builder: Builder) -> Any:
        """The one that is that for what is recorded in `builder` now, or None."""
        out, kind, n, carried = nth
        around = _around(builder, out)
        there = self._there.get(around, {}).get(kind, [])
        entered = self._entered.get(around, {}).get(kind, 0)
        there = there[:entered] if carried else there[entered:]
        return self._items.get(there[n], (None,))[0] if n < len(there) else None

    def around(self, builder: Builder, kinds: tuple[type, ...]) -> Iterator[Any]:
        """All of these kinds that have been made in `builder` or around it."""
        at: Builder | None = builder
        while at is not None:
            for kind, there in self._there.get(at, {}).items():
                if issubclass(kind, kinds):
                    yield from (self._items[one][0] for one in there if one in self._items)
            at = at.parent

    def note_array(self, storage: Storage) -> None:
        """A loop's body has made the memory of an array."""
        self._arrays.setdefault(storage.born, []).append(weakref.ref(storage))

    def nth_array(self, storage: Storage, builder: Builder) -> NthArray | None:
        """The same for the memory of an array, if a loop's body has made it: which of its line, as far as they last."""
        out = _steps_to(storage.born, builder) if storage.born in self._arrays else None
        if out is None:
            return None
        alike = enumerate(self._made_at(storage.origin, storage.born))
        return next(((out, storage.origin, n) for n, one in alike if one is storage), None)

    def find_array(self, nth: NthArray, builder: Builder) -> Storage | None:
        """The memory that is that for what is recorded in `builder` now."""
        out, origin, n = nth
        return next(itertools.islice(self._made_at(origin, _around(builder, out)), n, None), None)

    def _made_at(self, origin: Location | None, builder: Builder | None) -> Iterator[Storage]:
        found = (known() for known in self._arrays.get(builder, ())) if builder is not None else ()
        return (storage for storage in found if storage is not None and storage.origin == origin)


def _steps_to(born: Builder | None, builder: Builder | None) -> int | None:
    """How many blocks further out than `builder` that of `born` is; None where it is not around it."""
    out = 0
    while builder is not None and builder is not born:
        builder, out = builder.parent, out + 1
    return None if builder is None else out


def _around(builder: Builder | None, out: int) -> Builder | None:
    for _ in range(out):
        builder = builder.parent if builder is not None else None
    return builder
