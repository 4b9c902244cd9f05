"""`np.insert` and `np.delete`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.ir.types import PYTHON
from sct.ops import registry
from sct.ops import shape as views
from sct.ops.bindings.orders import in_order
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    axis_of,
    bind,
    holds_symbolic,
    ndim_of,
    shape_of,
    spec_of,
    static,
    strict_array,
    symbolic,
    unsupported,
)
from sct.ops.index import getitem
from sct.ops.joining import concatenate

__all__: list[str] = []


def _places(given: tuple[Any, ...]) -> Any:
    places = np.asarray(given)
    if places.dtype == bool:
        raise unsupported("np.insert", "a boolean mask", "pass np.flatnonzero(mask)")
    return places if places.size else places.astype(np.intp)


def _insert_several(arr: Any, places: Any, values: Any, axis: int, extent: int) -> Any:
    """Elements before several indices, in the order of the indices."""
    for place in places[(places < -extent) | (places > extent)][:1]:
        raise IndexError(f"index {place} is out of bounds for axis {axis} with size {extent}")
    places = np.where(places < 0, places + extent, places)
    order = places.argsort(kind="mergesort")
    places[order] += np.arange(len(places))
    old = np.delete(np.arange(extent + len(places)), places)
    lead = (("slice", None, None, None),) * axis
    shape = tuple(extent + len(places) if k == axis else n for k, n in enumerate(shape_of(arr)))
    made = FUNCTIONS[np.zeros](shape, spec_of(arr).dtype)
    made = registry.get("setitem")(made, array(values), places, index=(*lead, ("arg", 0)))
    return registry.get("setitem")(made, arr, old, index=(*lead, ("arg", 0)))


def _insert_at_run_time(arr: Any, obj: Any, values: Any, axis: int) -> Any:
    if isinstance(obj, slice):
        raise unsupported("np.insert", "a slice of a run-time extent", "use np.concatenate of slices")
    places = array(obj)
    if spec_of(places).dtype.kind == "b":
        places = FUNCTIONS[np.flatnonzero](places)
    return registry.get("insert")(arr, places, values, axis=axis)


@bind(np.insert)
def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """One element, or one slice, inserted before an index."""
    arr = strict_array(arr)
    if axis is None:
        arr, at = views.ravel(arr), 0
    else:
        at = normalize_axis_index(axis_of(axis, loose=True), ndim_of(arr))
    return in_order(_inserted(arr, obj, values, at), "A", arr)


def _inserted(arr: Any, obj: Any, values: Any, at: int) -> Any:
    extent = spec_of(arr).shape[at]
    if isinstance(values, (list, tuple)) or spec_of(array(values)).kind == PYTHON:
        values = FUNCTIONS[np.array](values, dtype=spec_of(arr).dtype)  # in which Python's numbers have to fit
    if holds_symbolic(obj) or not isinstance(extent, int):
        return _insert_at_run_time(arr, obj, strict_array(values), at)
    if isinstance(obj, slice) and isinstance(extent, int):
        obj = list(range(*obj.indices(extent)))
    place = static(obj, "obj")
    listed = isinstance(place, tuple)
    if listed and isinstance(extent, int):
        places = _places(place)
        if len(places) != 1:
            return _insert_several(arr, places, values, at, extent)
        place = int(places[0])
    if not isinstance(place, int) or isinstance(place, bool) or not isinstance(extent, int):
        raise unsupported("np.insert", "several places or run-time extents", "use np.concatenate of slices")
    if not -extent <= place <= extent:
        raise IndexError(f"index {place} is out of bounds for axis {at} with size {extent}")
    place = place + extent if place < 0 else place
    values = strict_array(values)
    missing = ndim_of(arr) - ndim_of(values)
    rows = views.expand_dims(values, axis=tuple(range(missing))) if missing else values
    if not listed:
        rows = FUNCTIONS[np.moveaxis](rows, 0, at)
    axes = range(ndim_of(arr))
    if any(spec_of(rows).shape[k] != spec_of(arr).shape[k] for k in axes if k != at):
        rows = FUNCTIONS[np.broadcast_to](rows, tuple((rows if k == at else arr).shape[k] for k in axes))
    rows = FUNCTIONS[np.array](rows, dtype=spec_of(arr).dtype)
    index = [(("slice", None, None, None),) * at + (("slice", a, b, None),) for a, b in ((None, place), (place, None))]
    parts = [getitem(arr, index=index[0]), rows, getitem(arr, index=index[1])]
    return concatenate(*parts, axis=at, dtype=spec_of(arr).dtype)


def _delete_at_run_time(arr: Any, obj: Any, axis: int) -> Any:
    spec, n = spec_of(obj), shape_of(arr)[axis]
    if spec.dtype.kind == "b":
        have, want = spec.shape, spec_of(arr).shape[axis]
        if len(have) != 1 or (isinstance(have[0], int) and isinstance(want, int) and have[0] != want):
            raise ValueError(
                f"boolean array argument obj to delete must be one dimensional and match the axis length of {want}"
            )
        kept = registry.get("logical_not")(obj)
    else:
        if spec.dtype.kind not in "iu":
            raise IndexError("arrays used as indices must be of integer (or boolean) type")
        kept = registry.get("setitem")(FUNCTIONS[np.ones](n, bool), False, array(obj), index=(("arg", 0),))
    # a mask as an index, which has to be as long as the axis
    return getitem(arr, kept, index=(*(("slice", None, None, None),) * axis, ("arg", 0)))


@bind(np.delete)
def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    """What is left without some indices, which have to be known."""
    arr = strict_array(arr)
    if axis is None:
        arr, at = views.ravel(arr), 0
    else:
        at = normalize_axis_index(axis_of(axis, loose=True), ndim_of(arr))
    made = _deleted(arr, obj, at)
    return in_order(made, "A", arr) if _is_one(obj) or isinstance(obj, slice) else made


def _is_one(obj: Any) -> bool:
    """Whether this is a single index, of which NumPy joins what is before and after it."""
    if isinstance(obj, (bool, slice)) or (symbolic(obj) and spec_of(obj).dtype.kind not in "iu"):
        return False
    if symbolic(obj) or isinstance(obj, np.ndarray):
        return all(n == 1 for n in spec_of(obj).shape) and spec_of(obj).dtype.kind in "iu"
    return not isinstance(obj, (list, tuple, range)) or len(obj) == 1


def _delete_slice(arr: Any, obj: slice, axis: int) -> Any:
    """Without a slice of which the run knows a bound, or of how many elements."""
    bounds = (obj.start, obj.stop, obj.step)
    operands = [bound for bound in bounds if symbolic(bound)]
    places = iter(range(len(operands)))
    entry = tuple(("arg", next(places)) if symbolic(bound) else static(bound, "obj") for bound in bounds)
    all_of_it = FUNCTIONS[np.ones](shape_of(arr)[axis], bool)
    kept = registry.get("setitem")(all_of_it, False, *operands, index=(("slice", *entry),))
    return getitem(arr, kept, index=(*(("slice", None, None, None),) * axis, ("arg", 0)))


def _deleted(arr: Any, obj: Any, at: int) -> Any:
    extent = spec_of(arr).shape[at]
    if isinstance(obj, slice) and (any(map(symbolic, (obj.start, obj.stop, obj.step))) or not isinstance(extent, int)):
        return _delete_slice(arr, obj, at)
    if holds_symbolic(obj) or isinstance(obj, np.ndarray):
        return _delete_at_run_time(arr, array(obj), at)
    places = range(*obj.indices(extent)) if isinstance(obj, slice) and isinstance(extent, int) else static(obj, "obj")
    if not isinstance(extent, int):
        return _delete_at_run_time(arr, np.asarray(places, dtype=None if places != () else int), at)
    kept = np.delete(
        np.arange(extent),
        places if not isinstance(places, tuple) else np.asarray(places, dtype=None if places else int),
    )
    if ndim_of(arr) == 1:
        return _joined(arr, kept)
    if _is_one(obj) or isinstance(obj, slice):
        return registry.get("take")(arr, kept, axis=at)
    return getitem(arr, kept, index=(*(("slice", None, None, None),) * at, ("arg", 0)))


_PIECES = 8  # so many slices, at most, are joined; more are taken one by one


def _joined(vector: Any, kept: np.ndarray[Any, Any]) -> Any:
    """The elements at increasing places: as a few slices, if they lie together."""
    first = np.flatnonzero(np.diff(kept, prepend=-2) != 1)
    if not 2 <= len(first) <= _PIECES:
        return registry.get("take")(vector, kept, axis=0)
    ends = [*first[1:], len(kept)]
    slices = [(int(kept[a]), int(kept[b - 1]) + 1) for a, b in zip(first, ends, strict=True)]
    return concatenate(*[getitem(vector, index=(("slice", a, b, 1),)) for a, b in slices], axis=0)
