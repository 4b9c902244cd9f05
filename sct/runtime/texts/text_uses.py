"""What code does with a text that is known when the program runs, as operations on the codes of its letters."""

from __future__ import annotations

import operator
import sys
from typing import Any

import numpy as np

from sct.ir.types import ARRAY
from sct.runtime.calls.raising import raise_later
from sct.runtime.control_flow import select
from sct.runtime.current import has_spec, is_variable
from sct.runtime.iteration.iterables import Rollable
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.too_many import MAX_ALTERNATIVES
from sct.runtime.lists import list_comparing, row_lists, row_search
from sct.runtime.numbers.number_operands import is_numpys
from sct.runtime.numbers.numbers_ import index_
from sct.runtime.numpy_functions.numpy_signatures import raised_by_numpy
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.texts.kind_names import no_count, type_name
from sct.runtime.texts.letters import as_pieces, code_of, letter, letters_of, of_rows, table
from sct.runtime.texts.text_pieces import LETTER, FormattedText, Piece, Pieces
from sct.runtime.trace import Trace

__all__ = [
    "added",
    "code",
    "letter_of",
    "added_to",
    "compared",
    "contains",
    "inside",
    "is_filled",
    "item",
    "item_of_known",
    "length",
    "filled_in",
    "method",
    "one_text",
    "operate",
    "repeated",
    "rollable",
]

_ERROR = "string index out of range"
_MOST = 64  # letters or pieces that are written out one by one


def _pieces(trace: Trace, text: Any) -> Pieces:
    pieces = as_pieces(trace, text)
    assert pieces is not None
    return pieces


def one_text(trace: Trace, x: Any) -> Any:
    """One text of run-time letters in place of a choice of several; what is anything else as it is."""
    pieces = as_pieces(trace, x) if isinstance(x, Choice) else None
    return x if pieces is None else of_rows(letters_of(trace, pieces))


# -- length and items --------------------------------------------------------------------------------


def length(trace: Trace, text: Any) -> Any:
    """`len(text)`."""
    pieces = _pieces(trace, text)
    if all(isinstance(p, str) or p.conversion == LETTER for p in pieces):
        return sum(len(p) if isinstance(p, str) else 1 for p in pieces)
    return letters_of(trace, pieces).length


def is_filled(trace: Trace, text: Any) -> Any:
    """`bool(text)`."""
    if any(p if isinstance(p, str) else p.conversion == LETTER for p in _pieces(trace, text)):
        return True
    return length(trace, text) > 0


def item(trace: Trace, text: Any, key: Any) -> Any:
    """`text[key]`."""
    if isinstance(key, Choice):
        return key.sct_distribute(lambda one: item(trace, text, one))
    rows = letters_of(trace, _pieces(trace, text))
    if isinstance(key, slice):
        return of_rows(row_lists.sliced(trace, rows, key))
    key = row_lists.as_index(key, said=f"string indices must be integers, not '{type_name(key)}'")
    return letter(row_lists.item(trace, rows, key, _ERROR))


def item_of_known(trace: Trace, items: Any, key: Any) -> Any:
    """The item of a known text, or of a list or tuple of texts, at a place that only the running program knows."""
    if isinstance(items, str):
        return letter(table(trace, list(map(ord, items)), key, _ERROR))
    places = list(range(len(items)))
    error = f"{'tuple' if isinstance(items, tuple) else 'list'} index out of range"
    return FormattedText([Piece(table(trace, places, key, error), tuple(items), "")])


def rollable(trace: Trace, text: Any) -> Rollable:
    """The letters one by one."""
    rows = letters_of(trace, _pieces(trace, text))
    return Rollable(rows.length, lambda i: letter(row_lists.item(trace, rows, i, _ERROR)))


def code(trace: Trace, text: Any) -> Any:
    """`ord(text)`."""
    pieces = _pieces(trace, text)
    found = code_of(trace, pieces)
    if found is not None:
        return found
    rows = letters_of(trace, pieces)
    wrong = TypeError("ord() expected a character, but string of another length found")
    select(rows.length != 1, lambda: raise_later(trace, wrong), lambda: None)
    return row_lists.item(trace, rows, 0, _ERROR)


def letter_of(trace: Trace, number: Any) -> Any:
    """`chr(number)`."""
    number = index_(trace, number)
    wrong = ValueError("chr() arg not in range(0x110000)")
    select((number < 0) | (number > sys.maxunicode), lambda: raise_later(trace, wrong), lambda: None)
    return letter(number)


# -- operators ---------------------------------------------------------------------------------------


def operate(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """`a + b` or `a * b`, where a text is one of several, or the number is known only at run time."""
    if name == "mul":
        text, times = (a, b) if as_pieces(trace, a) is not None else (b, a)
        counts = has_spec(times) and times.spec.kind != ARRAY
        _check_count(text, times)
        return repeated(trace, FormattedText(_pieces(trace, text)), times) if counts else NotImplemented
    ways = 1
    for x in (a, b):
        if isinstance(x, Choice):
            ways *= len(x.alternatives) if all(type(one) is str for one in x.alternatives) else MAX_ALTERNATIVES + 1
    if (ways <= MAX_ALTERNATIVES and not isinstance(a, FormattedText) and not isinstance(b, FormattedText)) or (
        ways == 1
    ):
        return NotImplemented
    pieces = as_pieces(trace, a), as_pieces(trace, b)
    if pieces[0] is None or pieces[1] is None:
        return NotImplemented
    return FormattedText([*pieces[0], *pieces[1]])


def added(trace: Trace, text: Any, other: Any) -> Any:
    """`text + other`."""
    pieces = as_pieces(trace, other)
    if pieces is not None:
        return FormattedText([*_pieces(trace, text), *pieces])
    if isinstance(other, Choice):
        return other.sct_distribute(lambda one: added(trace, text, one))
    if is_numpys(other):
        text.refuse("an operator of NumPy's, which says how many letters there are,")
    raise TypeError(f'can only concatenate str (not "{type_name(other)}") to str')


def added_to(trace: Trace, text: Any, other: Any) -> Any:
    """`other + text`."""
    pieces = as_pieces(trace, other)
    if pieces is not None:
        return FormattedText([*pieces, *_pieces(trace, text)])
    return NotImplemented


def repeated(trace: Trace, text: Any, times: Any) -> Any:
    """`text * times`."""
    if isinstance(times, Choice):
        return times.sct_distribute(lambda one: repeated(trace, text, one))
    _check_count(text, times)
    if is_numpys(times) and np.shape(times) != ():
        text.refuse("an operator of NumPy's, which says how many letters there are,")
    if is_variable(times) and (times.spec.dtype.kind not in "iub" or times.spec.kind == ARRAY):
        raise TypeError(no_count(times))
    if not is_variable(times) and not hasattr(type(times), "__index__"):
        raise TypeError(no_count(times))
    times = row_lists.as_index(times, said=no_count(times))
    pieces = _pieces(trace, text)
    if not is_variable(times) and times * len(pieces) <= _MOST:
        return FormattedText(pieces * times) if times > 0 else ""
    code = code_of(trace, pieces)
    if code is not None:
        return of_rows(row_lists.filled(trace, trace.variable(trace.value(code)), times))
    return of_rows(row_lists.repeated(trace, letters_of(trace, pieces), times))


def _check_count(text: Any, times: Any) -> None:
    """Where both are NumPy's, the operator is, too: most versions raise."""
    if isinstance(text, (OfCodes, np.str_)) and is_numpys(times):
        raised = raised_by_numpy(operator.mul, (np.str_("a"), times), {})
        if raised is not None:
            raise raised
        FormattedText([]).refuse("an operator of NumPy's")


def compared(trace: Trace, text: Any, name: str, other: Any) -> Any:
    """`text == other`, `text < other` and their like."""
    if isinstance(other, Choice):
        from sct.runtime.objects import operators

        return other.sct_distribute(lambda one: operators.compare(name, text, one))
    theirs = as_pieces(trace, other)
    if theirs is None:
        return NotImplemented if name not in ("eq", "ne") else name == "ne"
    ours = _pieces(trace, text)
    codes = code_of(trace, ours), code_of(trace, theirs)
    if codes[0] is not None and codes[1] is not None:
        return _compared_codes(name, *codes)
    if name in ("eq", "ne") and _differ(codes, ours, theirs):
        return name == "ne"
    return list_comparing.compare(trace, name, (letters_of(trace, ours),), (letters_of(trace, theirs),))


def _differ(codes: tuple[Any, Any], ours: Pieces, theirs: Pieces) -> bool:
    """Whether one text is one letter, and the other one is known to be longer or empty."""
    for code, pieces in ((codes[0], theirs), (codes[1], ours)):
        if code is not None and all(isinstance(p, str) or p.conversion == LETTER for p in pieces):
            return True
    return False


def _compared_codes(name: str, a: Any, b: Any) -> Any:
    from sct.runtime.objects import operators

    return operators.compare(name, a, b)


def contains(trace: Trace, text: Any, part: Any) -> Any:
    """`part in text`, whose letters only the running program knows."""
    pieces = as_pieces(trace, part)
    if pieces is None:
        if isinstance(part, Choice):
            return part.sct_distribute(lambda one: contains(trace, text, one))
        raise TypeError(f"'in <string>' requires string as left operand, not {type_name(part)}")
    code = code_of(trace, pieces)
    if code is None:
        from sct.runtime.texts.text_methods import method

        return method(trace, text, "__contains__", part)
    return row_search.find(trace, letters_of(trace, _pieces(trace, text)), code) >= 0


def inside(trace: Trace, text: Any, known: str) -> Any:
    """`text in known`."""
    from sct.runtime.calls.symbolic_logic import in_

    if code_of(trace, _pieces(trace, text)) is None:
        return contains(trace, FormattedText([known]), text)
    return in_(trace, text, sorted(set(known)))


def method(trace: Trace, text: Any, name: str, *args: Any, **kwargs: Any) -> Any:
    """A method of str."""
    from sct.runtime.texts import text_methods

    return text_methods.method(trace, text, name, *args, **kwargs)


def filled_in(trace: Trace, text: Any, values: Any) -> Any:
    """`text % values`."""
    from sct.runtime.texts import text_methods

    return text_methods.filled_in(trace, text, values)
