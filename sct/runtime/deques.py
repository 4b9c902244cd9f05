"""The methods of deques of run-time length: queues are lists with two ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from sct.errors import StaticValueError
from sct.runtime import row_lists
from sct.runtime.comprehension import collect
from sct.runtime.growing import changed, is_growing, taken_out
from sct.runtime.list_methods import call_method as call_list_method
from sct.runtime.list_methods import extend
from sct.runtime.rows import Rows
from sct.runtime.trace import Trace

__all__ = ["call_method"]


def call_method(trace: Trace, xs: deque[Any], name: str, args: tuple[Any, ...]) -> Any:
    """`xs.name(*args)`."""
    if xs.maxlen is not None:
        raise StaticValueError("a deque with maxlen, of run-time length", where=trace.location(), fix="use a list")
    if name in _METHODS:
        return _METHODS[name](trace, xs, *args)
    return call_list_method(trace, xs, name, args, {})  # type: ignore[arg-type]


def _pop(at: int) -> Callable[..., Any]:
    def pop(trace: Trace, xs: Any) -> Any:
        def in_rows(rows: Rows) -> Any:
            result = taken_out(trace, rows, at, "pop from an empty deque")
            return row_lists.deleted(trace, rows, at, True), result

        return changed(trace, xs, lambda items: items.pop() if at else items.popleft(), in_rows)  # type: ignore[attr-defined]

    return pop


def _appendleft(trace: Trace, xs: Any, x: Any) -> None:
    changed(trace, xs, lambda items: items.appendleft(x), lambda rows: (row_lists.inserted(trace, rows, 0, x), None))  # type: ignore[attr-defined]


def _extend(trace: Trace, xs: Any, other: Any) -> None:
    extend(trace, xs, other if isinstance(other, (list, deque)) else collect(trace, other))


def _extendleft(trace: Trace, xs: Any, other: Any) -> None:
    for x in other if not is_growing(other) else other[0].sct_refuse():
        _appendleft(trace, xs, x)


def _rotate(trace: Trace, xs: Any, n: Any = 1) -> None:
    def in_rows(rows: Rows) -> Any:
        length = rows.length
        if isinstance(length, int) and not length:
            return rows, None
        at = -n % (length + (length == 0))
        head, tail = row_lists.sliced(trace, rows, slice(None, at)), row_lists.sliced(trace, rows, slice(at, None))
        return row_lists.concatenated(trace, tail, head), None

    changed(trace, xs, lambda items: items.rotate(n), in_rows)  # type: ignore[attr-defined]


_METHODS: dict[str, Callable[..., Any]] = {
    "pop": _pop(-1),
    "popleft": _pop(0),
    "appendleft": _appendleft,
    "extend": _extend,
    "extendleft": _extendleft,
    "rotate": _rotate,
}
