"""What holds what is of its own form: trees and chains, which get deeper with each turn of a loop, or each branch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sct.runtime.joins.templates import TChoice, Template, TNode, TRows

__all__ = ["deepening"]


def deepening(t: Template, around: tuple[Any, ...] = ()) -> Iterator[Any]:
    """The forms of objects and dicts that hold others of their form, as pools know them."""
    if isinstance(t, TChoice):
        for one in t.items:
            yield from deepening(one, around)
    elif isinstance(t, TRows):
        yield from deepening(t.item, around)
    if not isinstance(t, TNode):
        return
    form = (t.kind, t.keys) if t.instance or (t.kind is dict and t.keys) else None
    if form in around:
        yield form
        return
    for one in t.items:
        yield from deepening(one, around if form is None else (*around, form))
