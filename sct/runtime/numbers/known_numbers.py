"""Operators between numbers that are known, one of which is NumPy's: what they warn of is said at each call."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ops.python_numbers import is_too_large
from sct.runtime.trace import NUMBERS, current

__all__ = ["are_numpys_numbers", "operated", "unless_it_warns"]


def are_numpys_numbers(*operands: Any) -> bool:
    """Whether these are known numbers, and one of them is NumPy's."""
    known = all(type(x) in NUMBERS or isinstance(x, (np.number, np.bool_)) for x in operands)
    return known and not all(type(x) in NUMBERS for x in operands)


def operated(operator: Callable[..., Any], *operands: Any) -> Any:
    """What an operator makes of such: now, or, if that warns, wherever and as often as the program gets there."""
    trace = current()
    if trace is None:
        return operator(*operands)
    found = unless_it_warns(operator, *operands)
    if found is not None:
        return found[0]
    if any(map(is_too_large, operands)):  # which no program holds
        return operator(*operands)
    return operator(*[trace.variable(trace.builder.constant(x)) for x in operands])


def unless_it_warns(call: Callable[..., Any], *args: Any) -> tuple[Any] | None:
    """What a call answers, in a tuple; None where NumPy warns of it, which nobody has seen then."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            return (call(*args),)
    except RuntimeWarning:
        return None
