"""How a set of Python's lies in memory: in which slot of its table each element is.

Two sets of equal elements are gone through in one order, now and after all that may be done to them, if their tables
are alike. That is read from the sets themselves, as CPython keeps them; elsewhere nothing is known.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

__all__ = ["layout"]

_WORD = ctypes.sizeof(ctypes.c_void_p)
_FILL, _USED, _MASK, _TABLE, _FINGER = 2, 3, 4, 5, 7  # words of a PySetObject; an entry is a key and a hash
_KNOWN = (
    sys.implementation.name == "cpython"
    and (3, 11) <= sys.version_info[:2] <= (3, 13)
    and _WORD == 8
    and "free-threading" not in sys.version
    and not hasattr(sys, "getobjects")  # objects of such builds begin with other words
)


def layout(made: set[Any] | frozenset[Any]) -> tuple[Any, ...] | None:
    """What is in each slot, and what else decides about the next element; None where sets lie otherwise.

    >>> layout({1, 2}) == layout({2, 1}), layout({1, 2}) == layout({1, 3})
    (True, False)
    >>> layout({0, 8}) == layout({8, 0})
    False
    """
    if not _KNOWN:
        return None
    words = (ctypes.c_ssize_t * 8).from_address(id(made))
    if words[_USED] != len(made) or not 0 < words[_MASK] + 1 <= 1 << 24:
        return None
    table = (ctypes.c_size_t * (2 * words[_MASK] + 2)).from_address(words[_TABLE])
    here = {id(x): x for x in made}
    slots = tuple([(type(here[k]), here[k]) if k in here else bool(k) for k in table[::2]])
    return slots, words[_FILL], words[_FINGER]
