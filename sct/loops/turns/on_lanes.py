"""What is done otherwise while a loop is written strip by strip: an array is one number for each lane."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.core import ArrayConst, Op
from sct.ir.types import ARRAY
from sct.loops.code import FALSE, Operand, Var
from sct.loops.lower import HANDLERS, Lowering
from sct.loops.numbers import scalars
from sct.loops.numbers.entering import entered
from sct.loops.turns.masks import PICKED
from sct.loops.turns.strips import Plan
from sct.loops.values import Num, Unsupported

__all__ = ["Mode"]

BOOL = np.dtype("bool")


class Mode:
    """What a lowering knows while it writes a strip.

    Attributes
    ----------
    held
        How often the mask was found to hold in this strip.
    least
        So often it holds elsewhere, so this strip must go on as well; None if nothing changes any more.
    moves
        Whether anything may still change in this strip, or it must go on in any case: `always`.
    """

    def __init__(self, op: Op, plan: Plan) -> None:
        self.op = op
        self.plan = plan
        self.held: Var | None = None
        self.least: Var | None = None
        self.moves: Var | None = None
        self.always: Operand = FALSE

    def ends_early(self, op: Op) -> Var | None:
        """What else a loop must ask before each turn; None if nothing."""
        return self.moves if op is self.op else None

    def handler(self, low: Lowering, op: Op) -> Callable[[Lowering, Op], None] | None:
        """How the op is done on lanes, if otherwise than on numbers."""
        if op is self.plan.fold:
            return self.fold
        if self.moves is not None and self.plan.watched in op.results:
            return self.watch
        return self.own(low, op)

    def own(self, low: Lowering, op: Op) -> Callable[[Lowering, Op], None] | None:
        if not op.results or op.results[0].spec.kind != ARRAY or op.results[0] in low.packed or op.blocks:
            return None
        return _ON_LANES.get(op.name)

    def watch(self, low: Lowering, op: Op) -> None:
        (self.own(low, op) or HANDLERS[op.name])(low, op)
        assert self.moves is not None
        holds = low.code.pure("lane.any", "i1", low.num(op.results[0]).x)
        low.code.set(self.moves, low.code.or_(holds, self.always))

    def fold(self, low: Lowering, op: Op) -> None:
        """Whether the mask holds anywhere, as far as the loop has to know."""
        code = low.code
        holds = scalars.cast(code, low.num(op.args[0]), BOOL).x
        found = code.pure("lane.any", "i1", code.not_(holds) if op.name == "all" else holds)
        assert self.held is not None
        if self.least is not None:
            found = code.or_(found, code.icmp("slt", code.get(self.held), code.get(self.least)))
        code.set(self.held, code.iadd(code.get(self.held), code.pure("zext", "i64", found)))
        answer = Num(BOOL, (code.not_(found) if op.name == "all" else found,))
        low.define(op.results[0], scalars.cast(code, answer, op.results[0].spec.dtype))


# -- ops that do otherwise on lanes than on numbers --------------------------------------------------


def _setitem(low: Lowering, op: Op) -> None:
    x, value = op.args[:2]
    if value.spec.dtype.kind == "c" and x.spec.dtype.kind != "c":
        raise Unsupported("complex into real")
    if value.spec.kind != ARRAY and x.spec.dtype.kind in "iu" and not np.can_cast(value.spec.dtype, x.spec.dtype):
        raise Unsupported("a number that might not fit")
    new = entered(low.code, low.num(value), value.spec, x.spec.dtype)
    if op.attr("index") == PICKED:
        flag, old = low.num(op.args[2]).x, low.num(x)
        new = Num(
            new.dtype, tuple([low.code.select(flag, a, b) for a, b in zip(new.parts, old.parts, strict=True)])
        )
    low.define(op.results[0], new)


def _filled(low: Lowering, op: Op) -> None:
    dtype = op.results[0].spec.dtype
    if op.name in ("zeros", "zeros_like", "ones", "ones_like"):
        low.define(op.results[0], scalars.number(int(op.name.startswith("ones")), dtype))
        return
    value = op.args[-1]
    if value.spec.dtype.kind == "c" and dtype.kind != "c":
        raise Unsupported("complex into real")
    if value.spec.kind != ARRAY and dtype.kind in "iu" and not np.can_cast(value.spec.dtype, dtype):
        raise Unsupported("a number that might not fit")
    low.define(op.results[0], entered(low.code, low.num(value), value.spec, dtype))


def _constant(low: Lowering, op: Op) -> None:
    value: Any = op.attr("value")
    assert isinstance(value, ArrayConst)
    low.define(op.results[0], scalars.number(value.array().ravel()[0].item(), op.results[0].spec.dtype))


def _part(low: Lowering, op: Op) -> None:
    x = low.num(op.args[0])
    if x.dtype.kind != "c":
        raise Unsupported("a part of a real number")
    low.define(op.results[0], Num(op.results[0].spec.dtype, (x.parts[op.name == "imag"],)))


_ON_LANES: dict[str, Callable[[Lowering, Op], None]] = {
    "setitem": _setitem, "constant": _constant, "real": _part, "imag": _part,
    "zeros": _filled, "ones": _filled, "full": _filled,
    "zeros_like": _filled, "ones_like": _filled, "full_like": _filled,
}  # fmt: skip
