"""What happens each time the program runs: printing, and asserting what is only then known."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.call import convert_call
from sct.runtime.callers.owning import owned
from sct.runtime.calls.raising import Diverged
from sct.runtime.control_flow import select, truth
from sct.runtime.current import current, is_variable
from sct.runtime.handling.jumps import can_jump, is_taken
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.operators import users_method
from sct.runtime.texts.deferred_text import pieces_of, show
from sct.runtime.texts.format_text import message_template
from sct.runtime.texts.standard_output import STREAMS, StandardOutput
from sct.runtime.texts.text_pieces import FormattedText, template_from
from sct.runtime.texts.unread_texts import UnreadText
from sct.runtime.trace import Trace

__all__ = ["print_later", "record_assert"]


def print_later(
    *values: Any, sep: Any = None, end: Any = None, file: Any = None, flush: Any = False, **unknown: Any
) -> None:
    """`print` in a trace: recorded, so that every run prints. Each run flushes as stdout itself does."""
    if unknown:
        print(**unknown)  # raises
    trace = _trace()
    stream = trace.output.streams.get("stdout", STREAMS["stdout"]) if file is None else file
    if stream is None:  # as Python does without a standard output
        return
    write = None if isinstance(stream, StandardOutput) else _writer(trace, stream)
    for name, text in (("sep", sep), ("end", end)):
        if text is not None and not isinstance(text, (str, FormattedText)):
            raise TypeError(f"{name} must be None or a string, not {type(text).__name__}")
    for i, value in enumerate(values):
        if isinstance(value, Choice):
            value.sct_distribute(functools.partial(_print_with, values, i, sep, end, file))
            return
    if write is not None:
        _write_each(write, values, sep, end)
        if flush:
            convert_call(stream.flush)()
        return
    pieces = []
    for i, value in enumerate(values):
        if i:
            pieces += pieces_of(" " if sep is None else sep, "s")
        pieces += pieces_of(owned(trace, value), "s")
    pieces += pieces_of("\n" if end is None else end, "s")
    template, arguments = template_from(pieces)
    elsewhere = {} if stream is STREAMS["stdout"] else {"to": stream.sct_name}
    trace.effect("print", tuple(arguments), {"template": template, **elsewhere})


def _print_with(values: tuple[Any, ...], i: int, sep: Any, end: Any, file: Any, alternative: Any) -> None:
    print_later(*values[:i], alternative, *values[i + 1 :], sep=sep, end=end, file=file)


def _writer(trace: Trace, file: Any) -> Callable[..., Any]:
    """The `write` of an object of the user's, or of an `io.StringIO` of the program's."""
    if users_method(file, "write") is None:
        raise SideEffectError(
            "print(file=...) in a static function",
            where=trace.location(),
            why="only standard output, sys.stderr, an io.StringIO made in the function and objects of your own classes "
            "can be written to when the program runs",
            fix="print to one of those, or write to the file outside of the static function",
        )
    write: Callable[..., Any] = convert_call(file.write)
    return write


def _write_each(write: Callable[..., Any], values: tuple[Any, ...], sep: Any, end: Any) -> None:
    """Text by text, as Python does."""
    for i, value in enumerate(values):
        if i:
            write(" " if sep is None else sep)
        write(show(pieces_of(owned(_trace(), value), "s")))
    write("\n" if end is None else end)


def record_assert(test: Any, message: Callable[[], Any] | None) -> None:
    """`assert` on a symbolic value."""
    trace = _trace()
    holds = truth(trace, test)
    if not is_variable(holds):
        if not holds:
            raise AssertionError(*(() if message is None else (message(),)))
        return
    if can_jump(trace) and is_taken(trace, AssertionError()):
        select(holds, lambda: None, lambda: _fail(message))
        return
    if message is not None and not _is_free(trace, message):
        select(holds, lambda: None, lambda: _fail(message))
        return
    said = () if message is None else (message(),)
    if said and isinstance(said[0], UnreadText):
        select(holds, lambda: None, lambda: _fail(message or str))
        return
    template, values = message_template(said)
    trace.effect("assert", (holds, *values), {"exception": "builtins.AssertionError", "template": template})


def _is_free(trace: Trace, message: Callable[[], Any]) -> bool:
    """Whether making the message computes nothing when the program runs; tried out and undone."""
    with trace.region() as region:
        try:
            message()
            return not region.builder.ops and not region.transaction.changes()
        except (Exception, Diverged):
            return False
        finally:
            region.transaction.rollback()


def _fail(message: Callable[[], Any] | None) -> None:
    raise AssertionError(*(() if message is None else (message(),)))


def _trace() -> Trace:
    trace = current()
    assert trace is not None
    return trace
