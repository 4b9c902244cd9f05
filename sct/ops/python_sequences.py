"""Functions of `math` and `statistics` on several numbers: each takes the items of its sequence as operands."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.types import PYTHON, Kind, Spec
from sct.ops.infer import PY_FLOAT
from sct.ops.later_pythons import of_math
from sct.ops.probe import probe
from sct.ops.python_numbers import checked_int
from sct.ops.registry import Fact, Infer, OpDef, op

__all__ = ["BY_VALUE", "LIST_OPS", "PARTS", "SEQUENCE_OPS", "define", "is_by_value"]

SEQUENCE_OPS: dict[Callable[..., Any], OpDef] = {}
"""function of one sequence -> the op that takes its items; those of `statistics` once that is imported"""

LIST_OPS: dict[Callable[..., Any], OpDef] = {}
"""the same function -> the op that takes an array of the items"""

BY_VALUE = ("mean", "harmonic_mean", "variance", "pvariance")
"""What answers an int or a float for ints, as the values will have it."""


PARTS: dict[OpDef, OpDef] = {}
"""such an op -> the one that says whether it answers an int, the int and the float, where the values decide"""


def is_by_value(function: Callable[..., Any], specs: tuple[Spec, ...], of_list: bool = False) -> bool:
    """Whether the values decide if the function answers one of the items' type, or an int, or else a float."""
    name = function.__name__
    if name == "median" and of_list:  # as the number of items is even or odd
        return specs[0].dtype.kind in "bi"
    if any(spec.kind != PYTHON for spec in specs):
        return False
    whole = all(spec.dtype.kind in "bi" for spec in specs)
    return name in BY_VALUE and (whole or name == "harmonic_mean")  # which is the int 0 where an item is zero


def _rule(function: Callable[..., Any]) -> Infer:
    def infer(*specs: Spec, **attrs: Any) -> Spec:
        if attrs:  # two of the items
            specs = (Spec(specs[0].dtype, (), attrs["kind"]),) * 2
        if is_by_value(function, specs, of_list=bool(attrs)):
            raise UnsupportedOpError(
                f"statistics.{function.__name__}() of run-time ints",
                why="whether the result is an int or a float depends on the values",
                fix="make them floats first",
            )
        for spec in specs:
            if spec.ndim or spec.dtype.kind == "c":
                raise UnsupportedOpError(f"{function.__name__}() of arrays or complex numbers")
        if function.__name__ in _OF_ITEMS and len(set(specs)) > 1 and len(specs) % 2:
            raise UnsupportedOpError(
                f"statistics.{function.__name__}() of run-time numbers of several types",
                why="which of them the result has depends on the values",
                fix="make them floats first",
            )
        got = probe(lambda *items: function(list(items)), *specs)
        return Spec(got.dtype, (), got.kind) if got.kind != PYTHON else got

    return infer


_OF_ITEMS = ("median", "median_low", "median_high", "mode")  # what answers one of the items


def _parts_rule(function: Callable[..., Any]) -> Callable[..., tuple[Spec, ...]]:
    def infer(*specs: Spec, **attrs: Any) -> tuple[Spec, ...]:
        kind = attrs.get("kind", PYTHON)
        whole = specs[0].dtype if function.__name__ == "median" else np.dtype("int64")
        return Spec(np.dtype(bool), (), PYTHON), Spec(whole, (), kind), Spec(np.dtype("float64"), (), kind)

    return infer


def _parts(function: Callable[..., Any], items: list[Any]) -> tuple[bool, Any, Any]:
    """Whether the answer is whole, and the answer as what it is then, and as a float."""
    answer = function(items)
    given = type(items[0])
    made: tuple[Any, Any] = (given, np.float64) if issubclass(given, np.generic) else (int, float)
    whole = not isinstance(answer, float)
    if function.__name__ == "median" and given is bool:
        made = (bool, float)
    return whole, checked_int(made[0](answer)) if whole else made[0](0), made[1](answer)


def define(function: Callable[..., Any]) -> None:
    """Define the ops of a function of one sequence: of its items, and of one array that holds those of a list."""
    module, name = function.__module__, f"{function.__module__}_{function.__name__}"

    def of_items(*items: Any, xp: Any) -> Any:
        return checked_int(function(list(items)))

    def of_list(items: Any, *, kind: Kind, xp: Any) -> Any:
        return checked_int(function(_listed(items, kind)))

    of_items.__doc__ = f"`{module}.{function.__name__}([…])`."
    of_list.__doc__ = f"`{module}.{function.__name__}(items)` of numbers of this kind."
    SEQUENCE_OPS[function] = _made(name, _rule(function), of_items)
    LIST_OPS[function] = _made(f"{name}_list", _rule(function), of_list)
    if function.__name__ in (*BY_VALUE, "median"):
        _define_parts(function, name)


def _define_parts(function: Callable[..., Any], name: str) -> None:
    def of_items(*items: Any, xp: Any) -> Any:
        return _parts(function, list(items))

    def of_list(items: Any, *, kind: Kind, xp: Any) -> Any:
        return _parts(function, _listed(items, kind))

    text = f"Whether `{function.__module__}.{function.__name__}` of {{}} is no float; what it is then, and as a float."
    of_items.__doc__, of_list.__doc__ = text.format("these"), text.format("the numbers in an array")
    PARTS[SEQUENCE_OPS[function]] = _made(f"{name}_parts", _parts_rule(function), of_items, results=3)
    PARTS[LIST_OPS[function]] = _made(f"{name}_list_parts", _parts_rule(function), of_list, results=3)


def _listed(items: Any, kind: Kind) -> list[Any]:
    """The numbers in an array as Python or NumPy has them."""
    return list(items.tolist() if kind == PYTHON else items)


def _made(name: str, infer: Any, kernel: Any, results: int = 1) -> OpDef:
    kernel.__module__ = __name__
    return op(name, infer=infer, facts=Fact.PURE | Fact.RAISES, results=results)(kernel)


define(math.fsum)


@op("math_dist", infer=lambda *specs: probe(_dist, *specs), facts=Fact.PURE)
def math_dist(*coordinates: Any, xp: Any) -> Any:
    """`math.dist(p, q)` of the coordinates of both."""
    return _dist(*coordinates)


def _dist(*coordinates: Any) -> float:
    half = len(coordinates) // 2
    return math.dist(coordinates[:half], coordinates[half:])


def _rule_of_coordinates(*lists: Spec) -> Spec:
    if any(spec.dtype.kind == "c" for spec in lists):
        raise UnsupportedOpError("the distance between points that have complex coordinates")
    return PY_FLOAT


@op("math_dist_list", infer=_rule_of_coordinates, facts=Fact.PURE | Fact.RAISES)
def math_dist_list(p: Any, q: Any, *, xp: Any) -> Any:
    """`math.dist(p, q)` of the coordinates in two arrays."""
    return math.dist(p.tolist(), q.tolist())


@op("math_hypot_list", infer=_rule_of_coordinates, facts=Fact.PURE)
def math_hypot_list(coordinates: Any, *, xp: Any) -> Any:
    """`math.hypot(*coordinates)` of the coordinates in an array."""
    return math.hypot(*coordinates.tolist())


_sumprod = of_math("sumprod", "3.12")


def _of_products(*numbers: Any) -> Any:
    half = len(numbers) // 2
    return checked_int(_sumprod(numbers[:half], numbers[half:]))


@op("math_sumprod", infer=lambda *specs: probe(_of_products, *specs), facts=Fact.PURE | Fact.RAISES)
def math_sumprod(*numbers: Any, xp: Any) -> Any:
    """`math.sumprod(p, q)` of the numbers of both."""
    return _of_products(*numbers)


def _rule_of_lists(p: Spec, q: Spec, *, kinds: tuple[Kind, Kind]) -> Spec:
    return probe(_of_products, Spec(p.dtype, (), kinds[0]), Spec(q.dtype, (), kinds[1]))


@op("math_sumprod_list", infer=_rule_of_lists, facts=Fact.PURE | Fact.RAISES)
def math_sumprod_list(p: Any, q: Any, *, kinds: tuple[Kind, Kind], xp: Any) -> Any:
    """`math.sumprod(p, q)` of the numbers in two arrays, which are of these kinds."""
    return checked_int(_sumprod(_listed(p, kinds[0]), _listed(q, kinds[1])))
