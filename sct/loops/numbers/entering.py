"""Numbers of Python and NumPy on their way into arrays: which ones fit, and how they are rounded."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.core import Value
from sct.ir.types import ARRAY, PYTHON, Spec
from sct.loops.code import Code, Const
from sct.loops.lower import Lowering
from sct.loops.numbers.scalars import cast
from sct.loops.values import Num

__all__ = ["check_fits", "entered", "python_fits"]

INT, FLOAT = np.dtype("int64"), np.dtype("float64")


def entered(code: Code, value: Num, spec: Spec, dtype: np.dtype[Any]) -> Num:
    """The number that `spec` describes, as an element: Python ints become floats of 64 bits on the way."""
    single = dtype.kind in "fc" and dtype.itemsize < FLOAT.itemsize * (2 if dtype.kind == "c" else 1)
    if single and spec.kind == PYTHON and spec.dtype.kind == "i":
        value = cast(code, value, FLOAT)
    return cast(code, value, dtype)


def python_fits(low: Lowering, value: Value, dtype: np.dtype[Any]) -> None:
    """Give up where a Python number does not fit into an integer: NumPy raises."""
    if value.spec.kind == PYTHON:
        check_fits(low, value, dtype)


def check_fits(low: Lowering, value: Value, dtype: np.dtype[Any]) -> None:
    """Give up where a number, Python's or NumPy's, may not fit into an integer; NumPy has the last word."""
    old = value.spec.dtype
    if value.spec.kind == ARRAY or dtype.kind not in "iu" or old.kind not in "iuf" or np.can_cast(old, dtype):
        return
    code = low.code
    first, last = int(np.iinfo(dtype).min), min(int(np.iinfo(dtype).max), 2**63 - 1)
    if old.kind == "f":  # the fraction is cut off before; NaN is between no two numbers
        x = cast(code, low.num(value), FLOAT).x
        above = code.pure("fcmp.ogt", "i1", x, Const("f64", float(first - 1)))
        below = code.pure("fcmp.olt", "i1", x, Const("f64", float(last + 1)))
        code.fail(code.not_(code.and_(above, below)))
        return
    x = cast(code, low.num(value), INT).x
    code.fail(code.icmp("slt", x, max(first, 0) if old.kind == "u" else first))
    code.fail(code.icmp("sgt", x, last))
