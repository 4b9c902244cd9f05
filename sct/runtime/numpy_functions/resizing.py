"""`np.resize` in a trace, also where the extents of the array or of the result are known only when the program runs."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops.bindings.shape import extents
from sct.ops.bindings.table import FUNCTIONS, holds_symbolic, spec_of, strict_array
from sct.runtime import trace as tracing
from sct.runtime.calls.library_calls import inlined
from sct.runtime.libraries.resize_library import repeated

__all__ = ["resize"]

_REPEATED: Any = repeated


def resize(a: Any, new_shape: Any) -> Any:
    """Another shape, with the elements repeated as needed, and zeros if there are none."""
    flat = FUNCTIONS[np.ravel](strict_array(a))
    (count,) = spec_of(flat).shape
    if isinstance(count, int) and not holds_symbolic(new_shape):
        return FUNCTIONS[np.resize](flat, new_shape)
    trace = tracing.current()
    assert trace is not None
    flat = trace.own(flat)
    if not isinstance(count, int) or not count:
        flat = np.concatenate((flat, np.zeros(1, flat.dtype)))
        count = np.maximum(flat.size - 1, 1)
    return inlined(trace, _REPEATED, flat, count, extents(new_shape))
