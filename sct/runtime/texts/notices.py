"""`logging` and `warnings.warn` in a trace: recorded, so that every run gives the record or the warning."""

from __future__ import annotations

import functools
import logging
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from sct.errors import UnsupportedCallError
from sct.runtime.callers.owning import owned
from sct.runtime.callers.sources import CallSource
from sct.runtime.calls.raising import exception_name
from sct.runtime.conversion.converted_code import innermost_converted
from sct.runtime.conversion.opened import in_opened
from sct.runtime.joins.choice import Choice
from sct.runtime.numpy_functions.error_states import note_warning
from sct.runtime.texts.deferred_text import pieces_of
from sct.runtime.texts.percent_text import deferred_percent
from sct.runtime.texts.text_pieces import template_from
from sct.runtime.trace import Trace

__all__ = ["LOGGING", "warn"]

_LEVELS = {name: getattr(logging, name.upper()) for name in ("debug", "info", "warning", "error", "critical")}


def _log(
    trace: Trace, logger: logging.Logger, level: Any, message: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    if any(kwargs.values()):
        raise UnsupportedCallError(
            f"a record for the log with {', '.join(kwargs)}= has no static form",
            where=trace.location(),
            why="the program makes the record when it runs, of its text and place alone",
            fix="leave it out, and put what is of interest into the text",
        )
    name = "" if logger is logging.root else logger.name
    if logging.getLogger(name or None) is not logger or not isinstance(level, int):
        raise UnsupportedCallError(
            f"the logger {logger.name!r} cannot be found by its name, or the level is no int",
            where=trace.location(),
            why="the program looks it up when it runs",
            fix="use a logger that logging.getLogger() answers",
        )
    for k, value in enumerate(args):
        if isinstance(value, Choice):
            value.sct_distribute(functools.partial(_log_one, trace, logger, level, message, args, k, kwargs))
            return
    if args:
        one = args[0] if len(args) == 1 and isinstance(args[0], dict) and args[0] else args
        message = deferred_percent(trace, str(message), one)
    frame = innermost_converted(sys._getframe(1))
    function = frame.f_code.co_name if frame is not None else ""
    template, values = template_from(pieces_of(owned(trace, message), "s"))
    where = trace.location()
    place = (where.filename, where.line, function) if where is not None else ("", 0, function)
    trace.effect("log_record", tuple(values), {"template": template, "logger": name, "level": level, "place": place})


def _log_one(trace: Trace, logger: Any, level: Any, message: Any, args: Any, k: int, kwargs: Any, one: Any) -> None:
    _log(trace, logger, level, message, (*args[:k], one, *args[k + 1 :]), kwargs)


def _method(level: int) -> Callable[..., Any]:
    def call(trace: Trace, logger: Any, /, msg: Any, *args: Any, **kwargs: Any) -> None:
        _log(trace, logger, level, msg, args, kwargs)

    return call


def _function(level: int) -> Callable[..., Any]:
    return functools.partial(_of_root, _method(level))


def _of_root(method: Callable[..., Any], trace: Trace, /, *args: Any, **kwargs: Any) -> None:
    if not logging.root.handlers:
        raise UnsupportedCallError(
            "the functions of logging, before it is configured, cannot be part of a static function",
            where=trace.location(),
            why="the first of these calls would set up the root logger",
            fix="call logging.basicConfig() before, or use logging.getLogger(__name__)",
        )
    method(trace, logging.root, *args, **kwargs)


def _any_level(trace: Trace, logger: Any, /, level: Any, msg: Any, *args: Any, **kwargs: Any) -> None:
    _log(trace, logger, level, msg, args, kwargs)


def _enabled(trace: Trace, logger: Any, /, level: Any) -> bool:
    """Whether a logger wants records of a level: known while the graph is built, and a guard."""
    asked = functools.partial(logger.isEnabledFor, level)
    answer = bool(asked())
    trace.guards.add("elements", CallSource(asked, f"the level of the logger {logger.name!r}"), answer)
    return answer


def warn(
    trace: Trace, /, message: Any, category: Any = None, stacklevel: int = 1, source: Any = None, **others: Any
) -> None:
    """`warnings.warn`."""
    if in_opened():
        return
    if isinstance(message, Choice):
        message.sct_distribute(lambda one: warn(trace, one, category, stacklevel, source, **others))
        return
    if others:
        raise UnsupportedCallError("warnings.warn() with skip_file_prefixes has no static form", where=trace.location())
    if isinstance(message, Warning):
        category, message = type(message), message.args[0] if len(message.args) == 1 else str(message)
    kind = exception_name(trace, UserWarning if category is None else category)
    template, values = template_from(pieces_of(owned(trace, message), "s"))
    frame, outer = _frame(stacklevel)
    place = ("", 0, "")
    if frame is not None:
        place = (frame.f_code.co_filename, frame.f_lineno, str(frame.f_globals.get("__name__", "<string>")))
    note_warning(trace)
    attrs = {"template": template, "category": kind, "place": place, "outer": outer}
    trace.effect("warn", tuple(values), attrs)


def _frame(stacklevel: int) -> tuple[FrameType | None, int]:
    """The frame of the user's that a warning is to show; None and how many frames further out, if that is a caller."""
    frame = innermost_converted(sys._getframe(1))
    while frame is not None and stacklevel > 1:
        frame, stacklevel = innermost_converted(frame.f_back), stacklevel - 1
    return (frame, 0) if frame is not None else (None, max(stacklevel, 1))


LOGGING: dict[Any, Callable[..., Any]] = {
    logging.getLogger: lambda trace, /, name=None: logging.getLogger(name),
    logging.Logger.log: _any_level,
    logging.Logger.isEnabledFor: _enabled,
    **{getattr(logging, name): _function(level) for name, level in _LEVELS.items()},
    **{getattr(logging.Logger, name): _method(level) for name, level in _LEVELS.items()},
}
"""Functions of `logging`, and what is called in their place; a method's object comes first."""
