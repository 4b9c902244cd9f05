"""What `len(x)`, and the truth of `x`, make of what a `__len__` of the user's has answered."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct import ops
from sct.ir.types import ARRAY, PYTHON
from sct.runtime.calls.raised_words import raise_as_python
from sct.runtime.calls.raising import raise_later
from sct.runtime.current import has_spec
from sct.runtime.joins.choice import Choice
from sct.runtime.numbers.whole_objects import as_index
from sct.runtime.trace import Trace

__all__ = ["as_length"]


class _Sized:
    """Has a length: Python says what it thinks of it."""

    def __init__(self, length: Any) -> None:
        self.length = length

    def __len__(self) -> int:
        found: int = self.length
        return found


def as_length(trace: Trace | None, answer: Any) -> Any:
    """What `len` answers where `__len__` has answered this; the program raises where it finds what is no length.

    >>> as_length(None, True)
    1
    >>> as_length(None, -1)
    Traceback (most recent call last):
    ValueError: __len__() should return >= 0
    """
    if type(answer) is Choice:
        return answer.sct_distribute(lambda one: as_length(trace, one))
    if trace is not None and answer is not None and answer is trace.last_length:
        return answer
    answer = as_index(answer)
    if type(answer) is Choice:
        return answer.sct_distribute(lambda one: as_length(trace, one))
    if trace is None or not has_spec(answer):
        return _known(answer)
    return _of_the_run(trace, answer)


def _known(answer: Any) -> int:
    try:
        return len(_Sized(answer))
    except (TypeError, ValueError, OverflowError) as error:
        raise type(error)(*error.args) from None


def _of_the_run(trace: Trace, answer: Any) -> Any:
    from sct.runtime.control_flow import select
    from sct.runtime.numpy_functions.numpy_signatures import stand_in

    spec = answer.spec
    if spec.dtype.kind not in ("biu" if spec.kind == PYTHON else "iu") or spec.ndim:
        raise_as_python(len, _Sized(np.zeros(3) if spec.kind == ARRAY and spec.ndim else stand_in(answer)))
    if spec.dtype.kind == "b" or spec.kind != PYTHON:
        answer = ops.get("py_int")(answer)
    below = ValueError("__len__() should return >= 0")
    select(answer < 0, lambda: raise_later(trace, below), lambda: None)
    return answer
