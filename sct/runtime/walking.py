"""A `for` over a list that its own body changes: Python looks at the list anew before each item, and so does this."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime import growing
from sct.runtime.consumers import joint_state
from sct.runtime.iterables import Rollable
from sct.runtime.trace import Trace

__all__ = ["walk_on"]


class _Place:
    """How many items have been taken: one more variable of the loop."""

    def __init__(self, at: Any) -> None:
        self.at = at

    def get_state(self) -> tuple[Any, ...]:
        return (self.at,)

    def set_state(self, state: tuple[Any, ...]) -> None:
        (self.at,) = state


def walk_on(
    trace: Trace,
    items: Rollable,
    start: int,
    body: Callable[[Any], None],
    extra_test: Callable[[], Any] | None,
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    names: tuple[str, ...],
) -> None:
    """`for item in items: body(item)`, from the item at `start` on, where the items are those of a list."""
    from sct.runtime.logical import and_
    from sct.runtime.loops import convert_while

    place, source = _Place(start), items.source
    assert source is not None

    def test() -> Any:
        more = place.at < growing.length(trace, source)
        return more if extra_test is None else and_(more, extra_test)

    def step() -> None:
        item = items.walked(place.at, trace.own(growing.get(trace, source, place.at)))
        place.at = place.at + 1
        body(item)

    convert_while(test, step, *joint_state(get_state, set_state, [place]), (*names, "the place in the list"))
