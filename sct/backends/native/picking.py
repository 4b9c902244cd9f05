"""Loops in which a test picks the place that is read: `p = x[i + 1] if up else x[i - 1]`.

Nobody can guess how such tests come out, and a guess that fails costs as much as ten reads. With instructions that
read scattered elements LLVM makes vectors of such a loop; for others it does better without them, see `llvm`.
"""

from __future__ import annotations

from collections.abc import Iterable

from sct.loops.code import For, If, Instr, Stmt, While, bodies

__all__ = ["picks_places"]


def picks_places(body: Iterable[Stmt]) -> bool:
    """Whether both ways of a test in some innermost counted loop read an element.

    >>> picks_places([])
    False
    """
    return any(_picks(one) or any(picks_places(inner) for inner in bodies(one)) for one in body)


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
