"""Exceptions that a traced branch raises: recorded, and raised when the program gets there."""

from __future__ import annotations

from typing import Any, NoReturn

from sct.errors import SctError, SideEffectError, StaticValueError, SymbolicRecursionError, VerifyError
from sct.ops.control import exception_class
from sct.runtime import trace as tracing
from sct.runtime.calls.defects import is_overflow

__all__ = ["CAUGHT", "IN_GENERATOR", "Diverged", "PlainPythonRaises", "PlainPythonRecurses", "leave"]
__all__ += ["end_for_python", "raise_later", "raised", "record_exception"]


IN_GENERATOR = "generator"  # what is stepped: where StopIteration is an error
CAUGHT = "caught"  # where plain Python can take what is asked for in its place


class Diverged(BaseException):
    """Control has left this branch by an exception that is recorded already."""


class PlainPythonRaises(Exception):
    """Raised by a program in place of an exception that only plain Python can make; it then runs and does."""


class PlainPythonRecurses(PlainPythonRaises):
    """Raised where calls go deeper than the program does: plain Python runs, and as a rule does so at the next call."""


PLAIN = f"{PlainPythonRaises.__module__}.{PlainPythonRaises.__qualname__}"
DEEPER = f"{PlainPythonRecurses.__module__}.{PlainPythonRecurses.__qualname__}"


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


def end_for_python(trace: tracing.Trace, why: str, *, deeper: bool = False) -> None:
    """Record that plain Python runs in place of the program if it gets here; the log `fallback` shows `why`."""
    trace.effect("raise", (), {"exception": DEEPER if deeper else PLAIN, "template": (why,)})


def record_exception(trace: tracing.Trace, error: BaseException) -> None:
    """Record that the program raises `error` here, or go on in the handler that takes it, if the trace knows which."""
    from sct.runtime.texts.format_text import message_template

    if isinstance(error, SctError):
        raise error
    if trace.handling.around:
        from sct.runtime.handling.jumps import jump

        jump(trace, error)
    if trace.iterators.stepping == IN_GENERATOR and isinstance(error, StopIteration):
        error = RuntimeError("generator raised StopIteration")
    elif trace.iterators.stepping == CAUGHT and isinstance(error, StopIteration):
        end_for_python(trace, "an iterator has no next item, which a handler may take")
        return
    elif trace.iterators.stepping and isinstance(error, StopIteration):
        raise StaticValueError(
            "whether an iterator has a next item is known only when the program runs",
            where=trace.location(),
            why="its __next__ raises StopIteration in a branch or loop that run-time values decide about",
            fix="write it as a generator function, or loop over a range or an array",
        )
    if is_overflow(error):  # Python alone has more stack left
        trace.plain_raises.append(_too_deep(trace))
    if trace.trying_depth or is_overflow(error):
        why = "calls go deeper than they are traced" if is_overflow(error) else _handled(error)
        end_for_python(trace, why, deeper=is_overflow(error))
        return
    try:
        name = exception_name(trace, type(error))
        template, values = message_template(error.args)
    except SctError as refused:
        trace.plain_raises.append(refused)
        end_for_python(trace, refused.what)
        return
    trace.effect("raise", tuple(values), {"exception": name, "template": template})


def _handled(error: BaseException) -> str:
    return f"{type(error).__name__} is raised inside of a `try` that may take it"


def _too_deep(trace: tracing.Trace) -> SymbolicRecursionError:
    return SymbolicRecursionError(
        "calls inside of one another overflow the stack while they are traced",
        where=trace.location(),
        why="a trace needs several frames for each of them, and Python's recursion limit counts all",
        fix="raise the limit with sys.setrecursionlimit, or write the recursion as a loop",
    )


def raised(error: Any) -> Any:
    """What a `raise` is about to raise: of several exceptions or classes, the program raises the chosen one."""
    trace = tracing.current()
    if trace is not None and _leaves_python(error):
        leave(trace)
    if type(error).__name__ != "Choice" or not tracing.is_variable(error):
        return error
    assert trace is not None
    error.sct_distribute(lambda one: _raise_one(trace, one))
    raise AssertionError("no alternative was raised")


def _leaves_python(error: Any) -> bool:
    """Whether this is an exception, or a class of such, that handlers of `Exception` do not see."""
    kind = error if isinstance(error, type) else type(error)
    return issubclass(kind, BaseException) and not issubclass(kind, Exception)


def leave(trace: tracing.Trace, *_: Any) -> NoReturn:
    """Python raises such an exception here: while the graph is built, or by a program, it would end more than that."""
    trace.plain_raises.append(
        SideEffectError(
            "an exception that is no Exception is raised",
            where=trace.location(),
            why="plain Python would have to run instead, but what the program does before cannot be done again",
            fix="raise an exception that is derived from Exception",
        )
    )
    end_for_python(trace, "an exception is raised that is no Exception")
    raise Diverged


def _raise_one(trace: tracing.Trace, error: Any) -> NoReturn:
    from sct.runtime.call import convert_call
    from sct.runtime.calls.raised_words import names_own

    made = convert_call(error)() if isinstance(error, type) else error
    if not isinstance(made, BaseException):
        made = TypeError("exceptions must derive from BaseException")
    if not names_own(made):
        trace.handling.note_passed(made)  # it says what the user has made it say
    raise_later(trace, made)


def raise_later(trace: tracing.Trace, error: BaseException) -> NoReturn:
    """Raise `error`: now, when nothing is symbolic around, else when the program gets here."""
    if trace.depth == 0:
        raise error
    record_exception(trace, error)
    raise Diverged
