"""New content goes where the old lies: into arguments at the end of a program, or as `updating` has found."""

from __future__ import annotations

from collections.abc import Callable

from sct.ir.core import Op, Value
from sct.loops.lower import Lowering
from sct.loops.memory.arguments import Changes
from sct.loops.memory.failures import written_before_failure
from sct.loops.operands import full, store_into
from sct.loops.schedule import identity
from sct.loops.values import Access, Arr, Handle, Lazy, Num, Pack

__all__ = ["lowered", "take_place", "write_back"]


def lowered(make: Callable[[Changes], Lowering], changes: Changes) -> Lowering:
    """The lowering of a program that `make` begins, with all changes after which it cannot give up any more."""
    while True:
        low = make(changes)
        low.run()
        refused = written_before_failure(low) if low.changes.stored else frozenset()
        if not refused:
            return low
        changes = low.changes.less(refused)


def write_back(low: Lowering) -> dict[int, Arr]:
    """Have the arguments changed that are stored; answers them by output."""
    outputs = low.program.outputs
    found: dict[int, Arr] = {}
    complete: list[tuple[Value, Arr]] = []
    for k, output in low.changes.stored:
        value, arr = outputs[output], low.given[low.program.body.args[k]]
        found[output] = arr
        handle = low.handle(value)
        for mine, extent in zip(getattr(handle, "dims", ()), arr.dims, strict=False):
            low.code.must_equal(mine, extent)
        if isinstance(handle, Lazy):
            store_into(low, None, arr, identity(len(arr.dims)), arr.dims, full(low, value))
            if outputs.count(value) == 1:
                low.env.pop(value)
        else:
            complete.append((value, arr))
    low.flush()
    for value, arr in complete:
        _copy(low, low.handle(value), arr)
        if outputs.count(value) == 1:
            low.drop(value)
    return found


def _copy(low: Lowering, handle: Handle, arr: Arr) -> None:
    """Copy what is complete into an argument, unless it lies there already."""
    code = low.code
    if isinstance(handle, (Num, Pack)):
        low.fill(arr, handle if isinstance(handle, Pack) else Pack(handle.dtype, (), (handle,)))
        return
    assert isinstance(handle, Arr)
    if handle.pointer is arr.pointer:
        return
    with code.when(code.icmp("ne", handle.pointer, arr.pointer)):
        store_into(low, None, arr, identity(len(arr.dims)), arr.dims, Access(handle, identity(len(arr.dims))))
        low.flush()


def take_place(low: Lowering, op: Op, old: Value) -> None:
    """Have the result of `op` stored where `old` lies, if both are as they should be."""
    result = op.results[0]
    new, arr = low.handle(result), low.handle(old)
    if low.lanes is not None or not isinstance(new, Lazy) or not isinstance(arr, Arr) or old in low.moved:
        return
    if arr.dims != new.dims or new.nest.target is not None or not {old, result} <= low.contiguous:
        return
    store_into(low, op, arr, identity(len(arr.dims)), arr.dims, full(low, result))
    low.take_over(op, old)
