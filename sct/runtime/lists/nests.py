"""Lists of lists of numbers: how deep they are, and how many lists of numbers are in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.types import ARRAY
from sct.runtime.current import has_spec
from sct.runtime.joins.templates import TVar
from sct.runtime.lists.rows import Rows, stale_or_marker
from sct.runtime.trace import NUMBERS

__all__ = ["depth_of", "rows_in"]


def depth_of(xs: list[Any]) -> int:
    """1 for a list of numbers of one type, one more for a list of such lists, and so on; 0 for any other."""
    marker = stale_or_marker(xs)
    if marker is not None:
        item = marker.item if isinstance(marker, Rows) else None
        return int(isinstance(item, TVar) and not item.spec.ndim and item.spec.kind != ARRAY)
    if all(type(x) is list for x in xs):
        depths = set(map(depth_of, xs))
        return depths.pop() + 1 if len(depths) == 1 and 0 not in depths else 0
    return int(len({_kind_of(x) for x in xs}) == 1 and _kind_of(xs[0]) is not None)


def _kind_of(x: Any) -> Any:
    if has_spec(x):
        return None if x.spec.ndim or x.spec.kind == ARRAY else (x.spec.dtype, x.spec.kind)
    return type(x) if type(x) in NUMBERS or isinstance(x, np.generic) else None


def rows_in(xs: list[Any]) -> int:
    """How many lists of numbers are in a list of lists."""
    return sum(rows_in(x) if x and type(x[0]) is list else 1 for x in xs)
