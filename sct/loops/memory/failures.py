"""Where code may still give up after it has written to an argument.

Judged on the finished code: pointers are followed through variables to the arguments that they may point into, and the
statements are walked in the order in which they may run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.loops.code import Const, Fail, For, If, Instr, Operand, Parallel, Stmt, Var, While, bodies, walk
from sct.loops.turns.polls import LAST_WORD

if TYPE_CHECKING:
    from sct.loops.lower import Lowering

__all__ = ["written_before_failure"]

NO_MEMORY = 3
Marks = frozenset[int]
NONE: Marks = frozenset()
_ONLY_READ = ("sct_sum_", "sct_blas_dot", "sct_alloc", "sct_release", "sct_callback", "sct_poll")
_WRITES_LAST = ("sct_blas_ge", "sct_blas_syrk", "sct_product_")
_WRITES_FIRST = ("memcpy", "memmove")


def written_before_failure(low: Lowering) -> Marks:
    """The numbers of the stored arguments that may be written when the code gives up.

    Running out of memory is no reason to refuse one: it becomes an error that nobody answers by another run.
    """
    walk = _Walk(low)
    walk.list(low.code.body, NONE)
    return frozenset(walk.refused)


class _Walk:
    def __init__(self, low: Lowering) -> None:
        self.low = low
        args = low.program.body.args
        self.stored = {args[k]: k for k, _ in low.changes.stored}
        self.refused: set[int] = set()
        self.pointers: dict[Operand | Var, Marks] = {}  # the arguments whose elements a pointer may lead to
        self.headers: dict[Operand | Var, Marks] = {}  # those whose header it may be
        for arg, k in self.stored.items():
            self.pointers[low.given[arg].pointer] = self.headers[low.given[arg].header] = frozenset((k,))
        if any(site.views for site in low.sites):
            shown = frozenset(self.stored.values())
            for ref, _ in low.code.buffers:
                self.headers[ref] = shown
        self._follow()

    # -- pointers ------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Find the pointers that come from those that are known, through loops, too."""
        moves = [one for one in walk(self.low.code.body) if isinstance(one, Instr) and _moves(one)]
        grown = True
        while grown:
            grown = False
            for instr in moves:
                dest: Operand | Var = instr.note if instr.op == "set" or instr.dest is None else instr.dest
                sources = (instr.note,) if instr.op == "get" else instr.args
                for known in (self.pointers, self.headers):
                    found = NONE.union(*[known.get(source, NONE) for source in sources])
                    if known is self.pointers and instr.op == "load":
                        found |= self.headers.get(instr.args[0], NONE)
                    if not found <= known.get(dest, NONE):
                        known[dest] = known.get(dest, NONE) | found
                        grown = True

    def _written(self, instr: Instr) -> Marks:
        """The arguments that an instruction may write to."""
        args = instr.args
        if instr.op in ("store", "lane.store"):
            return self.pointers.get(args[-2], NONE)
        if instr.op != "call":
            return NONE
        symbol = str(instr.note)
        if symbol == "sct_callback":
            assert isinstance(args[1], Const)
            site = self.low.sites[int(args[1].value)]
            memory = self.low.ownership.memory(site.op.args[0]) if site.stores else NONE
            return frozenset(k for arg, k in self.stored.items() if arg in memory)
        if symbol.startswith(_ONLY_READ):
            return NONE
        pointers = [arg for arg in args if arg.type == "ptr"]
        if symbol.startswith(_WRITES_LAST):
            pointers = pointers[-1:]
        elif symbol in _WRITES_FIRST:
            pointers = pointers[:1]
        return NONE.union(*[self.pointers.get(pointer, NONE) for pointer in pointers])

    # -- statements ----------------------------------------------------------------------------------

    def list(self, statements: list[Stmt], written: Marks) -> Marks:
        """What is written after the statements, given what is before."""
        for statement in statements:
            written = self._statement(statement, written)
        return written

    def _statement(self, statement: Stmt, written: Marks) -> Marks:
        if isinstance(statement, Instr):
            return written | self._written(statement)
        if isinstance(statement, Fail):
            self._fail(statement, written)
        elif isinstance(statement, If):
            return self.list(statement.then, written) | self.list(statement.orelse, written)
        elif isinstance(statement, (For, While, Parallel)):
            return self._loop(statement, written)
        else:
            written = self.list(statement.body, written)
        return written

    def _loop(self, statement: For | While | Parallel, written: Marks) -> Marks:
        known: Marks | None = None
        while known != written:  # once more with what a turn before may have written
            known = written
            for body in bodies(statement):
                written = self.list(body, written)
        if isinstance(statement, Parallel) and written:
            statement.lacking = LAST_WORD
        return written

    def _fail(self, statement: Fail, written: Marks) -> None:
        if not written or statement.status >= LAST_WORD:
            return
        if statement.status == NO_MEMORY:
            statement.status = LAST_WORD
        else:
            self.refused |= written


def _moves(instr: Instr) -> bool:
    """Whether the instruction hands on a pointer."""
    if instr.op == "set":
        return instr.args[0].type == "ptr"
    return instr.dest is not None and instr.dest.type == "ptr" and instr.op != "call"
