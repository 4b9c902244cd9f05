"""Python ints beyond 64 bits: registers hold those that only ufuncs over wide enough numbers read."""

from __future__ import annotations

import numpy as np

from sct.ir.core import Op, Program, Value
from sct.ir.types import PYTHON
from sct.loops.code import Code, Const
from sct.loops.values import Num

__all__ = ["is_wide", "read_right", "wide_number"]

FLOAT, UNSIGNED = np.dtype("float64"), np.dtype("uint64")


def is_wide(op: Op) -> bool:
    """Whether the op is a constant that no int64 holds."""
    if op.name != "constant" or op.results[0].spec.kind != PYTHON:
        return False
    value = op.attr("value")
    return isinstance(value, int) and not -(2**63) <= value < 2**63


def wide_number(value: int) -> Num:
    """As unsigned if it is one; else as a float, for what computes with floats."""
    if 0 <= value < 2**64:
        return Num(UNSIGNED, (Code.const("i64", value),))
    return Num(FLOAT, (Const("f64", float(value)),))


def read_right(program: Program) -> bool:
    """Whether all wide ints are read only by ufuncs whose loops hold them."""
    wide: dict[Value, int] = {}
    for op in program.body.walk():
        if is_wide(op):
            value = op.attr("value")
            assert isinstance(value, int)
            wide[op.results[0]] = value
    if not wide:
        return True
    if any(value in wide for value in program.body.results):
        return False
    for op in program.body.walk():
        if any(value in wide for block in op.blocks for value in block.results):
            return False
        if any(value in wide for value in op.args) and not _holds(op, wide):
            return False
    return True


def _holds(op: Op, wide: dict[Value, int]) -> bool:
    from sct.loops.numbers.elementwise import native_loop  # it imports what imports this module

    loop = native_loop(op)
    if loop is None:
        return False
    for value, dtype in zip(op.args, loop, strict=False):
        number = wide.get(value)
        if number is not None and not _fits(number, dtype):
            return False
    return True


def _fits(number: int, dtype: np.dtype[np.generic]) -> bool:
    if dtype.kind in "fc":
        return abs(number) < 2**1000
    return dtype == UNSIGNED and 0 <= number < 2**64
