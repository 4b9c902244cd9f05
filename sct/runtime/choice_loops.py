"""A `for` over one of several iterables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime.choice import Choice
from sct.runtime.current import current

__all__ = ["for_choice"]


def for_choice(
    loop: Callable[..., None],
    iterable: Choice,
    k: int,
    body: Callable[[Any], None],
    extra_test: Callable[[], Any] | None,
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    names: tuple[str, ...],
) -> None:
    """A loop over each of several iterables, of which the running program knows which it is."""
    from sct.runtime.control_flow import convert_ifelse

    def this() -> None:
        loop(iterable.alternatives[k], body, extra_test, get_state, set_state, names)

    def others() -> None:
        trace = current()
        assert trace is not None
        with trace.scope.alike():
            for_choice(loop, iterable, k + 1, body, extra_test, get_state, set_state, names)

    if k == len(iterable.alternatives) - 1:
        this()
    else:
        convert_ifelse(iterable.index == k, this, others, get_state, set_state, names)
