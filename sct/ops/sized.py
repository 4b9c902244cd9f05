"""An array of which a test has found that it has the extents of another one."""

from __future__ import annotations

from typing import Any

from sct.ir.types import ARRAY, Spec
from sct.ops.registry import Fact, op
from sct.ops.shape import setitem_flat

__all__ = ["sized_as"]


def _sized_as(x: Spec, like: Spec) -> Spec:
    if x.ndim != like.ndim:
        raise ValueError(f"an array of {x.ndim} axes is never one of {like.ndim}")
    return Spec(x.dtype, like.shape, ARRAY)


@op(
    "sized_as",
    infer=_sized_as,
    facts=Fact.PURE | Fact.RAISES,
    view="always",
    unview=lambda base, new, like: setitem_flat(base, new),
)
def sized_as(x: Any, like: Any, *, xp: Any) -> Any:
    """The array itself, where it is known that its extents are those of `like`."""
    if x.shape != like.shape:
        raise ValueError(f"an array of shape {x.shape} was taken for one of {like.shape}")
    return x
