"""Work that nobody reads, and that has to be done all the same: Python would have raised in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.ir.core import Op
from sct.loops.values import Handle, Lazy
from sct.ops.infer import op_may_raise

if TYPE_CHECKING:
    from sct.loops.lower import Lowering

__all__ = ["is_unread"]


def is_unread(low: Lowering, handle: Handle | None) -> bool:
    """Whether what a dead value stands for waits, may raise, and is read by nothing that waits."""
    if not isinstance(handle, Lazy) or not isinstance(op := handle.nest.source, Op):
        return False
    nest = handle.nest
    if op.blocks or not op_may_raise(op):
        return False
    pending = low.schedule.pending
    return nest in pending and not any(access.source is nest for one in pending for access in one.reads)
