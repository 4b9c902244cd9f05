"""Exceptions that a traced branch raises: recorded, and raised when the program gets there."""

from __future__ import annotations

from typing import Any, NoReturn

from sct.errors import SctError, SideEffectError, StaticValueError, VerifyError
from sct.ops.control import exception_class
from sct.runtime import trace as tracing

__all__ = ["CAUGHT", "IN_GENERATOR", "Diverged", "PlainPythonRaises", "raise_later", "raised", "record_exception"]


IN_GENERATOR = "generator"  # what is stepped: where StopIteration is an error
CAUGHT = "caught"  # where plain Python can take what is asked for in its place


class Diverged(BaseException):
    """Control has left this branch by an exception that is recorded already."""


class PlainPythonRaises(Exception):
    """Raised by a program in place of an exception that only plain Python can make; it then runs and does."""


PLAIN = f"{PlainPythonRaises.__module__}.{PlainPythonRaises.__qualname__}"


def exception_name(trace: tracing.Trace, kind: type[BaseException]) -> str:
    """The full name under which the program finds an exception class again."""
    name = f"{kind.__module__}.{kind.__qualname__}"
    try:
        if exception_class(name) is kind:
            return name
    except (ImportError, AttributeError, VerifyError):
        pass
    raise SideEffectError(
        f"the exception class {kind.__qualname__} cannot be found by its name",
        where=trace.location(),
        why="the program raises it when it runs, and looks it up in its module",
        fix="define the class at the top level of a module",
    )


def record_exception(trace: tracing.Trace, error: BaseException) -> None:
    """Record that the program raises `error` here."""
    from sct.runtime.format_text import message_template

    if isinstance(error, SctError):
        raise error
    if trace.stepping == IN_GENERATOR and isinstance(error, StopIteration):
        error = RuntimeError("generator raised StopIteration")
    elif trace.stepping == CAUGHT and isinstance(error, StopIteration):
        trace.effect("raise", (), {"exception": PLAIN, "template": ()})
        return
    elif trace.stepping and isinstance(error, StopIteration):
        raise StaticValueError(
            "whether an iterator has a next item is known only when the program runs",
            where=trace.location(),
            why="its __next__ raises StopIteration in a branch or loop that run-time values decide about",
            fix="write it as a generator function, or loop over a range or an array",
        )
    if trace.trying_depth:
        trace.effect("raise", (), {"exception": PLAIN, "template": ()})
        return
    try:
        name = exception_name(trace, type(error))
        template, values = message_template(error.args)
    except SctError as refused:
        trace.plain_raises.append(refused)
        name, template, values = PLAIN, (), []
    trace.effect("raise", tuple(values), {"exception": name, "template": template})


def raised(error: Any) -> Any:
    """What a `raise` is about to raise: of several exceptions or classes, the program raises the chosen one."""
    if type(error).__name__ != "Choice" or not tracing.is_variable(error):
        return error
    trace = tracing.current()
    assert trace is not None
    error.sct_distribute(lambda one: _raise_one(trace, one))
    raise AssertionError("no alternative was raised")


def _raise_one(trace: tracing.Trace, error: Any) -> NoReturn:
    from sct.runtime.call import convert_call

    made = convert_call(error)() if isinstance(error, type) else error
    if not isinstance(made, BaseException):
        made = TypeError("exceptions must derive from BaseException")
    raise_later(trace, made)


def raise_later(trace: tracing.Trace, error: BaseException) -> NoReturn:
    """Raise `error`: now, when nothing is symbolic around, else when the program gets here."""
    if trace.depth == 0:
        raise error
    record_exception(trace, error)
    raise Diverged
