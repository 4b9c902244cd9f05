"""`np.char` and `np.strings` of arrays of texts: letter by letter, by a table of the first 128 letters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.types import ARRAY
from sct.ops.word_arrays import ANSWERS
from sct.runtime.current import has_spec
from sct.runtime.joins.choice import Choice
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.by_numpy import by_numpy
from sct.runtime.text_arrays.known import computed, known_array
from sct.runtime.text_arrays.memory import CODE
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.texts_as_array import run_texts_as_arrays
from sct.runtime.text_arrays.traced import called, leave_unless
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.words import fitted, rows_of

__all__ = ["added", "is_of_texts", "serve"]

_ASCII = 128
_CASES = ("upper", "lower", "swapcase")
_KINDS = ("isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower", "isnumeric", "isdecimal")


def is_of_texts(f: Any) -> bool:
    """Whether this is one of NumPy's functions of texts."""
    return any(_has(module, f) for module in (np.char, np.strings))


def _has(module: Any, f: Any) -> bool:
    """Whether this is a function of `module`; NumPy 2.5 warns as soon as it is asked for its class of texts."""
    name = getattr(f, "__name__", "")
    return bool(name) and name not in ("array", "asarray", "chararray") and getattr(module, name, None) is f


def serve(f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What such a function answers."""
    module, name = _home(f)
    args = tuple(map(run_texts_as_arrays, _in_places(f, args, kwargs) if kwargs else args))
    arrays = [x for x in args if isinstance(x, ArrayOfTexts)]
    if not arrays and name == "mod" and len(args) == 2 and has_spec(args[1]) and args[1].spec.kind == ARRAY:
        return by_numpy(module, name, list(args))  # the format is one text
    if not arrays:
        refuse(f"np.{module}.{name} of a text that only the run knows")
    if all(isinstance(x, (str, int)) or (isinstance(x, ArrayOfTexts) and known_array(x) is not None) for x in args):
        return computed(f, f"np.char.{name}", args, {})
    (x,) = arrays if len(arrays) == 1 else (None,)
    if x is args[0] and len(args) == 1 and name in _CASES:
        return x.sct_together(x.sct_form, _by_table(x, _cased(name), CODE))
    if x is args[0] and len(args) == 1 and name in _KINDS and isinstance(x, TextArray):
        return _by_table(x, lambda letter: getattr(letter, name)(), np.dtype(bool))
    if x is args[0] and len(args) == 1 and name == "str_len":
        return _lengths(x)
    if x is args[0] and len(args) == 2 and name == "startswith" and isinstance(args[1], str):
        return _starts(x, args[1])
    if name not in ANSWERS:
        refuse(f"np.{module}.{name} of an array of texts that only the run knows")
    return by_numpy(module, name, list(args))


def added(a: Any, b: Any) -> Any:
    """`a + b`, of which one is an array of texts."""
    for x, other in ((a, b), (b, a)):
        if isinstance(other, Choice):
            return other.sct_distribute(lambda one: added(x, one) if x is a else added(one, x))  # noqa: B023
    if any(isinstance(x, (bool, int, float, complex)) or has_spec(x) for x in (a, b)):
        refuse("an array of texts added to what is no text")
    return serve(np.add, (a, b), {})


def _home(f: Any) -> tuple[str, str]:
    """Where NumPy has the function, and under which name."""
    return "char" if _has(np.char, f) else "strings", f.__name__


def _in_places(f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """All arguments by their places, as the function names them."""
    try:
        bound = inspect.signature(f).bind(*args, **kwargs)
    except (TypeError, ValueError):
        refuse(f"np.char.{f.__name__} with such keywords")
    if bound.kwargs:
        refuse(f"np.char.{f.__name__} with {', '.join(bound.kwargs)}")
    bound.apply_defaults()
    return list(bound.args)


def _cased(name: str) -> Callable[[str], Any]:
    return lambda letter: ord(getattr(letter, name)())


def _by_table(x: ArrayOfTexts, of_letter: Callable[[str], Any], dtype: np.dtype[Any]) -> Any:
    """What each code stands for; the program checks that there are no letters but those of the table."""
    leave_unless(called(np.all, x.codes < _ASCII), "np.char of letters that are not of ASCII")
    table = np.array([of_letter(chr(k)) for k in range(_ASCII)], dtype)
    return called(np.take, table, x.codes)


def _lengths(x: ArrayOfTexts) -> Any:
    if not isinstance(x, WordArray):
        return (x.codes != 0).astype(np.intp)
    if not isinstance(x.width, int):
        return by_numpy("char", "str_len", [x])
    places = np.arange(1, x.width + 1)
    return called(np.max, called(np.where, x.codes != 0, places, 0), axis=-1).astype(np.intp)


def _starts(x: ArrayOfTexts, text: str) -> Any:
    rows = rows_of(x)
    if not isinstance(rows.shape[-1], int):
        return by_numpy("char", "startswith", [x, text])
    text = text.rstrip("\0")
    if not text or len(text) > rows.shape[-1]:
        return called(np.full, x.shape, not text)
    return called(np.all, fitted(rows, len(text)) == rows_of(text), axis=-1)
