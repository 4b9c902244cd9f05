"""`@ufunc(np.add)`: the op that is exactly one NumPy ufunc."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ops.infer import ufunc_infer
from sct.ops.registry import Fact, OpDef, op

__all__ = ["ufunc"]


def ufunc(function: np.ufunc, *, facts: Fact = Fact.NONE, **extras: Any) -> Callable[[Callable[..., Any]], OpDef]:
    """Define the op of `function` under NumPy's name for it, with NumPy's keywords `dtype` and `casting`.

    The extra `real_unit` is a right unit for all but complex numbers, `integer_unit` one for integers
    only: see `sct.ops.infer.right_unit`.
    """
    return op(
        function.__name__,
        infer=ufunc_infer(function),
        numpy=(function,),
        facts=Fact.PURE | Fact.ELEMENTWISE | facts,
        results=function.nout,
        ufunc=function,
        **extras,
    )
