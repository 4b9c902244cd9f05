"""Lists of lists of numbers as Python objects: all numbers at once, and then lists of them, level by level.

Each item of a column has room for as many as the longest has. Where that is much more than there is, what is not
there is left out first.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

__all__ = ["folded"]

_FEW = 1024  # elements: with fewer, room costs less than to look for it


def folded(made: Callable[..., list[Any]], kinds: Sequence[type], *columns: Any) -> list[Any]:
    """The items of a list, which are lists or tuples (`kinds`, from outside) of such, and so on, of what `made` makes.

    First come the columns that say how many each has, then those of the innermost items, as `made` takes them: flat.
    """
    counts, leaves = columns[: len(kinds)], columns[len(kinds) :]
    shape = leaves[0].shape
    if any(leaf.shape != shape for leaf in leaves) or any(n.shape != shape[: n.ndim] for n in counts):
        return _one_by_one(made, kinds, counts, leaves)
    if leaves[0].size > _FEW:
        there = _there(counts, shape)
        if 2 * np.count_nonzero(there[-1]) < leaves[0].size:
            rows = made(*[leaf[there[-1]] for leaf in leaves])
            for kind, n, at in zip(kinds[::-1], counts[::-1], there[-2::-1], strict=True):
                rows = _cut(rows, n[at].tolist(), kind)
            return rows
    rows = made(*[leaf.ravel() for leaf in leaves])
    for kind, n, room in zip(kinds[::-1], counts[::-1], shape[:0:-1], strict=True):
        starts = itertools.count(0, room)
        rows = [rows[k : k + m] if m <= room else [] for k, m in zip(starts, n.ravel().tolist(), strict=False)]
        rows = list(map(tuple, rows)) if kind is tuple else rows
    return rows


def _there(counts: Sequence[Any], shape: tuple[int, ...]) -> list[Any]:
    """At each level, which items there are."""
    found = [np.ones(shape[:1], bool)]
    for n, room in zip(counts, shape[1:], strict=True):
        found.append(found[-1][..., None] & (np.arange(room) < n[..., None]))
    return found


def _cut(rows: list[Any], counts: list[int], kind: type) -> list[Any]:
    """Lists or tuples of so many of the rows, one after the other."""
    ends = itertools.accumulate(counts)
    return [kind(rows[end - n : end]) for end, n in zip(ends, counts, strict=True)]


def _one_by_one(made: Callable[..., list[Any]], kinds: Sequence[type], counts: Any, leaves: Any) -> list[Any]:
    if not kinds:
        return made(*leaves)
    found = []
    for k, n in enumerate(counts[0].tolist()):
        inner = [column[k][:n] for column in counts[1:]], [column[k][:n] for column in leaves]
        found.append(kinds[0](_one_by_one(made, kinds[1:], *inner)))
    return found
