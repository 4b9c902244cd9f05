"""What an exception says where an operation fails on what stands for run-time values: Python names classes of sct then.

It is asked again with numbers and arrays of the same types in their place. Where the program raises, plain Python says
it at the call; a handler of the user's is given no other words than Python's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn

from sct.errors import Location, StaticValueError
from sct.runtime.kind_names import type_name

__all__ = ["check_words", "in_pythons_words", "names_own", "raise_as_python"]

_OWN = re.compile(r"\b(Variable|FormattedText)\b|['\"](Choice|SymbolicRange|Lost)['\"]")


_SAYING = (TypeError, AttributeError, ValueError)  # others, as a KeyError, hold the value itself


def in_pythons_words(function: Callable[..., Any], *args: Any) -> Any:
    """`function(*args)`, which raises what it raises for numbers and arrays in place of run-time values."""
    try:
        return function(*args)
    except TypeError as error:
        if not names_own(error):
            raise
        from sct.runtime.numpy_signatures import raised_by_numpy

        raised = raised_by_numpy(function, args, {})
        if not isinstance(raised, TypeError) or names_own(raised):
            raise
        raise raised from None


def raise_as_python(function: Callable[..., Any], *args: Any, **kwargs: Any) -> NoReturn:
    """Raise what `function(*args, **kwargs)`, which Python does not do for values of these types, raises for such."""
    from sct.runtime.numpy_signatures import raised_by_numpy

    types = ", ".join(map(type_name, args))
    raise raised_by_numpy(function, args, kwargs) or TypeError(f"{function.__name__} of {types}")


def check_words(error: BaseException, where: Location | None) -> None:
    """Refuse what a handler of the user's would find other words in than Python's: names, or values."""
    if names_own(error) or hasattr(error, "sct_by_value"):
        raise StaticValueError(
            f"an exception that is caught is about a run-time value: {error}",
            where=where,
            why="what Python says of it is not known while the graph is built",
            fix="test the value before, and not by an exception",
        ) from error


def names_own(error: BaseException) -> bool:
    """Whether what an exception says has the name of a class of sct's in it."""
    said = error.args[0] if isinstance(error, _SAYING) and error.args else ""
    return type(said) is str and _OWN.search(said) is not None
