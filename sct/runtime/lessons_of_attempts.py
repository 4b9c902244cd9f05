"""What an attempt at tracing a function has shown, as far as the next one is chosen by it."""

from __future__ import annotations

from typing import Any

from sct.errors import SctError
from sct.runtime.callers.asked import asked_of_caller
from sct.runtime.callers.callers_pools import outermost
from sct.runtime.lists import known_lists
from sct.runtime.trace import Trace

__all__ = ["Lesson"]


class Lesson:
    """What has come of one attempt; its trace is not kept, which is large."""

    def __init__(self, trace: Trace, error: BaseException) -> None:
        self.error = error
        self.plan = trace.plan
        self.asked = asked_of_caller(trace, error) if isinstance(error, SctError) else frozenset()
        self.lists = known_lists.places(trace)
        self.pools = bool(trace.pools)
        self.hurried = trace.loops.hurried
        self.jumped = trace.handling.jumped
        self.recursed, self.recursed_there = bool(trace.recursion.calls), trace.recursion.in_rolled
        self.sequence_iterators = trace.iterators.sequences
        self.rolled_plain = trace.loops.rolled_plain
        self.buffers = trace.items.buffers
        self.lost_items, self.told_contents = trace.items.lost, trace.items.told
        families = trace.doubts.families
        self.families, self.listed = families.all(), frozenset(families.listed)
        self.forms: dict[Any, frozenset[Any]] = {site: frozenset(forms) for site, forms in families.forms.items()}
        self.outermost = outermost(trace)
