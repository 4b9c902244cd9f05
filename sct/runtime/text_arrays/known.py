"""What NumPy makes of arrays of texts that the program knows: it is made while the graph is built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.runtime.callers.owning import fresh
from sct.runtime.current import current
from sct.runtime.joins.known_content import evaluated
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.memory import CODE, as_texts, as_words
from sct.runtime.text_arrays.word_array import WordArray

__all__ = ["computed", "known_array"]


def known_array(x: ArrayOfTexts) -> Any:
    """The array itself where the program knows it; None where only the run does."""
    trace = current()
    assert trace is not None
    found = evaluated(trace, x.codes, 1 << 20)
    if found is None:
        return None
    codes = np.ascontiguousarray(found).astype(CODE)
    return as_words(codes) if isinstance(x, WordArray) else as_texts(codes)


def computed(function: Callable[..., Any], what: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a function answers, if all arrays of texts among its arguments are known; refused of others."""
    trace = current()
    assert trace is not None
    known = [known_array(x) if isinstance(x, ArrayOfTexts) else x for x in args]
    if any(x is None and isinstance(given, ArrayOfTexts) for x, given in zip(known, args, strict=True)):
        refuse(f"{what} of an array of texts that only the run knows")
    return fresh(trace, function(*known, **kwargs))
