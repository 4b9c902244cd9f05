"""The random generators that a running program draws from: the caller's own objects, found by number.

A program holds no objects, so it names a generator by its place in a table that is made for each run:
first those of the caller, then those that the program makes. A run that raises leaves the caller's
generators as they were, so that plain Python can do the whole call from the same state.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from contextvars import ContextVar
from typing import Any

import numpy as np

from sct.errors import SctError
from sct.ops.random_functions import bits_of, legacy_places, lock_of, state_of

__all__ = ["KINDS", "Generators", "drawing", "generators_of_this_run"]

KINDS: dict[type, str] = {
    np.random.Generator: "Generator",
    np.random.RandomState: "RandomState",
    np.random.SeedSequence: "SeedSequence",
    random.Random: "Random",
    **{getattr(np.random, name): "BitGenerator" for name in ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64")},
}


def _remember(found: Any) -> Callable[[], None]:
    """What puts the state of a generator back to what it is now."""
    places = state_of(found)
    if places is not None:
        return _copied(found, places)
    if isinstance(found, random.Random):
        state = found.getstate()
        return lambda: found.setstate(state)
    if isinstance(found, np.random.RandomState):
        legacy: Any = found.get_state(legacy=False)
        return lambda: found.set_state(legacy)
    if isinstance(found, np.random.SeedSequence):
        return lambda: None
    bits = found.bit_generator if isinstance(found, np.random.Generator) else found
    now = bits.state

    def put_back() -> None:
        bits.state = now

    return put_back


def _copied(found: Any, places: list[tuple[int, int]]) -> Callable[[], None]:
    """The same for a state that lies at known places in memory."""
    lock = lock_of(found) or nullcontext()
    later = getattr(found, "gauss_next", None)  # what a `random.Random` keeps for the next call of `gauss`
    with lock:
        contents = [ctypes.string_at(*place) for place in places]

    def put_back() -> None:
        with lock:
            for (address, size), content in zip(places, contents, strict=True):
                ctypes.memmove(address, content, size)
        if isinstance(found, random.Random):
            found.gauss_next = later  # type: ignore[attr-defined]

    return put_back


class Generators:
    """The generators of one run, by number.

    Without `remembers` their states cannot be put back: for programs that never raise.

    >>> ours = Generators([np.random.default_rng(5)])
    >>> first = ours.use(0).random()
    >>> ours.restore()
    >>> ours.use(0).random() == first
    True
    """

    __slots__ = ("_fresh", "_held", "_methods", "_objects", "_places", "_remembers", "_restores")

    def __init__(self, objects: Iterable[Any], remembers: bool = True) -> None:
        self._objects = list(objects)
        self._remembers = remembers
        self._fresh: set[int] = set()
        self._restores: dict[int, Callable[[], None]] = {}
        self._methods: dict[tuple[int, str], Callable[..., Any]] = {}
        self._held: list[Any] = []
        self._places: dict[int, Any] = {}

    def use(self, number: int) -> Any:
        """The generator, about to change; what it was before the run is remembered."""
        found = self._objects[number]
        if number not in self._restores:
            known = number in self._fresh or not self._remembers
            self._restores[number] = _nothing if known else _remember(found)
        return found

    def method(self, number: int, name: str) -> Callable[..., Any]:
        """The method `name` of a generator that is about to change."""
        found = self._methods.get((number, name))
        if found is None:
            found = self._methods[number, name] = getattr(self.use(number), name)
        return found

    def bits(self, number: int) -> int:
        """Where machine code draws from; no other thread draws from that generator until `release`."""
        found = self.use(number)
        lock = lock_of(found)
        if lock is not None and lock not in self._held:
            self._hold(lock)
        if not isinstance(found, np.random.RandomState):
            return bits_of(found)
        places = self._places[number] = legacy_places(found)
        return ctypes.addressof(places)

    def _hold(self, lock: Any) -> None:
        if lock.acquire(blocking=not self._held):
            self._held.append(lock)
            return
        # whoever holds it may wait for ours: all take several in one order
        wanted = sorted((*self._held, lock), key=id)
        self.release()
        for each in wanted:
            each.acquire()
            self._held.append(each)

    def release(self) -> None:
        """Let others draw again."""
        while self._held:
            self._held.pop().release()

    def add(self, made: Any, fresh: bool = False) -> int:
        """A number for one more generator; `fresh` if it shares nothing with any other."""
        number = len(self._objects)
        self._objects.append(made)
        if fresh:
            self._fresh.add(number)
        return number

    def __getitem__(self, number: int) -> Any:
        return self._objects[number]

    def is_fresh(self, number: int) -> bool:
        """Whether the program itself made it, from nothing that anybody else has."""
        return number in self._fresh

    def restore(self) -> None:
        """Put every generator back to what it was when the run began."""
        for put_back in reversed(self._restores.values()):
            put_back()
        self._restores.clear()


def _nothing() -> None:
    pass


_RUN: ContextVar[Generators | None] = ContextVar("sct_generators", default=None)


def generators_of_this_run() -> Generators:
    """The table of the run that is under way."""
    found = _RUN.get()
    if found is None:
        raise SctError(
            "this program draws random numbers, and was not given the generators to draw from",
            fix="run it through the static function, which hands it the caller's generators",
        )
    return found


def drawing(run: Callable[..., Any]) -> Callable[..., Any]:
    """`run`, with a table of generators before its other arguments."""

    def drawn(generators: Generators, *args: Any) -> Any:
        token = _RUN.set(generators)
        try:
            return run(*args)
        except Exception:
            generators.restore()
            raise
        finally:
            generators.release()
            _RUN.reset(token)

    return drawn
