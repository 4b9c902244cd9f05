"""A `for` over what its own body changes: Python looks at it anew before each item, and so does this."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.errors import UnrollLimitError
from sct.runtime.current import is_variable
from sct.runtime.iteration.consumers import joint_state
from sct.runtime.iteration.iterables import Rollable
from sct.runtime.iteration.steps import Steps
from sct.runtime.lists import growing
from sct.runtime.trace import Trace

__all__ = ["walk_by_position", "walk_on", "walk_plainly"]


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
    """`for item in items: body(item)`, from the item at `start` on, where the items are those of lists."""
    from sct.runtime.logical import and_
    from sct.runtime.while_loops import convert_while

    place, anew = _Place(start), items.each()

    def test() -> Any:
        more = anew.more(place.at)
        return more if extra_test is None else and_(more, extra_test)

    def step() -> None:
        item = anew.item(place.at)
        place.at = place.at + 1
        body(item)

    convert_while(test, step, *joint_state(get_state, set_state, [place]), (*names, "the place in the list"))


def walk_by_position(
    steps: Steps,
    body: Callable[[Any], None],
    extra_test: Callable[[], Any] | None,
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    names: tuple[str, ...],
) -> None:
    """`for item in steps: body(item)`, where the body, or who has it afterwards, may take items, too."""
    from sct.runtime.logical import and_
    from sct.runtime.while_loops import convert_while

    def test() -> Any:
        return steps.more() if extra_test is None else and_(extra_test(), steps.more)

    convert_while(test, lambda: body(steps.trace.own(steps.take())), get_state, set_state, names)


def walk_plainly(
    trace: Trace,
    items: Rollable,
    start: int,
    run: Callable[[Any], None],
    extra_test: Callable[[], Any] | None,
    most: int,
) -> int | None:
    """The same turn by turn, as long as what is in the lists is known while the graph is built.

    Answers the number of the turn that `walk_on` goes on with, or None at the end of the loop.
    """
    from sct.runtime.control_flow import truth

    anew, first = items.each(), start
    while not any(map(growing.is_growing, anew.lists)):
        going = True if extra_test is None else truth(trace, extra_test())
        if not is_variable(going):
            going = going and truth(trace, anew.more(start))
        if is_variable(going):
            break
        if not going:
            return None
        if start - first > most:
            raise UnrollLimitError(
                f"a loop over a list that grows in its body goes on after {most} turns",
                where=trace.location(),
                why="such a loop is run while the graph is built, and its list may double in each turn",
                fix="go through a copy, as in `for i, x in enumerate(list(items))`, or count with a `while`",
            )
        run(anew.item(start))
        start += 1
    return start
