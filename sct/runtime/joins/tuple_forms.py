"""What is compared and hashed as a tuple is: tuples, named ones, and frozen dataclasses by their fields."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sct.runtime.current import current
from sct.runtime.lists.rows import pool_place
from sct.runtime.state.instances import attributes_of, is_plain_instance, new_instance

if TYPE_CHECKING:
    from sct.runtime.joins.templates import Template

__all__ = [
    "as_tuple", "hashed_parts", "is_named", "is_tuple_form", "is_value", "items_of", "ordering_fields",
    "parts_of_value", "put_together",
]  # fmt: skip

_OF_TUPLES = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__")
_BY_FIELDS = ("__eq__", "__hash__")


def is_named(kind: type) -> bool:
    """Whether a class of tuples leaves it to `tuple` how they are compared and hashed."""
    if kind is tuple:
        return True
    if not issubclass(kind, tuple) or not hasattr(kind, "_fields"):
        return False
    return all(getattr(kind, name) is getattr(tuple, name) for name in _OF_TUPLES)


def value_fields(kind: type) -> tuple[str, ...]:
    """The fields of a frozen dataclass whose objects are equal, and have one hash, if their fields do; () of others."""
    params = vars(kind).get("__dataclass_params__")
    if params is None or not params.frozen or not _are_generated(kind, _BY_FIELDS):
        return ()
    fields = dataclasses.fields(kind)
    if not all(f.compare and f.hash in (None, True) for f in fields):
        return ()
    return tuple(f.name for f in fields)


def ordering_fields(kind: type) -> tuple[str, ...]:
    """The fields by which objects of a dataclass are ordered; () of other classes."""
    if "__dataclass_params__" not in vars(kind) or not _are_generated(kind, ("__lt__", "__eq__")):
        return ()
    return tuple(f.name for f in dataclasses.fields(kind) if f.compare)


def _are_generated(kind: type, names: Iterable[str]) -> bool:
    """Whether `dataclass` made these methods for this class; those of a base know of fewer fields."""
    found = [getattr(vars(kind).get(name), "__code__", None) for name in names]
    return all(code is not None and code.co_filename == "<string>" for code in found)


def is_value(x: Any) -> bool:
    """Whether an object is a tuple, or nothing but the fields of a frozen dataclass."""
    if isinstance(x, tuple):
        return True
    names = value_fields(type(x)) if hasattr(type(x), "__dataclass_params__") else ()
    return bool(names) and is_plain_instance(x, hashed=True) and tuple(attributes_of(x)) == names


def items_of(x: Any) -> tuple[Any, ...]:
    """What a value holds."""
    return x if isinstance(x, tuple) else tuple(attributes_of(x).values())


def parts_of_value(x: Any) -> tuple[Any, ...] | None:
    """What an object of a frozen dataclass is hashed by; None of anything else."""
    trace = current()
    if isinstance(x, tuple) or not is_value(x) or trace is None or pool_place(x) is not None:
        return None
    from sct.runtime.callers.reads import read_attribute

    return tuple([read_attribute(trace, x, name) for name in attributes_of(x)])


def hashed_parts(x: Any) -> tuple[Any, ...] | None:
    """The items of a tuple, or the fields of an object, that say what it is as a key; None of anything else."""
    return x if isinstance(x, tuple) else parts_of_value(x)


def put_together(x: Any, parts: tuple[Any, ...]) -> Any:
    """What is equal to `x`, with these parts instead of its own."""
    return parts if isinstance(x, tuple) else new_instance(type(x), dict(zip(attributes_of(x), parts, strict=True)))


def is_tuple_form(t: Template) -> bool:
    """Whether it is a tuple of known length, which may be named."""
    from sct.runtime.joins.templates import TNode, has_rows

    return isinstance(t, TNode) and not t.instance and is_named(t.kind) and not has_rows(t)


def as_tuple(t: Template) -> tuple[Template, ...] | None:
    """The parts of what is hashed as a tuple of so many; None of anything else."""
    from sct.runtime.joins.templates import TNode

    if not isinstance(t, TNode):
        return None
    if t.instance:
        return t.items if t.keys and t.keys == value_fields(t.kind) else None
    return t.items if is_tuple_form(t) else None
