"""`x[::2] = x[:n]`: NumPy copies between views of one axis element by element, and may read what it has just written.

It makes a copy first where the views run in opposite directions or have more axes, and goes from the end where the
target begins behind the source. Where their steps differ, an element can still be written before it is read: NumPy
itself then does it in the program, on memory that is laid out as plain Python's is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.core import Value
from sct.ops.index_template import FULL
from sct.ops.registry import get
from sct.runtime.arrays.indexing import is_same_place
from sct.runtime.arrays.storage import ViewStep
from sct.runtime.arrays.views import base_of, guard_layout, viewed
from sct.runtime.joins.choice import Choice

if TYPE_CHECKING:
    from sct.ops.index_template import Template
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["copied_within"]


def copied_within(target: Variable, value: Variable, index: Template, operands: list[Any]) -> bool:
    """Do `target[index] = value` where it changes nothing or NumPy may read what it has just written; else False."""
    if value.storage is not target.storage or value.spec.ndim == 0:
        return False
    if is_same_place(target, value, index, operands):
        return True
    trace = target.storage.trace
    numbers = [x.number if type(x) is Choice and x.number is not None else x for x in operands]
    last = ViewStep(get("getitem"), tuple(map(trace.value, numbers)), {"index": index})
    if not _reads_what_it_wrote(trace, target, value, last):
        return False
    steps = (*target.steps, last)
    attrs = {"to": _path(steps), "taken": _path(value.steps), "order": _order(target)}
    given = [x for step in (*steps, *value.steps) for x in step.operands]
    target.storage.write(trace.builder.op("moved", (target.storage.read(), *given), attrs)[0])
    return True


def _path(steps: Sequence[ViewStep]) -> Any:
    return tuple((one.op.name, len(one.operands), tuple(one.attrs.items())) for one in steps)


def _order(target: Variable) -> str:
    """How the memory that the target is a part of lies in plain Python."""
    base = base_of(target)
    if base is None or not (base.flags.c_contiguous or base.flags.f_contiguous):
        raise UnsupportedOpError(
            "an array is written to itself with another step, and NumPy may read what it has just written",
            where=target.storage.trace.location(),
            why="NumPy copies such views element by element, in the order in which they lie in memory",
            fix="write a copy: x[::2] = x[:n].copy()",
        )
    guard_layout(target.storage.trace, target)
    return "C" if base.flags.c_contiguous else "F"


def _reads_what_it_wrote(trace: Trace, target: Variable, value: Variable, last: ViewStep) -> bool:
    spec = target.storage.value.spec
    steps = (*target.steps, last)
    if not last.op.extras["is_view"](target.spec, *(x.spec for x in last.operands), **last.attrs):
        return False  # NumPy looks for an overlap with the places itself
    told = spec.static and not any(step.operands for step in (*steps, *value.steps))
    if spec.ndim == 1 and not told:
        return _may_read(_run_of(steps), _run_of(value.steps))
    base = base_of(target)
    if base is None:
        told, base = False, np.empty([3] * spec.ndim, np.bool_)  # the axes differ in every order, or in none
    one, other = viewed(base, target, (last,)), viewed(base, value)
    if one is None or other is None:
        return value.spec.ndim == 1
    if one.ndim != 1 or not _may_meet(one, other, told):
        return False
    if not told:
        return not _cross_in_turn(target, steps, value.steps)
    guard_layout(trace, target)
    return _meets(one, other)


def _may_meet(target: Any, source: Any, told: bool) -> bool:
    """Whether NumPy makes no copy of `source` first and the steps are not the same."""
    steps = target.strides[0], source.strides[-1]
    return steps[0] != steps[1] and steps[0] * steps[1] > 0 and (not told or np.may_share_memory(target, source))


def _cross_in_turn(target: Variable, steps: Sequence[ViewStep], source: Sequence[ViewStep]) -> bool:
    """Whether where a row and a column meet, if they do, is read in the turn that writes it: `a[i, i:] = a[i:, i]`."""
    if len(steps) != 1 or len(source) != 1 or any(one.op.name != "getitem" for one in (*steps, *source)):
        return False
    ndim = target.storage.value.spec.ndim
    row, column = _places(steps[0], ndim), _places(source[0], ndim)
    axes = [[k for k, place in enumerate(places) if type(place) is tuple] for places in (row, column)]
    if [len(free) for free in axes] != [1, 1]:
        return False
    (p,), (q,) = axes
    return bool(row[p] == column[q] and row[q] == column[p])


def _places(step: ViewStep, ndim: int) -> list[Any]:
    """What an index says of each axis, with the values that are meant."""
    entries = [entry for entry in step.attrs["index"] if entry[0] != "newaxis"]
    dots = [k for k, entry in enumerate(entries) if entry[0] == "ellipsis"] or [len(entries)]
    at = dots[0]
    rest = entries[at + 1 :]
    filled = [*entries[:at], *[FULL] * (ndim - at - len(rest)), *rest]
    return [_with_values(entry, step.operands) for entry in filled]


def _with_values(entry: Any, operands: Sequence[Value]) -> Any:
    if entry[0] in ("arg", "int"):
        return operands[entry[1]] if entry[0] == "arg" else entry[1]
    return tuple(_with_values(x, operands) if type(x) is tuple else x for x in entry)


def _meets(target: Any, source: Any) -> bool:
    """Whether an element is read that has been written before."""
    n, step = len(target), source.strides[-1]
    written, read = (x.__array_interface__["data"][0] for x in (target, source))
    backwards = read < written < read + n * step
    turns = np.arange(n)
    at, left = np.divmod(written - read + turns * target.strides[0], step)
    meets = (left == 0) & (at >= 0) & (at < source.shape[-1])
    return bool(np.any(meets & (at < turns if backwards else at > turns)))


def _run_of(steps: Sequence[ViewStep]) -> tuple[int | None, int | None] | None:
    """Where a view of an array of one axis begins, and its step, if they are known; None for other views."""
    begins: int | None = 0
    by: int | None = 1
    for step in steps:
        index = step.attrs.get("index", ())
        if step.op.name != "getitem" or len(index) != 1 or index[0][0] not in ("slice", "ellipsis"):
            return None
        (start, _, stride) = index[0][1:] if index[0][0] == "slice" else (None, None, None)
        known = type(stride) is not tuple and (stride is None or stride > 0) and type(start) is not tuple
        if begins is not None and by is not None and known and (start or 0) >= 0:
            begins += (start or 0) * by
        else:
            begins = None
        by = None if by is None or type(stride) is tuple else by * (stride or 1)
    return begins, by


def _may_read(target: tuple[int | None, int | None] | None, source: tuple[int | None, int | None] | None) -> bool:
    """The same of arrays of any length: safe if the target stays on the side of the source where it begins."""
    if target is None or source is None:
        return False
    (written, by), (read, other) = target, source
    if by is not None and other is not None and (by == other or by * other < 0):
        return False
    if written is None or read is None or by is None or other is None:
        return True
    return not (by < other if written <= read else by > other)
