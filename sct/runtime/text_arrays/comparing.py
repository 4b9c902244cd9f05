"""`grid == "#"` and its like: comparisons of codes, since the order of letters is that of their codes."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.joins.choice import Choice
from sct.runtime.objects.operator_functions import COMPARISONS
from sct.runtime.text_arrays import words
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.letters_of import codes_of_nest, first_letter
from sct.runtime.text_arrays.memory import CODE
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.texts.text_pieces import LETTER, FormattedText

__all__ = ["compared", "is_one_of"]


def is_one_of(array: ArrayOfTexts, texts: Any) -> Any:
    """Which elements are one of some texts."""
    found = compared("ne", array, array)
    for text in texts:
        found = found | compared("eq", array, text)
    return found


def compared(name: str, array: Any, other: Any) -> Any:
    """An array of bools."""
    if isinstance(array, WordArray):
        return words.compared(name, array, other)
    if type(other) is Choice:
        return other.sct_distribute(lambda one: compared(name, array, one))
    compare = COMPARISONS[name][0]
    if isinstance(other, str):
        text = str(other).rstrip("\0")  # which NumPy has at the end of what is shorter than its dtype
        if len(text) > 1:
            return _with_longer(name, array, text)
        return compare(array.codes, CODE.type(ord(text) if text else 0))
    if isinstance(other, (WordText, WordArray)):
        return words.compared(name, array, other)
    if isinstance(other, NumpyText):
        return compare(array.codes, other.code)
    if isinstance(other, FormattedText) and [getattr(p, "conversion", "") for p in other.pieces] == [LETTER]:
        return compare(array.codes, first_letter(other))
    if isinstance(other, (ArrayOfTexts, list, tuple, np.ndarray)):
        codes, _ = codes_of_nest(other)
        if codes is not None:
            return compare(array.codes, codes)
        return words.compared(name, array, other)
    if isinstance(other, FormattedText):
        return words.compared(name, array, other)
    if (other is None or type(other) in (bool, int, float, complex)) and name in ("eq", "ne"):
        return compare(array.codes, array.codes) if name != "eq" else array.codes != array.codes
    refuse(f"an array of letters compared with {_what(other)}")


def _with_longer(name: str, array: TextArray, text: str) -> Any:
    """A letter is never a text of more letters, and before it where it is not after its first one."""
    never = array.codes != array.codes
    if name in ("eq", "ne"):
        return never if name == "eq" else array.codes == array.codes
    first = CODE.type(ord(text[0]))
    return array.codes <= first if name in ("lt", "le") else array.codes > first


def _what(other: Any) -> str:
    return "texts of other lengths" if isinstance(other, (list, tuple, np.ndarray)) else f"a {type(other).__name__}"
