"""NumPy's functions of arrays of texts of several letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.runtime.joins.choice import Choice
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.comparing import is_one_of
from sct.runtime.text_arrays.known import computed, known_array
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.traced import called
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.text_arrays.words import compared, fitted, rows_of, width_in
from sct.runtime.texts.kind_names import type_name
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["HANDLERS", "OF_KNOWN", "of_known", "select", "where"]

OF_KNOWN = (np.unique, np.sort, np.argsort, np.searchsorted, np.union1d, np.intersect1d, np.setdiff1d, np.setxor1d)
"""Functions that are called while the graph is built where all that they are given is known."""


def of_known(f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What `f` makes of arrays that are known."""
    if any(isinstance(x, (ArrayOfTexts, FormattedText, Choice)) for x in kwargs.values()):
        refuse(f"np.{f.__name__} with such keywords")
    return computed(f, f"np.{f.__name__}", args, kwargs)


def _rows(x: Any) -> Any:
    rows = None if isinstance(x, WordText) else rows_of(x)  # how wide the dtype of such a one is, only the run knows
    if rows is None:
        refuse(f"an array of texts put together with a {type_name(x)} that only the run knows")
    return rows


def where(condition: Any, a: Any, b: Any) -> Any:
    """`np.where(condition, a, b)`, where one of both is longer than a letter."""
    x, y = _rows_of_both(a, b)
    width = max(width_in(x), width_in(y))
    return WordArray(called(np.where, called(np.expand_dims, condition, -1), fitted(x, width), fitted(y, width)))


def select(conditions: Any, choices: Any, default: Any) -> Any:
    """`np.select(conditions, choices, default)`, where one of the texts is longer than a letter."""
    rows = [_rows(x) for x in (*choices, default)]
    width = max(map(width_in, rows))
    *these, otherwise = (fitted(x, width) for x in rows)
    return WordArray(called(np.select, [called(np.expand_dims, c, -1) for c in conditions], these, otherwise))


def _rows_of_both(a: Any, b: Any) -> tuple[Any, Any]:
    """The codes of both; how long an element that the run takes is need not be known beside what is as wide as any."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, WordText) and not isinstance(other, WordText):
            rows = _rows(other)
            if width_in(rows) >= width_in(one.codes):
                return (one.codes, rows) if one is a else (rows, one.codes)
    return _rows(a), _rows(b)


def _concatenate(arrays: Any, axis: Any = 0, **kwargs: Any) -> Any:
    if kwargs or not isinstance(axis, int) or not isinstance(arrays, (list, tuple)):
        refuse("np.concatenate of arrays of texts with further arguments")
    parts = [_rows(x) for x in arrays]
    if axis < 0 or any(len(part.shape) < 2 for part in parts):
        refuse("np.concatenate of arrays of texts along an axis below 0")
    width = max(map(width_in, parts))
    return WordArray(called(np.concatenate, [fitted(part, width) for part in parts], axis=axis))


def _append(a: Any, values: Any, axis: Any = None) -> Any:
    x, y = _rows(a), _rows(values)
    if axis not in (None, 0) or len(x.shape) != 2 or len(y.shape) > 2:
        refuse("np.append to an array of texts of several axes")
    return _concatenate([a, WordArray(called(np.reshape, y, (-1, width_in(y))))])


def _take(a: Any, places: Any, axis: Any = None, **kwargs: Any) -> Any:
    if kwargs or a.ndim != 1 or axis not in (None, 0):
        refuse("np.take of an array of texts of several axes")
    return a[places]


def _isin(a: Any, among: Any, **kwargs: Any) -> Any:
    if kwargs or not isinstance(a, WordArray) or not isinstance(among, (list, tuple)):
        refuse("np.isin of an array of texts in other than a list")
    return is_one_of(a, among)


def _equal(a: Any, b: Any, **kwargs: Any) -> Any:
    if kwargs or not isinstance(a, ArrayOfTexts) or not isinstance(b, ArrayOfTexts) or a.shape != b.shape:
        refuse("np.array_equal of an array of texts and of what may have another shape")
    return called(bool, called(np.all, compared("eq", a, b)))


def _array(value: Any, dtype: Any = None, *, copy: Any = True, **kwargs: Any) -> Any:
    if not isinstance(value, WordArray) or kwargs or (dtype is not None and np.dtype(dtype) != np.dtype(str)):
        refuse("an array made of arrays of texts, or of texts that only the run knows,")
    return value.copy() if copy is True else value


def _as_array(value: Any, dtype: Any = None, **kwargs: Any) -> Any:
    return _array(value, dtype, copy=None, **kwargs)


def _flip(a: Any, axis: Any = None) -> Any:
    if a.ndim != 1:
        refuse("np.flip of an array of texts of several axes")
    return a[::-1]


def _where(condition: Any, *rest: Any) -> Any:
    if len(rest) != 2 or isinstance(condition, (ArrayOfTexts, FormattedText)):
        refuse("the truth of an array of texts")
    return where(condition, *rest)


def _select(conditions: Any, choices: Any, default: Any = 0) -> Any:
    if isinstance(default, int):
        refuse("np.select of texts without a text as default")
    return select(conditions, choices, default)


def _unique(a: Any, **kwargs: Any) -> Any:
    """The order of texts is that of the rows of their codes."""
    if not isinstance(a, WordArray) or set(kwargs) - {"return_index", "return_inverse", "return_counts"}:
        refuse("np.unique of texts with further arguments")
    if known_array(a) is not None:
        return of_known(np.unique, (a,), kwargs)
    if a.ndim != 1 and kwargs.get("return_inverse"):
        refuse("np.unique of texts of several axes with return_inverse")
    rows = called(np.reshape, a.codes, (-1, a.width))
    found = called(np.unique, rows, axis=0, **kwargs)
    if not isinstance(found, tuple):
        return WordArray(found)
    return (WordArray(found[0]), *found[1:])


def _sort(a: Any, **kwargs: Any) -> Any:
    if known_array(a) is not None:
        return of_known(np.sort, (a,), kwargs)
    if kwargs or a.ndim != 1:
        refuse("np.sort of texts of several axes, or with further arguments,")
    return a[called(np.lexsort, a.codes.T[::-1])]


def _asking(name: str) -> Callable[..., Any]:
    return lambda a: getattr(a, name)


HANDLERS: tuple[tuple[Any, Callable[..., Any]], ...] = (
    (np.where, _where), (np.concatenate, _concatenate), (np.append, _append), (np.take, _take), (np.isin, _isin),
    (np.array_equal, _equal), (np.array, _array), (np.asarray, _as_array), (np.flip, _flip),
    (np.copy, lambda a: a.copy("K") if isinstance(a, WordArray) else TextArray(a.codes.copy("K"), a.filled)),
    (np.unique, _unique), (np.sort, _sort), (np.select, _select), (np.ravel, lambda a: a.ravel()),
    (np.transpose, lambda a: a.T),
    (np.shape, _asking("shape")), (np.ndim, _asking("ndim")), (np.size, _asking("size")),
)  # fmt: skip
