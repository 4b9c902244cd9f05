"""Checked code: each access is preceded by a look at the memory that it touches (`SCT_CHECK=1`).

Memory belongs to an owner, whose header says where it lies and whether it still has references, or to the function
itself. A pointer is followed back to where it came from. What is found wrong leaves the function with a status of its
own for each place, from `BROKEN` on; the references that are left at the end must be those of the outputs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.ir.types import ARRAY
from sct.loops.code import ONE, Code, Const, Fail, If, Instr, Lanes, Operand, Ref, Stmt, bodies
from sct.loops.verify import verify
from sct.loops.words import words_of

if TYPE_CHECKING:
    from sct.loops.lower import Lowering

__all__ = ["BROKEN", "check"]

BROKEN = 16
UNBALANCED = BROKEN  # the first place is none in the program
_SIZES = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f32": 4, "f64": 8, "ptr": 8}


def check(low: Lowering, out: Operand) -> None:
    """Verify the code, and have it check itself. `Code.places` are the ops that a status stands for.

    The outputs have been written to `out`.
    """
    _balance(low, out)
    verify(low.code)
    checker = _Checker(low.code)
    checker.all(low.code.body)
    low.code.places = [None, *checker.places]
    verify(low.code)


def _balance(low: Lowering, out: Operand) -> None:
    """Fail unless the outputs have the only references that are left."""
    code = low.code
    expected: Operand = Const("i64", 0)
    at = 0
    for value in low.program.outputs:
        if value.spec.kind == ARRAY:
            header = code.load("ptr", out, at + 1)
            expected = code.iadd(expected, code.call("sct_owned", "i64", header))
        at += words_of((value.spec,))
    code.fail(code.icmp("ne", code.call("sct_unbalanced", "i64", low.ctx, expected), 0), UNBALANCED)


class _Checker:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.places: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.owners: dict[Operand, Operand] = dict(code.owners)
        self.headers: set[Operand] = set(code.owners.values())
        self.sizes: dict[Operand, tuple[Operand, int]] = {ref: (ref, size) for ref, size in code.buffers}
        self.choices: dict[Operand, tuple[Operand, ...]] = {}  # pointers that are one or another

    def all(self, body: list[Stmt], width: int = 1) -> None:
        done: list[Stmt] = []
        for statement in body:
            if isinstance(statement, Instr):
                self._follow(statement)
                done += self._before(statement, width)
            for inner in bodies(statement):
                self.all(inner, statement.width if isinstance(statement, Lanes) else width)
            done.append(statement)
        body[:] = done

    def _follow(self, instr: Instr) -> None:
        """Whose memory the pointer is, that an instruction makes."""
        dest, args = instr.dest, instr.args
        if dest is None or dest.type != "ptr":
            return
        if instr.op == "call" and instr.note == "sct_alloc":
            self.headers.add(dest)
        elif instr.op == "load" and args[0] in self.headers and args[1] == ONE:
            self.owners[dest] = args[0]
        elif instr.op == "offset" and args[0] in self.owners:
            self.owners[dest] = self.owners[args[0]]
        elif instr.op == "offset" and args[0] in self.sizes:
            self.sizes[dest] = self.sizes[args[0]]
        elif instr.op == "select":
            self.choices[dest] = args

    def _before(self, instr: Instr, width: int) -> list[Stmt]:
        """The look at what the instruction is about to touch."""
        if instr.op == "call" and instr.note.startswith("sct_sum_"):
            size = _SIZES[instr.note.rsplit("_", 1)[1]]
            return self._look(instr, instr.args[0], Const("i64", 0), instr.args[1], size)
        if instr.op not in ("load", "store", "lane.load", "lane.store"):
            return []
        size = _SIZES[instr.dest.type if instr.dest is not None else instr.args[0].type]
        pointer, index = instr.args[-2:]
        if instr.op == "lane.load":
            size *= instr.note[1]
        elif instr.op == "lane.store":
            size *= len(instr.args) - 2
        count = Const("i64", width) if instr.op.startswith("lane.") else ONE
        return self._look(instr, pointer, index, count, size)

    def _look(self, instr: Instr, pointer: Operand, index: Operand, count: Operand, size: int) -> list[Stmt]:
        made: list[Stmt] = []
        if pointer in self.choices:
            cond, *either = self.choices[pointer]
            then, orelse = (self._look(instr, one, index, count, size) for one in either)
            return [If(cond, then, orelse)]
        if pointer in self.owners:
            owner: tuple[Operand, ...] = (self.owners[pointer],)
            symbol = "sct_check"
        elif pointer in self.sizes:
            base, bytes_ = self.sizes[pointer]
            owner = (base, Const("i64", max(bytes_, 8)))
            symbol = "sct_within"
        else:
            return []
        scaled = [self._scaled(made, operand, size) for operand in (index, count)]
        wrong = self._do(made, "call", "i64", *owner, pointer, *scaled, note=symbol)
        bad = self._do(made, "icmp.ne", "i1", wrong, Const("i64", 0))
        made.append(If(bad, [Fail(self._place(instr))]))
        return made

    def _scaled(self, made: list[Stmt], operand: Operand, size: int) -> Operand:
        if isinstance(operand, Const):
            return Const("i64", int(operand.value) * size)
        return operand if size == 1 else self._do(made, "imul", "i64", operand, Const("i64", size))

    def _do(self, made: list[Stmt], op: str, type_: str, *args: Operand, note: Any = None) -> Ref:
        dest = self.code.ref(type_)
        made.append(Instr(dest, op, args, note))
        return dest

    def _place(self, instr: Instr) -> int:
        op = self.code.sources.get(instr)
        if op not in self.numbers:
            self.places.append(op)
            self.numbers[op] = UNBALANCED + len(self.places)
        return self.numbers[op]
