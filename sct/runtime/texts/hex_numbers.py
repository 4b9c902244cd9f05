"""`float.hex` and `float.fromhex` of numbers and texts that only the run knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.types import ARRAY
from sct.ops.array_texts import styled
from sct.runtime.current import has_spec
from sct.runtime.joins.choice import Choice
from sct.runtime.texts.deferred_text import show
from sct.runtime.texts.text_methods import read_hex
from sct.runtime.texts.text_pieces import FormattedText, Piece
from sct.runtime.trace import Trace

__all__ = ["HEX", "as_hex"]


def as_hex(x: Any) -> Any:
    """`x.hex()` of a float."""
    return show([Piece(x, styled("hex", {}, {}), "")])


def _hex(trace: Trace, x: Any, /) -> Any:
    if isinstance(x, Choice):
        return x.sct_distribute(lambda one: _hex(trace, one))
    if not has_spec(x):
        return float.hex(x)
    if x.spec.dtype != np.float64 or x.spec.ndim or x.spec.kind == ARRAY:
        try:
            float.hex(np.zeros(1) if x.spec.kind == ARRAY else x.python_type(1))  # type: ignore[arg-type]
        except TypeError as error:
            raise TypeError(str(error)) from None  # in Python's own words
    return as_hex(x)


def _from_hex(trace: Trace, text: Any, /) -> Any:
    if isinstance(text, Choice):
        return text.sct_distribute(lambda one: _from_hex(trace, one))
    return read_hex(trace, text) if isinstance(text, FormattedText) else float.fromhex(text)


HEX: dict[Any, Callable[..., Any]] = {float.hex: _hex, float.fromhex: _from_hex}
