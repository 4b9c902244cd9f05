"""The texts of dicts and sets that have run-time keys: their entries are joined in a loop when the program runs."""

from __future__ import annotations

import sys
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any

from sct.runtime.hashing.entries import is_hashed, is_users_dict
from sct.runtime.libraries import text_library
from sct.runtime.texts.text_pieces import Pieces
from sct.runtime.trace import Trace

__all__ = ["hashed_text"]

_KNOWN = (int, float, complex, bool, str, list, dict, set, tuple, None)  # factories with the same text everywhere
_AS_PAIRS = sys.version_info < (3, 12)  # how the repr of an OrderedDict shows what it holds


def hashed_text(trace: Trace, value: Any, show: Callable[[Any], str]) -> Pieces | None:
    """The repr of a dict or set with run-time keys, each key and value by `show`; None where it cannot be told."""
    from sct.runtime.calls.library_calls import inlined
    from sct.runtime.hashing.run_time_order import in_order
    from sct.runtime.texts.letters import as_pieces

    def joined(name: str, items: Any) -> Pieces:
        return as_pieces(trace, inlined(trace, getattr(text_library, name), items, show)) or []

    assert is_hashed(value)
    kind = type(value)
    if kind is set:
        return joined("braced", in_order(trace, value))
    if kind is dict or (is_users_dict(kind) and getattr(kind, "__repr__", None) is dict.__repr__):
        return joined("paired", value)
    if kind is Counter:
        return joined("counted", value)
    if kind is OrderedDict:
        return joined("ordered_pairs" if _AS_PAIRS else "ordered", value)
    if kind is defaultdict and value.default_factory in _KNOWN:
        return [f"defaultdict({value.default_factory!r}, ", *joined("paired", value), ")"]
    return None
