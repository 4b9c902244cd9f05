"""What functions of elements answer where that is a text: a list, which becomes an array as wide as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sct.runtime.joins.choice import Choice
from sct.runtime.text_arrays.texts_as_array import array_of_texts
from sct.runtime.text_arrays.traced import called
from sct.runtime.texts.text_pieces import FormattedText

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["AnsweredTexts", "is_text"]


def is_text(x: Any) -> bool:
    """Whether a result is a text, known or not."""
    if type(x) is Choice:
        return all(map(is_text, x.alternatives))
    return isinstance(x, (str, FormattedText))


class AnsweredTexts:
    """In place of the array of results: what is put to it, one after the other."""

    def __init__(self, trace: Trace, shape: Any) -> None:
        self._trace, self._shape = trace, shape
        self._made: list[Any] = trace.note_new([])

    def put(self, x: Any) -> None:
        """The next one."""
        from sct.runtime.comprehension import put

        put(self._trace, self._made, x)

    def array(self) -> Any:
        """The array of all."""
        line = array_of_texts(self._trace, self._made, str, objects=True)
        return line if len(self._shape) == 1 else called(np.reshape, line, tuple(self._shape))
