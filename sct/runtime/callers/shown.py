"""What code that sct does not see into finds in the caller's objects: what the trace has of them.

A list in an attribute has a shadow, on which the trace works; the attribute itself still holds the caller's own. A
function like `copy.copy` would hand that on, with what was in it at first, and what is then done to it would be lost.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from sct.runtime.callers.callers_attributes import guard_which
from sct.runtime.callers.lift import lift
from sct.runtime.callers.number_lists import is_long
from sct.runtime.callers.own_attributes import own_place
from sct.runtime.callers.sources import AttrSource
from sct.runtime.calls.purity import module_of
from sct.runtime.current import is_variable
from sct.runtime.homes import home_of
from sct.runtime.ignore import is_ignored_class
from sct.runtime.state.cells import ABSENT, AttrCell, is_python_class, set_plainly
from sct.runtime.state.instances import attributes_of, slots_of
from sct.runtime.state.own_dict import dict_of

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["shown"]

_SEQUENCES: tuple[Any, ...] = (list, tuple, deque)
_SHALLOW = frozenset(
    ("abc", "bisect", "_bisect", "builtins", "collections", "_collections", "contextlib", "copy", "dataclasses", "enum",
     "functools", "heapq", "_heapq", "inspect", "itertools", "operator", "_operator", "types", "typing", "weakref")
)  # fmt: skip
"""Modules whose functions ask the objects that they are given, and not those in them."""


@contextlib.contextmanager
def shown(trace: Trace, f: Any, given: tuple[Any, ...]) -> Iterator[None]:
    """While `f`, which sct does not see into, has these objects: what it may read of them is guarded and current."""
    deep = getattr(f, "__name__", "") == "deepcopy" or module_of(f).partition(".")[0] not in _SHALLOW
    put: list[tuple[Any, str, Any, Any]] = []
    if deep or module_of(f) == "copy":  # which go by what there is
        _guard_all(trace, given, deep, set())
    _show(trace, given, deep, put, set())
    try:
        yield
    finally:
        for owner, name, content, held in reversed(put):
            if attributes_of(owner).get(name) is held:
                _set(owner, name, content)


def _show(trace: Trace, x: Any, deep: bool, put: list[tuple[Any, str, Any, Any]], seen: set[int]) -> None:
    if id(x) in seen or is_variable(x):
        return
    seen.add(id(x))
    inner = _items_of(x)
    if inner is None and _is_of_users(x) and attributes_of(x):
        content = _attributes(trace, x, put)
        inner = content if deep else None
    for part in inner or ():
        _show(trace, part, deep, put, seen)


def _guard_all(trace: Trace, x: Any, deep: bool, seen: set[int]) -> None:
    """Guard which attributes the caller's objects have: they may have others at the next call."""
    if id(x) in seen or is_variable(x):
        return
    seen.add(id(x))
    inner = _items_of(x)
    if inner is None and _is_of_users(x):
        _guard_names(trace, x)
        inner = list(attributes_of(x).values()) if deep else None
    for part in inner or ():
        _guard_all(trace, part, deep, seen)


def _guard_names(trace: Trace, owner: Any) -> None:
    source, content = trace.sources.get(owner), dict_of(owner)
    if source is None:
        return
    if content is not None:
        guard_which(trace, owner, content, source)
    for name, slot in slots_of(type(owner)):
        cell = AttrCell(owner, name)
        if cell.get() is ABSENT and not trace.transaction.touched(cell) and is_python_class(slot.__objclass__):
            trace.guards.add("absent_attr", AttrSource(source, name), None)


def _items_of(x: Any) -> list[Any] | None:
    """What a container holds, as Python's own class has it; None of what is none, or too long to go through."""
    held = next((kind for kind in _SEQUENCES if isinstance(x, kind)), None)
    if held is not None and not is_long(x):
        return list(held.__iter__(x))  # a class of the user's may have another one
    return list(dict.values(x)) if isinstance(x, dict) else None


def _is_of_users(x: Any) -> bool:
    """Whether this is an object of which code that sct does not see into may read the attributes."""
    kind = type(x)
    known = isinstance(x, (type, ModuleType, FunctionType)) or home_of(kind).startswith("sct.")
    return not known and not is_ignored_class(kind)


def _attributes(trace: Trace, owner: Any, put: list[tuple[Any, str, Any, Any]]) -> list[Any]:
    """What an object holds from now on: what the trace has of what it held."""
    source = trace.sources.get(owner)
    content = dict(attributes_of(owner))
    if source is None:
        return list(content.values())
    for name, before in content.items():
        if trace.transaction.touched(AttrCell(owner, name)):
            continue
        content[name] = held = lift(trace, before, own_place(owner, name, source))
        if held is not before:
            put.append((owner, name, before, held))
            _set(owner, name, held)
    return list(content.values())


def _set(owner: Any, name: str, value: Any) -> None:
    held = dict_of(owner)
    if held is not None and name in held:
        held[name] = value
    else:
        set_plainly(owner, name, value)
