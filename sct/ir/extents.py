"""Arithmetic of symbolic extents: what follows from an extent has a name that says how, so that equals are equal.

`x[1:]` and `x[:-1]` of n elements both have `n_minus_1`, which is n - 1, or 0 where there is none. A name is made by
one rule from what it stands for, so two extents of one name are one number, in any program and for any n.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from sct.ir.types import UNKNOWN, Dim, Extent

__all__ = ["less", "more", "product", "sliced", "times", "value_of"]

_SHIFTED = re.compile(r"(.+)_(minus|plus)_(\d+)$")
_SCALED = re.compile(r"(.+)_times_(\d+)$")


def _parts(dim: Dim) -> tuple[Dim, int]:
    """A Dim as another one and what is added to it (cut off at 0 if that is negative)."""
    match = _SHIFTED.match(dim.name)
    if match is None:
        return dim, 0
    return Dim(match[1]), int(match[3]) if match[2] == "plus" else -int(match[3])


def less(extent: Extent, count: int) -> Extent:
    """An extent without `count` elements, or 0 where there are not so many.

    >>> n = Dim("n")
    >>> str(less(n, 1)), str(less(less(n, 1), 1)), less(5, 2), str(less(more(n, 2), 1)), less(more(n, 2), 2) == n
    ('n_minus_1', 'n_minus_2', 3, 'n_plus_1', True)
    """
    if isinstance(extent, int):
        return max(extent - count, 0)
    if count == 0 or extent == UNKNOWN:
        return extent
    base, added = _parts(extent)
    rest = added - count
    if rest > 0:
        return Dim(f"{base}_plus_{rest}")
    return base if rest == 0 else Dim(f"{base}_minus_{-rest}")


def more(extent: Extent, count: int) -> Extent:
    """An extent and `count` elements more.

    >>> str(more(Dim("n"), 2)), str(more(less(Dim("n"), 2), 2)), more(3, 1)
    ('n_plus_2', 'n_minus_2_plus_2', 4)
    """
    if isinstance(extent, int):
        return extent + count
    if count <= 0 or extent == UNKNOWN:
        return less(extent, -count)
    base, added = _parts(extent)
    return Dim(f"{base}_plus_{added + count}") if added > 0 else Dim(f"{extent}_plus_{count}")


def times(extent: Extent, factor: int) -> Extent:
    """So many times an extent.

    >>> str(times(Dim("n"), 2)), str(times(times(Dim("n"), 2), 3)), times(4, 2), times(Dim("n"), 0)
    ('n_times_2', 'n_times_6', 8, 0)
    """
    if isinstance(extent, int) or factor == 0:
        return extent * factor if isinstance(extent, int) else 0
    if factor == 1 or extent == UNKNOWN:
        return extent
    match = _SCALED.match(extent.name)
    return Dim(f"{match[1]}_times_{int(match[2]) * factor}") if match else Dim(f"{extent}_times_{factor}")


def product(extents: Sequence[Extent]) -> Extent:
    """All of these multiplied; unknown if one of them has been made of another.

    >>> str(product([Dim("m"), 2, Dim("k")])), product([2, 3]), product([Dim("m"), 0])
    ('k_by_m_times_2', 6, 0)
    """
    known = math.prod(n for n in extents if isinstance(n, int))
    dims = sorted(n.name for n in extents if isinstance(n, Dim))
    if not dims or known == 0:
        return known
    if UNKNOWN.name in dims or any("_" in name for name in dims):
        return UNKNOWN  # "k_by_m_minus_1" is k * m less one
    return times(Dim("_by_".join(dims)), known)


def sliced(extent: Dim, start: int | None, stop: int | None, step: int | None) -> Extent:
    """How many elements a slice with known bounds takes.

    >>> n = Dim("n")
    >>> [str(sliced(n, *s)) for s in ((1, None, None), (None, -1, 1), (1, -1, None), (None, 3, None), (-3, None, None))]
    ['n_minus_1', 'n_minus_1', 'n_minus_2', 'n_upto_3', 'n_upto_3']
    >>> str(sliced(n, None, None, 2)), str(sliced(n, 1, -2, -1)), sliced(n, None, None, -1) == n
    ('n_from_0_to_end_by_2', 'n_from_1_to_neg2_by_neg1', True)
    """
    step = 1 if step is None else step
    if stop is None and (start, step) in ((None, 1), (0, 1), (None, -1), (-1, -1)):
        return extent
    if extent == UNKNOWN:
        return UNKNOWN
    if step == 1:
        start = start or 0
        if start >= 0 and (stop is None or stop < 0):
            return less(extent, start - (stop or 0))
        if start < 0 and stop is None:
            return Dim(f"{extent}_upto_{-start}")
        if start == 0 and stop is not None:
            return Dim(f"{extent}_upto_{stop}") if stop else 0
    first = _bound(0 if start is None and step > 0 else start)
    return Dim(f"{extent}_from_{first}_to_{_bound(stop)}_by_{_bound(step)}")


def _bound(bound: int | None) -> str:
    return "end" if bound is None else str(bound) if bound >= 0 else f"neg{-bound}"


def value_of(dim: Dim, known: Mapping[str, int]) -> int | None:
    """The number that a Dim stands for where those of the simple names are known.

    >>> value_of(sliced(Dim("n"), 1, -2, 2), {"n": 10}), value_of(product([Dim("m"), Dim("n"), 2]), {"m": 3, "n": 4})
    (4, 24)
    """
    name = dim.name
    if name in known:
        return known[name]
    for pattern, rule in _RULES:
        match = pattern.match(name)
        if match is not None:
            base = value_of(Dim(match[1]), known)
            return None if base is None else rule(base, match)
    if "_by_" in name:
        parts = [value_of(Dim(part), known) for part in name.split("_by_")]
        return None if None in parts else math.prod(part for part in parts if part is not None)
    return None


def _number(text: str) -> int | None:
    return None if text == "end" else -int(text[3:]) if text.startswith("neg") else int(text)


def _cut(base: int, match: re.Match[str]) -> int:
    start, stop, step = (_number(match[k]) for k in (2, 3, 4))
    return len(range(*slice(start, stop, step).indices(base)))


_RULES = (
    (re.compile(r"(.+)_minus_(\d+)$"), lambda n, m: max(n - int(m[2]), 0)),
    (re.compile(r"(.+)_plus_(\d+)$"), lambda n, m: n + int(m[2])),
    (_SCALED, lambda n, m: n * int(m[2])),
    (re.compile(r"(.+)_upto_(\d+)$"), lambda n, m: min(n, int(m[2]))),
    (re.compile(r"(.+)_from_(\w+?)_to_(\w+?)_by_(\w+)$"), _cut),
)
