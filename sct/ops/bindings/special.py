"""Elementwise functions of NumPy that are no ufuncs, with their own signatures."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.table import array, bind, flag, is_array, ndim_of, no_out, static, unsupported

__all__: list[str] = []


@bind(np.nan_to_num)
def nan_to_num(x: Any, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    """The elements with numbers for NaN and infinities."""
    x = array(x)
    if copy is False and not is_array(x):
        np.array(0.0, copy=False)  # raises
    instead = {"nan": static(nan, "nan"), "posinf": static(posinf, "posinf"), "neginf": static(neginf, "neginf")}
    if any(isinstance(value, tuple) for value in instead.values()):
        raise unsupported("np.nan_to_num", "arrays in place of numbers", "use np.where(np.isnan(x), values, x)")
    made = registry.get("nan_to_num")(x, **instead)
    if flag(copy, "copy") or not is_array(x):
        return made
    x[...] = made
    return x if ndim_of(x) else x[()]


@bind(np.angle)
def angle(z: Any, deg: Any = False) -> Any:
    """The argument of complex numbers."""
    return registry.get("angle")(array(z), deg=flag(deg, "deg"))


@bind(np.isclose)
def isclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Any:
    """Which elements are close."""
    if type(rtol) not in (int, float) or type(atol) not in (int, float):  # arrays, or their dtypes take part
        return registry.get("isclose_within")(
            array(a), array(b), array(rtol), array(atol), equal_nan=flag(equal_nan, "equal_nan")
        )
    return registry.get("isclose")(
        array(a),
        array(b),
        rtol=static(rtol, "rtol"),
        atol=static(atol, "atol"),
        equal_nan=flag(equal_nan, "equal_nan"),
    )


def _unary(name: str) -> Any:
    def binding(x: Any) -> Any:
        return registry.get(name)(array(x))

    def binding_with_out(x: Any, out: Any = None) -> Any:
        no_out(out)
        return registry.get(name)(array(x))

    return binding_with_out if name in ("isposinf", "isneginf", "fix") else binding


for _name in ("sinc", "i0", "isreal", "iscomplex", "isposinf", "isneginf", "fix"):
    bind(getattr(np, _name))(_unary(_name))
