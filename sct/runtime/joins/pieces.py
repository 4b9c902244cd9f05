"""Lists that are put together of others: whether a container may be an item of the result twice.

`xs + xs` holds each item twice, and `xs[:i] + xs[k:]` those that are in both slices. A list whose items are also
elsewhere remembers of which list it is the beginning or the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.records import record
from sct.runtime.current import is_variable
from sct.runtime.lists.rows import ONCE, TWICE

if TYPE_CHECKING:
    from sct.runtime.lists.rows import Rows
    from sct.runtime.trace import Trace

__all__ = ["Piece", "note_joined", "note_slice"]


@record(eq=False)
class Piece:
    """So many items from the beginning of a list, or from its end."""

    source: Rows
    is_first: bool
    length: Any


def note_slice(made: Rows, source: Rows, key: slice) -> None:
    """`made` is that slice of `source`."""
    if key.step is None and (key.start is None or key.stop is None):
        made.pieces = (Piece(source, key.start is None, made.length),)


def note_joined(trace: Trace, made: Rows, a: Rows, b: Rows) -> None:
    """`made` has the items of `a`, and then those of `b`."""
    made.repeats = max(a.repeats, b.repeats)
    made.pieces = (*a.pieces, *b.pieces)
    if a is b:
        made.repeats = TWICE
    if ONCE in (a.repeats, b.repeats) or made.repeats == TWICE:
        return
    pairs = [(p, q) for p in a.pieces for q in b.pieces]
    if not pairs or any(p.source is not q.source or p.is_first == q.is_first for p, q in pairs):
        made.repeats = TWICE
        return
    for p, q in pairs:
        apart = p.length + q.length <= p.source.length
        if is_variable(apart):
            text = "slices that may have items in common are joined to one list"
            trace.effect("assert", (apart,), {"exception": "sct.errors.AliasError", "template": (text,)})
        elif not apart:
            made.repeats = TWICE
