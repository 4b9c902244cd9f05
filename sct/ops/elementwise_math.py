"""Elementwise mathematics: exponentials, logarithms, roots, trigonometry, and the parts of a float."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops.ufunc import ufunc


@ufunc(np.exp)
def exp(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The exponential function."""
    return xp.exp(x, **kw)


@ufunc(np.exp2)
def exp2(x: Any, *, xp: Any, **kw: Any) -> Any:
    """2 to the power of x."""
    return xp.exp2(x, **kw)


@ufunc(np.expm1)
def expm1(x: Any, *, xp: Any, **kw: Any) -> Any:
    """exp(x) - 1, exact near zero."""
    return xp.expm1(x, **kw)


@ufunc(np.log)
def log(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The natural logarithm."""
    return xp.log(x, **kw)


@ufunc(np.log2)
def log2(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The logarithm to base 2."""
    return xp.log2(x, **kw)


@ufunc(np.log10)
def log10(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The logarithm to base 10."""
    return xp.log10(x, **kw)


@ufunc(np.log1p)
def log1p(x: Any, *, xp: Any, **kw: Any) -> Any:
    """log(1 + x), exact near zero."""
    return xp.log1p(x, **kw)


@ufunc(np.logaddexp)
def logaddexp(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """log(exp(x) + exp(y))."""
    return xp.logaddexp(x, y, **kw)


@ufunc(np.logaddexp2)
def logaddexp2(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """log2(2**x + 2**y)."""
    return xp.logaddexp2(x, y, **kw)


@ufunc(np.sqrt)
def sqrt(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The square root."""
    return xp.sqrt(x, **kw)


@ufunc(np.cbrt)
def cbrt(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The cube root."""
    return xp.cbrt(x, **kw)


@ufunc(np.hypot)
def hypot(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """sqrt(x*x + y*y) without overflow on the way."""
    return xp.hypot(x, y, **kw)


@ufunc(np.sin)
def sin(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The sine."""
    return xp.sin(x, **kw)


@ufunc(np.cos)
def cos(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The cosine."""
    return xp.cos(x, **kw)


@ufunc(np.tan)
def tan(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The tangent."""
    return xp.tan(x, **kw)


@ufunc(np.arcsin)
def arcsin(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The inverse sine."""
    return xp.arcsin(x, **kw)


@ufunc(np.arccos)
def arccos(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The inverse cosine."""
    return xp.arccos(x, **kw)


@ufunc(np.arctan)
def arctan(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The inverse tangent."""
    return xp.arctan(x, **kw)


@ufunc(np.arctan2)
def arctan2(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """The angle of the point (y, x), in (-pi, pi]."""
    return xp.arctan2(x, y, **kw)


@ufunc(np.sinh)
def sinh(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The hyperbolic sine."""
    return xp.sinh(x, **kw)


@ufunc(np.cosh)
def cosh(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The hyperbolic cosine."""
    return xp.cosh(x, **kw)


@ufunc(np.tanh)
def tanh(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The hyperbolic tangent."""
    return xp.tanh(x, **kw)


@ufunc(np.arcsinh)
def arcsinh(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The inverse hyperbolic sine."""
    return xp.arcsinh(x, **kw)


@ufunc(np.arccosh)
def arccosh(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The inverse hyperbolic cosine."""
    return xp.arccosh(x, **kw)


@ufunc(np.arctanh)
def arctanh(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The inverse hyperbolic tangent."""
    return xp.arctanh(x, **kw)


@ufunc(np.degrees)
def degrees(x: Any, *, xp: Any, **kw: Any) -> Any:
    """Radians to degrees."""
    return xp.degrees(x, **kw)


@ufunc(np.rad2deg)
def rad2deg(x: Any, *, xp: Any, **kw: Any) -> Any:
    """Radians to degrees."""
    return xp.rad2deg(x, **kw)


@ufunc(np.radians)
def radians(x: Any, *, xp: Any, **kw: Any) -> Any:
    """Degrees to radians."""
    return xp.radians(x, **kw)


@ufunc(np.deg2rad)
def deg2rad(x: Any, *, xp: Any, **kw: Any) -> Any:
    """Degrees to radians."""
    return xp.deg2rad(x, **kw)


@ufunc(np.copysign)
def copysign(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """The size of x with the sign of y."""
    return xp.copysign(x, y, **kw)


@ufunc(np.nextafter)
def nextafter(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """The float after x on the way to y."""
    return xp.nextafter(x, y, **kw)


@ufunc(np.spacing)
def spacing(x: Any, *, xp: Any, **kw: Any) -> Any:
    """The distance to the next float."""
    return xp.spacing(x, **kw)


@ufunc(np.ldexp)
def ldexp(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x * 2**y`."""
    return xp.ldexp(x, y, **kw)


@ufunc(np.frexp)
def frexp(x: Any, *, xp: Any, **kw: Any) -> Any:
    """(mantissa, exponent) of a float."""
    return xp.frexp(x, **kw)


@ufunc(np.modf)
def modf(x: Any, *, xp: Any, **kw: Any) -> Any:
    """(fractional part, integral part) of a float."""
    return xp.modf(x, **kw)
