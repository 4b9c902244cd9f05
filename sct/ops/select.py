"""One of several arrays, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.types import ARRAY, Spec
from sct.ops.infer import broadcast_shapes
from sct.ops.probe import probe
from sct.ops.registry import Fact, op

__all__ = ["choose", "select"]


def _choose(index: Spec, *choices: Spec, mode: str = "raise") -> Spec:
    if index.dtype.kind not in "biu":
        probe(np.choose, index, choices[0])
    shape = broadcast_shapes(index.shape, *[c.shape for c in choices])
    got = probe(_First(), *choices)
    return Spec(got.dtype, shape, ARRAY if shape else _choose_kind(index, choices))


def _choose_kind(index: Spec, choices: tuple[Spec, ...]) -> Any:
    return probe(_Choose(), index, *choices).kind


class _Choose:
    """`np.choose` of the first one."""

    def __call__(self, index: Any, *choices: Any) -> Any:
        return np.choose(index * 0, choices)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))


class _First(_Choose):
    """`np.choose(0, choices)`."""

    def __call__(self, *choices: Any) -> Any:
        return np.choose(0, choices)


@op("choose", infer=_choose, facts=Fact.PURE | Fact.RAISES)
def choose(index: Any, *choices: Any, mode: str = "raise", xp: Any) -> Any:
    """For every element of index, that element of the choice with this number."""
    return xp.choose(index, choices, mode=mode)


def _select(*operands: Spec) -> Spec:
    *pairs, default = operands
    for k, c in enumerate(pairs[0::2]):
        if c.dtype.kind != "b":
            raise TypeError(f"invalid entry {k} in condlist: should be boolean ndarray")
    shape = broadcast_shapes(*[s.shape for s in pairs], default.shape)
    got = probe(_Select(), *operands)
    return Spec(got.dtype, shape, ARRAY)


class _Select(_Choose):
    """`np.select` with conditions and choices by turns, the default last."""

    def __call__(self, *operands: Any) -> Any:
        *pairs, default = operands
        return np.select(pairs[0::2], pairs[1::2], default)


@op("select", infer=_select)
def select(*operands: Any, xp: Any) -> Any:
    """The choice of the first true condition; operands are conditions and choices by turns, the default last."""
    *pairs, default = operands
    return xp.select(pairs[0::2], pairs[1::2], default)
