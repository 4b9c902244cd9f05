"""What Python's `sum` of floats carries along since Python 3.12: the part that each addition loses.

Neumaier, A. (1974), "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54, 39-51;
the steps are those of CPython's `builtin_sum_impl`.
"""

from __future__ import annotations

import math
from typing import Any

from sct.errors import VerifyError
from sct.ir.types import PYTHON, Spec
from sct.ops.infer import PY_FLOAT
from sct.ops.registry import op

__all__ = ["sum_loss", "sum_total"]


def _float(*specs: Spec) -> Spec:
    for spec in specs:
        if spec.kind != PYTHON or spec.dtype.kind != "f":
            raise VerifyError(f"sums of Python floats take no {spec} ({spec.kind})")
    return PY_FLOAT


@op("sum_loss", infer=_float)
def sum_loss(total: Any, x: Any, *, xp: Any = None) -> Any:
    """What the sum of two Python floats loses by rounding: a Python float.

    >>> sum_loss(1.0, 1e-20)
    1e-20
    """
    rounded = total + x
    if abs(total) >= abs(x):
        return (total - rounded) + x
    return (x - rounded) + total


@op("sum_total", infer=_float)
def sum_total(total: Any, lost: Any, *, xp: Any = None) -> Any:
    """A sum of Python floats with what its additions have lost; infinite sums and the sign of a zero stay.

    >>> sum_total(1.0, 0.5), sum_total(-0.0, 0.0), sum_total(float("inf"), float("nan"))
    (1.5, -0.0, inf)
    """
    return total + lost if lost and math.isfinite(lost) else total
