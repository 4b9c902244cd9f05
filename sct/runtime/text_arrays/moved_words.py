"""NumPy's functions that put texts of several letters elsewhere: where each one comes from, they say of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.in_order import is_in_order
from sct.runtime.text_arrays.memory import width_of
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.text_arrays.texts_as_array import run_texts_as_arrays
from sct.runtime.text_arrays.traced import called
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.text_arrays.words import as_wide_as, rows_of, rows_of_text, together, width_in
from sct.runtime.texts.kind_names import type_name
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["COPYING", "moved", "rows_in"]

_JOINING = (np.concatenate, np.stack, np.vstack, np.hstack, np.dstack, np.column_stack)
_WITH_MORE = (np.append, np.insert)
COPYING = (
    *_JOINING, *_WITH_MORE, np.roll, np.repeat, np.tile, np.take, np.delete, np.compress, np.extract,
    np.take_along_axis,
)  # fmt: skip
"""Functions that answer new arrays of elements that they are given."""


def rows_in(x: Any) -> Any:
    """The codes of what is put together with an array of texts, or stands beside it."""
    if isinstance(x, FormattedText) and not isinstance(x, NumpyText):
        return rows_of_text(x)  # an element, too: as an array it is as wide as its text
    rows = rows_of(run_texts_as_arrays(x))
    if rows is None:
        refuse(f"an array of texts put together with a {type_name(x)} that only the run knows")
    return rows


class _Numbered:
    """Arrays of numbers in place of those of texts: each says which text of all it is."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._count: Any = 0

    def of(self, x: Any) -> Any:
        rows = rows_in(x)
        if len(rows.shape) > 2 and not isinstance(rows, np.ndarray) and not is_in_order(rows):
            refuse("an array of texts that is turned, put together anew,")
        self.rows.append(called(np.reshape, rows, (-1, width_in(rows))))
        shape, total = rows.shape[:-1], 1
        for extent in shape:
            total = total * extent
        numbers = called(np.arange, self._count, self._count + total)
        self._count = self._count + total
        return called(np.reshape, numbers, tuple(shape))

    def texts(self, numbers: Any, into_first: bool) -> Any:
        if into_first:  # whose dtype stays
            self.rows[1:] = [as_wide_as(x, self.rows[0]) for x in self.rows[1:]]
        rows = together(*self.rows)
        found = (rows[0] if len(rows) == 1 else called(np.concatenate, rows))[numbers]
        return WordArray(found) if found.spec.ndim > 1 else WordText(found.copy())


def moved(f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What such a function answers."""
    if set(kwargs) - {"axis", "shift", "reps", "repeats"}:
        refuse(f"np.{f.__name__} of an array of texts with {', '.join(kwargs)}")
    numbered = _Numbered()
    given = list(args)
    if any(f is one for one in _JOINING):
        if type(args[0]) not in (list, tuple):
            refuse(f"np.{f.__name__} of one array of texts")
        given[0] = [numbered.of(x) for x in args[0]]
    else:
        last = any(f is one for one in _WITH_MORE)
        for k, x in enumerate(args):
            if _is_of_texts(x) or (last and k == len(args) - 1 and k != 1) or (f is np.append and k == 1):
                given[k] = numbered.of(x)
    return numbered.texts(called(f, *given, **kwargs), f is np.insert)


def _is_of_texts(x: Any) -> bool:
    return isinstance(x, ArrayOfTexts) or (isinstance(x, np.ndarray) and width_of(x.dtype) > 0)
