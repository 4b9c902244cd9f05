"""Loops in which a test picks the place that is read: `p = x[i + 1] if up else x[i - 1]`.

Nobody can guess how such tests come out, and a guess that fails costs as much as ten reads: vectors are better, of
which each way reads its own elements, neighbours in memory. LLVM would make one read of the two, at a place that the
test picks, and for vectors those are scattered; but not where they look different. So what the first way of a test
reads is frozen, which costs nothing, and what the other one reads is not.

For what is left to be scattered such a loop is better off with the instructions for that, others are not: see `llvm`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sct.loops.code import For, If, Instr, Stmt, While, bodies

__all__ = ["Ways", "picks_places"]


def picks_places(body: Iterable[Stmt]) -> bool:
    """Whether both ways of a test in some innermost counted loop read an element.

    >>> picks_places([])
    False
    """
    return any(_picks(one) or any(picks_places(inner) for inner in bodies(one)) for one in body)


class Ways:
    """Which way of the tests around is written, in a loop that picks places."""

    def __init__(self) -> None:
        self._picks = self._first = False

    @contextmanager
    def loop(self, loop: For) -> Iterator[None]:
        """While the body of a loop is written."""
        around = self._picks, self._first
        self._picks, self._first = _picks(loop), False
        yield
        self._picks, self._first = around

    @contextmanager
    def of(self, first: bool) -> Iterator[None]:
        """While one of the two ways of a test is written."""
        around, self._first = self._first, first and self._picks
        yield
        self._first = around

    def read(self, dest: str, type_: str, address: str) -> str:
        """The text that reads an element."""
        if not self._first:
            return f"  {dest} = load {type_}, ptr {address}"
        return f"  {dest}.read = load {type_}, ptr {address}\n  {dest} = freeze {type_} {dest}.read"


def _picks(statement: Stmt) -> bool:
    if not isinstance(statement, For):
        return False
    inside = list(_within(statement.body))
    if any(isinstance(one, (For, While)) for one in inside):
        return False
    return any(isinstance(one, If) and _reads(one.then) and _reads(one.orelse) for one in inside)


def _reads(body: Iterable[Stmt]) -> bool:
    return any(isinstance(one, Instr) and one.op == "load" for one in _within(body))


def _within(body: Iterable[Stmt]) -> Iterable[Stmt]:
    for one in body:
        yield one
        for inner in bodies(one):
            yield from _within(inner)
