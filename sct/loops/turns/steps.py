"""Several ops in the place of one, while it is lowered."""

from __future__ import annotations

from typing import Any

from sct.ir.build import freeze_attrs
from sct.ir.core import Op, Value
from sct.ir.types import ARRAY
from sct.loops.lower import HANDLERS, Lowering
from sct.loops.values import Arr, Unsupported
from sct.ops import registry

__all__ = ["Steps"]


class Steps:
    """Lowers ops in the place of one; what they make in between is given back."""

    def __init__(self, low: Lowering, op: Op) -> None:
        self.low = low
        self.op = op
        self.made: list[Value] = []

    def __enter__(self) -> Steps:
        return self

    def __exit__(self, *_: object) -> None:
        for value in self.made:
            self.low.drop(value)
            self.low.env.pop(value, None)

    def do(self, name: str, *args: Value, **attrs: Any) -> Value:
        """The result of one op, as inference says it."""
        frozen = freeze_attrs(attrs)
        (spec,) = registry.get(name).specs((), tuple(a.spec for a in args), dict(frozen))
        return self.run(Op(name, args, frozen, (Value(spec),), (), self.op.source))

    def run(self, step: Op) -> Value:
        """The result of one op. What it is made of is there until the last step is done."""
        (result,) = step.results
        if result.spec.kind == ARRAY:
            self.low.memory.add(result, next(a for a in step.args if a.spec.kind == ARRAY))
        self.low.lent.add(result)
        HANDLERS[step.name](self.low, step)
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
