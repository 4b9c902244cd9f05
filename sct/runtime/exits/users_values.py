"""Objects of users' classes that are derived from numbers, texts or tuples, and leave a program: made anew, too."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.runtime.callers.lift import CONSTANTS
from sct.runtime.ignore import is_ignored_class
from sct.runtime.state.cells import is_python_class, pythons_base
from sct.runtime.state.class_content import lookup
from sct.runtime.state.instances import is_of_attributes, new_instance

__all__ = ["instance_maker", "is_constant", "is_users_value", "new_value"]

_CONTENT: dict[type, Callable[[Any], Any]] = {  # what it is without its class, whose methods are not asked
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda x: bytes.__getitem__(x, slice(None)),
    tuple: lambda x: tuple.__getitem__(x, slice(None)),
    frozenset: lambda x: frozenset.__or__(frozenset(), x),
}


def is_users_value(x: Any) -> bool:
    """Whether an object is of a class of the user's that is derived from one of these.

    >>> Metres = type("Metres", (float,), {"__module__": "lengths"})
    >>> is_users_value(Metres(2)), is_users_value(2.0)
    (True, False)
    """
    kind = type(x)
    if isinstance(x, enum.Enum) or not is_python_class(kind) or is_ignored_class(kind):
        return False
    return pythons_base(kind) in _CONTENT


def is_constant(x: Any) -> bool:
    """Whether an object is the same at each call, and nobody can tell it from another of its value.

    >>> is_constant("a"), is_constant(slice(1)), is_constant([])
    (True, False, False)
    """
    known = isinstance(x, (*CONSTANTS, np.generic, np.dtype, np.finfo, np.iinfo))
    return known and type(x) is not slice and not is_users_value(x)


def instance_maker(x: Any, kind: Callable[[type], str], render: Callable[[Any], str]) -> str | None:
    """How the call begins that makes an object of a user's class, up to its attributes; None for other objects."""
    if is_users_value(x):
        return f"__s_new_value({kind(type(x))}, {render(_CONTENT[pythons_base(type(x))](x))}, "
    return f"__s_new_instance({kind(type(x))}, " if is_of_attributes(x) else None


def new_value(kind: type, content: Any, attributes: dict[str, Any], made: Any = None) -> Any:
    """An object of such a class with this content and these attributes, or `made` with them."""
    base = pythons_base(kind)
    if made is None:
        made = base.__new__(kind, content)
    own = {name: value for name, value in attributes.items() if lookup(kind, name)[1] is not base}
    return new_instance(kind, own, made)
