"""What functions are given that read bytes and answer something else: hashes, checksums, encodings, `struct`.

No program computes them. Where the bytes are made of what the caller gives, the program is made for these very bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON
from sct.runtime.arrays.flags import Flags
from sct.runtime.calls.purity import full_name, module_of, words
from sct.runtime.current import has_spec, is_variable
from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.run_time_bytes import known_arrays, with_known_bytes
from sct.runtime.trace import Trace

__all__ = ["read_as_bytes"]

_READERS = words("struct _struct zlib binascii base64 hashlib _hashlib _md5 _sha1 _sha2 _sha3 _blake2")


def read_as_bytes(trace: Trace, f: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of such a function, as they are known; those of others."""
    if not any(isinstance(x, StandIn) or is_variable(x) for x in args) or module_of(f) not in _READERS:
        return args
    known = with_known_bytes(f"{full_name(f)}()", args)
    return tuple([_content(trace, f, x) if has_spec(x) else x for x in known])


def _content(trace: Trace, f: Any, x: Any) -> Any:
    if x.spec.kind == ARRAY and not Flags(x).c_contiguous:  # which these functions refuse
        return x
    refusal = StaticValueError(
        f"{full_name(f)}() was given values that are known only at run time",
        where=trace.location(),
        why="it needs them while the graph is built",
        fix="call it outside of the static function, or use a NumPy function",
    )
    (found,) = known_arrays(trace, [x], refusal)
    if x.spec.kind == ARRAY and x.spec.ndim:
        return found.tobytes()
    one = found[()] if isinstance(found, np.ndarray) else found
    return one.item() if x.spec.kind == PYTHON and isinstance(one, np.generic) else one
