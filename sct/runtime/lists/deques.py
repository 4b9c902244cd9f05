"""The methods of deques of run-time length: queues are lists with two ends."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable
from typing import Any

from sct.errors import StaticValueError, UnsupportedCallError
from sct.ir.types import ARRAY
from sct.runtime.calls.raising import raise_later
from sct.runtime.comprehension import collect, walk
from sct.runtime.control_flow import select, truth
from sct.runtime.current import current, has_spec, is_variable
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.choosing_items import choose_item
from sct.runtime.lists import list_comparing, row_lists
from sct.runtime.lists.comparing import compare_sequences
from sct.runtime.lists.growing import as_rows, changed, get, is_growing, length, put, rows_in, shared
from sct.runtime.lists.growing import made as list_of_rows
from sct.runtime.lists.list_methods import add, check_whole, copied, is_no_count, multiply
from sct.runtime.lists.list_methods import call_method as call_list_method
from sct.runtime.lists.list_methods import extend as extend_list
from sct.runtime.lists.list_removal import remove_at, taken_out
from sct.runtime.lists.rows import Items, Rows, Variants, marker_of
from sct.runtime.objects.operators import users_method
from sct.runtime.state.bare import items_in
from sct.runtime.texts.kind_names import a_kind, no_count
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["call_method", "compare", "extend", "item", "listed", "made", "operate"]

_FEW = 8  # items of any kind, each of which may be the first


def call_method(trace: Trace, xs: deque[Any], name: str, args: tuple[Any, ...]) -> Any:
    """`xs.name(*args)`."""
    if name == "__getitem__" and not is_growing(xs) and is_variable(args[0]):
        return item(trace, xs, *args)
    if name in _METHODS:
        return _METHODS[name](trace, xs, *args)
    if name in ("insert", "__imul__") and xs.maxlen is not None:
        raise StaticValueError(f"deque.{name}() with maxlen, of run-time length", where=trace.location())
    return call_list_method(trace, xs, name, args, {})


def made(trace: Trace, items: Any = (), maxlen: Any = None) -> deque[Any]:
    """`deque(items, maxlen)` of as many items as only the running program knows."""
    queue: deque[Any] = trace.note_new(deque(maxlen=maxlen))
    if is_growing(items) and isinstance(items, (list, deque)):
        rows = as_rows(trace, items)
        found = [] if rows is None else list_of_rows(trace, row_lists.copied(trace, shared(rows)))
    else:
        found = collect(trace, items)
    if maxlen is None:
        put(trace, queue, list(found))
    elif maxlen > 0:
        put(trace, queue, list(get(trace, found, slice(-maxlen, None))))
    return queue


def listed(trace: Trace, xs: Any) -> list[Any]:
    """`list(xs)` of a deque."""
    marker = marker_of(xs)
    if isinstance(marker, Rows):
        return list_of_rows(trace, row_lists.copied(trace, shared(marker)))
    items: list[Any] = trace.note_new([marker] if isinstance(marker, Variants) else list(items_in(xs)))
    return items


def item(trace: Trace, xs: Any, at: Any) -> Any:
    """`xs[at]` of a deque with known items, by a run-time index."""
    items = tuple(items_in(xs))

    def outside() -> None:
        raise_later(trace, IndexError("deque index out of range"))

    if type(at) is Choice:
        return at.sct_distribute(lambda one: item(trace, xs, one) if is_variable(one) else xs[one])
    if not _is_number(at) or at.spec.dtype.kind not in "iub":
        return choose_item(trace, xs, at)  # Python's TypeError
    select((at >= len(items)) | (at < -len(items)), outside, lambda: None)
    return choose_item(trace, items, at)


def compare(name: str, a: Any, b: Any) -> Any:
    """`a == b` and its like of two deques: always a bool, where lists answer what their items do."""
    trace = current()
    if trace is None:
        return getattr(operator, name)(a, b)
    for x in (a, b):
        if type(x) is not deque and users_method(x, "__iter__") is not None:
            raise UnsupportedCallError(
                f"{a_kind(x)} is compared, whose class has an __iter__ of its own",
                where=trace.location(),
                why="how often that is asked depends on the lengths, and whether the deques are one",
                fix="compare list(…) of it",
            )
    a, b = list_comparing.bare(trace, a), list_comparing.bare(trace, b)
    if is_growing(a) or is_growing(b):
        found = list_comparing.compare(trace, name, a, b)
    elif (found := compare_sequences(name, a, b)) is NotImplemented:
        found = getattr(operator, name)(a, b)
    return truth(trace, found)


def operate(trace: Trace, name: str, a: Any, b: Any) -> Any:
    """`a + b` and `a * b` of deques of run-time length: a copy of the deque that gets more items."""
    from sct.runtime.objects.operators import binary

    if type(b) is Choice and b.number is None:
        return b.sct_distribute(lambda one: binary(name, a, one))
    if type(a) is Choice and a.number is None:
        return a.sct_distribute(lambda one: binary(name, one, b))
    if isinstance(b, deque) and name == "mul" and not isinstance(a, deque):
        a, b = b, a
    if name not in ("add", "mul") or not isinstance(a, deque) or (name == "add") is not isinstance(b, deque):
        return NotImplemented
    if marker_of(a) is None and has_spec(b) and b.spec.kind == ARRAY:
        return NotImplemented  # NumPy makes an array of it
    if name == "mul" and is_no_count(b):
        raise TypeError(no_count(b))
    if type(a) is not deque:  # Python makes another one of its class, by the class's own __init__
        raise UnsupportedCallError(
            f"{a_kind(a)} is added to or repeated, whose class is derived from deque",
            where=trace.location(),
            fix="make a copy and extend it, or use a deque as an attribute",
        )
    xs = _in_rows(trace, a)
    items = add(trace, xs, _in_rows(trace, b)) if name == "add" else multiply(trace, xs, b)
    return made(trace, items, a.maxlen)


def _in_rows(trace: Trace, xs: Any) -> list[Any]:
    """A list of the items; rows where one of several contents is meant."""
    rows = as_rows(trace, xs) if isinstance(marker_of(xs), Variants) else None
    return listed(trace, xs) if rows is None else list_of_rows(trace, row_lists.copied(trace, shared(rows)))


def _make_room(trace: Trace, xs: deque[Any], end: int) -> None:
    """A full deque drops an item at the other end before it gets one."""
    if xs.maxlen is None or not is_growing(xs):
        return
    full = length(trace, xs) >= xs.maxlen  # type: ignore[arg-type]
    select(full, lambda: remove_at(trace, xs, end, False), lambda: None)  # type: ignore[arg-type]


def _append(trace: Trace, xs: Any, x: Any) -> None:
    if xs.maxlen == 0:
        return
    _make_room(trace, xs, 0)
    changed(trace, xs, lambda items: items.append(x), lambda rows: (row_lists.appended(trace, rows, x), None))


def _pop(at: int) -> Callable[..., Any]:
    def pop(trace: Trace, xs: Any) -> Any:
        def in_rows(rows: Rows) -> Any:
            result = taken_out(trace, rows, at, "pop from an empty deque")
            return row_lists.deleted(trace, rows, at, True), result

        return changed(trace, xs, lambda items: items.pop() if at else items.popleft(), in_rows)

    return pop


def _appendleft(trace: Trace, xs: Any, x: Any) -> None:
    if xs.maxlen == 0:
        return
    _make_room(trace, xs, -1)
    changed(trace, xs, lambda items: items.appendleft(x), lambda rows: (row_lists.inserted(trace, rows, 0, x), None))


def extend(trace: Trace, xs: Any, other: Any) -> None:
    """`xs.extend(other)`."""
    if type(other) is list and not is_growing(other) and xs.maxlen is None:
        extend_list(trace, xs, other)
        return
    walk(copied(trace, other, False) if other is xs else other, lambda x: _append(trace, xs, x))


def _extendleft(trace: Trace, xs: Any, other: Any) -> None:
    walk(copied(trace, other, False) if other is xs else other, lambda x: _appendleft(trace, xs, x))


def _rotate(trace: Trace, xs: Any, n: Any = 1) -> None:
    check_whole(n)

    def plainly(items: Any) -> None:
        if is_variable(n) and len(items) > 1:
            put(trace, items, _turned(trace, list(items), n))
        else:
            items.rotate(0 if is_variable(n) else n)

    def in_rows(rows: Rows) -> Any:
        length = rows.length
        if isinstance(length, int) and not length:
            return rows, None
        at = -n % (length + (length == 0))
        head, tail = row_lists.sliced(trace, rows, slice(None, at)), row_lists.sliced(trace, rows, slice(at, None))
        return row_lists.concatenated(trace, tail, head), None

    changed(trace, xs, plainly, in_rows)


def _turned(trace: Trace, items: list[Any], n: Any) -> list[Any]:
    """The items where only the running program knows which of them is the first."""
    if len(items) > _FEW or all(isinstance(x, NUMBERS) or _is_number(x) for x in items):
        rows = rows_in(trace, items)
        at = -n % len(items)
        head, tail = row_lists.sliced(trace, rows, slice(None, at)), row_lists.sliced(trace, rows, slice(at, None))
        return [row_lists.concatenated(trace, tail, head)]
    turns = [Items((*items[at:], *items[:at])) for at in range(len(items))]
    return [Variants(Choice(row_lists.as_index(-n % len(items)), turns))]


def _is_number(x: Any) -> bool:
    return has_spec(x) and x.spec.kind != ARRAY


def _iadd(trace: Trace, xs: Any, other: Any) -> Any:
    extend(trace, xs, other)
    return xs


def _copy(trace: Trace, xs: Any) -> Any:
    return made(trace, xs, xs.maxlen)


def _operator(name: str, *, swapped: bool = False) -> Callable[..., Any]:
    """A special method: what an operator does, or NotImplemented."""

    def method(trace: Trace, xs: Any, other: Any) -> Any:
        if name not in ("add", "mul"):
            return compare(name, xs, other) if isinstance(other, deque) else NotImplemented
        return operate(trace, name, *((other, xs) if swapped else (xs, other)))

    return method


_METHODS: dict[str, Callable[..., Any]] = {
    **{f"__{name}__": _operator(name) for name in ("eq", "ne", "lt", "le", "gt", "ge", "add", "mul")},
    "__rmul__": _operator("mul", swapped=True),
    "append": _append,
    "copy": _copy,
    "__copy__": _copy,
    "pop": _pop(-1),
    "popleft": _pop(0),
    "appendleft": _appendleft,
    "extend": extend,
    "__iadd__": _iadd,
    "extendleft": _extendleft,
    "rotate": _rotate,
}
