"""Ufuncs of single complex numbers, called by name: NumPy's loops, which differ from the operators of its scalars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, SCALAR
from sct.ops.bindings.table import spec_of, strict_array, symbolic

__all__ = ["by_loop"]

#: Of single complex numbers, their operators multiply, and order beside NaN, in another way than these.
_UNLIKE_OPERATORS = (np.multiply, np.divide, np.less, np.less_equal, np.greater, np.greater_equal)


def by_loop(target: Callable[..., Any], ufunc: np.ufunc, args: Any, attrs: dict[str, Any]) -> Any:
    """What a ufunc answers; as arrays without axes, operands are not computed by operators of their own."""
    if _has_operator(ufunc, args):
        args = [strict_array(x) if spec_of(x).kind == SCALAR else x for x in args]
    return target(*args, **attrs)


def _has_operator(ufunc: np.ufunc, args: Any) -> bool:
    """Whether single complex numbers of NumPy's are given to a ufunc that their operator is not the same as."""
    if ufunc not in _UNLIKE_OPERATORS:
        return False
    numpys = [spec_of(x) for x in args if symbolic(x) or isinstance(x, (np.ndarray, np.generic))]
    kinds = {spec.kind for spec in numpys}
    return SCALAR in kinds and ARRAY not in kinds and any(spec_of(x).dtype.kind == "c" for x in args)
