"""Objects of users' classes that are no more than their attributes: they can be taken apart and made again."""

from __future__ import annotations

import dataclasses
from types import FunctionType, ModuleType
from typing import Any

from sct.runtime.ignore import is_ignored_module

__all__ = ["is_plain_instance", "new_instance"]


def is_plain_instance(value: Any) -> bool:
    """Whether `value` is an object of a user's class whose state is its `__dict__`."""
    kind: Any = type(value)
    return (
        hasattr(kind, "__dict__")
        and not isinstance(value, (type, ModuleType, FunctionType, BaseException))
        and isinstance(getattr(value, "__dict__", None), dict)
        and not is_ignored_module(kind.__module__)
        and kind.__new__ is object.__new__
        and (kind.__hash__ in (object.__hash__, None) or dataclasses.is_dataclass(kind))
        and not any(name in vars(c) for c in kind.__mro__[:-1] for name in ("__getattr__", "__getattribute__"))
    )


def new_instance(kind: type, attributes: dict[str, Any]) -> Any:
    """An instance of a user's class with these attributes, made without running `__init__`."""
    made: Any = object.__new__(kind)
    vars(made).update(attributes)
    return made
