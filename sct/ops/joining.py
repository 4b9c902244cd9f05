"""One array of many: concatenation, stacking, and arrays from nested lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.ir.extents import more
from sct.ir.types import ARRAY, UNKNOWN, Extent, Shape, Spec
from sct.ops.casts import item_fits
from sct.ops.probe import probe
from sct.ops.reductions import flat_extent
from sct.ops.registry import Fact, op

__all__ = ["array_of", "concatenate", "join_shapes", "stack"]

MAY_RAISE = Fact.PURE | Fact.RAISES
Structure = int | tuple[Any, ...]  # the leaf's number, or one structure for every item


def _sequence(function: Any, *specs: Spec, **attrs: Any) -> Spec:
    return probe(_Listed(function), *specs, **attrs)


class _Listed:
    """A function of one sequence, called with its items."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, *items: Any, **attrs: Any) -> Any:
        return self.function(items, **attrs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Listed) and other.function is self.function

    def __hash__(self) -> int:
        return hash(self.function)


def join_shapes(shapes: Sequence[Shape], error: str) -> Shape:
    """The shape that all of `shapes` are; ValueError if they cannot be the same."""
    first = list(shapes[0])
    for shape in shapes[1:]:
        if len(shape) != len(first):
            raise ValueError(error)
        for k, n in enumerate(shape):
            if isinstance(n, int) and isinstance(first[k], int):
                if n != first[k]:
                    raise ValueError(error)
            elif isinstance(n, int):
                first[k] = n
    return tuple(first)


def _equal(shapes: Sequence[Shape], but: int | None = None) -> bool:
    """Whether the shapes are surely the same, but for one axis."""
    columns = list(zip(*shapes, strict=True))
    return all(len(set(c)) == 1 and UNKNOWN not in c for k, c in enumerate(columns) if k != but)


def _sum_extents(extents: Sequence[Extent]) -> Extent:
    known = [n for n in extents if isinstance(n, int)]
    dims = [n for n in extents if not isinstance(n, int)]
    if not dims:
        return sum(known)
    return more(dims[0], sum(known)) if len(dims) == 1 else UNKNOWN


def _concatenate(*arrays: Spec, axis: int | None = 0, dtype: Any = None, casting: str = "same_kind") -> Spec:
    got = _sequence(np.concatenate, *arrays, axis=axis, dtype=dtype, casting=casting)
    if axis is None:
        return Spec(got.dtype, (_sum_extents([flat_extent(a.shape) for a in arrays]),), ARRAY)
    at = normalize_axis_index(axis, arrays[0].ndim)
    _check_concatenate(arrays, at)
    rest = join_shapes([(*a.shape[:at], 1, *a.shape[at + 1 :]) for a in arrays], "")
    joined = _sum_extents([a.shape[at] for a in arrays])
    return Spec(got.dtype, (*rest[:at], joined, *rest[at + 1 :]), ARRAY)


def _check_concatenate(arrays: Sequence[Spec], at: int) -> None:
    first = arrays[0].shape
    for k, array in enumerate(arrays[1:], 1):
        for d, (n, m) in enumerate(zip(first, array.shape, strict=True)):
            if d != at and isinstance(n, int) and isinstance(m, int) and n != m:
                raise ValueError(
                    "all the input array dimensions except for the concatenation axis must match exactly, but along "
                    f"dimension {d}, the array at index 0 has size {n} and the array at index {k} has size {m}"
                )


def _concatenate_total(*arrays: Spec, axis: int | None = 0, **attrs: Any) -> bool:
    return axis is None or _equal([a.shape for a in arrays], axis % max(arrays[0].ndim, 1))


@op("concatenate", infer=_concatenate, facts=MAY_RAISE, total=_concatenate_total)
def concatenate(
    *arrays: Any, axis: int | None = 0, dtype: Any = None, casting: str = "same_kind", xp: Any
) -> Any:
    """The arrays one after the other along an axis; flattened before, if that is None."""
    return xp.concatenate(arrays, axis=axis, dtype=dtype, casting=casting)


def _stack(*arrays: Spec, axis: int = 0, dtype: Any = None, casting: str = "same_kind") -> Spec:
    got = _sequence(np.stack, *arrays, axis=axis, dtype=dtype, casting=casting)
    rest = join_shapes([a.shape for a in arrays], "all input arrays must have the same shape")
    at = normalize_axis_index(axis, len(rest) + 1)
    return Spec(got.dtype, (*rest[:at], len(arrays), *rest[at:]), ARRAY)


@op(
    "stack",
    infer=_stack,
    facts=MAY_RAISE,
    total=lambda *arrays, **attrs: _equal([a.shape for a in arrays]),
)
def stack(*arrays: Any, axis: int = 0, dtype: Any = None, casting: str = "same_kind", xp: Any) -> Any:
    """The arrays along a new axis."""
    return xp.stack(arrays, axis=axis, dtype=dtype, casting=casting)


# -- nested lists ----------------------------------------------------------------------------------


class _Nested:
    """`np.array` of leaves in a structure, as a function of the leaves."""

    def __init__(self, structure: Structure) -> None:
        self.structure = structure

    def __call__(self, *leaves: Any, dtype: Any = None) -> Any:
        return np.array(build(self.structure, leaves), dtype=dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Nested) and other.structure == self.structure

    def __hash__(self) -> int:
        return hash(self.structure)


def build(structure: Structure, leaves: Sequence[Any]) -> Any:
    """The nested list of leaves.

    >>> build(((0, 1), (2, 0)), "abc")
    [['a', 'b'], ['c', 'a']]
    """
    if isinstance(structure, int):
        return leaves[structure]
    return [build(item, leaves) for item in structure]


def _structure_shape(structure: Structure, leaves: Sequence[Spec]) -> Shape:
    if isinstance(structure, int):
        return leaves[structure].shape
    if not structure:
        return (0,)
    items = [_structure_shape(item, leaves) for item in structure]
    error = (
        "setting an array element with a sequence. The requested array has an inhomogeneous shape after "
        f"{_common(items) + 1} dimensions. The detected shape was {(len(structure), *items[0][: _common(items)])}"
        " + inhomogeneous part."
    )
    return (len(structure), *join_shapes(items, error))


def _common(shapes: Sequence[Shape]) -> int:
    count = 0
    for extents in zip(*shapes, strict=False):
        if len(set(extents)) > 1:
            break
        count += 1
    return count


def _array_of(*leaves: Spec, structure: Structure, dtype: Any = None) -> Spec:
    of_objects = dtype is not None and np.dtype(dtype) == object  # of any shapes, which is said to have no static form
    shape = (0,) if of_objects else _structure_shape(structure, leaves)
    return Spec(_dtype_of(structure, leaves, dtype), shape, ARRAY)


def _dtype_of(structure: Structure, leaves: Sequence[Spec], dtype: Any) -> np.dtype[Any]:
    if isinstance(structure, int) or not any(leaf.ndim for leaf in leaves):
        return probe(_Nested(structure), *leaves, dtype=dtype).dtype
    if dtype is not None:  # tiny arrays are not as long as lists beside them: each is tried alone
        for leaf in leaves:
            found = probe(_Nested((0,)), leaf, dtype=dtype)
        return found.dtype
    return probe(_Nested(tuple(range(len(leaves)))), *[leaf.with_(shape=()) for leaf in leaves]).dtype


@op(
    "array_of",
    infer=_array_of,
    facts=MAY_RAISE,
    total=lambda *leaves, dtype=None, **attrs: all(s.static and item_fits(s, dtype) for s in leaves),
)
def array_of(*leaves: Any, structure: Structure, dtype: Any = None, xp: Any) -> Any:
    """A new array from leaves in nested lists; with `structure=0`, a copy of the only leaf as an array."""
    return xp.array(build(structure, leaves), dtype=dtype)
