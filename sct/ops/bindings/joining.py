"""`np.concatenate`, `np.stack` and what is built on them; splitting, repetition, padding."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.ir.types import Dim
from sct.ops import joining as ops
from sct.ops import registry
from sct.ops import shape as views
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    ask,
    axis_of,
    bind,
    dtype_of,
    holds_symbolic,
    ndim_of,
    no_out,
    spec_of,
    static,
    strict_array,
    symbolic,
    unsupported,
)
from sct.ops.casts import asarray
from sct.ops.index import getitem
from sct.ops.index_template import axis_index

__all__ = ["items_of", "piece"]


def items_of(arrays: Any) -> list[Any]:
    """The arrays of a list, a tuple, or of an array along its first axis."""
    if symbolic(arrays) or isinstance(arrays, np.ndarray):
        spec = spec_of(arrays)
        if spec.ndim == 0:
            raise TypeError("iteration over a 0-d array")
        count = spec.shape[0]
        if isinstance(count, Dim):
            raise unsupported("joining", "an array of a run-time number of arrays", "reshape it instead")
        return [getitem(arrays, index=(("int", k),)) for k in range(count)]
    if not isinstance(arrays, (list, tuple)):
        raise TypeError('arrays to stack must be passed as a "sequence" type such as list or tuple.')
    return [array(item) for item in arrays]


@bind(np.concatenate)
def concatenate(
    arrays: Any, /, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind"
) -> Any:
    """The arrays one after the other."""
    no_out(out)
    items = items_of(arrays)
    if not items:
        raise ValueError("need at least one array to concatenate")
    return ops.concatenate(*items, axis=axis_of(axis), dtype=dtype_of(dtype), casting=static(casting, "casting"))


if getattr(np, "concat", np.concatenate) is not np.concatenate:
    bind(np.concat)(concatenate)


@bind(np.stack)
def stack(arrays: Any, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    """The arrays along a new axis."""
    no_out(out)
    items = items_of(arrays)
    if not items:
        raise ValueError("need at least one array to stack")
    return ops.stack(*items, axis=axis_of(axis, loose=True), dtype=dtype_of(dtype), casting=static(casting, "casting"))


def _stacker(at_least: Callable[..., Any], axis: Callable[[list[Any]], int]) -> Callable[..., Any]:
    def binding(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
        items = [FUNCTIONS[at_least](item) for item in items_of(tup)]
        return concatenate(items, axis(items), dtype=dtype, casting=casting)

    return binding


bind(np.vstack)(_stacker(np.atleast_2d, lambda items: 0))
bind(np.hstack)(_stacker(np.atleast_1d, lambda items: 0 if items and ndim_of(items[0]) == 1 else 1))
bind(np.dstack)(_stacker(np.atleast_3d, lambda items: 2))


@bind(np.column_stack)
def column_stack(tup: Any) -> Any:
    """Arrays side by side, 1-d ones as columns."""
    items = [strict_array(item) for item in items_of(tup)]
    columns = []
    for item in items:
        if ndim_of(item) < 2:
            item = views.transpose(FUNCTIONS[np.atleast_2d](item))
        columns.append(item)
    return concatenate(columns, 1)


@bind(np.block)
def block(arrays: Any) -> Any:
    """An array of nested lists of blocks."""
    depth = _depth(arrays)
    leaves = _leaves(arrays)
    ndim = max([depth, *[ndim_of(leaf) for leaf in leaves]])

    def join(item: Any, level: int) -> Any:
        if isinstance(item, list):
            return concatenate([join(inner, level + 1) for inner in item], level - depth)
        item = strict_array(item)
        missing = ndim - ndim_of(item)
        return views.expand_dims(item, axis=tuple(range(missing))) if missing else item

    made = join(arrays, 0)
    return made if isinstance(arrays, list) else asarray(made)


def _depth(arrays: Any) -> int:
    if isinstance(arrays, tuple):
        raise TypeError("arrays is a tuple. Only lists can be used to arrange blocks")
    if not isinstance(arrays, list):
        return 0
    if not arrays:
        raise ValueError("List at arrays cannot be empty")
    depths = {_depth(item) for item in arrays}
    if len(depths) > 1:
        raise ValueError("List depths are mismatched.")
    return 1 + depths.pop()


def _leaves(arrays: Any) -> list[Any]:
    if isinstance(arrays, list):
        return [leaf for item in arrays for leaf in _leaves(item)]
    return [array(arrays)]


@bind(np.append)
def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """One array after another."""
    from sct.ops.bindings.shape import ravel

    arr = strict_array(arr)
    if axis is None:
        return concatenate([arr if ndim_of(arr) == 1 else ravel(arr), ravel(strict_array(values))], 0)
    return concatenate([arr, strict_array(values)], axis)


# -- splitting -------------------------------------------------------------------------------------


def piece(x: Any, axis: int, start: Any, stop: Any, step: Any = None) -> Any:
    """A slice along one axis; the bounds may be known at run time only."""
    bounds = (start, stop, step)
    operands = [bound for bound in bounds if symbolic(bound)]
    places = iter(range(len(operands)))
    entry = ("slice", *[("arg", next(places)) if symbolic(bound) else bound for bound in bounds])
    return getitem(x, *operands, index=axis_index(ndim_of(x), axis, entry))


_VIEWS: tuple[Any, ...] = (type({}.keys()), type({}.values()), type({}.items()))


def _cuts(where: Any) -> Any:
    """Where to split: a number of sections, or a tuple of indices, which may be known at run time only."""
    if isinstance(where, (list, tuple)) and holds_symbolic(where):
        return tuple(where)
    known = static(where, "indices_or_sections")
    if isinstance(known, (bytes, dict, set, frozenset)) or type(known) in _VIEWS:  # what has a length is gone through
        return tuple(known)
    return known


_MOST_PARTS = 1 << 16
_NO_MEMORY = 1 << 40  # parts of which no machine holds a list


def _check_many(number: int) -> None:
    """Refuse so many parts that to make them one by one has no end; NumPy makes a list with an item for each first."""
    if number > sys.maxsize:
        raise OverflowError("cannot fit 'int' into an index-sized integer")
    if number >= _NO_MEMORY:
        raise MemoryError
    if number > _MOST_PARTS:
        raise unsupported("np.array_split", f"{number} parts", "split it into fewer, or reshape it")


def _ends(x: Any, axis: int, count: int) -> list[Any]:
    """Where `count` parts of an array end whose extent is known at run time only."""
    total, add = registry.get("dim")(x, axis=axis), registry.get("py_add")
    size, more = registry.get("py_floordiv")(total, count), registry.get("py_mod")(total, count)
    ends: list[Any] = [0]
    for k in range(count):
        ends.append(add(add(ends[-1], size), registry.get("py_gt")(more, k)))
    return ends


@bind(np.array_split)
def array_split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> list[Any]:
    """Views of the parts, as even as can be."""
    ary = strict_array(ary)
    axis = normalize_axis_index(axis_of(axis, loose=True), max(ndim_of(ary), 1))
    total = spec_of(ary).shape[axis]
    where = _cuts(indices_or_sections)
    if isinstance(where, tuple):
        cuts = [0, *where, None]
        return [piece(ary, axis, a, b) for a, b in itertools.pairwise(cuts)]
    where = int(where)  # fractions are cut off
    if where <= 0:
        raise ValueError("number sections must be larger than 0.")
    _check_many(where)
    if isinstance(total, Dim):
        ends = _ends(ary, axis, where)
    else:
        size, more = divmod(total, where)
        ends = [k * size + min(k, more) for k in range(where + 1)]
    return [piece(ary, axis, a, b) for a, b in itertools.pairwise(ends)]


@bind(np.split)
def split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> list[Any]:
    """Views of equal parts, or of the parts between indices."""
    where = _cuts(indices_or_sections)
    if not isinstance(where, tuple):
        ask(ary, "shape")
    ary = strict_array(ary)
    if not isinstance(where, tuple):
        total = spec_of(ary).shape[axis_of(axis, loose=True)]
        if where == 0:
            raise ZeroDivisionError("integer modulo by zero")
        if isinstance(total, Dim):
            raise unsupported("np.split", "an extent known only at run time", "use np.array_split")
        if total % where:
            raise ValueError("array split does not result in an equal division")
    return array_split(ary, where, axis)


def _splitter(least: int, axis: Callable[[int], int], message: str) -> Callable[..., Any]:
    def binding(ary: Any, indices_or_sections: Any) -> Any:
        ndim = ndim_of(strict_array(ary))
        if ndim < least:
            raise ValueError(message)
        if least == 1:
            ask(ary, "ndim")
        return split(ary, indices_or_sections, axis(ndim))

    return binding


bind(np.hsplit)(_splitter(1, lambda n: 1 if n > 1 else 0, "hsplit only works on arrays of 1 or more dimensions"))
bind(np.vsplit)(_splitter(2, lambda n: 0, "vsplit only works on arrays of 2 or more dimensions"))
bind(np.dsplit)(_splitter(3, lambda n: 2, "dsplit only works on arrays of 3 or more dimensions"))


def unstack(x: Any, /, *, axis: Any = 0) -> tuple[Any, ...]:
    """The arrays along an axis."""
    ask(x, "ndim")
    x = strict_array(x)
    if ndim_of(x) == 0:
        raise ValueError("Input array must be at least 1-d.")
    return tuple(items_of(FUNCTIONS[np.moveaxis](x, axis, 0)))


if hasattr(np, "row_stack"):  # until NumPy 2.5, with a warning
    bind(np.row_stack)(FUNCTIONS[np.vstack])  # noqa: NPY201 - its replacement is not it

if hasattr(np, "unstack"):
    bind(np.unstack)(unstack)
