"""LLVM text for loops over neighbours in memory: whole vectors in a loop, shorter ones for what is left."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sct.backends.native.lanes import intrinsic_flags
from sct.backends.native.machine_types import llvm_type
from sct.backends.native.neighbour_bodies import Copy, Outside, repeat, together
from sct.backends.native.neighbours import Plan, pieces, plan_of
from sct.backends.native.plain import word_of
from sct.backends.native.unrolling import hints_of_vectors
from sct.loops.code import Const, For, Var

if TYPE_CHECKING:
    from sct.backends.native.emit import Emitter

__all__ = ["write_neighbours"]


def write_neighbours(out: Emitter, loop: For) -> bool:
    """Write the loop as vectors, if that is plain to do."""
    plan = plan_of(loop, out.code.made)
    if plan is None or loop.turns == 0:
        return False
    if loop.turns > 2 * plan.width * plan.at_once:
        out.tally.done(loop.turns)  # what is written out belongs to the loop around
    if math.isinf(loop.turns):
        _Loop(out, plan).any_number()
    else:
        _Loop(out, plan).number(int(loop.turns))
    return True


class _Loop:
    """The text of one loop."""

    def __init__(self, out: Emitter, plan: Plan) -> None:
        self.out = out
        self.plan = plan
        self.outside: Outside

    def number(self, count: int) -> None:
        """So many turns."""
        plan = self.plan
        at = int(plan.loop.start.value)  # type: ignore[union-attr]
        stop = at + count
        parts: list[tuple[int, int]] = []  # how many vectors at once, and to where
        for many in sorted({plan.at_once, 1}, reverse=True):
            turns = (stop - at) // (plan.width * many)
            if turns > 1 and (many > 1 or turns > 2 or plan.is_long):
                at += turns * plan.width * many
                parts.append((many, at))
        full, last = divmod(stop - at, plan.width)
        short = list(pieces(last, plan.width))
        if plan.is_long:
            del short[1:]
        self.outside = Outside(self.out, plan, {plan.width, *short} if parts or full else set(short))
        start = stop - count
        for many, end in parts:
            self._vectors(str(start), str(end), many)
            start = end
        self._piece(str(at), plan.width, full)
        at += full * plan.width
        for width in short:
            self._piece(str(at), width)
            at += width
        if at < stop:
            self._one_by_one(str(at), str(stop))

    def any_number(self) -> None:
        """As many turns as there are: whole vectors, and what is left one by one."""
        out, plan = self.out, self.plan
        loop = plan.loop
        start, stop = out.use(loop.start), out.use(loop.stop)
        begin, end = out.label("some"), out.label("done")
        first = out.temp()
        out.put(f"  {first} = icmp slt i64 {start}, {stop}")
        out.put(f"  br i1 {first}, label %{begin}, label %{end}")
        out.put(f"{begin}:")
        self.outside = Outside(out, plan, {plan.width})
        at = start
        for many in sorted({plan.at_once, 1}, reverse=True):
            at = self._as_often_as_fits(at, stop, many)
        self._one_by_one(at, stop)
        out.put(f"  br label %{end}")
        out.put(f"{end}:")

    def _as_often_as_fits(self, at: str, stop: str, many: int) -> str:
        """A loop that goes on as long as whole turns fit; answers where it has stopped."""
        out, each = self.out, self.plan.width * many
        left, over, fits, till = out.temp(), out.temp(), out.temp(), out.temp()
        body, end, before = out.label("whole"), out.label("rest"), out.label("from")
        out.put(f"  br label %{before}")
        out.put(f"{before}:")
        out.put(f"  {left} = sub i64 {stop}, {at}")
        out.put(f"  {over} = and i64 {left}, {-each}")
        out.put(f"  {fits} = icmp ne i64 {over}, 0")
        out.put(f"  {till} = add i64 {at}, {over}")
        out.put(f"  br i1 {fits}, label %{body}, label %{end}")
        out.put(f"{body}:")
        self._vectors(at, till, many)
        out.put(f"  br label %{end}")
        out.put(f"{end}:")
        return till

    def _vectors(self, start: str, stop: str, many: int) -> None:
        """The loop over whole vectors, which turns at least once."""
        out, plan = self.out, self.plan
        before, head, end = out.label("pre"), out.label("for"), out.label("end")
        sums = {var: [out.temp() for _ in range(many)] for var in plan.totals}
        firsts = {var: self._first(var) for var in plan.totals}
        out.put(f"  br label %{before}")
        out.put(f"{before}:")
        out.put(f"  br label %{head}")
        out.put(f"{head}:")
        index, nxt, again = out.temp(), out.temp(), out.temp()
        lasts = {var: [out.temp() for _ in names] for var, names in sums.items()}
        out.put(f"  {index} = phi i64 [ {start}, %{before} ], [ {nxt}, %{head} ]")
        for var, names in sums.items():
            kind = f"<{plan.width} x {llvm_type(var.type)}>"
            for name, last in zip(names, lasts[var], strict=True):
                out.put(f"  {name} = phi {kind} [ {firsts[var]}, %{before} ], [ {last}, %{head} ]")
        copies = [Copy(self.outside, index, plan.width, k * plan.width) for k in range(many)]
        together(copies)
        for var, (op, value) in plan.totals.items():
            for copy, name, last in zip(copies, sums[var], lasts[var], strict=True):
                self._combine(last, op, var.type, plan.width, name, copy.use(value))
        out.put(f"  {nxt} = add nsw i64 {index}, {plan.width * many}")
        out.put(f"  {again} = icmp slt i64 {nxt}, {stop}")
        out.put(f"  br i1 {again}, label %{head}, label %{end}{hints_of_vectors(out)}")
        out.put(f"{end}:")
        for var in plan.totals:
            self._into(var, lasts[var], plan.width)

    def _piece(self, at: str, width: int, many: int = 1) -> None:
        """So many vectors, or one number."""
        copies = [Copy(self.outside, at, width, k * width) for k in range(many)]
        together(copies)
        if copies:
            for var, (_, value) in self.plan.totals.items():
                self._into(var, [copy.use(value) for copy in copies], width)

    def _one_by_one(self, start: str, stop: str) -> None:
        """The turns that are left, as they stand."""
        out = self.out
        before, head, latch, end = (out.label(hint) for hint in ("left", "one", "next", "over"))
        first, index, nxt, again = (out.temp() for _ in range(4))
        out.put(f"  br label %{before}")
        out.put(f"{before}:")
        out.put(f"  {first} = icmp slt i64 {start}, {stop}")
        out.put(f"  br i1 {first}, label %{head}, label %{end}")
        out.put(f"{head}:")
        out.put(f"  {index} = phi i64 [ {start}, %{before} ], [ {nxt}, %{latch} ]")
        self._piece(index, 1)
        out.put(f"  br label %{latch}")
        out.put(f"{latch}:")
        out.put(f"  {nxt} = add nsw i64 {index}, 1")
        out.put(f"  {again} = icmp slt i64 {nxt}, {stop}")
        out.put(f"  br i1 {again}, label %{head}, label %{end}{hints_of_vectors(out)}")
        out.put(f"{end}:")

    # -- what is combined ----------------------------------------------------------------------------

    def _first(self, var: Var) -> str:
        """What a vector of partial results begins with: what changes nothing."""
        out, kind = self.out, llvm_type(var.type)
        op, _ = self.plan.totals[var]
        if op in ("iadd", "xor"):
            return "zeroinitializer"
        if op == "fadd.reassoc":
            return f"splat ({kind} {out.use(Const(var.type, -0.0))})"
        now = out.temp()
        out.put(f"  {now} = load {kind}, ptr %v{var.number}")
        return repeat(self.out, f"{kind} {now}", kind, self.plan.width)

    def _into(self, var: Var, parts: Sequence[str], width: int) -> None:
        """Put partial results together, and into the variable."""
        out, scalar = self.out, llvm_type(var.type)
        op, _ = self.plan.totals[var]
        found = parts[0]
        for part in parts[1:]:
            found = self._combined(op, var.type, width, found, part)
        while width > 1:
            kind, half = f"<{width} x {scalar}>", width // 2
            left, right = out.temp(), out.temp()
            for name, begin in ((left, 0), (right, half)):
                places = ", ".join(f"i32 {k}" for k in range(begin, begin + half))
                if half > 1:
                    out.put(f"  {name} = shufflevector {kind} {found}, {kind} poison, <{half} x i32> <{places}>")
                else:
                    out.put(f"  {name} = extractelement {kind} {found}, i64 {begin}")
            found, width = self._combined(op, var.type, half, left, right), half
        before = out.temp()
        out.put(f"  {before} = load {scalar}, ptr %v{var.number}")
        found = self._combined(op, var.type, 1, before, found)
        out.put(f"  store {scalar} {found}, ptr %v{var.number}")

    def _combined(self, op: str, scalar: str, width: int, a: str, b: str) -> str:
        made = self.out.temp()
        self._combine(made, op, scalar, width, a, b)
        return made

    def _combine(self, made: str, op: str, scalar: str, width: int, a: str, b: str) -> None:
        """Two vectors of so many numbers, or two numbers."""
        out, kind = self.out, llvm_type(scalar)
        if width > 1:
            kind = f"<{width} x {kind}>"
        word = word_of(op)
        if word is not None:
            out.put(f"  {made} = {word} {kind} {a}, {b}")
            return
        name = f"llvm.{op}.v{width}{scalar}" if width > 1 else f"llvm.{op}.{scalar}"
        out.intrinsics[name] = f"declare {kind} @{name}({kind}, {kind})"
        out.put(f"  {made} = call {intrinsic_flags(op)}{kind} @{name}({kind} {a}, {kind} {b})")
