"""An element of an array of letters: an `np.str_` of one letter, or of none where the code is 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import get
from sct.runtime.objects.operator_functions import COMPARISONS
from sct.runtime.text_arrays.memory import as_item
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.traced import leave_unless
from sct.runtime.texts.text_pieces import LETTER, FormattedText, Piece, Pieces

__all__ = ["NumpyText"]


class NumpyText(FormattedText, OfCodes):
    """A text like others, but for its type; `filled` where it is known to have a letter."""

    __slots__ = ("code", "filled")
    python_type = np.str_
    sct_leaving = staticmethod(as_item)

    def __init__(self, code: Any, filled: bool) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "filled", filled)

    @property
    def sct_form(self) -> tuple[Any, ...]:
        """Whether it is filled."""
        return (self.filled,)

    @property
    def sct_held(self) -> Any:
        """The code."""
        return self.code

    @classmethod
    def of_items(cls, form: tuple[Any, ...], codes: Any) -> Any:
        """The array of several letters."""
        from sct.runtime.text_arrays.text_array import TextArray

        return TextArray(codes, *form)

    @classmethod
    def sct_together(cls, form: tuple[Any, ...], held: Any) -> Any:
        """The element of this code."""
        from sct.runtime.joins.choice import Choice

        return held.sct_distribute(lambda one: cls(one, *form)) if type(held) is Choice else cls(held, *form)

    @property
    def pieces(self) -> Pieces:
        """The letter, wherever it is asked for as text: the program checks that there is one."""
        if not self.filled:
            leave_unless(self.code != 0, "an empty text in an array of letters, which is used as a letter")
        return [Piece(get("py_int")(self.code), LETTER, "")]

    def sct_compared(self, name: str, other: Any) -> Any:
        """`self == other` and its like; NotImplemented where the pieces say it."""
        if isinstance(other, NumpyText):
            return self._compared(name, get("py_int")(other.code))
        if type(other) is not str or name not in ("eq", "ne"):
            return NotImplemented
        if len(other) > 1 or other == "\0" or (not other and self.filled):
            return name == "ne"
        return self._compared(name, ord(other) if other else 0)

    def _compared(self, name: str, code: Any) -> Any:
        return COMPARISONS[name][0](get("py_int")(self.code), code)


def _install() -> None:
    def comparing(name: str) -> Any:
        inherited = getattr(FormattedText, f"__{name}__")

        def method(self: NumpyText, other: Any) -> Any:
            found = self.sct_compared(name, other)
            return inherited(self, other) if found is NotImplemented else found

        method.__name__ = f"__{name}__"
        return method

    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(NumpyText, f"__{name}__", comparing(name))
    NumpyText.__hash__ = FormattedText.__hash__  # type: ignore[method-assign]


_install()
