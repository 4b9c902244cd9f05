"""Arrays that are computed alike and leave a program, where no test tells which of them is which.

The graph has each computation once, so two arrays that hold the same from the start are one value. Where tests tell
what a name stands for, the way out makes two arrays of that. Where none does (a loop in a loop has moved names about),
only the memory that the program answers can tell, so it has to be another one for each: such a function is traced
once more, and each array that it makes becomes `new`. Where nobody can tell, the passes take that away again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sct.ir.types import ARRAY
from sct.ops.registry import OpDef

if TYPE_CHECKING:
    from sct.ir.core import Value
    from sct.runtime.arrays.storage import Storage
    from sct.runtime.trace import Trace

__all__ = ["NotTold", "check_told", "own_memory", "told_apart"]


class NotTold(Exception):
    """Only its memory tells which array it is that leaves: trace again, so that each has its own."""


def check_told(trace: Trace, leaving: Sequence[Storage]) -> None:
    """Raise NotTold if an array that leaves may be another one that does, or a changed argument, and none can tell."""
    changed = [one for k, (_, one, _) in enumerate(trace.inputs) if one.value is not trace.root.args[k]]
    others = dict.fromkeys([*leaving, *changed])
    for one in leaving if not trace.tells_apart else ():
        if one.may_be_others and any(one is not other and one.linked(other, views_told=True) for other in others):
            raise NotTold


def told_apart(trace: Trace, op: OpDef, results: Sequence[Value]) -> Sequence[Value]:
    """What an op has made: arrays of their own, if need be."""
    if not trace.tells_apart or "view" in op.extras or "owned" in op.extras or op.name in ("setitem", "new"):
        return results
    return [own_memory(trace, x) for x in results]


def own_memory(trace: Trace, value: Value) -> Value:
    """What has just been made: an array of its own, if need be."""
    return trace.builder.one("new", value) if trace.tells_apart and value.spec.kind == ARRAY else value
