"""Dicts and sets that get other keys while somebody goes through them, though in the end there are as many as before.

Python tells a walk that their number has changed. Where one key goes and another one comes, or the same comes again,
it goes on in its table, or says that keys have changed: which, depends on places in the table. So what happened is
written down, as the run has it, and plain Python is asked, or the loop refused.
"""

from __future__ import annotations

import operator
from collections import OrderedDict
from typing import Any

from sct.errors import SideEffectError
from sct.ir.build import Builder
from sct.runtime.current import is_variable
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.state.bare import items_in
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["Watch", "note_added", "note_dropped", "watched"]


class Watch:
    """What becomes of the keys of a dict or set during one walk."""

    def __init__(self, trace: Trace, owner: Any, keys: tuple[Any, ...] | None) -> None:
        self.owner, self.keys = owner, keys  # None: only the run knows which
        self.builder: Builder = trace.builder
        self.moved = trace.note_new([False])  # a list, which branches and loops join as any of the user's
        self.touched = False
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
        now = _keys_of(self.owner)
        if len(now) != len(self.keys):
            return True
        if isinstance(self.owner, dict):
            return not all(map(operator.is_, now, self.keys))
        return {*map(id, now)} != {*map(id, self.keys)}

    def note_before(self, trace: Trace) -> None:
        """Before the dict or set changes: a change before this one may have taken keys out."""
        self.touched = True
        if self.keys is None or self.moved[0] is True:
            return
        as_many = isinstance(self.owner, dict) and not isinstance(self.owner, OrderedDict)  # keys go one by one
        if dict.__len__(self.owner) != len(self.keys) if as_many else self.differs():
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
        elif moved or (self.touched and self.differs()):
            leave_to_python(trace, refusal)


def watched(trace: Trace, owner: Any, keys: tuple[Any, ...] | None = None) -> Watch:
    """A walk through `owner` begins; those that nothing has happened to are one."""
    known: tuple[Any, ...] = trace.watches.get(owner, ())
    for one in known:
        if type(one) is Watch and not one.touched and one.moved[0] is False and not (keys is None and one.added):
            if one.builder is trace.builder and (one.keys is None) is (keys is None):
                return one
    made = Watch(trace, owner, keys)
    trace.watches[owner] = (*known, made)
    return made


def _keys_of(owner: Any) -> tuple[Any, ...]:
    """As Python's own class has them."""
    if isinstance(owner, dict):
        return tuple((OrderedDict if isinstance(owner, OrderedDict) else dict).keys(owner))
    return tuple(items_in(owner))


def note_dropped(trace: Any, owner: Any) -> None:
    """A key of the run is taken out."""
    for watch in trace.watches.get(owner, ()):
        watch.note(trace)


def note_added(trace: Any, owner: Any) -> None:
    """A key of the run may come."""
    for watch in trace.watches.get(owner, ()):
        watch.added = True
