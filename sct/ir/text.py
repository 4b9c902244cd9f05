"""The text of a Program: readable, canonical, and parsed back by `sct.ir.parse`.

Two programs are equal if their canonical texts are: values are numbered in the order in which they
appear, and neither the user's names nor the user's lines are part of it.

>>> import numpy as np
>>> from sct.ir.build import Builder
>>> from sct.ir.types import Spec
>>> b = Builder()
>>> x = b.argument(Spec(np.dtype("float64"), (3,)))
>>> program = b.program([b.one("multiply", x, b.constant(2.0))], inputs=1, name="twice")
>>> print(format_program(program), end="")
program twice(%0: float64[3]) {
  %1: float = constant(kind="python", value=2.0)
  %2: float64[3] = multiply(%0, %1)
  return %2
}
"""

from __future__ import annotations

from sct.errors import ProgramTextError
from sct.ir.attr_text import attr_text, name_text, value_spec_text
from sct.ir.core import Block, Op, Program, Value

__all__ = ["format_op", "format_program", "programs_equal"]


def format_program(program: Program, *, sources: bool = False) -> str:
    """The text of `program`; with `sources`, each line ends in a comment with the user's file and line.

    Without it the text is canonical: equal programs have equal texts.
    """
    return _Printer(sources).program(program)


def programs_equal(a: Program, b: Program) -> bool:
    """Whether two programs compute the same by the same ops in the same order."""
    return a is b or format_program(a) == format_program(b)


def format_op(program: Program, op: Op, *, around: int = 2) -> str:
    """`op` as it is printed in `program`, marked by an arrow, with some lines around it."""
    printer = _Printer(sources=True)
    text = printer.program(program).splitlines()
    at = printer.line_of.get(id(op))
    if at is None:
        return ""
    first = max(0, at - around)
    lines = text[first : at + around + 1]
    return "\n".join(f"{'->' if first + k == at else '  '} {line}" for k, line in enumerate(lines))


class _Printer:
    """Numbers the values as they appear."""

    def __init__(self, sources: bool) -> None:
        self.sources = sources
        self.lines: list[str] = []
        self.numbers: dict[Value, int] = {}
        self.line_of: dict[int, int] = {}

    def program(self, program: Program) -> str:
        args = [self.define(arg) for arg in program.body.args]
        inputs, captures = args[: program.inputs], args[program.inputs :]
        signature = ", ".join(inputs) + (("; " if inputs else ";") + ", ".join(captures) if captures else "")
        self.lines.append(f"program {name_text(program.name)}({signature}) {{")
        self.block(program.body, "  ", "return")
        self.lines.append("}")
        if program.mutated:
            self.lines.append("mutated " + ", ".join(f"{i} -> {o}" for i, o in program.mutated))
        self.lines += [f"metadata {name_text(k)} = {attr_text(v)}" for k, v in program.metadata]
        return "\n".join(self.lines) + "\n"

    def define(self, value: Value) -> str:
        number = self.numbers[value] = len(self.numbers)
        return f"%{number}: {value_spec_text(value.spec)}"

    def use(self, value: Value) -> str:
        number = self.numbers.get(value)
        return "%?" if number is None else f"%{number}"

    def block(self, block: Block, indent: str, end: str) -> None:
        for op in block.ops:
            self.op(op, indent)
        results = ", ".join([self.use(value) for value in block.results])
        self.lines.append(f"{indent}{end} {results}".rstrip())

    def op(self, op: Op, indent: str) -> None:
        operands = [self.use(arg) for arg in op.args]
        operands += [f"{name_text(name)}={self.attr(op, value)}" for name, value in op.attrs]
        call = f"{name_text(op.name)}({', '.join(operands)})"
        self.line_of[id(op)] = len(self.lines)
        results = ", ".join([self.define(result) for result in op.results])
        head = f"{indent}{results} = {call}" if results else f"{indent}{call}"
        comment = f"  # {op.source.filename}:{op.source.line}" if self.sources and op.source else ""
        if not op.blocks:
            self.lines.append(head + comment)
            return
        for k, block in enumerate(op.blocks):
            args = ", ".join([self.define(arg) for arg in block.args])
            opening = f" ({args}) {{" if block.args else " {"
            self.lines.append((head if k == 0 else f"{indent}}}") + opening + (comment if k == 0 else ""))
            self.block(block, indent + "  ", "yield")
        self.lines.append(f"{indent}}}")

    def attr(self, op: Op, value: object) -> str:
        try:
            return attr_text(value)
        except ProgramTextError as error:
            error.where = error.where or op.source
            raise
