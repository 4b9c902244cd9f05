"""An array of texts of several letters in a trace: an array of their codes, which has one axis more, its last."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import get
from sct.ops.array_texts import WORDS
from sct.runtime.joins.choice import Choice
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.memory import CODE, as_words
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.traced import called
from sct.runtime.text_arrays.word_item import WordText

__all__ = ["WordArray", "with_last"]


class WordArray(ArrayOfTexts):
    """An array of dtype `<Uk`, for a `k` above 1."""

    __slots__ = ()
    sct_leaving = staticmethod(as_words)
    sct_shown = WORDS

    def __init__(self, codes: Any) -> None:
        self.codes = codes

    @property
    def sct_form(self) -> tuple[Any, ...]:
        """How wide it is: arrays of several widths stay several, but those of which only the run knows it."""
        width = self.codes.spec.shape[-1]
        return (width if isinstance(width, int) else None,)

    @classmethod
    def sct_together(cls, form: tuple[Any, ...], held: Any) -> Any:
        """The array with these codes."""
        return held.sct_distribute(cls) if type(held) is Choice else cls(held)

    @property
    def width(self) -> Any:
        """How many letters a text has room for."""
        return self.codes.shape[-1]

    @property
    def dtype(self) -> Any:
        """The dtype."""
        from sct.runtime.text_arrays.open_dtype import OpenDtype

        return np.dtype(f"U{self.width}") if isinstance(self.width, int) else OpenDtype(self.width)

    @property
    def itemsize(self) -> Any:
        """Bytes per element."""
        return CODE.itemsize * self.width

    @property
    def shape(self) -> Any:
        """The extents."""
        return self.codes.shape[:-1]

    def __getitem__(self, key: Any) -> Any:
        found = self.codes[with_last(key, self.ndim)]
        if found.spec.ndim > 1:
            return WordArray(found)
        if any(x is Ellipsis for x in (key if isinstance(key, tuple) else (key,))):
            refuse("an array of one text, without axes")
        return WordText(found.copy())  # as it is now, whatever is written later

    def _write(self, key: Any, value: Any) -> None:
        from sct.runtime.text_arrays.words import cut

        self.codes[with_last(key, self.ndim)] = cut(value, self.codes)

    @property
    def T(self) -> Any:
        """The transpose."""
        return WordArray(self.codes.transpose((*reversed(range(self.ndim)), self.ndim)))

    def transpose(self, *axes: Any) -> Any:
        """The axes in another order."""
        order = axes[0] if len(axes) == 1 else axes
        if not order:
            return self.T
        places = [int(k) % self.ndim for k in order]
        return WordArray(self.codes.transpose((*places, self.ndim)))

    @property
    def flat(self) -> Any:
        """The elements in C order."""
        from sct.runtime.text_arrays.flat_texts import FlatTexts

        return FlatTexts(self, self.ravel())

    def reshape(self, *shape: Any, **kwargs: Any) -> Any:
        """The same elements with other extents."""
        if kwargs or not shape:
            refuse("reshape with keywords of an array of texts")
        extents = shape[0] if len(shape) == 1 else shape
        extents = tuple(extents) if isinstance(extents, (tuple, list)) else (extents,)
        return WordArray(self.codes.reshape((*extents, self.width)))

    def ravel(self) -> Any:
        """The elements in C order, as a view where they lie so."""
        return self.reshape(-1)

    def flatten(self) -> Any:
        """The same as a copy."""
        return self.reshape(-1).copy()

    def item(self, *places: Any) -> Any:
        """One of the texts, as Python's own."""
        from sct.runtime.text_arrays.listed import as_pythons

        if len(places) == 1 and isinstance(places[0], tuple):
            places = places[0]
        if not places and self.size != 1:
            refuse("item() of an array of texts without a place")
        line = self if len(places) == self.ndim > 1 else self.ravel()
        found = line[places if len(places) > 1 else places[0] if places else 0]
        return as_pythons(found) if isinstance(found, WordText) else found

    def fill(self, value: Any) -> None:
        """Write one text everywhere."""
        self[...] = value

    def argsort(self, axis: Any = -1, kind: Any = None) -> Any:
        """The places of the texts in their order."""
        return called(np.argsort, self, axis, kind)

    def sort(self, axis: Any = -1, kind: Any = None) -> None:
        """Put the texts in their order."""
        self[...] = called(np.sort, self, axis, kind)

    @property
    def strides(self) -> Any:
        """The strides."""
        return self.codes.strides[:-1]

    def astype(self, dtype: Any, *args: Any, **kwargs: Any) -> Any:
        """The same texts as another array, or the numbers that they say."""
        from sct.runtime.text_arrays.known import computed, known_array

        if isinstance(dtype, OfCodes):
            from sct.runtime.text_arrays.words import fitted

            return WordArray(called(np.copy, fitted(self.codes, dtype.width), order="C"))  # type: ignore[attr-defined]
        wanted = np.dtype(dtype)
        if wanted == np.dtype(str) or (isinstance(self.width, int) and wanted == self.dtype):
            return self.copy()
        if np.dtype(dtype).kind == "U" and not (args or kwargs):
            from sct.runtime.text_arrays.words import widened

            return widened(self, np.dtype(dtype))
        if np.dtype(dtype).kind in "iufc" and not (args or kwargs) and known_array(self) is None:
            return get("words_as")(self.codes, dtype=np.dtype(dtype))
        return computed(lambda x: x.astype(dtype, *args, **kwargs), "astype()", (self,), {})


def _copying(name: str) -> Any:
    def method(self: WordArray, *args: Any, **kwargs: Any) -> Any:
        return called(getattr(np, name), *((args[0], self) if name == "compress" else (self, *args)), **kwargs)

    method.__name__ = name
    return method


for _name in ("take", "repeat", "compress"):
    setattr(WordArray, _name, _copying(_name))


def with_last(key: Any, ndim: int) -> Any:
    """The subscript of the codes that are those of the texts at `key`."""
    parts = key if isinstance(key, tuple) else (key,)
    taken = sum(max(getattr(x, "ndim", 1), 1) if _is_mask(x) else 1 for x in parts if x is not None and x is not ...)
    if taken > ndim:
        refuse("an array of texts with more indices than it has axes")
    return (*parts, slice(None))


def _is_mask(x: Any) -> bool:
    return bool(getattr(x, "dtype", None) == np.bool_)
