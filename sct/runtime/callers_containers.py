"""Containers of the caller's: what becomes of their shadows is done to them when the program has run.

Dicts may get or lose keys where only the running program knows whether they do. No line of the user's makes such a
dict: it is told by the path to it. From when the trace first meets it, its shadow is a dict with run-time keys like the
function's own.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sct.runtime.entries import is_hashed, lists_of
from sct.runtime.rows import marker_of
from sct.runtime.sources import Source
from sct.runtime.trees import same_items

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["content_of", "entered", "written_back"]

_WITH_KEYS = (dict, defaultdict, Counter, OrderedDict)


def entered(trace: Trace, shadow: Any, source: Source) -> None:
    """A shadow is complete: it holds lists if it is known to need run-time keys."""
    from sct.runtime.hashed import opened

    if type(shadow) not in _WITH_KEYS:
        return
    site = trace.sites[shadow] = f"the caller's {source.describe()}"
    if site in trace.hashing:
        with trace.recording(trace.root):  # wherever it was met first: it has been there all the time
            opened(trace, shadow)


def content_of(shadow: Any) -> Any:
    """What a container holds, to be compared later."""
    if isinstance(shadow, (set, frozenset)):
        return frozenset(shadow)
    if not isinstance(shadow, dict):
        return tuple(shadow)
    return tuple(map(tuple, lists_of(shadow))) if is_hashed(shadow) else tuple(shadow.items())


def written_back(
    shadow: Any,
    before: Any,
    place: Callable[[], str],
    render: Callable[[Any], str],
    growing: Callable[[Any], str],
    name: Callable[[Any], str],
) -> list[str]:
    """The lines that do to a container what has been done to its shadow; none where nothing has."""
    if isinstance(shadow, (tuple, frozenset)):
        return []
    now = content_of(shadow)
    if now == before if isinstance(shadow, set) else same_items(now, before):
        return []
    if isinstance(shadow, set):
        where = place()
        return [f"{where}.clear()", f"{where}.update({name(now)})"]
    if isinstance(shadow, dict):
        if is_hashed(shadow):
            keys, values = map(render, lists_of(shadow))
            new = f"dict(zip({keys}, {values}))"
        else:
            new = f"{{{', '.join(f'{render(k)}: {render(v)}' for k, v in now)}}}"
        where = place()
        return [f"__s_new = {new}", f"{where}.clear()", f"{where}.update(__s_new)"]
    where = place()
    marker = marker_of(shadow)
    new = growing(marker) if marker is not None else f"[{''.join(f'{render(v)}, ' for v in shadow)}]"
    if isinstance(shadow, deque):
        return [f"__s_new = {new}", f"{where}.clear()", f"{where}.extend(__s_new)"]
    return [f"{where}[:] = {new}"]
