"""Whether the user's code still has a way to an object: asked only where a refusal depends on it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from sct.ir.build import Builder
from sct.ir.core import Value
from sct.runtime.converted_code import innermost_converted

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["any_reachable"]

_MOST = 20_000
_OPAQUE = (str, bytes, int, float, complex, type, type(None), ModuleType, BuiltinFunctionType, CodeType, Builder, Value)


def any_reachable(trace: Trace, wanted: list[Any]) -> bool:
    """Whether one of these objects can be reached from names, arguments or globals of the functions that run now."""
    from sct.runtime.trace import Trace as Traces

    targets = {id(x) for x in wanted}
    opaque: dict[type, bool] = {}  # asked once for each type: there are thousands of objects
    none_of_ours = (*_OPAQUE, Traces)
    seen: set[int] = set()
    rest = list(_roots(trace))
    while rest:
        x = rest.pop()
        if id(x) in targets:
            return True
        kind = type(x)
        ends = opaque.get(kind)
        if ends is None:
            ends = opaque[kind] = issubclass(kind, none_of_ours)
        if ends or id(x) in seen:
            continue
        seen.add(id(x))
        if len(seen) > _MOST:
            return True
        rest += _parts(x)
    return False


def _parts(x: Any) -> list[Any]:
    parts = gc.get_referents(x)
    if type(x) is FunctionType:  # but not the module around
        return [part for part in parts if part is not x.__globals__]
    return parts


def _roots(trace: Trace) -> Iterator[Any]:
    for owner, _ in trace.originals.items():
        yield owner
    for owner, _ in trace.sources.items():
        yield owner
    frame = innermost_converted(sys._getframe(1))
    modules: dict[int, Any] = {}
    while frame is not None:
        yield from frame.f_locals.values()
        modules[id(frame.f_globals)] = frame.f_globals
        frame = innermost_converted(frame.f_back)
    for names in modules.values():
        yield from [x for name, x in names.items() if not name.startswith("__")]
    loop = sys._getframe(1)
    while loop is not None:  # what a loop walks through
        if loop.f_code.co_name in ("convert_for", "_traced_for"):
            yield loop.f_locals.get("items")
            yield loop.f_locals.get("iterable")
        loop = loop.f_back  # type: ignore[assignment]
