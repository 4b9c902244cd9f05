"""Reading and writing by subscript."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.types import ARRAY, PYTHON, SCALAR, Dim, Shape, Spec
from sct.ops.casts import item_fits
from sct.ops.index_template import Selection, Template, build_index, select
from sct.ops.infer import shape_text
from sct.ops.registry import Fact, op

__all__ = ["getitem", "setitem"]

READ = Fact.PURE | Fact.RAISES


def _getitem(x: Spec, *operands: Spec, index: Template) -> Spec:
    if x.kind == PYTHON:
        raise TypeError(f"'{x}' object is not subscriptable")
    chosen = select(x, index, operands)
    if _is_scalar(x, index, chosen):
        return Spec(x.dtype.newbyteorder("="), (), SCALAR)
    return Spec(x.dtype, chosen.shape, ARRAY)


def _is_scalar(x: Spec, index: Template, chosen: Selection) -> bool:
    return chosen.single and not chosen.shape


def _is_view(x: Spec, *operands: Spec, index: Template) -> bool:
    chosen = select(x, index, operands)
    return not (chosen.fancy or chosen.copied or _is_scalar(x, index, chosen))


def _cannot_raise(x: Spec, *operands: Spec, index: Template) -> bool:
    return select(x, index, operands).total


def _unview(base: Any, new: Any, *operands: Any, index: Template) -> Any:
    return setitem(base, new, *operands, index=index)


@op(
    "getitem",
    infer=_getitem,
    facts=READ,
    view="always",
    is_view=_is_view,
    unview=_unview,
    total=_cannot_raise,
)
def getitem(x: Any, *operands: Any, index: Template, xp: Any) -> Any:
    """`x[index]`: basic indexing (no integer array, no mask) is a view of x."""
    return x[build_index(index, operands)]


def _setitem(x: Spec, value: Spec, *operands: Spec, index: Template) -> Spec:
    if x.kind != ARRAY:
        raise TypeError("only arrays support item assignment")
    chosen = select(x, index, operands)
    if chosen.single:
        if value.ndim:  # which arrays pass as an element is for NumPy to say
            shape = tuple(n if isinstance(n, int) else 1 for n in value.shape)
            np.zeros(1, x.dtype)[0] = np.broadcast_to(np.zeros((), value.dtype), shape)
    else:
        _check_value(value.shape, chosen)
    return x


def _check_value(value: Shape, chosen: Selection) -> None:
    shape = chosen.shape
    lead = len(value) - len(shape)
    fits = all(n == 1 or isinstance(n, Dim) for n in value[: max(lead, 0)]) and all(
        n == m or n == 1 or isinstance(n, Dim) or isinstance(m, Dim)
        for n, m in zip(reversed(value), reversed(shape), strict=False)
    )
    if fits:
        return
    got, wanted = shape_text(value), shape_text(shape)
    if chosen.fancy:
        raise ValueError(
            f"shape mismatch: value array of shape {got} could not be broadcast to indexing result of shape {wanted}"
        )
    raise ValueError(f"could not broadcast input array from shape {got} into shape {wanted}")


def _cannot_fail(x: Spec, value: Spec, *operands: Spec, index: Template) -> bool:
    chosen = select(x, index, operands)
    if not chosen.total or (value.dtype.kind == "c" and x.dtype.kind != "c"):
        return False
    if value.weak:  # Python ints may be out of bounds, NaN is no int
        return x.dtype.kind in "fc" or value.dtype.kind == "b"
    if not item_fits(value, x.dtype):
        return False
    return not value.ndim or (value.static and all(isinstance(n, int) for n in chosen.shape))


@op("setitem", infer=_setitem, facts=READ, total=_cannot_fail)
def setitem(x: Any, value: Any, *operands: Any, index: Template, xp: Any) -> Any:
    """A copy of x in which `x[index] = value` has been done."""
    out = xp.array(x, copy=True, order="K", subok=False)
    out[build_index(index, operands)] = value
    return out
