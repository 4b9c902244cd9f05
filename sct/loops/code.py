"""Structured code over scalars and memory, and the builder that writes it.

A value is a `Ref`, assigned once, or a `Const`; what changes lives in a `Var`. Control flow is `For`,
`While`, `If` and `Parallel`, which hold lists of statements. Types are `i1 i8 i16 i32 i64 f32 f64 ptr`.

>>> code = Code()
>>> n = code.const("i64", 3)
>>> code.iadd(code.imul(n, 1), 0)
Const(type='i64', value=3)
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sct.records import record

__all__ = ["Code", "Const", "Fail", "For", "If", "Instr", "Lanes", "Operand", "Parallel", "Ref", "Stmt", "Var", "While"]
__all__ += ["bodies"]


@record(eq=False)
class Ref:
    """A value that an instruction, or a loop, has made."""

    type: str
    number: int


@record
class Const:
    """A number that is known: a float is kept as such, whatever its type."""

    type: str
    value: int | float


@record(eq=False)
class Var:
    """A place for one value that changes."""

    type: str
    number: int


Operand = Ref | Const


@dataclass(slots=True, eq=False)
class Instr:
    """One instruction; `note` is what the op needs beside its operands: a variable, a symbol, an alias class."""

    dest: Ref | None
    op: str
    args: tuple[Operand, ...]
    note: Any = None


@dataclass(slots=True, eq=False)
class For:
    """Counts `index` from start to stop (exclusive) by step, which is positive unless `down`.

    `independent`: no turn needs what another has done, but for the memory in `private`, of so many bytes, that every
    turn fills anew.
    """

    index: Ref
    start: Operand
    stop: Operand
    step: Operand
    body: list[Stmt] = field(default_factory=list)
    down: bool = False
    independent: bool = False
    private: list[tuple[Ref, Operand]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class While:
    """Runs `head`, then, as long as `cond` holds, `body` and `head` again."""

    head: list[Stmt]
    cond: Operand
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class If:
    """One of two lists."""

    cond: Operand
    then: list[Stmt] = field(default_factory=list)
    orelse: list[Stmt] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Lanes:
    """Runs `body` for `width` neighbours at once: what `lane.load` reads, and what comes from it, differs by lane.

    Conditions are the same for all lanes: `lane.any` tells whether a truth value holds in one of them.
    """

    width: int
    body: list[Stmt] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Fail:
    """Leaves the function with a status."""

    status: int


@dataclass(slots=True, eq=False)
class Parallel:
    """A loop from 0 by 1 in pieces that are `grain` long, which may run at the same time.

    Its body is a function of its own, which is given the values `captured`; it has its own `buffers`, its own memory
    for `private`, and its own variables. Of those only `flags` are seen outside: whether any piece has set them.
    """

    loop: For
    grain: Operand
    captured: tuple[Ref, ...]
    reads: tuple[Var, ...]
    own: tuple[Var, ...]
    flags: tuple[Var, ...]
    buffers: tuple[Ref, ...]


Stmt = Instr | For | While | If | Lanes | Fail | Parallel


def bodies(statement: Stmt) -> tuple[list[Stmt], ...]:
    """The lists of statements that a statement holds."""
    match statement:
        case For() | Lanes():
            return (statement.body,)
        case While():
            return (statement.head, statement.body)
        case If():
            return (statement.then, statement.orelse)
        case Parallel():
            return (statement.loop.body,)
    return ()


FALSE, TRUE = Const("i1", 0), Const("i1", 1)
_BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64}


_SIGNED: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq, "ne": operator.ne, "slt": operator.lt, "sle": operator.le, "sgt": operator.gt,
    "sge": operator.ge,
}  # fmt: skip


def wrap(value: int, type_: str) -> int:
    """`value` as a signed number of the type's width (i1: 0 or 1)."""
    bits = _BITS[type_]
    value &= (1 << bits) - 1
    return value - (1 << bits) if bits > 1 and value >> (bits - 1) else value


class Code:
    """Writes statements, folds what is known, and shares what has been computed before."""

    def __init__(self, *, threads: bool = False) -> None:
        self.threads = threads  # whether long loops may use several
        self.body: list[Stmt] = []
        self.vars: list[Var] = []
        self.buffers: list[tuple[Ref, int]] = []  # memory of the function itself, with its size in bytes
        self.flags: set[Var] = set()  # variables that are set to true at most, in any order
        self.about: dict[Operand, Operand] = {}  # how large what is known inside of a loop only is, for estimates
        self.single = False  # what is written works on single numbers, not on elements of arrays
        self._lists: list[list[Stmt]] = [self.body]
        self._known: list[dict[Any, Operand]] = [{}]
        self._count = 0

    # -- places --------------------------------------------------------------------------------------

    @contextmanager
    def into(self, statements: list[Stmt]) -> Iterator[None]:
        """What is written goes to the end of `statements`, where all that is known now is known too."""
        self._lists.append(statements)
        self._known.append({})
        try:
            yield
        finally:
            self._lists.pop()
            self._known.pop()

    @property
    def here(self) -> list[Stmt]:
        """The list that is written to."""
        return self._lists[-1]

    def ref(self, type_: str) -> Ref:
        self._count += 1
        return Ref(type_, self._count)

    @staticmethod
    def const(type_: str, value: int | float) -> Const:
        return Const(type_, float(value) if type_[0] == "f" else wrap(int(value), type_))

    def i64(self, value: int | Operand) -> Operand:
        return self.const("i64", value) if isinstance(value, int) else value

    def append(self, statement: Stmt) -> None:
        self._lists[-1].append(statement)

    @contextmanager
    def one(self) -> Iterator[None]:
        """What is written works on single numbers."""
        before, self.single = self.single, True
        try:
            yield
        finally:
            self.single = before

    # -- instructions --------------------------------------------------------------------------------

    def pure(self, op: str, type_: str, *args: Operand, note: Any = None) -> Operand:
        """An instruction that may be shared with an equal one before it."""
        key = (op, type_, args, note)
        for known in reversed(self._known):
            found: Operand | None = known.get(key)
            if found is not None:
                return found
        dest = self.ref(type_)
        self.append(Instr(dest, op, args, note))
        self._known[-1][key] = dest
        return dest

    def do(self, op: str, type_: str | None, *args: Operand, note: Any = None) -> Ref:
        """An instruction that happens here, and once."""
        dest = self.ref(type_ or "i64")
        self.append(Instr(dest if type_ else None, op, args, note))
        return dest

    # -- integers ------------------------------------------------------------------------------------

    def _folded(self, op: str, a: Operand, b: Operand) -> Operand | None:
        if isinstance(a, Const) and isinstance(b, Const):
            x, y = int(a.value), int(b.value)
            value = {"iadd": x + y, "isub": x - y, "imul": x * y}.get(op)
            return None if value is None else self.const(a.type, value)
        return None

    def iadd(self, a: int | Operand, b: int | Operand) -> Operand:
        a, b = self.i64(a), self.i64(b)
        if isinstance(a, Const):
            a, b = b, a
        if isinstance(b, Const) and b.value == 0:
            return a
        return self._folded("iadd", a, b) or self.pure("iadd", a.type, a, b)

    def isub(self, a: int | Operand, b: int | Operand) -> Operand:
        a, b = self.i64(a), self.i64(b)
        if isinstance(b, Const) and b.value == 0:
            return a
        return self._folded("isub", a, b) or self.pure("isub", a.type, a, b)

    def imul(self, a: int | Operand, b: int | Operand) -> Operand:
        a, b = self.i64(a), self.i64(b)
        if isinstance(a, Const):
            a, b = b, a
        if isinstance(b, Const) and b.value in (0, 1):
            return a if b.value else b
        return self._folded("imul", a, b) or self.pure("imul", a.type, a, b)

    def icmp(self, relation: str, a: int | Operand, b: int | Operand) -> Operand:
        """`relation` is eq ne slt sle sgt sge ult ule ugt uge."""
        a, b = self.i64(a), self.i64(b)
        if isinstance(a, Const) and isinstance(b, Const) and relation[0] != "u":
            return TRUE if _SIGNED[relation](a.value, b.value) else FALSE
        if a is b and relation in ("eq", "sle", "sge", "ule", "uge"):
            return TRUE
        return self.pure(f"icmp.{relation}", "i1", a, b)

    def select(self, cond: Operand, a: Operand, b: Operand) -> Operand:
        if isinstance(cond, Const):
            return a if cond.value else b
        if a is b or (isinstance(a, Const) and a == b and (a.value != 0 or a.type[0] == "i")):
            return a
        return self.pure("select", a.type, cond, a, b)

    def imin(self, a: int | Operand, b: int | Operand) -> Operand:
        a, b = self.i64(a), self.i64(b)
        return self.select(self.icmp("slt", a, b), a, b)

    def imax(self, a: int | Operand, b: int | Operand) -> Operand:
        a, b = self.i64(a), self.i64(b)
        return self.select(self.icmp("sgt", a, b), a, b)

    def not_(self, a: Operand) -> Operand:
        if isinstance(a, Const):
            return FALSE if a.value else TRUE
        return self.pure("xor", "i1", a, TRUE)

    def and_(self, a: Operand, b: Operand) -> Operand:
        for x, y in ((a, b), (b, a)):
            if isinstance(x, Const) and x.type == "i1":
                return y if x.value else FALSE
        return self.pure("and", a.type, a, b)

    def or_(self, a: Operand, b: Operand) -> Operand:
        for x, y in ((a, b), (b, a)):
            if isinstance(x, Const) and x.type == "i1":
                return TRUE if x.value else y
        return self.pure("or", a.type, a, b)

    # -- variables and memory ------------------------------------------------------------------------

    def var(self, type_: str, first: Operand | None = None) -> Var:
        made = Var(type_, len(self.vars))
        self.vars.append(made)
        if first is not None:
            self.set(made, first)
        return made

    def flag(self) -> Var:
        """A variable that is false until something sets it to true."""
        made = self.var("i1", FALSE)
        self.flags.add(made)
        return made

    def get(self, var: Var) -> Ref:
        return self.do("get", var.type, note=var)

    def set(self, var: Var, value: Operand) -> None:
        assert value.type == var.type, (value, var)
        self.do("set", None, value, note=var)

    def buffer(self, size: int) -> Ref:
        """Memory that lives as long as the call."""
        made = self.ref("ptr")
        self.buffers.append((made, size))
        return made

    def load(self, type_: str, pointer: Operand, index: int | Operand, alias: Any = None) -> Ref:
        """The element at `index`, counted in elements of the type."""
        return self.do("load", type_, pointer, self.i64(index), note=alias)

    def store(self, value: Operand, pointer: Operand, index: int | Operand, alias: Any = None) -> None:
        self.do("store", None, value, pointer, self.i64(index), note=alias)

    def offset(self, pointer: Operand, count: int | Operand, size: int = 1) -> Operand:
        """The address `count` elements of `size` bytes further."""
        step = self.imul(count, size)
        return pointer if isinstance(step, Const) and step.value == 0 else self.pure("offset", "ptr", pointer, step)

    def call(self, symbol: str, type_: str | None, *args: Operand) -> Ref:
        """A call of an external function, with effects."""
        return self.do("call", type_, *args, note=symbol)

    # -- control -------------------------------------------------------------------------------------

    @contextmanager
    def loop(
        self,
        start: int | Operand,
        stop: int | Operand,
        step: int | Operand = 1,
        *,
        down: bool = False,
        independent: bool = False,
        private: Sequence[tuple[Operand, Operand]] = (),
    ) -> Iterator[Ref]:
        index = self.ref("i64")
        memory = [(pointer, size) for pointer, size in private if isinstance(pointer, Ref)]
        made = For(index, self.i64(start), self.i64(stop), self.i64(step), [], down, independent, memory)
        self.append(made)
        with self.into(made.body):
            yield index

    @contextmanager
    def when(self, cond: Operand) -> Iterator[If]:
        """The statements of the `then` branch; the answer's `orelse` may be filled with `into`."""
        made = If(cond)
        self.append(made)
        with self.into(made.then):
            yield made

    def fail(self, cond: Operand, status: int = 1) -> None:
        """Leave the function with `status` if `cond` holds."""
        if isinstance(cond, Const) and not cond.value:
            return
        with self.when(cond):
            self.append(Fail(status))


def is_nan(value: int | float) -> bool:
    return isinstance(value, float) and math.isnan(value)
