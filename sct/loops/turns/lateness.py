"""Tests of results, taken out of innermost loops: they are noted there, and asked after the loop.

A loop that may leave in the middle is no loop on vectors. Where each reason to leave only says that Python would
have raised (a root of a negative number, a division by zero), the turns that follow do no harm: what they compute is
thrown away, as all else is that a program does before it gives up.
"""

from __future__ import annotations

from collections.abc import Sequence

from sct.loops.code import Code, Fail, For, If, Instr, Stmt, Var, bodies, walk

__all__ = ["append_loop"]

_NOT_ON_VECTORS = ("call", "libm")  # beside a function of the C library, leaving at once costs less


def append_loop(code: Code, loop: For) -> None:
    """Append a loop that is written; what may fail late fails after it."""
    status = _status(loop.body)
    if status is None:
        code.append(loop)
        return
    flag = code.flag()
    _put_off(code, loop.body, flag)
    code.append(loop)
    code.fail(code.get(flag), status)


def _status(body: Sequence[Stmt]) -> int | None:
    """The status of all failures of a loop, if none of them is urgent."""
    found: set[int] = set()
    for one in walk(body):
        if isinstance(one, Fail) and one.late:
            found.add(one.status)
        elif not isinstance(one, (Instr, If)) or (isinstance(one, Instr) and one.op in _NOT_ON_VECTORS):
            return None
    return found.pop() if len(found) == 1 else None


def _put_off(code: Code, body: list[Stmt], flag: Var) -> None:
    written: list[Stmt] = []
    for one in body:
        if isinstance(one, If) and len(one.then) == 1 and isinstance(one.then[0], Fail):
            with code.into(written):
                code.set(flag, code.pure("or", "i1", code.get(flag), one.cond))
            continue
        for inner in bodies(one):
            _put_off(code, inner, flag)
        written.append(one)
    body[:] = written
