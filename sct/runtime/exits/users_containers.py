"""Objects of users' subclasses of dict and list, such as results whose items are attributes, that leave a program."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from sct.runtime.hashing.entries import is_hashed
from sct.runtime.lists.rows import Ref, stale_or_marker
from sct.runtime.state.cells import ABSENT, is_python_class
from sct.runtime.state.instances import attributes_of
from sct.runtime.state.own_dict import dict_of

__all__ = ["is_users_container", "parts_of_container", "users_dict"]


def is_users_container(x: Any) -> bool:
    """Whether this is a dict or list of a class written in Python that can be made anew of its items and attributes."""
    kind = type(x)
    base = next(one for one in kind.__mro__ if not is_python_class(one))
    in_a_pool = isinstance(stale_or_marker(x), Ref)
    if kind is base or base not in (dict, list) or in_a_pool or (base is dict and is_hashed(x)):
        return False
    attributes = dict_of(x) or {}
    return set(attributes_of(x)) == set(attributes) and not _holds(x, [_items_of(x), attributes], set())


def parts_of_container(x: Any) -> tuple[Callable[..., Any], list[Any]]:
    """What makes such an object when it is called, and with what: without its class, which would do it another way."""
    maker = users_dict if isinstance(x, dict) else _list_of
    return maker, [type(x), _items_of(x), dict(dict_of(x) or {})]


def _items_of(x: Any) -> Any:
    return dict(dict.items(x)) if isinstance(x, dict) else list(list.__iter__(x))


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


def _with(made: Any, attributes: dict[str, Any]) -> Any:
    there = {name: value for name, value in attributes.items() if value is not ABSENT}
    if there:
        made.__dict__.update(there)
    return made
