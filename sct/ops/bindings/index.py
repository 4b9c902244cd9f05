"""`np.take`, `np.nonzero` and their relatives: elements chosen by indices, masks and bins."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import gather as ops
from sct.ops import registry
from sct.ops import select as selection
from sct.ops import shape as views
from sct.ops.bindings.orders import in_order
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    ask,
    axis_of,
    bind,
    flag,
    holds_symbolic,
    known_extents,
    ndim_of,
    no_out,
    shape_of,
    spec_of,
    static,
    strict_array,
    symbolic,
    told,
    typed,
    whole_numbers,
)
from sct.ops.bindings.uniform_bins import uniform_histogram
from sct.ops.index import getitem

__all__ = ["mode_of", "nonzero"]

_LEFT_OUT = object()  # of what may be None
_FULL = ("slice", None, None, None)


def mode_of(mode: Any) -> str:
    """The `mode=` of np.take and its relatives, which has numbers too."""
    mode = static(mode, "mode")
    return str({0: "clip", 1: "wrap", 2: "raise"}.get(mode, mode))


@bind(np.take, method="take")
def take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: Any = "raise") -> Any:
    """The elements at indices."""
    no_out(out)
    return ops.take(strict_array(a), places_of(indices), axis=axis_of(axis), mode=mode_of(mode))


def places_of(indices: Any) -> Any:
    """Indices as NumPy's C code takes them: fractions in a list are cut off."""
    if not isinstance(indices, (list, tuple)):
        return array(indices)
    return FUNCTIONS[np.array](indices, np.intp) if holds_symbolic(indices) else whole_numbers(indices)


def along(arr: Any, indices: Any, axis: Any) -> None:
    """What NumPy asks an array and indices for, which lists do not have."""
    for one, name in [(indices, "ndim"), (arr, "flat")] if axis is None else [(arr, "ndim"), (indices, "dtype")]:
        ask(one, name)


@bind(np.take_along_axis)
def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    """The elements at indices, line by line."""
    along(arr, indices, axis)
    return ops.take_along_axis(strict_array(arr), array(indices), axis=axis_of(axis, loose=True))


def nonzero(a: Any) -> tuple[Any, ...]:
    """The indices of the elements that are not zero, one array for every axis."""
    a = strict_array(a)
    if ndim_of(a) == 0:
        told(np.nonzero, np.ones((), spec_of(a).dtype))  # raises, from NumPy 2.1 on
        a = views.reshape(a, shape=(1,))
    places = ops.argwhere(a)
    return tuple(getitem(places, index=(_FULL, ("int", k))) for k in range(ndim_of(a)))


bind(np.nonzero, method="nonzero")(nonzero)


@bind(np.argwhere)
def argwhere(a: Any) -> Any:
    """The indices of the elements that are not zero, one row for each."""
    return in_order(ops.argwhere(strict_array(a)), "F")


@bind(np.flatnonzero)
def flatnonzero(a: Any) -> Any:
    """The flat indices of the elements that are not zero."""
    return nonzero(views.ravel(strict_array(a)))[0]


@bind(np.where)
def where(condition: Any, x: Any = _LEFT_OUT, y: Any = _LEFT_OUT, /) -> Any:
    """One of two arrays, element by element; with the condition alone, where it holds."""
    if x is _LEFT_OUT:
        return nonzero(condition)
    if y is _LEFT_OUT:
        raise ValueError("either both or neither of x and y should be given")
    return registry.get("where")(array(condition), array(x), array(y))


@bind(np.compress)
def compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> Any:
    """The slices where a condition is true."""
    no_out(out)
    if symbolic(condition) and condition.python_type is np.flatiter and spec_of(condition).dtype.kind != "b":
        raise TypeError("Cannot cast array data to dtype('bool') according to the rule 'safe'")
    return ops.compress(array(condition), strict_array(a), axis=axis_of(axis))


@bind(method="compress")
def method_compress(a: Any, condition: Any, axis: Any = None, out: Any = None) -> Any:
    """The slices where a condition is true."""
    return compress(condition, a, axis, out)


@bind(np.extract)
def extract(condition: Any, arr: Any) -> Any:
    """The elements where a condition is true."""
    return ops.extract(strict_array(condition), strict_array(arr))


@bind(np.searchsorted, method="searchsorted")
def searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    """Where to put elements to keep `a` sorted."""
    more = [] if sorter is None else [array(sorter)]
    return ops.searchsorted(strict_array(a), array(v), *more, side=static(side, "side"))


@bind(np.digitize)
def digitize(x: Any, bins: Any, right: Any = False) -> Any:
    """In which bin every element is."""
    return ops.digitize(array(x), strict_array(bins), right=flag(right, "right"))


@bind(np.bincount)
def bincount(x: Any, /, weights: Any = None, minlength: Any = 0) -> Any:
    """How often every natural number occurs."""
    more = [] if weights is None else [array(weights)]
    x = strict_array(places_of(x))
    some = {"some": True} if more and spec_of(x).shape and not isinstance(spec_of(x).shape[0], int) else {}
    if symbolic(minlength):
        return ops.bincount(x, *more, minlength, **some, least=True)
    return ops.bincount(x, *more, minlength=static(minlength, "minlength"), **some)


@bind(np.interp)
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    """Linear interpolation."""
    return ops.interp(
        array(x),
        strict_array(xp),
        strict_array(fp),
        left=static(left, "left"),
        right=static(right, "right"),
        period=static(period, "period"),
    )


@bind(np.histogram)
def histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> tuple[Any, Any]:
    """Counts in bins, and their edges."""
    if isinstance(bins, str):  # a rule
        bins = FUNCTIONS[np.histogram_bin_edges](a, bins, range, weights)
    operands = []
    count: int | None = None
    if np.ndim(bins) == 0:
        count = static(bins, "bins")
        count = int(count) if isinstance(count, bool) else count  # NumPy's own bools it does not take
    else:
        operands.append(strict_array(bins))
    if weights is not None:
        operands.append(array(weights))
    limits = typed(range, "range")
    if count is not None:
        made = uniform_histogram(strict_array(a), operands, count, limits, density=flag(density, "density"))
        if made is not None:
            return made
    counts, edges = ops.histogram(
        strict_array(a),
        *operands,
        bins=count,
        limits=limits,
        density=flag(density, "density"),
        weighted=weights is not None,
    )
    return counts, operands[0] if count is None else edges


@bind(np.unique)
def unique(
    ar: Any,
    return_index: Any = False,
    return_inverse: Any = False,
    return_counts: Any = False,
    axis: Any = None,
    *,
    equal_nan: Any = True,
    sorted: Any = True,
) -> Any:
    """The different elements, and what else is asked for."""
    attrs = {"axis": axis_of(axis, loose=True), "equal_nan": flag(equal_nan, "equal_nan")}
    wanted = [flag(asked, "return_…") for asked in (return_index, return_inverse, return_counts)]
    if not any(wanted):
        if not static(sorted, "sorted") and axis is None:
            return ops.unique_values(strict_array(ar), equal_nan=attrs["equal_nan"])
        return ops.unique(strict_array(ar), **attrs)
    if sum(wanted) == 1:
        name = ("unique_index", "unique_inverse", "unique_counts")[wanted.index(True)]
        return registry.get(name)(strict_array(ar), **attrs)
    values, *rest = ops.unique_all(strict_array(ar), **attrs)
    return (values, *[r for r, keep in zip(rest, wanted, strict=True) if keep])


@bind(np.unique_values)
def unique_values(x: Any, /) -> Any:
    """The different elements."""
    return ops.unique_values(strict_array(x))


def _unique_tuple(name: str) -> None:
    kind: Any = type(getattr(np, name)(np.zeros(1)))

    def binding(x: Any, /) -> Any:
        return kind(*registry.get(name)(strict_array(x), equal_nan=False))

    bind(getattr(np, name))(binding)


_unique_tuple("unique_all")
_unique_tuple("unique_counts")
_unique_tuple("unique_inverse")


@bind(np.isin)
def isin(element: Any, test_elements: Any, assume_unique: Any = False, invert: Any = False, *, kind: Any = None) -> Any:
    """Which elements are among others."""
    return ops.isin(
        strict_array(element),
        strict_array(test_elements),
        assume_unique=flag(assume_unique, "assume_unique"),
        invert=flag(invert, "invert"),
        kind=static(kind, "kind"),
    )


# -- choices ---------------------------------------------------------------------------------------


@bind(np.choose)
def choose(a: Any, choices: Any, out: Any = None, mode: Any = "raise") -> Any:
    """For every element, that element of the choice with this number."""
    from sct.ops.bindings.joining import items_of

    no_out(out)
    return selection.choose(strict_array(a), *items_of(choices), mode=mode_of(mode))


@bind(method="choose")
def choose_of(a: Any, *choices: Any, out: Any = None, mode: Any = "raise") -> Any:
    """`np.choose`, whose choices may be given one by one."""
    if not choices:
        told(np.zeros(1, int).choose)  # raises
    return choose(a, choices if len(choices) > 1 else choices[0], out=out, mode=mode)


@bind(np.select)
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """The choice of the first true condition."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if not condlist:
        raise ValueError("select with an empty condition list is not possible")
    pairs = [array(item) for pair in zip(condlist, choicelist, strict=True) for item in pair]
    return selection.select(*pairs, array(default))


@bind(np.ix_)
def ix_(*args: Any) -> tuple[Any, ...]:
    """Index arrays that select a grid."""
    made = []
    for k, item in enumerate(args):
        item = strict_array(item)
        spec = spec_of(item)
        if spec.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if spec.dtype.kind == "b":
            (item,) = nonzero(item)
        elif spec.shape == (0,) and isinstance(args[k], (list, tuple)):
            item = np.zeros(0, np.intp)
        extent = shape_of(item)[0]
        shape = [1] * len(args)
        shape[k] = extent
        made.append(
            FUNCTIONS[np.reshape](item, tuple(shape))
            if not symbolic(extent)
            else views.expand_dims(item, axis=tuple(j for j in range(len(args)) if j != k))
        )
    return tuple(made)


@bind(np.unravel_index)
def unravel_index(indices: Any, shape: Any, order: Any = "C") -> tuple[Any, ...]:
    """The coordinates of flat indices."""
    from sct.ops.bindings.shape import order_of

    shape, extents = known_extents(shape, "shape")
    order = order_of(order, "np.unravel_index")
    unravelled, indices = registry.get("unravel_index"), array(indices)
    made = tuple(unravelled(indices, *extents, shape=shape, order=order, axis=k) for k in range(len(shape)))
    if not ndim_of(indices):
        return made
    places = FUNCTIONS[np.stack](made, axis=-1)  # NumPy's are columns of one array
    return tuple(getitem(places, index=(("ellipsis",), ("int", k))) for k in range(len(shape)))
