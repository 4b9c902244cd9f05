"""NumPy functions that call a Python function for lines: `np.pad` with one, `np.vectorize(signature=)`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ops.bindings.table import FUNCTIONS, holds_symbolic, static, strict_array
from sct.runtime.callers.owning import filled
from sct.runtime.iteration.enumerated import place_of
from sct.runtime.trace import Trace

__all__ = ["for_each", "pad", "with_signature"]


def for_each(indices: range, body: Callable[[Any], None]) -> None:
    """A loop like one that the user has written."""
    from sct.runtime.loops import convert_for

    convert_for(indices, body, None, lambda: (), lambda state: None, ())


# -- np.pad ----------------------------------------------------------------------------------------


def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> Any:
    """`np.pad`: a function as mode changes the lines of a padded array in place, axis by axis."""
    from sct.runtime.call import convert_call

    if not callable(mode):
        return FUNCTIONS[np.pad](array, pad_width, mode, **kwargs)
    made = strict_array(array)
    if holds_symbolic(pad_width) or not made.spec.static:
        raise UnsupportedOpError(
            "np.pad has no static support for a function as mode with run-time extents",
            fix="use a named mode, or concatenate the borders",
        )
    widths = _widths(static(pad_width, "pad_width"), made.spec.ndim)
    padded = FUNCTIONS[np.pad](made, pad_width)
    function = convert_call(mode)
    for axis, width in enumerate(widths):
        view = np.moveaxis(padded, axis, -1)
        outer = tuple(view.shape[:-1])

        def change(number: Any, view: Any = view, outer: Any = outer, width: Any = width, axis: int = axis) -> None:
            function(view[(*place_of(number, outer), ...)], width, axis, kwargs)

        for_each(range(math.prod(outer)), change)
    return padded


def _widths(pad_width: Any, ndim: int) -> list[Any]:
    """What a function is told about each axis, which NumPy alone knows: sometimes a tuple, sometimes a list."""
    told: list[Any] = [None] * ndim

    def note(line: Any, width: Any, axis: int, kwargs: Any) -> None:
        told[axis] = width

    np.pad(np.zeros((1,) * ndim), pad_width, note)
    return told


# -- np.vectorize ----------------------------------------------------------------------------------


def with_signature(trace: Trace, f: Any, function: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
    """What `np.vectorize(f, signature=...)` answers: a call for each place of the loop dimensions, in C order."""
    inputs, outputs = _parsed(f.signature)
    if kwargs or f.excluded:
        _refuse("signature= with keywords or excluded arguments")
    if len(args) != len(inputs):
        raise TypeError(f"wrong number of positional arguments: expected {len(inputs)!r}, got {len(args)!r}")
    arrays = [trace.own(strict_array(x)) for x in args]
    if not all(x.spec.static for x in arrays):
        _refuse("signature= and run-time extents")
    sizes: dict[str, int] = {}
    for x, core in zip(arrays, inputs, strict=True):
        _learn(sizes, tuple(x.shape), core)
    outer = np.broadcast_shapes(*(x.shape[: x.ndim - len(core)] for x, core in zip(arrays, inputs, strict=True)))
    count = math.prod(outer)
    if not count:
        _refuse("signature= and no elements")
    lines = []
    for x, core in zip(arrays, inputs, strict=True):
        inner = tuple(x.shape[x.ndim - len(core) :])
        lines.append(np.broadcast_to(x, outer + inner).reshape((count, *inner)))
    first = _results(function(*[x[0] for x in lines]), len(outputs))
    made = [strict_array(result) for result in first]
    for result, core in zip(made, outputs, strict=True):
        _learn(sizes, tuple(result.shape), core)
    outs = []
    for k, (result, core) in enumerate(zip(made, outputs, strict=True)):
        dtype = np.dtype(f.otypes[k]) if f.otypes else result.dtype
        out = trace.own(filled(trace, np.zeros((count, *(sizes[name] for name in core)), dtype), True))
        out[0] = result
        outs.append(out)

    def call(number: Any) -> None:
        results = _results(function(*[x[number] for x in lines]), len(outputs))
        for out, result in zip(outs, results, strict=True):
            out[number] = result

    for_each(range(1, count), call)
    shaped = [out.reshape(outer + tuple(out.shape[1:])) for out in outs]
    return shaped[0] if len(shaped) == 1 else tuple(shaped)


def _parsed(signature: str) -> Any:
    """The core dimensions of the arguments and of the results."""
    sides = [re.findall(r"\(([^()]*)\)", side) for side in signature.split("->")]
    cores = [[tuple(re.findall(r"\w+", core)) for core in side] for side in sides]
    return cores[0], cores[1]


def _learn(sizes: dict[str, int], shape: tuple[int, ...], core: tuple[str, ...]) -> None:
    """What the last extents say about the core dimensions."""
    if len(shape) < len(core):
        raise ValueError(
            f"{len(shape)}-dimensional argument does not have enough dimensions for all core dimensions {core!r}"
        )
    for name, extent in zip(core, shape[len(shape) - len(core) :], strict=True):
        if sizes.setdefault(name, extent) != extent:
            raise ValueError(f"inconsistent size for core dimension {name!r}: {extent!r} vs {sizes[name]!r}")


def _results(found: Any, count: int) -> tuple[Any, ...]:
    given = len(found) if isinstance(found, tuple) else 1
    if count != given:
        raise ValueError(f"wrong number of outputs from pyfunc: expected {count!r}, got {given!r}")
    return found if count > 1 else (found,)


def _refuse(what: str) -> Any:
    raise UnsupportedOpError(f"np.vectorize has no static support for {what}", fix="write the loop over the elements")
