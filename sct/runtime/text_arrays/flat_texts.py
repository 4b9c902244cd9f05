"""`x.flat` of an array of texts: its elements in C order, one after the other or by their places."""

from __future__ import annotations

from typing import Any

from sct.runtime.current import current
from sct.runtime.iteration.steps import Steps
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse

__all__ = ["FlatTexts"]


class FlatTexts(Steps):
    """An iterator over the elements, that may be indexed too."""

    def __init__(self, array: ArrayOfTexts, elements: ArrayOfTexts) -> None:
        trace = current()
        assert trace is not None
        self._elements = elements
        super().__init__(trace, "np.flatiter", elements.length, elements.__getitem__)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, tuple) or key is None or key is Ellipsis:
            refuse("x.flat of an array of texts at such a place")
        found = self._elements[key]
        self.rewind()
        return found.copy() if isinstance(found, ArrayOfTexts) else found

    def __setitem__(self, key: Any, value: Any) -> None:
        refuse("a write to x.flat of an array of texts")
