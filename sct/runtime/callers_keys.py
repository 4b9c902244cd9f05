"""Dicts of the caller's that get or lose keys where only the running program knows whether they do.

No line of the user's makes such a dict: it is told by the path to it. From when the trace first meets it, its shadow
is a dict with run-time keys like the function's own.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sct.runtime.entries import is_hashed, lists_of
from sct.runtime.sources import Source
from sct.runtime.trees import same_items

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["content_of", "entered", "written_back"]

_KINDS = (dict, defaultdict, Counter, OrderedDict)


def entered(trace: Trace, shadow: Any, source: Source) -> None:
    """A shadow of the caller's dict is complete: it holds lists if it is known to need them."""
    from sct.runtime.hashed import opened

    if type(shadow) not in _KINDS:
        return
    site = trace.sites[shadow] = f"the caller's {source.describe()}"
    if site in trace.hashing:
        with trace.recording(trace.root):  # wherever it was met first: it has been there all the time
            opened(trace, shadow)


def content_of(shadow: Any) -> Any:
    """What a dict holds, to be compared later."""
    if not is_hashed(shadow):
        return tuple(shadow.items())
    return tuple(map(tuple, lists_of(shadow)))


def written_back(shadow: Any, before: Any, place: Callable[[], str], render: Callable[[Any], str]) -> list[str]:
    """The lines that do to the caller's dict what has been done to its shadow."""
    now = content_of(shadow)
    if same_items(now, before):
        return []
    if is_hashed(shadow):
        keys, values = map(render, lists_of(shadow))
        new = f"dict(zip({keys}, {values}))"
    else:
        new = f"{{{', '.join(f'{render(k)}: {render(v)}' for k, v in now)}}}"
    where = place()
    return [f"__s_new = {new}", f"{where}.clear()", f"{where}.update(__s_new)"]
