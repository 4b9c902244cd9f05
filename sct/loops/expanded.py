"""Ops that are others, one after the other: `trace` is the sum of the diagonal."""

from __future__ import annotations

from typing import Any

from sct.ir.build import freeze_attrs
from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.lower import HANDLERS, Lowering, attr, handler
from sct.loops.values import Arr, Unsupported
from sct.ops import registry

__all__: list[str] = []


class _Steps:
    """Lowers ops in the place of one; what they make in between is given back."""

    def __init__(self, low: Lowering, op: Op) -> None:
        self.low = low
        self.op = op
        self.made: list[Value] = []

    def __enter__(self) -> _Steps:
        return self

    def __exit__(self, *_: object) -> None:
        for value in self.made:
            self.low.drop(value)
            self.low.env.pop(value, None)

    def do(self, name: str, *args: Value, **attrs: Any) -> Value:
        """The result of one op."""
        frozen = freeze_attrs(attrs)
        (spec,) = registry.get(name).specs((), tuple(a.spec for a in args), dict(frozen))
        result = Value(spec)
        if spec.kind == ARRAY:
            self.low.memory.add(result, next(a for a in args if a.spec.kind == ARRAY))
        HANDLERS[name](self.low, Op(name, args, frozen, (result,), (), self.op.source))
        self.made.append(result)
        return result

    def end(self, value: Value) -> None:
        """Take a value for the result of the whole."""
        if value.spec != self.op.results[0].spec:
            raise Unsupported("a result of another kind")
        handle = self.low.handle(value)
        if isinstance(handle, Arr):
            self.low.retain(handle)
        self.low.define(self.op.results[0], handle)


@handler("trace")
def _trace(low: Lowering, op: Op) -> None:
    (x,) = op.args
    if attr(op, "dtype") is not None:
        raise Unsupported("a dtype of its own")
    with _Steps(low, op) as steps:
        diagonal = steps.do("diagonal", x, **{name: attr(op, name) for name in ("offset", "axis1", "axis2")})
        steps.end(steps.do("sum", diagonal, axis=-1))


@handler("norm")
def _norm(low: Lowering, op: Op) -> None:
    """NumPy takes the root of the product of all elements with themselves, which BLAS computes."""
    (x,) = op.args
    plain = attr(op, "ord") is None and attr(op, "axis") is None and not attr(op, "keepdims")
    if not plain or x.spec.dtype.char not in "df" or (x.spec.ndim != 1 and x not in low.contiguous):
        raise Unsupported("another norm")
    with _Steps(low, op) as steps:
        flat = x
        if x.spec.ndim != 1:
            flat = steps.do("ravel", x)
            low.contiguous.add(flat)
        steps.end(steps.do("sqrt", steps.do("dot", flat, flat)))
