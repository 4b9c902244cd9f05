"""LLVM text for loops that run strip by strip: numbers that differ by lane are vectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sct.backends.native.machine_types import llvm_type
from sct.backends.native.math import FUNCTIONS
from sct.backends.native.plain import plain_text
from sct.loops.code import Const, Instr, Lanes, Operand, Ref, Stmt, Var, walk

if TYPE_CHECKING:
    from sct.backends.native.emit import Emitter

__all__ = ["VectorWriter", "Vectors", "all_lanes", "bytes_of", "intrinsic_flags", "kept_type", "write"]

_SAME = frozenset({"lane.any"})  # the same in all lanes, whatever is asked


def all_lanes(body: Iterable[Stmt]) -> Iterator[Lanes]:
    """Every `Lanes` in these statements."""
    return (statement for statement in walk(body) if isinstance(statement, Lanes))


class Vectors:
    """What differs by lane in one `Lanes`, and how it is written."""

    def __init__(self, region: Lanes) -> None:
        self.width = region.width
        self.refs: set[Ref] = set()
        self.vars: set[Var] = set()
        instructions = [one for one in walk(region.body) if isinstance(one, Instr)]
        known = -1
        while known != len(self.refs) + len(self.vars):
            known = len(self.refs) + len(self.vars)
            for instr in instructions:
                self._spread(instr)

    def _spread(self, instr: Instr) -> None:
        differs = instr.op == "lane.load" or any(self.differs(a) for a in instr.args)
        if instr.op == "get":
            differs = instr.note in self.vars
        if not differs or instr.op in _SAME:
            return
        if instr.op == "set":
            self.vars.add(instr.note)
        elif instr.dest is not None:
            self.refs.add(instr.dest)

    def type(self, scalar: str) -> str:
        return f"<{self.width} x {llvm_type(scalar)}>"

    def differs(self, operand: Operand) -> bool:
        return operand in self.refs

    def touches(self, instr: Instr) -> bool:
        """Whether the instruction is one on vectors."""
        if instr.op.startswith("lane.") or (instr.op in ("get", "set") and instr.note in self.vars):
            return True
        return any(self.differs(a) for a in instr.args)


def write(out: Emitter, v: Vectors, instr: Instr) -> None:
    """One instruction, on vectors."""
    _Writer(out, v).instr(instr)


class VectorWriter:
    """Writes instructions on vectors of one width."""

    def __init__(self, out: Emitter, width: int) -> None:
        self.out = out
        self.width = width

    def differs(self, operand: Operand) -> bool:
        """Whether an operand differs by lane."""
        raise NotImplementedError

    def use(self, operand: Operand) -> str:
        """An operand as a vector: a number that is the same in all lanes is repeated."""
        raise NotImplementedError

    def type(self, scalar: str) -> str:
        return f"<{self.width} x {llvm_type(scalar)}>"

    def typed(self, operand: Operand) -> str:
        return f"{self.type(operand.type)} {self.use(operand)}"

    def condition(self, operand: Operand) -> str:
        """A condition that is the same in all lanes chooses whole vectors."""
        return self.typed(operand) if self.differs(operand) else self.out.typed(operand)

    def instr(self, instr: Instr) -> None:
        out, op = self.out, instr.op
        plain = plain_text(instr, self)
        dest = f"%r{instr.dest.number} = " if instr.dest is not None else ""
        if plain is not None:
            out.put(plain)
        elif op == "intrinsic":
            self.intrinsic(instr, dest)
        elif op == "math" and instr.note.rsplit(".", 1)[0] in FUNCTIONS and instr.note[-3] == "f":
            self.math(instr, dest)
        else:
            self.one_by_one(instr)

    def intrinsic(self, instr: Instr, dest: str) -> None:
        assert instr.dest is not None
        result = self.type(instr.dest.type)
        name = f"llvm.{instr.note}.v{self.width}{instr.dest.type}"
        types = ", ".join(self.type(a.type) for a in instr.args)
        self.out.intrinsics[name] = f"declare {result} @{name}({types})"
        args = ", ".join([self.typed(a) for a in instr.args])
        self.out.put(f"  {dest}call {intrinsic_flags(instr.note)}{result} @{name}({args})")

    def math(self, instr: Instr, dest: str) -> None:
        assert instr.dest is not None
        function, kind = instr.note.rsplit(".", 1)
        name = f"sct.{function}.v{self.width}.{kind}"
        self.out.math.add(name)
        args = ", ".join([self.typed(a) for a in instr.args])
        self.out.put(f"  {dest}call {self.type(instr.dest.type)} @{name}({args})")

    def one_by_one(self, instr: Instr) -> None:
        """What has no form on vectors is done for each lane."""
        out = self.out
        assert instr.dest is not None, instr.op
        given = [self.typed(a) for a in instr.args]
        last = "poison"
        for k in range(self.width):
            parts = []
            for arg, text in zip(instr.args, given, strict=True):
                part = out.fresh(arg.type)
                out.put(f"  {out.use(part)} = extractelement {text}, i64 {k}")
                parts.append(part)
            one = out.fresh(instr.dest.type)
            out.instr(Instr(one, instr.op, tuple(parts), instr.note))
            made = f"%r{instr.dest.number}" if k == self.width - 1 else out.temp()
            kind = self.type(instr.dest.type)
            out.put(f"  {made} = insertelement {kind} {last}, {out.typed(one)}, i64 {k}")
            last = made

    # -- memory --------------------------------------------------------------------------------------

    def load_from(self, at: str, scalar: str, dest: str, marks: str = "") -> None:
        """Neighbours in memory from the address `at` on, with the name `dest`."""
        out, kept = self.out, kept_type(scalar)
        align = bytes_of(kept)
        if scalar == "i1":
            there = out.temp()
            out.put(f"  {there} = load {self.type('i8')}, ptr {at}, align 1{marks}")
            out.put(f"  {dest} = trunc {self.type('i8')} {there} to {self.type('i1')}")
        else:
            out.put(f"  {dest} = load {self.type(scalar)}, ptr {at}, align {align}{marks}")

    def store_to(self, at: str, scalar: str, text: str, marks: str = "") -> None:
        """Put a vector, type and all, into memory from the address `at` on."""
        out, kept = self.out, kept_type(scalar)
        if scalar == "i1":
            there = out.temp()
            out.put(f"  {there} = zext {text} to {self.type('i8')}")
            text = f"{self.type('i8')} {there}"
        out.put(f"  store {text}, ptr {at}, align {bytes_of(kept)}{marks}")


class _Writer(VectorWriter):
    """The instructions of one `Lanes`."""

    def __init__(self, out: Emitter, vectors: Vectors) -> None:
        super().__init__(out, vectors.width)
        self.v = vectors

    def differs(self, operand: Operand) -> bool:
        return self.v.differs(operand)

    def use(self, operand: Operand) -> str:
        out = self.out
        if isinstance(operand, Const):
            return f"splat ({llvm_type(operand.type)} {out.use(operand)})"
        if self.v.differs(operand):
            return out.use(operand)
        kind, one, made = self.type(operand.type), out.temp(), out.temp()
        out.put(f"  {one} = insertelement {kind} poison, {out.typed(operand)}, i64 0")
        out.put(f"  {made} = shufflevector {kind} {one}, {kind} poison, <{self.width} x i32> zeroinitializer")
        return made

    def instr(self, instr: Instr) -> None:
        op = instr.op
        if op == "lane.load":
            self.load(instr)
        elif op == "lane.store":
            self.store(instr)
        elif op == "lane.any":
            assert instr.dest is not None
            self.out.put(f"  %r{instr.dest.number} = {self.any(instr.args[0])}")
        else:
            super().instr(instr)

    def any(self, operand: Operand) -> str:
        if not self.v.differs(operand):
            return f"or i1 {self.out.use(operand)}, false"
        name = f"llvm.vector.reduce.or.v{self.width}i1"
        self.out.intrinsics[name] = f"declare i1 @{name}({self.type('i1')})"
        return f"call i1 @{name}({self.typed(operand)})"

    def _address(self, pointer: Operand, index: Operand, scalar: str, parts: int) -> str:
        out = self.out
        at = out.temp()
        size = f"[{parts} x {kept_type(scalar)}]"
        out.put(f"  {at} = getelementptr inbounds {size}, ptr {out.use(pointer)}, {out.typed(index)}")
        return at

    def load(self, instr: Instr) -> None:
        """Neighbours in memory; of complex numbers one part, every other number."""
        out = self.out
        assert instr.dest is not None
        part, parts = instr.note
        scalar = instr.dest.type
        kept = kept_type(scalar)
        at = self._address(instr.args[0], instr.args[1], scalar, parts)
        dest = f"%r{instr.dest.number}"
        if parts == 1:
            self.load_from(at, scalar, dest)
            return
        wide, pairs = f"<{2 * self.width} x {kept}>", out.temp()
        out.put(f"  {pairs} = load {wide}, ptr {at}, align {bytes_of(kept)}")
        places = ", ".join(f"i32 {2 * k + part}" for k in range(self.width))
        out.put(f"  {dest} = shufflevector {wide} {pairs}, {wide} poison, <{self.width} x i32> <{places}>")

    def store(self, instr: Instr) -> None:
        out = self.out
        *values, pointer, index = instr.args
        scalar = values[0].type
        texts = [self.typed(value) for value in values]
        at = self._address(pointer, index, scalar, len(values))
        if len(values) == 1:
            self.store_to(at, scalar, texts[0])
            return
        pairs, count = out.temp(), 2 * self.width
        places = ", ".join(f"i32 {k // 2 + (self.width if k % 2 else 0)}" for k in range(count))
        kept = kept_type(scalar)
        out.put(f"  {pairs} = shufflevector {texts[0]}, {texts[1]}, <{count} x i32> <{places}>")
        out.put(f"  store <{count} x {kept}> {pairs}, ptr {at}, align {bytes_of(kept)}")


def kept_type(scalar: str) -> str:
    """How LLVM writes the type of numbers in memory: booleans take a byte."""
    return "i8" if scalar == "i1" else llvm_type(scalar)


def bytes_of(kept: str) -> int:
    """The bytes of one number in memory."""
    return {"i8": 1, "i16": 2, "i32": 4, "float": 4, "i64": 8, "double": 8}[kept]


def intrinsic_flags(note: str) -> str:
    """What an intrinsic is allowed: of two zeros either, as NumPy's vectors do that."""
    return "nsz " if note in ("maximum", "minimum") else ""
