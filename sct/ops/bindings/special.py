"""Elementwise functions of NumPy that are no ufuncs, with their own signatures."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.table import (
    FUNCTIONS,
    array,
    bind,
    copy_mode,
    flag,
    is_array,
    ndim_of,
    no_out,
    spec_of,
    static,
    strict_array,
    symbolic,
    told,
)

__all__: list[str] = []


@bind(np.nan_to_num)
def nan_to_num(x: Any, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    """The elements with numbers for NaN and infinities."""
    x = array(x)
    copies = copy_mode(copy)
    if copies is False and not is_array(x):
        told(np.array, 0.0, copy=False)  # raises
    given = {"nan": nan, "posinf": posinf, "neginf": neginf}
    if any(symbolic(value) or isinstance(value, (np.ndarray, list, tuple)) for value in given.values()):
        made = _with_arrays(x, given)
    else:
        made = registry.get("nan_to_num")(x, **{name: static(value, name) for name, value in given.items()})
    if copies or not is_array(x):
        return made
    x[...] = made
    return x if ndim_of(x) else x[()]


def _with_arrays(x: Any, given: dict[str, Any]) -> Any:
    """The same with arrays, or numbers that the run knows, in place of numbers."""
    spec, instead = spec_of(x), {name: None if value is None else strict_array(value) for name, value in given.items()}
    if spec.dtype.kind == "c":
        whole = x.copy() if ndim_of(x) else array(x)[np.newaxis].copy()
        whole.real[...] = _with_arrays(whole.real, given)
        whole.imag[...] = _with_arrays(whole.imag, given)
        return whole if ndim_of(x) else whole.reshape(())[()]
    if spec.dtype.kind != "f":
        return registry.get("nan_to_num")(x)
    made, info = x, np.finfo(spec.dtype)
    tests = {"nan": "isnan", "posinf": "isposinf", "neginf": "isneginf"}
    for name, value in instead.items():
        found: Any = getattr(np, tests[name])(x)
        if value is None:
            value = info.max if name == "posinf" else info.min
        elif not np.can_cast(spec_of(value).dtype, spec.dtype, "same_kind"):
            raise TypeError(f"Cannot cast array data from {spec_of(value).dtype!r} to {spec.dtype!r}")
        elif _reaches_beyond(spec_of(value).shape, spec.shape):
            raise ValueError("could not broadcast input array")
        else:
            value = value.astype(spec.dtype)
        made = FUNCTIONS[np.where](found, value, made)
    return made if ndim_of(x) else made[()]


def _reaches_beyond(shape: Any, whole: Any) -> bool:
    """Whether an array of this shape is not broadcast to the whole, but more than that."""
    pairs = zip(reversed(shape), reversed(whole), strict=False)
    known = [(a, b) for a, b in pairs if isinstance(a, int) and isinstance(b, int)]
    return len(shape) > len(whole) or any(a not in (1, b) for a, b in known)


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
