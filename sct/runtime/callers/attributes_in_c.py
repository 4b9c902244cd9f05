"""Attributes that a class in C keeps outside of any dict: `__class__`, `f.__defaults__`, `cls.__name__`, `error.args`.

What is assigned to them is in no place that a trace could undo, join, and set again when the program has run.
"""

from __future__ import annotations

from types import FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Any

from sct.errors import SideEffectError
from sct.runtime.conversion.instrumented import is_instrumented
from sct.runtime.state.cells import is_python_class
from sct.runtime.texts.kind_names import a_kind

__all__ = ["check_in_c"]


def check_in_c(trace: Any, owner: Any, name: str, found: Any) -> None:
    """Refuse to set or delete such an attribute, which the class has as `found`, of an object from outside."""
    if name == "__dict__" or not _is_in_c(found):
        return
    is_own = owner in trace.made or is_instrumented(owner.__code__ if type(owner) is FunctionType else None)
    if is_own and name != "__class__":
        return
    raise SideEffectError(
        f"the attribute {name!r} of {a_kind(owner)} is assigned or deleted",
        where=trace.location(),
        why="it is no attribute in a dict or in __slots__, and would change while the graph is built",
        fix="do it outside of the static function, or use an attribute of another name",
    )


def _is_in_c(found: Any) -> bool:
    if isinstance(found, MemberDescriptorType):
        return not is_python_class(found.__objclass__)  # those of users' classes are their `__slots__`
    return isinstance(found, GetSetDescriptorType)
