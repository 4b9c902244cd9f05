"""Ops that are others, one after the other: `trace` is the sum of the diagonal."""

from __future__ import annotations

from sct.ir.core import Op
from sct.loops.lower import Lowering, attr, handler
from sct.loops.turns.steps import Steps
from sct.loops.values import Unsupported

__all__: list[str] = []


@handler("trace")
def _trace(low: Lowering, op: Op) -> None:
    (x,) = op.args
    if attr(op, "dtype") is not None:
        raise Unsupported("a dtype of its own")
    with Steps(low, op) as steps:
        diagonal = steps.do("diagonal", x, **{name: attr(op, name) for name in ("offset", "axis1", "axis2")})
        steps.end(steps.do("sum", diagonal, axis=-1))


_REDUCTIONS = {
    "add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "logical_or": "any", "logical_and": "all",
}  # fmt: skip


@handler("ufunc_reduce")
def _reduced(low: Lowering, op: Op) -> None:
    name = _REDUCTIONS.get(str(attr(op, "ufunc")))
    if name is None or len(op.args) > 1 or attr(op, "dtype") is not None or attr(op, "initial") is not None:
        raise Unsupported("another reduction")
    with Steps(low, op) as steps:
        steps.end(steps.do(name, op.args[0], axis=attr(op, "axis"), keepdims=attr(op, "keepdims")))


@handler("ptp")
def _ptp(low: Lowering, op: Op) -> None:
    (x,) = op.args
    how = {name: attr(op, name) for name in ("axis", "keepdims")}
    with Steps(low, op) as steps:
        steps.end(steps.do("subtract", steps.do("max", x, **how), steps.do("min", x, **how)))


@handler("norm")
def _norm(low: Lowering, op: Op) -> None:
    """NumPy takes the root of the product of all elements with themselves, which BLAS computes."""
    (x,) = op.args
    plain = attr(op, "ord") is None and attr(op, "axis") is None and not attr(op, "keepdims")
    if not plain or x.spec.dtype.char not in "df" or (x.spec.ndim != 1 and x not in low.contiguous):
        raise Unsupported("another norm")
    with Steps(low, op) as steps:
        flat = x
        if x.spec.ndim != 1:
            flat = steps.do("ravel", x)
            low.contiguous.add(flat)
        steps.end(steps.do("sqrt", steps.do("dot", flat, flat)))
