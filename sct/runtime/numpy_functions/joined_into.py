"""`np.concatenate(…, out=x)` and `np.stack`: NumPy writes array after array, and reads what it has written before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ops.bindings.joining import items_of
from sct.ops.bindings.table import is_array
from sct.runtime import trace as tracing

__all__ = ["JOINS", "joined_into", "with_dtype_of"]

JOINS = (np.concatenate, np.stack)


def with_dtype_of(out: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
    """The keywords, with which the arrays become of the dtype that they will be of."""
    if "dtype" in kwargs:
        raise TypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
    return {**kwargs, "dtype": out.dtype}


def joined_into(
    trace: tracing.Trace,
    func: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    out: Any,
    is_part: Callable[[Any, Any], bool],
) -> bool:
    """Write the arrays into `out` one after the other, where a write may change a later one; else False.

    That shapes and dtypes fit is known.
    """
    parts = [x for x in items_of(args[0]) if is_array(x)]
    if not any(is_part(out, x) for x in parts[1:]):
        return False
    axis = args[1] if len(args) > 1 else kwargs.get("axis", 0)
    if axis is None:
        raise UnsupportedOpError(
            f"np.{func.__name__} with axis=None writes to what it reads",
            where=trace.location(),
            why="NumPy reads elements again that it has written",
            fix="compute it without out=, and assign: out[...] = ...",
        )
    place, begin = np.moveaxis(out, axis, 0), 0
    for k, part in enumerate(parts):
        if func is np.stack:
            target = place[k]
        else:
            part = np.moveaxis(part, axis, 0)
            target, begin = place[begin : begin + part.shape[0]], begin + part.shape[0]
        np.copyto(target, part, casting=kwargs.get("casting", "same_kind"))
    return True
