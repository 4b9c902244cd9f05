"""Python's operators as functions, by the names of their special methods."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

__all__ = ["COMPARISONS", "FUNCTIONS", "SYMBOLS", "UNARY"]

FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
    "divmod": divmod,
    "matmul": operator.matmul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "lshift": operator.lshift,
    "rshift": operator.rshift,
}
COMPARISONS: dict[str, tuple[Callable[[Any, Any], Any], str]] = {  # and which one asks the other side
    "lt": (operator.lt, "gt"),
    "le": (operator.le, "ge"),
    "gt": (operator.gt, "lt"),
    "ge": (operator.ge, "le"),
    "eq": (operator.eq, "eq"),
    "ne": (operator.ne, "ne"),
}
UNARY: dict[str, Callable[[Any], Any]] = {"neg": operator.neg, "pos": operator.pos, "invert": operator.invert}

SYMBOLS = {  # as Python's errors name them
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "** or pow()",
    "matmul": "@", "divmod": "divmod()", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
