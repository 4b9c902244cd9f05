"""`try` in converted code: plain Python on plain values, control flow of the program on symbolic ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from sct.runtime.calls.defects import defects_pass
from sct.runtime.current import current

__all__ = [
    "Handler", "State", "convert_finally", "convert_try", "convert_with", "finishing", "handled", "is_one_of", "trying",
]  # fmt: skip

_PLAIN: AbstractContextManager[Any] = nullcontext()
State = tuple[Any, ...]
Handler = tuple[Callable[[], Any] | None, Callable[[Any], None] | None, bool]
"""What a handler takes (None: all), itself, and whether it asks which exception it is.

In place of one to which nothing may jump there is None.
"""


def convert_try(
    body: Callable[[], None],
    handlers: tuple[Handler, ...],
    orelse: Callable[[], None] | None,
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: tuple[str, ...],
) -> None:
    """`try: body() except …: handler(error) else: orelse()`, of which all share `names` with the function around."""
    if current() is not None:
        from sct.runtime.handling.attempt import attempt

        attempt(body, handlers, orelse, get_state, set_state)
        return
    try:
        body()
    except BaseException as error:
        if not handled(error, handlers):
            raise
        return
    if orelse is not None:
        orelse()


def convert_finally(
    body: Callable[[], None],
    final: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
) -> None:
    """`try: body() finally: final()`, of which both share names with the function around."""
    if current() is not None:
        from sct.runtime.handling.passages import finish

        finish(body, final, get_state, set_state)
        return
    try:
        body()
    finally:
        final()


def convert_with(
    manager: Any,
    body: Callable[[Any], None],
    caught: Callable[[], None] | None,
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
) -> None:
    """`with manager as entered: body(entered)`; `caught()` puts back what an exception in the body does not leave."""
    if current() is not None:
        from sct.runtime.handling.managed import managed

        managed(manager, body, caught, get_state, set_state)
        return
    with manager as entered:
        try:
            body(entered)
        except BaseException:
            if caught is not None:
                caught()
            raise


def handled(error: BaseException, handlers: tuple[Handler, ...]) -> bool:
    """Run the handler that takes `error`, if there is one: to be called while Python handles it."""
    for kinds, handler, _ in handlers:
        if kinds is None or is_one_of(error, kinds()):
            if handler is not None:
                handler(error)
            return handler is not None
    return False


def is_one_of(error: BaseException, kinds: Any) -> bool:
    """Whether a handler of these takes an exception; Python itself says what no class of exceptions is."""
    traceback = error.__traceback__
    try:
        raise error
    except kinds:
        return True
    except BaseException as other:
        if other is not error:
            raise
        return False
    finally:
        error.__traceback__ = traceback


def trying() -> AbstractContextManager[Any]:
    """A context for the body of a `try` whose handlers stay Python's; does nothing on plain values."""
    trace = current()
    return _PLAIN if trace is None else _traced(trace)


@contextmanager
def _traced(trace: Any) -> Iterator[None]:
    with trace.trying(), defects_pass(trace.where):
        yield


def finishing() -> AbstractContextManager[Any]:
    """A context for what a `finally` clause follows: no exception passes it by; does nothing on plain values."""
    trace = current()
    return _PLAIN if trace is None else trace.handling.apart()
