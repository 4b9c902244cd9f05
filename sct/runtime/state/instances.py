"""Objects of users' classes that are no more than their attributes: they can be taken apart and made again."""

from __future__ import annotations

import contextlib
from types import FunctionType, MemberDescriptorType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sct.errors import UnsupportedCallError
from sct.runtime.homes import home_of
from sct.runtime.ignore import is_ignored_class, is_ignored_function
from sct.runtime.objects.as_written import as_written
from sct.runtime.state.cells import ABSENT, is_python_class, set_plainly
from sct.runtime.state.class_content import in_class
from sct.runtime.state.own_dict import dict_of

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = [
    "attributes_of",
    "check_reading",
    "class_says",
    "first_slot",
    "is_of_attributes",
    "is_plain_instance",
    "is_taken_apart",
    "new_instance",
    "new_tuple",
    "slots_of",
]


def check_reading(trace: Trace, kind: type, what: str) -> None:
    """Refuse objects whose class says how each attribute is read: sct asks for more of them than Python does."""
    reads = as_written(kind.__getattribute__)
    if type(reads) is FunctionType and not is_ignored_function(reads):
        raise UnsupportedCallError(
            f"{what} has a __getattribute__ of the user's",
            where=trace.location(),
            why="it would see all that sct asks of the object while the graph is built",
            fix="use __getattr__ or properties, or pass what the function needs",
        )


def is_plain_instance(value: Any, *, hashed: bool = False) -> bool:
    """Whether `value` is an object of a user's class whose state are its attributes.

    `hashed`: with any `__hash__`, also one whose code is not seen.
    """
    kind: Any = type(value)
    return kind is SimpleNamespace or (
        not isinstance(value, (type, ModuleType, FunctionType, BaseException))
        and (dict_of(value) is not None or (bool(slots_of(kind)) and is_of_attributes(value)))
        and not is_ignored_class(kind)
        and kind.__new__ is object.__new__
        and (hashed or kind.__hash__ in (object.__hash__, None) or type(as_written(kind.__hash__)) is FunctionType)
        and not any("__getattribute__" in vars(c) for c in kind.__mro__[:-1])
    )


def is_taken_apart(value: Any) -> bool:
    """Whether `value` is an object of a user's class, which branches and loops join attribute by attribute."""
    return not home_of(type(value)).startswith("sct.") and is_plain_instance(value, hashed=True)


def is_of_attributes(value: Any) -> bool:
    """Whether an object is its attributes and nothing else, whatever methods its class has."""
    kind = type(value)
    if kind in (object, SimpleNamespace):
        return True
    if isinstance(value, (type, ModuleType)) or is_ignored_class(kind):
        return False
    return all(c is object or is_python_class(c) for c in kind.__mro__)  # those in C hold more


def attributes_of(value: Any) -> dict[str, Any]:
    """The attributes of an object, those in `__slots__` first."""
    found: dict[str, Any] = {}
    for name, member in slots_of(type(value)):
        with contextlib.suppress(AttributeError):
            found[name] = member.__get__(value)
    known = dict_of(value) or {}
    return {**found, **known} if found else known


def slots_of(kind: type) -> tuple[tuple[str, Any], ...]:
    """The names in the `__slots__` of a class and its bases, each with what stands there."""
    known = _known_slots.get(kind)
    if known is None:
        members = ((name, member) for cls in reversed(kind.__mro__) for name, member in vars(cls).items())
        known = _known_slots[kind] = tuple(
            (name, member) for name, member in members
            if isinstance(member, MemberDescriptorType) and name != "__dict__"
        )  # fmt: skip
    return known


_known_slots: WeakKeyDictionary[type, tuple[tuple[str, Any], ...]] = WeakKeyDictionary()


def new_instance(kind: type, attributes: dict[str, Any], made: Any = None) -> Any:
    """An instance of a user's class with these attributes, made without running `__init__`, or `made` with them."""
    if made is None:
        made = SimpleNamespace() if kind is SimpleNamespace else object.__new__(kind)
    known = dict_of(made)
    for name, value in attributes.items():
        if value is ABSENT:
            continue
        if isinstance(in_class(kind, name), MemberDescriptorType) or known is None:
            set_plainly(made, name, value)
        else:
            known[name] = value
    return made


def new_tuple(kind: Any, items: Any) -> Any:
    """A named tuple of these items; SciPy has some that are made otherwise."""
    return kind._make(items) if hasattr(kind, "_make") else tuple.__new__(kind, items)


def first_slot(value: Any) -> Any:
    """What is in the first of the `__slots__` of an object that hold something; None where there is none."""
    kind = type(value)
    for _, member in slots_of(kind) if is_python_class(kind) else ():
        with contextlib.suppress(AttributeError):
            return member.__get__(value)
    return None


def class_says(owner: Any, name: str) -> bool:
    """Whether a name that an object does not have is looked up elsewhere: in its class, or by its `__getattr__`.

    >>> class Default:
    ...     best = None
    >>> class_says(Default(), "best"), class_says(Default(), "worst")
    (True, False)
    """
    if isinstance(owner, type) or dict_of(owner) is None:
        return False
    return any(found in vars(kind) for kind in type(owner).__mro__ for found in (name, "__getattr__"))
