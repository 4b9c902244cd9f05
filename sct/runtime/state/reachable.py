"""Whether the user's code still has a way to an object: asked only where a refusal depends on it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from sct.ir.build import Builder
from sct.ir.core import Value
from sct.runtime.conversion.converted_code import innermost_converted

if TYPE_CHECKING:
    from sct.runtime.state.cells import Transaction
    from sct.runtime.trace import Trace

__all__ = ["any_reachable"]

_MOST = 20_000
_OPAQUE = (str, bytes, int, float, complex, type, type(None), ModuleType, CodeType, Builder, Value)


class _Ends(dict[type, bool]):
    """Whether a walk ends at objects of a type: asked once for each, as there are thousands of objects."""

    def __missing__(self, kind: type) -> bool:
        from sct.runtime.callers.reads import Reads  # which holds the globals of its function
        from sct.runtime.trace import Trace as Traces

        found = self[kind] = issubclass(kind, (*_OPAQUE, Traces, Reads))
        return found


def any_reachable(trace: Trace, wanted: list[Any], *, made_here: bool = False) -> bool:
    """Whether one of these objects can be reached from names, arguments or globals of the functions that run now.

    What was `made_here`, by the trace, is held by names, and by what it has made or written to: how much else there is,
    in the modules or the caller's objects, makes no difference.
    """
    targets = {id(x) for x in wanted}
    ends, seen, walked = _Ends(), set[int](), 0
    rest = list(_written(trace) if made_here else _roots(trace))
    while rest:  # all that is one step further away at once: this is asked at each write, in some functions
        found = dict(zip(map(id, rest), rest, strict=True))
        if not targets.isdisjoint(found):
            return True
        fresh = [found[number] for number in found.keys() - seen]
        seen.update(found)
        inner = [x for x in fresh if not (ends[type(x)] or (made_here and x in trace.sources))]
        walked += len(inner)
        if walked > _MOST:
            return True
        rest = _parts(inner)
    return False


def _parts(objects: list[Any]) -> list[Any]:
    functions = [x for x in objects if type(x) is FunctionType]
    if not functions:
        return gc.get_referents(*objects)
    parts = gc.get_referents(*(x for x in objects if type(x) is not FunctionType))
    for one in functions:  # but not the module around
        parts += [part for part in gc.get_referents(one) if part is not one.__globals__]
    return parts


def _written(trace: Trace) -> Iterator[Any]:
    """What the functions that run now have under names, and what was written anywhere."""
    frame = innermost_converted(sys._getframe(1))
    while frame is not None:
        yield from frame.f_locals.values()
        frame = innermost_converted(frame.f_back)
    region: Transaction | None = trace.transaction
    while region is not None:
        yield from (after for _, _, after in region.changes())
        region = region.parent


def _roots(trace: Trace) -> Iterator[Any]:
    for owner, _ in trace.callers.originals.items():
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
