"""Values that never change, and that every call may answer: numbers and dates of the standard library, functions."""

from __future__ import annotations

import enum
import types
from typing import Any

import numpy as np

__all__ = ["is_found_again", "is_written_out", "never_changes"]

_KINDS = frozenset(
    {("decimal", "Decimal"), ("datetime", "date"), ("datetime", "datetime"), ("datetime", "time")}
    | {("datetime", "timedelta"), ("datetime", "timezone"), ("uuid", "UUID")}
)
_FOUND_AGAIN = (
    types.ModuleType, types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType,
    types.ClassMethodDescriptorType, np.ufunc, enum.Enum, type(np.mean),
)  # fmt: skip


def is_found_again(x: Any) -> bool:
    """Whether plain Python answers the same object at each call, whichever it has found while the graph was built.

    >>> is_found_again(str.upper), is_found_again(NotImplemented), is_found_again(object())
    (True, True, False)
    """
    is_alias = type(x).__module__ == "typing"  # `K[int]`, say
    return isinstance(x, _FOUND_AGAIN) or x is NotImplemented or is_alias or never_changes(x)


def never_changes(x: Any) -> bool:
    """Whether a value that was made while the graph was built holds nothing of the program, and stays as it is.

    >>> from fractions import Fraction
    >>> never_changes(Fraction(1, 3)), never_changes([])
    (True, False)
    """
    kind = type(x)
    name = (kind.__module__, kind.__name__)
    if name == ("fractions", "Fraction"):
        return type(x.numerator) is int and type(x.denominator) is int
    return name in _KINDS


def is_written_out(x: Any) -> bool:
    """Whether a value that never changes is all that its `repr` says, and so is as good as another of that `repr`.

    >>> from decimal import Decimal
    >>> is_written_out(Decimal("1.0")), is_written_out(1.0)
    (True, False)
    """
    if not never_changes(x):
        return False
    zone = getattr(x, "tzinfo", None)
    return zone is None or never_changes(zone)
