"""Mappings of the user's classes, where Python makes a dict of them: by their `keys` and `__getitem__`, converted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.runtime.current import is_variable
from sct.runtime.lists.rows import marker_of
from sct.runtime.objects.operators import users_method

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["as_dict"]


def as_dict(trace: Trace, value: Any) -> Any:
    """The dict that `dict(value)` makes of such a mapping; anything else as it is."""
    kind: Any = type(value)
    if is_variable(value) or not hasattr(kind, "keys") or not hasattr(kind, "__getitem__"):
        return value
    method, all_keys = kind.__getitem__, kind.keys
    if isinstance(value, dict):  # which Python asks for its keys if its class walks through others
        if users_method(value, "__iter__") is None:
            return value
    elif users_method(value, "__getitem__") is None or users_method(value, "keys") is None:
        return value
    from sct.runtime.call import convert_call
    from sct.runtime.calls.library_calls import inlined
    from sct.runtime.hashing import hashed, keys
    from sct.runtime.libraries import hash_library

    pairs_of: Any = hash_library.pairs_of
    listed = convert_call(list)(convert_call(all_keys)(value))
    if marker_of(listed) is not None or any(map(keys.is_run_time_key, listed)):
        return hashed.dict_of(trace, inlined(trace, pairs_of, listed, value), dict)
    made: dict[Any, Any] = {}
    for key in listed:
        made[key] = convert_call(method)(value, key)
    return trace.note_new(made)
