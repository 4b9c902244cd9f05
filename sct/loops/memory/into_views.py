"""Stores into views of arrays: see `through_views`."""

from __future__ import annotations

from typing import Any

from sct.ir.core import Op, Value
from sct.loops.elements.views import contiguous_copy
from sct.loops.lower import Lowering, attr, handler
from sct.loops.memory.through_views import RESHAPES
from sct.loops.turns.steps import Steps
from sct.loops.values import Arr, Unsupported

__all__: list[str] = []


@handler("update_view")
def _update_view(low: Lowering, op: Op) -> None:
    x, value, *operands = op.args
    if low.lanes is not None or op.results[0] in low.packed:
        raise Unsupported("a store into a view")
    in_place = op in low.ownership.in_place and isinstance(low.handle(x), Arr)
    with Steps(low, op) as steps:
        base = view = x if in_place else _copy(steps, op)
        path: Any = attr(op, "path")
        for name, count, attrs in path:
            if name in RESHAPES and view not in low.contiguous:
                raise Unsupported("whether it is a view depends on the strides")
            view = steps.do(name, view, *operands[:count], **dict(attrs))
            if name in RESHAPES:
                low.contiguous.add(view)
            operands = operands[count:]
        index = (("index", attr(op, "index")),)
        store = Op("setitem", (view, value, *operands), index, (Value(view.spec),), (), op.source)
        low.ownership.in_place.add(store)
        steps.run(store)
        if in_place:
            low.take_over(op, x)
        else:
            steps.end(base)


def _copy(steps: Steps, op: Op) -> Value:
    """A copy of what is stored into, under a name of its own, that lies in memory as the result is said to."""
    x, (result,) = op.args[0], op.results
    low, copied = steps.low, Value(x.spec)
    layout = low.layouts.get(result)
    if layout is None:
        low.contiguous.add(copied)
    else:
        low.layouts[copied] = layout
    low.memory.add(copied, x)
    low.define(copied, contiguous_copy(low, x, layout))
    steps.made.append(copied)
    return copied
