"""Stores into views of arrays: see `through_views`."""

from __future__ import annotations

from typing import Any

from sct.ir.core import Op, Value
from sct.loops.lower import HANDLERS, Lowering, attr, handler
from sct.loops.operands import full, stored
from sct.loops.through_views import RESHAPES
from sct.loops.values import Arr, Nest, Unsupported
from sct.ops import registry

__all__: list[str] = []


@handler("update_view")
def _update_view(low: Lowering, op: Op) -> None:
    x, value, *operands = op.args
    if low.lanes is not None or op.results[0] in low.packed:
        raise Unsupported("a store into a view")
    in_place = op in low.ownership.in_place and isinstance(low.handle(x), Arr)
    base = x if in_place else _copy(low, x)
    made: list[Value] = [] if in_place else [base]
    try:
        view = base
        path: Any = attr(op, "path")
        for name, count, attrs in path:
            shown = _result(name, view, operands[:count], attrs)
            step = Op(name, (view, *operands[:count]), attrs, (shown,), (), op.source)
            if name in RESHAPES and view not in low.contiguous:
                raise Unsupported("whether it is a view depends on the strides")
            if name in RESHAPES:
                low.contiguous.add(shown)
            low.memory.add(shown, x)
            low.lent.add(shown)
            HANDLERS[name](low, step)
            view = shown
            made.append(view)
            operands = operands[count:]
        done = Value(view.spec)
        store = Op("setitem", (view, value, *operands), (("index", attr(op, "index")),), (done,), (), op.source)
        low.memory.add(done, x)
        low.ownership.in_place.add(store)
        HANDLERS["setitem"](low, store)
        made.append(done)
        if in_place:
            low.take_over(op, x)
        else:
            arr = low.handle(base)
            assert isinstance(arr, Arr)
            low.retain(arr)
            low.define(op.results[0], arr)
    finally:
        for one in made:
            low.drop(one)
            low.env.pop(one, None)


def _result(name: str, x: Value, operands: list[Value], attrs: Any) -> Value:
    (spec,) = registry.get(name).specs((), tuple(v.spec for v in (x, *operands)), dict(attrs))
    return Value(spec)


def _copy(low: Lowering, x: Value) -> Value:
    """A copy of x, under a name of its own."""
    nest = Nest("copy", low.extents(x), (full(low, x),), lambda code, n, index: n[0], x.spec.dtype)
    copied = Value(x.spec)
    low.contiguous.add(copied)
    low.define(copied, stored(low, nest))
    return copied
