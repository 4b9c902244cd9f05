"""Which innermost loops are written as vectors by ourselves: those whose turns work on neighbours in memory.

LLVM vectorises them, too, and well, but takes a third of all compile time for it: it has to find out what we know. What
is here is plain: elements side by side in, arithmetic, elements side by side out, and the largest, the least or the sum
of something. All other loops are LLVM's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from sct.backends.native.math import FUNCTIONS
from sct.backends.native.plain import is_plain
from sct.backends.native.width import vector_width, vectors_at_once
from sct.loops.code import ONE, For, Instr, Operand, Ref, Var
from sct.loops.memory.distances import distance
from sct.loops.memory.memory_classes import OWN

__all__ = ["COMBINED", "Plan", "plan_of"]

COMBINED = frozenset({"maximum", "minimum", "smin", "smax", "and", "or", "xor", "iadd", "fadd.reassoc"})
"""What a variable may be combined with from turn to turn, in any order."""
_DIVIDES = frozenset({"sdiv", "srem", "udiv", "urem"})  # no processor has these for vectors
_BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f32": 32, "f64": 64}
_SMALL = 12  # instructions: of so few, two vectors at once keep the processor busy


class Plan:
    """How a loop is written as vectors.

    Attributes
    ----------
    same : list of Instr
        What is the same in all turns, to be done once before them.
    each : list of Instr
        What is done on vectors.
    places : dict
        The values that are the loop's index and something more, with the instruction that says what.
    totals : dict
        The variables that are combined from turn to turn: how, and with which value of each turn.
    width, at_once : int
        How many elements a vector has, and how many vectors a turn works on.
    is_long : bool
        Whether what is done is too much to be written out often.
    """

    def __init__(self, loop: For, made: Mapping[Ref, Instr]) -> None:
        self.loop = loop
        self._made = made
        self.same: list[Instr] = []
        self.each: list[Instr] = []
        self.places: dict[Ref, Instr | None] = {loop.index: None}
        self.vectors: set[Ref] = set()
        self.totals: dict[Var, tuple[str, Operand]] = {}
        self._bookkeeping: set[Instr] = set()
        self.width = self.at_once = 0
        self.is_long = False
        self._stores = [i for i in loop.body if isinstance(i, Instr) and i.op == "store"]
        self._read: dict[tuple[Operand, Operand], Ref] = {}
        self._renamed: dict[Operand, Operand] = {}  # what has been read before

    def is_same(self, operand: Operand) -> bool:
        return operand not in self.vectors and operand not in self.places

    def made(self) -> bool:
        """Whether the loop can be written so; fills in the rest."""
        loop = self.loop
        body = [one for one in loop.body if isinstance(one, Instr)]
        if loop.down or loop.step != ONE or len(body) != len(loop.body):
            return False
        if not self._find_totals(body) or not (self._stores or self.totals):
            return False
        if not (all(self._instr(instr) for instr in body) and self._apart(body) and self._choose()):
            return False
        self.totals = {var: (op, self._renamed.get(value, value)) for var, (op, value) in self.totals.items()}
        return True

    # -- variables -----------------------------------------------------------------------------------

    def _find_totals(self, body: list[Instr]) -> bool:
        """Each variable is read, combined with something and set, and nobody else looks at it in between."""
        used: dict[Any, int] = {}
        for instr in body:
            for arg in instr.args:
                used[arg] = used.get(arg, 0) + 1
        makers = {instr.dest: instr for instr in body if instr.dest is not None}
        got = {instr.note: instr for instr in body if instr.op == "get"}
        put = {instr.note: instr for instr in body if instr.op == "set"}
        count = sum(instr.op in ("get", "set") for instr in body)
        if got.keys() != put.keys() or count != 2 * len(got):
            return False
        for var, setting in put.items():
            before, after = got[var].dest, setting.args[0]
            step = makers.get(after) if isinstance(after, Ref) else None
            if step is None or used.get(before) != 1 or used.get(after) != 1 or before not in step.args:
                return False
            op = step.note if step.op == "intrinsic" else step.op
            if op not in COMBINED or len(step.args) != 2:
                return False
            value = step.args[1] if step.args[0] is before else step.args[0]
            self.totals[var] = op, value
            self._bookkeeping |= {got[var], step, setting}
        return True

    # -- instructions --------------------------------------------------------------------------------

    def _instr(self, given: Instr) -> bool:
        if given in self._bookkeeping:
            return True
        instr = Instr(given.dest, given.op, tuple(self._renamed.get(a, a) for a in given.args), given.note)
        if instr.op == "load":
            return self._load(instr)
        if instr.op == "store":
            self.each.append(instr)
            return self.is_same(instr.args[1]) and instr.args[2] in self.places
        if instr.dest is None:
            return False
        if all(self.is_same(a) for a in instr.args):
            self.same.append(instr)
            return is_plain(instr) or instr.op in ("offset", "intrinsic", "math")
        if self._is_place(instr):
            self.places[instr.dest] = instr
            return True
        self.each.append(instr)
        self.vectors.add(instr.dest)
        if instr.op == "math":
            function, kind = instr.note.rsplit(".", 1)
            return function in FUNCTIONS and kind in ("f32", "f64")
        if instr.op == "intrinsic":
            return all(operand.type[0] == "f" for operand in (instr.dest, *instr.args))
        return is_plain(instr) and instr.op not in _DIVIDES

    def _is_place(self, instr: Instr) -> bool:
        """Whether it goes up by one from turn to turn."""
        if instr.op == "iadd":
            a, b = instr.args
            return (a in self.places and self.is_same(b)) or (b in self.places and self.is_same(a))
        return instr.op == "isub" and instr.args[0] in self.places and self.is_same(instr.args[1])

    def _load(self, instr: Instr) -> bool:
        pointer, index = instr.args
        assert instr.dest is not None
        if not self.is_same(pointer) or index in self.vectors:
            return False
        if self.is_same(index):
            self.same.append(instr)
            return True
        found = self._read.get((pointer, index))
        stored = any(one.op == "store" for one in self.each)
        if found is not None and found.type == instr.dest.type and not stored:
            self._renamed[instr.dest] = found
            return True
        self._read[pointer, index] = instr.dest
        self.each.append(instr)
        self.vectors.add(instr.dest)
        return True

    # -- memory --------------------------------------------------------------------------------------

    def _apart(self, body: list[Instr]) -> bool:
        """Whether no turn reads or writes what another one writes, but for what it has read before that."""
        accesses = [one for one in body if one.op in ("load", "store")]
        return all(
            one is store or _are_apart(store, one) or self._is_far(store, one, k < accesses.index(store))
            for store in self._stores
            for k, one in enumerate(accesses)
        )

    def _is_far(self, store: Instr, other: Instr, before: bool) -> bool:
        """Whether the other one's element is beyond all that is written, or is read `before` it is written."""
        kind, turns = _kind(store), self.loop.turns
        if _kind(other) != kind or math.isinf(turns):
            return False
        size = max(_BITS[kind] // 8, 1)
        gap = distance(_place(other), _place(store), size, self._made)
        if gap is None:
            return False
        return abs(gap) >= turns * size or (gap > 0 and gap % size == 0 and before and other.op == "load")

    # -- sizes ---------------------------------------------------------------------------------------

    def _choose(self) -> bool:
        memory = {_kind(instr) for instr in self.each if instr.op in ("load", "store")}
        kinds = {instr.dest.type for instr in self.each if instr.dest is not None} | memory
        kinds |= {var.type for var in self.totals}
        if "ptr" in kinds:
            return False
        widest, stored = (max((_BITS[kind] for kind in some), default=8) for some in (kinds, memory))
        self.width = min(vector_width() // max(stored, 8), 2 * vector_width() // max(widest, 8), 32)
        maths = sum(instr.op == "math" for instr in self.each)
        self.at_once = vectors_at_once() if maths > 1 else 2 if len(self.each) <= _SMALL else 1
        self.is_long = maths > 0 or len(self.each) > 2 * _SMALL
        return True


def _are_apart(store: Instr, other: Instr) -> bool:
    """Whether the two never meet in one element in different turns."""
    if _place(store) == _place(other):
        return _kind(other) == _kind(store)
    if store.note is None or other.note is None:
        return False
    (region, number, _), (around, other_number, _) = store.note, other.note
    if OWN in (region, around):
        return bool((region, number) != (around, other_number))
    return bool(region == around and number != other_number)


def _place(access: Instr) -> tuple[Operand, Operand]:
    return access.args[-2], access.args[-1]


def _kind(access: Instr) -> str:
    return access.args[0].type if access.dest is None else access.dest.type


def plan_of(loop: For, made: Mapping[Ref, Instr]) -> Plan | None:
    """How the loop is written as vectors; None if that is left to LLVM.

    `made` has the instructions that sums, differences, products and shifted pointers come from.
    """
    plan = Plan(loop, made)
    return plan if plan.made() else None


def pieces(count: int, width: int) -> Iterable[int]:
    """The lengths of vectors for what is left after whole ones.

    >>> list(pieces(11, 16))
    [8, 2, 1]
    """
    while count:
        while width > count:
            width //= 2
        yield width
        count -= width
