"""Functions of the elements of arrays of letters, as functions of their codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime.text_arrays.array_of_texts import refuse
from sct.runtime.text_arrays.listed import as_pythons
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.text_item import NumpyText

__all__ = ["of_codes"]


def of_codes(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The function and its arguments, with arrays of codes in place of those of letters; elements are Python's."""
    if not any(isinstance(x, OfCodes) for x in args):
        return function, args
    if not all(isinstance(x, TextArray) for x in args if isinstance(x, OfCodes)):
        refuse("np.vectorize of an array of longer texts")

    def of_elements(*elements: Any) -> Any:
        pairs = zip(args, elements, strict=True)
        given = [as_pythons(NumpyText(x, a.filled)) if isinstance(a, TextArray) else x for a, x in pairs]
        return function(*given)

    return of_elements, tuple(x.codes if isinstance(x, TextArray) else x for x in args)
