"""Texts of several letters as rows of codes: written, compared and put together."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.current import current
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.operator_functions import COMPARISONS
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.memory import CODE, codes_in, width_of
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.text_arrays.traced import called, leave_unless
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["compared", "cut", "fitted", "rows_of", "widened", "width_in"]

_MOST = 64  # letters that are compared one by one


def rows_of(x: Any) -> Any:
    """The codes of a text, or of an array or list of such, with an axis for the letters; None of anything else."""
    if isinstance(x, (WordArray, WordText)):
        return x.codes
    if isinstance(x, TextArray):
        return x.codes[..., None]
    if isinstance(x, NumpyText):
        return called(np.reshape, x.code, (1,))
    if isinstance(x, str):
        return codes_in(np.array([str(x)]), max(len(x), 1)).reshape(-1)
    if isinstance(x, (list, tuple)) and all(isinstance(item, str) for item in x):
        x = np.array(x) if x else np.zeros(0, "U1")
    if isinstance(x, np.ndarray) and (width := width_of(x.dtype)):
        codes = codes_in(x, width)
        return codes[..., None] if width == 1 else codes
    return None


def width_in(rows: Any) -> int:
    """How many letters there is room for."""
    n: int = rows.shape[-1]
    return n


def fitted(rows: Any, width: int) -> Any:
    """Rows of this width: with zeros at their ends, or cut off."""
    have = width_in(rows)
    if have >= width:
        return rows[..., :width]
    if isinstance(rows, np.ndarray):
        return np.concatenate([rows, np.zeros((*rows.shape[:-1], width - have), CODE)], axis=-1)
    more = [(0, 0)] * (rows.spec.ndim - 1) + [(0, width - have)]
    return called(np.pad, rows, more)


def cut(value: Any, width: int) -> Any:
    """The codes of what is written to elements of this width."""
    rows = rows_of(value)
    if rows is None and (value is None or isinstance(value, (bool, int, float, complex, np.generic))):
        one = np.zeros(1, f"U{width}")
        one[0] = value  # as NumPy makes text of it
        rows = rows_of(one)[0]
    if rows is None and isinstance(value, FormattedText):
        rows = _rows_of_text(value, width)
    if rows is None:
        refuse(f"a {type(value).__name__} written to an array of texts")
    return fitted(rows, width)


def _rows_of_text(text: FormattedText, width: int, *, whole: bool = False) -> Any:
    """The codes of so many letters of a text that the run makes, and zeros behind them; `whole`: none is within."""
    from sct.runtime.texts.letters import letters_of

    trace = current()
    assert trace is not None
    (letters,) = letters_of(trace, text.pieces).columns
    if whole:
        leave_unless(called(np.all, letters != 0), _ZERO)
    padded = called(np.concatenate, [letters, np.zeros(width, np.int64)])
    return padded[np.arange(width)].astype(CODE)


_ZERO = "a text with a zero in it, which is compared with an array of texts"


def compared(name: str, array: ArrayOfTexts, other: Any) -> Any:
    """An array of bools."""
    if type(other) is Choice:
        return other.sct_distribute(lambda one: compared(name, array, one))
    a, b = rows_of(array), rows_of(other)
    if b is None and isinstance(other, FormattedText):
        b = _rows_of_text(other, width_in(a) + 1, whole=True)  # one more, which tells that it is longer
    if b is None:
        refuse(f"an array of texts compared with a {type(other).__name__}")
    width = max(width_in(a), width_in(b))
    a, b = fitted(a, width), fitted(b, width)
    if name in ("eq", "ne"):
        same = called(np.all, a == b, axis=-1)
        return same if name == "eq" else ~same
    if width > _MOST:
        refuse(f"the order of texts of {width} letters")
    before = COMPARISONS[name[0] + "t"][0]
    result = a[..., width - 1] == b[..., width - 1] if name[1] == "e" else a[..., width - 1] != a[..., width - 1]
    result = result | before(a[..., width - 1], b[..., width - 1])
    for k in reversed(range(width - 1)):
        x, y = a[..., k], b[..., k]
        result = before(x, y) | ((x == y) & result)
    return result


def widened(x: ArrayOfTexts, dtype: np.dtype[Any]) -> Any:
    """The same texts with more room, or cut off."""
    if (width := width_of(dtype)) < 2:
        return TextArray(called(np.copy, rows_of(x)[..., 0], order="C"), False)
    return WordArray(called(np.copy, fitted(rows_of(x), width), order="C"))
