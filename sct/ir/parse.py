"""From text back to a Program.

>>> from sct.ir.text import format_program
>>> text = '''program f(%0: float64[n]; %1: float) {
...   %2: float64[n] = multiply(%0, %1)
...   return %2
... }
... '''
>>> format_program(parse_program(text)) == text
True
>>> parse_program(text.replace("%1)", "%7)"))
Traceback (most recent call last):
    ...
sct.errors.ProgramTextError: line 2: %7 is used before it is defined
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sct.errors import Location, ProgramTextError
from sct.ir.core import Attrs, Block, Op, Program, Value
from sct.ir.tokens import Line, tokenize

__all__ = ["parse_program"]

_SOURCE = re.compile(r"(.+):(\d+)$")


def parse_program(text: str, *, opaques: Mapping[str, Any] | None = None) -> Program:
    """The Program that `text` describes; ProgramTextError, naming the line, if it describes none.

    Parameters
    ----------
    text
        What `format_program` answers.
    opaques
        The Python objects that the program calls back, by the name in its text.

    Nothing is checked beyond the form and that values are defined before they are used; that is what
    `sct.ir.verify` is for.
    """
    try:
        return _Parser(opaques).program(text)
    except RecursionError:
        raise ProgramTextError("an attribute is nested too deeply") from None


@dataclass
class _Open:
    """An op whose blocks are being read; the outermost is the program itself."""

    results: tuple[Value, ...] = ()
    name: str = ""
    args: tuple[Value, ...] = ()
    attrs: Attrs = ()
    source: Location | None = None
    line: int = 0
    blocks: list[Block] = field(default_factory=list)
    block_args: tuple[Value, ...] = ()
    ops: list[Op] = field(default_factory=list)
    ended: bool = False


class _Parser:
    """Reads line by line; what is open is on a list, so depth has no limit."""

    def __init__(self, opaques: Mapping[str, Any] | None) -> None:
        self.opaques = opaques
        self.values: dict[str, Value] = {}
        self.open: list[_Open] = []
        self.body: Block | None = None
        self.name, self.inputs = "", 0
        self.mutated: list[tuple[int, int]] = []
        self.metadata: list[tuple[str, Any]] = []

    def program(self, text: str) -> Program:
        number = 0
        for number, content in enumerate(text.split("\n"), 1):
            tokens, comment = tokenize(content, number)
            if tokens:
                self.line(Line(tokens, number, comment, self.opaques))
        if self.body is None:
            opened = f"; what line {self.open[-1].line} opens is not closed" if self.open else ""
            raise ProgramTextError(f"line {number}: the text ends before the program does{opened}")
        return Program(self.body, self.inputs, self.name, tuple(self.mutated), tuple(self.metadata))

    def line(self, line: Line) -> None:
        if self.body is not None:
            self.after(line)
        elif not self.open:
            self.head(line)
        elif line.accept("}"):
            self.close(line)
        elif self.open[-1].ended:
            raise line.fail(f"expected '}}', found {line.peek!r}")
        elif line.kind == "name" and line.peek in ("return", "yield"):
            self.end(line)
        else:
            self.op(line)
        line.finish()

    def head(self, line: Line) -> None:
        line.expect("program")
        self.name = line.name()
        line.expect("(")
        args: list[Value] = []
        captures = 0
        seen = False
        while not line.accept(")"):
            if not seen and line.accept(";"):
                seen = True
                continue
            args.append(self.define(line))
            captures += seen
            if not line.accept(",") and line.peek not in (")", ";"):
                raise line.fail(f"expected ',' or ')', found {line.peek or 'the end of the line'!r}")
        line.expect("{")
        self.inputs = len(args) - captures
        self.open.append(_Open(name="program", block_args=tuple(args), line=line.number))

    def after(self, line: Line) -> None:
        word = line.name()
        if word == "mutated":
            while True:
                index = self.index(line)
                line.expect("->")
                self.mutated.append((index, self.index(line)))
                if not line.accept(","):
                    return
        if word != "metadata":
            raise line.fail(f"unexpected {word!r} after the end of the program")
        name = line.name()
        line.expect("=")
        self.metadata.append((name, line.attr()))

    def index(self, line: Line) -> int:
        value = line.number_()
        if type(value) is not int or value < 0:
            raise line.fail(f"{value!r} is no index")
        return value

    def define(self, line: Line) -> Value:
        kind, text = line.next()
        if kind != "value":
            raise line.fail(f"expected a value such as %0, found {text or 'the end of the line'!r}")
        if text in self.values:
            raise line.fail(f"{text} is defined twice")
        line.expect(":")
        value = self.values[text] = Value(line.spec())
        return value

    def use(self, line: Line) -> Value:
        kind, text = line.next()
        if kind != "value":
            raise line.fail(f"expected a value such as %0, found {text or 'the end of the line'!r}")
        if text not in self.values:
            raise line.fail(f"{text} is used before it is defined")
        return self.values[text]

    def op(self, line: Line) -> None:
        results: list[Value] = []
        uses_first = line.kind == "value"
        defined: list[tuple[str, Value]] = []
        if uses_first:
            while True:
                text = line.peek
                value = self.define(line)
                del self.values[text]  # its own operands cannot be its results
                defined.append((text, value))
                results.append(value)
                if not line.accept(","):
                    break
            line.expect("=")
        name = line.name()
        line.expect("(")
        args: list[Value] = []
        attrs: list[tuple[str, Any]] = []
        for item in line.listed(lambda: self.operand(line), ")"):
            if isinstance(item, Value):
                if attrs:
                    raise line.fail("operands come before attributes")
                args.append(item)
            else:
                attrs.append(item)
        names = [key for key, _ in attrs]
        if names != sorted(set(names)):
            raise line.fail("attributes stand in the order of their names, each once")
        for text, value in defined:
            if text in self.values:
                raise line.fail(f"{text} is defined twice")
            self.values[text] = value
        made = _Open(tuple(results), name, tuple(args), tuple(attrs), _source(line.comment), line.number)
        if line.at < len(line.tokens):
            self.open_block(line, made)
            self.open.append(made)
        else:
            self.open[-1].ops.append(Op(name, made.args, made.attrs, made.results, (), made.source))

    def operand(self, line: Line) -> Any:
        if line.kind == "value":
            return self.use(line)
        name = line.name()
        line.expect("=")
        return name, line.attr()

    def open_block(self, line: Line, op: _Open) -> None:
        args = line.listed(lambda: self.define(line), ")") if line.accept("(") else []
        line.expect("{")
        op.block_args, op.ops, op.ended = tuple(args), [], False

    def end(self, line: Line) -> None:
        word = line.name()
        wanted = "return" if len(self.open) == 1 else "yield"
        if word != wanted:
            raise line.fail(f"expected {wanted!r}, found {word!r}")
        results: list[Value] = []
        while line.kind != "end":
            results.append(self.use(line))
            if not line.accept(","):
                break
        top = self.open[-1]
        top.blocks.append(Block(top.block_args, tuple(top.ops), tuple(results)))
        top.ended = True

    def close(self, line: Line) -> None:
        top = self.open[-1]
        if not top.ended:
            wanted = "return" if len(self.open) == 1 else "yield"
            raise line.fail(f"a block ends without {wanted!r}")
        if line.kind != "end":
            if len(self.open) == 1:
                raise line.fail("a program has one block")
            self.open_block(line, top)
            return
        self.open.pop()
        if not self.open:
            self.body = top.blocks[0]
            return
        op = Op(top.name, top.args, top.attrs, top.results, tuple(top.blocks), top.source)
        self.open[-1].ops.append(op)


def _source(comment: str) -> Location | None:
    match = _SOURCE.match(comment)
    return Location(match[1], int(match[2])) if match else None
