"""Outputs that are views: a new array object over memory that something else owns, perhaps read-only.

Compiled code hands back memory, extents and strides. Where these are all of an array that was there
before, the output is that array itself, unless the program makes a view there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sct.ir.aliasing import calls_back, is_fresh
from sct.ir.core import UNSEEN, Op, Program, Value
from sct.ir.types import ARRAY
from sct.loops.known.origins import Origins
from sct.ops import registry

__all__ = ["Marks", "is_read_only_at_times", "output_marks"]

# NumPy answers a new object here, even where nothing changes; squeeze, say, may answer its operand
_NEW_OBJECTS = {
    "getitem", "transpose", "swapaxes", "expand_dims", "flip", "reshape", "ravel", "diagonal", "broadcast_to",
    "frozen", "list_head",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Marks:
    """What is known of an output.

    Attributes
    ----------
    view
        It is never an array that was an input.
    unsure
        It may be a view of all of an array, or that array itself: only NumPy can tell then.
    read_only
        It is a view that cannot be written through.
    """

    view: bool = False
    unsure: bool = False
    read_only: bool = False


def output_marks(program: Program) -> list[Marks]:
    """The marks of each output.

    Examples
    --------
    >>> from sct.ir.parse import parse_program
    >>> import sct.ops.shape
    >>> program = parse_program('''program p(%0: float64[3, 3]) {
    ...   %1: float64[3, 3] = transpose(%0, axes=None)
    ...   return %0, %1
    ... }
    ... ''')
    >>> output_marks(program)
    [Marks(view=False, unsure=False, read_only=False), Marks(view=True, unsure=False, read_only=False)]
    """
    origins = Origins(program.body)
    unseen: Any = dict(program.metadata).get(UNSEEN, ())
    made = [Marks() if k in unseen else _marks(origins, value) for k, value in enumerate(program.outputs)]
    return [
        replace(mark, view=False, unsure=False) if mark.unsure and _is_told_by_memory(origins, program, k) else mark
        for k, mark in enumerate(made)
    ]


def _is_told_by_memory(origins: Origins, program: Program, output: int) -> bool:
    """Whether an output is a view where its memory is the program's own, and else an array that was there before.

    No other output may have a part in that memory, which one of them had to own then.
    """
    views, others = _below(origins, program.outputs[output])
    old = [op for op in others if _origin(op) == _OLD]
    if not all(op is None or op.name == "constant" for op in old) or any(_origin(op) != _NEW for op in views):
        return False
    elsewhere: set[Op | None] = set()
    for k, value in enumerate(program.outputs):
        if k != output and value.spec.kind == ARRAY:
            elsewhere.update(*_below(origins, value))
    return elsewhere.isdisjoint(views)


def _below(origins: Origins, value: Value) -> tuple[set[Op | None], set[Op | None]]:
    """What has made the memory that an array is a view of, and what has made it where it is none."""
    views: set[Op | None] = set()
    others: set[Op | None] = set()
    seen: set[Value] = set()
    waiting = [(value, others)]
    while waiting:
        one, found = waiting.pop()
        if one in seen and found is views:
            continue
        for op in origins.of(one):
            if op is not None and _origin(op) in (_VIEW, _FROZEN):
                waiting.append((op.args[0], views))
            else:
                found.add(op)
        seen.add(one)
    return views, others


def is_read_only_at_times(program: Program) -> bool:
    """Whether the run decides if an output can be written through: each output of machine code is made one way."""
    origins = Origins(program.body)
    found = [_found(origins, value) for value in program.outputs if value.spec.kind == ARRAY]
    return any(_FROZEN in each and len(each) > 1 for each in found)


def _marks(origins: Origins, value: Value) -> Marks:
    if value.spec.kind != ARRAY:
        return Marks()
    found = _found(origins, value)
    views = found & {_VIEW, _FROZEN}
    return Marks(bool(views) and _OLD not in found, bool(views) and found != views, found == {_FROZEN})


def _found(origins: Origins, value: Value, seen: frozenset[Value] = frozenset()) -> set[str]:
    """What an array may be: a view of a read-only view is one, too."""
    found: set[str] = set()
    for op in origins.of(value):
        kind = _origin(op)
        if op is not None and kind == _VIEW and op.args[0] not in seen:
            base = _found(origins, op.args[0], seen | {value})
            found |= base & {_FROZEN}
            if base == {_FROZEN}:
                continue
        found.add(kind)
    return found


_OLD, _NEW, _VIEW, _FROZEN = "an array that was there", "a new one", "a view", "a read-only view"


def _origin(op: Op | None) -> str:
    if op is None or op.blocks or calls_back(op):
        return _OLD
    if op.name == "setitem" or (op.name != "constant" and is_fresh(op)):
        return _NEW
    if op.name not in _NEW_OBJECTS:
        return _OLD
    return _FROZEN if registry.get(op.name).extras["view"] == "readonly" else _VIEW
