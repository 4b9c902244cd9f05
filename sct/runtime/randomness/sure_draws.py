"""Draws that cannot raise: by known parameters, which are tried once, or by parameters that may be any number.

A program that never raises need not remember the states of the generators it draws from, which takes longer than
many draws.
"""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np

from sct.ir.core import Op, Program, Value
from sct.ir.types import ARRAY
from sct.passes.constants import constant_value

__all__ = ["draws_surely", "known_numbers_of"]

_FREE = {
    "Random.uniform": ("a", "b"), "Random.gauss": ("mu", "sigma"), "Random.normalvariate": ("mu", "sigma"),
    **{f"{family}.{name}": ("loc",) for family in ("Generator", "RandomState")
       for name in ("normal", "laplace", "logistic", "gumbel")},
}  # fmt: skip
"""Parameters that may be any real number."""


def known_numbers_of(program: Program) -> dict[Value, Any]:
    """The numbers among the constants of a program."""
    found = {op.results[0]: constant_value(op) for op in program.body.walk() if op.name == "constant"}
    return {value: x for value, x in found.items() if value.spec.kind != ARRAY}


def draws_surely(op: Op, known: dict[Value, Any]) -> bool:
    """Whether a `draw` cannot raise; False of other ops."""
    if op.name not in ("draw", "drawn"):
        return False
    attrs: dict[str, Any] = dict(op.attrs)
    by, names, size = str(attrs.pop("by")), attrs.pop("names", ()), attrs.pop("size", None)
    operands = op.args[1 if op.name == "draw" else 2 :]
    if len(operands) != len(names) or any(isinstance(n, tuple) for n in size or ()):
        return False
    values: list[Any] = []
    for name, value in zip(names, operands, strict=True):
        if value in known:
            values.append(known[value])
        elif name in _FREE.get(by, ()) and not value.spec.shape and value.spec.dtype.kind in "biuf":
            values.append(0.5)
        else:
            return False
    return _succeeds(by, tuple(names), values, attrs)


def _succeeds(by: str, names: tuple[str, ...], values: list[Any], options: dict[str, Any]) -> bool:
    """Whether a generator of ours draws by these parameters."""
    from sct.ops.random import draw_caller
    from sct.ops.random_table import Generators, drawing

    try:
        generators = Generators([_ours(by.partition(".")[0])], remembers=False)
        drawing(functools.partial(draw_caller(by, names, None, **options), 0))(generators, *values)
    except Exception:  # as the program would, then
        return False
    return True


@functools.cache
def _ours(family: str) -> Any:
    makers: dict[str, Any] = {"Generator": np.random.default_rng, "RandomState": np.random.RandomState}
    return makers.get(family, random.Random)(0)
