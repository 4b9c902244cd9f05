"""`@ufunc(np.add)`: the op that is exactly one NumPy ufunc."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ops.infer import ufunc_infer
from sct.ops.registry import Fact, OpDef, op

__all__ = ["ufunc"]


def ufunc(
    function: np.ufunc, *, facts: Fact = Fact.NONE, unit: float | None = None, **extras: Any
) -> Callable[[Callable[..., Any]], OpDef]:
    """Define the op of `function` under NumPy's name for it, with NumPy's keywords `dtype` and `casting`.

    The extra `integer_unit` is a right unit that holds for integer operands only.
    """
    return op(
        function.__name__,
        infer=ufunc_infer(function),
        numpy=(function,),
        facts=Fact.PURE | Fact.ELEMENTWISE | facts,
        unit=unit,
        results=function.nout,
        ufunc=function,
        **extras,
    )
