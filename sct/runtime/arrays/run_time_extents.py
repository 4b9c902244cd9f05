"""How long an array is where only the run knows: that needs nothing of what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct import ops
from sct.errors import AliasError
from sct.runtime.arrays.storage import Storage

if TYPE_CHECKING:
    from sct.runtime.variable import Variable

__all__ = ["run_time_extent"]


def run_time_extent(x: Variable, axis: int) -> Any:
    """`x.shape[axis]`: whatever was written to it under another name, its extents are what they were."""
    try:
        return ops.get("dim")(x, axis=axis)
    except AliasError:
        trace = x.storage.trace
        if not trace.in_scope(x.storage.builder):
            raise
        as_it_was = type(x)(Storage(trace, x.storage.value), x.steps, x.spec)
        return ops.get("dim")(as_it_was, axis=axis)
