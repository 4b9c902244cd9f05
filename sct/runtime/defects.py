"""Whose doing an exception is that comes up while a function is traced: the user's, or a defect of sct.

What the user's code raises becomes part of the program. A defect is an `InternalError` at the user's line: it is never
taken for an exception of theirs. Where the two cannot be told apart, the exception counts as theirs; if plain Python,
which is then asked, does not raise it, there is a `PlainPythonWarning`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sct.errors import InternalError, Location, SctError

__all__ = ["defects_pass", "internal_error", "is_users", "users_place"]


def is_users(error: BaseException) -> bool:
    """Whether an exception comes from what the user's code does, and not from a defect of sct."""
    inner = error.__traceback__
    while inner is not None and inner.tb_next is not None:
        inner = inner.tb_next
    module = inner.tb_frame.f_globals.get("__name__", "") if inner is not None else ""
    suspicious = isinstance(error, (AttributeError, KeyError, AssertionError, NameError))
    return not (suspicious and module.startswith("sct.") and module not in _SPEAKS_FOR_PYTHON)


_SPEAKS_FOR_PYTHON = frozenset(
    f"sct.runtime.{name}"
    for name in [
        "reads",
        "containers",
        "mutation",
        "variable",
        "undefined",
        "foreign_call",
        "traced_builtins",
        "construct",
        "effects",
        "iterables",
        "random_object",
        "hash_library",
    ]
)  # where an AttributeError or KeyError is what plain Python would have raised


@contextmanager
def defects_pass(where: Location | None) -> Iterator[None]:
    """No handler of the user's is to take a defect for an exception of theirs."""
    try:
        yield
    except SctError:
        raise
    except Exception as error:
        if is_users(error):
            raise
        raise internal_error(error, users_place(error) or where) from error


def internal_error(error: Exception, where: Location | None) -> InternalError:
    """What the user gets for `error`, which is no doing of theirs."""
    met = f"{type(error).__name__}: {error}".removesuffix(": ")
    return InternalError(f"sct has met {met}", where=where, why="This is a defect of sct, not of your function.")


def users_place(error: Exception) -> Location | None:
    """The last line of the user's that was under way when `error` was raised."""
    place = None
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if not step.tb_frame.f_globals.get("__name__", "").startswith(("sct.", "contextlib")):
            place = Location(code.co_filename, step.tb_lineno, 0, None, None, code.co_qualname)
        step = step.tb_next
    return place
