"""Constants of a Program: reading them, making them, computing with them."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from sct.ir.build import constant_attr, freeze_attrs
from sct.ir.core import ArrayConst, Op, Value
from sct.ir.types import ARRAY
from sct.ops.number_operators import operator_of
from sct.ops.registry import OpDef

__all__ = ["compute", "constant_op", "constant_value"]


def constant_value(op: Op) -> Any:
    """The number, NumPy scalar or read-only array of a `constant`."""
    value = op.attr("value")
    if not isinstance(value, ArrayConst):
        return value
    array = value.array()
    return array if op.attr("kind") == ARRAY else array[()]


def constant_op(result: Value, value: Any, like: Op) -> Op | None:
    """A `constant` that defines `result`, or None if `value` is not exactly what the Spec says."""
    if result.spec.kind == ARRAY:
        value = np.asarray(value)
        if value.flags.f_contiguous and not value.flags.c_contiguous:  # constants are in C order
            return None
    if result.spec.dtype.hasobject:  # of an op that the trace has refused, in a branch that does not go on
        return None
    try:
        attr, spec = constant_attr(value)
    except (KeyError, TypeError, ValueError):
        return None
    if spec != result.spec or (type(attr) is int and not -(2**63) <= attr < 2**63):
        return None
    attrs = freeze_attrs({"value": attr, "kind": spec.kind})
    return Op("constant", (), attrs, (result,), (), like.source)


def compute(definition: OpDef, args: list[Any], attrs: dict[str, Any]) -> tuple[Any, ...] | None:
    """What the kernel answers, or None where it raises or warns: that is for the running program to do."""
    try:
        with np.errstate(all="raise"), warnings.catch_warnings():
            warnings.simplefilter("error")
            found = None if attrs else operator_of(definition.name, args)
            if found is not None:
                return (found(*args),)
            got = definition.kernel(*args, xp=np, **attrs)
    except Exception:
        return None
    return tuple(got) if definition.results != 1 else (got,)

