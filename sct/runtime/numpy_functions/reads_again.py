"""Functions of NumPy's that read again what they have written, where the array to write to is one that they read."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY
from sct.runtime.current import here, is_variable

__all__ = ["check_reads_again", "check_values_apart", "is_part_of", "may_overlap"]


def may_overlap(a: Any, b: Any) -> bool:
    """Whether two arrays of the program may have an element in common."""
    if a.storage is not b.storage:
        return bool(a.storage.related(b.storage))
    if not (a.storage.value.spec.static and a.spec.static and b.spec.static):
        return True
    if any(step.operands for step in (*a.steps, *b.steps)):
        return True
    parts = [np.empty(a.storage.value.spec.shape, a.storage.value.spec.dtype)] * 2
    for k, x in enumerate((a, b)):
        for step in x.steps:
            parts[k] = step.op.kernel(parts[k], xp=np, **step.attrs)
    return np.shares_memory(parts[0], parts[1])


def is_part_of(out: Any, x: Any) -> bool:
    """Whether an array to write to may share an element with an operand."""
    both = [y for y in (out, x) if is_variable(y) and y.spec.kind == ARRAY]
    return len(both) == 2 and may_overlap(*both)


def check_reads_again(name: str, out: Any, operands: Any) -> None:
    """Refuse `out=` that may be a part of what the function reads when it has written there."""
    if any(is_part_of(out, x) for x in operands):
        raise UnsupportedOpError(
            f"np.{name} writes to what it reads",
            where=here(),
            why="NumPy reads elements again that it has written",
            fix="compute it without out=, and assign: out[...] = ...",
        )


def check_values_apart(target: Any, values: Any, what: str) -> None:
    """Refuse values that NumPy would read from the array while it writes to it, element by element."""
    if is_part_of(target, values) and values.spec.ndim and values.spec.shape != (1,):
        raise UnsupportedOpError(
            f"{what} is given a view of the array that it writes to",
            where=here(),
            why="NumPy makes no copy of it first, and reads elements again that it has written",
            fix="give it a copy: x.copy()",
        )
