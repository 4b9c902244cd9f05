"""Bits of integers and booleans."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops.registry import Fact
from sct.ops.ufunc import ufunc


@ufunc(np.bitwise_and, facts=Fact.COMMUTATIVE, integer_unit=-1)
def bitwise_and(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x & y`."""
    return xp.bitwise_and(x, y, **kw)


@ufunc(np.bitwise_or, facts=Fact.COMMUTATIVE, integer_unit=0)
def bitwise_or(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x | y`."""
    return xp.bitwise_or(x, y, **kw)


@ufunc(np.bitwise_xor, facts=Fact.COMMUTATIVE, integer_unit=0)
def bitwise_xor(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x ^ y`."""
    return xp.bitwise_xor(x, y, **kw)


@ufunc(np.invert)
def invert(x: Any, *, xp: Any, **kw: Any) -> Any:
    """`~x`; of booleans: not x."""
    return xp.invert(x, **kw)


@ufunc(np.left_shift, integer_unit=0)
def left_shift(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x << y`."""
    return xp.left_shift(x, y, **kw)


@ufunc(np.right_shift, integer_unit=0)
def right_shift(x: Any, y: Any, *, xp: Any, **kw: Any) -> Any:
    """`x >> y`."""
    return xp.right_shift(x, y, **kw)


@ufunc(np.bitwise_count)
def bitwise_count(x: Any, *, xp: Any, **kw: Any) -> Any:
    """How many bits of |x| are set."""
    return xp.bitwise_count(x, **kw)
