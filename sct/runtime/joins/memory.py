"""Which memory an array is, where a branch or a loop decides: what can be told of it when the program runs.

Every array that the trace makes is a `Memory` of its own. What a branch or a loop has made of several is one of
theirs, and for each there is a test, a run-time bool, that says whether it is that one. So a write to an array that
was chosen by a branch is a write to each that it may be, where the test says so.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import ref

from sct.ir.build import Builder
from sct.ir.core import Value
from sct.runtime.rolling.too_long import check_relations

if TYPE_CHECKING:
    from sct.runtime.arrays.storage import Storage
    from sct.runtime.trace import Trace

__all__ = [
    "NEVER",
    "Apart",
    "Memory",
    "Reachable",
    "Test",
    "Walk",
    "both",
    "either",
    "holders",
    "identify",
    "is_apart",
    "keep",
    "negated",
    "note_use",
    "part",
    "part_as",
    "read_unseen",
    "sameness",
    "simplify",
    "unseen",
]

Test = Value | bool


class Reachable:
    """Storages, in the order in which they came, as long as something else can reach them.

    A write need not go to an array of which no name is left.
    """

    __slots__ = ("_refs",)

    def __init__(self) -> None:
        self._refs: list[ref[Storage]] = []

    def add(self, storage: Storage) -> None:
        """One more."""
        self._refs.append(ref(storage))

    def __iter__(self) -> Iterator[Storage]:
        found = [storage for one in self._refs if (storage := one()) is not None]
        if len(found) < len(self._refs):
            self._refs = [one for one in self._refs if one() is not None]
        return iter(found)


class Apart(Reachable):
    """Storages among which one is looked up, by its number: that is asked of each pair of arrays."""

    __slots__ = ("numbers",)

    def __init__(self) -> None:
        super().__init__()
        self.numbers: set[int] = set()

    def add(self, storage: Storage) -> None:
        """One more, if it is not there yet."""
        if storage.number not in self.numbers:
            self.numbers.add(storage.number)
            super().add(storage)


NEVER = Apart()  # of nothing: what most storages have, to which nothing is added


class Memory:
    """Some memory, and the storages that are it or may be."""

    __slots__ = ("_kept", "born", "holders", "used")

    def __init__(self) -> None:
        self.holders = Reachable()
        self._kept: list[Storage] = []
        self.born: Builder | None = None  # the outermost block in which something is it
        self.used = False  # whether the user's code has read or written it

    def add(self, storage: Storage) -> None:
        """One more array is this, or may be; what a branch has made may leave it."""
        self.holders.add(storage)
        self.pin(storage)
        block = self.born
        while block is not None and block is not storage.born:
            block = block.parent
        if self.born is None or block is not None:
            self.born = storage.born

    def in_scope(self, trace: Trace) -> bool:
        """Whether it is from where the trace records now, or from around that."""
        return self.born is not None and trace.in_scope(self.born)

    def pin(self, storage: Storage) -> None:
        """Keep what may be a view of something, or share memory with it: it says so of the other holders, too."""
        if storage.relates and storage not in self._kept:
            self._kept.append(storage)


def keep(storage: Storage) -> None:
    """What relates others stays a holder of its memory when no name is left of it."""
    for memory in storage.known_memory or ():
        memory.pin(storage)


def both(builder: Builder, a: Test, b: Test) -> Test:
    """`a and b`."""
    if a is False or b is False:
        return False
    if a is True or b is True:
        return b if a is True else a
    assert isinstance(a, Value) and isinstance(b, Value)
    return a if a is b else builder.one("py_and", a, b)


def either(builder: Builder, a: Test, b: Test) -> Test:
    """`a or b`."""
    if a is True or b is True:
        return True
    if a is False or b is False:
        return b if a is False else a
    assert isinstance(a, Value) and isinstance(b, Value)
    return a if a is b else builder.one("py_or", a, b)


def negated(builder: Builder, a: Test) -> Test:
    """`not a`."""
    return (not a) if isinstance(a, bool) else builder.one("py_not", a)


def note_use(storage: Storage) -> None:
    """What this is may be read in a way that no one sees."""
    for memory in storage.known_memory or ():
        memory.used = True


@contextlib.contextmanager
def unseen(variable: Any) -> Iterator[None]:
    """A read that is not the user's."""
    memory = getattr(getattr(variable, "storage", None), "known_memory", None) or ()
    before = [one.used for one in memory]
    try:
        yield
    finally:
        for one, used in zip(memory, before, strict=True):
            one.used = used


def read_unseen(variable: Any) -> Value:
    """What a run-time value is, by a read that is not the user's."""
    if getattr(getattr(variable, "storage", None), "known_memory", None):
        with unseen(variable):
            return variable.sct_value()  # type: ignore[no-any-return]
    return variable.sct_value()  # type: ignore[no-any-return]


def holders(storage: Storage) -> Iterator[Storage]:
    """What else, in scope, may be the same memory, as a test says."""
    if storage.known_memory is None:
        return
    seen, scope, apart = {storage}, storage.trace.builders(), storage.apart.numbers
    for memory in storage.known_memory:
        for other in memory.holders:
            if other in seen or other.born not in scope or other.number in apart:
                continue
            if memory in other.memory or not is_apart(storage, other):
                seen.add(other)
                yield other


class Walk:
    """What a walk from array to array has yet to meet: the holders of each memory are gone through once.

    Arrays that are chosen of the same ones hold the same memories: to ask `holders` of each takes the square of them.
    """

    __slots__ = ("_left", "_scope")

    def __init__(self, trace: Trace) -> None:
        self._scope = trace.builders()
        self._left: dict[tuple[Memory, bool], list[Storage]] = {}

    def on_from(self, storage: Storage, way: bool = False) -> list[Storage]:
        """The `holders` of a storage, without some of those that the walk has had before on the same `way`."""
        found: dict[Storage, None] = {}
        apart = storage.apart.numbers
        for memory in storage.known_memory or ():
            left = self._left.get((memory, way))
            if left is None:
                left = [other for other in memory.holders if other.born in self._scope]
            stay = self._left[memory, way] = []
            for other in left:
                never = other is storage or other.number in apart
                if never or (memory not in other.memory and is_apart(storage, other)):
                    stay.append(other)
                else:
                    found[other] = None
        return list(found)


def is_apart(a: Storage, b: Storage) -> bool:
    """Whether no test can say that both are one."""
    if a is b:
        return False
    return b.number in a.apart.numbers or a.memory.keys().isdisjoint(b.memory)


def part(a: Storage, b: Storage) -> None:
    """These are never one, though they may be the same ones."""
    a.trace.forget_links()
    for one, other in ((a, b), (b, a)):
        if one.apart is NEVER:
            one.apart = Apart()
        one.apart.add(other)


def part_as(storage: Storage, sources: Sequence[Storage]) -> None:
    """What is apart from all that a storage may be is apart from it."""
    others = dict.fromkeys(other for one in sources for other in one.apart)  # in an order that no address decides
    check_relations(storage.trace, len(others))
    for other in others:
        if other is not storage and all(is_apart(one, other) for one in sources):
            part(storage, other)


def sameness(trace: Trace, a: Storage, b: Storage) -> Test:
    """Whether both are one memory."""
    if a is b or is_apart(a, b):
        return a is b
    found: Test = False
    for memory, test in a.memory.items():
        found = either(trace.builder, found, both(trace.builder, test, b.memory.get(memory, False)))
    return found


def simplify(trace: Trace, storage: Storage) -> None:
    """Say no more of what memory a storage is than others need: what only this may be at a time is one."""
    memory = storage.known_memory or {}
    own = {
        one: test
        for one, test in memory.items()
        if all(other is storage or other.number in storage.apart.numbers for other in one.holders)
    }
    if len(own) < 2 or (len(own) < len(memory) and not trace.in_scope(storage.born)):
        return
    made = Memory()
    found: Test = len(own) == len(memory)  # tests are made where they are known as long as the storage is
    made.used = any(one.used for one in own)
    with trace.recording(storage.born):
        for test in own.values() if not found else ():
            found = either(trace.builder, found, test)
    identify(storage, {one: test for one, test in memory.items() if one not in own} | {made: found})


def identify(storage: Storage, memory: Mapping[Memory, Test]) -> None:
    """Say what memory a storage is."""
    storage.trace.forget_links()
    storage.known_memory = dict(memory)
    for one in memory:
        one.add(storage)
