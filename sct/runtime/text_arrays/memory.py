"""The memory of an array of texts, read as the codes of their letters, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["CODE", "LETTER_DTYPE", "as_item", "as_texts", "as_word", "as_words", "codes_in", "width_of"]

CODE = np.dtype(np.uint32)
LETTER_DTYPE = np.dtype("U1")


def width_of(dtype: np.dtype[Any]) -> int:
    """How many letters the texts of a dtype have room for; 0 of any other dtype.

    >>> width_of(np.dtype("U3")), width_of(np.dtype(float))
    (3, 0)
    """
    return dtype.itemsize // CODE.itemsize if dtype.kind == "U" and dtype.isnative and dtype.metadata is None else 0


def codes_in(array: Any, width: int = 1) -> Any:
    """The codes in an array of texts of this width, as a view of it; None of anything else.

    Longer texts have an axis of their own, which is the last.

    >>> codes_in(np.array(["a", "b"]))
    array([97, 98], dtype=uint32)
    >>> codes_in(np.array(["ab", "c"]), 2).tolist()
    [[97, 98], [99, 0]]
    """
    if type(array) is not np.ndarray or width_of(array.dtype) != width:
        return None
    return array.view(CODE) if width == 1 else array[..., None].view(CODE)


def as_texts(codes: Any, *given: tuple[Any, Any]) -> Any:
    """The array of letters with these codes; one that is `given`, beside its codes, is that array itself.

    >>> as_texts(np.array([97, 98], np.uint32))
    array(['a', 'b'], dtype='<U1')
    """
    for its_codes, array in given:
        if its_codes is codes:
            return array
    return codes if codes.dtype == LETTER_DTYPE else codes.view(LETTER_DTYPE)


def as_words(codes: Any, *given: tuple[Any, Any]) -> Any:
    """The same of longer texts.

    >>> as_words(np.array([[97, 98], [99, 0]], np.uint32))
    array(['ab', 'c'], dtype='<U2')
    """
    for its_codes, array in given:
        if its_codes is codes:
            return array
    if not codes.shape[-1]:  # of what is not there
        return np.zeros(codes.shape[:-1], LETTER_DTYPE)
    whole = codes if codes.strides[-1] == CODE.itemsize else np.ascontiguousarray(codes)
    return whole.view(f"U{codes.shape[-1]}")[..., 0]


def as_word(codes: Any) -> np.str_:
    """The text that NumPy has for an element of these codes.

    >>> as_word(np.array([97, 98, 0], np.uint32))
    np.str_('ab')
    """
    return np.str_(as_words(codes)[()])


def as_item(code: int) -> np.str_:
    """The text that NumPy has for an element of this code.

    >>> as_item(97), as_item(0)
    (np.str_('a'), np.str_(''))
    """
    return np.str_(chr(code) if code else "")
