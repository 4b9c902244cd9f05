"""NumPy's functions of arrays of texts of several letters."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ops import get
from sct.runtime.joins.choice import Choice
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.comparing import is_one_of
from sct.runtime.text_arrays.known import computed, known_array
from sct.runtime.text_arrays.memory import width_of
from sct.runtime.text_arrays.moved_words import COPYING, moved, rows_in
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.traced import called
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.text_arrays.words import compared, fitted, together, width_in
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["HANDLERS", "OF_KNOWN", "of_known", "select", "where"]

OF_KNOWN = (np.searchsorted, np.setxor1d)
"""Functions that are called while the graph is built where all that they are given is known."""


def of_known(f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What `f` makes of arrays that are known."""
    if any(isinstance(x, (ArrayOfTexts, FormattedText, Choice)) for x in kwargs.values()):
        refuse(f"np.{f.__name__} with such keywords")
    return computed(f, f"np.{f.__name__}", args, kwargs)


def where(condition: Any, a: Any, b: Any) -> Any:
    """`np.where(condition, a, b)`, where one of both is longer than a letter."""
    x, y = together(*_rows_of_both(a, b))
    return WordArray(called(np.where, called(np.expand_dims, condition, -1), x, y))


def select(conditions: Any, choices: Any, default: Any) -> Any:
    """`np.select(conditions, choices, default)`, where one of the texts is longer than a letter."""
    *these, otherwise = together(*(rows_in(x) for x in (*choices, default)))
    return WordArray(called(np.select, [called(np.expand_dims, c, -1) for c in conditions], these, otherwise))


def full(shape: Any, text: Any, dtype: Any) -> Any:
    """`np.full(shape, text, dtype)` of a text that the run makes."""
    rows, wanted = rows_in(text), np.dtype(str if dtype is None else dtype)
    if wanted.kind != "U":
        refuse(f"np.full with dtype {wanted} of texts")
    if wanted.itemsize:
        rows = fitted(rows, width_of(wanted))
    extents = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    made = called(np.full, (*extents, width_in(rows)), rows)
    return TextArray(made[..., 0], False) if made.spec.shape[-1] == 1 else WordArray(made)


def zeros(shape: Any, width: Any) -> Any:
    """An array of empty texts with so much room."""
    extents = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    return WordArray(called(np.zeros, (*extents, width), np.uint32))


def _rows_of_both(a: Any, b: Any) -> tuple[Any, Any]:
    """The codes of both; how long an element that the run takes is need not be known beside what is as wide as any."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, WordText) and not isinstance(other, WordText):
            rows = rows_in(other)
            widths = width_in(rows), width_in(one.codes)
            if all(isinstance(n, int) for n in widths) and widths[0] >= widths[1]:
                return (one.codes, rows) if one is a else (rows, one.codes)
    return rows_in(a), rows_in(b)


def _joined(arrays: Any) -> Any:
    """All elements of some arrays, one after the other."""
    parts = [rows_in(x) for x in arrays]
    lines = [called(np.reshape, part, (-1, width_in(part))) for part in together(*parts)]
    return WordArray(called(np.concatenate, lines))


def _concatenate(arrays: Any, axis: Any = 0, **kwargs: Any) -> Any:
    parts = [rows_in(x) for x in arrays] if type(arrays) in (list, tuple) else []
    if kwargs or not isinstance(axis, int) or axis < 0 or any(len(part.shape) < 2 for part in parts) or not parts:
        return moved(np.concatenate, (arrays,), {"axis": axis, **kwargs})
    return WordArray(called(np.concatenate, together(*parts), axis=axis))


def _take(a: Any, indices: Any, axis: Any = None, **kwargs: Any) -> Any:
    if kwargs or a.ndim != 1 or axis not in (None, 0):
        return moved(np.take, (a, indices), {"axis": axis, **kwargs})
    return a[indices]


def _isin(a: Any, among: Any, **kwargs: Any) -> Any:
    if kwargs or not isinstance(a, ArrayOfTexts):
        refuse("np.isin of what is no array of texts, or with further arguments,")
    if type(among) in (list, tuple):
        return is_one_of(a, among)
    line = _joined([among])
    rows = rows_in(a)
    each = WordArray(called(np.expand_dims, rows, -2))
    return called(np.any, compared("eq", each, line), axis=-1)


def _set_of(f: Any) -> Callable[..., Any]:
    """`np.union1d` and its like, of texts."""

    def of_both(a: Any, b: Any, **kwargs: Any) -> Any:
        if kwargs:
            refuse(f"np.{f.__name__} of arrays of texts with {', '.join(kwargs)}")
        if all(isinstance(x, ArrayOfTexts) and known_array(x) is not None for x in (a, b)):
            return of_known(f, (a, b), kwargs)
        if f is np.union1d:
            return _unique(_joined([a, b]))
        found = _unique(_joined([a]))
        inside = _isin(found, _joined([b]))
        if f is np.intersect1d:  # as wide as both together
            found = WordArray(together(found.codes, rows_in(b))[0])
        return found[inside if f is np.intersect1d else ~inside]

    return of_both


def _equal(a: Any, b: Any, **kwargs: Any) -> Any:
    if kwargs or not isinstance(a, ArrayOfTexts) or not isinstance(b, ArrayOfTexts) or a.shape != b.shape:
        refuse("np.array_equal of an array of texts and of what may have another shape")
    return called(bool, called(np.all, compared("eq", a, b)))


def _array(value: Any, dtype: Any = None, *, copy: Any = True, **kwargs: Any) -> Any:
    if kwargs:
        refuse(f"np.array with {', '.join(kwargs)} of arrays of texts")
    if type(value) in (list, tuple) and value and all(isinstance(x, ArrayOfTexts) for x in value):
        value, copy = moved(np.stack, (value,), {}), False
    if not isinstance(value, WordArray):
        refuse("an array made of arrays of texts and of other things")
    if dtype is not None and np.dtype(dtype) != np.dtype(str):
        return value.astype(dtype)
    return value.copy() if copy is True else value


def _as_array(value: Any, dtype: Any = None, **kwargs: Any) -> Any:
    return _array(value, dtype, copy=None, **kwargs)


def _flip(a: Any, axis: Any = None) -> Any:
    if axis is not None and (not isinstance(axis, int) or not -a.ndim <= axis < a.ndim):
        refuse("np.flip of an array of texts along such axes")
    turned = range(a.ndim) if axis is None else [axis % a.ndim]
    return a[tuple(slice(None, None, -1 if k in turned else None) for k in range(a.ndim))]


def _expand_dims(a: Any, axis: Any) -> Any:
    if not isinstance(axis, int):
        refuse("np.expand_dims of an array of texts along several axes")
    return WordArray(called(np.expand_dims, a.codes, axis if axis >= 0 else axis - 1))


def _reshape(a: Any, shape: Any, order: Any = "C") -> Any:
    if order != "C":
        refuse("np.reshape of an array of texts in another order")
    return a.reshape(shape)


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


def _sort(a: Any, axis: Any = -1, kind: Any = None, **kwargs: Any) -> Any:
    if known_array(a) is not None:
        return of_known(np.sort, (a, axis, kind), kwargs)
    if kwargs or a.ndim != 1 or axis not in (-1, 0):
        refuse("np.sort of texts of several axes, or with further arguments,")
    return a[_argsort(a, kind="stable")]


_KINDS = ("quicksort", "heapsort", "stable", "mergesort")


def _argsort(a: Any, axis: Any = -1, kind: Any = None, **kwargs: Any) -> Any:
    if known_array(a) is not None:
        return of_known(np.argsort, (a, axis, kind), kwargs)
    if kwargs or a.ndim != 1 or axis not in (-1, 0) or not (kind is None or kind in _KINDS):
        refuse("np.argsort of texts of several axes, or with further arguments,")
    if kind in ("stable", "mergesort") and isinstance(a.width, int):
        return called(np.lexsort, a.codes.T[::-1])
    return get("words_order")(a.codes, kind=kind)


def _zeros_like(a: Any, dtype: Any = None, **kwargs: Any) -> Any:
    if dtype is not None or kwargs or not isinstance(a, WordArray):
        refuse("an array like one of texts, with a dtype or further arguments,")
    return WordArray(called(np.zeros_like, a.codes))


def _full_like(a: Any, fill_value: Any, dtype: Any = None, **kwargs: Any) -> Any:
    made = _zeros_like(a, dtype, **kwargs)
    made[...] = fill_value
    return made


def _asking(name: str) -> Callable[..., Any]:
    return lambda a: getattr(a, name)


HANDLERS: tuple[tuple[Any, Callable[..., Any]], ...] = (
    (np.where, _where), (np.concatenate, _concatenate), (np.take, _take), (np.isin, _isin),
    *((f, _set_of(f)) for f in (np.union1d, np.intersect1d, np.setdiff1d)),
    *((f, functools.partial(lambda f, *args, **kwargs: moved(f, args, kwargs), f)) for f in COPYING),
    (np.array_equal, _equal), (np.array, _array), (np.asarray, _as_array), (np.flip, _flip),
    (np.copy, lambda a: a.copy("K") if isinstance(a, WordArray) else TextArray(a.codes.copy("K"), a.filled)),
    (np.unique, _unique), (np.sort, _sort), (np.argsort, _argsort), (np.select, _select),
    (np.ravel, lambda a: a.ravel()), (np.transpose, lambda a, axes=None: a.transpose(axes)), (np.reshape, _reshape),
    (np.expand_dims, _expand_dims),
    (np.zeros_like, _zeros_like), (np.empty_like, _zeros_like), (np.full_like, _full_like),
    (np.shape, _asking("shape")), (np.ndim, _asking("ndim")), (np.size, _asking("size")),
)  # fmt: skip
