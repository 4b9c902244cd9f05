"""Tells how two results of one function differ: in structure, type, dtype, shape or value."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.dtypes import dtype_text, same_dtype
from sct.records import record

__all__ = ["Verdict", "compare"]

# Static programs may add in another order: what that may cost, against the largest magnitude.
_TOLERANCE = {"float16": 1e-2, "complex64": 1e-4, "float32": 1e-4}
_DOUBLE = 1e-9


@record
class Verdict:
    """The differences, one line each, and the largest relative error among equal-enough numbers."""

    differences: tuple[str, ...] = ()
    error: float = 0.0

    def __bool__(self) -> bool:
        return not self.differences

    def __add__(self, other: Verdict) -> Verdict:
        return Verdict(self.differences + other.differences, max(self.error, other.error))


def compare(plain: Any, static: Any, *, exact: bool = False, at: str = "result") -> Verdict:
    """Compare what plain Python gave with what the static function gave.

    >>> compare((1, 2.0), (1, 2.0)).differences
    ()
    >>> compare({"a": np.zeros(2)}, {"a": np.zeros(2, "float32")}).differences
    ("result['a']: dtype float64, static float32",)
    """
    if type(plain) is not type(static):
        return Verdict((f"{at}: {_kind(plain)}, static {_kind(static)}",))
    if isinstance(plain, (np.ndarray, np.generic)):
        return _arrays(plain, static, exact, at)
    if isinstance(plain, (float, complex)):
        return _arrays(np.asarray(plain), np.asarray(static), exact, at)
    if isinstance(plain, dict):
        if list(plain) != list(static):
            return Verdict((f"{at}: keys {list(plain)}, static {list(static)}",))
        pairs = [(f"{at}[{key!r}]", plain[key], static[key]) for key in plain]
    elif isinstance(plain, (list, tuple)):
        if len(plain) != len(static):
            return Verdict((f"{at}: {len(plain)} items, static {len(static)}",))
        pairs = [(f"{at}[{i}]", a, b) for i, (a, b) in enumerate(zip(plain, static, strict=True))]
    elif "__dict__" in dir(plain) and not _compares(plain):
        return compare(vars(plain), vars(static), exact=exact, at=f"vars({at})")
    else:
        return Verdict() if plain == static else Verdict((f"{at}: {plain!r}, static {static!r}",))
    verdict = Verdict()
    for name, a, b in pairs:
        verdict += compare(a, b, exact=exact, at=name)
    return verdict


def _arrays(plain: Any, static: Any, exact: bool, at: str) -> Verdict:
    if not same_dtype(plain.dtype, static.dtype):
        return Verdict((f"{at}: dtype {dtype_text(plain.dtype)}, static {dtype_text(static.dtype)}",))
    if plain.shape != static.shape:
        return Verdict((f"{at}: shape {plain.shape}, static {static.shape}",))
    inexact = plain.dtype.kind in "fc"
    if np.array_equal(plain, static, equal_nan=inexact):
        return Verdict()
    differing = f"{np.count_nonzero(plain != static)} of {plain.size} values differ"
    if not inexact:
        return Verdict((f"{at}: {differing}",))
    finite = np.isfinite(plain)
    if not np.array_equal(finite, np.isfinite(static)) or not np.array_equal(
        plain[~finite], static[~finite], equal_nan=True
    ):
        return Verdict((f"{at}: NaN or infinity in other places",))
    largest = np.max(np.abs(plain[finite]))
    error = float(np.max(np.abs(plain[finite] - static[finite])) / (largest or 1.0))
    if exact or not error <= _TOLERANCE.get(plain.dtype.name, _DOUBLE):
        return Verdict((f"{at}: {differing}, by up to {error:.1e} of the largest",), error)
    return Verdict((), error)


def _compares(value: Any) -> bool:
    """Whether the class of `value` says when two of it are equal."""
    return any("__eq__" in vars(base) for base in type(value).__mro__[:-1])


def _kind(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"array {value.dtype}{list(value.shape)}"
    return f"{type(value).__name__} {value!r}"[:80]
