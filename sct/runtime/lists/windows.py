"""Windows of an array in a list of run-time length: `[x[i - 2:i + 3] for i in peaks]`.

A slice is shorter than its bounds say where it reaches over an end of the array, and the items of such a list have to
be of one shape. So what is put into a list in a loop of which only the run knows how often it turns is taken for a
whole window, and the program checks that it is one: if not, plain Python answers the call.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sct.ir.core import Value
from sct.ir.types import ARRAY, Dim, Spec
from sct.ops.registry import get
from sct.runtime.arrays.storage import ViewStep

if TYPE_CHECKING:
    from sct.ir.build import Builder
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["as_whole_window", "note_windows", "turning"]

_SIGNS = {"add": 1, "py_add": 1, "subtract": -1, "py_sub": -1}
_CUT_OFF = "a window that reaches over an end of its array is put into a list: it has another shape than the others"


@contextlib.contextmanager
def turning(trace: Trace, at_run_time: bool) -> Iterator[None]:
    """Around a loop, which cannot be unrolled instead if only the running program knows how often it turns."""
    trace.loops.turns_at_run_time, before = at_run_time, trace.loops.turns_at_run_time
    try:
        yield
    finally:
        trace.loops.turns_at_run_time = before


def note_windows(trace: Trace, x: Variable) -> None:
    """Note the extents that a view has if it reaches over no end: those that its bounds say."""
    step = x.steps[-1]
    if not trace.loops.turns_at_run_time or x.spec.static or step.op.name != "getitem":
        return
    kept = [entry for entry in step.attrs["index"] if entry[0] != "int" and not _is_place(entry, step.operands)]
    if any(entry[0] not in ("slice", "newaxis") for entry in kept):
        return
    for entry, extent in zip(kept, x.spec.shape, strict=False):
        width = _width(trace.builder, entry, step.operands)
        if width is not None and isinstance(extent, Dim):
            trace.windows[extent] = width


def as_whole_window(trace: Trace, x: Any) -> Any:
    """An item that a window has been made of, as an array of known extents, if those of windows are all it needs."""
    from sct.runtime.variable import Variable

    if not trace.loops.turns_at_run_time or type(x) is not Variable or x.spec.kind != ARRAY:
        return x
    shape = tuple(trace.windows.get(n, n) if isinstance(n, Dim) else n for n in x.spec.shape)
    if x.spec.static or any(isinstance(n, Dim) for n in shape):
        return x
    for axis, extent in enumerate(x.spec.shape):
        if isinstance(extent, Dim):
            fits = x.shape[axis] == shape[axis]
            trace.effect("assert", (fits,), {"exception": "sct.errors.StaticValueError", "template": (_CUT_OFF,)})
    step = ViewStep(get("reshape"), (), {"shape": shape, "order": "C"})
    return Variable(x.storage, (*x.steps, step), Spec(x.spec.dtype, shape, ARRAY))  # a view, as no extent changes


def _is_place(entry: Any, operands: tuple[Value, ...]) -> bool:
    return entry[0] == "arg" and not operands[entry[1]].spec.ndim and operands[entry[1]].spec.dtype.kind in "iu"


def _width(builder: Builder, entry: Any, operands: tuple[Value, ...]) -> int | None:
    """How many elements lie between two bounds that are one number, and something added to it."""
    if entry[0] != "slice" or not all(isinstance(bound, tuple) for bound in entry[1:3]):
        return None
    (first, before), (last, behind) = (_apart(builder, operands[bound[1]]) for bound in entry[1:3])
    step = 1 if entry[3] is None else entry[3]
    if first != last or behind <= before or not isinstance(step, int) or step < 1:
        return None
    return -((before - behind) // step)


def _apart(builder: Builder, value: Value) -> tuple[Value, int]:
    """A number as another one and what is added to it."""
    added = 0
    while (op := builder.made_by(value)) is not None and op.name in _SIGNS and len(op.args) == 2:
        sign = _SIGNS[op.name]
        known = [_constant(builder, arg) for arg in op.args]
        if known[1] is not None:
            value, added = op.args[0], added + sign * known[1]
        elif known[0] is not None and sign == 1:
            value, added = op.args[1], added + known[0]
        else:
            break
    return value, added


def _constant(builder: Builder, value: Value) -> int | None:
    op = builder.made_by(value)
    known = dict(op.attrs).get("value") if op is not None and op.name == "constant" else None
    return known if type(known) is int else None
