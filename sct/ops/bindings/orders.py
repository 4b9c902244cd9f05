"""`order=`: how the memory of a new array is laid out, which tells later views from later copies."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.table import is_array, ndim_of, static, symbolic, unsupported

__all__ = ["copied", "in_order", "letter", "order_like"]


def letter(order: Any) -> Any:
    """An order as NumPy's own capital letter."""
    order = static(order, "order")
    return order.upper() if isinstance(order, str) and len(order) == 1 else order


def order_like(order: Any, source: Any, axes: int) -> str:
    """The order of a new array of so many axes that is to lie like `source`."""
    order, sample = letter(order), _sample(source)
    if order in ("K", None) and axes == ndim_of(source) > 1 and sample is not None:
        probe = np.empty_like(sample, shape=(2,) * axes)
        if not (probe.flags.c_contiguous or probe.flags.f_contiguous):
            what = "order='K' where axes in the middle changed places"
            raise unsupported("shape= beside an array", what, "give order='C' or 'F'")
        return "C" if probe.flags.c_contiguous else "F"
    alike = order == "A" and _flags(source, "f_contiguous") and not _flags(source, "c_contiguous")
    return "F" if order == "F" or alike else "C"


def in_order(made: Any, order: Any, source: Any = None) -> Any:
    """`made`, an array that nobody else has yet, laid out as `order` asks; "A" asks what `source` is."""
    order = static(order, "order")
    order = "K" if order is None else str(order).upper()
    if order not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    if order == "A":
        order = "F" if _flags(source, "f_contiguous") and not _flags(source, "c_contiguous") else "C"
    if order == "K" or not is_array(made) or ndim_of(made) < 2:
        return made
    if not symbolic(made):
        return np.array(made, order=order)
    if order == "C" and _lies_in(made, order):  # machine code may lay out in C order what NumPy would not
        return made
    return registry.get("reordered")(made, order=order)


def copied(x: Any, order: Any) -> Any:
    """A copy of an array that is laid out as `order` asks."""
    if letter(order) in ("C", "F") and symbolic(x) and ndim_of(x) > 1 and not _lies_in(x, letter(order)):
        return registry.get("reordered")(x, order=letter(order))
    return in_order(registry.get("copy")(x), order, x)


def _lies_in(x: Any, order: str) -> bool:
    """Whether an array lies in C or Fortran order, however the arguments do."""
    sample = x.sct_layout(always=True) if hasattr(x, "sct_layout") else x
    return isinstance(sample, np.ndarray) and sample.flags["C_CONTIGUOUS" if order == "C" else "F_CONTIGUOUS"]


def _flags(x: Any, name: str) -> bool:
    """Whether an array is known to be contiguous."""
    sample = _sample(x)
    return sample is not None and bool(getattr(sample.flags, name))


def _sample(x: Any) -> np.ndarray[Any, Any] | None:
    """An array that lies as this one does, where that is known."""
    sample = x.sct_layout() if hasattr(x, "sct_layout") else x
    return sample if isinstance(sample, np.ndarray) else None
