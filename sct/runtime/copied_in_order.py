"""`x[::2] = x[:n]`: NumPy copies between views of one axis element by element, and may read what it has just written.

It makes a copy first where the views run in opposite directions or have more axes, and goes from the end where the
target begins behind the source. Where their steps differ, an element can still be written before it is read. That is
refused: what it gives is left to how NumPy is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ops.registry import get
from sct.runtime.indexing import is_same_place
from sct.runtime.storage import ViewStep
from sct.runtime.views import base_of, guard_layout, viewed

if TYPE_CHECKING:
    from sct.ops.index_template import Template
    from sct.runtime.variable import Variable

__all__ = ["is_onto_itself"]


def is_onto_itself(target: Variable, value: Variable, index: Template, operands: list[Any]) -> bool:
    """Whether `target[index] = value` changes nothing; refused where NumPy reads what it has just written."""
    if value.storage is not target.storage or value.spec.ndim == 0:
        return False
    if is_same_place(target, value, index, operands):
        return True
    last = ViewStep(get("getitem"), tuple(map(target.storage.trace.value, operands)), {"index": index})
    if _reads_what_it_wrote(target, value, last):
        raise UnsupportedOpError(
            "an array is written to itself with another step, and NumPy may read what it has just written",
            where=target.storage.trace.location(),
            why="NumPy copies such views element by element, so that the result is no copy of what was there",
            fix="write a copy: x[::2] = x[:n].copy()",
        )
    return False


def _reads_what_it_wrote(target: Variable, value: Variable, last: ViewStep) -> bool:
    steps = (*target.steps, last)
    if target.storage.value.spec.static and not any(step.operands for step in (*steps, *value.steps)):
        base = base_of(target)
        one, other = viewed(base, target, (last,)), viewed(base, value)
        if one is None or other is None or one.ndim != 1 or not _may_meet(one, other):
            return False
        guard_layout(target.storage.trace, target)
        return _meets(one, other)
    if target.storage.value.spec.ndim != 1:
        return False  # rows and columns meet in one place: which, is not known
    return _may_read(_run_of(steps), _run_of(value.steps))


def _may_meet(target: Any, source: Any) -> bool:
    """Whether NumPy makes no copy of `source` first and the steps are not the same."""
    steps = target.strides[0], source.strides[-1]
    return steps[0] != steps[1] and steps[0] * steps[1] > 0 and np.may_share_memory(target, source)


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
