"""Elementwise functions of NumPy that are no ufuncs, with their own signatures."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.table import array, bind, static

__all__: list[str] = []


@bind(np.nan_to_num)
def nan_to_num(x: Any, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    """The elements with numbers for NaN and infinities."""
    from sct.ops.bindings.table import unsupported

    if not static(copy, "copy"):
        raise unsupported("np.nan_to_num", "copy=False", "assign the result: x[...] = np.nan_to_num(x)")
    return registry.get("nan_to_num")(
        array(x), nan=static(nan, "nan"), posinf=static(posinf, "posinf"), neginf=static(neginf, "neginf")
    )


@bind(np.angle)
def angle(z: Any, deg: Any = False) -> Any:
    """The argument of complex numbers."""
    return registry.get("angle")(array(z), deg=bool(static(deg, "deg")))


@bind(np.isclose)
def isclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Any:
    """Which elements are close."""
    return registry.get("isclose")(
        array(a),
        array(b),
        rtol=static(rtol, "rtol"),
        atol=static(atol, "atol"),
        equal_nan=bool(static(equal_nan, "equal_nan")),
    )


def _unary(name: str) -> Any:
    def binding(x: Any) -> Any:
        return registry.get(name)(array(x))

    return binding


for _name in ("sinc", "i0", "isreal", "iscomplex", "isposinf", "isneginf", "fix"):
    bind(getattr(np, _name))(_unary(_name))
