"""How many alternatives the program may choose from: for each, all that is done with it is traced."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from types import BuiltinFunctionType, FunctionType, NoneType
from typing import Any

import numpy as np

from sct.errors import JoinError, Location

__all__ = ["MAX_ALTERNATIVES", "MAX_CONSTANTS", "are_too_many", "refusal"]

MAX_ALTERNATIVES = 8
MAX_CONSTANTS = 32  # where the others are objects that hold nothing: texts, members of enums, functions
_CONSTANT = (NoneType, bool, str, bytes, Enum, FunctionType, BuiltinFunctionType, np.ufunc, type)


def are_too_many(objects: Iterable[Any]) -> bool:
    """Whether these are, of which those that hold run-time values are given as an object that stands for nothing."""
    held = list(objects)
    return len(held) > MAX_CONSTANTS or sum(not isinstance(x, _CONSTANT) for x in held) > MAX_ALTERNATIVES


def refusal(where: Location | None) -> JoinError:
    """What is said of them."""
    return JoinError(
        "a variable takes too many different forms in this branch or loop",
        where=where,
        why=f"more than {MAX_ALTERNATIVES} values that cannot be joined (strings, objects, other ranks)",
        fix="keep one type and rank for the variable",
    )
