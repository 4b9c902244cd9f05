"""Texts and bytes that only the run knows, compared with NumPy's numbers and arrays: no number is like any of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.types import PYTHON
from sct.runtime.current import has_spec, is_variable
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.joins.choice import Choice
from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["as_any_text", "chooses_text"]

_NUMBERS = "?bhilqBHILQefdFD"


def as_any_text(x: Any, other: Any) -> Any:
    """`x`; a text, dict or set of the run's as a known one, if the other is a number or an array of NumPy's.

    NumPy answers of its own kind then, or raises, whatever the text is.
    """
    if isinstance(x, FormattedText) and _is_numpys(other):
        return ""
    if isinstance(x, StandIn) and _is_numpys(other):
        return x.stands_for()
    if isinstance(x, (dict, set)) and is_hashed(x) and _is_numpys(other):
        return type(x)()
    return x


def chooses_text(x: Any, other: Any) -> bool:
    """Whether `x` may be text beside a known number or array of NumPy's, which would ask for a ufunc of them."""
    if type(x) is not Choice or not isinstance(other, (np.generic, np.ndarray)):
        return False
    return any(isinstance(one, (str, bytes, FormattedText, StandIn)) for one in x.alternatives)


def _is_numpys(x: Any) -> bool:
    if is_variable(x):
        return has_spec(x) and x.spec.kind != PYTHON
    return isinstance(x, (np.generic, np.ndarray)) and x.dtype.char in _NUMBERS
