"""`x.flat` as an argument of NumPy's functions, which make an array of it: a view or a copy, as x lies in memory."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from sct.errors import UnsupportedCallError
from sct.runtime.current import has_spec, here
from sct.runtime.variable import Variable

__all__ = ["check_flats", "check_no_flat", "is_flat", "refuse_flat", "whole", "with_arrays"]

_TAKES_ARRAYS = (np.copyto, np.place, np.put, np.putmask, np.put_along_axis, np.compress)  # to write to, or as a mask
_SHAPES: dict[Any, int] = {  # which argument is no array, but is asked for whole numbers
    **dict.fromkeys((np.zeros, np.ones, np.empty, np.full), 0),
    **dict.fromkeys((np.reshape, np.resize, np.transpose, np.unravel_index), 1),
    **dict.fromkeys((np.zeros_like, np.ones_like, np.empty_like), 4),
    np.full_like: 5,
}
_MAKERS = (np.array, np.asarray, np.asanyarray, np.nan_to_num)
_ASKING = (np.common_type, np.isfortran)  # which ask for an attribute of arrays
_SAMPLE = np.zeros(2)
_IS_ANSWERED = np.shares_memory(np.array(_SAMPLE.flat, copy=True), _SAMPLE)
"""Whether what a flatiter says its array is has no copy made of it, even where one is asked for."""


_WHERE: dict[Any, tuple[int, str]] = {  # where NumPy does not ask for an array, or writes to it
    np.transpose: (1, "axes"),
    np.take_along_axis: (1, "indices"),
    np.ravel_multi_index: (0, "multi_index"),
    np.insert: (1, "obj"),
    np.place: (2, "vals"),
    np.compress: (0, "condition"),
    np.geomspace: (2, "num"),
    np.ndindex: (0, "shape"),
    np.broadcast_shapes: (0, "args"),
    np.lib.stride_tricks.as_strided: (1, "shape"),
    **dict.fromkeys((np.array, np.asarray, np.asanyarray), (1, "dtype")),
    **dict.fromkeys((np.fft.fftshift, np.fft.ifftshift), (1, "axes")),
    **dict.fromkeys((np.concatenate, np.stack), (0, "arrays")),
    **dict.fromkeys((np.vstack, np.hstack, np.dstack, np.column_stack), (0, "tup")),
    **{getattr(np.ndarray, name): (0, name) for name in ("transpose", "astype", "view")},
}


def check_flats(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Refuse an `x.flat` where NumPy takes it for something else than an array."""
    if not any(map(is_flat, (*args, *kwargs.values()))):
        return
    place, name = _WHERE.get(function, (len(args), ""))
    named = name in kwargs and is_flat(kwargs[name])
    if named or any(map(is_flat, args[place : place + 1])):
        raise refuse_flat(f"{name}= of {getattr(function, '__name__', '')}")


def refuse_flat(where: str) -> UnsupportedCallError:
    """The error where an `x.flat` has no static form."""
    return UnsupportedCallError(
        f"an x.flat is given as {where}",
        where=here(),
        why="NumPy makes no array of it there, and what it says of it may name its place in memory",
        fix="give it x.ravel(), or a list of integers",
    )


def is_flat(x: Any) -> bool:
    """Whether this is an `x.flat`."""
    return has_spec(x) and x.python_type is np.flatiter


def check_no_flat(function: Any, x: Any) -> None:
    """Raise what a builtin that asks for a number says of an `x.flat`."""
    try:
        _ = function(np.zeros(1).flat) if is_flat(x) else None
    except TypeError as error:
        raise TypeError(*error.args) from None


def whole(x: Any, ends: bool) -> Any:
    """An `x.flat` of which nothing has been taken, as an array: from here on all items are, or, unless it `ends`, some.

    Where it must be known how many, it stays the iterator that it is.
    """
    if not is_flat(x) or (x.storage.trace.iterators.by_position and not ends) or not x.sct_steps.take_all(ends):
        return x
    return Variable(x.storage, x.steps, x.spec)


def with_arrays(
    func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """The NumPy function to call, and its arguments, with the array that it makes of an `x.flat` in place of that."""
    kept = len(args) if func in _ASKING else int(func in _TAKES_ARRAYS)
    if not any(map(is_flat, (*args[kept:], *kwargs.values()))):
        return func, args, kwargs
    if func is np.copy:
        given = inspect.signature(func).bind(*args, **kwargs).arguments
        func, args, kwargs = np.array, (given.pop("a"),), given
    if func in _MAKERS and _IS_ANSWERED:
        kwargs = {**kwargs, "copy": None}
    place = _SHAPES.get(func, -1)  # which NumPy does not go through
    asked = ("out", "shape") if place >= 0 else ("out",)
    made = {name: value if name in asked else _made(value) for name, value in kwargs.items()}
    shown = [x if k < kept or k == place else _made(x) for k, x in enumerate(args)]
    return func, tuple(shown), made


def _made(x: Any) -> Any:
    return x.sct_array() if is_flat(x) else x
