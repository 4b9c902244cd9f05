"""Numbers of other libraries (`Fraction`, `Decimal`, time spans) beside run-time values: refused."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.runtime.callers.buffers import check_beside_own_buffers
from sct.runtime.current import has_spec, here, is_variable
from sct.runtime.ignore import is_ignored_class
from sct.runtime.texts.kind_names import a_kind

__all__ = ["check_class", "check_numbers", "check_operands"]

_NUMBERS = (int, float, complex, np.generic, np.ndarray, str)
_SPANS = ("datetime", "_pydatetime")


def check_operands(a: Any, b: Any) -> None:
    """Refuse an operator or a comparison of a run-time value and such a number."""
    check_beside_own_buffers(a, b)
    check_numbers(a, b)


def check_numbers(a: Any, b: Any) -> None:
    """The same where neither stands for a buffer."""
    for value, other in ((a, b), (b, a)):
        if not is_variable(value) or is_variable(other):
            continue
        if _is_foreign(other) or (has_spec(value) and _asks(other)):
            raise StaticValueError(
                f"{a_kind(other)} meets a value that is known only at run time",
                where=here(),
                why="programs compute with Python's and NumPy's own numbers",
                fix=f"convert it: float(…) of the {type(other).__name__}" if hasattr(other, "__float__") else "",
            )


def check_class(f: Any, module: str) -> None:
    """Refuse to make such a number of run-time values."""
    if isinstance(f, type) and module == "array":
        raise StaticValueError(
            "an array.array of values that are known only at run time",
            where=here(),
            why="an array.array is made while the graph is built, and kept as it is",
            fix="use an array of NumPy's: np.array(…), np.zeros(…), np.full(…), or a list",
        )
    if isinstance(f, type) and module in ("fractions", "decimal"):
        raise StaticValueError(
            f"a {f.__name__} of values that are known only at run time",
            where=here(),
            why="programs compute with Python's and NumPy's own numbers",
            fix="compute with floats, or with numerators and denominators as ints of their own",
        )


def _asks(x: Any) -> bool:
    """Whether it asks what it meets for its dtype or its bytes, or NumPy asks for its own."""
    return isinstance(x, (np.dtype, bytearray, memoryview)) or (isinstance(x, type) and issubclass(x, np.generic))


def _is_foreign(x: Any) -> bool:
    if isinstance(x, _NUMBERS) or not is_ignored_class(type(x)):
        return False
    return isinstance(x, numbers.Number) or type(x).__module__ in _SPANS
