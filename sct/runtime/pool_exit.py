"""How lists that are in a pool leave a program: each of them is made once, however many names it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sct.runtime.pools import Pool
from sct.runtime.row_exit import rows_expression
from sct.runtime.rows import Ref, Rows, stale_or_marker
from sct.runtime.templates import TChoice, Template, TNode

__all__ = ["Lists", "lists_expression"]


class Lists:
    """The lists of a pool by their place, as ordinary ones."""

    def __init__(
        self, starts: Sequence[int], lengths: Sequence[int], items: Callable[[int, int | None], list[Any]], nested: bool
    ) -> None:
        self._starts, self._lengths, self._items, self._nested = starts, lengths, items, nested
        self._made: dict[int, list[Any]] = {}
        self._all: list[Any] | None = None

    def __getitem__(self, at: int) -> list[Any]:
        """The list at a place."""
        made = self._made.get(at)
        if made is not None:
            return made
        if at >= len(self._starts):  # where it is part of what another way would have left
            return []
        start = self._starts[at]
        end = start + self._lengths[at]
        if self._nested:
            made = self._made[at] = []  # which may hold itself
            made += self._items(start, end)
            return made
        if self._all is None:
            self._all = self._items(0, None)
        made = self._made[at] = self._all[start:end]
        return made


def lists_expression(pool: Pool, output: Callable[[Any], str], render: Callable[[Any], str], name: Any) -> str:
    """A Python expression for the `Lists` of a pool; the arguments are those of `rows_expression`."""
    parts = []
    for xs in (pool.starts, pool.lengths):
        marker = stale_or_marker(xs)
        parts.append(rows_expression(marker, output, render, name) if isinstance(marker, Rows) else repr(list(xs)))
    marker = stale_or_marker(pool.items)
    items, nested = "[]", False
    if isinstance(marker, Rows):
        nested = _holds_refs(marker.item)
        items = rows_expression(marker, lambda column: f"{output(column)}[__s_a:__s_b]", render, name)
    return f"{name(Lists, 'T')}({', '.join(parts)}, lambda __s_a, __s_b: {items}, {nested})"


def _holds_refs(t: Template) -> bool:
    if isinstance(t, TNode):
        return t.kind is Ref or any(map(_holds_refs, t.items))
    return isinstance(t, TChoice) and any(map(_holds_refs, t.items))
