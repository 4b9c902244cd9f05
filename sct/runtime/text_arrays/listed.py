"""Lists of the texts in an array of letters, the text that they make together, and the numbers that they say."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.types import Dim
from sct.runtime.current import current
from sct.runtime.text_arrays import words
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.known import known_array
from sct.runtime.text_arrays.memory import LETTER_DTYPE
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.text_array import TextArray, checked
from sct.runtime.text_arrays.traced import called, leave_unless
from sct.runtime.texts.text_pieces import FormattedText

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["as_pythons", "converted", "joined", "listed"]

_WRITTEN_OUT = 256


def _trace() -> Trace:
    trace = current()
    assert trace is not None
    return trace


def as_pythons(item: FormattedText) -> Any:
    """`str` of an element."""
    return FormattedText(list(item.pieces))


def listed(x: ArrayOfTexts) -> Any:
    """`x.tolist()`."""
    from sct.runtime.calls.library_calls import inlined
    from sct.runtime.libraries import text_library

    known = known_array(x)
    if known is not None:
        return _noted(known.tolist())
    shape = x.codes.spec.shape[: x.ndim]
    if any(isinstance(n, Dim) for n in shape) or math.prod(shape) > _WRITTEN_OUT:
        if x.ndim in (1, 2):
            return inlined(_trace(), vars(text_library)[("as_texts", "as_rows")[x.ndim - 1]], x)
        refuse("tolist() of a large array of texts that only the run knows")
    return _rows(x)


def _rows(x: Any) -> Any:
    if isinstance(x, FormattedText):
        return as_pythons(x)
    if not x.ndim:
        return as_pythons(x[()])
    return _noted([_rows(x[i]) for i in range(len(x))])


def _noted(x: Any) -> Any:
    """New lists that the trace knows of."""
    if type(x) is not list:
        return x
    trace = _trace()
    return trace.note_new([_noted(item) for item in x])


def joined(x: TextArray) -> Any:
    """`"".join(x)` of a vector."""
    from sct.runtime.lists.rows import Rows
    from sct.runtime.texts.letters import of_rows
    from sct.runtime.texts.text_forms import CODE

    known = known_array(x)
    if known is not None:
        return "".join(known)
    return of_rows(Rows(CODE, (checked(x).codes.astype(np.int64),)))


def converted(x: TextArray, dtype: Any, order: Any = "K", **kwargs: Any) -> Any:
    """`x.astype(dtype)`: digits as numbers; the program checks that they are digits."""
    if isinstance(dtype, OfCodes):
        refuse("astype() of letters to a dtype that only the run knows")
    wanted = np.dtype(dtype)
    if wanted.kind == "U" and not kwargs:
        return words.widened(x, wanted) if wanted not in (LETTER_DTYPE, np.dtype(str)) else x.copy(order)
    if wanted.kind not in "iuf" or kwargs:
        refuse(f"astype({wanted}) of an array of texts")
    are_digits = called(np.all, (x.codes >= ord("0")) & (x.codes <= ord("9")))
    leave_unless(are_digits, "astype() of an array of texts that are no digits")
    return (x.codes - np.uint32(ord("0"))).astype(wanted, order)
