"""Elementwise functions of NumPy that are no ufuncs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.types import Spec
from sct.ops.infer import broadcast_specs
from sct.ops.probe import probe
from sct.ops.registry import Fact, Infer, OpDef, op

__all__: list[str] = []


def _by_numpy(function: Callable[..., Any]) -> Infer:
    """The rule of a function that broadcasts; dtype and kind are what it answers for ones."""

    def infer(*specs: Spec, **attrs: Any) -> Spec:
        shape = broadcast_specs(*specs)
        return probe(function, *specs, **attrs).with_(shape=shape)

    return infer


def _elementwise(name: str, *functions: Any, facts: Fact = Fact.NONE) -> Callable[[Callable[..., Any]], OpDef]:
    """Define the op of a NumPy function that works element by element."""
    facts |= Fact.PURE | Fact.ELEMENTWISE
    return op(name, infer=_by_numpy(functions[0]), numpy=functions, facts=facts)


@_elementwise("where", np.where)
def where(condition: Any, x: Any, y: Any, *, xp: Any) -> Any:
    """Of x where the condition is true, of y elsewhere; always an array."""
    return xp.where(condition, x, y)


def _clip(x: Spec, low: Spec, high: Spec, **attrs: Any) -> Spec:
    return probe(np.clip, x, low, high, **attrs).with_(shape=broadcast_specs(x, low, high))


@op("clip", infer=_clip, numpy=(np.clip,), facts=Fact.PURE | Fact.ELEMENTWISE)
def clip(x: Any, low: Any, high: Any, *, xp: Any, **attrs: Any) -> Any:
    """The elements, none below `low` nor above `high`."""
    return xp.clip(x, low, high, **attrs)


@_elementwise("round", np.round)
def round_(x: Any, *, decimals: int = 0, xp: Any) -> Any:
    """The elements rounded to a number of decimals, ties to even."""
    return xp.round(x, decimals)


@_elementwise("fix", np.fix)
def fix(x: Any, *, xp: Any) -> Any:
    """The nearest integers not further from zero."""
    return xp.fix(x)


@_elementwise("nan_to_num", np.nan_to_num)
def nan_to_num(x: Any, *, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None, xp: Any) -> Any:
    """The elements, with numbers in place of NaN and infinities."""
    return xp.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)


@_elementwise("angle", np.angle)
def angle(x: Any, *, deg: bool = False, xp: Any) -> Any:
    """The angle of complex numbers."""
    return xp.angle(x, deg)


@_elementwise("sinc", np.sinc)
def sinc(x: Any, *, xp: Any) -> Any:
    """`sin(pi x) / (pi x)`, 1 at zero."""
    return xp.sinc(x)


@_elementwise("i0", np.i0)
def i0(x: Any, *, xp: Any) -> Any:
    """The modified Bessel function of the first kind, order 0; always an array."""
    return xp.i0(x)


def _close(x: Any, y: Any, rtol: Any, atol: Any, *, equal_nan: bool = False) -> Any:
    return np.isclose(x, y, rtol, atol, equal_nan=equal_nan)


@op("isclose_within", infer=_by_numpy(_close), facts=Fact.PURE | Fact.ELEMENTWISE)
def isclose_within(x: Any, y: Any, rtol: Any, atol: Any, *, equal_nan: bool = False, xp: Any) -> Any:
    """Whether the elements differ by no more than tolerances of their own dtype."""
    return xp.isclose(x, y, rtol, atol, equal_nan=equal_nan)


@_elementwise("isclose", np.isclose)
def isclose(x: Any, y: Any, *, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False, xp: Any) -> Any:
    """Whether the elements differ by no more than the tolerances."""
    return xp.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan)


@_elementwise("isreal", np.isreal)
def isreal(x: Any, *, xp: Any) -> Any:
    """Whether the imaginary part is zero."""
    return xp.isreal(x)


@_elementwise("iscomplex", np.iscomplex)
def iscomplex(x: Any, *, xp: Any) -> Any:
    """Whether the imaginary part is not zero."""
    return xp.iscomplex(x)


@_elementwise("isposinf", np.isposinf)
def isposinf(x: Any, *, xp: Any) -> Any:
    """Whether an element is positive infinity."""
    return xp.isposinf(x)


@_elementwise("isneginf", np.isneginf)
def isneginf(x: Any, *, xp: Any) -> Any:
    """Whether an element is negative infinity."""
    return xp.isneginf(x)
