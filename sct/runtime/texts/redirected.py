"""`contextlib.redirect_stdout` in a trace: what the function prints meanwhile is written to an object of its own.

`sys.stdout` itself stays what it is while the program runs: nothing else that a program does prints.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from sct.errors import SideEffectError, UnsupportedCallError
from sct.runtime.texts.standard_output import STREAMS

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["REDIRECTIONS", "Redirected", "check_manager", "check_redirected", "check_stream"]


def check_manager(trace: Trace, value: Any) -> None:
    """Refuse managers that change a stream of `sys`, but those that the trace itself has made."""
    if isinstance(value, (contextlib.redirect_stdout, contextlib.redirect_stderr)):
        raise UnsupportedCallError(
            f"a {type(value).__name__} from outside the function, or of a class of its own",
            where=trace.location(),
            why="it changes sys.stdout itself, once, while the graph is built",
            fix="write `with contextlib.redirect_stdout(...)` in the function",
        )


def check_stream(trace: Trace, owner: Any, name: str) -> None:
    """Refuse to put another object in place of a stream of `sys`: it would be there when the function has ended."""
    if owner is sys and name in STREAMS:
        raise SideEffectError(
            f"sys.{name} is assigned to in a static function",
            where=trace.location(),
            why="what is printed from there on would still be printed where it was before",
            fix="use contextlib.redirect_stdout, or print(..., file=...)",
        )


def _refuse_stderr(trace: Trace, *_: Any) -> NoReturn:
    raise UnsupportedCallError(
        "redirect_stderr in a static function",
        where=trace.location(),
        why="what Python and NumPy warn of goes to sys.stderr, which a program does not see",
        fix="print to the object: print(..., file=...)",
    )


class Redirected:
    """What `contextlib.redirect_stdout` makes in a trace."""

    def __init__(self, trace: Trace, new_target: Any) -> None:
        self._trace = trace
        self._target = new_target
        self._before: dict[str, Any] = {}
        self._builder: Any = None

    def __enter__(self) -> Any:
        self._barrier = self._trace.handling.part()
        self._before, self._builder = self._trace.output.streams, self._trace.builder
        self._trace.output.streams = {**self._before, "stdout": self._target}
        return self._target

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        self._trace.handling.leave(self._barrier)
        if kind is None and self._trace.builder is not self._builder:
            raise _left(self._trace)
        self._trace.output.streams = self._before


def check_redirected(trace: Trace) -> None:
    """At the end of the function: nothing that it began is left."""
    if trace.output.streams:
        raise _left(trace)


def _left(trace: Trace) -> SideEffectError:
    return SideEffectError(
        "redirect_stdout begins in a branch, loop or generator, and ends elsewhere",
        where=trace.location(),
        why="where the function prints to meanwhile would be known only when the program runs",
        fix="print to the object: print(..., file=...)",
    )


REDIRECTIONS: dict[Any, Callable[..., Any]] = {
    contextlib.redirect_stdout: Redirected,
    contextlib.redirect_stderr: _refuse_stderr,
}
