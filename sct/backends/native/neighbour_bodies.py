"""The turns of loops over neighbours in memory: what is the same in all of them, and their bodies on vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sct.backends.native.lanes import VectorWriter, kept_type
from sct.backends.native.machine_types import llvm_type
from sct.backends.native.neighbours import Plan
from sct.backends.native.plain import plain_text
from sct.loops.code import ZERO, Const, Instr, Operand, Ref

if TYPE_CHECKING:
    from sct.backends.native.emit import Emitter

__all__ = ["Copy", "Outside", "repeat", "together"]


class Outside:
    """What is the same in all turns of a loop, written before them.

    Attributes
    ----------
    bases : dict
        What places are beyond the loop's index.
    addresses : dict
        Of memory that holds elements of a type, where the loop's index is 0.
    repeated : dict
        Numbers that are the same for all lanes, as vectors of each width.
    """

    def __init__(self, out: Emitter, plan: Plan, widths: Iterable[int]) -> None:
        self.out = out
        self.plan = plan
        self.bases: dict[Ref, Operand] = {plan.loop.index: ZERO}
        self.addresses: dict[tuple[Operand, Operand, str], str] = {}
        self.repeated: dict[tuple[Operand, int], str] = {}
        self._write(widths)

    def _write(self, widths: Iterable[int]) -> None:
        out, plan = self.out, self.plan
        for instr in plan.same:
            out.instr(instr)
        for place, made in plan.places.items():
            if made is not None:
                self._base(place, made)
        for instr in plan.each:
            if instr.op in ("load", "store"):
                self._address(instr)
        numbers: dict[Operand, None] = {}
        for instr in plan.each:
            values = instr.args[:1] if instr.op == "store" else () if instr.op == "load" else instr.args
            numbers.update(dict.fromkeys(values))
        numbers.update(dict.fromkeys(value for _, value in plan.totals.values()))
        for width in widths:
            for number in numbers if width > 1 else ():
                if isinstance(number, Const) or not plan.is_same(number):
                    continue
                self.repeated[number, width] = repeat(out, out.typed(number), llvm_type(number.type), width)

    def _base(self, place: Ref, instr: Instr) -> None:
        a, b = instr.args
        if instr.op == "iadd" and a not in self.plan.places:
            a, b = b, a
        base = self.bases[a]  # type: ignore[index]
        if base == ZERO and instr.op == "iadd":
            self.bases[place] = b
            return
        made = self.out.fresh("i64")
        self.out.instr(Instr(made, instr.op, (base, b)))
        self.bases[place] = made

    def _address(self, instr: Instr) -> None:
        out = self.out
        *value, pointer, index = instr.args
        kept = kept_type(value[0].type if value else instr.dest.type)  # type: ignore[union-attr]
        base = self.bases[index]  # type: ignore[index]
        if (pointer, base, kept) in self.addresses:
            return
        if base == ZERO:
            self.addresses[pointer, base, kept] = out.use(pointer)
            return
        at = out.temp()
        out.put(f"  {at} = getelementptr {kept}, ptr {out.use(pointer)}, {out.typed(base)}")
        self.addresses[pointer, base, kept] = at


def repeat(out: Emitter, typed: str, kind: str, width: int) -> str:
    """A vector that has one number in all lanes."""
    vector, one, made = f"<{width} x {kind}>", out.temp(), out.temp()
    out.put(f"  {one} = insertelement {vector} poison, {typed}, i64 0")
    out.put(f"  {made} = shufflevector {vector} {one}, {vector} poison, <{width} x i32> zeroinitializer")
    return made


def together(copies: Sequence[Copy]) -> None:
    """What is done in one turn: each instruction for all vectors, as they need not wait for one another."""
    for instr in copies[0].outside.plan.each if copies else ():
        for copy in copies:
            copy.instr(instr)


class Copy(VectorWriter):
    """The loop's body on one vector, or on one number: what is computed gets names of its own."""

    def __init__(self, outside: Outside, index: str, width: int, beyond: int) -> None:
        super().__init__(outside.out, width)
        self.outside = outside
        self.index = index
        self.beyond = beyond
        self.names: dict[Operand, Ref] = {}
        self.counts: dict[Ref, str] = {}

    def differs(self, operand: Operand) -> bool:
        return not self.outside.plan.is_same(operand)

    def use(self, operand: Operand) -> str:
        plan, out = self.outside.plan, self.out
        if isinstance(operand, Const):
            return out.use(operand) if self.width == 1 else f"splat ({llvm_type(operand.type)} {out.use(operand)})"
        if operand in self.names:
            return out.use(self.names[operand])
        if operand in plan.places:
            return self._count(operand)
        return out.use(operand) if self.width == 1 else self.outside.repeated[operand, self.width]

    def type(self, scalar: str) -> str:
        return llvm_type(scalar) if self.width == 1 else super().type(scalar)

    def _count(self, place: Ref) -> str:
        """The numbers that a place has in the lanes."""
        if place in self.counts:
            return self.counts[place]
        out = self.out
        base = self.outside.bases[place]
        one = out.temp()
        out.put(f"  {one} = add i64 {self.index}, {self.beyond}")
        if base != ZERO:
            more = out.temp()
            out.put(f"  {more} = add i64 {one}, {out.use(base)}")
            one = more
        if self.width > 1:
            all_ = repeat(out, f"i64 {one}", "i64", self.width)
            steps = ", ".join(f"i64 {k}" for k in range(self.width))
            one = out.temp()
            out.put(f"  {one} = add <{self.width} x i64> {all_}, <{steps}>")
        self.counts[place] = one
        return one

    # -- instructions --------------------------------------------------------------------------------

    def instr(self, instr: Instr) -> None:
        out = self.out
        if instr.dest is not None:
            self.names[instr.dest] = out.fresh(instr.dest.type)
            instr = Instr(self.names[instr.dest], instr.op, instr.args, instr.note)
        if instr.op == "load":
            self.read(instr)
        elif instr.op == "store":
            self.write(instr)
        elif self.width > 1:
            super().instr(instr)
        else:
            self._number(instr)

    def _number(self, instr: Instr) -> None:
        plain = plain_text(instr, self)
        if plain is not None:
            self.out.put(plain)
            return
        args = tuple(self._ref(a) for a in instr.args)
        self.out.instr(Instr(instr.dest, instr.op, args, instr.note))

    def _ref(self, operand: Operand) -> Operand:
        """An operand of a copy on numbers."""
        if operand in self.outside.plan.places:
            made = self.out.fresh("i64")
            self.out.put(f"  {self.out.use(made)} = add i64 {self._count(operand)}, 0")
            return made
        return self.names.get(operand, operand)

    def _place(self, instr: Instr, scalar: str) -> str:
        """The address of the first element."""
        out = self.out
        pointer, index = instr.args[-2:]
        kept = kept_type(scalar)
        base = self.outside.addresses[pointer, self.outside.bases[index], kept]  # type: ignore[index]
        at = out.temp()
        out.put(f"  {at} = getelementptr {kept}, ptr {base}, i64 {self.index}")
        if not self.beyond:
            return at
        further = out.temp()
        out.put(f"  {further} = getelementptr {kept}, ptr {at}, i64 {self.beyond}")
        return further

    def read(self, instr: Instr) -> None:
        assert instr.dest is not None
        scalar = instr.dest.type
        self.load_from(self._place(instr, scalar), scalar, f"%r{instr.dest.number}", self.out.alias(instr.note))

    def write(self, instr: Instr) -> None:
        scalar = instr.args[0].type
        at = self._place(instr, scalar)
        self.store_to(at, scalar, self.typed(instr.args[0]), self.out.alias(instr.note))
