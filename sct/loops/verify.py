"""Whether structured code keeps its own rules, looked at before it is checked code that runs.

Values are defined before they are used, and where they are used their definition has run; types fit; variables
that are read have been set, on one way at least that leads there.
"""

from __future__ import annotations

from collections.abc import Iterable

from sct.errors import VerifyError
from sct.loops.code import Code, Const, For, If, Instr, Lanes, Operand, Parallel, Ref, Stmt, Var, While

__all__ = ["verify"]

_SAME = {
    "iadd", "isub", "imul", "sdiv", "srem", "udiv", "urem", "and", "or", "xor", "shl", "lshr", "ashr", "fadd", "fsub",
    "fmul", "fdiv", "fadd.reassoc", "fmul.reassoc",
}  # fmt: skip
_FLOATS = ("f32", "f64")


def verify(code: Code) -> None:
    """Raise `VerifyError` for the first rule that `code` breaks."""
    _Verifier({ref for ref, _ in code.buffers}).list(code.body, frozenset())


class _Verifier:
    def __init__(self, known: set[Ref]) -> None:
        self.known = known
        self.all = set(known)

    def list(self, body: Iterable[Stmt], given: frozenset[Var]) -> frozenset[Var]:
        """Check statements in a scope of their own; answers the variables that are set after them."""
        before = set(self.known)
        found = self._run(body, given)
        self.known = before
        return found

    def _run(self, body: Iterable[Stmt], given: frozenset[Var]) -> frozenset[Var]:
        for statement in body:
            given = self._statement(statement, given)
        return given

    def _statement(self, statement: Stmt, given: frozenset[Var]) -> frozenset[Var]:
        if isinstance(statement, Instr):
            return self._instr(statement, given)
        if isinstance(statement, For):
            for operand in (statement.start, statement.stop, statement.step):
                self._use(operand, "i64")
            self._define(statement.index)
            return self.list(statement.body, given)
        elif isinstance(statement, Parallel):
            return self._statement(statement.loop, given)
        elif isinstance(statement, Lanes):
            return self.list(statement.body, given)
        elif isinstance(statement, While):
            before = set(self.known)
            after = self._run(statement.head, given)
            self._use(statement.cond, "i1")
            after = self.list(statement.body, after)
            self.known = before
            return after
        elif isinstance(statement, If):
            self._use(statement.cond, "i1")
            then, orelse = (self.list(branch, given) for branch in (statement.then, statement.orelse))
            return then | orelse
        return given

    def _instr(self, instr: Instr, given: frozenset[Var]) -> frozenset[Var]:
        for operand in instr.args:
            self._use(operand, operand.type)
        _check_types(instr)
        if instr.dest is not None:
            self._define(instr.dest)
        if instr.op == "set":
            return given | {instr.note}
        if instr.op == "get" and instr.note not in given:
            raise VerifyError(f"v{instr.note.number} is read before it is set")
        return given

    def _define(self, ref: Ref) -> None:
        if ref in self.all:
            raise VerifyError(f"r{ref.number} is defined twice")
        self.all.add(ref)
        self.known.add(ref)

    def _use(self, operand: Operand, type_: str) -> None:
        if operand.type != type_:
            raise VerifyError(f"{operand} is no {type_}")
        if isinstance(operand, Ref) and operand not in self.known:
            raise VerifyError(f"r{operand.number} is used where it is not defined")
        if isinstance(operand, Const) and operand.type[0] == "f" and not isinstance(operand.value, float):
            raise VerifyError(f"{operand} is written as an integer")


def _check_types(instr: Instr) -> None:
    types = [operand.type for operand in instr.args]
    dest = instr.dest.type if instr.dest is not None else None
    op = instr.op
    fits = True
    if op in _SAME:
        fits = types[0] == types[1] == dest and (op[0] != "f" or dest in _FLOATS)
    elif op.startswith(("icmp.", "fcmp.")):
        fits = types[0] == types[1] and dest == "i1" and (types[0] in _FLOATS) == (op[0] == "f")
    elif op == "select":
        fits = types[0] == "i1" and types[1] == types[2] == dest
    elif op in ("get", "set"):
        fits = (dest if op == "get" else types[0]) == instr.note.type
    elif op in ("load", "store"):
        fits = types[-2:] == ["ptr", "i64"]
    elif op == "offset":
        fits = types == ["ptr", "i64"] and dest == "ptr"
    if not fits:
        raise VerifyError(f"{op} of {', '.join(types)} to {dest}")
