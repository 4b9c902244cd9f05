"""What a class has under a name, found as Python finds it, but without running code of the user's."""

from __future__ import annotations

from typing import Any

__all__ = ["MISSING", "NOTES", "in_class", "is_special", "lookup", "mro_of"]

MISSING = object()

# what Python itself, `copyreg` and `dataclasses` note, and no operation asks for
NOTES = frozenset(
    f"__{name}__"
    for name in (
        "abstractmethods", "annotate", "annotate_func", "annotations", "annotations_cache", "dataclass_fields",
        "dataclass_params", "dict", "doc", "firstlineno", "module", "orig_bases", "parameters", "qualname",
        "slotnames", "static_attributes", "weakref",
    )
)  # fmt: skip


def is_special(name: str) -> bool:
    """Whether Python asks classes for this name by itself, without it being in the source."""
    return name[:2] == "__" == name[-2:] and name not in NOTES


def lookup(kind: type, name: str, after: type | None = None) -> tuple[Any, type]:
    """What `kind`, or the class of its bases that comes first, has under `name`; and that class."""
    for cls in mro_of(kind, after):
        if name in vars(cls):
            return vars(cls)[name], cls
    return MISSING, kind


def mro_of(kind: type, after: type | None = None) -> tuple[type, ...]:
    """The classes in which Python looks, in order; `after`: those that come after it, as for `super`."""
    mro = kind.__mro__
    return mro if after is None else mro[mro.index(after) + 1 :]


def in_class(kind: type, name: str) -> Any:
    """What a class, or the first of its bases, has under a name; None if none has.

    >>> class Half:
    ...     whole = property(lambda self: 1 / 0)
    >>> type(in_class(Half, "whole")).__name__, in_class(Half, "other")
    ('property', None)
    """
    found, _ = lookup(kind, name)
    return None if found is MISSING else found
