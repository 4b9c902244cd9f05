"""`x.strides` and what follows from it, where only the run knows extents: places in memory need no more than steps.

A slice moves and widens the steps through memory whatever its bounds are, so the steps of a view are a sum of those of
the array below. That sum is read off a sample whose steps are powers of one large number, and that has no elements.
"""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.types import Dim
from sct.runtime.arrays.run_time_extents import run_time_extent
from sct.runtime.arrays.storage import ViewStep
from sct.runtime.arrays.views import applied, base_of, guard_layout, guard_length, inputs_of

if TYPE_CHECKING:
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["contiguous", "last_step", "strides"]

_MARK = 1 << 14  # further apart than any steps that a sum is made of
_LONG = 1 << 9  # stands for extents that the run knows
_LINEAR = ("getitem", "transpose", "swapaxes", "squeeze", "expand_dims", "flip", "diagonal")
_SAME = ("real", "imag", "frozen")  # begin where the array does, or within its first element


def strides(x: Variable) -> tuple[Any, ...] | None:
    """Bytes from one element to the next along each axis, for which the program is made from now on; None if unknown.

    >>> from sct.runtime.arrays.strides import _spelled
    >>> [_spelled(-2 * _MARK**1 + 3, 2)]
    [[3, -2]]
    """
    spec = x.storage.value.spec
    return _steps(x) if spec.static and (0 not in spec.shape or x.storage.external >= 0) else None


def last_step(x: Variable) -> Any:
    """`x.strides[-1]`, if there is an element."""
    found = _steps(x)
    return x.strides[-1] if found is None else found[-1]


def _steps(x: Variable) -> tuple[Any, ...] | None:
    """As `strides`, of an array with elements: NumPy's functions step by 0 through some of those without."""
    below = _of_storage(x.storage.trace, x)
    at = type(x)(x.storage, (), x.storage.value.spec)
    for step in x.steps:
        if below is None:
            return None
        specs = at.spec, *(operand.spec for operand in step.operands)
        view = type(x)(x.storage, (*at.steps, step), step.op.specs((), specs, step.attrs)[0])
        if step.op.name == "view_dtype":
            below = _resized(below, step)
        elif step.op.name not in _SAME:
            below = _moved(below, at, view)
        at = view
    return None if below is None else tuple(below)


def _of_storage(trace: Trace, x: Variable) -> list[Any] | None:
    """The steps of the whole memory that an array is a view of."""
    storage, spec = x.storage, x.storage.value.spec
    sample = None if storage.item_of is not None or storage.stand_in else base_of(x)
    if sample is None or (not spec.static and not sample.flags.c_contiguous):
        return None
    ones = [array for k in inputs_of(x) if 1 in (array := trace.inputs[k][2]).shape]
    if ones and not spec.static:
        return None  # their steps may be any, and say nothing of those at the next call
    guard_layout(trace, x)
    for k in inputs_of(x) if ones else ():
        trace.guards.add("strides", trace.inputs[k][0], trace.inputs[k][2].strides)
    if spec.static:
        return [step // sample.itemsize * spec.dtype.itemsize for step in sample.strides]
    if not all(guard_length(trace, n) for n in spec.shape if isinstance(n, Dim)):
        return None
    whole = type(x)(storage, (), spec)
    found: list[Any] = [spec.dtype.itemsize]
    for axis in range(spec.ndim - 1, 0, -1):
        found.insert(0, found[0] * _at_least_one(whole, axis))
    return found[: spec.ndim]


def _at_least_one(x: Variable, axis: int) -> Any:
    """An extent, or 1 where there is nothing: so NumPy counts the steps of an array that it makes."""
    n = x.spec.shape[axis]
    if not isinstance(n, Dim):
        return max(n, 1)
    n = run_time_extent(x, axis)
    return n + (n == 0)


def _moved(below: list[Any], at: Variable, view: Variable) -> list[Any] | None:
    """The steps of a view that takes places of an array."""
    step = view.steps[-1]
    if step.op.name not in _LINEAR or len(below) > 4 or any(abs(s) >= _MARK for s in _bounds(step)):
        return None
    marked = np.lib.stride_tricks.as_strided(
        np.empty(1, np.bool_),
        [_LONG if isinstance(n, Dim) else n for n in at.spec.shape],
        [_MARK**k for k in range(len(below))],
        writeable=False,
    )
    try:
        seen = applied(step, marked)
    except (TypeError, ValueError, IndexError):
        return None
    if seen.base is None or any(isinstance(n, Dim) and not m for n, m in zip(view.spec.shape, seen.shape, strict=True)):
        return None
    found = []
    for axis, number in enumerate(seen.strides):
        factors = _spelled(number, len(below))
        if step.op.name in ("getitem", "flip") and isinstance(view.spec.shape[axis], Dim):
            factors = [f if f in (0, 1) else _where_any(f, run_time_extent(view, axis)) for f in factors]
        found.append(_sum(below, factors))
    return found


def _where_any(factor: int, extent: Any) -> Any:
    """How far a slice steps; one that is empty does not widen the steps."""
    return 1 + (factor - 1) * (extent != 0)


def _bounds(step: ViewStep) -> list[int]:
    """How far slices step."""
    entries = step.attrs.get("index", ())
    return [2 * entry[3] for entry in entries if entry[0] == "slice" and isinstance(entry[3], int)]


def _spelled(number: int, n: int) -> list[int]:
    """The factors of the powers of the one large number that a sum of them is."""
    factors = []
    for _ in range(n):
        factor = (number + _MARK // 2) % _MARK - _MARK // 2
        factors.append(factor)
        number = (number - factor) // _MARK
    return factors


def _sum(below: list[Any], factors: list[Any]) -> Any:
    parts = [step if _is(f, 1) else step * f for step, f in zip(below, factors, strict=True) if not _is(f, 0)]
    return functools.reduce(operator.add, parts, 0)


def _resized(below: list[Any], step: ViewStep) -> list[Any]:
    """The steps of elements of another size, which are neighbours: their last axis has been asked."""
    old, new = np.dtype(step.attrs["was"]).itemsize, np.dtype(step.attrs["dtype"]).itemsize
    return below if old == new else [*below[:-1], new]


def contiguous(x: Variable, order: str) -> Any:
    """`x.flags.c_contiguous` or `f_contiguous`, as NumPy finds it from steps and extents; None if they are unknown."""
    steps = _steps(x)
    if steps is None:
        return None
    extents = [run_time_extent(x, k) if isinstance(n, Dim) else n for k, n in enumerate(x.spec.shape)]
    axes = range(x.spec.ndim) if order == "F" else range(x.spec.ndim - 1, -1, -1)
    wanted: Any = x.spec.dtype.itemsize
    fits: Any = True
    for k in axes:
        fits = _both(fits, _either(extents[k] == 1, steps[k] == wanted))
        wanted = wanted * extents[k]
    for extent in extents:
        fits = _either(fits, extent == 0)
    return fits


def _is(value: Any, number: int) -> bool:
    return isinstance(value, int) and value == number


def _both(a: Any, b: Any) -> Any:
    return b if a is True else a if b is True else a & b


def _either(a: Any, b: Any) -> Any:
    return True if a is True or b is True else b if a is False else a if b is False else a | b
