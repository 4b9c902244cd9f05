"""NumPy functions that call a Python function for parts of an array: written out, so that it is converted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.errors import SctError, UnsupportedOpError
from sct.ops.bindings.table import FUNCTIONS, ask, ndim_of, static, strict_array
from sct.runtime import trace as tracing
from sct.runtime.call import convert_call
from sct.runtime.numpy_functions.numpy_lines import pad
from sct.runtime.numpy_functions.resizing import resize
from sct.runtime.numpy_functions.testing_calls import testing_check

__all__ = ["calls_back"]


# The loops of `apply_along_axis`, which sct converts like a user's: over one, two or three axes of lines.
# The first line has been done, because it tells what the results look like.


def _one(func: Any, lines: Any, out: Any) -> Any:
    for i in range(1, lines.shape[0]):
        out[i] = func(lines[i])
    return out


def _two(func: Any, lines: Any, out: Any) -> Any:
    for j in range(1, lines.shape[1]):
        out[0, j] = func(lines[0, j])
    for i in range(1, lines.shape[0]):
        for j in range(lines.shape[1]):
            out[i, j] = func(lines[i, j])
    return out


def _three(func: Any, lines: Any, out: Any) -> Any:
    for k in range(1, lines.shape[2]):
        out[0, 0, k] = func(lines[0, 0, k])
    for j in range(1, lines.shape[1]):
        for k in range(lines.shape[2]):
            out[0, j, k] = func(lines[0, j, k])
    for i in range(1, lines.shape[0]):
        for j in range(lines.shape[1]):
            for k in range(lines.shape[2]):
                out[i, j, k] = func(lines[i, j, k])
    return out


_LOOPS = {1: _one, 2: _two, 3: _three}


def _run_converted(loop: Any, *args: Any) -> Any:
    """Trace a loop of this module as if it were the user's."""
    from sct.runtime.calls.inlining import inline
    from sct.runtime.conversion.instrumented import note_instrumented
    from sct.runtime.source import get_conversion

    trace = tracing.current()
    assert trace is not None
    where = trace.location()
    converted = get_conversion(loop).traced(loop, trace.reads_for(loop))
    note_instrumented(converted.__code__)
    try:
        return inline(trace, converted, *args)
    except SctError as error:
        if error.where is None or error.where.filename == __file__:  # the call is what the user has written
            error.where = where
        raise


def _apply_along_axis(func1d: Any, axis: Any, arr: Any, *args: Any, **kwargs: Any) -> Any:
    arr = strict_array(arr)
    nd = ndim_of(arr)
    at = normalize_axis_index(static(axis, "axis"), nd)
    function = convert_call(func1d)
    lines = FUNCTIONS[np.moveaxis](arr, at, -1)
    outer = lines.shape[:-1]
    if any(type(n) is int and n == 0 for n in outer):
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    if any(type(n) is not int for n in outer) or nd > 4:
        raise UnsupportedOpError(
            "np.apply_along_axis has no static support for run-time extents and more than four axes",
            fix="write the loop over the lines, which sct can convert",
        )

    def of_line(line: Any) -> Any:
        return strict_array(function(line, *args, **kwargs))

    first = of_line(lines[(0,) * (nd - 1)] if nd > 1 else arr)
    if nd == 1:
        return FUNCTIONS[np.copy](first)
    out = FUNCTIONS[np.zeros]((*outer, *first.shape), first.dtype)
    out = out if tracing.is_variable(out) else strict_array(tracing.current().lift_array(np.array(out)))  # type: ignore[union-attr]
    out[(0,) * (nd - 1)] = first
    made = _run_converted(_LOOPS[nd - 1], of_line, lines, out)
    own = ndim_of(first)
    dims = list(range(ndim_of(made)))
    order = dims[:at] + dims[len(dims) - own :] + dims[at : len(dims) - own]
    return FUNCTIONS[np.transpose](made, order)


def _apply_over_axes(func: Any, a: Any, axes: Any) -> Any:
    value = strict_array(a)
    ask(a, "ndim")
    nd = ndim_of(value)
    over = static(axes, "axes")
    function = convert_call(func)
    for axis in over if isinstance(over, tuple) else (over,):
        axis = axis + nd if axis < 0 else axis
        made = function(value, axis)
        if ndim_of(made) != nd:
            made = FUNCTIONS[np.expand_dims](made, axis)
            if ndim_of(made) != nd:
                raise ValueError("function is not returning an array of the correct shape")
        value = made
    return value


def _asarray_chkfinite(a: Any, dtype: Any = None, order: Any = None) -> Any:
    made = FUNCTIONS[np.asarray](a, dtype, order)
    if made.dtype.kind in "fc":
        trace = tracing.current()
        assert trace is not None
        finite = np.all(np.isfinite(made))
        template = ("array must not contain infs or NaNs",)
        trace.effect("assert", (finite,), {"exception": "builtins.ValueError", "template": template})
    return made


_CALLING_BACK: dict[Any, Callable[..., Any]] = {
    np.apply_along_axis: _apply_along_axis,
    np.apply_over_axes: _apply_over_axes,
    np.asarray_chkfinite: _asarray_chkfinite,
    np.pad: pad,
    np.resize: resize,
}


def calls_back(function: Any) -> Callable[..., Any] | None:
    """What serves a function that calls a Python function, or raises by itself; None for all others."""
    try:
        return _CALLING_BACK.get(function) or testing_check(function)
    except TypeError:  # not hashable
        return None
