"""Which memory an array is, where a branch or a loop decides: what can be told of it when the program runs.

Every array that the trace makes is a `Memory` of its own. What a branch or a loop has made of several is one of
theirs, and for each there is a test, a run-time bool, that says whether it is that one. So a write to an array that
was chosen by a branch is a write to each that it may be, where the test says so.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sct.ir.build import Builder
from sct.ir.core import Value

if TYPE_CHECKING:
    from sct.runtime.storage import Storage
    from sct.runtime.trace import Trace

__all__ = [
    "Memory",
    "Test",
    "both",
    "either",
    "holders",
    "identify",
    "is_apart",
    "negated",
    "note_use",
    "part",
    "part_as",
    "pick",
    "sameness",
    "unseen",
]

Test = Value | bool


class Memory:
    """Some memory, and the storages that are it or may be."""

    __slots__ = ("holders", "used")

    def __init__(self) -> None:
        self.holders: list[Storage] = []
        self.used = False  # whether the user's code has read or written it


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


def pick(builder: Builder, test: Test, a: Value, b: Value) -> Value:
    """`a if test else b`."""
    if a is b or isinstance(test, bool):
        return b if test is False else a
    then, orelse = builder.child(), builder.child()
    return builder.op("if", (test,), {}, blocks=(then.close([a]), orelse.close([b])))[0]


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


def holders(storage: Storage) -> Iterator[Storage]:
    """What else, in scope, may be the same memory, as a test says."""
    seen = {storage}
    for memory in storage.known_memory or ():
        for other in memory.holders:
            if other not in seen and storage.trace.in_scope(other.born) and not is_apart(storage, other):
                seen.add(other)
                yield other


def is_apart(a: Storage, b: Storage) -> bool:
    """Whether no test can say that both are one."""
    if a is b:
        return False
    return b in a.apart or not any(memory in b.memory for memory in a.memory)


def part(a: Storage, b: Storage) -> None:
    """These are never one, though they may be the same ones."""
    a.apart |= {b}
    b.apart |= {a}


def part_as(storage: Storage, sources: Sequence[Storage]) -> None:
    """What is apart from all that a storage may be is apart from it."""
    for other in {other for one in sources for other in one.apart}:
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


def identify(storage: Storage, memory: Mapping[Memory, Test]) -> None:
    """Say what memory a storage is."""
    storage.known_memory = dict(memory)
    for one in memory:
        one.holders.append(storage)
