"""Lists of the texts in an array of letters, the text that they make together, and the numbers that they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.types import Dim
from sct.runtime.current import current
from sct.runtime.joins.known_content import evaluated
from sct.runtime.text_arrays.memory import LETTER_DTYPE, as_texts
from sct.runtime.text_arrays.text_array import TextArray, checked, refuse
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.texts.text_pieces import FormattedText

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["as_pythons", "converted", "joined", "known_texts", "listed"]

_MOST = 4096  # texts that are known, or written out one by one
_WRITTEN_OUT = 256


def _trace() -> Trace:
    trace = current()
    assert trace is not None
    return trace


def known_texts(x: TextArray) -> Any:
    """The array itself where the program knows it; None where only the run does."""
    found = evaluated(_trace(), x.codes, 1 << 20)
    return None if found is None else as_texts(np.ascontiguousarray(found).astype(np.uint32))


def as_pythons(item: NumpyText) -> Any:
    """`str` of an element."""
    return FormattedText(list(item.pieces))


def listed(x: TextArray) -> Any:
    """`x.tolist()`."""
    known = known_texts(x)
    if known is not None:
        return _noted(known.tolist())
    if any(isinstance(n, Dim) for n in x.codes.spec.shape) or x.size > _WRITTEN_OUT:
        refuse("tolist() of a large array of texts that only the run knows")
    return _rows(x)


def _rows(x: Any) -> Any:
    if isinstance(x, NumpyText):
        return as_pythons(x)
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

    known = known_texts(x)
    if known is not None:
        return "".join(known)
    return of_rows(Rows(CODE, (checked(x).codes.astype(np.int64),)))


def converted(x: TextArray, dtype: Any, order: Any = "K", **kwargs: Any) -> Any:
    """`x.astype(dtype)`: digits as numbers; the program checks that they are digits."""
    from sct.runtime.call import convert_call

    wanted = np.dtype(dtype)
    if wanted == LETTER_DTYPE or wanted == np.dtype(str):
        return TextArray(x.codes.copy(order), x.filled)
    if wanted.kind not in "iuf" or kwargs:
        refuse(f"astype({wanted}) of an array of texts")
    trace = _trace()
    are_digits = convert_call(np.all)((x.codes >= ord("0")) & (x.codes <= ord("9")))
    trace.effect("assert", (are_digits,), {"exception": "sct.errors.StaticValueError", "template": _NO_DIGIT})
    return (x.codes - np.uint32(ord("0"))).astype(wanted, order)


_NO_DIGIT = ("astype() of an array of texts that are no digits",)
