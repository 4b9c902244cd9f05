"""Which operands make an operator one of Python's own numbers: run-time ones, plain ones, and what is one of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.types import PYTHON
from sct.runtime.trace import NUMBERS, current, is_variable

__all__ = ["is_python_number", "plain_number"]

_BASES: tuple[tuple[type, str], ...] = ((int, "__int__"), (float, "__float__"), (complex, "__complex__"))


def is_python_number(x: Any) -> bool:
    """Whether `x` is a Python number, now or when the program runs."""
    return x.spec.kind == PYTHON if is_variable(x) else type(x) in NUMBERS


def plain_number(x: Any, *methods: str) -> Any:
    """`x`; members of an IntEnum and the like as the numbers whose operators they have inherited.

    Raises
    ------
    UnsupportedOpError
        If the class has operators of its own, which only its members could tell the meaning of.
    """
    if type(x) in NUMBERS or isinstance(x, np.generic):
        return x
    for base, convert in _BASES:
        if not isinstance(x, base):
            continue
        if all(getattr(type(x), name, None) is getattr(base, name, None) for name in methods):
            return getattr(base, convert)(x)
        trace = current()
        raise UnsupportedOpError(
            f"an operator between a number that is known only when the program runs and a {type(x).__name__}",
            where=trace.location() if trace is not None else None,
            why="the class has operators of its own, and what they answer depends on the number",
            fix=f"convert to a plain number first: {base.__name__}(...)",
        )
    return x
