"""How a view lies in the array that owns its memory, told in view ops: slices, transposes, reshapes, complex parts."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from sct.dtypes import same_dtype

__all__ = ["Steps", "owner_of", "place_of", "placement"]

Steps = list[tuple[str, dict[str, Any]]]


def owner_of(array: Any) -> Any:
    """The array whose memory this one is a view of; itself if it is none."""
    while type(array.base) is np.ndarray:
        array = array.base
    return array


def place_of(array: Any) -> tuple[Any, ...]:
    """Where in the memory of its owner an array lies, and whether it can be written to."""
    owner = owner_of(array)
    offset = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
    return (array.shape, array.strides, offset, array.flags.writeable, owner.shape, owner.strides)


def placement(view: Any, owner: Any) -> Steps | None:
    """The view ops that make `view` of `owner`; None if no short chain of them does.

    >>> a = np.arange(12).reshape(3, 4).copy()
    >>> placement(a[1:, ::2], a)
    [('getitem', {'index': (('slice', 1, 3, 1), ('slice', 0, 3, 2))})]
    >>> placement(a.T, a)
    [('transpose', {'axes': (1, 0)})]
    """
    offset = view.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
    strides = list(view.strides)
    steps: Steps = []
    if not same_dtype(view.dtype, owner.dtype):
        part = _part(view, owner, offset)
        if part is None:
            return None
        steps.append((part, {}))
        offset -= offset % owner.itemsize
    unit = owner.itemsize
    if offset % unit or any(s % unit for s in strides):
        return None
    order = sorted(range(owner.ndim), key=lambda k: (-abs(owner.strides[k]), k))
    if not _is_dense(owner, order):
        return None
    if order != list(range(owner.ndim)):
        steps.append(("transpose", {"axes": tuple(order)}))
    extents = tuple(owner.shape[k] for k in order)
    wanted = [s // unit for s in strides]
    rest = _sliced(view.shape, wanted, offset // unit, extents)
    if rest is None:
        rest = _reshaped(view, offset // unit, owner.size)
    if rest is None:
        return None
    steps += rest
    if not view.flags.writeable:
        steps.append(("frozen", {}))
    return steps


def _part(view: Any, owner: Any, offset: int) -> str | None:
    """Whether the view is the real or the imaginary part of complex numbers."""
    if owner.dtype.kind != "c" or view.dtype != owner.real.dtype:
        return None
    if any(s % owner.itemsize for s, n in zip(view.strides, view.shape, strict=True) if n > 1):
        return None
    return "real" if offset % owner.itemsize == 0 else "imag"


def _is_dense(owner: Any, order: list[int]) -> bool:
    """Whether the elements lie side by side, with the axes in this order."""
    wanted = owner.itemsize
    for k in reversed(order):
        if owner.shape[k] != 1 and owner.strides[k] != wanted:
            return False
        wanted *= owner.shape[k]
    return True


def _sliced(shape: Any, strides: list[int], offset: int, extents: tuple[int, ...]) -> Steps | None:
    """The view as a slice of each axis, with the axes in another order and axes of extent one put in."""
    steps_of, starts, size = [], [], int(np.prod(extents))
    for extent in extents:
        size //= extent
        starts.append(offset // size)
        offset %= size
        steps_of.append(size)
    taken: dict[int, tuple[int, int, int]] = {}  # axis of the owner -> axis of the view, extent, step
    for axis, (n, s) in enumerate(zip(shape, strides, strict=True)):
        if n == 1:
            continue
        found = next((j for j, w in enumerate(steps_of) if s and s % w == 0 and extents[j] > 1), None)
        if found is None or found in taken:
            return None
        taken[found] = (axis, n, s // steps_of[found])
        if not 0 <= starts[found] + (n - 1) * taken[found][2] < extents[found]:
            return None
    made: Steps = []
    index = tuple(_entry(start, taken.get(j)) for j, start in enumerate(starts))
    whole = tuple(("slice", 0, n, 1) for n in extents)
    if index != whole:
        if not taken:
            index = (*index, ("ellipsis",))
        made.append(("getitem", {"index": index}))
    axes = [taken[j][0] for j in sorted(taken)]
    if axes != sorted(axes):
        made.append(("transpose", {"axes": tuple(axes.index(axis) for axis in sorted(axes))}))
    if 1 in shape:
        full = ("slice", None, None, None)
        made.append(("getitem", {"index": (*[("newaxis",) if n == 1 else full for n in shape], ("ellipsis",))}))
    return made


def _entry(start: int, taken: tuple[int, int, int] | None) -> tuple[Any, ...]:
    if taken is None:
        return ("int", start)
    _, n, step = taken
    stop = start + (n - 1) * step + (1 if step > 0 else -1)
    return ("slice", start, None if stop < 0 else stop, step)


def _reshaped(view: Any, offset: int, size: int) -> Steps | None:
    """The view as a run of elements in another shape."""
    flat: Steps = [("reshape", {"shape": (size,)})]
    if view.ndim == 1:
        return [*flat, ("getitem", {"index": (_entry(offset, (0, view.size, view.strides[0] // view.itemsize)),)})]
    transposed = view.flags.f_contiguous and not view.flags.c_contiguous
    if not (view.flags.c_contiguous or transposed):
        return _folded(view, offset, size)
    shape = view.shape[::-1] if transposed else view.shape
    made = [*flat, ("getitem", {"index": (("slice", offset, offset + view.size, 1),)}), ("reshape", {"shape": shape})]
    return [*made, ("transpose", {})] if transposed else made


def _folded(view: Any, offset: int, size: int) -> Steps | None:
    """The view as slices of the run of elements in a shape that its strides suggest."""
    widths = sorted({abs(s) // view.itemsize for s, n in zip(view.strides, view.shape, strict=True) if n > 1})
    strides = [s // view.itemsize for s in view.strides]
    for steps in ([1, *widths], [1, widths[-1]]):
        folds = sorted(set(steps), reverse=True)
        extents = [a // b for a, b in itertools.pairwise(folds)]
        if not folds[-1] or any(a % b for a, b in itertools.pairwise(folds)):
            continue
        whole = size // folds[0] * folds[0]
        made = _sliced(view.shape, strides, offset, (size // folds[0], *extents))
        if made is not None:
            run: Steps = [("reshape", {"shape": (size,)}), ("getitem", {"index": (("slice", 0, whole, 1),)})]
            return [*run, ("reshape", {"shape": (size // folds[0], *extents)}), *made]
    return None
