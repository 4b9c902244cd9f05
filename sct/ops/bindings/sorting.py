"""`np.sort` and its relatives."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import sorting as ops
from sct.ops.bindings.joining import items_of
from sct.ops.bindings.table import axis_of, bind, spec_of, static, strict_array, told, unsupported

__all__: list[str] = []


def _options(function: str, kind: Any, order: Any, stable: Any = None) -> dict[str, Any]:
    if order is not None:
        raise unsupported(function, "order=, which names fields", "sort plain arrays")
    kind, stable = static(kind, "kind"), static(stable, "stable")
    if kind is not None and stable is not None:
        raise ValueError(
            "`kind` and keyword parameters can't be provided at the same time. Use only one of them."
        )
    return {name: value for name, value in (("kind", kind), ("stable", stable)) if value is not None}


@bind(np.sort)
def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    """The elements in ascending order."""
    return ops.sort(strict_array(a), axis=axis_of(axis, loose=True), **_options("np.sort", kind, order, stable))


@bind(np.argsort, method="argsort")
def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    """The indices that would sort."""
    return ops.argsort(strict_array(a), axis=axis_of(axis), **_options("np.argsort", kind, order, stable))


def _places(kth: Any) -> Any:
    """The places as Python holds them; none of integers are none, where none of floats are not integers."""
    known = static(kth, "kth")
    if known == () and (isinstance(kth, (list, tuple)) or spec_of(kth).dtype.kind not in "iu"):
        raise TypeError("Partition index must be integer")
    return known


@bind(np.partition)
def partition(a: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> Any:
    """The kth elements where sorting would put them."""
    _options("np.partition", None, order)
    told(np.partition, np.zeros(1), 0, kind=kind)  # raises for a kind that NumPy does not know
    return ops.partition(strict_array(a), kth=_places(kth), axis=axis_of(axis, loose=True))


@bind(np.argpartition, method="argpartition")
def argpartition(a: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> Any:
    """The indices that would partition."""
    _options("np.argpartition", None, order)
    told(np.argpartition, np.zeros(1), 0, kind=kind)
    return ops.argpartition(strict_array(a), kth=_places(kth), axis=axis_of(axis))


@bind(np.lexsort)
def lexsort(keys: Any, axis: Any = -1) -> Any:
    """The indices that sort by several keys, the last one first."""
    items = [strict_array(key) for key in items_of(keys)]
    if not items:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    return ops.lexsort(*items, axis=axis_of(axis, loose=True))


@bind(np.sort_complex)
def sort_complex(a: Any) -> Any:
    """The elements in ascending order, as complex numbers."""
    from sct.ops.bindings.table import FUNCTIONS

    made = ops.sort(strict_array(a))
    dtype = spec_of(made).dtype
    if dtype.kind == "c":
        return made
    single = dtype.char in "bhBH"
    return FUNCTIONS[np.array](made, dtype=np.complex64 if single else np.complex128)
