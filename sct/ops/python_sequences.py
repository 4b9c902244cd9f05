"""Functions of `math` and `statistics` on several numbers: each takes the items of its sequence as operands."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from sct.errors import UnsupportedOpError
from sct.ir.types import PYTHON, Kind, Spec
from sct.ops.probe import probe
from sct.ops.python_numbers import checked_int
from sct.ops.registry import Fact, Infer, OpDef, op

__all__ = ["BY_VALUE", "LIST_OPS", "SEQUENCE_OPS", "define"]

SEQUENCE_OPS: dict[Callable[..., Any], OpDef] = {}
"""function of one sequence -> the op that takes its items; those of `statistics` once that is imported"""

LIST_OPS: dict[Callable[..., Any], OpDef] = {}
"""the same function -> the op that takes an array of the items"""

BY_VALUE = ("mean", "harmonic_mean", "variance", "pvariance")
"""What answers an int or a float for ints, as the values will have it."""


def _rule(function: Callable[..., Any]) -> Infer:
    def infer(*specs: Spec, **attrs: Any) -> Spec:
        if attrs:  # two of the items
            specs = (Spec(specs[0].dtype, (), attrs["kind"]),) * 2
        for spec in specs:
            if function.__name__ in BY_VALUE and spec.dtype.kind in "bi":
                raise UnsupportedOpError(
                    f"statistics.{function.__name__}() of run-time ints",
                    why="whether the result is an int or a float depends on the values",
                    fix="make them floats first",
                )
            if spec.ndim or spec.dtype.kind == "c":
                raise UnsupportedOpError(f"{function.__name__}() of arrays or complex numbers")
        got = probe(lambda *items: function(list(items)), *specs)
        return Spec(got.dtype, (), got.kind) if got.kind != PYTHON else got

    return infer


def define(function: Callable[..., Any]) -> None:
    """Define the op of a function of one sequence."""

    def kernel(*items: Any, xp: Any) -> Any:
        return checked_int(function(list(items)))

    module = function.__module__
    kernel.__doc__ = f"`{module}.{function.__name__}([…])`."
    kernel.__module__ = __name__
    name = f"{module}_{function.__name__}"
    made = SEQUENCE_OPS[function] = op(name, infer=_rule(function), facts=Fact.PURE | Fact.RAISES)(kernel)
    _define_of_list(function, made)


def _define_of_list(function: Callable[..., Any], of_items: OpDef) -> None:
    """Define the op of the same function of one array that holds the numbers of a list."""

    def kernel(items: Any, *, kind: Kind, xp: Any) -> Any:
        return checked_int(function(items.tolist() if kind == PYTHON else list(items)))

    kernel.__doc__ = f"`{function.__module__}.{function.__name__}(items)` of numbers of this kind."
    kernel.__module__ = __name__
    LIST_OPS[function] = op(f"{of_items.name}_list", infer=_rule(function), facts=Fact.PURE | Fact.RAISES)(kernel)


define(math.fsum)


@op("math_dist", infer=lambda *specs: probe(_dist, *specs), facts=Fact.PURE)
def math_dist(*coordinates: Any, xp: Any) -> Any:
    """`math.dist(p, q)` of the coordinates of both."""
    return _dist(*coordinates)


def _dist(*coordinates: Any) -> float:
    half = len(coordinates) // 2
    return math.dist(coordinates[:half], coordinates[half:])
