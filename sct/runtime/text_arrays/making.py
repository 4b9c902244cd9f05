"""Arrays of texts that NumPy has made enter the trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.runtime.text_arrays.memory import codes_in, width_of
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.word_array import WordArray

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["made"]


def made(trace: Trace, array: Any, enter: Callable[[Any], Any]) -> Any:
    """An array of texts, whose codes `enter` takes into the trace."""
    width = width_of(array.dtype)
    if not width or type(array) is not np.ndarray:
        from sct.runtime.trace import check_class, check_dtype

        check_class(array, "this array", trace.location())
        check_dtype(array.dtype, "this array", trace.location())
    codes = np.array(codes_in(array, width), order="K" if width == 1 else "C")
    codes.flags.writeable = array.flags.writeable
    entered = enter(codes)
    return TextArray(entered, bool(codes.all())) if width == 1 else WordArray(entered)
