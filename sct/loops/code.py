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
from typing import Any

from sct.loops.known.float_ranges import FloatRanges
from sct.loops.known.learning import Truths
from sct.loops.known.ranges import Ranges
from sct.loops.refs import ONE, ZERO, Const, Operand, Ref, Var, wrap
from sct.loops.statements import Fail, For, If, Instr, Lanes, Parallel, Stmt, While, bodies, walk

__all__ = ["Code", "Const", "Fail", "For", "If", "Instr", "Lanes", "Operand", "Parallel", "Ref", "Stmt", "Var", "While"]
__all__ += ["ONE", "ZERO", "bodies", "walk"]


FALSE, TRUE = Const("i1", 0), Const("i1", 1)
_SIGNED: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq, "ne": operator.ne, "slt": operator.lt, "sle": operator.le, "sgt": operator.gt,
    "sge": operator.ge,
}  # fmt: skip


class Code:
    """Writes statements, folds what is known, and shares what has been computed before."""

    def __init__(self, *, threads: bool = False, check: bool = False) -> None:
        self.threads = threads  # whether long loops may use several
        self.check = check  # whether each access to memory is to be checked
        self.source: Any = None  # the op that is written
        self.sources: dict[Instr, Any] = {}  # the ops of accesses, if they are to be checked
        self.places: list[Any] = []  # the ops that the statuses of checked code stand for
        self.owners: dict[Operand, Operand] = {}  # the header that memory belongs to, where only its reader knows
        self.body: list[Stmt] = []
        self.vars: list[Var] = []
        self.buffers: list[tuple[Ref, int]] = []  # memory of the function itself, with its size in bytes
        self.flags: set[Var] = set()  # variables that are set to true at most, in any order
        self.polls: dict[Var, Operand] = {}  # variables that count turns down to the next poll, and where they begin
        self.about: dict[Operand, Operand] = {}  # how large what is known inside of a loop only is, for estimates
        self.sizes: dict[Operand, Any] = {}  # what of sizes of complex numbers is known: see `numbers.sizes`
        self.single = False  # what is written works on single numbers, not on elements of arrays
        self.strips = False  # it runs strip by strip: see `Lanes`
        self._lists: list[list[Stmt]] = [self.body]
        self._known: dict[Any, Operand] = {}
        self._learned: list[list[Any]] = [[]]  # the keys of what is known, scope by scope
        self._count = 0
        self.ranges = Ranges()
        self.floats = FloatRanges()
        self.truths = Truths()
        self.made: dict[Ref, Instr] = {}  # sums, differences, products of integers, floats of them, shifted pointers

    # -- places --------------------------------------------------------------------------------------

    @contextmanager
    def into(self, statements: list[Stmt]) -> Iterator[None]:
        """What is written goes to the end of `statements`, where all that is known now is known too."""
        self._lists.append(statements)
        self._learned.append([])
        try:
            with self.ranges.within():
                yield
        finally:
            self._lists.pop()
            for key in self._learned.pop():
                del self._known[key]

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
        found = self._known.get(key)
        if found is not None:
            return found
        if op.startswith("fcmp.") and (decided := self.floats.decided(op, *args)) is not None:
            return TRUE if decided else FALSE
        dest = self.ref(type_)
        instr = Instr(dest, op, args, note)
        self.append(instr)
        self._note(key, dest)
        self.ranges.made(dest, op, args)
        self._of_floats(dest, op, args, note)
        if op in ("sitofp", "offset") or (op in ("iadd", "isub", "imul") and type_ == "i64"):
            self.made[dest] = instr
        return dest

    def _of_floats(self, dest: Ref, op: str, args: tuple[Operand, ...], note: Any) -> None:
        """What is known of integers is known of the floats that they become, and the other way round."""
        if op == "sitofp":
            low, high = self.ranges.of(args[0])
            self.floats.made(dest, op, [(float(low), float(high))], note)
        elif op == "fptosi" and (span := self.floats.of(args[0])) is not None:
            self.ranges.note(dest, math.trunc(span[0]), math.trunc(span[1]))
        elif dest.type == "f64":
            self.floats.made(dest, op, [self.floats.of(x) for x in args], note)

    def _note(self, key: Any, x: Operand) -> None:
        """Something that was not known: it stays so to the end of what is written now."""
        self._known[key] = x
        self._learned[-1].append(key)

    def once(self, key: Any, write: Callable[[], Operand]) -> Operand:
        """What `write` answers, or what it has answered before for the same key."""
        if key not in self._known:
            self._note(key, write())
        return self._known[key]

    def do(self, op: str, type_: str | None, *args: Operand, note: Any = None) -> Ref:
        """An instruction that happens here, and once."""
        dest = self.ref(type_ or "i64")
        made = Instr(dest if type_ else None, op, args, note)
        if self.check:
            self.sources[made] = self.source
        self.append(made)
        return dest

    # -- integers ------------------------------------------------------------------------------------

    def _folded(self, op: str, a: Operand, b: Operand) -> Operand | None:
        if isinstance(a, Const) and isinstance(b, Const):
            x, y = int(a.value), int(b.value)
            return self.const(a.type, {"iadd": x + y, "isub": x - y, "imul": x * y}[op])
        gap = self.ranges.gap(a, b) if op == "isub" else None
        return None if gap is None else self.const(a.type, gap)

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
        decided = self.ranges.relation(relation, a, b)
        if decided is not None:
            return TRUE if decided else FALSE
        picked = self.truths.picked(a, int(b.value)) if relation == "eq" and isinstance(b, Const) else None
        if picked is not None:
            return picked
        made = self.pure(f"icmp.{relation}", "i1", a, b)
        self.truths.tests[made] = relation, a, b
        return made

    def learn(self, cond: Operand, truth: bool) -> None:
        """From here on, as long as what is written now runs, `cond` is so."""
        for relation, a, b in self.truths.implied(cond, truth):
            self.ranges.learn(relation, a, b)

    def from_front(self, index: Operand, extent: Operand) -> Operand:
        """An index that may count from the end, counted from the front."""
        negative = self.icmp("slt", index, 0)
        return index if negative == FALSE else self.select(negative, self.iadd(index, extent), index)

    def extent(self, length: Operand) -> Operand:
        """`length`, of which it is known that no array has a negative one."""
        self.ranges.note(length, 0, 2**63 - 1)
        return length

    def must_equal(self, a: Operand, b: Operand) -> None:
        """Give up unless the two are equal; from here on they are one."""
        a, b = self.canonical(a), self.canonical(b)
        if a is b or a == b:
            return
        self.fail(self.icmp("ne", a, b))
        if isinstance(a, Ref) and (isinstance(b, Const) or b.number < a.number):
            a, b = b, a
        self._note(("same", b), a)

    def canonical(self, x: Operand) -> Operand:
        """The first of the extents that are known to be equal to `x`."""
        while (found := self._known.get(("same", x))) is not None:
            x = found
        return x

    def overflows(self, op: str, a: Operand, b: Operand) -> Operand:
        """Whether `op`, which is iadd isub imul, wraps."""
        decided = self.ranges.overflows(op, a, b)
        if decided is not None:
            return TRUE if decided else FALSE
        return self.pure(f"{op}.ovf", "i1", a, b)

    def select(self, cond: Operand, a: Operand, b: Operand) -> Operand:
        if isinstance(cond, Const):
            return a if cond.value else b
        if a is b or (isinstance(a, Const) and a == b and (a.value != 0 or a.type[0] == "i")):
            return a
        return self.pure("select", a.type, cond, a, b)

    def imin(self, a: int | Operand, b: int | Operand) -> Operand:
        a, b = self.i64(a), self.i64(b)
        return self.ranges.lesser(a, b) or self.select(self.icmp("slt", a, b), a, b)

    def imax(self, a: int | Operand, b: int | Operand) -> Operand:
        a, b = self.i64(a), self.i64(b)
        return self.ranges.greater(a, b) or self.select(self.icmp("sgt", a, b), a, b)

    def not_(self, a: Operand) -> Operand:
        if isinstance(a, Const):
            return FALSE if a.value else TRUE
        made = self.pure("xor", "i1", a, TRUE)
        self.truths.opposites[made] = a
        return made

    def and_(self, a: Operand, b: Operand) -> Operand:
        for x, y in ((a, b), (b, a)):
            if isinstance(x, Const) and x.type == "i1":
                return y if x.value else FALSE
        return self.pure("and", a.type, a, b)

    def xor(self, a: Operand, b: Operand) -> Operand:
        """Of two truths."""
        if isinstance(a, Const):
            a, b = b, a
        if isinstance(b, Const):
            return self.not_(a) if b.value else a
        return self.pure("xor", a.type, a, b)

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

    def own(self, pointer: Operand, header: Operand) -> Operand:
        """Note whose memory a pointer points into."""
        self.owners[pointer] = header
        return pointer

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
        self.append(self.counted(made))
        with self.into(made.body):
            yield index

    def counted(self, loop: For) -> For:
        """The loop, before its body is written: where its index lies, and how often it turns, is known from now on."""
        if isinstance(loop.step, Const) and loop.step.value:
            ends = (loop.start, loop.stop) if loop.down else (loop.stop, loop.start)
            far = max(self.ranges.exact("isub", *ends)[1], 0)
            loop.most = -(-far // abs(int(loop.step.value)))
        self.ranges.counts(loop.index, loop.start, loop.stop, loop.down)
        return loop

    def repeat(self, test: Callable[[], Operand], step: Callable[[], None]) -> None:
        """A `while`: `test` writes what it goes on for, `step` its body."""
        head: list[Stmt] = []
        body: list[Stmt] = []
        with self.into(head):
            more = test()
        with self.into(body):
            step()
        self.append(While(head, more, body))

    @contextmanager
    def when(self, cond: Operand) -> Iterator[If]:
        """The statements of the `then` branch; the answer's `orelse` may be filled with `into`."""
        made = If(cond)
        self.append(made)
        with self.into(made.then):
            yield made

    def fail(self, cond: Operand, status: int = 1, *, late: bool = False) -> None:
        """Leave the function with `status` if `cond` holds; from here on it does not.

        `late`: nothing relies on that, so it may be done later.
        """
        if isinstance(cond, Const) and not cond.value:
            return
        key = ("fail", cond)
        if key not in self._known:
            with self.when(cond):
                self.append(Fail(status, late))
            self._note(key, FALSE)
            if not late:
                self.learn(cond, False)


def is_nan(value: int | float) -> bool:
    return isinstance(value, float) and math.isnan(value)
