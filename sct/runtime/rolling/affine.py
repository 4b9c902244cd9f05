"""Run-time ints that are extents: `n = len(x)`, and `n - 1` of it.

In `x[1:n - 1]` the bound is as good as in `x[1:-1]`, and `np.zeros(n)` is as long as x. What is known of such ints is
kept with the trace; slices and shapes that they stand in have extents with names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.core import Value
from sct.ir.extents import less, more
from sct.ir.types import PYTHON, Dim, Extent, Shape
from sct.ops.registry import OpDef

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

from sct.runtime.current import has_spec

__all__ = ["Affine", "known_bounds", "known_extents", "note_int"]

Affine = dict[Value, tuple[Dim, int]]
"""Python ints that are an extent and something added."""

_SHAPED = ("zeros", "ones", "full", "eye", "broadcast_to", "reshape")


def note_int(
    known: Affine,
    op: OpDef,
    args: tuple[Any, ...],
    values: tuple[Value, ...],
    attrs: Mapping[str, Any],
    results: tuple[Value, ...],
) -> None:
    """Note what an op answers, if that is an extent or one and a constant."""
    if op.name == "dim":
        extent = values[0].spec.shape[attrs["axis"]]
        if isinstance(extent, Dim):
            known[results[0]] = (extent, 0)
    elif op.name in ("py_add", "py_sub") and known:
        sign = 1 if op.name == "py_add" else -1
        for k, other in ((0, 1), (1, 0)):
            if values[k] in known and type(args[other]) is int and (k == 0 or sign == 1):
                dim, added = known[values[k]]
                known[results[0]] = (dim, added + sign * args[other])


def known_extents(
    known: Affine, op: OpDef, args: tuple[Any, ...], values: tuple[Value, ...], attrs: Mapping[str, Any]
) -> dict[int, Extent]:
    """The extents of the result that ints among the operands tell, by axis."""
    if not known:
        return {}
    if op.name == "arange" and len(values) == 3 and _is(args[0], 0) and _is(args[2], 1):
        return _extent(known, {0: values[1]}, exact=False)
    shape = attrs.get("shape")
    if op.name not in _SHAPED or not isinstance(shape, tuple):
        return {}
    places = {axis: entry[1] for axis, entry in enumerate(shape) if isinstance(entry, tuple)}
    first = len(values) - len(places)
    return _extent(known, {axis: values[first + k] for axis, k in places.items()}, exact=op.name == "reshape")


def _is(x: Any, number: int) -> bool:
    """Whether an argument is this Python int: of a value that only the run knows it is not asked."""
    return type(x) is int and x == number


def _extent(known: Affine, values: dict[int, Value], *, exact: bool) -> dict[int, Extent]:
    found: dict[int, Extent] = {}
    for axis, value in values.items():
        if value in known:
            dim, added = known[value]
            if added == 0 or not exact:  # reshape takes -1 for something else
                found[axis] = more(dim, added) if added >= 0 else less(dim, -added)
    return found


def known_bounds(
    trace: Trace, shape: Shape, index: tuple[Any, ...], operands: list[Any]
) -> tuple[tuple[Any, ...], list[Any]]:
    """The same index, with bounds such as `n - 1` of an axis of n elements written as -1."""
    if not trace.affine or not any(entry[0] == "slice" for entry in index):
        return index, operands
    if any(_is_chosen(operand) and not _is_place(operand) for operand in operands):
        return index, operands  # how many axes such a one takes is not known
    axes = _axes(shape, index, operands)
    kept: list[Any] = []

    def place(part: Any) -> Any:
        if not isinstance(part, tuple):
            return part
        kept.append(operands[part[1]])
        return ("arg", len(kept) - 1)

    made = []
    for entry, axis in zip(index, axes, strict=True):
        if entry[0] == "slice":
            entry = _slice(trace, shape[axis] if axis < len(shape) else 0, entry, operands)
            made.append(("slice", *map(place, entry[1:])))
        else:
            made.append(place(entry) if entry[0] == "arg" else entry)
    return tuple(made), kept


def _axes(shape: Shape, index: tuple[Any, ...], operands: list[Any]) -> list[int]:
    """For each entry of an index the axis that it begins at."""
    uses = [_uses(entry, operands) for entry in index]
    axes, at = [], 0
    for entry, used in zip(index, uses, strict=True):
        axes.append(at)
        at += len(shape) - sum(uses) if entry[0] == "ellipsis" else used
    return axes


def _is_chosen(operand: Any) -> bool:
    """Whether it is a Choice: one of several things at run time."""
    return not has_spec(operand)


def _is_place(operand: Any) -> bool:
    """Whether a chosen one is an int, of whichever kind."""
    return all(isinstance(x, int | np.integer) or not x.spec.ndim for x in operand.alternatives)


def _uses(entry: Any, operands: list[Any]) -> int:
    if entry[0] == "arg" and _is_chosen(operands[entry[1]]):
        return 1
    if entry[0] == "arg":
        spec = operands[entry[1]].spec
        return spec.ndim if spec.dtype.kind == "b" else 1
    return 1 if entry[0] in ("slice", "int") else 0


def _slice(trace: Trace, extent: Extent, entry: tuple[Any, ...], operands: list[Any]) -> tuple[Any, ...]:
    _, start, stop, step = entry
    if isinstance(step, tuple) or not isinstance(extent, Dim):
        return entry
    forward = step is None or step > 0
    least = -2 if forward else -1  # n - 3 of two elements is -1, which counts from the end
    first, last = (_added(trace, extent, bound, operands) for bound in (start, stop))
    if first is not None and least <= first < 0:
        start = first
    if last is not None and least <= last < 0:
        stop = last
    elif last == 0 and forward:
        stop = None
    return ("slice", start, stop, step)


def _added(trace: Trace, extent: Dim, bound: Any, operands: list[Any]) -> int | None:
    """What is added to the extent to make this bound; None if that is not known."""
    value = operands[bound[1]] if isinstance(bound, tuple) else None
    if value is None or _is_chosen(value) or value.spec.kind != PYTHON:
        return None
    dim, added = trace.affine.get(value.sct_value(), (None, 0))
    return added if dim == extent else None
