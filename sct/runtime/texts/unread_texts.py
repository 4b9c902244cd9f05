"""Texts that say where an object lies in memory: nobody may read them, for they are others at each call.

Until then they are texts like others, which most often become the message of an exception that is not raised. Where it
is, plain Python raises it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.texts.text_pieces import FormattedText, Pieces

__all__ = ["UnreadText", "text_or_unread"]


_TEXTS: dict[str, Any] = dict(vars(FormattedText))


class UnreadText(FormattedText):
    """A text with such a part: whoever asks for its pieces is told why there are none."""

    __slots__ = ("_refusal",)

    def __init__(self, refusal: StaticValueError) -> None:
        object.__setattr__(self, "_refusal", refusal)

    @property
    def pieces(self) -> Pieces:
        """None that anybody could read."""
        raise self._refusal.with_traceback(None)

    def __repr__(self) -> str:
        return "a text that is not read"

    def __add__(self, other: Any) -> Any:
        return self if isinstance(other, (str, FormattedText)) else _TEXTS["__add__"](self, other)

    def __radd__(self, other: Any) -> Any:
        return self if isinstance(other, (str, FormattedText)) else _TEXTS["__radd__"](self, other)


def text_or_unread(make: Callable[[], Any]) -> Any:
    """What `make` answers, or a text that is not read."""
    try:
        return make()
    except StaticValueError as refusal:
        if not refusal.shows_address:
            raise
        return UnreadText(refusal)
