"""Containers of the caller's that lie in objects of libraries' classes, and that code of these classes hands on.

sct does not see into a `UserList` of lists: what `a + b` or `a[1:]` makes of it holds the lists themselves, of which
the trace knows nothing. Where one leaves it has to be the caller's own, and not a new one that is equal to it.
"""

from __future__ import annotations

import gc
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from sct.errors import SideEffectError
from sct.runtime.callers.sources import Source
from sct.runtime.current import is_variable
from sct.runtime.homes import home_of
from sct.runtime.ignore import is_ignored_class
from sct.runtime.texts.kind_names import a_kind

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["source_of"]

_MOST = 20_000
_CONTAINERS = (list, dict, set)
_NO_HOLDERS = (*_CONTAINERS, tuple, frozenset, str, bytes, int, float, complex, type, ModuleType, FunctionType)


def source_of(trace: Trace, x: Any) -> Source | None:
    """Where the caller has an object that leaves; None of the function's own.

    Raises
    ------
    SideEffectError
        Where it is the caller's, and it is not known where he has it.
    """
    found: Source | None = trace.sources.get(x)
    if found is not None or type(x) not in _CONTAINERS or x in trace.made or id(x) not in _of_libraries(trace):
        return found
    shadow = trace.callers.shadows.get(x)
    original = None if shadow is None else trace.callers.originals.get(shadow)
    if original is not None:
        place: Source = original[1]
        return place
    raise SideEffectError(
        f"{a_kind(x)} of the caller's leaves, which other code has taken out of one of his objects",
        where=trace.where,
        why="it has to be the same object, and sct does not see into what has handed it on",
        fix="take it out of the object in the function itself",
    )


def _of_libraries(trace: Trace) -> dict[int, Any]:
    """The containers in objects of libraries' classes that the function has met, by their identity."""
    if trace.callers.in_libraries is None:
        trace.callers.in_libraries = {}
        rest = [x for x, _ in trace.sources.items() if _is_holder(x)]
        seen: dict[int, Any] = {}
        while rest and len(seen) < _MOST:
            x = rest.pop()
            if id(x) in seen or is_variable(x):
                continue
            seen[id(x)] = x
            if type(x) in _CONTAINERS:
                trace.callers.in_libraries[id(x)] = x
            rest += [one for one in gc.get_referents(x) if isinstance(one, (*_CONTAINERS, tuple)) or _is_holder(one)]
    return trace.callers.in_libraries


def _is_holder(x: Any) -> bool:
    kind = type(x)
    if issubclass(kind, _NO_HOLDERS) or home_of(kind).partition(".")[0] in ("builtins", "numpy", "sct"):
        return False
    return is_ignored_class(kind)
