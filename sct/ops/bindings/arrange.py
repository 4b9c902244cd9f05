"""Repetition, rolling, padding, triangles, differences, outer products."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.ops import arrange as ops
from sct.ops import linalg, registry
from sct.ops import shape as views
from sct.ops.bindings.index import nonzero
from sct.ops.bindings.orders import in_order
from sct.ops.bindings.shape import at_diagonal, diagonal, template
from sct.ops.bindings.table import (
    FUNCTIONS,
    absent,
    array,
    ask,
    axes,
    axis_of,
    bind,
    flag,
    holds_symbolic,
    ndim_of,
    no_out,
    shape_of,
    spec_of,
    static,
    strict_array,
    symbolic,
    unsupported,
    whole_items,
    whole_numbers,
)
from sct.ops.casts import asarray
from sct.ops.index import getitem
from sct.ops.joining import concatenate

__all__: list[str] = []

_MISSING: Any = np._NoValue


@bind(np.tile)
def tile(A: Any, reps: Any) -> Any:
    """The whole array, repeated."""
    if symbolic(reps) and ndim_of(reps):
        reps = static(reps, "reps")
    if holds_symbolic(reps):
        return _tile_often(strict_array(A), tuple(reps) if isinstance(reps, (list, tuple)) else (reps,))
    counts = static(reps, "reps")
    return ops.tile(strict_array(A), reps=counts if isinstance(counts, tuple) else (counts,))


def _tile_often(x: Any, counts: tuple[Any, ...]) -> Any:
    """Repetitions known at run time: broadcast along new axes, which are merged with the old ones."""
    known = [count for count in counts if hasattr(type(count), "spec") or not symbolic(count)]  # no choices of ints
    if any(spec_of(count).ndim for count in known):
        raise unsupported("np.tile", "an array of run-time repetitions", "pass a tuple of numbers")
    ndim = max(ndim_of(x), len(counts))
    counts = (1,) * (ndim - len(counts)) + counts
    extents = (1,) * (ndim - ndim_of(x)) + tuple(shape_of(x))
    thin = FUNCTIONS[np.reshape](x, tuple(n for extent in extents for n in (1, extent)))
    wide = FUNCTIONS[np.broadcast_to](thin, tuple(n for pair in zip(counts, extents, strict=True) for n in pair))
    return FUNCTIONS[np.reshape](wide, tuple(k * n for k, n in zip(counts, extents, strict=True)), copy=True)


@bind(np.repeat, method="repeat")
def repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    """Every element repeated."""
    a = strict_array(a)
    if holds_symbolic(repeats):
        return ops.repeat(a, array(whole_items(repeats)), repeats=None, axis=axis_of(axis))
    counts = static(repeats, "repeats")
    counts = counts.astype(np.intp) if isinstance(counts, np.ndarray) else whole_numbers(counts)
    return ops.repeat(a, repeats=static(counts, "repeats"), axis=axis_of(axis))


@bind(np.roll)
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """The elements moved around the end."""
    a = strict_array(a)
    if holds_symbolic(shift):
        return ops.roll(a, array(shift), shift=None, axis=axes(axis, loose=True))
    return ops.roll(a, shift=static(shift, "shift"), axis=axes(axis, loose=True))


@bind(np.resize)
def resize(a: Any, new_shape: Any) -> Any:
    """Another shape, with the elements repeated as needed: of extents that are known."""
    a = strict_array(a)
    shape = static(new_shape, "new_shape")
    shape = shape if isinstance(shape, tuple) else (shape,)
    size, wanted = spec_of(views.ravel(a)).shape[0], int(np.prod(shape))
    if not isinstance(size, int):
        raise unsupported("np.resize", "run-time extents", "use np.tile and a slice")
    if any(n < 0 for n in shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    if wanted == 0 or size == 0:
        return FUNCTIONS[np.zeros](shape, dtype=spec_of(a).dtype)
    flat = concatenate(ops.tile(views.ravel(a), reps=(-(-wanted // size),)))
    return views.reshape(getitem(flat, index=(("slice", None, wanted, None),)), shape=shape)


# -- padding ---------------------------------------------------------------------------------------


def _pairs(value: Any, ndim: int, name: str = "pad_width") -> tuple[tuple[int, int], ...]:
    value = static(value, name)
    if isinstance(value, dict):
        full = [(0, 0)] * ndim
        for axis, width in value.items():
            full[axis] = width if isinstance(width, tuple) else (width, width)
        value = tuple(full)
    given = np.asarray(value)
    if given.dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    if given.size and given.min() < 0:
        raise ValueError("index can't contain negative values")
    return tuple((int(a), int(b)) for a, b in np.broadcast_to(given, (ndim, 2)))


@bind(np.pad)
def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> Any:
    """More elements before and after, along every axis."""
    x = strict_array(array)
    if holds_symbolic(pad_width):
        return _pad_by(x, pad_width, mode, kwargs)
    width = _pairs(pad_width, ndim_of(x))
    if not width:
        return asarray(x)
    mode, values, options = _filling(x, mode, kwargs)
    return ops.pad(x, *values, width=width, mode=mode, options=options)


def _filling(x: Any, mode: Any, kwargs: dict[str, Any]) -> tuple[str, tuple[Any, ...], tuple[tuple[str, Any], ...]]:
    """The mode, the numbers that only the run knows, if any, and the options of a padding; NumPy's word on them."""
    if callable(mode):
        raise unsupported("np.pad", "a function as mode", "use a named mode, or concatenate the borders")
    mode = static(mode, "mode")
    name = ops.PAD_OPERANDS.get(mode, "")
    operands: tuple[Any, ...] = ()
    if holds_symbolic(kwargs.get(name)):
        operands = (strict_array(kwargs[name]),)
        spec = spec_of(operands[0])
        kwargs = {**kwargs, name: np.ones(spec.shape if spec.static else (), spec.dtype)}
    np.pad(np.ones((3,) * ndim_of(x)), 1, mode=mode, **kwargs)
    options = () if operands else tuple(sorted((name, static(value, name)) for name, value in kwargs.items()))
    return "constant" if mode == "empty" else mode, operands, options  # what uninitialised memory holds is unspecified


def _pad_by(x: Any, pad_width: Any, mode: Any, kwargs: dict[str, Any]) -> Any:
    """The same by widths that only the run knows."""
    widths = strict_array(pad_width)
    if spec_of(widths).dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    mode, values, options = _filling(x, mode, kwargs)
    return ops.pad_by(x, widths, *values, mode=mode, options=options)


# -- triangles and diagonals -----------------------------------------------------------------------


def _offset(k: Any) -> Any:
    """A diagonal has a whole number; what NumPy makes of others nobody means."""
    if isinstance(k, (float, np.floating)) and k == int(k):
        return int(k)
    kind = spec_of(k).dtype.kind if symbolic(k) else np.asarray(k).dtype.kind
    if kind not in "biu":
        raise unsupported("the number of a diagonal", "other than integers", "pass an int as k")
    return k


def _triangle(m: Any, k: Any, *, lower: bool) -> Any:
    m = strict_array(m)
    mask = FUNCTIONS[np.tri](*shape_of(m)[-2:], k=k if lower else k - 1, dtype=bool)
    zero = spec_of(m).dtype.type(0)
    return registry.get("where")(mask, *((m, zero) if lower else (zero, m)))


def _triangle_indices(n: Any, k: Any, m: Any, *, lower: bool) -> Any:
    mask = FUNCTIONS[np.tri](n, m, k=_offset(k) if lower else _offset(k) - 1, dtype=bool)
    of_its_own = registry.get("copy")  # NumPy picks them out of matrices
    return tuple(map(of_its_own, nonzero(mask if lower else registry.get("logical_not")(mask))))


@bind(np.tril_indices)
def tril_indices(n: Any, k: Any = 0, m: Any = None) -> Any:
    """Where the lower triangle is."""
    return _triangle_indices(n, k, m, lower=True)


@bind(np.triu_indices)
def triu_indices(n: Any, k: Any = 0, m: Any = None) -> Any:
    """Where the upper triangle is."""
    return _triangle_indices(n, k, m, lower=False)


def _from(arr: Any, k: Any, *, lower: bool) -> Any:
    ask(arr, "ndim")
    if ndim_of(arr) != 2:
        raise ValueError("input array must be 2-d")
    rows, columns = shape_of(arr)
    if not (symbolic(rows) or symbolic(columns) or symbolic(k)):
        function: Any = np.tril_indices if lower else np.triu_indices
        return function(rows, k=k, m=columns)
    return _triangle_indices(rows, k, columns, lower=lower)


@bind(np.tril_indices_from)
def tril_indices_from(arr: Any, k: Any = 0) -> Any:
    """Where the lower triangle of a matrix is."""
    return _from(arr, k, lower=True)


@bind(np.triu_indices_from)
def triu_indices_from(arr: Any, k: Any = 0) -> Any:
    """Where the upper triangle of a matrix is."""
    return _from(arr, k, lower=False)


@bind(np.tril)
def tril(m: Any, k: Any = 0) -> Any:
    """The lower triangle."""
    k = _offset(k)
    if symbolic(k):
        return _triangle(m, k, lower=True)
    return ops.tril(strict_array(m), k=static(k, "k"))


@bind(np.triu)
def triu(m: Any, k: Any = 0) -> Any:
    """The upper triangle."""
    k = _offset(k)
    if symbolic(k):
        return _triangle(m, k, lower=False)
    return ops.triu(strict_array(m), k=static(k, "k"))


@bind(np.diag)
def diag(v: Any, k: Any = 0) -> Any:
    """A matrix of its diagonal, or the diagonal of a matrix."""
    v = strict_array(v)
    if ndim_of(v) == 2:
        return diagonal(v, k)
    return ops.diag(v, k=static(k, "k"))


@bind(np.diagflat)
def diagflat(v: Any, k: Any = 0) -> Any:
    """A matrix with the flattened elements on its diagonal."""
    return ops.diag(views.ravel(strict_array(v)), k=static(k, "k"))


@bind(np.trace, method="trace")
def trace(a: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, dtype: Any = None, out: Any = None) -> Any:
    """The sum over a diagonal."""
    from sct.ops.bindings.table import dtype_of

    no_out(out)
    axes = axis_of(axis1, "axis1", loose=True), axis_of(axis2, "axis2", loose=True)
    a, offset = at_diagonal(strict_array(a), offset, *axes)
    return registry.get("trace")(a, offset=offset, axis1=axes[0], axis2=axes[1], dtype=dtype_of(dtype))


@bind(np.linalg.trace)
def linalg_trace(x: Any, /, *, offset: Any = 0, dtype: Any = None) -> Any:
    """The sum over the diagonal of the last two axes."""
    return trace(x, offset, -2, -1, dtype)


# -- differences, products that rearrange ----------------------------------------------------------


@bind(np.diff)
def diff(a: Any, n: Any = 1, axis: Any = -1, prepend: Any = _MISSING, append: Any = _MISSING) -> Any:
    """The differences of neighbours."""
    if static(n, "n") == 0:
        return array(a)
    ends = [array(end) for end in (prepend, append) if not absent(end)]
    return ops.diff(
        strict_array(a),
        *ends,
        n=static(n, "n"),
        axis=axis_of(axis, loose=True),
        prepend=not absent(prepend),
        append=not absent(append),
    )


@bind(np.ediff1d)
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """The differences of neighbours in flat order, with more before and after."""
    flat = views.ravel(strict_array(ary))
    dtype = spec_of(flat).dtype
    made = registry.get("subtract")(
        getitem(flat, index=(("slice", 1, None, None),)), getitem(flat, index=(("slice", None, -1, None),))
    )
    parts = [made]
    for end, first in ((to_begin, True), (to_end, False)):
        if end is None:
            continue
        end = strict_array(end)
        if not np.can_cast(spec_of(end).dtype, dtype, casting="same_kind"):
            name = "to_begin" if first else "to_end"
            raise TypeError(f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule.")
        flat_end = FUNCTIONS[np.array](views.ravel(end), dtype=dtype)
        parts = [flat_end, *parts] if first else [*parts, flat_end]
    return FUNCTIONS[np.concatenate](parts) if len(parts) > 1 else made


@bind(np.kron)
def kron(a: Any, b: Any) -> Any:
    """The Kronecker product."""
    return ops.kron(array(a), array(b))


@bind(np.cross)
def cross(a: Any, b: Any, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: Any = None) -> Any:
    """The cross product."""
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = strict_array(a), strict_array(b)
    axisa, axisb = axis_of(axisa, "axisa", loose=True), axis_of(axisb, "axisb", loose=True)
    if not (ndim_of(a) and ndim_of(b)):
        raise ValueError("At least one array has zero dimension")
    _lengths((a, axisa), (b, axisb))
    return ops.cross(
        a,
        b,
        axisa=axisa,
        axisb=axisb,
        axisc=axis_of(axisc, "axisc", loose=True),
    )


def _lengths(*vectors: tuple[Any, int]) -> list[int]:
    """How long the vectors are: what becomes of vectors of two is another thing than of those of three."""
    lengths = [spec_of(x).shape[normalize_axis_index(at, ndim_of(x))] for x, at in vectors]
    if not all(isinstance(n, int) for n in lengths):
        raise unsupported("np.cross", "vectors of run-time length", "give that extent as a number in the InputSpec")
    return lengths  # type: ignore[return-value]


@bind(np.linalg.cross)
def linalg_cross(x1: Any, x2: Any, /, *, axis: Any = -1) -> Any:
    """The cross product of vectors of three."""
    x1, x2, at = strict_array(x1), strict_array(x2), axis_of(axis, loose=True)
    n, m = _lengths((x1, at), (x2, at))
    if n == 2 or m == 2:  # which np.cross takes
        raise ValueError(
            "Both input arrays must be (arrays of) 3-dimensional vectors, "
            f"but they are {n} and {m} dimensional instead."
        )
    return cross(x1, x2, axis=at)


@bind(np.outer)
def outer(a: Any, b: Any, out: Any = None) -> Any:
    """All products of an element of a and one of b."""
    no_out(out)
    return linalg.outer(array(a), array(b))


@bind(np.meshgrid)
def meshgrid(*xi: Any, copy: Any = True, sparse: Any = False, indexing: Any = "xy") -> Any:
    """Coordinate arrays of coordinate vectors."""
    indexing = static(indexing, "indexing")
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    ndim = len(xi)
    order = list(range(ndim))
    if indexing == "xy" and ndim > 1:
        order[:2] = [1, 0]
    vectors = [FUNCTIONS[np.reshape](strict_array(x), (-1,)) for x in xi]  # views, of vectors with gaps, too
    grids = [
        views.expand_dims(v, axis=tuple(k for k in range(ndim) if k != at))
        for v, at in zip(vectors, order, strict=True)
    ]
    thin, own = flag(sparse, "sparse"), flag(copy, "copy")
    if thin:
        return tuple(asarray(g) for g in grids) if own else _thin(grids)
    shape: list[Any] = [0] * ndim
    for v, at in zip(vectors, order, strict=True):
        shape[at] = shape_of(v)[0]
    if own:
        full = [FUNCTIONS[np.broadcast_to](g, tuple(shape)) for g in grids] if ndim > 1 else grids
        return tuple(in_order(asarray(g), "C") for g in full)
    entries, operands = template(tuple(shape))
    spread = [spec_of(g).shape != entries for g in grids]
    pairs = zip(grids, spread, strict=True)
    return tuple(views.broadcast_shared(g, *operands, shape=entries) if needed else g for g, needed in pairs)


_thin: Any = type(np.meshgrid((0,), sparse=True, copy=False))  # a list until NumPy 2.4
