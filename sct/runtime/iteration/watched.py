"""Dicts and sets that get other keys while somebody goes through them, though in the end there are as many as before.

Python tells a walk that their number has changed. Where one key goes and another one comes, or the same comes again,
it goes on in its table, or says that keys have changed: which, depends on places in the table. So what happened is
written down, as the run has it, and plain Python is asked, or the loop refused.
"""

from __future__ import annotations

from typing import Any

from sct.errors import SideEffectError
from sct.ir.build import Builder
from sct.runtime.current import is_variable
from sct.runtime.joins.trees import same_items
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.state.bare import items_in, pairs_in
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["Watch", "note_added", "note_dropped", "watched"]


class Watch:
    """What becomes of the keys of a dict or set during one walk."""

    def __init__(self, trace: Trace, owner: Any, keys: tuple[Any, ...] | None) -> None:
        self.owner, self.keys = owner, keys  # None: only the run knows which
        self.builder: Builder = trace.builder
        self.moved = trace.note_new([False])  # a list, which branches and loops join as any of the user's
        self.added = keys is not None  # whether one may have come; that it has gone, is written down elsewhere

    def note(self, trace: Trace) -> None:
        """A key goes, or has gone."""
        if trace.in_scope(self.builder):  # elsewhere the walk has ended
            trace.touch_list(self.moved)
            self.moved[0] = True

    def differs(self) -> bool:
        """Whether the keys are not those of the beginning, as far as they are known."""
        if self.keys is None:
            return False
        if isinstance(self.owner, dict):
            return not same_items(tuple(key for key, _ in pairs_in(self.owner)), self.keys)
        return {*map(id, items_in(self.owner))} != {*map(id, self.keys)}

    def note_before(self, trace: Trace) -> None:
        """Before the dict or set changes: a change before this one may have taken keys out."""
        if self.differs():
            self.note(trace)

    def check(self, trace: Trace) -> None:
        """Before the next item is taken, where there are as many keys as there were."""
        from sct.runtime.control_flow import select

        moved = self.moved[0] if self.added else False
        refusal = SideEffectError(
            f"{a_kind(self.owner)} that a loop goes over gets other keys, and has as many as before",
            where=trace.location(),
            why="plain Python raises RuntimeError, or goes on with some of them: that depends on places in its table",
            fix="loop over a copy: `for x in list(items)`",
        )
        if is_variable(moved):
            select(moved, lambda: leave_to_python(trace, refusal), lambda: None)
        elif moved or self.differs():
            leave_to_python(trace, refusal)


def watched(trace: Trace, owner: Any, keys: tuple[Any, ...] | None = None) -> Watch:
    """A walk through `owner` begins."""
    made = Watch(trace, owner, keys)
    trace.watches[owner] = (*trace.watches.get(owner, ()), made)
    return made


def note_dropped(trace: Any, owner: Any) -> None:
    """A key of the run is taken out."""
    for watch in trace.watches.get(owner, ()):
        watch.note(trace)


def note_added(trace: Any, owner: Any) -> None:
    """A key of the run may come."""
    for watch in trace.watches.get(owner, ()):
        watch.added = True
