"""Ops that themselves find out whether they raise: where a handler takes that, another op answers it, too."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.types import Spec
from sct.ops.registry import OpDef, get
from sct.runtime.handling.jumps import can_jump, is_taken

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["ATTEMPTS", "attempted"]

ATTEMPTS = {
    "inv": "Singular matrix",
    "solve": "Singular matrix",
    "cholesky": "Matrix is not positive definite",
}
"""What the LinAlgError says that they raise."""


def attempted(trace: Trace, op: OpDef, args: tuple[Any, ...], attrs: dict[str, Any]) -> Any:
    """The result of an op, behind a jump to the handler where there is none; None where this cannot be done."""
    words = ATTEMPTS[op.name]
    if any(attrs.values()) or not can_jump(trace) or not is_taken(trace, np.linalg.LinAlgError(words)):
        return None
    if not _fits(*(trace.value(arg).spec for arg in args)):
        return None  # it may raise for another reason
    from sct.runtime.control_flow import select

    made, there = trace.record(get(f"{op.name}_or_not"), args, {})
    select(there, lambda: None, partial(_raise, words))
    return made


def _fits(a: Spec, *b: Spec) -> bool:
    """Whether matrices are known to be square, and of the same extent as what is beside them."""
    cores = [*a.shape[-2:], *(one.shape[-min(one.ndim, 2)] for one in b if one.ndim)]
    batches = [one.shape[:-2] for one in (a, *b) if one.ndim > 2]
    known = len(batches) < 2 or all(isinstance(n, int) for batch in batches for n in batch)
    return a.ndim > 1 and known and all(n == cores[0] for n in cores)


def _raise(words: str) -> None:
    raise np.linalg.LinAlgError(words)
