"""The statements of structured code: instructions, and what holds lists of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sct.loops.refs import Const, Operand, Ref, Var

__all__ = ["Fail", "For", "If", "Instr", "Lanes", "Own", "Parallel", "Stmt", "While", "bodies", "walk"]


@dataclass(slots=True, eq=False)
class Instr:
    """One instruction; `note` is what the op needs beside its operands: a variable, a symbol, an alias class."""

    dest: Ref | None
    op: str
    args: tuple[Operand, ...]
    note: Any = None


@dataclass(slots=True, eq=False)
class Own:
    """What is known of a loop of the user's in which each turn has elements of its own: see `apart`.

    `memory` points to the arrays that it writes to, which hold nothing else; `guard` says whether it is so.
    """

    op: Any
    memory: tuple[Operand, ...]
    guard: Operand


@dataclass(slots=True, eq=False)
class For:
    """Counts `index` from start to stop (exclusive) by step, which is positive unless `down`.

    `independent`: no turn needs what another has done, but for the memory in `private`, of so many bytes, that every
    turn fills anew.
    `own`: the same, of a loop that the user has written; nothing is handed on in variables, either.
    `unroll` allows the compiler to write out several turns as one. `most`: it has no more turns.
    """

    index: Ref
    start: Operand
    stop: Operand
    step: Operand
    body: list[Stmt] = field(default_factory=list)
    down: bool = False
    independent: bool = False
    private: list[tuple[Ref, Operand]] = field(default_factory=list)
    unroll: bool = False
    own: Own | None = None
    most: float = math.inf

    @property
    def turns(self) -> float:
        """How often it goes round; infinite if that is not known."""
        match self.start, self.stop, self.step:
            case Const(value=start), Const(value=stop), Const(value=step) if step:
                return float(len(range(int(start), int(stop), int(step))))
        return math.inf


@dataclass(slots=True, eq=False)
class While:
    """Runs `head`, then, as long as `cond` holds, `body` and `head` again, but not more often than `most` says."""

    head: list[Stmt]
    cond: Operand
    body: list[Stmt]
    most: float = math.inf


@dataclass(slots=True, eq=False)
class If:
    """One of two lists."""

    cond: Operand
    then: list[Stmt] = field(default_factory=list)
    orelse: list[Stmt] = field(default_factory=list)
    rare: int | None = None  # the one that is seldom taken: 0 or 1
    stays: bool = False  # a branch, though both could be computed


@dataclass(slots=True, eq=False)
class Lanes:
    """Runs `body` for `width` neighbours at once: what `lane.load` reads, and what comes from it, differs by lane.

    Conditions are the same for all lanes: `lane.any` tells whether a truth value holds in one of them.
    """

    width: int
    body: list[Stmt] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Fail:
    """Leaves the function with a status; `late` if what follows does no harm when it runs nevertheless.

    `polled`: a poll has said so; where pieces of a loop run, it has told the others, too.
    """

    status: int
    late: bool = False
    polled: bool = False


@dataclass(slots=True, eq=False)
class Parallel:
    """A loop from 0 by 1 in pieces that are `grain` long, which may run at the same time.

    Its body is a function of its own, which is given the values `captured`; it has its own `buffers`, its own memory
    for `private`, and its own variables. Of those only `flags` are seen outside: whether any piece has set them.
    `written_out`: where it is one piece it is a loop like any other, as it may be a short one that runs often.
    `polls` are those that count the turns until the next poll, each with what it starts with.
    """

    loop: For
    grain: Operand
    captured: tuple[Ref, ...]
    reads: tuple[Var, ...]
    own: tuple[Var, ...]
    flags: tuple[Var, ...]
    buffers: tuple[Ref, ...]
    polls: tuple[tuple[Var, Operand], ...] = ()
    asks: Ref | None = None  # what polls are made with, if any
    written_out: bool = False
    allocates: bool = False  # memory that each turn gives back
    lacking: int = 3  # the status if there is no memory for a piece


Stmt = Instr | For | While | If | Lanes | Fail | Parallel


def bodies(statement: Stmt) -> tuple[list[Stmt], ...]:
    """The lists of statements that a statement holds."""
    match statement:
        case Instr():
            return ()
        case For() | Lanes():
            return (statement.body,)
        case While():
            return (statement.head, statement.body)
        case If():
            return (statement.then, statement.orelse)
        case Parallel():
            return (statement.loop.body,)
    return ()


def walk(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """Every statement, outer before inner."""
    waiting = list(reversed(list(body)))
    while waiting:
        statement = waiting.pop()
        yield statement
        for inner in reversed(bodies(statement)):
            waiting.extend(reversed(inner))
