"""What the debug mode asserts: that every value is what inference said it would be."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.dtypes import dtype_text, same_dtype
from sct.errors import VerifyError
from sct.ir.aliasing import is_fresh, updates
from sct.ir.core import Op, Value
from sct.ir.extents import value_of
from sct.ir.types import ARRAY, PYTHON, SCALAR, Dim, Spec
from sct.shown import shown

__all__ = ["Checks"]

_PYTHON_TYPES = {"bool": bool, "int64": int, "float64": float, "complex128": complex}


class Checks:
    """Called by generated code with the values that an op has just made.

    It compares dtype, shape and kind with the Spec, finds one extent for each name in the outermost
    block, and finds results that share memory with an operand though their op is no view.
    """

    def __init__(self) -> None:
        self.sites: list[tuple[tuple[Value, ...], Op | None, bool]] = []
        self.extents: dict[Dim, int] = {}

    def register(self, values: tuple[Value, ...], op: Op | None, top: bool) -> int:
        """The number of a new place in the code; `top` is the outermost block, run once."""
        self.sites.append((values, op, top))
        return len(self.sites) - 1

    def is_fresh(self, op: Op) -> bool:
        """Whether the results must not share memory with the operands."""
        return not op.blocks and op.name not in ("setitem", "constant") and not updates(op) and is_fresh(op)

    def __call__(self, site: int, values: tuple[Any, ...], operands: tuple[Any, ...]) -> None:
        declared, op, top = self.sites[site]
        if op is None:
            self.extents.clear()  # the program starts
        what = "an input" if op is None else f"a result of {op.name}"
        for value, wanted in zip(values, declared, strict=True):
            problem = self.problem(value, wanted.spec, top)
            if problem:
                where = op.source if op else None
                raise VerifyError(f"{what} should be {wanted.spec} ({wanted.spec.kind}): {problem}", where=where)
            self.sharing(value, operands, op)

    def problem(self, value: Any, spec: Spec, top: bool) -> str:
        """What is wrong with `value`, or ""."""
        if spec.kind == PYTHON:
            wanted = _PYTHON_TYPES[spec.dtype.name]
            return "" if type(value) is wanted else f"it is the {_type(value)} {shown(value)}"
        expected = np.ndarray if spec.kind == ARRAY else np.generic
        if not isinstance(value, expected) or (spec.kind == SCALAR and isinstance(value, np.ndarray)):
            return f"it is a {_type(value)}"
        if not same_dtype(value.dtype, spec.dtype):
            return f"its dtype is {dtype_text(value.dtype)}"
        if len(value.shape) != len(spec.shape):
            return f"its shape is {value.shape}"
        for extent, dim in zip(value.shape, spec.shape, strict=True):
            if isinstance(dim, int):
                if extent != dim:
                    return f"its shape is {value.shape}"
            elif top and self.extents.setdefault(dim, extent) != extent:
                return f"its shape is {value.shape}, and {dim} was {self.extents[dim]}"
            elif top and value_of(dim, {d.name: n for d, n in self.extents.items() if d != dim}) not in (None, extent):
                return f"its shape is {value.shape}, which is not {dim}"
        return ""

    def sharing(self, value: Any, operands: tuple[Any, ...], op: Op | None) -> None:
        """A result that shares memory with an operand, unannounced, would be overwritten with it."""
        if op is None or not isinstance(value, np.ndarray):
            return
        for operand in operands:
            if isinstance(operand, np.ndarray) and np.may_share_memory(value, operand):
                raise VerifyError(
                    f"the result of {op.name} shares memory with an operand",
                    where=op.source,
                    fix="declare the op with view=…",
                )


def _type(value: Any) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}"
