"""The memory of an array of texts, read as the codes of their letters, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["CODE", "LETTER_DTYPE", "as_item", "as_texts", "codes_in"]

CODE = np.dtype(np.uint32)
LETTER_DTYPE = np.dtype("U1")


def codes_in(array: Any) -> Any:
    """The codes in an array of letters, as a view of it; None of anything else.

    >>> codes_in(np.array(["a", "b"]))
    array([97, 98], dtype=uint32)
    """
    fits = type(array) is np.ndarray and array.dtype == LETTER_DTYPE and array.dtype.metadata is None
    return array.view(CODE) if fits else None


def as_texts(codes: Any, *given: tuple[Any, Any]) -> Any:
    """The array of letters with these codes; one that is `given`, beside its codes, is that array itself.

    >>> as_texts(np.array([97, 98], np.uint32))
    array(['a', 'b'], dtype='<U1')
    """
    for its_codes, array in given:
        if its_codes is codes:
            return array
    return codes if codes.dtype == LETTER_DTYPE else codes.view(LETTER_DTYPE)


def as_item(code: int) -> np.str_:
    """The text that NumPy has for an element of this code.

    >>> as_item(97), as_item(0)
    (np.str_('a'), np.str_(''))
    """
    return np.str_(chr(code) if code else "")
