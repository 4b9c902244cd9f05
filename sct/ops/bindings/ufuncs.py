"""The methods of ufuncs: `np.add.reduce`, `np.multiply.outer`, `np.add.at` and the like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops import shape as views
from sct.ops.bindings.table import (
    absent,
    array,
    axes,
    dtype_of,
    flag,
    ndim_of,
    spec_of,
    static,
    strict_array,
    symbolic,
    unsupported,
)
from sct.ops.ufunc_methods import ufunc_of

__all__ = ["lookup_ufunc_method"]

_MISSING: Any = np._NoValue


def lookup_ufunc_method(ufunc: np.ufunc, method: str) -> Callable[..., Any] | None:
    """What serves a method of a ufunc; None if nothing does."""
    if ufunc_of(ufunc.__name__) is not ufunc or registry.lookup_numpy(ufunc) is None:
        return None
    make = _METHODS.get(method)
    return None if make is None else make(ufunc)


def _reduce(ufunc: np.ufunc) -> Callable[..., Any]:
    def reduce(
        array: Any,
        axis: Any = 0,
        dtype: Any = None,
        out: Any = None,
        keepdims: Any = False,
        initial: Any = _MISSING,
        where: Any = True,
    ) -> Any:
        if out is not None:
            raise unsupported(f"np.{ufunc.__name__}.reduce", "out by position", "pass it by name")
        operands = [strict_array(array)] + ([] if where is True else [strict_array(where)])
        if symbolic(initial):
            return registry.get("ufunc_reduce_from")(
                *operands[:1],
                initial,
                *operands[1:],
                ufunc=ufunc.__name__,
                axis=axes(axis),
                dtype=dtype_of(dtype),
                keepdims=flag(keepdims, "keepdims"),
            )
        return registry.get("ufunc_reduce")(
            *operands,
            ufunc=ufunc.__name__,
            axis=axes(axis),
            dtype=dtype_of(dtype),
            keepdims=flag(keepdims, "keepdims"),
            initial=None if absent(initial) else static(initial, "initial"),
        )

    return reduce


def _accumulate(ufunc: np.ufunc) -> Callable[..., Any]:
    def accumulate(array: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
        return registry.get("ufunc_accumulate")(
            strict_array(array), ufunc=ufunc.__name__, axis=_one(axes(axis)), dtype=dtype_of(dtype)
        )

    return accumulate


def _one(found: Any) -> Any:
    """The axis of a method that goes along one only, which NumPy also takes as a tuple of it."""
    return found[0] if isinstance(found, tuple) and len(found) == 1 else found


def _outer(ufunc: np.ufunc) -> Callable[..., Any]:
    definition = registry.lookup_numpy(ufunc)

    def outer(a: Any, b: Any, /, **kwargs: Any) -> Any:
        a, b = array(a), array(b)
        if ndim_of(b) and ndim_of(a):
            ndim = ndim_of(a)
            a = views.expand_dims(a, axis=tuple(range(ndim, ndim + ndim_of(b))))
        assert definition is not None
        return definition(a, b, **kwargs)

    return outer


def _at(ufunc: np.ufunc) -> Callable[..., Any]:
    def at(a: Any, indices: Any, b: Any = _MISSING, /) -> None:
        if not symbolic(a):
            raise unsupported(
                f"np.{ufunc.__name__}.at", "writing run-time values into a constant array", "copy it first"
            )
        if not a.flags.writeable:
            raise unsupported(
                f"np.{ufunc.__name__}.at", "an array that is read-only, into which NumPy writes all the same",
                "copy it first",
            )  # fmt: skip
        template, operands = _index(indices)
        more = [] if absent(b) else [array(b)]
        a[...] = registry.get("ufunc_at")(a, *more, *operands, ufunc=ufunc.__name__, index=template, values=len(more))

    return at


def _bound(part: Any, operands: list[Any]) -> Any:
    if not symbolic(part):
        return static(part, "indices")
    operands.append(part)
    return ("arg", len(operands) - 1)


def _index(key: Any) -> tuple[tuple[Any, ...], list[Any]]:
    entries: list[tuple[Any, ...]] = []
    operands: list[Any] = []
    for item in key if isinstance(key, tuple) else (key,):
        if isinstance(item, slice):
            entries.append(("slice", *[_bound(part, operands) for part in (item.start, item.stop, item.step)]))
        elif item is None:
            entries.append(("newaxis",))
        elif item is Ellipsis:
            entries.append(("ellipsis",))
        elif isinstance(item, (int, np.integer)) and not isinstance(item, bool):
            entries.append(("int", int(item)))
        else:
            entries.append(("arg", len(operands)))
            item = strict_array(item) if not symbolic(item) else item
            operands.append(item)
    return tuple(entries), operands


_METHODS: dict[str, Callable[[np.ufunc], Callable[..., Any]]] = {
    "reduce": _reduce,
    "accumulate": _accumulate,
    "outer": _outer,
    "at": _at,
}


def _reduceat(ufunc: np.ufunc) -> Callable[..., Any]:
    def reduceat(array: Any, indices: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
        places, array = strict_array(indices), strict_array(array)
        if axis is None and ndim_of(array) == 1:
            axis = 0
        return registry.get("ufunc_reduceat")(
            array,
            places.astype(np.intp) if _are_cut_off(indices, spec_of(places)) else places,
            ufunc=ufunc.__name__,
            axis=_one(axes(axis)),
            dtype=dtype_of(dtype),
        )

    return reduceat


def _are_cut_off(indices: Any, spec: Any) -> bool:
    """Whether NumPy makes integers of such indices: of the items of a list, that is."""
    return isinstance(indices, (list, tuple)) and spec.dtype.kind in "fu"


_METHODS["reduceat"] = _reduceat
