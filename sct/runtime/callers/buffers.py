"""Bytes that may change, `bytearray` and `array.array`: what they hold is guarded, what only reads them may read them.

One of the caller's stays what it is in the trace. To change it, and to make an array of NumPy's that is a window to its
memory, is refused: neither could be done anew at each call.
"""

from __future__ import annotations

import array
import copy
from collections.abc import Iterable
from typing import Any, NoReturn

import numpy as np

from sct.errors import AliasError, UnsupportedCallError
from sct.ir.types import PYTHON
from sct.runtime.calls.purity import full_name, module_of, words
from sct.runtime.current import has_spec, here
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import Trace, current

__all__ = [
    "BUFFERS", "buffer_class", "check_beside_own_buffers", "check_own_buffers", "check_windows", "is_own_buffer",
    "note_resized", "only_reads", "reads_buffer", "refuse_memory",
]  # fmt: skip

BUFFERS = (bytearray, array.array)
_READERS = words(
    "builtins struct _struct zlib binascii base64 hashlib _hashlib codecs _codecs numpy numpy._core.multiarray math"
)
_CHANGES = words("pack_into memoryview readinto")
_READING = words("buffer_info count index tobytes tolist tounicode")  # of an `array.array`


def buffer_class(trace: Trace, kind: type) -> type:
    """The class that is converted in place of `bytearray` or `array.array`, where Python's own would not do."""
    trace.items.buffers = True
    if not trace.items.own_buffers:
        return kind
    from sct.runtime.libraries.buffer_library import STANDING_FOR

    return STANDING_FOR[kind]


def check_own_buffers(trace: Trace, f: Any, given: Iterable[Any]) -> None:
    """Refuse to give what stands for one to code that sct does not see into: it reads memory."""
    if trace.items.own_buffers and f not in _TAKING_ANY and any(map(is_own_buffer, given)):
        one = next(filter(is_own_buffer, given))
        refuse_memory(f"{full_name(f)}() of {a_kind(one)} of which only the run knows what it holds")


def note_resized(form: Any) -> None:
    """Note that what stands for a buffer may get another length: Python would not do that while its memory is shown."""
    trace = current()
    if trace is not None:
        trace.callers.buffers_resized[form] = True


def refuse_memory(what: str) -> NoReturn:
    """Say which use of a buffer needs its memory, which a list of the program's does not have."""
    raise UnsupportedCallError(
        what,
        where=here(),
        why="programs have lists of numbers in its place",
        fix="give it bytes(x), or keep the numbers in an array of NumPy's",
        of_own_buffers=True,
    )


def check_beside_own_buffers(a: Any, b: Any) -> None:
    """Refuse an operator of NumPy's beside what stands for a buffer, whose numbers it would take for an array."""
    for one, other in ((a, b), (b, a)):
        if is_own_buffer(one) and (isinstance(other, (np.ndarray, np.generic)) or _is_numpys(other)):
            refuse_memory(f"{a_kind(one)} of which only the run knows what it holds, beside one of NumPy's,")


def _is_numpys(x: Any) -> bool:
    return has_spec(x) and x.spec.kind != PYTHON


def is_own_buffer(x: Any) -> bool:
    """Whether this stands for a `bytearray` or an `array.array`."""
    return type(x).__module__ == _OWN


_TAKING_ANY = (callable, copy.deepcopy, note_resized)
_OWN = "sct.runtime.libraries.buffer_library"


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
                of_own_buffers=True,
            )
