"""`np.polyval`, `np.polyfit` and their relatives."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from sct.ops import polynomials as ops
from sct.ops.bindings.table import FUNCTIONS, bind, flag, ndim_of, spec_of, static, strict_array, symbolic, unsupported
from sct.ops.index import getitem

__all__: list[str] = []


@bind(np.polyval)
def polyval(p: Any, x: Any) -> Any:
    """A polynomial's values, by Horner's rule as NumPy does it."""
    p, x = strict_array(p), strict_array(x)
    if not ndim_of(p):
        raise TypeError("iteration over a 0-d array")
    count = spec_of(p).shape[0]
    if not isinstance(count, int):
        raise unsupported("np.polyval", "a run-time number of coefficients", "write the loop")
    value = FUNCTIONS[np.zeros_like](x)
    for k in range(count):
        value = _added(value * x, getitem(p, index=(("int", k),)))
    return value


def _added(a: Any, b: Any) -> Any:
    """`a + b`, of numbers as their operators make it; a known one of NumPy's would ask for the ufunc."""
    return b.__radd__(a) if symbolic(b) and isinstance(a, np.generic) else a + b


def _vector(value: Any) -> Any:
    return FUNCTIONS[np.atleast_1d](strict_array(value)) if np.atleast_1d in FUNCTIONS else strict_array(value)


def _binary(name: str) -> Any:
    def binding(a1: Any, a2: Any) -> Any:
        return ops.poly_binary(strict_array(a1), strict_array(a2), function=name)

    return binding


for _name in ("polyadd", "polysub", "polymul"):
    bind(getattr(np, _name))(_binary(_name))


@bind(np.polydiv)
def polydiv(u: Any, v: Any) -> tuple[Any, Any]:
    """Quotient and remainder."""
    quotient, remainder = ops.poly_divided(strict_array(u), strict_array(v))
    return quotient, remainder


def _coefficients(p: Any, name: str) -> Any:
    p = strict_array(p)
    if ndim_of(p) > 1:
        raise unsupported(f"np.{name}", "arrays of several axes", "go through the rows")
    return p


def _order(m: Any) -> int:
    """How often to derive or integrate; NumPy cuts off fractions."""
    if isinstance(m, (str, bytes)):
        raise TypeError("the order of a derivative is a number")
    return int(static(m, "m"))


@bind(np.polyder)
def polyder(p: Any, m: Any = 1) -> Any:
    """The m-th derivative."""
    m = _order(m)
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    return ops.poly_derivative(_coefficients(p, "polyder"), m=m) if m else strict_array(p)


@bind(np.polyint)
def polyint(p: Any, m: Any = 1, k: Any = None) -> Any:
    """The m-th antiderivative."""
    m = _order(m)
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    more = [] if k is None else [strict_array(k)]
    return ops.poly_integral(_coefficients(p, "polyint"), *more, m=m) if m else strict_array(p)


@bind(np.polyfit)
def polyfit(x: Any, y: Any, deg: Any, rcond: Any = None, full: Any = False, w: Any = None, cov: Any = False) -> Any:
    """The least-squares fit of a polynomial."""
    x, y = strict_array(x), strict_array(y)
    deg = static(deg, "deg")
    if isinstance(deg, float):
        deg = int(deg)  # as NumPy has it
    deg = operator.index(deg)
    cov = static(cov, "cov")
    if flag(full, "full"):
        from sct.ops.bindings.library import library_call

        return library_call("numpy:polyfit", np.polyfit, (x, y, deg, static(rcond, "rcond"), True, w), {})
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if ndim_of(x) != 1:
        raise TypeError("expected 1D vector for x")
    if not 1 <= ndim_of(y) <= 2:
        raise TypeError("expected 1D or 2D array for y")
    operands = [x, y] + ([] if w is None else [strict_array(w)])
    rcond = static(rcond, "rcond")
    if not cov:
        return ops.fitted(*operands, deg=deg, rcond=rcond)
    return tuple(ops.fitted_cov(*operands, deg=deg, rcond=rcond, scaled=cov != "unscaled"))


@bind(np.poly)
def poly(seq_of_zeros: Any) -> Any:
    """The polynomial with these roots, which have to be real numbers."""
    roots = strict_array(seq_of_zeros)
    if ndim_of(roots) != 1 or spec_of(roots).dtype.kind == "c":
        raise unsupported(
            "np.poly", "a matrix or complex roots", "whether it answers real numbers depends on the values"
        )
    if spec_of(roots).shape == (0,):
        return 1.0
    return ops.from_roots(roots)


@bind(np.vander)
def vander(x: Any, N: Any = None, increasing: Any = False) -> Any:
    """The powers of the elements, one row for each."""
    if isinstance(N, bool):
        raise TypeError("an integer is required")
    n = None if N is None else operator.index(static(N, "N"))
    return ops.vander(strict_array(x), n=n, increasing=flag(increasing, "increasing"))
