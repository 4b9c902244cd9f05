"""Lists and deques that are searched for an item, by an `__eq__` of the user's that may change what is searched.

Python looks at the items that a list has by then, and says that a deque has changed.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.current import is_variable
from sct.runtime.joins.choice import is_number
from sct.runtime.joins.trees import same_items
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.lists.rows import stale_or_marker
from sct.runtime.state.bare import items_in
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["Searched", "may_change"]


def may_change(owner: Any, *items: Any) -> bool:
    """Whether comparing these runs code of the user's, and `owner` can change by that."""
    if not isinstance(owner, (list, deque)):
        return False
    return not all(is_variable(x) or is_number(x) or isinstance(x, (str, bytes)) or x is None for x in items)


class Searched:
    """What is searched, and what it held when that began; `raises` is what Python raises where a deque changes."""

    def __init__(self, trace: Trace, owner: Any, raises: type[Exception] = RuntimeError) -> None:
        self.trace, self.owner, self.raises = trace, owner, raises
        self.before, self.touched = tuple(items_in(owner)), False
        if isinstance(owner, deque):
            trace.watches[owner] = (*trace.watches.get(owner, ()), self)

    def note_before(self, trace: Trace) -> None:
        """A deque changes, perhaps back to what it was."""
        self.touched = True

    def has_changed(self) -> bool:
        """Whether it does not hold what it did."""
        return not same_items(tuple(items_in(self.owner)), self.before)

    def items(self) -> tuple[Any, ...]:
        """After a comparison: what there is to look at now."""
        now = tuple(items_in(self.owner))
        if same_items(now, self.before) and not self.touched:
            return now
        later = stale_or_marker(self.owner) is not None
        if not later and isinstance(self.owner, deque) and len(now) != len(self.before):
            raise self.raises("deque mutated during iteration")
        if later or isinstance(self.owner, deque):  # one that is turned counts as changed, but not where items are set
            leave_to_python(self.trace, self.refusal())
        return now

    def refusal(self) -> SideEffectError:
        """Where only plain Python can say what comes of it."""
        return SideEffectError(
            f"{a_kind(self.owner)} changes while it is searched, by an __eq__ of its items",
            where=self.trace.location(),
            why="which items are looked at then, or whether that raises, is up to Python's own class",
            fix="let __eq__ only compare",
        )
