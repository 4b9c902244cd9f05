"""`scipy.special`: found by the object that the user has, so that scipy need not be there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ops import registry
from sct.ops.bindings.table import array, axes, flag

__all__ = ["lookup_scipy"]


def _logsumexp(a: Any, axis: Any = None, b: Any = None, keepdims: Any = False, return_sign: Any = False) -> Any:
    if flag(return_sign, "return_sign"):
        raise UnsupportedOpError(
            "scipy.special.logsumexp has no static support for return_sign", fix="compute the sign with np.sign"
        )
    weights = () if b is None else (array(b),)
    keepdims = flag(keepdims, "keepdims")
    return registry.get("logsumexp")(array(a), *weights, axis=axes(axis), keepdims=keepdims)


def _softmax(x: Any, axis: Any = None) -> Any:
    return registry.get("softmax")(array(x), axis=axes(axis))


def _log_softmax(x: Any, axis: Any = None) -> Any:
    return registry.get("log_softmax")(array(x), axis=axes(axis))


def _polygamma(n: Any, x: Any) -> Any:
    return registry.get("scipy_function")(array(n), array(x), function="polygamma")


def _zeta(x: Any, q: Any = None) -> Any:
    return registry.get("scipy_function")(*[array(v) for v in (x, q) if v is not None], function="zeta")


def _softplus(x: Any) -> Any:
    return registry.get("scipy_function")(array(x), function="softplus")


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "logsumexp": _logsumexp,
    "softmax": _softmax,
    "log_softmax": _log_softmax,
    "polygamma": _polygamma,
    "zeta": _zeta,
    "softplus": _softplus,
}
_MOST_RESULTS = 4


def lookup_scipy(function: Any) -> Callable[..., Any] | None:
    """What serves a function of scipy.special; None if that is not what `function` is, or nothing serves it."""
    module = sys.modules.get("scipy.special")
    name = getattr(function, "__name__", "")
    if module is None or getattr(module, name, None) is not function:
        return None
    if isinstance(function, np.ufunc):
        return _of_ufunc(function, name) if 1 <= function.nout <= _MOST_RESULTS else None
    return _FUNCTIONS.get(name)


def _of_ufunc(ufunc: np.ufunc, name: str) -> Callable[..., Any]:
    def binding(*args: Any, **kwargs: Any) -> Any:
        if len(args) > ufunc.nin or kwargs:
            given = ", ".join(kwargs) or "out"
            raise UnsupportedOpError(
                f"scipy.special.{name} has no static support for the argument {given}",
                fix="pass out by name, convert the operands with .astype, and select with np.where",
            )
        definition = registry.get("scipy_special" if ufunc.nout == 1 else f"scipy_special_{ufunc.nout}")
        return definition(*[array(x) for x in args], function=name)

    return binding
