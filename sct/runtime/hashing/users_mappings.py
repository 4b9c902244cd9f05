"""Mappings of the user's classes, where Python makes a dict of them: by their `keys` and `__getitem__`, converted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.runtime.current import is_variable
from sct.runtime.objects.operators import users_method

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["as_dict"]


def as_dict(trace: Trace, value: Any) -> Any:
    """The dict that `dict(value)` makes of such a mapping; anything else as it is."""
    kind: Any = type(value)
    if isinstance(value, dict) or is_variable(value) or not hasattr(kind, "keys") or not hasattr(kind, "__getitem__"):
        return value
    method = users_method(value, "__getitem__")
    keys = users_method(value, "keys")
    if method is None or keys is None:
        return value
    from sct.runtime.call import convert_call

    made: dict[Any, Any] = {}
    for key in convert_call(list)(convert_call(keys)(value)):
        made[key] = convert_call(method)(value, key)
    return trace.note_new(made)
