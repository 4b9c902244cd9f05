"""`x.astype(str)` of numbers: the digits of integers as codes, and what NumPy writes of others."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.types import ARRAY
from sct.ops import bindings, get
from sct.runtime.text_arrays.array_of_texts import refuse
from sct.runtime.text_arrays.in_order import is_in_order
from sct.runtime.text_arrays.memory import CODE, width_of
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.traced import called
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.word_functions import where
from sct.runtime.text_arrays.words import fitted

__all__ = ["astype"]

_POWERS = 10 ** np.arange(20, dtype=np.uint64)


def astype(x: Any, dtype: Any, *args: Any, **kwargs: Any) -> Any:
    """`x.astype(dtype)`, also where that is a text."""
    if isinstance(dtype, OfCodes):
        refuse("astype() of numbers to a dtype of texts that only the run knows")
    if not args and not kwargs and x.spec.kind == ARRAY and x.spec.ndim and x.spec.dtype.kind in "biufc":
        wanted = np.dtype(dtype) if isinstance(dtype, (str, type, np.dtype)) else None
        if wanted is not None and wanted.kind == "U" and is_in_order(x):
            return _texts(x, wanted if wanted.itemsize else np.zeros(0, x.spec.dtype).astype(str).dtype)
    convert = bindings.lookup_method("astype")
    assert convert is not None
    return convert(x, dtype, *args, **kwargs)


def _texts(x: Any, dtype: np.dtype[Any]) -> Any:
    width = width_of(dtype)
    if x.spec.dtype.kind in "fc":
        rows = get("words_of_numbers")(x, width=width)
    else:
        rows = where(x, "True", "False").codes if x.spec.dtype.kind == "b" else _digits(x)
        rows = called(np.copy, fitted(rows, width), order="C")
    return WordArray(rows) if width > 1 else TextArray(rows[..., 0], True)


def _digits(x: Any) -> Any:
    """The codes of integers, with an axis for the letters and zeros behind them."""
    below = called(np.expand_dims, x < 0, -1)
    size = called(np.expand_dims, x.astype(np.uint64), -1)
    size = called(np.where, below, 0 - size, size)
    count = called(np.maximum, called(np.sum, size >= _POWERS, axis=-1, keepdims=True), 1)
    place = np.arange(np.zeros(0, x.spec.dtype).astype(str).dtype.itemsize // 4)
    power = count - 1 + below - place
    digit = size // called(np.take, _POWERS, called(np.clip, power, 0, 19)) % 10 + ord("0")
    rest = called(np.where, below & (place == 0), ord("-"), 0)
    return called(np.where, (power >= 0) & (power < count), digit.astype(CODE), rest.astype(CODE))
