"""The codes of texts that go into an array of letters."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.current import current
from sct.runtime.joins.choice import Choice
from sct.runtime.text_arrays.memory import CODE, codes_in
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.text_arrays.traced import called
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.texts.text_pieces import LETTERS, FormattedText, Piece

__all__ = ["code_of_text", "codes_of_nest", "first_letter"]


def code_of_text(value: Any) -> tuple[Any, bool]:
    """The code of the first letter of what is written to an element, and whether there is one."""
    from sct.runtime.text_arrays.array_of_texts import refuse

    if isinstance(value, NumpyText):
        return value.code, value.filled
    if isinstance(value, str):
        return CODE.type(ord(value[0]) if value else 0), value[:1] not in ("", "\0")
    if isinstance(value, (int, float, complex, np.generic)) and not isinstance(value, np.void):
        one = np.zeros(1, "U1")
        one[0] = value
        return CODE.type(ord(one[0])), True
    if isinstance(value, WordText):
        return value.codes[0], False
    if isinstance(value, FormattedText):
        return first_letter(value), True
    refuse(f"a {type(value).__name__} written to an array of texts")


def first_letter(text: Any) -> Any:
    """The code of the first letter of a text that surely has one."""
    from sct.runtime.text_arrays.array_of_texts import refuse
    from sct.runtime.texts.letters import code_of

    trace = current()
    assert trace is not None
    pieces = text.pieces
    if isinstance(pieces[0], str) and pieces[0][0] != "\0":
        return CODE.type(ord(pieces[0][0]))
    if any(isinstance(p, Piece) and (isinstance(p.conversion, tuple) or p.conversion == LETTERS) for p in pieces[:1]):
        code = code_of(trace, pieces[:1])
        if code is None:
            refuse("a text of run-time length written to an array of texts")
    else:
        code = code_of(trace, text[0].pieces)
    if hasattr(code, "astype"):
        return code.astype(CODE)
    return CODE.type(code) if type(code) is int else called(CODE.type, code)


def codes_of_nest(value: Any, *, cut: bool = False) -> tuple[Any, bool]:
    """The codes of an array, or of nested lists, of letters, and whether none of these is empty.

    Longer texts are `cut` off, or are none of an array of letters: then the codes are None.
    """
    from sct.runtime.text_arrays.text_array import TextArray, checked

    if isinstance(value, TextArray):
        return value.codes, value.filled
    if not holds_run_time(value):
        array = np.array(value)
        array = array.astype("U1") if cut and array.dtype.kind == "U" else array
        codes = codes_in(array)
        return (None, False) if codes is None else (codes, bool(codes.all()))
    from sct.runtime.call import convert_call

    flags: list[bool] = []

    def code(x: Any) -> Any:
        if isinstance(x, (list, tuple)):
            return [code(item) for item in x]
        if isinstance(x, TextArray):
            flags.append(True)
            return checked(x).codes
        if type(x) is Choice:
            return x.sct_distribute(code)
        found, filled = code_of_text(x) if isinstance(x, (str, FormattedText)) else (None, False)
        flags.append(filled and (cut or _is_letter(x)))
        return found

    codes = code(value)
    return (convert_call(np.array)(codes), True) if all(flags) else (None, False)


def _is_letter(text: Any) -> bool:
    """Whether a text has one letter at most, whatever the run finds."""
    from sct.runtime.texts.letters import code_of

    trace = current()
    assert trace is not None
    if isinstance(text, (str, NumpyText)):
        return isinstance(text, NumpyText) or len(text) == 1
    return code_of(trace, text.pieces) is not None


def holds_run_time(value: Any) -> bool:
    """Whether nested lists hold a text, or an array of such, that only the run knows."""
    from sct.runtime.text_arrays.text_array import TextArray

    if isinstance(value, (list, tuple)):
        return any(map(holds_run_time, value))
    return isinstance(value, (FormattedText, TextArray, Choice))
