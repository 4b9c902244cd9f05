"""Whether a loop's code writes to nothing but memory of its own: seen from where its pointers come from.

What a program does to its arrays is one thing, what becomes of it another: references are counted, arrays are copied,
and put into memory that all turns share.
"""

from __future__ import annotations

from collections.abc import Container

from sct.loops.code import For, Instr, Operand, Var, walk

__all__ = ["writes_own_memory"]


def writes_own_memory(loop: For, allowed: Container[Operand]) -> bool:
    """Whether all stores go where the pointers `allowed` lead to; calls are not looked at."""
    instrs = [one for one in walk(loop.body) if isinstance(one, Instr)]
    sources: dict[Operand | Var, list[Operand | Var] | None] = {}
    for one in instrs:
        if one.op == "set" and one.args[0].type == "ptr":
            before = sources.setdefault(one.note, [])
            assert before is not None
            before.append(one.args[0])
        elif one.dest is not None and one.dest.type == "ptr":
            sources[one.dest] = _sources(one)
    good = {made: given for made, given in sources.items() if given is not None}
    shrinking = True
    while shrinking:
        wrong = [x for x, given in good.items() if not all(source in good or source in allowed for source in given)]
        for x in wrong:
            del good[x]
        shrinking = bool(wrong)
    stores = [one.args[-2] for one in instrs if one.op in ("store", "lane.store")]
    return all(pointer in good or pointer in allowed for pointer in stores)


def _sources(instr: Instr) -> list[Operand | Var] | None:
    """What a pointer is made from; None where it may lead anywhere.

    Only owners of memory hold pointers: to their own memory.
    """
    if instr.op == "get":
        return [instr.note]
    if instr.op in ("offset", "load"):
        return [instr.args[0]]
    if instr.op == "select":
        return list(instr.args[1:])
    return [] if instr.op == "call" and instr.note == "sct_alloc" else None
