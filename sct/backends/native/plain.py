"""Instructions that LLVM writes alike on numbers and on vectors of them."""

from __future__ import annotations

from typing import Protocol

from sct.loops.code import Instr, Operand

__all__ = ["Names", "is_plain", "plain_text", "word_of"]

_INTEGER = {
    "iadd": "add",
    "isub": "sub",
    "imul": "mul",
    "sdiv": "sdiv",
    "srem": "srem",
    "udiv": "udiv",
    "urem": "urem",
    "and": "and",
    "or": "or",
    "xor": "xor",
    "shl": "shl",
    "lshr": "lshr",
    "ashr": "ashr",
    "fadd": "fadd",
    "fsub": "fsub",
    "fmul": "fmul",
    "fdiv": "fdiv",
    "fadd.reassoc": "fadd reassoc",
    "fmul.reassoc": "fmul reassoc",
}
_CASTS = frozenset(
    ("sext", "zext", "trunc", "sitofp", "uitofp", "fptosi", "fptoui", "fpext", "fptrunc", "bitcast", "ptrtoint")
)


class Names(Protocol):
    """How operands and types are written: as one number, or as a vector."""

    def use(self, operand: Operand) -> str: ...

    def typed(self, operand: Operand) -> str: ...

    def condition(self, operand: Operand) -> str: ...

    def type(self, scalar: str) -> str: ...


def plain_text(instr: Instr, names: Names) -> str | None:
    """The line of an instruction of arithmetic, comparison, selection, cast or variables; None for all others."""
    op, args = instr.op, instr.args
    if op == "set":
        return f"  store {names.typed(args[0])}, ptr %v{instr.note.number}"
    if instr.dest is None:
        return None
    dest = f"  %r{instr.dest.number} = "
    if op == "get":
        return f"{dest}load {names.type(instr.note.type)}, ptr %v{instr.note.number}"
    if op in _INTEGER:
        return f"{dest}{_INTEGER[op]} {names.typed(args[0])}, {names.use(args[1])}"
    if op.startswith(("icmp.", "fcmp.")):
        word, relation = op.split(".")
        return f"{dest}{word} {relation} {names.typed(args[0])}, {names.use(args[1])}"
    if op == "select":
        return f"{dest}select {names.condition(args[0])}, {names.typed(args[1])}, {names.typed(args[2])}"
    if op in _CASTS:
        return f"{dest}{op} {names.typed(args[0])} to {names.type(instr.dest.type)}"
    if op == "fneg":
        return f"{dest}fneg {names.typed(args[0])}"
    return None


def is_plain(instr: Instr) -> bool:
    """Whether `plain_text` has a line for it, and it is not about variables."""
    op = instr.op
    return op in _INTEGER or op in _CASTS or op in ("select", "fneg") or op.startswith(("icmp.", "fcmp."))


def word_of(op: str) -> str | None:
    """LLVM's word for arithmetic on two numbers of one type; None for all else.

    >>> word_of("iadd"), word_of("maximum")
    ('add', None)
    """
    return _INTEGER.get(op)
