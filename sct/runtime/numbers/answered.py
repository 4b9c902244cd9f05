"""Whether NumPy answers an array itself, a view of it or a copy, which some functions decide by its layout."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["COPY", "SELF", "VIEW", "answered", "outcome_of"]

SELF, VIEW, COPY = "itself", "a view", "a copy"


def outcome_of(array: Any, result: Any) -> str:
    """What a function has answered for an array.

    >>> x = np.ones((2, 3))
    >>> outcome_of(x, x), outcome_of(x, x.ravel()), outcome_of(x, x.T.ravel())
    ('itself', 'a view', 'a copy')
    """
    if result is array:
        return SELF
    return VIEW if array.size == 0 or np.may_share_memory(array, result) else COPY


def answered(steps: tuple[Any, ...], array: Any) -> str | None:
    """What the last of these view steps answers for what the others make of an array; None if they cannot."""
    try:
        for step in steps[:-1]:
            array = step.op.kernel(array, xp=np, **step.attrs)
        return outcome_of(array, steps[-1].op.kernel(array, xp=np, **steps[-1].attrs))
    except (TypeError, ValueError, IndexError):
        return None
