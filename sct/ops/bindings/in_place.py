"""`np.copyto`, `np.put`, `np.place` and their relatives, which write into their first argument."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, SCALAR
from sct.ops import gather, registry
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    axis_of,
    bind,
    flag,
    spec_of,
    static,
    strict_array,
    symbolic,
    told,
    unsupported,
)
from sct.ops.in_place import written
from sct.ops.probe import tiny

__all__: list[str] = []


def _target(a: Any, function: str) -> Any:
    if isinstance(a, (list, tuple, bool, int, float, complex)) or not hasattr(a, "dtype"):
        raise TypeError(f"argument 1 must be numpy.ndarray, not {type(a).__name__}")
    if symbolic(a) and a.python_type is np.flatiter:
        raise TypeError(f"{function}() argument 1 must be numpy.ndarray, not numpy.flatiter")
    if not symbolic(a):
        raise unsupported(function, "writing run-time values into a constant array", "copy it first: x = x.copy()")
    return a


def _taken_in(values: Any, a: Any) -> Any:
    """The items of a Python sequence as elements of an array: each has to fit, where those of an array are cast."""
    return FUNCTIONS[np.array](values, dtype=spec_of(a).dtype) if isinstance(values, (list, tuple)) else array(values)


@bind(np.copyto)
def copyto(dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> None:
    """Write an array into another one."""
    if dst is src and where is True:
        return  # NumPy does nothing then, also to what is read-only
    dst, src = _target(dst, "np.copyto"), array(src)
    source, rule = spec_of(src), static(casting, "casting")
    wanted = spec_of(dst).dtype
    if source.weak and rule != "unsafe":  # NumPy itself says what a Python number may become
        told(np.copyto, np.zeros((), wanted), src if not symbolic(src) else tiny(source), casting=rule)
    elif not np.can_cast(source.dtype, wanted, rule):
        raise TypeError(f"Cannot cast array data from {source.dtype!r} to {wanted!r} according to the rule '{rule}'")
    if not source.weak or source.dtype.kind in "fc":
        src = strict_array(src)  # its elements are cast, where a number would have to fit
    if where is True:
        dst[...] = src
    else:
        dst[...] = registry.get("where")(array(where), FUNCTIONS[np.array](src, dtype=wanted), dst)


@bind(np.putmask)
def putmask(a: Any, mask: Any, values: Any) -> None:
    """Write values where a mask is true; too few are repeated."""
    a, mask, values = _target(a, "np.putmask"), array(mask), _taken_in(values, a)
    given, dtype = spec_of(values), spec_of(a).dtype
    sizes = [math.prod(s.shape) for s in (spec_of(a), spec_of(mask)) if s.static]  # type: ignore[arg-type]
    if len(set(sizes)) == 2:
        raise ValueError("putmask: mask and data must be the same size")
    if given.kind == ARRAY and not np.can_cast(given.dtype, dtype, "safe"):
        raise TypeError(f"Cannot cast array data from {given.dtype!r} to {dtype!r} according to the rule 'safe'")
    shape = given.shape
    if shape in ((), spec_of(a).shape) and spec_of(mask).shape == spec_of(a).shape:
        a[...] = registry.get("where")(mask, FUNCTIONS[np.array](values, dtype=dtype), a)
    else:
        a[...] = written(a, mask, values, function="putmask")


@bind(np.place)
def place(arr: Any, mask: Any, vals: Any) -> None:
    """Write values, in their order, where a mask is true; too few are repeated."""
    arr = _target(arr, "np.place")
    arr[...] = written(arr, array(mask), _taken_in(vals, arr), function="place")


@bind(np.put)
def put(a: Any, ind: Any, v: Any, mode: Any = "raise") -> None:
    """Write values at flat indices; too few are repeated."""
    from sct.ops.bindings.index import mode_of, places_of

    a = _target(strict_array(a) if spec_of(a).kind == SCALAR else a, "np.put")  # NumPy writes to a copy of a scalar
    options = (("mode", mode_of(mode)),)
    ind = places_of(ind)
    places, by_number = spec_of(ind).shape, spec_of(ind).dtype.kind in "iu"
    if by_number and len(spec_of(a).shape) == len(places) == 1 and options[0][1] == "raise" and _one_each(a, v, places):
        a[ind] = v
        return
    a[...] = written(a, ind, _taken_in(v, a), function="put", options=options)


@bind(np.fill_diagonal)
def fill_diagonal(a: Any, val: Any, wrap: Any = False) -> None:
    """Write the main diagonal."""
    a = _target(a, "np.fill_diagonal")
    shape = spec_of(a).shape
    if len(shape) < 2:
        raise ValueError("array must be at least 2-d")
    if len(shape) > 2 and all(isinstance(n, int) for n in shape) and len(set(shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    wraps = flag(wrap, "wrap")
    known = [n for n in shape if isinstance(n, int)]
    if len(known) == len(shape) and not (wraps and known[0] > known[1]):
        length = min(known)
        if _one_each(a, val, (length,)):
            a[(np.arange(length),) * len(shape)] = val
            return
    a[...] = written(a, _taken_in(val, a), function="fill_diagonal", options=(("wrap", wraps),))


def _one_each(a: Any, values: Any, places: tuple[Any, ...]) -> bool:
    """Whether these are one value for each place, or one for all, and floats: `a[places] = values` takes them alike."""
    given, wanted = spec_of(array(values)), spec_of(a).dtype
    fits = given.shape == () or (given.shape == places and isinstance(places[0], int))
    return fits and wanted.kind in "fc" and given.dtype.kind in "biuf"


@bind(np.put_along_axis)
def put_along_axis(arr: Any, indices: Any, values: Any, axis: Any) -> None:
    """Write values at indices, line by line."""
    from sct.ops.bindings.index import along

    along(arr, indices, axis)
    arr = _target(arr, "np.put_along_axis")
    if axis is None:  # `np.array(arr.flat)` is the array's own memory if that is in C order, else it is read-only
        sample = arr.sct_layout()
        if sample is None:
            raise unsupported("np.put_along_axis", "axis=None where the layout is not known", "use arr.reshape(-1)")
        if not sample.flags.c_contiguous:
            raise ValueError("assignment destination is read-only")
    arr[...] = gather.put_along_axis(arr, array(indices), _taken_in(values, arr), axis=axis_of(axis, loose=True))
