"""The functions of `scipy.special`, where scipy is there: it is imported when one of them is used, never before."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from sct.ir.types import Spec
from sct.ops.infer import broadcast_specs, kind_of, promote
from sct.ops.probe import probe
from sct.ops.reductions import reduced
from sct.ops.registry import Fact, op

__all__ = ["special"]


def special(name: str, xp: Any = np) -> Any:
    """The function of scipy.special called `name`; cupyx has the same names."""
    return getattr(import_module("scipy.special" if xp is np else "cupyx.scipy.special"), name)


@lru_cache(maxsize=2048)
def _specs(function: str, specs: tuple[Spec, ...]) -> tuple[Spec, ...]:
    ufunc = special(function)
    if len(specs) != ufunc.nin:
        raise TypeError(
            f"{function}() takes from {ufunc.nin} to {ufunc.nargs} positional arguments but {len(specs)} were given"
        )
    shape = broadcast_specs(*specs)
    return tuple([Spec(dtype, shape, kind_of(shape)) for dtype in promote(ufunc, *specs)])


def _ufunc(*specs: Spec, function: str) -> tuple[Spec, ...]:
    return _specs(function, specs)


def _define(results: int) -> None:
    def kernel(*args: Any, function: str, xp: Any) -> Any:
        return special(function, xp)(*args)

    many = f" with {results} results" if results > 1 else ""
    kernel.__doc__ = f"A ufunc of scipy.special{many}, element by element: erf, gammaln, expit, …."
    op(
        f"scipy_special_{results}" if results > 1 else "scipy_special",
        infer=_ufunc,
        facts=Fact.PURE | Fact.ELEMENTWISE,
        results=results,
    )(kernel)


for _results in (1, 2, 3, 4):
    _define(_results)


class _Named:
    """A function of scipy.special as a key: found when it is called."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return special(self.name)(*args, **kwargs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Named) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


def _logsumexp(x: Spec, *b: Spec, axis: Any = None, keepdims: bool = False) -> Spec:
    got = probe(_weighted if b else _Named("logsumexp"), x, *b, axis=axis, keepdims=keepdims)
    shape = broadcast_specs(x, *b)
    return got.with_(shape=reduced(shape, axis, keepdims)) if shape else got


def _weighted(x: Any, b: Any, **attrs: Any) -> Any:
    return special("logsumexp")(x, b=b, **attrs)


@op("logsumexp", infer=_logsumexp, facts=Fact.PURE | Fact.RAISES)
def logsumexp(x: Any, *b: Any, axis: Any = None, keepdims: bool = False, xp: Any) -> Any:
    """The logarithm of the sum of exponentials over axes, with weights b."""
    return special("logsumexp", xp)(x, axis=axis, keepdims=keepdims, b=b[0] if b else None)


def _same_shape(name: str) -> Callable[..., Spec]:
    def infer(x: Spec, *, axis: Any = None) -> Spec:
        return probe(_Named(name), x, axis=axis).with_(shape=x.shape)

    return infer


@op("softmax", infer=_same_shape("softmax"), facts=Fact.PURE | Fact.RAISES, total=lambda x, **attrs: _filled(x))
def softmax(x: Any, *, axis: Any = None, xp: Any) -> Any:
    """Exponentials over their sum along axes."""
    return special("softmax", xp)(x, axis=axis)


@op("log_softmax", infer=_same_shape("log_softmax"), facts=Fact.PURE | Fact.RAISES, total=lambda x, **attrs: _filled(x))
def log_softmax(x: Any, *, axis: Any = None, xp: Any) -> Any:
    """The logarithm of `softmax`."""
    return special("log_softmax", xp)(x, axis=axis)


def _filled(x: Spec) -> bool:
    return x.static and 0 not in x.shape


def _broadcasting(*specs: Spec, function: str) -> Spec:
    return probe(_Named(function), *specs).with_(shape=broadcast_specs(*specs))


@op("scipy_function", infer=_broadcasting, facts=Fact.PURE | Fact.RAISES)
def scipy_function(*args: Any, function: str, xp: Any) -> Any:
    """A function of scipy.special that is no ufunc but works element by element: polygamma, zeta, softplus."""
    return special(function, xp)(*args)
