"""From structured code to the text of one LLVM function."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from sct.backends.native.lanes import Vectors, all_lanes, intrinsic_flags, kept_type, write
from sct.backends.native.machine_types import literal
from sct.backends.native.machine_types import llvm_type as llvm
from sct.backends.native.math import FUNCTIONS, INTEGER_TYPES
from sct.backends.native.neighbour_text import write_neighbours
from sct.backends.native.picking import Ways
from sct.backends.native.plain import plain_text
from sct.backends.native.tally import Tally
from sct.backends.native.tasks import LOCAL_EFFECTS, allocate, ask, call_pieces, raise_status, task_text
from sct.backends.native.tight import write_tight
from sct.backends.native.unrolling import hints
from sct.loops.code import Code, Const, Fail, For, If, Instr, Lanes, Operand, Parallel, Ref, Stmt, Var, While

__all__ = ["Emitter", "function_text"]

_OVERFLOW = {"iadd.ovf": "sadd", "isub.ovf": "ssub", "imul.ovf": "smul"}
_SELDOM = tuple(f'!{{!"branch_weights", i32 {a}, i32 {b}}}' for a, b in ((1, 2000), (2000, 1)))
_STAYS = '  call void asm sideeffect "", ""() nounwind'  # no code: a branch with it in stays a branch


class Emitter:
    """Writes the body of a function; collects what it needs from outside.

    Attributes
    ----------
    math : set of str
        Functions of the vector math library, as `exp.f64`.
    externals : dict
        Declarations of the external functions that are called.
    tasks : list of str
        The text of the functions that threads run.
    """

    def __init__(self, code: Code, around: Emitter | None = None) -> None:
        self.code = code
        self.lines: list[str] = []
        self.allocas: list[str] = []
        self.inbounds = "" if code.check else " inbounds"  # what is checked may be out of bounds
        self.in_task = around is not None
        self.math: set[str] = around.math if around else set()
        self.externals: dict[str, str] = around.externals if around else {}
        self.intrinsics: dict[str, str] = around.intrinsics if around else {}
        self.metadata: list[str] = around.metadata if around else []
        self.tasks: list[str] = []
        self.helpers: dict[str, str] = around.helpers if around else {}  # small functions that tasks call
        self._count = 0
        self._numbers: dict[str, int] = around._numbers if around else {}
        self._scopes: dict[Any, list[str]] = around._scopes if around else {}
        self._elsewhere: set[Ref] = set()  # buffers that a task has for itself
        self._labels = 0
        self._temps = 0
        self._regions: dict[Lanes, Vectors] = around._regions if around else {}
        self._vectors: Vectors | None = None  # while a region is written
        self.ways = Ways()
        self.tally: Tally = around.tally if around else Tally()

    def body(self) -> list[str]:
        self._regions.update((region, Vectors(region)) for region in all_lanes(self.code.body))
        self.statements(self.code.body)
        self.put("  ret i64 0")
        for var in self.code.vars:
            self.allocas.append(f"  %v{var.number} = alloca {self.room(var)}")
        for made, size in self.code.buffers:
            if made not in self._elsewhere:
                self.allocas.append(f"  {self.use(made)} = alloca i8, i64 {max(size, 8)}, align 16")
        return ["entry:", *self.allocas, *self.lines]

    # -- text ----------------------------------------------------------------------------------------

    def put(self, line: str) -> None:
        self.lines.append(line)

    def label(self, hint: str) -> str:
        self._labels += 1
        return f"{hint}{self._labels}"

    def temp(self) -> str:
        self._temps += 1
        return f"%t{self._temps}"

    def fresh(self, type_: str) -> Ref:
        """A name for one more value."""
        return self.code.ref(type_)

    def room(self, var: Var) -> str:
        """The type of a variable: a vector where it differs by lane."""
        found = next((v for v in self._regions.values() if var in v.vars), None)
        return llvm(var.type) if found is None else found.type(var.type)

    def use(self, operand: Operand) -> str:
        return literal(operand) if isinstance(operand, Const) else f"%r{operand.number}"

    def typed(self, operand: Operand) -> str:
        return f"{llvm(operand.type)} {self.use(operand)}"

    condition = typed

    def type(self, scalar: str) -> str:
        return llvm(scalar)

    # -- statements ----------------------------------------------------------------------------------

    def statements(self, body: Iterable[Stmt]) -> None:
        for statement in body:
            if isinstance(statement, Instr):
                self.instr(statement)
            elif isinstance(statement, For):
                self.for_(statement)
            elif isinstance(statement, While):
                self.while_(statement)
            elif isinstance(statement, If):
                self.if_(statement)
            elif isinstance(statement, Parallel):
                self.parallel(statement)
            elif isinstance(statement, Lanes):
                self.tally.lost()
                self._vectors = self._regions[statement]
                self.statements(statement.body)
                self._vectors = None
            else:
                self.fail(statement)

    def fail(self, statement: Fail) -> None:
        if self.in_task and statement.polled:
            self.put("  br label %out")
        elif self.in_task:
            raise_status(self, statement.status)
        else:
            self.put(f"  ret i64 {statement.status}")
        self.put(f"{self.label('dead')}:")

    def parallel(self, statement: Parallel) -> None:
        name = f"sct_task{self._count}"
        self._count += 1
        self.tasks += task_text(Emitter(self.code, self), statement, name)
        if not statement.written_out:
            self._elsewhere.update(statement.buffers)
            call_pieces(self, statement, name)
            return
        alone = self.temp()
        one, many, over = (self.label(hint) for hint in ("alone", "pool", "over"))
        self.put(f"  {alone} = icmp sge {self.typed(statement.grain)}, {self.use(statement.loop.stop)}")
        self.put(f"  br i1 {alone}, label %{one}, label %{many}")
        self.put(f"{one}:")
        self.for_(statement.loop)
        self.put(f"  br label %{over}")
        self.put(f"{many}:")
        call_pieces(self, statement, name)
        self.put(f"  br label %{over}")
        self.put(f"{over}:")

    def if_(self, statement: If) -> None:
        then, orelse, end = self.label("then"), self.label("else"), self.label("end")
        hint = ""
        if statement.rare is not None:
            hint = f", !prof {self.meta(_SELDOM[statement.rare])}"
        elif _is_seldom(statement.then):
            hint = ", !prof !0"
        other = orelse if statement.orelse else end
        self.put(f"  br i1 {self.use(statement.cond)}, label %{then}, label %{other}{hint}")
        self.put(f"{then}:")
        if statement.rare == 0 or statement.stays:
            self.put(_STAYS)
        with self.ways.of(True):
            self.statements(statement.then)
        self.put(f"  br label %{end}")
        if statement.orelse:
            self.put(f"{orelse}:")
            if statement.rare == 1:
                self.put(_STAYS)
            with self.ways.of(False):
                self.statements(statement.orelse)
            self.put(f"  br label %{end}")
        self.put(f"{end}:")

    def while_(self, statement: While) -> None:
        if write_tight(self, statement):
            self.tally.lost()
            return
        head, body, end = self.label("while"), self.label("body"), self.label("end")
        self.put(f"  br label %{head}")
        self.put(f"{head}:")
        with self.tally.loop(math.inf):
            self.statements(statement.head)
            self.put(f"  br i1 {self.use(statement.cond)}, label %{body}, label %{end}")
            self.put(f"{body}:")
            self.statements(statement.body)
        self.put(f"  br label %{head}")
        self.put(f"{end}:")

    def for_(self, statement: For) -> None:
        """Rotated: tested once before the first iteration, then at the end of each."""
        if self._vectors is None and write_neighbours(self, statement):
            return
        index, step = self.use(statement.index), self.use(statement.step)
        before, head, body, latch, end = (self.label(h) for h in ("pre", "for", "body", "next", "end"))
        relation = "sgt" if statement.down else "slt"
        stop = self.use(statement.stop)
        self.put(f"  br label %{before}")
        self.put(f"{before}:")
        first = self.temp()
        self.put(f"  {first} = icmp {relation} i64 {self.use(statement.start)}, {stop}")
        self.put(f"  br i1 {first}, label %{head}, label %{end}")
        self.put(f"{head}:")
        nxt = self.temp()
        self.put(f"  {index} = phi i64 [ {self.use(statement.start)}, %{before} ], [ {nxt}, %{latch} ]")
        self.put(f"  br label %{body}")
        self.put(f"{body}:")
        with self.ways.loop(statement), self.tally.loop(statement.turns):
            self.statements(statement.body)
        self.put(f"  br label %{latch}")
        self.put(f"{latch}:")
        again = self.temp()
        self.put(f"  {nxt} = add nsw i64 {index}, {step}")
        self.put(f"  {again} = icmp {relation} i64 {nxt}, {stop}")
        self.put(f"  br i1 {again}, label %{head}, label %{end}{hints(self, statement)}")
        self.put(f"{end}:")

    # -- instructions --------------------------------------------------------------------------------

    def instr(self, instr: Instr) -> None:
        if self._vectors is not None and self._vectors.touches(instr):
            write(self, self._vectors, instr)
            return
        plain = plain_text(instr, self)
        if plain is not None:
            self.put(plain)
            return
        op, args = instr.op, instr.args
        dest = f"%r{instr.dest.number} = " if instr.dest is not None else ""
        if op in ("load", "store"):
            self.memory(instr)
        elif op == "offset":
            self.put(f"  {dest}getelementptr{self.inbounds} i8, ptr {self.use(args[0])}, {self.typed(args[1])}")
        elif op in _OVERFLOW:
            self.overflow(instr)
        elif op == "math" or (op == "libm" and "." in instr.note):
            self.math_call(instr)
        elif op == "intrinsic":
            self.intrinsic(instr)
        elif op in ("call", "libm"):
            self.call(instr)
        elif op == "global":
            self.externals[instr.note] = f"@{instr.note} = external global i8"
            self.put(f"  {dest}getelementptr i8, ptr @{instr.note}, i64 0")
        elif op == "argument":
            self.put(f"  {dest}getelementptr i8, ptr %{instr.note}, i64 0")
        else:
            raise AssertionError(f"no such instruction: {op}")

    def memory(self, instr: Instr) -> None:
        if instr.op == "load":
            assert instr.dest is not None
            pointer, index = instr.args
            value, type_ = None, instr.dest.type
        else:
            value, pointer, index = instr.args
            type_ = value.type
        kept = kept_type(type_)
        address = self.use(pointer)
        if not (isinstance(index, Const) and index.value == 0):
            address = self.temp()
            self.put(f"  {address} = getelementptr{self.inbounds} {kept}, ptr {self.use(pointer)}, {self.typed(index)}")
        marks = self.alias(instr.note)
        if value is None:
            assert instr.dest is not None
            if type_ == "i1":
                byte = self.temp()
                self.put(f"  {byte} = load i8, ptr {address}{marks}")
                self.put(f"  %r{instr.dest.number} = trunc i8 {byte} to i1")
            else:
                self.put(self.ways.read(f"%r{instr.dest.number}", kept, address + marks))
            return
        text = self.typed(value)
        if type_ == "i1":
            byte = self.temp()
            self.put(f"  {byte} = zext i1 {self.use(value)} to i8")
            text = f"i8 {byte}"
        self.put(f"  store {text}, ptr {address}{marks}")

    def alias(self, note: Any) -> str:
        """Metadata: memory of one class never overlaps that of another class of the same region."""
        if note is None:
            return ""
        region, number, count = note
        if count < 2 or count > 24:
            return ""
        if region not in self._scopes:
            domain = self.meta(f"distinct !{{!\"r{len(self._scopes)}\"}}")
            self._scopes[region] = [self.meta(f'distinct !{{!"c{k}", {domain}}}') for k in range(count)]
        scopes = self._scopes[region]
        mine = self.meta(f"!{{{scopes[number]}}}")
        others = self.meta("!{" + ", ".join(s for k, s in enumerate(scopes) if k != number) + "}")
        return f", !alias.scope {mine}, !noalias {others}"

    def meta(self, text: str) -> str:
        distinct = text.startswith("distinct")
        number = None if distinct else self._numbers.get(text)
        if number is None:
            self.metadata.append(f"= {text}")
            number = len(self.metadata)
            if not distinct:
                self._numbers[text] = number
        return f"!{number}"

    def overflow(self, instr: Instr) -> None:
        assert instr.dest is not None
        a, b = instr.args
        name = f"llvm.{_OVERFLOW[instr.op]}.with.overflow.{a.type}"
        self.intrinsics[name] = f"declare {{{a.type}, i1}} @{name}({a.type}, {a.type})"
        pair = self.temp()
        self.put(f"  {pair} = call {{{a.type}, i1}} @{name}({self.typed(a)}, {self.typed(b)})")
        self.put(f"  %r{instr.dest.number} = extractvalue {{{a.type}, i1}} {pair}, 1")

    def math_call(self, instr: Instr) -> None:
        """A function of the vector math library; where it has none, the C library's."""
        assert instr.dest is not None
        function, kind = instr.note.rsplit(".", 1)
        if function not in FUNCTIONS and kind not in INTEGER_TYPES and not function.startswith("cast."):
            name = _LIBM.get(function, function) + ("f" if kind == "f32" else "")
            self.call(Instr(instr.dest, "call", instr.args, name))
            return
        self.math.add(f"sct.{instr.note}")
        args = ", ".join(self.typed(a) for a in instr.args)
        self.put(f"  %r{instr.dest.number} = call {llvm(instr.dest.type)} @sct.{instr.note}({args})")

    def intrinsic(self, instr: Instr) -> None:
        assert instr.dest is not None
        result = llvm(instr.dest.type)
        name = f"llvm.{instr.note}.{instr.dest.type}"
        types = ", ".join(llvm(a.type) for a in instr.args)
        self.intrinsics[name] = f"declare {result} @{name}({types})"
        args = ", ".join(self.typed(a) for a in instr.args)
        self.put(f"  %r{instr.dest.number} = call {intrinsic_flags(instr.note)}{result} @{name}({args})")

    def call(self, instr: Instr) -> None:
        if self.in_task and instr.note == "sct_poll":
            ask(self, instr)
            return
        if self.in_task and instr.note == "sct_alloc":
            allocate(self, instr)
            return
        if instr.op == "libm" and instr.note in _TOGETHER and instr.args[0].type == "f64":
            self.intrinsic(instr)
            return
        result = llvm(instr.dest.type) if instr.dest is not None else "void"
        types = ", ".join(llvm(a.type) for a in instr.args)
        defined = instr.note.startswith(_DEFINED)
        if defined:
            self.tally.called(instr)
        effects = _PURE if instr.op == "libm" else LOCAL_EFFECTS if instr.note.startswith(_APART) else ""
        self.externals[instr.note] = "" if defined else f"declare {result} @{instr.note}({types}){effects}"
        dest = f"%r{instr.dest.number} = " if instr.dest is not None else ""
        self.put(f"  {dest}call {result} @{instr.note}({', '.join(self.typed(a) for a in instr.args)})")


def _is_seldom(body: list[Stmt]) -> bool:
    """Whether statements leave the function, or look at the clock."""
    first = body[0] if body else None
    return (isinstance(first, Fail) and len(body) == 1) or (isinstance(first, Instr) and first.note == "sct_poll")


_APART = ("sct_poll", "sct_draw_", "sct_random_")  # change no array but what they are given
_TOGETHER = ("sin", "cos")  # of one angle the C library computes both in the time of one, with the same bits
_PURE = " nounwind willreturn speculatable memory(none)"  # functions of the C library: nobody asks for errno
_DEFINED = ("sct_sum_", "sct_blas_", "sct_product_")  # come along: see `sums`, `blas`, `product_text`
_LIBM = {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "arcsinh": "asinh",
    "arccosh": "acosh", "arctanh": "atanh", "power": "pow",
}  # fmt: skip


def function_text(name: str, code: Code) -> tuple[str, set[str], set[str], bool]:
    """The module text of `i64 @name(ptr %ctx, ptr %in, ptr %out)`, and what it needs: math and external symbols.

    The last says whether nearly all of the work is done by vectors already, or by kernels.
    """
    emitter = Emitter(code)
    body = emitter.body()
    lines = [emitter.externals[key] for key in sorted(emitter.externals)]
    lines += [emitter.intrinsics[key] for key in sorted(emitter.intrinsics)]
    lines += [emitter.helpers[key] for key in sorted(emitter.helpers)]
    lines += emitter.tasks
    lines.append(f"define i64 @{name}(ptr %ctx, ptr %in, ptr %out) #0 {{")
    lines += body
    lines.append("}")
    lines.append('!0 = !{!"branch_weights", i32 1, i32 100000}')
    lines += [f"!{k + 1} {line}" for k, line in enumerate(emitter.metadata)]
    return "\n".join(lines) + "\n", emitter.math, set(emitter.externals), emitter.tally.is_done

