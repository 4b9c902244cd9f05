"""`np.arange`, `np.linspace` and their relatives, and the indices of a grid."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sct.ops import casts, registry
from sct.ops.bindings.creation import method_astype
from sct.ops.bindings.shape import template
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    as_extent,
    axis_of,
    bind,
    dtype_of,
    flag,
    holds_symbolic,
    spec_of,
    static,
    symbolic,
    typed,
    unsupported,
)

__all__: list[str] = []


@bind(np.arange)
def arange(*args: Any, dtype: Any = None, device: Any = None, like: Any = None, **named: Any) -> Any:
    """Evenly spaced numbers of a half-open interval."""
    parts = list(args)
    if len(parts) == 4:
        if dtype is not None:
            raise TypeError("argument for arange() given by name ('dtype') and position (position 3)")
        dtype = parts.pop()
    start, stop, step = _range(parts, named)
    wanted = dtype_of(dtype)
    if not holds_symbolic([start, stop, step]):
        return np.arange(start, stop, step, dtype=wanted)
    return registry.get("arange")(start, stop, step, dtype=wanted)


def _range(parts: list[Any], named: dict[str, Any]) -> tuple[Any, Any, Any]:
    """What `np.arange` makes of arguments by position and by name: a stop of None means that the start is one."""
    if set(named) - {"start", "stop", "step"} or len(parts) > 3:
        raise TypeError("arange() got arguments that it does not take")
    given: dict[str, Any] = dict(zip(("start", "stop", "step"), parts, strict=False))
    if given.keys() & named.keys():
        raise TypeError("argument for arange() given by name and position")
    given |= named
    start, stop, step = (given.get(name) for name in ("start", "stop", "step"))
    if stop is None:
        if not parts:
            raise TypeError("arange() requires stop to be specified.")
        start, stop = 0, start
    elif "start" not in given:
        start = 0
    if start is None or stop is None:
        raise TypeError("unsupported operand type(s) for -: 'int' and 'NoneType'")
    return start, stop, 1 if step is None else step


def _spaced(name: str, start: Any, stop: Any, num: Any, axis: Any, dtype: Any, **attrs: Any) -> Any:
    if isinstance(axis, (tuple, list)):
        if len(axis) != 1:
            raise ValueError("`source` and `destination` arguments must have the same number of elements")
        (axis,) = axis
    (count,), operands = template((num if symbolic(num) else operator.index(static(num, "num")),))
    return registry.get(name)(
        array(start), array(stop), *operands, num=count, axis=axis_of(axis, loose=True), dtype=dtype_of(dtype), **attrs
    )


@bind(np.linspace)
def linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = None,
    axis: Any = 0,
    *,
    device: Any = None,
) -> Any:
    """Evenly spaced numbers of an interval."""
    ends = flag(endpoint, "endpoint")
    made = _spaced("linspace", start, stop, num, axis, dtype, endpoint=ends)
    if not flag(retstep, "retstep"):
        return made
    gaps = as_extent(num, "num") - 1 if ends else as_extent(num, "num")
    if symbolic(gaps):
        raise unsupported("np.linspace", "retstep=True and a run-time num", "compute the step yourself")
    if gaps <= 0:
        return made, np.nan
    inexact = spec_of(made if dtype is None else _spaced("linspace", start, stop, 1, 0, None)).dtype
    first, last = (method_astype(casts.asarray(array(end)), inexact) for end in (start, stop))
    return made, registry.get("divide")(registry.get("subtract")(last, first), gaps)


@bind(np.logspace)
def logspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: Any = 0,
) -> Any:
    """Powers with evenly spaced exponents."""
    ends = flag(endpoint, "endpoint")
    return _spaced("logspace", start, stop, num, axis, dtype, endpoint=ends, base=typed(base, "base"))


@bind(np.geomspace)
def geomspace(start: Any, stop: Any, num: Any = 50, endpoint: Any = True, dtype: Any = None, axis: Any = 0) -> Any:
    """Numbers at equal ratios."""
    ends = flag(endpoint, "endpoint")
    return _spaced("geomspace", start, stop, num, axis, dtype, endpoint=ends)


@bind(np.indices)
def indices(dimensions: Any, dtype: Any = int, sparse: Any = False) -> Any:
    """The indices of a grid."""
    wanted, thin = dtype_of(dtype), flag(sparse, "sparse")
    if not holds_symbolic(dimensions):
        function: Any = np.indices
        return function(static(dimensions, "dimensions"), dtype=wanted, sparse=thin)
    if not thin:
        dimensions = FUNCTIONS[np.empty](dimensions, dtype=bool).shape  # refuses those below 0, as ranges do not
    ranges = [arange(n, dtype=wanted) for n in dimensions]  # of which bool has two elements at most
    grids = FUNCTIONS[np.meshgrid](*ranges, indexing="ij", sparse=thin)
    return grids if thin else FUNCTIONS[np.stack](grids)
