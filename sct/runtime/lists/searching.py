"""`index`, `count`, `remove` and `sort` of lists and tuples of known length that hold run-time values."""

from __future__ import annotations

from typing import Any

from sct.runtime.calls.raising import raise_later
from sct.runtime.control_flow import select
from sct.runtime.current import has_spec
from sct.runtime.lists.comparing import needs_program
from sct.runtime.lists.list_places import counted, first_equal
from sct.runtime.rolling.alike_functions import check_alike
from sct.runtime.state.bare import items_in, length_of, plain, refill
from sct.runtime.trace import Trace

__all__ = ["searched"]


def searched(trace: Trace, owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`owner.name(*args)`; NotImplemented where Python's own will do."""
    if name == "sort" and isinstance(owner, list) and not args and kwargs.keys() <= {"key", "reverse"}:
        from sct.runtime.lists.sorting import sorted_

        known = kwargs.get("key") is None and not has_spec(kwargs.get("reverse"))
        if known and not any(map(needs_program, items_in(owner))):
            return NotImplemented
        trace.touch_list(owner)
        refill(owner, sorted_(trace, list(items_in(owner)), **kwargs))
        return None
    if name not in ("index", "count", "remove") or kwargs or not args:
        return NotImplemented
    items = plain(owner)
    check_alike(args[0], *items)
    if not needs_program(args[0]) and not any(map(needs_program, items)):
        return NotImplemented
    if name == "count":
        return counted(trace, owner, *args)
    if name == "index":
        return _index(trace, owner, *args)
    place = _index(trace, owner, *args, text="list.remove(x): x not in list")
    _remove(trace, owner, place)
    return None


def _index(trace: Trace, owner: Any, wanted: Any, *bounds: Any, text: str = "") -> Any:
    start, stop = (*bounds, 0, None)[:2] if len(bounds) != 1 else (bounds[0], None)
    places = range(*slice(start, stop).indices(length_of(owner)))
    kind = "list" if isinstance(owner, list) else "tuple"

    def missing() -> Any:
        return raise_later(trace, ValueError(text or f"{kind}.index(x): x not in {kind}"))

    return first_equal(trace, owner, wanted, lambda i: i, missing, places)


def _remove(trace: Trace, owner: list[Any], place: Any) -> None:
    trace.touch_list(owner)
    items = list(items_in(owner))
    last = len(items) - 1
    refill(owner, [select(place <= k, lambda k=k: items[k + 1], lambda k=k: items[k]) for k in range(last)])  # type: ignore[misc]
