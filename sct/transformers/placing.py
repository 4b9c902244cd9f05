"""Where nodes stand that are made anew: carets in tracebacks are drawn under what the user wrote."""

from __future__ import annotations

import gast

from .base import Node
from .quote import end_of

__all__ = ["around", "placed", "spanned"]


def placed(new: Node, at: Node) -> Node:
    """`new` stands for all that the user wrote there."""
    gast.copy_location(new, at)
    new.end_lineno, new.end_col_offset = end_of(at)
    return new


def around(new: Node, first: Node, last: Node) -> Node:
    """`new` reaches from the beginning of `first` to the end of `last`."""
    new.lineno, new.col_offset = first.lineno, first.col_offset
    new.end_lineno, new.end_col_offset = last.end_lineno, last.end_col_offset
    return new


def spanned(target: Node, call: Node) -> Node:
    """A target stands where the user wrote it, if Mutation has told."""
    place = getattr(call, "_sct_target", None)
    gast.copy_location(target, call)
    if place is not None:
        target.lineno, target.col_offset, target.end_lineno, target.end_col_offset = place
    return target
