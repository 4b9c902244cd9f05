"""Functions of the elements of arrays of texts, as functions of codes or of places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.types import SCALAR
from sct.runtime.current import current, has_spec
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.in_order import is_in_order
from sct.runtime.text_arrays.listed import as_pythons
from sct.runtime.text_arrays.memory import width_of
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.text_arrays.texts_as_array import codes_of_text, run_texts_as_arrays
from sct.runtime.text_arrays.traced import called
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["of_codes"]


def of_codes(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The function and its arguments, with numbers in place of texts; elements are Python's, and one text is itself.

    Letters are their codes; of longer texts there are their places in the array.
    """
    args = tuple(map(_as_array, args))
    if not any(isinstance(x, (ArrayOfTexts, str, FormattedText)) for x in args):
        return function, args
    whole = [isinstance(x, (str, FormattedText)) for x in args]
    if all(whole):
        refuse("np.vectorize of texts alone")
    numbers = [_numbers_for(x) for x, alone in zip(args, whole, strict=True) if not alone]

    def of_elements(*elements: Any) -> Any:
        left = iter(elements)
        pairs = zip(args, whole, strict=True)
        given = [_as_numpys(x) if alone else _element(x, next(left)) for x, alone in pairs]
        if any(isinstance(x, np.generic) or (has_spec(x) and x.spec.kind == SCALAR) for x in elements):
            return function(*given)  # the first call, which says of which dtype the results are
        return function(*map(_as_pythons, given))

    return of_elements, tuple(numbers)


def _as_array(x: Any) -> Any:
    if isinstance(x, np.ndarray) and width_of(x.dtype):
        trace = current()
        assert trace is not None
        return trace.lift_array(x)
    return run_texts_as_arrays(x)


def _as_numpys(x: Any) -> Any:
    if isinstance(x, (str, OfCodes)):
        return np.str_(x) if isinstance(x, str) else x
    trace = current()
    assert trace is not None
    return WordText(codes_of_text(trace, x))


def _as_pythons(x: Any) -> Any:
    """A text as Python's own: NumPy goes through objects."""
    if isinstance(x, str):
        return str(x)
    return as_pythons(x) if isinstance(x, (NumpyText, WordText)) else x


def _numbers_for(x: Any) -> Any:
    if isinstance(x, TextArray):
        return x.codes
    if not isinstance(x, ArrayOfTexts):
        return x
    if not is_in_order(x.codes):
        refuse("np.vectorize of an array of texts that is turned")
    return called(np.reshape, called(np.arange, x.size), tuple(x.shape))


def _element(x: Any, number: Any) -> Any:
    if isinstance(x, TextArray):
        return NumpyText(number, x.filled)
    return x.ravel()[number] if isinstance(x, ArrayOfTexts) else number
