"""An element of an array of texts of several letters: an `np.str_`."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.current import current
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.text_arrays.memory import as_word
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.texts.text_pieces import LETTERS, FormattedText, Piece, Pieces

__all__ = ["WordText"]


class WordText(FormattedText, OfCodes):
    """A text like others, but for its type: the codes of its letters, and zeros behind them."""

    __slots__ = ("codes",)
    python_type = np.str_
    sct_leaving = staticmethod(as_word)

    def __init__(self, codes: Any) -> None:
        object.__setattr__(self, "codes", codes)

    @property
    def sct_held(self) -> Any:
        """The codes."""
        return self.codes

    @property
    def sct_form(self) -> tuple[Any, ...]:
        """How many letters there is room for; None where only the run knows it."""
        width = self.codes.spec.shape[0]
        return (width if isinstance(width, int) else None,)

    @classmethod
    def sct_together(cls, form: tuple[Any, ...], held: Any) -> Any:
        """The text of these codes."""
        from sct.runtime.joins.choice import Choice

        return held.sct_distribute(cls) if type(held) is Choice else cls(held)

    @property
    def pieces(self) -> Pieces:
        """The letters, without the zeros behind them."""
        from sct.runtime.call import convert_call
        from sct.runtime.joins.known_content import evaluated
        from sct.runtime.lists.rows import Rows
        from sct.runtime.texts.text_forms import CODE

        trace = current()
        assert trace is not None
        known = evaluated(trace, self.codes, 1 << 10)
        if known is not None:
            return [str(as_word(np.ascontiguousarray(known)))]
        width = self.codes.shape[0]
        places = np.arange(1, width + 1) if isinstance(width, int) else convert_call(np.arange)(1, width + 1)
        length = convert_call(int)(convert_call(np.max)(convert_call(np.where)(self.codes != 0, places, 0)))
        marker: Any = Rows(CODE, (self.codes[:length].astype(np.int64),))
        return [Piece((marker,), LETTERS, "")]


def _comparing(name: str) -> Any:
    inherited = getattr(FormattedText, f"__{name}__")

    def method(self: WordText, other: Any) -> Any:
        from sct.runtime.call import convert_call
        from sct.runtime.logical import not_
        from sct.runtime.text_arrays.words import rows_of, together

        padded = isinstance(other, str) and other[-1:] == "\0"
        if isinstance(other, ArrayOfTexts) or not isinstance(other, (str, OfCodes)) or padded:
            return inherited(self, other)
        ours, theirs = together(self.codes, rows_of(other))
        same = convert_call(bool)(convert_call(np.all)(ours == theirs))
        return same if name == "eq" else not_(same)

    method.__name__ = f"__{name}__"
    return method


for _name in ("eq", "ne"):
    setattr(WordText, f"__{_name}__", _comparing(_name))
WordText.__hash__ = FormattedText.__hash__  # type: ignore[method-assign]
