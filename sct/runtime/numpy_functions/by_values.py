"""NumPy functions whose result is of one form or another, real or complex, depending on the values: one is chosen.

What Python finds is known only when the program runs, so the result is a `Choice` of the two arrays; what is
computed of either joins again where the dtypes agree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct import ops
from sct.ops.bindings import lookup_binding
from sct.ops.bindings.table import spec_of, static, strict_array, unsupported

__all__ = ["METHODS", "chosen_by_values"]


def _select(test: Any, then: Callable[[], Any], orelse: Callable[[], Any]) -> Any:
    from sct.runtime.control_flow import select

    return select(test, then, orelse)


_EIG: Any = type(np.linalg.eig(np.eye(1)))


def _eig(a: Any) -> Any:
    a = strict_array(a)
    if spec_of(a).dtype.kind == "c":
        return _EIG(*ops.get("eig")(a))
    values, vectors, is_complex = ops.get("real_eig")(a)
    return _select(is_complex, lambda: _EIG(values, vectors), lambda: _EIG(_real(a, values), _real(a, vectors)))


def _eigvals(a: Any) -> Any:
    a = strict_array(a)
    if spec_of(a).dtype.kind == "c":
        return ops.get("eigvals")(a)
    values, is_complex = ops.get("real_eigvals")(a)
    return _select(is_complex, lambda: values.copy(), lambda: _real(a, values))


def _real(a: Any, found: Any) -> Any:
    """The real parts of complex numbers, which lie beside the imaginary ones, but for what has been rounded."""
    return found.real.copy() if spec_of(a).dtype.char == "f" else found.real


def _real_if_close(a: Any, tol: Any = 100) -> Any:
    a = strict_array(a)
    dtype = spec_of(a).dtype
    if dtype.kind != "c":
        return a
    tol = static(tol, "tol")
    limit = np.finfo(dtype).eps * tol if tol > 1 else tol
    return _select(np.all(np.absolute(a.imag) < limit), lambda: a.real, lambda: a)


_MOST_UNKNOWN = 2  # extents, each of which makes the choice twice as large


def _squeeze(a: Any, axis: Any = None) -> Any:
    """Without axes of extent one, where only the run knows which these are."""
    function: Any = lookup_binding(np.squeeze)
    a = strict_array(a) if isinstance(a, (list, tuple)) else a
    shape = spec_of(a).shape if axis is None else ()
    unknown = [k for k, n in enumerate(shape) if not isinstance(n, int)]
    if not 0 < len(unknown) <= _MOST_UNKNOWN:
        return function(a, axis)

    def without(ones: tuple[int, ...], unknown: list[int]) -> Any:
        if not unknown:
            return function(a, ones) if ones else a
        k, *others = unknown
        return _select(a.shape[k] == 1, lambda: without((*ones, k), others), lambda: without(ones, others))

    return without(tuple(k for k, n in enumerate(shape) if n == 1), unknown)


# -- polynomials -------------------------------------------------------------------------------------


def _double(x: Any, function: str, refused: str = "fFeg") -> Any:
    x = strict_array(x)
    if spec_of(x).dtype.char in refused:
        raise unsupported(f"np.{function}", f"the dtype {spec_of(x).dtype}", "convert the array to float64 before")
    return x


def _in_form(found: Any, form: Any) -> Any:
    """The complex numbers as NumPy has them: real or complex, of double or of single precision."""
    return _select(
        form >= 2,
        lambda: _select(form == 3, lambda: found.astype(np.complex64), lambda: found.real.astype(np.float32)),
        lambda: _select(form == 1, lambda: found, lambda: found.real.copy()),
    )


def _roots(p: Any) -> Any:
    p = _double(p, "roots", "eg")
    if spec_of(p).ndim > 1:
        raise ValueError("Input must be a rank-1 array.")
    if spec_of(p).dtype.char in "fF":
        return _in_form(*ops.get("single_roots")(np.atleast_1d(p)))
    found, is_complex = ops.get("poly_roots")(np.atleast_1d(p))
    return _select(is_complex, lambda: found, lambda: found.real.copy())


def _series_roots(series: str) -> Callable[[Any], Any]:
    def roots(c: Any) -> Any:
        c = _double(c, f"polynomial.{series}")
        if spec_of(c).ndim > 1:
            raise ValueError("Coefficient array is not 1-d")
        found, is_complex = ops.get("poly_roots")(np.atleast_1d(c), series=series)
        return _select(is_complex, lambda: found, lambda: found.real)

    return roots


_SERIES = {
    "polynomial": "polyroots", "chebyshev": "chebroots", "legendre": "legroots",
    "hermite": "hermroots", "hermite_e": "hermeroots", "laguerre": "lagroots",
}  # fmt: skip


def _roots_of_series(function: Any) -> Callable[..., Any] | None:
    module = str(getattr(function, "__module__", "")).rpartition("numpy.polynomial.")[2]
    name = _SERIES.get(module)
    return _series_roots(f"{module}.{name}") if name == getattr(function, "__name__", "") else None


def _poly(seq_of_zeros: Any) -> Any:
    given = _double(seq_of_zeros, "poly", "eg")
    spec = spec_of(given)
    if spec.ndim == 1 and spec.dtype.kind != "c":
        function = lookup_binding(np.poly)
        assert function is not None
        return function(given)
    if not 1 <= spec.ndim <= 2 or 0 in spec.shape:
        raise unsupported("np.poly", "0-d or empty arrays", "test for them before")
    if spec.dtype.char in "fF":
        return _in_form(*ops.get("single_poly")(given))
    found, is_complex = ops.get("poly_of")(given)
    return _select(is_complex, lambda: found, lambda: found.real.copy())


# -- np.emath ----------------------------------------------------------------------------------------

_SINGLE = "fbhBHF"


def _as_complex(x: Any) -> Any:
    return x.astype(np.complex64 if spec_of(x).dtype.char in _SINGLE else np.complex128)


def _where_real(test: Callable[[Any], Any], function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """`function`, on complex numbers where an element is out of its real domain."""

    def apply(x: Any) -> Any:
        x = strict_array(x)
        if spec_of(x).dtype.kind == "c":  # a complex array stays one, but for the width of the dtype
            return function(x)
        return _select(np.any(test(x)), lambda: function(_as_complex(x)), lambda: function(x))

    return apply


def _negative(x: Any) -> Any:
    return x < 0


def _above_one(x: Any) -> Any:
    return np.absolute(x) > 1


def _logn(n: Any, x: Any) -> Any:
    log = _where_real(_negative, np.log)
    return log(x) / log(n)


def _power(x: Any, p: Any) -> Any:
    p = strict_array(p)

    def of(base: Any) -> Any:
        if spec_of(p).dtype.kind not in "iu":
            return np.power(base, p)
        return _select(np.any(p < 0), lambda: np.power(base, p * 1.0), lambda: np.power(base, p))

    return _where_real(_negative, of)(x)


_BY_VALUES: dict[Any, Callable[..., Any]] = {
    np.linalg.eig: _eig,
    np.linalg.eigvals: _eigvals,
    np.real_if_close: _real_if_close,
    np.roots: _roots,
    np.squeeze: _squeeze,
    np.poly: _poly,
    np.emath.logn: _logn,
    np.emath.power: _power,
    **{getattr(np.emath, name): _where_real(_negative, getattr(np, name)) for name in ("sqrt", "log", "log2", "log10")},
    **{getattr(np.emath, name): _where_real(_above_one, getattr(np, name)) for name in ("arccos", "arcsin", "arctanh")},
}


def _astype(x: Any, dtype: Any, *args: Any, **kwargs: Any) -> Any:
    from sct.runtime.text_arrays import numerals

    return numerals.astype(x, dtype, *args, **kwargs)


METHODS: dict[str, Callable[..., Any]] = {"astype": _astype, "squeeze": _squeeze}


def chosen_by_values(function: Any) -> Callable[..., Any] | None:
    """What serves a function whose result's dtype depends on the values; None for all others."""
    try:
        return _BY_VALUES.get(function) or _roots_of_series(function)
    except TypeError:  # not hashable
        return None
