"""Bytes that may change, `bytearray` and `array.array`: what they hold is guarded, what only reads them may read them.

One of the caller's stays what it is in the trace. To change it, and to make an array of NumPy's that is a window to its
memory, is refused: neither could be done anew at each call.
"""

from __future__ import annotations

import array
from collections.abc import Iterable
from typing import Any

import numpy as np

from sct.errors import AliasError
from sct.runtime.calls.purity import full_name, module_of, words
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace

__all__ = ["BUFFERS", "check_windows", "only_reads", "reads_buffer"]

BUFFERS = (bytearray, array.array)
_READERS = words(
    "builtins struct _struct zlib binascii base64 hashlib _hashlib codecs _codecs numpy numpy._core.multiarray math"
)
_CHANGES = words("pack_into memoryview readinto")
_READING = words("buffer_info count index tobytes tolist tounicode")  # of an `array.array`


def only_reads(f: Any) -> bool:
    """Whether a function that sct does not see into leaves bytes alone that it is given."""
    if isinstance(f, np.ufunc):
        return True
    return module_of(f) in _READERS and full_name(f).rpartition(".")[2] not in _CHANGES


def reads_buffer(owner: Any, name: str) -> bool:
    """Whether a method leaves the bytes alone that it is called of."""
    if isinstance(owner, bytearray):
        return hasattr(bytes, name) and name != "__init__"
    return name in _READING or (name.startswith("__") and not name.startswith(("__i", "__set", "__del")))


def check_windows(trace: Trace, f: Any, result: Any, given: Iterable[Any]) -> None:
    """Refuse an array of NumPy's that shows what is in bytes which may change."""
    windows = [x for x in given if isinstance(x, (*BUFFERS, memoryview)) and len(x)]
    arrays = [x for x in (result if isinstance(result, (tuple, list)) else (result,)) if isinstance(x, np.ndarray)]
    for one in windows if arrays else ():
        if isinstance(one, memoryview) and one.readonly:
            continue
        memory = np.frombuffer(one, np.uint8)
        if any(np.may_share_memory(x, memory) for x in arrays):
            raise AliasError(
                f"{full_name(f)}() answers an array that shows the memory of {a_kind(one)}",
                where=trace.location(),
                why="what is written to one of them would have to be seen in the other",
                fix="make a copy: np.array(x), or np.frombuffer(bytes(x), dtype)",
            )
