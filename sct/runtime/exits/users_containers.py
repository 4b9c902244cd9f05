"""Objects of users' subclasses of dict, list and set that leave a program, with their attributes."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from sct.runtime.hashing.entries import is_hashed
from sct.runtime.lists.rows import Ref, stale_or_marker
from sct.runtime.state.cells import ABSENT, pythons_base
from sct.runtime.state.instances import attributes_of
from sct.runtime.state.own_dict import dict_of

__all__ = ["is_users_container", "parts_of_container", "users_dict"]

_CONTENT: dict[type, Callable[[Any], Any]] = {
    dict: lambda x: dict(dict.items(x)),
    list: lambda x: list(list.__iter__(x)),
    set: lambda x: frozenset(set.__iter__(x)),
}



def is_users_container(x: Any) -> bool:
    """Whether this is of a class written in Python that can be made anew of what Python's own holds, and attributes."""
    kind = type(x)
    base = pythons_base(kind)
    if kind is base or base not in _CONTENT:
        return False
    if isinstance(stale_or_marker(x), Ref) or (base is dict and is_hashed(x)):
        return False
    attributes = dict_of(x) or {}
    return set(attributes_of(x)) == set(attributes) and not _holds(x, [_content_of(x), attributes], set())


def parts_of_container(x: Any) -> tuple[Callable[..., Any], list[Any]]:
    """What makes such an object when it is called, and with what: without its class, which would do it another way."""
    maker: Any = {dict: users_dict, list: _list_of, set: _set_of}[pythons_base(type(x))]
    return maker, [type(x), _content_of(x), dict(dict_of(x) or {})]


def _content_of(x: Any) -> Any:
    return _CONTENT[pythons_base(type(x))](x)


def _holds(x: Any, part: Any, seen: set[int]) -> bool:
    """Whether an object is somewhere in what it is made of."""
    if part is x:
        return True
    if id(part) in seen:
        return False
    seen.add(id(part))
    inside = list(part.values()) if isinstance(part, dict) else list(part) if isinstance(part, (list, tuple)) else []
    if not isinstance(part, (type, ModuleType)):
        inside += (dict_of(part) or {}).values()
    return any(_holds(x, one, seen) for one in inside)


def users_dict(kind: type, items: dict[Any, Any], attributes: dict[str, Any]) -> Any:
    """A dict of such a class with these items and attributes."""
    made: Any = dict.__new__(kind)
    dict.update(made, items)
    return _with(made, attributes)


def _list_of(kind: type, items: list[Any], attributes: dict[str, Any]) -> Any:
    made: Any = list.__new__(kind)
    list.extend(made, items)
    return _with(made, attributes)


def _set_of(kind: type, elements: frozenset[Any], attributes: dict[str, Any]) -> Any:
    made: Any = set.__new__(kind)
    set.update(made, elements)
    return _with(made, attributes)


def _with(made: Any, attributes: dict[str, Any]) -> Any:
    there = {name: value for name, value in attributes.items() if value is not ABSENT}
    if there:
        made.__dict__.update(there)
    return made
