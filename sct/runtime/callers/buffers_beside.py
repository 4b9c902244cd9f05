"""The caller's buffers beside arrays that show their memory: what is written to one of them is seen in the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import AliasError
from sct.runtime.callers.buffers import BUFFERS
from sct.runtime.callers.sources import Constants

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["conditions", "is_resizable", "shows"]


def shows(array: Any, buffer: Any) -> bool:
    """Whether an array may show memory of a `bytearray` or an `array.array`."""
    return np.may_share_memory(array, np.asarray(memoryview(buffer)))


def conditions(trace: Trace, mutated: Iterable[int], constants: Constants) -> Iterator[str]:
    """Code that asks whether nothing shows a buffer that the program may change, nor an array where it is written to.

    Raises
    ------
    AliasError
        If one does now.
    """
    buffers = [(x, source) for x, source in trace.callers.instances if type(x) in BUFFERS]
    changed = {*mutated}
    for buffer, source in buffers:
        if trace.callers.shadows.get(buffer) in trace.callers.buffers_resized:  # if only for a while
            if not is_resizable(buffer):
                raise _refusal(f"{source.describe()} gets another length, and something shows its memory", trace)
            yield f"{constants.name(is_resizable)}({source.expr(constants)})"
    for k, (there, _, array) in enumerate(trace.inputs):
        for buffer, source in buffers if isinstance(array, np.ndarray) else ():
            if not len(buffer) or (k not in changed and buffer not in trace.callers.buffers_changed):
                continue
            if shows(array, buffer):
                what = f"{there.describe()} shows the memory of {source.describe()}, and one of them is written to"
                raise _refusal(what, trace)
            yield f"not {constants.name(shows)}({there.expr(constants)}, {source.expr(constants)})"


def is_resizable(buffer: Any) -> bool:
    """Whether nothing shows the memory of a buffer, which then may get another length."""
    try:
        buffer.append(0)
    except BufferError:
        return False
    del buffer[-1]
    return True


def _refusal(what: str, trace: Trace) -> AliasError:
    return AliasError(
        what,
        where=trace.where,
        why="what is written to one of them would have to be seen in the other",
        fix="pass one of the two",
    )
