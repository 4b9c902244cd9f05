"""NumPy functions that walk through what Python has, or ask the run for extents, in terms of Python's own."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sct.errors import UnsupportedCallError, UnsupportedOpError
from sct.ir.types import Dim
from sct.ops.bindings.table import ndim_of, spec_of, static, symbolic
from sct.runtime.arrays.memory_questions import OF_MEMORY
from sct.runtime.current import has_spec
from sct.runtime.generators import TracedGenerator
from sct.runtime.iteration.loud import check_asked
from sct.runtime.joins.choice import Choice
from sct.runtime.lists.splitting import SPLITTING
from sct.runtime.numpy_functions.from_bytes import FROM_BYTES
from sct.runtime.numpy_functions.smallest_types import SMALLEST_TYPES

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["FROM_PYTHON"]


def _fromiter(trace: Trace, /, iter: Any, dtype: Any, count: Any = -1, *, like: Any = None) -> Any:
    """The items of a list, an array or a generator as an array of numbers."""
    if not (type(count) is int and count == -1):  # NumPy takes no more, and asks for no length
        check_asked(trace, "np.fromiter", iter)
    from sct.runtime.calls.traced_call import convert_traced

    items = convert_traced(trace, list)(iter)
    if isinstance(count, np.bool_) or (symbolic(count) and spec_of(count).dtype.kind not in "iu"):
        raise TypeError("an integer is required for the count")
    count = operator.index(static(count, "count"))
    if count != -1:
        items = convert_traced(trace, _first)(items, count)
    wanted = dtype if symbolic(dtype) else np.dtype(dtype)
    if symbolic(wanted) or wanted.subdtype is None:
        made = convert_traced(trace, np.array)(items, dtype)
        if ndim_of(made) != 1:
            raise ValueError("setting an array element with a sequence.")
        return made
    base, shape = wanted.subdtype
    if type(items) is list and not items:
        return convert_traced(trace, np.zeros)((0, *shape), base)
    made = convert_traced(trace, np.array)(items, base)
    if spec_of(made).shape[1:] != shape:  # NumPy broadcasts each item, or cannot
        raise UnsupportedOpError(
            f"np.fromiter has no static support for items that are not of the shape {shape}",
            where=trace.location(),
            fix="give each item that shape",
        )
    return made


def _first(items: Any, count: int) -> Any:
    """The first of them, which sct converts like a user's code."""
    count = max(count, 0)
    if len(items) < count:
        raise ValueError(f"iterator too short: Expected {count} but iterator had only {len(items)} items.")
    return items[:count]


def _array_equal(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Whether two arrays are equal: extents that only the run knows are compared first."""
    if kwargs.keys() <= {"equal_nan"}:
        nan = static(kwargs.get("equal_nan", False), "equal_nan")
        return _by_extents(trace, np.array_equal, args, kwargs, _may_be_of_one_shape, _equal, nan)
    return _foreign(trace, np.array_equal, *args, **kwargs)


def _array_equiv(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Whether two arrays are equal, broadcast: extents that only the run knows are compared first."""
    if not kwargs:
        return _by_extents(trace, np.array_equiv, args, kwargs, _may_not_fit, _equal_as_broadcast)
    return _foreign(trace, np.array_equiv, *args, **kwargs)


def _by_extents(
    trace: Trace, f: Any, args: Any, kwargs: Any, asks: Callable[..., bool], equal: Callable[..., Any], *more: Any
) -> Any:
    """What `equal` answers of two arrays if only the run tells of their shapes what `asks` asks; else what `f` does."""
    from sct.runtime.calls.library_calls import inlined
    from sct.runtime.calls.traced_call import convert_traced

    if len(args) == 2 and all(map(_is_array_like, args)):
        try:
            x, y = map(convert_traced(trace, np.asarray), args)
        except ValueError:  # of what is no array, as lists of several lengths
            return False
        if type(x) is Choice:  # of no items, an array has fewer axes
            return x.sct_distribute(lambda one: _by_extents(trace, f, (one, y), kwargs, asks, equal, *more))
        if type(y) is Choice:
            return y.sct_distribute(lambda one: _by_extents(trace, f, (x, one), kwargs, asks, equal, *more))
        if asks(spec_of(x).shape, spec_of(y).shape):
            return inlined(trace, cast(FunctionType, equal), x, y, *more)
    return _foreign(trace, f, *args, **kwargs)


def _foreign(trace: Trace, f: Any, /, *args: Any, **kwargs: Any) -> Any:
    """What NumPy's function itself is served by."""
    from sct.runtime.calls.foreign_call import call_foreign

    return call_foreign(trace, f, *args, **kwargs)


def _is_array_like(x: Any) -> bool:
    return isinstance(x, (np.ndarray, list, tuple)) or has_spec(x)


def _may_be_of_one_shape(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """Whether only the run knows whether two shapes are the same."""
    unknown = any(isinstance(n, Dim) for n in (*a, *b))
    return unknown and a != b and len(a) == len(b)


def _may_not_fit(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """Whether only the run knows whether two shapes can be broadcast together."""
    pairs = zip(a[::-1], b[::-1], strict=False)
    return any(n != m and 1 not in (n, m) and (isinstance(n, Dim) or isinstance(m, Dim)) for n, m in pairs)


def _equal(x: Any, y: Any, equal_nan: bool) -> Any:
    """The same where the extents may be equal, which sct converts like a user's code."""
    if x.shape != y.shape:
        return False
    same = x == y
    if equal_nan:
        same = same | ((x != x) & (y != y))
    return bool(same.all())


def _equal_as_broadcast(x: Any, y: Any) -> Any:
    """The same where the extents may not fit."""
    for n, m in zip(x.shape[::-1], y.shape[::-1], strict=False):
        if n != m and n != 1 and m != 1:
            return False
    return bool((x == y).all())


def _fromfunction(
    trace: Trace, /, function: Any, shape: Any, *, dtype: Any = float, like: Any = None, **kwargs: Any
) -> Any:
    """What a function makes of the arrays of all indices: NumPy calls it once."""
    from sct.runtime.call import convert_call
    from sct.runtime.calls.traced_call import convert_traced

    if like is not None and not _is_array_like(like):
        raise UnsupportedCallError("np.fromfunction(like=…) of no array of NumPy's", where=trace.location())
    places = convert_traced(trace, np.indices)(shape, dtype=dtype)
    return convert_call(function)(*convert_traced(trace, list)(places), **kwargs)


def _indices(trace: Trace, /, dimensions: Any, *args: Any, **kwargs: Any) -> Any:
    """The indices of a grid, of which NumPy makes a tuple of the extents first."""
    from sct.runtime.calls.traced_call import convert_traced

    walked = isinstance(dimensions, (Iterator, TracedGenerator))
    extents = convert_traced(trace, tuple)(dimensions) if walked else dimensions
    return _foreign(trace, np.indices, extents, *args, **kwargs)


FROM_PYTHON: dict[Any, Callable[..., Any]] = {
    np.fromiter: _fromiter, np.array_equal: _array_equal, np.array_equiv: _array_equiv,
    np.fromfunction: _fromfunction, np.indices: _indices, **FROM_BYTES, **OF_MEMORY, **SMALLEST_TYPES, **SPLITTING,
}  # fmt: skip
