"""What holds what is of its own form: trees and chains, which get deeper with each turn of a loop, or each branch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sct.runtime.joins.templates import TChoice, Template, TNode, TRows

__all__ = ["deepening"]


def deepening(t: Template, levels: int = 1, around: tuple[Any, ...] = ()) -> Iterator[Any]:
    """The forms of objects, dicts and tuples that hold others of their form, so many `levels` deep."""
    if isinstance(t, TRows):
        yield from deepening(t.item, levels, around)
    if not isinstance(t, (TChoice, TNode)):
        return
    form = _form(t) if isinstance(t, TNode) else None
    if form is not None and around.count(form) >= levels:
        yield form
        return
    for one in t.items:
        yield from deepening(one, levels, around if form is None else (*around, form))


def _form(t: TNode) -> Any:
    if t.instance or (t.kind is dict and t.keys):
        return t.kind, t.keys
    return (tuple, tuple(range(len(t.items)))) if t.kind is tuple and len(t.items) > 1 else None
