"""Comparisons, logic, and tests of what a number is."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops.registry import Fact
from sct.ops.ufunc import ufunc


@ufunc(np.equal, facts=Fact.COMMUTATIVE)
def equal(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x == y`."""
    return xp.equal(x, y, **kw)


@ufunc(np.not_equal, facts=Fact.COMMUTATIVE)
def not_equal(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x != y`."""
    return xp.not_equal(x, y, **kw)


@ufunc(np.less)
def less(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x < y`."""
    return xp.less(x, y, **kw)


@ufunc(np.less_equal)
def less_equal(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x <= y`."""
    return xp.less_equal(x, y, **kw)


@ufunc(np.greater)
def greater(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x > y`."""
    return xp.greater(x, y, **kw)


@ufunc(np.greater_equal)
def greater_equal(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x >= y`."""
    return xp.greater_equal(x, y, **kw)


@ufunc(np.logical_and, facts=Fact.COMMUTATIVE)
def logical_and(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """Whether both are true."""
    return xp.logical_and(x, y, **kw)


@ufunc(np.logical_or, facts=Fact.COMMUTATIVE)
def logical_or(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """Whether either is true."""
    return xp.logical_or(x, y, **kw)


@ufunc(np.logical_xor, facts=Fact.COMMUTATIVE)
def logical_xor(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """Whether exactly one is true."""
    return xp.logical_xor(x, y, **kw)


@ufunc(np.logical_not)
def logical_not(x: Any, *, xp: Any, **kw: Any) -> Any:
    """Whether x is false."""
    return xp.logical_not(x, **kw)


@ufunc(np.isnan)
def isnan(x: Any, *, xp: Any, **kw: Any) -> Any:
    """Whether x is NaN."""
    return xp.isnan(x, **kw)


@ufunc(np.isinf)
def isinf(x: Any, *, xp: Any, **kw: Any) -> Any:
    """Whether x is infinite."""
    return xp.isinf(x, **kw)


@ufunc(np.isfinite)
def isfinite(x: Any, *, xp: Any, **kw: Any) -> Any:
    """Whether x is neither infinite nor NaN."""
    return xp.isfinite(x, **kw)


@ufunc(np.isnat)
def isnat(x: Any, *, xp: Any, **kw: Any) -> Any:
    """Whether a date or a duration is NaT."""
    return xp.isnat(x, **kw)


@ufunc(np.signbit)
def signbit(x: Any, *, xp: Any, **kw: Any) -> Any:
    """Whether the sign bit is set; true for -0.0."""
    return xp.signbit(x, **kw)
