"""Whether two objects that the graph holds as they are may stand for each other."""

from __future__ import annotations

import functools
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np

from sct.runtime.callers.same_constant import same_constant
from sct.runtime.ignore import is_ignored_class
from sct.runtime.rolling.alike_functions import are_alike, made_alike, methods_alike, partials_alike
from sct.runtime.state.cells import is_python_class
from sct.runtime.state.undefined import Undefined

__all__ = ["same_static"]


def same_static(a: Any, b: Any) -> bool:
    """Whether two static objects may stand for each other: not two NaN, as containers take one for itself alone."""
    return _are_alike(a, b) and _holds_the_same_nan(a, b)


def _are_alike(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, Undefined) and isinstance(b, Undefined):
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, (bool, int, float, complex, str, bytes, np.generic, tuple)):
        if is_python_class(type(a)) and not is_ignored_class(type(a)):
            return False  # an object of the user's, which may get attributes
        try:
            return same_constant(a, b)
        except Exception:  # a tuple of objects whose == fails
            return False
    if hasattr(type(a), "__self__") and hasattr(type(a), "__func__"):
        return a.__self__ is b.__self__ and a.__func__ is b.__func__ and made_alike(a, b)
    if type(a) is BuiltinFunctionType:
        return methods_alike(a, b)
    if type(a) is functools.partial:
        return partials_alike(a, b, _are_alike)
    return type(a) is FunctionType and are_alike(a, b, _are_alike)


def _holds_the_same_nan(a: Any, b: Any) -> bool:
    if isinstance(a, tuple):
        return a is b or all(map(_holds_the_same_nan, a, b))
    return a is b or not isinstance(a, (float, complex, np.inexact)) or bool(a == a)
