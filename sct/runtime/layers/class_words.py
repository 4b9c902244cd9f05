"""Classes and modules in words: what stands under their names."""

from __future__ import annotations

import dataclasses
import importlib
import sys
from collections.abc import Iterator
from enum import Enum, EnumMeta
from types import CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any

__all__ = [
    "Ref", "by_name", "fields_of", "held", "is_kind", "made_by_dataclasses", "member_parts", "members_of", "module_of",
    "parts_of",
]  # fmt: skip

Ref = tuple[Any, ...]

_PARTS: dict[type, tuple[str, ...]] = {
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
    property: ("fget", "fset", "fdel"),
    MemberDescriptorType: ("__name__",),
    GetSetDescriptorType: ("__name__",),
}
_OF_MEMBERS = ("_name_", "_value_", "__objclass__", "_sort_order_", "_inverted_")
_SETTINGS = ("name", "default", "default_factory", "init", "repr", "hash", "compare", "kw_only")
_MADE = (
    "__init__", "__repr__", "__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__setattr__", "__delattr__",
)  # fmt: skip
_WRAPPERS = ("dataclasses", "reprlib")  # of `__repr__`, by version of Python


def is_kind(value: Any) -> bool:
    """Whether this is what a class holds under the name of a method, a property or a slot."""
    return type(value) in _PARTS


def parts_of(value: Any) -> list[Any]:
    """What tells one of these from another."""
    return [getattr(value, name) for name in _PARTS[type(value)]]


def held(cls: type, ref: Ref) -> Iterator[tuple[Any, Ref]]:
    """What a class, which stands at `ref`, holds under its names, and the functions in that, each with its place."""
    for name, value in vars(cls).items():
        place = ("item", ("attribute", ref, "__dict__"), name)
        if type(value) is FunctionType or is_kind(value):
            yield value, place
        for part in _PARTS.get(type(value), ()):
            if type(getattr(value, part)) is FunctionType:
                yield getattr(value, part), ("attribute", place, part)


def module_of(name: str) -> ModuleType | None:
    """A module of this process; parts of sct are imported where a trace would have imported them."""
    if name not in sys.modules and name.startswith("sct."):
        importlib.import_module(name)
    return sys.modules.get(name)


def by_name(module: str, name: str) -> Any:
    """What stands in a module under a name with dots; None if nothing does."""
    found: Any = module_of(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def made_by_dataclasses(fn: FunctionType) -> CodeType | None:
    """The code of a method that `dataclasses` has written; the class's fields say what its text does not."""
    written = getattr(fn, "__wrapped__", fn) if fn.__globals__.get("__name__") in _WRAPPERS else fn
    code = getattr(written, "__code__", None)
    is_made = type(code) is CodeType and code.co_filename == "<string>" and code.co_name in _MADE
    return code if is_made else None


def members_of(cls: type) -> list[tuple[str, Enum]]:
    """The members of an enum by their names, also by second ones; none of other classes."""
    return list(cls.__members__.items()) if isinstance(cls, EnumMeta) else []


def member_parts(member: Enum) -> list[tuple[str, Any]]:
    """What an enum's member was made with and has been given; that does not change when its class is there."""
    held = [(name, value) for name, value in vars(member).items() if name not in _OF_MEMBERS]
    return [("", member._name_), ("", member._value_), *held]


def fields_of(cls: type) -> list[tuple[Any, ...]]:
    """What `dataclasses` knows of a class, which no guard says: objects are made after it."""
    if not dataclasses.is_dataclass(cls):
        return []
    settings = [tuple([getattr(field, name) for name in _SETTINGS]) for field in dataclasses.fields(cls)]
    missing = dataclasses.MISSING
    known = [tuple(["(none)" if value is missing else value for value in row]) for row in settings]
    return [*known, (repr(vars(cls).get("__dataclass_params__")),)]
