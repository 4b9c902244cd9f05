"""Which programs can be lowered at all."""

from __future__ import annotations

from sct.ir.core import Program, Value
from sct.ir.types import ARRAY, PYTHON, SCALAR
from sct.loops.numbers.wide import read_right
from sct.loops.values import is_native

__all__ = ["is_lowerable"]


def is_lowerable(program: Program) -> bool:
    """Whether all values are numbers and arrays, of dtypes that at least can be passed on."""

    def fits(value: Value) -> bool:
        spec = value.spec
        return spec.kind in (ARRAY, SCALAR, PYTHON) and is_native(spec.dtype)

    values = [*program.body.args]
    for op in program.body.walk():
        values += op.results
        values += [arg for block in op.blocks for arg in block.args]
    return all(fits(value) for value in values) and read_right(program)
