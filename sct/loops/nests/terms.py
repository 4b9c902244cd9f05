"""Sums that a loop adds up one by one: what is added is computed on vectors beforehand, some at a time.

Floats are added in the order that the program says, or the sum is another one; so a loop that adds up is no loop on
vectors. But what it adds may be. Before::

    for (i from a to b) { total = total + f(x[i]); }

After::

    for (s from a to b by 32) {
      e = min(s + 32, b);
      for (i from s to e) { terms[i - s] = f(x[i]); }
      for (k from 0 to e - s) { total = total + terms[k]; }
    }
"""

from __future__ import annotations

from collections import Counter

from sct.loops.code import ONE, ZERO, Code, Const, For, Instr, Lanes, Operand, Ref, Stmt, Var, bodies
from sct.records import record

__all__ = ["terms_apart"]

STRIP = 32  # few enough for a processor to begin with the next ones while it adds these
LEAST_TURNS = 64
LEAST = 7  # what a turn has to compute, in products: an addition waits for the one before as long as four take
_COSTS = {"fadd": 1, "fsub": 1, "fmul": 1, "fneg": 1, "fdiv": 5, "select": 1}
_INTRINSICS = {"fma": 1, "sqrt": 6, "fabs": 1}
_SUMS = ("fadd", "fsub")
_PLAIN = frozenset({
    "load", "get", "set", "iadd", "isub", "imul", "and", "or", "xor", "ashr", "sitofp", "uitofp", "sext", "zext",
    "trunc", "fpext", "fptrunc",
})  # fmt: skip


@record
class _Sum:
    """A variable that a loop adds to: how it is read, changed and set, and what is added."""

    var: Var
    get: Instr
    add: Instr
    set: Instr
    total: Operand
    term: Operand


def terms_apart(code: Code) -> None:
    """Split the loops that only add up, where that pays."""
    waiting = [code.body]
    while waiting:
        body = waiting.pop()
        for k, one in enumerate(body):
            if isinstance(one, For) and (sums := _sums(code, one)):
                body[k] = _in_strips(code, one, sums)
            elif not isinstance(one, Lanes):  # which are vectors already
                waiting += bodies(one)


def _sums(code: Code, loop: For) -> list[_Sum]:
    """What a loop adds up, if it does nothing else, and computes much for it."""
    instrs = [one for one in loop.body if isinstance(one, Instr)]
    if len(instrs) < len(loop.body) or loop.step != ONE or loop.down or loop.most < LEAST_TURNS:
        return []
    if loop.own is not None or loop.independent or sum(map(_cost, instrs)) < LEAST:
        return []
    if not all(one.op in _PLAIN or one.op.startswith(("fcmp.", "icmp.")) or _cost(one) for one in instrs):
        return []
    made: dict[Operand, Instr] = {one.dest: one for one in instrs if one.dest is not None}
    uses = Counter(arg for one in instrs for arg in one.args)
    turning = [one for one in instrs if one.op in ("get", "set") and one.note not in code.flags]
    sums = [found for one in turning if one.op == "set" and (found := _added(one, made)) is not None]
    moved = {found.var for found in sums}
    apart = Counter(one.note for one in turning if one.note in moved)
    if any(apart[found.var] != 2 or uses[found.total] > 1 or uses[found.set.args[0]] > 1 for found in sums):
        return []
    return sums if all(one.note in moved or _is_idle(one, made, uses) for one in turning) else []


def _is_idle(one: Instr, made: dict[Operand, Instr], uses: Counter[Operand]) -> bool:
    """Whether a variable is set to what it may as well be set to in any turn, or read for nothing."""
    return one.args[0] not in made if one.op == "set" else not one.dest or not uses[one.dest]


def _added(last: Instr, made: dict[Operand, Instr]) -> _Sum | None:
    """The sum, if `last` sets a variable to what it was, and something that the loop computes."""
    add = made.get(last.args[0])
    if add is None or add.op not in _SUMS:
        return None
    for total, term in (add.args, add.args[::-1]) if add.op == "fadd" else (add.args,):
        first = made.get(total)
        if first is not None and first.op == "get" and first.note is last.note and term in made and term is not total:
            return _Sum(last.note, first, add, last, total, term)
    return None


def _cost(one: Instr) -> int:
    return _INTRINSICS.get(one.note, 0) if one.op == "intrinsic" else _COSTS.get(one.op, 0)


def _in_strips(code: Code, loop: For, sums: list[_Sum]) -> For:
    strips = For(code.ref("i64"), loop.start, loop.stop, Const("i64", STRIP), most=loop.most)
    outer: list[Stmt] = strips.body

    def write(into: list[Stmt], op: str, type_: str, *args: Operand, note: object = None) -> Ref:
        made = Ref(type_, code.ref(type_).number)
        into.append(Instr(made, op, args, note))
        return made

    left = write(outer, "isub", "i64", loop.stop, strips.index)
    count = write(outer, "select", "i64", write(outer, "icmp.slt", "i1", left, strips.step), left, strips.step)
    end = write(outer, "iadd", "i64", strips.index, count)
    gone = {one for each in sums for one in (each.get, each.add, each.set)}
    terms = For(loop.index, strips.index, end, ONE, [one for one in loop.body if one not in gone], most=STRIP)
    added = For(code.ref("i64"), ZERO, count, ONE, unroll=True, most=STRIP)
    code.about[loop.index] = code.about[added.index] = strips.step
    place = write(terms.body, "isub", "i64", loop.index, strips.index)
    for each in sums:
        room = code.buffer(STRIP * 8)
        terms.body.append(Instr(None, "store", (each.term, room, place)))
        term = write(added.body, "load", each.term.type, room, added.index)
        total = write(added.body, "get", each.term.type, note=each.var)
        args = tuple([total if arg is each.total else term for arg in each.add.args])
        added.body.append(Instr(None, "set", (write(added.body, each.add.op, each.term.type, *args),), each.var))
    outer += [terms, added]
    return strips
