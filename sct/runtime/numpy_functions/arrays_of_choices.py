"""Arrays of lists in which numbers stand of which only the run knows the kind: `[max(v, 0) for v in x]`.

Each of them is one of a few, and the whole would be one of all their combinations. But what NumPy makes of it differs
in the dtype only, which follows from the dtypes that are there: mostly it is the same in any case.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from sct import ops
from sct.dtypes import is_alias, same_dtype
from sct.ir.types import ARRAY, PYTHON
from sct.ops import bindings
from sct.ops.bindings.table import dtype_of
from sct.runtime.arrays.indexing import array_of_places
from sct.runtime.current import is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.lists.list_methods import array_of
from sct.runtime.lists.row_arrays import without_lists
from sct.runtime.lists.rows import Marker, Rows, marker_of
from sct.runtime.trace import NUMBERS, Trace, spec_of_number

__all__ = ["with_arrays"]

_MOST_DTYPES = 3  # of which any may be there or not
_OF_SHAPES = (np.zeros, np.ones, np.empty, np.full, np.indices, np.ndindex, np.broadcast_shapes)
_PLACES = {np.ix_: 0, np.take: 1, np.delete: 1}  # from which argument on lists hold places, also if they are empty
_MAKING = (np.array, np.asarray, np.asanyarray, np.ascontiguousarray, np.asfortranarray)


def with_arrays(trace: Trace, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """The positional arguments of a NumPy function, with arrays for lists of run-time length.

    The first, or each one of a ufunc's, may be a list of such numbers.
    """
    if f in _MAKING and args and isinstance(marker_of(args[0]), Marker):
        dtype = dtype_of(args[1] if len(args) > 1 else kwargs.get("dtype"))
        args = (array_of(trace, args[0], dtype), *args[1:])
    if f in _PLACES:
        args = tuple(_of_places(trace, f, k, x) for k, x in enumerate(args))
    args = tuple(without_lists(trace, x) for x in args)
    if isinstance(f, np.ufunc):
        return tuple(_array_of(trace, x) for x in args)
    if args and f not in (*_MAKING, *_OF_SHAPES) and _are_chosen_texts(args[0]):
        from sct.runtime.call import convert_call

        return (convert_call(np.array)(args[0]), *args[1:])
    return (_array_of(trace, args[0]), *args[1:]) if args and f not in _OF_SHAPES else args


def _of_places(trace: Trace, f: Any, k: int, x: Any) -> Any:
    """The array of a list of places of run-time length."""
    return array_of_places(x, trace) if k >= _PLACES[f] and isinstance(marker_of(x), Rows) else x


def _are_chosen_texts(x: Any) -> bool:
    """Whether this is a list of texts, of which some are one of several."""
    if type(x) not in (list, tuple) or not any(type(item) is Choice for item in x):
        return False
    return all(isinstance(one, str) for item in x for one in (item.alternatives if type(item) is Choice else (item,)))


def _array_of(trace: Trace, x: Any) -> Any:
    """An array in place of such a list."""
    leaves: list[Any] = []
    shape = _flatten(x, leaves) if type(x) in (list, tuple) else None
    if shape is None or not any(type(leaf) is Choice for leaf in leaves):
        return x
    dtypes = [_dtypes(leaf) for leaf in leaves]
    if any(not found for found in dtypes):
        return x
    made = _made(trace, leaves, dtypes)
    if made is None or shape == (len(leaves),):
        return x if made is None else made
    return made.sct_distribute(lambda one: one.reshape(shape)) if type(made) is Choice else made.reshape(shape)


def _flatten(x: Any, leaves: list[Any]) -> tuple[int, ...] | None:
    """The shape of nested lists; None where they are no array, or no number is in them."""
    if type(x) not in (list, tuple):
        leaves.append(x)
        return ()
    shapes = {_flatten(item, leaves) for item in x}
    if len(shapes) != 1:
        return None
    (inner,) = shapes
    return None if inner is None else (len(x), *inner)


def _dtypes(x: Any) -> list[np.dtype[Any]]:
    """The dtypes that an item may be of; none if it may be anything but a number."""
    found = []
    for one in x.alternatives if type(x) is Choice else (x,):
        spec: Any = getattr(one, "spec", None) if is_variable(one) else None
        if type(one) in NUMBERS or isinstance(one, np.generic):
            spec = spec_of_number(one)
        if spec is None or spec.ndim or spec.kind == ARRAY or spec.dtype.kind not in "biuf" or is_alias(spec.dtype):
            return []
        found.append(spec.dtype)
    return found


def _made(trace: Trace, leaves: list[Any], dtypes: list[list[np.dtype[Any]]]) -> Any:
    """The array of all leaves, or a choice of those of several dtypes; None where these are too many."""
    sure = list(dict.fromkeys(found[0] for found in dtypes if len(set(found)) == 1))
    unsure = [one for one in dict.fromkeys(d for found in dtypes for d in found) if one not in sure]
    if len(unsure) > _MOST_DTYPES:
        return None
    from sct.runtime.control_flow import select

    def of_those(left: list[np.dtype[Any]], there: list[np.dtype[Any]]) -> Any:
        if not left:
            dtype = np.result_type(*there)
            make: Any = bindings.lookup_binding(np.array)
            return make([_as(trace, leaf, dtype) for leaf in leaves])
        if there and np.result_type(*there, left[0]) == np.result_type(*there):
            return of_those(left[1:], there)
        some = functools.reduce(ops.get("py_or"), _tests(left[0], leaves, dtypes))
        without = (lambda: of_those(left[1:], there)) if there or left[1:] else (lambda: of_those(left, [left[0]]))
        return select(some, lambda: of_those(left[1:], [*there, left[0]]), without)

    return of_those(unsure, sure)


def _tests(dtype: np.dtype[Any], leaves: list[Any], dtypes: list[list[np.dtype[Any]]]) -> list[Any]:
    """Of each item that may be of a dtype, whether it is."""
    pairs = zip(leaves, dtypes, strict=True)
    return [leaf.index == k for leaf, found in pairs for k, one in enumerate(found) if one == dtype]


def _as(trace: Trace, x: Any, dtype: np.dtype[Any]) -> Any:
    """A number as a NumPy scalar of a dtype."""
    if type(x) is Choice:
        if x.number is not None:
            return _as(trace, x.number, dtype)
        return x.sct_distribute(lambda one: _as(trace, one, dtype))
    if not is_variable(x):
        return trace.variable(trace.builder.constant(dtype.type(x)))
    if x.spec.kind == PYTHON:
        x = ops.get("cast")(x, dtype=x.spec.dtype.name)
    return x if same_dtype(x.spec.dtype, dtype) else x.astype(dtype)
