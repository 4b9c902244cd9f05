"""Elements chosen by index arrays, masks and sorted bins."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.errors import StaticValueError
from sct.ir.types import ARRAY, SCALAR, UNKNOWN, Extent, Shape, Spec
from sct.ops.infer import PY_INT, broadcast_shapes
from sct.ops.probe import probe
from sct.ops.registry import Fact, op
from sct.ops.typed_numbers import numbers_of

__all__ = ["argwhere", "compress", "put_along_axis", "take", "take_along_axis"]

MAY_RAISE = Fact.PURE | Fact.RAISES


def _take(x: Spec, indices: Spec, *, axis: int | None = None, mode: str = "raise") -> Spec:
    got = probe(_zeros_take, x, indices, axis=axis)
    if axis is None:
        return got.with_(shape=indices.shape)
    at = normalize_axis_index(axis, max(x.ndim, 1))
    return got.with_(shape=x.shape[:at] + indices.shape + x.shape[at + 1 :])


def _zeros_take(x: Any, indices: Any, axis: Any) -> Any:
    return np.take(x, indices * 0 if not isinstance(indices, bool) else False, axis=axis)


@op("take", infer=_take, facts=MAY_RAISE)
def take(x: Any, indices: Any, *, axis: int | None = None, mode: str = "raise", xp: Any) -> Any:
    """The elements at `indices` along an axis, or of the flat array."""
    return xp.take(x, indices, axis=axis, mode=mode)


def _along(x: Spec, indices: Spec, axis: int | None) -> Shape:
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        if indices.ndim != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        return indices.shape
    at = normalize_axis_index(axis, x.ndim)
    if x.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    rest = broadcast_shapes((*x.shape[:at], 1, *x.shape[at + 1 :]), (*indices.shape[:at], 1, *indices.shape[at + 1 :]))
    return (*rest[:at], indices.shape[at], *rest[at + 1 :])


def _take_along_axis(x: Spec, indices: Spec, *, axis: int | None = -1) -> Spec:
    return Spec(x.dtype, _along(x, indices, axis), ARRAY)


@op("take_along_axis", infer=_take_along_axis, facts=MAY_RAISE)
def take_along_axis(x: Any, indices: Any, *, axis: int | None = -1, xp: Any) -> Any:
    """The elements at `indices`, one index for every line along the axis."""
    return xp.take_along_axis(x, indices, axis=axis)


def _put_along_axis(x: Spec, indices: Spec, values: Spec, *, axis: int | None) -> Spec:
    _along(x, indices, axis)
    return x


@op("put_along_axis", infer=_put_along_axis, facts=MAY_RAISE)
def put_along_axis(x: Any, indices: Any, values: Any, *, axis: int | None, xp: Any) -> Any:
    """A copy of x with `values` put at `indices` along the axis."""
    out = xp.array(x, copy=True)
    xp.put_along_axis(out, indices, values, axis=axis)
    return out


# -- masks -----------------------------------------------------------------------------------------


@op("argwhere", infer=lambda x: Spec(np.dtype(np.intp), (UNKNOWN, x.ndim), ARRAY))
def argwhere(x: Any, *, xp: Any) -> Any:
    """The indices of the elements that are not zero, one row for each."""
    return xp.ascontiguousarray(xp.argwhere(x))


def _compress(condition: Spec, x: Spec, *, axis: int | None = None) -> Spec:
    if condition.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    if axis is None:
        return Spec(x.dtype, (UNKNOWN,), ARRAY)
    at = normalize_axis_index(axis, max(x.ndim, 1))
    return Spec(x.dtype, (*x.shape[:at], UNKNOWN, *x.shape[at + 1 :]), ARRAY)


@op("compress", infer=_compress, facts=MAY_RAISE)
def compress(condition: Any, x: Any, *, axis: int | None = None, xp: Any) -> Any:
    """The slices along an axis where the condition is true."""
    return xp.compress(condition, x, axis=axis)


@op("extract", infer=lambda condition, x: Spec(x.dtype, (UNKNOWN,), ARRAY), facts=MAY_RAISE)
def extract(condition: Any, x: Any, *, xp: Any) -> Any:
    """The elements, in flat order, where the condition is true."""
    return xp.extract(condition, x)


# -- bins ------------------------------------------------------------------------------------------


def _depth(x: Spec) -> ValueError:
    return ValueError(
        "object of too small depth for desired array" if x.ndim == 0 else "object too deep for desired array"
    )


def _searchsorted(bins: Spec, x: Spec, *sorter: Spec, side: str = "left") -> Spec:
    if bins.ndim != 1:
        raise _depth(bins)
    if side not in ("left", "right"):
        raise ValueError(f"search side must be 'left' or 'right' (got {side!r})")
    return Spec(np.dtype(np.intp), x.shape, ARRAY if x.ndim else SCALAR)


@op(
    "searchsorted",
    infer=_searchsorted,
    facts=MAY_RAISE,
    total=lambda bins, x, *sorter, side="left": not sorter,
)
def searchsorted(bins: Any, x: Any, *sorter: Any, side: str = "left", xp: Any) -> Any:
    """Where to put the elements of x to keep `bins` sorted."""
    return xp.searchsorted(bins, x, side=side, sorter=sorter[0] if sorter else None)


def _digitize(x: Spec, bins: Spec, *, right: bool = False) -> Spec:
    if bins.ndim != 1:
        raise _depth(bins)
    if x.dtype.kind == "c":
        raise TypeError("x may not be complex")
    return probe(np.digitize, x, bins, right=right).with_(shape=x.shape)


@op("digitize", infer=_digitize, facts=MAY_RAISE)
def digitize(x: Any, bins: Any, *, right: bool = False, xp: Any) -> Any:
    """In which bin every element is; the bins have to be monotonic."""
    return xp.digitize(x, bins, right=right)


def _bincount(x: Spec, *more: Spec, minlength: int = 0, some: bool = False, least: bool = False) -> Spec:
    if x.ndim != 1:
        raise _depth(x)
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    weights = more[: len(more) - least]
    dtype = probe(np.bincount, x, *(() if x.shape == (0,) else weights)).dtype  # sums of nothing are integers
    return Spec(dtype, (minlength if x.shape == (0,) and not least else UNKNOWN,), ARRAY)


@op("bincount", infer=_bincount, facts=MAY_RAISE)
def bincount(x: Any, *more: Any, minlength: int = 0, some: bool = False, least: bool = False, xp: Any) -> Any:
    """How often every natural number is in x, or the sum of the weights it has: floats where there are `some`.

    The last operand is the least length, if only the run knows it.
    """
    if some and not len(x):
        raise StaticValueError("np.bincount() with weights of no elements is an array of integers, else one of floats")
    weights = more[: len(more) - least]
    return xp.bincount(x, *weights, minlength=more[-1] if least else minlength)


def _interp(x: Spec, xp_: Spec, fp: Spec, *, left: Any = None, right: Any = None, period: Any = None) -> Spec:
    for n, m in zip(xp_.shape[:1], fp.shape[:1], strict=False):
        if isinstance(n, int) and isinstance(m, int) and n != m:
            raise ValueError("fp and xp are not of the same length.")
    if xp_.shape == (0,):
        raise ValueError("array of sample points is empty")
    return probe(np.interp, x, xp_, fp).with_(shape=x.shape)


@op("interp", infer=_interp, facts=MAY_RAISE, total=lambda x, xp_, fp, **attrs: xp_.static and fp.static)
def interp(x: Any, at: Any, values: Any, *, left: Any = None, right: Any = None, period: Any = None, xp: Any) -> Any:
    """Linear interpolation at x between the points (at, values)."""
    return xp.interp(x, at, values, left=left, right=right, period=period)


def _histogram(
    x: Spec,
    *operands: Spec,
    bins: int | None,
    limits: Any = None,
    density: bool = False,
    weighted: bool = False,
) -> tuple[Spec, ...]:
    counts, edges = _histogram_dtypes(x, operands, bins, limits, density, weighted)
    if bins is not None:
        n: Extent = bins
        m: Extent = bins + 1
    else:
        m = operands[0].shape[0]
        n = max(m - 1, 0) if isinstance(m, int) else UNKNOWN
    return Spec(counts, (n,), ARRAY), Spec(edges, (m,), ARRAY)


def _histogram_dtypes(
    x: Spec, operands: tuple[Spec, ...], bins: int | None, limits: Any, density: bool, weighted: bool
) -> Any:
    sample = np.arange(2).astype(x.dtype)
    rest = list(operands)
    if bins is None:
        edges = rest.pop(0)
        grid: Any = np.arange(2).astype(edges.dtype)
    else:
        if bins < 1:
            raise ValueError("`bins` must be positive, when an integer")
        grid = bins
    weights = np.ones(2, rest[0].dtype) if weighted else None
    counts, edges_ = np.histogram(sample, grid, range=numbers_of(limits), density=density, weights=weights)
    return counts.dtype, edges_.dtype


@op("histogram", infer=_histogram, facts=MAY_RAISE, results=2)
def histogram(
    x: Any,
    *operands: Any,
    bins: int | None,
    limits: Any = None,
    density: bool = False,
    weighted: bool = False,
    xp: Any,
) -> Any:
    """How many elements are in every bin, and the edges; operands are the edges (`bins=None`) and the weights."""
    rest = list(operands)
    grid = rest.pop(0) if bins is None else bins
    weights = rest[0] if weighted else None
    counts, edges = xp.histogram(x, grid, range=numbers_of(limits), density=density, weights=weights)
    return counts, xp.array(edges)


# -- sets ------------------------------------------------------------------------------------------


def _unique(x: Spec, *, axis: int | None = None, equal_nan: bool = True) -> Spec:
    if axis is None:
        return Spec(x.dtype, (UNKNOWN,), ARRAY)
    at = normalize_axis_index(axis, x.ndim)
    return Spec(x.dtype, (*x.shape[:at], UNKNOWN, *x.shape[at + 1 :]), ARRAY)


@op("unique", infer=_unique)
def unique(x: Any, *, axis: int | None = None, equal_nan: bool = True, xp: Any) -> Any:
    """The different elements, sorted."""
    return xp.unique(x, axis=axis, equal_nan=equal_nan)


@op("unique_values", infer=lambda x, *, equal_nan=False: Spec(x.dtype, (UNKNOWN,), ARRAY))
def unique_values(x: Any, *, equal_nan: bool = False, xp: Any) -> Any:
    """The different elements, in the order that NumPy finds them."""
    if not equal_nan:
        return xp.unique_values(x)
    return xp.unique(x, sorted=False) if _CAN_BE_UNSORTED else xp.unique(x)


_CAN_BE_UNSORTED = "sorted" in inspect.signature(np.unique).parameters  # NumPy 2.3


_KEEPS_AXES = np.unique(np.ones((2, 2)), return_inverse=True, axis=0)[1].ndim == 2  # NumPy 2.0 only


def _unique_all(x: Spec, *, axis: int | None = None, equal_nan: bool = True) -> tuple[Spec, ...]:
    index = np.dtype(np.intp)
    values = _unique(x, axis=axis, equal_nan=equal_nan)
    if axis is None:
        inverse: Shape = x.shape
    else:
        at = normalize_axis_index(axis, x.ndim)
        inverse = tuple(n if k == at else 1 for k, n in enumerate(x.shape)) if _KEEPS_AXES else (x.shape[at],)
    many = (UNKNOWN,)
    return values, Spec(index, many, ARRAY), Spec(index, inverse, ARRAY), Spec(index, many, ARRAY)


@op("unique_all", infer=_unique_all, results=4)
def unique_all(x: Any, *, axis: int | None = None, equal_nan: bool = True, xp: Any) -> Any:
    """The different elements, where each is first, which one every element is, and how often each is."""
    return xp.unique(x, return_index=True, return_inverse=True, return_counts=True, axis=axis, equal_nan=equal_nan)


def _unique_pair(name: str, place: int) -> None:
    """The different elements and one more result: each costs NumPy a sort of its own kind."""
    option: dict[str, Any] = {f"return_{name}": True}

    def infer(x: Spec, *, axis: int | None = None, equal_nan: bool = True) -> tuple[Spec, ...]:
        found = _unique_all(x, axis=axis, equal_nan=equal_nan)
        return found[0], found[place]

    def kernel(x: Any, *, axis: int | None = None, equal_nan: bool = True, xp: Any) -> Any:
        return xp.unique(x, axis=axis, equal_nan=equal_nan, **option)

    kernel.__doc__ = f"The different elements, and of each the {name}."
    op(f"unique_{name}", infer=infer, results=2)(kernel)


_unique_pair("index", 1)
_unique_pair("inverse", 2)
_unique_pair("counts", 3)


@op("isin", infer=lambda x, y, **attrs: Spec(np.dtype(bool), x.shape, ARRAY))
def isin(x: Any, y: Any, *, assume_unique: bool = False, invert: bool = False, kind: str | None = None, xp: Any) -> Any:
    """Which elements of x are in y."""
    return xp.isin(x, y, assume_unique=assume_unique, invert=invert, kind=kind)


def _unravel_index(x: Spec, *extents: Spec, shape: tuple[int | None, ...], order: str = "C", axis: int) -> Spec:
    if x.dtype.kind not in "biu":
        raise TypeError("only int indices permitted")
    return Spec(np.dtype(np.intp), x.shape, ARRAY if x.ndim else SCALAR)


@op("unravel_index", infer=_unravel_index, facts=MAY_RAISE)
def unravel_index(
    x: Any, *extents: Any, shape: tuple[int | None, ...], order: str = "C", axis: int, xp: Any
) -> Any:
    """The coordinate along one axis of flat indices; the extents that are None in `shape` are operands."""
    return xp.unravel_index(x, _filled(shape, extents), order=order)[axis]


def _filled(shape: tuple[int | None, ...], extents: tuple[Any, ...]) -> tuple[int, ...]:
    """`shape` with the extents of the running program where it has None."""
    rest = iter(extents)
    return tuple(int(next(rest)) if n is None else n for n in shape)


def _ravel_multi_index(*places: Spec, dims: tuple[int | None, ...], mode: Any = "raise", order: str = "C") -> Spec:
    places = places[: len(dims)]
    for spec in places:
        if spec.dtype.kind not in "biu":
            raise TypeError("only int indices permitted")
    shape = broadcast_shapes(*[spec.shape for spec in places])
    return Spec(np.dtype(np.intp), shape, ARRAY if shape else SCALAR)


@op("ravel_multi_index", infer=_ravel_multi_index, facts=MAY_RAISE)
def ravel_multi_index(
    *places: Any, dims: tuple[int | None, ...], mode: Any = "raise", order: str = "C", xp: Any
) -> Any:
    """Flat indices of coordinates; the extents that are None in `dims` are operands after them."""
    count = len(dims)
    return xp.ravel_multi_index(places[:count], _filled(dims, places[count:]), mode=mode, order=order)


@op("nonzero_range", infer=lambda x, axis, front=True, back=True: (PY_INT, PY_INT), results=2)
def nonzero_range(x: Any, *, axis: int, front: bool = True, back: bool = True, xp: Any) -> Any:
    """From the first index along an axis under which something is not zero to behind the last; or to the ends."""
    places = xp.nonzero(x)[axis]
    if not len(places):
        return (0, 0)
    return (int(places.min()) if front else 0, int(places.max()) + 1 if back else x.shape[axis])
