"""`bisect`, as Python that is converted and inlined where what they compare is known at run time.

They are the algorithms of the standard library, step by step, so ties are Python's.
"""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations


def bisect_right(a, x, lo, hi, less):
    while lo < hi:
        middle = (lo + hi) // 2
        if less(x, a[middle]):
            hi = middle
        else:
            lo = middle + 1
    return lo


def bisect_left(a, x, lo, hi, less):
    while lo < hi:
        middle = (lo + hi) // 2
        if less(a[middle], x):
            lo = middle + 1
        else:
            hi = middle
    return lo


def insert(a, at, x):
    a.insert(at, x)
