"""An array of letters in a trace: a view of its codes, which are an array of the program like others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.types import ARRAY
from sct.ops.array_texts import LETTERS
from sct.runtime.current import has_spec
from sct.runtime.joins.choice import Choice
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.letters_of import code_of_text, codes_of_nest
from sct.runtime.text_arrays.memory import CODE, LETTER_DTYPE, as_texts
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.text_arrays.traced import leave_unless

__all__ = ["TextArray", "checked", "wrapped"]


class TextArray(ArrayOfTexts):
    """An array of dtype `<U1`; `filled` where none of its texts can be empty."""

    __slots__ = ("filled",)
    sct_leaving = staticmethod(as_texts)
    sct_shown = LETTERS

    def __init__(self, codes: Any, filled: bool) -> None:
        self.codes, self.filled = codes, filled

    @property
    def sct_form(self) -> tuple[Any, ...]:
        """Whether it is filled."""
        return (self.filled,)

    @classmethod
    def sct_together(cls, form: tuple[Any, ...], held: Any) -> Any:
        """The array with these codes."""
        return wrapped(held, *form)

    # -- what is known while the graph is built --------------------------------------------------

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype."""
        return LETTER_DTYPE

    @property
    def itemsize(self) -> int:
        """Bytes per element."""
        return CODE.itemsize

    @property
    def T(self) -> Any:
        """The transpose."""
        return wrapped(self.codes.T, self.filled)

    @property
    def flat(self) -> Any:
        """The elements in C order."""
        from sct.runtime.text_arrays.flat_texts import FlatTexts

        return FlatTexts(self, wrapped(self.codes.ravel(), self.filled))

    @property
    def flags(self) -> Any:
        """The flags, which are those of its memory."""
        return self.codes.flags

    @property
    def strides(self) -> Any:
        """The strides."""
        return self.codes.strides

    # -- items -----------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        return wrapped(self.codes[key], self.filled)

    def _write(self, key: Any, value: Any) -> None:
        self.codes[key] = self._written(value)

    def _written(self, value: Any) -> Any:
        """The codes of what is written: the first letters, as NumPy cuts it off."""
        if isinstance(value, ArrayOfTexts) and not isinstance(value, TextArray):
            value = TextArray(value.codes[..., 0], False)  # of which this is the first letter
        if isinstance(value, TextArray):
            return value.codes if value.filled or not self.filled else checked(value).codes
        if isinstance(value, (list, tuple, np.ndarray)):
            codes, filled = codes_of_nest(value, cut=True)
        else:
            codes, filled = code_of_text(value)
        if self.filled and not filled and has_spec(codes):
            return checked(TextArray(codes, False)).codes
        if self.filled and not filled:
            refuse("an empty text in an array of letters")
        return codes

    # -- methods ---------------------------------------------------------------------------------

    def fill(self, value: Any) -> None:
        """Write one text everywhere."""
        self.codes.fill(self._written(value))

    def item(self, *args: Any) -> Any:
        """One of the texts, as Python's own."""
        from sct.runtime.text_arrays.listed import as_pythons

        code = self.codes.item(*args)
        return as_pythons(NumpyText(code, self.filled))

    def astype(self, dtype: Any, *args: Any, **kwargs: Any) -> Any:
        """The numbers that the texts say."""
        from sct.runtime.text_arrays.listed import converted

        return converted(self, dtype, *args, **kwargs)


def _moving(name: str) -> Callable[..., Any]:
    def method(self: TextArray, *args: Any, **kwargs: Any) -> Any:
        return wrapped(getattr(self.codes, name)(*args, **kwargs), self.filled)

    method.__name__ = name
    return method


for _name in ("reshape", "ravel", "flatten", "transpose", "swapaxes", "squeeze", "repeat", "take", "compress"):
    setattr(TextArray, _name, _moving(_name))
for _name in ("sort", "argsort"):  # the order of letters is that of their codes
    setattr(TextArray, _name, _moving(_name))


def wrapped(codes: Any, filled: bool) -> Any:
    """The texts of these codes: an array, or one element; anything that has no codes is left alone."""
    if type(codes) is Choice:
        return codes.sct_distribute(lambda one: wrapped(one, filled))
    if not has_spec(codes) or codes.spec.dtype != CODE:
        return codes
    return TextArray(codes, filled) if codes.spec.kind == ARRAY else NumpyText(codes, filled)


def checked(x: TextArray) -> TextArray:
    """The same array, of which the program checks that none of its texts is empty."""
    if not x.filled:
        leave_unless(np.all(x.codes != 0), "an empty text in an array of letters")
    return TextArray(x.codes, True)
