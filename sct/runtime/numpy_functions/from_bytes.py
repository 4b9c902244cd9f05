"""`np.frombuffer` of bytes that only the run knows: a read-only view of their codes."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ops import registry
from sct.ops.bindings.table import static
from sct.runtime.arrays.flat_arguments import check_no_flat
from sct.runtime.stand_ins import StandIn

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["FROM_BYTES"]


def _frombuffer(
    trace: Trace, /, buffer: Any, dtype: Any = float, count: Any = -1, offset: Any = 0, **kwargs: Any
) -> Any:
    from sct.runtime.calls.foreign_call import call_foreign
    from sct.runtime.texts.run_time_bytes import codes_of_bytes, known_bytes

    if not (isinstance(buffer, StandIn) and type(buffer).stands_for is bytes):
        check_no_flat(np.frombuffer, buffer)
        return call_foreign(trace, np.frombuffer, buffer, dtype, count, offset, **kwargs)
    kind = np.dtype(dtype)
    first, many = operator.index(static(offset, "offset")), operator.index(static(count, "count"))
    codes = codes_of_bytes(trace, buffer)
    length = codes.spec.shape[0]
    if isinstance(length, int):
        np.frombuffer(bytes(length), kind, many, first, **kwargs)  # what NumPy says of them
    elif kind.itemsize > 1 or many != -1 or first:
        known = known_bytes("np.frombuffer()", buffer)[0]
        return call_foreign(trace, np.frombuffer, known, kind, many, first, **kwargs)
    if first or many >= 0:
        codes = codes[first : None if many < 0 else first + many * kind.itemsize]
    return registry.get("frozen")(codes if kind == np.uint8 else codes.view(kind))


FROM_BYTES: dict[Any, Callable[..., Any]] = {np.frombuffer: _frombuffer}
