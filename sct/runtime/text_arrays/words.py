"""Texts of several letters as rows of codes: written, compared and put together."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.current import current
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.operator_functions import COMPARISONS
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.by_numpy import by_numpy
from sct.runtime.text_arrays.memory import CODE, codes_in, width_of
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.text_arrays.texts_as_array import codes_of_text, holds_texts_of_the_run, run_texts_as_arrays
from sct.runtime.text_arrays.traced import called, leave_unless
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["as_wide_as", "compared", "cut", "fitted", "rows_of", "rows_of_text", "together", "widened", "width_in"]

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


def width_in(rows: Any) -> Any:
    """How many letters there is room for: a number of the run's where only that knows it."""
    return rows.shape[-1]


def fitted(rows: Any, width: Any) -> Any:
    """Rows of this width: with zeros at their ends, or cut off."""
    have = width_in(rows)
    if not isinstance(have, int) or not isinstance(width, int):
        return _refitted(rows, width, None)
    if have >= width:
        return rows[..., :width]
    if isinstance(rows, np.ndarray):
        return np.concatenate([rows, np.zeros((*rows.shape[:-1], width - have), CODE)], axis=-1)
    more = [(0, 0)] * (rows.spec.ndim - 1) + [(0, width - have)]
    return called(np.pad, rows, more)


def _refitted(rows: Any, width: Any, extent: Any) -> Any:
    """Rows of another width, where only the run knows one of the two; `extent` is what to call it."""
    trace = current()
    assert trace is not None
    known = isinstance(width, int)
    operands = [trace.value(rows)] if known else [trace.value(rows), trace.value(width)]
    extents = None if known or extent is None else {len(rows.shape) - 1: extent}
    attrs = {"to": width if known else 0}
    (made,) = trace.builder.op("words_fitted", operands, attrs, source=trace.location(), extents=extents)
    return trace.variable(made)


def as_wide_as(rows: Any, codes: Any) -> Any:
    """Rows with as much room as those that they are written to."""
    extent = codes.spec.shape[-1]
    if isinstance(extent, int) and isinstance(width_in(rows), int):
        return fitted(rows, extent)
    return _refitted(rows, width_in(codes), extent)


def together(*rows: Any) -> list[Any]:
    """Rows of one width, which is that of the widest."""
    widths = [width_in(x) for x in rows]
    if all(isinstance(n, int) for n in widths):
        return [fitted(x, max(widths)) for x in rows]
    extents = {getattr(getattr(x, "spec", x), "shape", (None,))[-1] for x in rows}
    if len(extents) == 1:
        return list(rows)
    trace = current()
    assert trace is not None
    widest, extent = called(max, *widths), trace.builder.fresh_dim()
    return [_refitted(x, widest, extent) for x in rows]


def cut(value: Any, codes: Any) -> Any:
    """The codes of what is written to elements of this width."""
    rows, width = rows_of(value), width_in(codes)
    if rows is None and (value is None or isinstance(value, (bool, int, float, complex, np.generic))):
        one = np.zeros(1, f"U{width if isinstance(width, int) else _MOST}")
        one[0] = value  # as NumPy makes text of it
        rows = rows_of(one)[0]
    if rows is None and isinstance(value, FormattedText):
        rows = _rows_of_text(value, width) if isinstance(width, int) else rows_of_text(value)
    if rows is None and holds_texts_of_the_run(value):
        rows = rows_of(run_texts_as_arrays(value))
    if rows is None:
        refuse(f"a {type(value).__name__} written to an array of texts")
    return as_wide_as(rows, codes)


def rows_of_text(text: FormattedText) -> Any:
    """The codes of a text that the run makes, as wide as it is."""
    trace = current()
    assert trace is not None
    return codes_of_text(trace, text)


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


_UFUNCS = {"lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}
_ZERO = "a text with a zero in it, which is compared with an array of texts"


def compared(name: str, array: ArrayOfTexts, other: Any) -> Any:
    """An array of bools."""
    if type(other) is Choice:
        return other.sct_distribute(lambda one: compared(name, array, one))
    a, b = rows_of(array), rows_of(other)
    if b is None and holds_texts_of_the_run(other):
        b = rows_of(run_texts_as_arrays(other))
    if b is None and isinstance(other, FormattedText):
        if isinstance(width_in(a), int):
            b = _rows_of_text(other, width_in(a) + 1, whole=True)  # one more, which tells that it is longer
        else:
            b = rows_of_text(other)
    if b is None:
        refuse(f"an array of texts compared with a {type(other).__name__}")
    a, b = together(a, b)
    width = width_in(a)
    if name in ("eq", "ne"):
        same = called(np.all, a == b, axis=-1)
        return same if name == "eq" else ~same
    if not isinstance(width, int) or width > _MOST:
        return by_numpy("np", _UFUNCS[name], [WordArray(a), WordArray(b)])
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
