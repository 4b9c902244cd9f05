"""`x.view(dtype)` and `np.lib.stride_tricks.as_strided`."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ops import memory_views as ops
from sct.ops import registry
from sct.ops.bindings.table import bind, dtype_of, flag, is_array, spec_of, static, strict_array, told, unsupported
from sct.ops.index import getitem

__all__: list[str] = []

_OTHER = "use astype, np.real and np.imag, or do it outside of the static function"


@bind(method="view")
def view(a: Any, dtype: Any = None, type: Any = None) -> Any:
    """Another array object on the same memory, perhaps as another dtype."""
    if type is None and isinstance(dtype, _CLASS) and issubclass(dtype, np.ndarray):
        dtype, type = None, dtype
    if type is not None and type is not np.ndarray:
        raise unsupported("ndarray.view", "a class derived from ndarray", "keep the plain array")
    if dtype is None:
        return getitem(a, index=(("ellipsis",),)) if is_array(a) else a
    old, new = spec_of(a).dtype, dtype_of(dtype)
    assert new is not None
    if new.kind not in "biufc" or (new.kind == "b" and old.kind != "b") or not new.isnative:
        raise unsupported("ndarray.view", f"the dtype {new} (of {old})", _OTHER)
    if old.itemsize != new.itemsize:
        _check_last_axis(a)
    return ops.view_dtype(a, dtype=new, was=old)


@bind(method="byteswap")
def byteswap(a: Any, inplace: Any = False) -> Any:
    """The elements with their bytes in the other order, as a new array, or written where they are."""
    made = ops.byteswap(a)
    if not flag(inplace, "inplace"):
        return made
    if not is_array(a):
        raise ValueError("cannot byteswap a scalar in-place")
    a[...] = made
    return a


_CLASS = type


@bind(np.frombuffer)
def frombuffer(buffer: Any, dtype: Any = float, count: Any = -1, offset: Any = 0, *, like: Any = None) -> Any:
    """The memory of an array in C order as an array of one axis, perhaps of another dtype."""
    if not is_array(buffer):
        raise unsupported("np.frombuffer", "what is no array", "use np.array")
    if not buffer.flags.c_contiguous:
        raise ValueError("ndarray is not C-contiguous")
    new, count, offset = dtype_of(dtype), static(count, "count"), static(offset, "offset")
    size = static(buffer.size, "buffer") * spec_of(buffer).dtype.itemsize
    assert new is not None
    told(np.frombuffer, bytes(size), new, count, offset)
    if offset % new.itemsize:
        raise unsupported("np.frombuffer", "an offset between two elements", "copy the array")
    last = size if count < 0 else offset + count * new.itemsize
    seen = buffer.reshape(-1)
    if (offset, last) != (0, size):
        seen = view(seen, np.uint8)[offset:last]
    return view(seen, new)


def _check_last_axis(a: Any) -> None:
    """Whether the elements of the last axis are neighbours in memory, which the caller's layout decides."""
    spec = spec_of(a)
    if not is_array(a) or not spec.ndim or spec.shape[-1] == 1 or 0 in spec.shape:
        return
    if static(a.sct_last_step, "the memory layout") != spec.dtype.itemsize:
        raise ValueError("To change to a dtype of a different size, the last axis must be contiguous")


@bind(np.lib.stride_tricks.as_strided)
def as_strided(
    x: Any,
    shape: Any = None,
    strides: Any = None,
    subok: Any = False,
    writeable: Any = True,
    *,
    check_bounds: Any = None,
) -> Any:
    """A view by other strides, where these stay inside of the array and its memory is in one piece."""
    x = strict_array(x)
    if flag(subok, "subok"):
        raise unsupported("as_strided", "subok=True", "leave it out")
    size = spec_of(x).dtype.itemsize
    wanted = _numbers(x.shape if shape is None else shape, "shape")
    steps = _numbers(x.strides if strides is None else strides, "strides")
    if len(wanted) != len(steps):
        raise ValueError("strides must have the same length as shape")
    order = "C" if x.flags.c_contiguous else "F"
    inside = order == "C" or x.flags.f_contiguous
    inside = inside and not any(step % size or step < 0 for step in steps)
    last = sum((n - 1) * (step // size) for n, step in zip(wanted, steps, strict=True)) if 0 not in wanted else -1
    if not inside or last >= static(x.size, "x"):
        raise UnsupportedOpError(
            "np.lib.stride_tricks.as_strided leaves the array, or the array is not in one piece of memory",
            why="what it would see then is not part of the program",
            fix="use slices, or np.lib.stride_tricks.sliding_window_view",
        )
    made = ops.as_strided(x, shape=wanted, strides=tuple(step // size for step in steps), order=order)
    return made if flag(writeable, "writeable") else registry.get("frozen")(made)


def _numbers(value: Any, name: str) -> tuple[int, ...]:
    value = static(value, name)
    return tuple(operator.index(n) for n in (value if isinstance(value, tuple) else (value,)))
