"""The methods of ufuncs as ops; the attribute `ufunc` is NumPy's name for it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.ir.types import ARRAY, Spec
from sct.ops.index_template import Template, build_index, select
from sct.ops.infer import broadcast_shapes
from sct.ops.probe import probe
from sct.ops.reductions import Axis, reduced
from sct.ops.registry import Fact, op

__all__ = ["ufunc_of"]

MAY_RAISE = Fact.PURE | Fact.RAISES


def ufunc_of(name: str) -> Any:
    """The ufunc of this name in NumPy, or None."""
    found = getattr(np, name, None)
    return found if isinstance(found, np.ufunc) else None


class _Method:
    """A method of a ufunc that can be probed."""

    def __init__(self, ufunc: str, method: str) -> None:
        self.key = (ufunc, method)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return getattr(ufunc_of(self.key[0]), self.key[1])(*args, **kwargs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Method) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)


def _reduce(
    x: Spec,
    *where: Spec,
    ufunc: str,
    axis: Axis = 0,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
) -> Spec:
    given = {} if initial is None else {"initial": initial}
    if where and initial is None:
        given = {"initial": _identity(ufunc)}
    got = probe(_Method(ufunc, "reduce"), x, empty=True, axis=axis, dtype=dtype, keepdims=keepdims, **given)
    return got.with_(shape=reduced(x.shape, axis, keepdims))


def _identity(ufunc: str) -> Any:
    identity = ufunc_of(ufunc).identity
    if identity is None:
        raise ValueError(
            f"reduction operation '{ufunc}' does not have an identity, "
            "so to use a where mask one has to specify 'initial'"
        )
    return identity


@op("ufunc_reduce", infer=_reduce, facts=MAY_RAISE, total=lambda x, *where, **attrs: x.static)
def ufunc_reduce(
    x: Any,
    *where: Any,
    ufunc: str,
    axis: Axis = 0,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    xp: Any,
) -> Any:
    """One element from many, by a ufunc of two operands."""
    more = {} if initial is None else {"initial": initial}
    if where:
        more["where"] = where[0]
    return getattr(xp, ufunc).reduce(x, axis=axis, dtype=dtype, keepdims=keepdims, **more)


def _reduce_from(
    x: Spec, initial: Spec, *where: Spec, ufunc: str, axis: Axis = 0, dtype: Any = None, keepdims: bool = False
) -> Spec:
    got = probe(_Method(ufunc, "reduce"), x, axis=axis, dtype=dtype, keepdims=keepdims)
    return got.with_(shape=reduced(x.shape, axis, keepdims))


@op("ufunc_reduce_from", infer=_reduce_from, facts=MAY_RAISE)
def ufunc_reduce_from(
    x: Any,
    initial: Any,
    *where: Any,
    ufunc: str,
    axis: Axis = 0,
    dtype: Any = None,
    keepdims: bool = False,
    xp: Any,
) -> Any:
    """One element from many and a first one, by a ufunc of two operands."""
    more = {"where": where[0]} if where else {}
    return getattr(xp, ufunc).reduce(x, axis=axis, dtype=dtype, keepdims=keepdims, initial=initial, **more)


def _accumulate(x: Spec, *, ufunc: str, axis: int = 0, dtype: Any = None) -> Spec:
    return probe(_Method(ufunc, "accumulate"), x, axis=axis, dtype=dtype).with_(shape=x.shape)


@op("ufunc_accumulate", infer=_accumulate)
def ufunc_accumulate(x: Any, *, ufunc: str, axis: int = 0, dtype: Any = None, xp: Any) -> Any:
    """The running result of a ufunc along an axis."""
    return getattr(xp, ufunc).accumulate(x, axis=axis, dtype=dtype)


def _reduceat(x: Spec, indices: Spec, *, ufunc: str, axis: int = 0, dtype: Any = None) -> Spec:
    if x.ndim == 0:
        raise TypeError("cannot reduceat on a scalar")
    if indices.ndim != 1:
        raise ValueError(
            "object too deep for desired array" if indices.ndim else "object of too small depth for desired array"
        )
    if not isinstance(axis, int):
        raise ValueError("reduceat does not allow multiple axes")
    at = normalize_axis_index(axis, x.ndim)
    got = probe(_Method(ufunc, "accumulate"), x, axis=axis, dtype=dtype)
    return Spec(got.dtype, (*x.shape[:at], indices.shape[0], *x.shape[at + 1 :]), ARRAY)


@op("ufunc_reduceat", infer=_reduceat, facts=MAY_RAISE)
def ufunc_reduceat(x: Any, indices: Any, *, ufunc: str, axis: int = 0, dtype: Any = None, xp: Any) -> Any:
    """Reductions of slices that begin at indices."""
    return getattr(xp, ufunc).reduceat(x, indices, axis=axis, dtype=dtype)


def _at(x: Spec, *rest: Spec, ufunc: str, index: Template, values: int) -> Spec:
    if x.kind != ARRAY:
        raise TypeError("first operand must be array")
    chosen = select(x, index, rest[values:])
    probe(_Method(ufunc, "__call__"), x, *rest[:values])  # any cast goes: `at` is unsafe
    if values:
        broadcast_shapes(chosen.shape, rest[0].shape)
    return x


@op("ufunc_at", infer=_at, facts=MAY_RAISE)
def ufunc_at(x: Any, *rest: Any, ufunc: str, index: Template, values: int, xp: Any) -> Any:
    """A copy of x where a ufunc has been applied at indices, repeatedly where they repeat."""
    out = xp.array(x, copy=True)
    getattr(xp, ufunc).at(out, build_index(index, rest[values:]), *rest[:values])
    return out
