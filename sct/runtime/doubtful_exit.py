"""Lists, dicts and objects that may be others, as they leave a program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sct.runtime.doubts import HELD, Doubt, refuse
from sct.runtime.leaf_forms import holds_containers
from sct.runtime.rows import Rows
from sct.runtime.trace import Trace

__all__ = ["check_unsure", "doubts_of"]


def doubts_of(trace: Trace, x: Any) -> list[Doubt]:
    """What a container may be of that which may leave too: not what a branch or loop has made for itself."""
    found = trace.doubts.of(x)
    return [one for one in found if one.other is HELD or trace.in_scope(trace.made.get(one.other) or trace.root)]


def check_unsure(trace: Trace, unsure: Iterable[Any], leaving: Iterable[Any], lists: Sequence[Rows]) -> None:
    """Containers that may be others are fine as long as none of those leaves the function, too."""
    out = {id(x) for x in leaving}
    taken: set[int] = set()
    for x in unsure:
        others = {id(one.other): one.other for one in doubts_of(trace, x)}
        outside = any(
            trace.originals.get(one) is not None or trace.sources.get(one) is not None
            for one in others.values()
        )
        item = id(HELD) in others or x in trace.doubts.links or x in trace.doubts.held
        held = item and any(holds_containers(rows.item) for rows in lists)
        if outside or held or others.keys() & (out | taken):
            refuse(trace, x, "leaves the function")
        taken |= others.keys()
