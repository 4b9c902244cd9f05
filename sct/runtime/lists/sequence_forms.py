"""Where a name stands for one of many lists or tuples: those of all lengths as one of run-time length."""

from __future__ import annotations

from sct.runtime.joins.templates import OpenDims, Template, TNode, grown, has_rows, spec_of
from sct.runtime.joins.too_many import MAX_ALTERNATIVES
from sct.runtime.lists.rows import Items
from sct.runtime.trace import Trace

__all__ = ["lists_together", "tuples_together"]


def lists_together(trace: Trace, items: list[Template], k: int, open_dims: OpenDims) -> list[Template]:
    """Many alternatives, the lists among them as one of run-time length; the first `k` are those of this path."""
    for kind in (list, tuple):
        lists = [x for x in items if isinstance(x, TNode) and x.kind in (kind, Items if kind is list else kind)]
        mine = [x for x in items[:k] if any(x is one for one in lists)]
        if len(lists) < 2 or len({one.kind for one in lists}) > 1:
            continue
        others = [x for x in lists if all(x is not one for one in mine)]
        found = grown(trace, mine or others[:1], others if mine else others[1:], open_dims, always=True)  # type: ignore[arg-type]
        if found is not None:
            items = [found, *(x for x in items if all(x is not one for one in lists))]
            k = len(mine) > 0
    return items


def tuples_together(trace: Trace, items: list[Template], open_dims: OpenDims) -> list[Template] | None:
    """With tuples of numbers, of more and more lengths from iteration to iteration, as one; None where all stay."""
    tuples = [x for x in items if isinstance(x, TNode) and x.kind is tuple]
    few = 2 if open_dims is not None else MAX_ALTERNATIVES
    if len({len(x.items) for x in tuples}) <= few or not all(map(_holds_numbers, tuples)):
        return None
    found = grown(trace, tuples[:1], tuples[1:], open_dims, always=True)
    return None if found is None else [found, *(x for x in items if all(x is not one for one in tuples))]


def _holds_numbers(t: Template) -> bool:
    """Whether it is a number, or a tuple of such, however deep."""
    if isinstance(t, TNode):
        return t.kind is tuple and not has_rows(t) and all(map(_holds_numbers, t.items))
    return spec_of(t) is not None
