"""What code that sct does not see into gets in place of lists whose items the program keeps."""

from __future__ import annotations

from typing import Any

from sct.runtime.hashing.entries import is_hashed
from sct.runtime.lists import growing
from sct.runtime.state.bare import items_in, pairs_in
from sct.runtime.trace import Trace

__all__ = ["settle"]


def settle(trace: Trace, value: Any) -> None:
    """Before code that sct does not see into gets `value`: lists in it hold their items, or are refused."""
    if isinstance(value, (dict, set)):
        if is_hashed(value):
            from sct.runtime.hashing import hashed

            hashed.refuse(trace, value)
    if isinstance(value, tuple) and growing.is_growing(value):
        value[0].sct_refuse()
    if growing.is_growing(value):
        growing.put(trace, value, growing.plain(trace, value))
    if isinstance(value, (list, tuple)):
        for item in items_in(value):
            settle(trace, item)
    elif isinstance(value, dict):
        for _, item in pairs_in(value):
            settle(trace, item)
