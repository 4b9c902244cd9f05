"""What an exception says where an operation fails on what stands for run-time values: Python names classes of sct then.

It is asked again with numbers and arrays of the same types in their place. Where the program raises, plain Python says
it at the call; a handler of the user's is given no other words than Python's.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Callable
from traceback import walk_tb
from types import CodeType, FunctionType
from typing import Any, NoReturn

import numpy as np

from sct.errors import Location, StaticValueError
from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.current import current, is_variable
from sct.runtime.texts.kind_names import type_name

__all__ = ["check_words", "in_pythons_words", "name_augmented", "names_own", "raise_as_python"]

_OWN = re.compile(r"\b(Variable|FormattedText)\b|['\"](Choice|SymbolicRange|Lost)['\"]")
#: The same also where no quotes are around it, and of what has its type of Python's, but other words.
_ANY_OWN = re.compile(
    r"\b(SymbolicRange|TracedGenerator|Elements|Marker|functools\.partial|Object of type partial)\b|traced generator"
    r"|(['\"]|\b(not|type|to|and|by|a|an) )(Choice|Lost|Steps|View|Enumerated|Broadcast|Bytes|FrozenSet|Flags)\b"
    r"|\b(Choice|Lost|Steps|View) found|\bshapes? .*\(.*\bd\d+[,)]"
)


_SAYING = (TypeError, AttributeError, ValueError)  # others, as a KeyError, hold the value itself


def in_pythons_words(function: Callable[..., Any], *args: Any) -> Any:
    """`function(*args)`, which raises what it raises for numbers and arrays in place of run-time values."""
    try:
        return function(*args)
    except TypeError as error:
        if not names_own(error):
            raise
        from sct.runtime.numpy_functions.numpy_signatures import raised_by_numpy

        raised = raised_by_numpy(function, args, {})
        if not isinstance(raised, TypeError) or names_own(raised):
            raise
        raise raised from None


def raise_as_python(function: Callable[..., Any], *args: Any, **kwargs: Any) -> NoReturn:
    """Raise what `function(*args, **kwargs)`, which Python does not do for values of these types, raises for such."""
    from sct.runtime.numpy_functions.numpy_signatures import raised_by_numpy

    types = ", ".join(map(type_name, args))
    raise raised_by_numpy(function, args, kwargs) or TypeError(f"{function.__name__} of {types}")


def name_augmented(error: TypeError, symbol: str, *operands: Any) -> None:
    """Let what is said of `x + y` be said of `x += y`, unless the user's code or NumPy, which has no `+=`, says it."""
    said = error.args[0] if error.args else ""
    operator = symbol[:-1]
    words = "unsupported operand type(s) for "
    plain = next((p for p in (f"{words}{operator}: ", f"{words}** or pow(): ") if str(said).startswith(p)), None)
    if type(said) is not str or plain is None or (operator != "@" and any(map(_may_be_numpys, operands))):
        return
    if not any(is_converted_code(frame.f_code) for frame, _ in walk_tb(error.__traceback__)):
        error.args = (f"{words}{symbol}: {said.removeprefix(plain)}",)


def _may_be_numpys(x: Any) -> bool:
    """Whether a number or an array of NumPy's is, or may be, there."""
    from sct.runtime.numbers.number_operands import is_numpys

    return is_numpys(x) or any(map(_may_be_numpys, getattr(x, "alternatives", ()) if is_variable(x) else ()))


def check_words(error: BaseException, where: Location | None) -> None:
    """Refuse what a handler of the user's would find other words in than Python's: names, or values."""
    said = error.args[0] if isinstance(error, _SAYING) and error.args else ""
    anyhow = type(said) is str and (_ANY_OWN.search(said) is not None or _is_of_a_call_of_ours(error, said))
    if anyhow or names_own(error) or getattr(error, "sct_by_value", False):
        raise StaticValueError(
            f"an exception that is caught is about a run-time value: {error}",
            where=where,
            why="what Python says of it is not known while the graph is built",
            fix="test the value before, and not by an exception",
        ) from error


def _is_of_a_call_of_ours(error: BaseException, said: str) -> bool:
    """Whether a function of sct's, that stands for one of Python's, was given what it does not take."""
    found = _CALLED.match(said) if type(error) is TypeError else None
    where = list(walk_tb(error.__traceback__))[-1:] if found is not None else []
    if found is None or not where:
        return False
    frame = where[0][0]
    home = str(frame.f_globals.get("__name__"))
    qualified = found[1]
    if home.startswith(_ASKING) or hasattr(np, qualified) or hasattr(builtins, qualified):
        return False  # the words are NumPy's, or Python's own
    if not home.startswith("sct.") and not is_converted_code(frame.f_code):
        return False  # or those of a library
    users = any(qualified == one or qualified.startswith(f"{one}.<locals>.") for one in _users_names())
    if users and qualified != "<lambda>":
        return False
    return qualified.rpartition(".")[2] in _our_names()


_ASKING = ("sct.runtime.numpy_functions.", "sct.runtime.arrays.methods")  # who have asked NumPy and Python itself
_CALLED = re.compile(  # what is said of functions that are written in Python
    r"([\w.<>]+)\(\) (takes (from \d+ to )?\d+ positional|missing \d+ required|got (an unexpected|multiple|some) )"
)


def _users_names() -> list[str]:
    """The names of the user's functions that are traced."""
    trace = current()
    if trace is None:
        return []
    met = [f for known in (trace.code.converted, trace.code.callees) for f, _ in known.items()]
    return [f.__qualname__ for f in (trace.function, *met) if not str(f.__module__).startswith("sct.")]


def _our_names() -> set[str]:
    """The names of all functions in the modules of sct's that have been imported."""
    rest = [vars(module).values() for name, module in list(sys.modules.items()) if name.startswith("sct.")]
    codes = [x.__code__ for held in rest for x in list(held) if isinstance(x, FunctionType)]
    names: set[str] = set()
    while codes:
        code = codes.pop()
        names.add(code.co_name)
        codes += [one for one in code.co_consts if isinstance(one, CodeType)]
    return names


def names_own(error: BaseException) -> bool:
    """Whether what an exception says has the name of a class of sct's in it."""
    said = error.args[0] if isinstance(error, _SAYING) and error.args else ""
    return type(said) is str and _OWN.search(said) is not None
