"""What to call the kind of an object in a text for the user: what plain Python has there, and no class of sct's."""

from __future__ import annotations

from typing import Any

from sct.runtime.current import has_kind
from sct.runtime.homes import home_of
from sct.shown import class_name

__all__ = ["class_name", "a_kind", "kind_name", "type_name"]

_STANDING_FOR = {
    "Positions": "list_iterator",
    "Counting": "count",
    "Cycling": "cycle",
    "CyclingUnchanged": "cycle",
    "Machine": "generator",
    "Teed": "_tee",
    "Items": "list",
    "FormattedText": "str",
    "Array": "array.array",
    "ByteArray": "bytearray",
    "Bytes": "bytes",
    "FrozenSet": "frozenset",
    "RandomObject": "Generator",
    "View": "dict view",
}


def type_name(x: Any) -> str:
    """The name of the type of `x` in a TypeError of Python's.

    >>> type_name(1.5), type_name([])
    ('float', 'list')
    """
    kind = x.python_type if has_kind(x) else type(x)
    name = class_name(kind)
    return _STANDING_FOR.get(name, name) if home_of(kind).startswith("sct.") else name


def no_count(times: Any) -> str:
    """What Python says where a sequence is multiplied by this, which is no integer.

    >>> no_count(1.5)
    "can't multiply sequence by non-int of type 'float'"
    """
    return f"can't multiply sequence by non-int of type '{type_name(times)}'"


def kind_name(x: Any) -> str:
    """The name of the type of `x`.

    >>> kind_name([1]), kind_name(kind_name)
    ('list', 'function')
    """
    kind = type(x)
    if kind.__module__ == "array":
        return "array.array"
    if home_of(kind).startswith("sct."):
        kind = getattr(x, "python_type", kind)
    return _STANDING_FOR.get(kind.__name__, kind.__name__) if home_of(kind).startswith("sct.") else kind.__name__


def a_kind(x: Any) -> str:
    """The same with its article.

    >>> a_kind([1]), a_kind(enumerate([]))
    ('a list', 'an enumerate')
    """
    name = kind_name(x)
    return f"{'an' if name[:1] in 'aeioAEIO' else 'a'} {name}"
