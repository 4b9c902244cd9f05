"""Containers that a function has made of which sct does not see the code: they are the user's own, as lists he writes.

A join must know of each list, dict and object whether it was there before the branch: two that are taken for new are
joined item by item, and what is then done to the joined one is not done to them.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from sct.ir.build import Builder
from sct.ir.core import Value
from sct.runtime.state.instances import is_plain_instance
from sct.runtime.state.own_dict import dict_of

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["newborn"]

_MOST = 20_000
_OPAQUE = (str, bytes, int, float, complex, type, type(None), ModuleType, BuiltinFunctionType, CodeType, Builder, Value)


def newborn(trace: Trace, result: Any, *holders: Any) -> Any:
    """`result`, of which the containers are new that cannot be reached from `holders`, what the function was given."""
    if isinstance(result, _OPAQUE):
        return result
    found = [x for x in _containers(result, set()) if not _is_known(trace, x)]
    if found:
        before = _reachable(trace, holders)
        for x in found:
            if before is not None and id(x) not in before:
                _note(trace, x)
    return result


def _note(trace: Trace, x: Any) -> None:
    from sct.runtime.hashing import hashed

    trace.note_new(x)
    if isinstance(x, (dict, set)):
        hashed.born(trace, x)


def _is_known(trace: Trace, x: Any) -> bool:
    return x in trace.made or trace.sources.get(x) is not None or trace.callers.originals.get(x) is not None


def _containers(x: Any, seen: set[int]) -> Iterator[Any]:
    if isinstance(x, _OPAQUE) or id(x) in seen:
        return
    seen.add(id(x))
    kind = type(x)
    if isinstance(x, (list, dict, set, deque, bytearray)):
        yield x
    elif is_plain_instance(x) or isinstance(x, ExitStack):
        yield x
        yield from _containers(dict_of(x) or (), seen)
    if kind in (list, tuple, deque):
        for item in x:
            yield from _containers(item, seen)
    elif isinstance(x, dict):
        for item in dict.values(x):
            yield from _containers(item, seen)


def _reachable(trace: Trace, holders: tuple[Any, ...]) -> set[int] | None:
    """The objects that these hold; None if they are too many."""
    opaque = (*_OPAQUE, type(trace))
    seen: set[int] = set()
    rest: list[Any] = list(holders)
    while rest:
        x = rest.pop()
        if id(x) in seen or issubclass(type(x), opaque):
            continue
        seen.add(id(x))
        if len(seen) > _MOST:
            return None
        parts = gc.get_referents(x)
        rest += [part for part in parts if part is not x.__globals__] if type(x) is FunctionType else parts
    return seen
