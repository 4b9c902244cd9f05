"""Polynomials as vectors of coefficients, highest power first, as `np.polyadd` and its relatives have them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.types import ARRAY, UNKNOWN, Extent, Spec
from sct.ops.infer import PY_BOOL, PY_INT
from sct.ops.probe import probe
from sct.ops.registry import Fact, op

__all__ = ["fitted", "from_roots", "poly_binary", "poly_divided", "poly_integral", "vander"]

MAY_RAISE = Fact.PURE | Fact.RAISES


def _many(extent: Extent) -> Extent:
    return extent if isinstance(extent, int) else UNKNOWN


def _vector(x: Spec) -> Extent:
    return x.shape[0] if x.ndim else 1


class _Binary:
    """A function of two polynomials that can be probed."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, a: Any, b: Any) -> Any:
        return getattr(np, self.name)(a, b)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Binary) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


def _poly_binary(x: Spec, y: Spec, *, function: str) -> Spec:
    got = probe(_Binary(function), Spec(x.dtype, (1,)), Spec(y.dtype, (1,)))
    n, m = _vector(x), _vector(y)
    if not (isinstance(n, int) and isinstance(m, int)):
        return Spec(got.dtype, (n if n == m and function != "polymul" else UNKNOWN,), ARRAY)
    extent = max(n, m) if function != "polymul" else UNKNOWN  # leading zeros are dropped
    return Spec(got.dtype, (extent,), ARRAY)


@op("poly_binary", infer=_poly_binary, facts=MAY_RAISE)
def poly_binary(x: Any, y: Any, *, function: str, xp: Any) -> Any:
    """The sum, difference or product of two polynomials: polyadd, polysub, polymul."""
    return getattr(xp, function)(x, y)


def _poly_divided(x: Spec, y: Spec) -> tuple[Spec, Spec]:
    got = probe(_quotient, Spec(x.dtype, (1,)), Spec(y.dtype, (1,)))
    return Spec(got.dtype, (UNKNOWN,), ARRAY), Spec(got.dtype, (UNKNOWN,), ARRAY)


def _quotient(x: Any, y: Any) -> Any:
    return np.polydiv(x, y)[0]


@op("poly_divided", infer=_poly_divided, facts=MAY_RAISE, results=2)
def poly_divided(x: Any, y: Any, *, xp: Any) -> Any:
    """Quotient and remainder of two polynomials."""
    return xp.polydiv(x, y)


def _poly_integral(x: Spec, *constants: Spec, m: int) -> Spec:
    got = probe(np.polyint, Spec(x.dtype, (1,)))
    n = _vector(x)
    return Spec(got.dtype, (n + m if isinstance(n, int) else UNKNOWN if m else n,), ARRAY)


@op("poly_integral", infer=_poly_integral, facts=MAY_RAISE)
def poly_integral(x: Any, *constants: Any, m: int, xp: Any) -> Any:
    """The m-th antiderivative; the operand after x, if any, holds the constants."""
    return xp.polyint(x, m, *constants)


def _poly_derivative(x: Spec, *, m: int) -> Spec:
    got = probe(np.polyder, Spec(x.dtype, (1,)))
    n = _vector(x)
    return Spec(got.dtype if m else x.dtype, (max(n - m, 0) if isinstance(n, int) else UNKNOWN if m else n,), ARRAY)


@op("poly_derivative", infer=_poly_derivative, facts=MAY_RAISE)
def poly_derivative(x: Any, *, m: int, xp: Any) -> Any:
    """The m-th derivative."""
    return xp.array(xp.polyder(x, m))


def _from_roots(roots: Spec) -> Spec:
    got = probe(np.poly, Spec(roots.dtype, (1,)))
    n = _vector(roots)
    return Spec(got.dtype, (n + 1 if isinstance(n, int) else UNKNOWN,), ARRAY)


@op("from_roots", infer=_from_roots, facts=MAY_RAISE)
def from_roots(roots: Any, *, xp: Any) -> Any:
    """The polynomial with these real roots, of which there are some."""
    if not len(roots):
        raise StaticValueError("np.poly() of no roots is a float, of others an array")
    return xp.poly(roots)


def _fit_dtype(x: Any, y: Any) -> Any:
    points = np.arange(4)
    return np.polyfit(points.astype(x.dtype), points.astype(y.dtype), 1)


def _fitted(x: Spec, y: Spec, *weights: Spec, deg: int, rcond: float | None = None) -> Spec:
    got = probe(_fit_dtype, Spec(x.dtype, (1,)), Spec(y.dtype, (1,)))
    return Spec(got.dtype, (deg + 1, *y.shape[1:]), ARRAY)


@op("fitted", infer=_fitted, facts=MAY_RAISE)
def fitted(x: Any, y: Any, *weights: Any, deg: int, rcond: float | None = None, xp: Any) -> Any:
    """The least-squares fit of a polynomial, by np.polyfit."""
    return xp.polyfit(x, y, deg, rcond=rcond, w=weights[0] if weights else None)


def _fitted_cov(
    x: Spec, y: Spec, *weights: Spec, deg: int, rcond: float | None = None, scaled: bool = True
) -> tuple[Spec, Spec]:
    fit = _fitted(x, y, *weights, deg=deg)
    columns = fit.shape[1:] if scaled else (1,) * (fit.ndim - 1)  # unscaled, it is the same for all of them
    return fit, Spec(fit.dtype, (deg + 1, deg + 1, *columns), ARRAY)


@op("fitted_cov", infer=_fitted_cov, facts=MAY_RAISE, results=2)
def fitted_cov(
    x: Any, y: Any, *weights: Any, deg: int, rcond: float | None = None, scaled: bool = True, xp: Any
) -> Any:
    """The fit of a polynomial and its covariance matrix."""
    return xp.polyfit(x, y, deg, rcond=rcond, w=weights[0] if weights else None, cov=True if scaled else "unscaled")


def _vander(x: Spec, *, n: int | None, increasing: bool) -> Spec:
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    if n is not None and n < 0:
        raise ValueError("negative dimensions are not allowed")
    got = probe(np.vander, Spec(x.dtype, (1,)))
    return Spec(got.dtype, (x.shape[0], x.shape[0] if n is None else n), ARRAY)


@op("vander", infer=_vander)
def vander(x: Any, *, n: int | None, increasing: bool, xp: Any) -> Any:
    """The powers of the elements, one row for each."""
    return xp.vander(x, n, increasing)


# -- what is real or complex, depending on the values ----------------------------------------------


def _complex_vector(extent: Extent) -> Any:
    return Spec(np.dtype("complex128"), (extent,), ARRAY), PY_BOOL


def _with_flag(found: Any) -> tuple[Any, bool]:
    return np.asarray(found).astype(np.complex128), np.iscomplexobj(found)


@op("poly_roots", infer=lambda p, series="": _complex_vector(UNKNOWN), facts=MAY_RAISE, results=2)
def poly_roots(p: Any, *, series: str = "", xp: Any) -> Any:
    """The roots of a polynomial, or of a series (`chebyshev.chebroots`), as complex numbers; whether NumPy does so."""
    module, _, name = series.partition(".")
    return _with_flag(getattr(getattr(xp.polynomial, module), name)(p) if series else xp.roots(p))


def _poly_of(x: Spec) -> Any:
    if x.ndim == 2 and x.shape[0] != x.shape[1] and x.static:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    return _complex_vector(x.shape[0] + 1 if isinstance(x.shape[0], int) else UNKNOWN)


@op("poly_of", infer=_poly_of, facts=MAY_RAISE, results=2)
def poly_of(x: Any, *, xp: Any) -> Any:
    """The polynomial with these complex roots, or the characteristic one of a matrix, and whether it is complex."""
    return _with_flag(xp.poly(x))


# -- of single precision: four forms, as NumPy answers double precision where nothing was computed ------


def _with_form(found: Any) -> tuple[Any, int]:
    found = np.asarray(found)
    return found.astype(np.complex128), 2 * (found.dtype.char in "fF") + np.iscomplexobj(found)


def _formed(vector: tuple[Spec, Spec]) -> tuple[Spec, Spec]:
    return vector[0], PY_INT


@op("single_roots", infer=lambda p: _formed(_complex_vector(UNKNOWN)), facts=MAY_RAISE, results=2)
def single_roots(p: Any, *, xp: Any) -> Any:
    """The roots of a polynomial as complex numbers, and what NumPy has: 1 for complex ones, 2 more for single ones."""
    return _with_form(xp.roots(p))


@op("single_poly", infer=lambda x: _formed(_poly_of(x)), facts=MAY_RAISE, results=2)
def single_poly(x: Any, *, xp: Any) -> Any:
    """The same of the polynomial with these complex roots, or the characteristic one of a matrix."""
    return _with_form(xp.poly(x))
