"""Objects that a library changes by itself, where sct does not see how: refused where that cannot be undone.

A method of `array.array` or of `collections.UserList`, say, is called while the graph is built. What it changes in an
object that the function has made is right as long as the program always gets there; in a branch or loop it may happen
any number of times, and an object from outside would be changed once, and not at every call.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import SctError, SideEffectError
from sct.runtime.calls.purity import words
from sct.runtime.current import is_variable
from sct.runtime.state.bare import pairs_in, refill, refill_dict
from sct.runtime.state.own_dict import dict_of
from sct.runtime.state.unseen_births import note_come
from sct.runtime.texts.kind_names import a_kind

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["note_change", "seen_through", "unchanged"]

_CHANGES = {
    "array": words("append extend fromlist frombytes fromfile fromunicode insert pop remove reverse byteswap clear"),
    "zlib": words("compress decompress flush"),
    **dict.fromkeys(("_hashlib", "_md5", "_sha1", "_sha2", "_sha256", "_sha512", "_sha3", "_blake2"), words("update")),
}
"""Methods of objects written in C that change them, by module."""
_OPERATORS = words("__setitem__ __delitem__ __iadd__ __imul__ __setstate__")
_INSTEAD = {
    "array": "use an array of NumPy's, or a list: an array.array is kept as it is",
    "contextlib": "keep what is to be done at the end in a list, and do it in a `finally`",
}
Parts = list[tuple[Any, Any, Any]]
"""Containers, each with what it holds, and the object of which they are the attributes."""

_HOLDERS = (list, dict, set, deque)
_MOST = 10_000  # containers and objects that are looked at


def note_change(trace: Trace, owner: Any) -> None:
    """Before an object that cannot be restored changes: refused where that may happen any number of times."""
    outside = trace.sources.get(owner) is not None
    if not outside and trace.depth == 0:
        return
    raise SideEffectError(
        f"{a_kind(owner)} {'from outside the function' if outside else 'is changed where it'} "
        f"{'is changed' if outside else 'may happen any number of times'}",
        where=trace.location(),
        why="sct can undo and join changes of lists, dicts, sets and attributes only",
        fix=_INSTEAD.get(type(owner).__module__, "use a list, dict or set"),
    )


def seen_through(owner: Any) -> Any:
    """What is changed when an item of `owner` is: that of which it is a view."""
    return owner.obj if isinstance(owner, memoryview) else owner


@contextlib.contextmanager
def unchanged(trace: Trace, f: Any, given: tuple[Any, ...]) -> Iterator[None]:
    """While `f`, which sct does not see into, has these objects: they stay what they are, or may change."""
    owner, name = getattr(f, "__self__", None), getattr(f, "__name__", "")
    module = type(owner).__module__
    if module in _CHANGES and name in _CHANGES[module] | _OPERATORS:
        note_change(trace, owner)
    objects = [x for x in given if _has_attributes(x)]
    before = [(x, _parts(x)) for x in objects if trace.depth or trace.sources.get(x) is not None]
    try:
        yield
    except BaseException as error:
        if not isinstance(error, Exception) or isinstance(error, SctError):  # the trace is given up
            for _, parts in before:
                _put_back(parts)
        else:
            _note_changes(trace, before, given)
        raise
    _note_changes(trace, before, given)


def _note_changes(trace: Trace, before: list[tuple[Any, Parts]], given: tuple[Any, ...]) -> None:
    for x, parts in before:
        if any(_has_changed(part, content, owner is not None) for part, content, owner in parts):
            _put_back(parts)
            note_change(trace, x)
        for _, content, owner in parts:
            if owner is not None:
                note_come(trace, owner, content, given)


def _has_attributes(x: Any) -> bool:
    if isinstance(x, (type, ModuleType, FunctionType, np.ndarray, np.generic, *_HOLDERS)) or is_variable(x):
        return False
    return bool(dict_of(x))


def _parts(owner: Any) -> Parts:
    """The attributes of an object and the containers in them, each with what it holds, and the object of attributes."""
    found: Parts = []
    seen: set[int] = set()
    rest: list[Any] = [owner]
    while rest and len(found) < _MOST:
        part = rest.pop()
        of_object = part is owner or (type(part).__module__ == type(owner).__module__ and _has_attributes(part))
        holder = part if of_object else None
        part = dict_of(part) if of_object else part
        if id(part) in seen:
            continue
        seen.add(id(part))
        if isinstance(part, _HOLDERS):
            content = part.copy()
            found.append((part, content, holder))
            rest += content.values() if isinstance(content, dict) else content
        elif isinstance(part, tuple):
            rest += part
    return found


def _has_changed(part: Any, content: Any, of_object: bool) -> bool:
    """Whether a container has other items than before; attributes that have come are what an object has computed."""
    if isinstance(part, dict):
        others = any(part.get(key, part) is not value for key, value in content.items())
        return others or (len(part) != len(content) and not of_object)
    if isinstance(part, set):
        return len(part) != len(content) or part != content
    return len(part) != len(content) or any(a is not b for a, b in zip(part, content, strict=True))


def _put_back(parts: Parts) -> None:
    for part, content, _ in parts:
        if isinstance(part, dict):
            refill_dict(part, pairs_in(content))
        else:
            refill(part, content)
