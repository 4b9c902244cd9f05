"""`x.flat` as an argument of NumPy's functions, which make an array of it: a view or a copy, as x lies in memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY
from sct.runtime.current import is_variable
from sct.runtime.trace import Trace
from sct.runtime.variable import Variable
from sct.runtime.views import sample_of

__all__ = ["check_flat", "is_flat", "whole"]


def is_flat(x: Any) -> bool:
    """Whether this is an `x.flat`."""
    return is_variable(x) and hasattr(type(x), "spec") and x.python_type is np.flatiter


def whole(x: Any, ends: bool) -> Any:
    """An `x.flat` of which nothing has been taken, as an array: from here on all items are, or, unless it `ends`, some.

    Where it must be known how many, it stays the iterator that it is.
    """
    if not is_flat(x) or (x.storage.trace.by_position and not ends) or not x.sct_steps.take_all(ends):
        return x
    return Variable(x.storage, x.steps, x.spec)


def check_flat(trace: Trace, func: Any, args: Iterable[Any], made: Any) -> None:
    """Refuse results that are views of what NumPy has copied, or copies where it has a view."""
    for flat in filter(is_flat, args):
        sample = sample_of(flat._array)
        ordered = sample is not None and bool(sample.flags.c_contiguous)
        for one in made if isinstance(made, (list, tuple)) else (made,):
            is_array = is_variable(one) and hasattr(type(one), "spec") and one.spec.kind == ARRAY
            if func is np.nan_to_num or (is_array and one.storage is flat.storage and not ordered):
                raise UnsupportedOpError(
                    f"np.{func.__name__}() of x.flat",
                    where=trace.location(),
                    why="whether NumPy copies the elements depends on the memory layout of x",
                    fix="use x.flatten() for a copy, x.reshape(-1) for a view",
                )
