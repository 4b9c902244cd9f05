"""Powers of Python numbers, with Python's own kernels; see `python_numbers`."""

from __future__ import annotations

import math
import operator
from typing import Any

from sct.errors import StaticValueError, VerifyError
from sct.ir.types import Spec
from sct.ops.infer import PY_INT
from sct.ops.python_numbers import by_python, checked_int
from sct.ops.registry import Fact, op

__all__: list[str] = []

RAISES = Fact.PURE | Fact.RAISES


@op("py_pow", infer=by_python(operator.pow), facts=RAISES)
def py_pow(x: Any, y: Any, *, xp: Any) -> Any:
    """`x ** y`; refuses what makes the result's type depend on the values."""
    if isinstance(x, int) and isinstance(y, int):
        if y < 0 and x != 0:
            raise StaticValueError(
                f"{x} ** {y}: an int to a negative power, at run time.",
                why="Python answers a float here and an int for the other powers; the graph has one type for it.",
                fix="Make the base a float: float(x) ** y.",
            )
        if y > 64 and abs(x) > 1:
            return checked_int(1 << 64)  # or a number far bigger
        return checked_int(x**y)
    result = x**y
    if isinstance(result, complex) and not isinstance(x, complex) and not isinstance(y, complex):
        raise StaticValueError(
            f"{x} ** {y}: a negative number to a fractional power, at run time.",
            why="Python answers a complex number here and a float otherwise; the graph has one type for it.",
            fix="Make the base complex: complex(x) ** y.",
        )
    return result


def _answered_power(*specs: Spec) -> tuple[Spec, ...]:
    made: Any = by_python(operator.pow)(*specs)
    if made.dtype.kind != "f":
        raise VerifyError("py_pow_or_not takes real numbers, one of them a float")
    return made, PY_INT


@op("py_pow_or_not", infer=_answered_power, facts=RAISES, results=2)
def py_pow_or_not(x: Any, y: Any, *, xp: Any) -> Any:
    """`x ** y` of floats, and 0; or 1 where that is a power below 0 of 0.0, and 2 where it is too large."""
    try:
        return py_pow.kernel(x, y, xp=xp), 0
    except ZeroDivisionError:
        return math.inf, 1
    except OverflowError:
        return math.inf, 2


@op("py_pow_mod", infer=by_python(pow), facts=RAISES)
def py_pow_mod(x: Any, y: Any, z: Any, *, xp: Any) -> Any:
    """`pow(x, y, z)` of ints."""
    return pow(x, y, z)
