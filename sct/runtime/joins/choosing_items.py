"""`items[key]` of a sequence of which the items are known, and only the running program knows the index."""

from __future__ import annotations

from typing import Any

from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON
from sct.runtime import trace as tracing
from sct.runtime.current import has_spec
from sct.runtime.joins.choice import Choice, is_number
from sct.runtime.state.bare import plain, speaks_for_itself
from sct.runtime.texts.kind_names import kind_name

__all__ = ["choose_item", "in_table"]

_TABLE = 9  # sequences of so many numbers are looked up in an array
_MANY = 17  # items that are not all of one form
_MOST_APART = 64  # items that are compared one by one


def choose_item(trace: tracing.Trace, items: Any, key: Any) -> Any:
    """`items[key]` of a Python sequence with a run-time index: each item under the index, as Python checks it."""
    from sct.runtime.calls.raising import raise_later
    from sct.runtime.control_flow import select
    from sct.runtime.lists import known_lists
    from sct.runtime.pools import object_pools

    items = plain(items) if isinstance(items, (list, tuple)) and speaks_for_itself(type(items)) else items
    n = len(items)
    key = key + 0 if is_truth(key) else key
    if has_spec(key) and not key.spec.ndim and key.spec.kind != ARRAY and key.spec.dtype.kind not in "iu":
        return items[key.python_type()]  # Python's own TypeError
    found = in_table(trace, items, key) or known_lists.item(trace, items, key)
    if found is not None:
        return found[0]
    found = object_pools.chosen(trace, items, key, lists=n > _MOST_APART)
    if found is not None:
        return found[0]
    if n >= _TABLE and not trace.loops.unrollable and (isinstance(items, str) or all(type(x) is str for x in items)):
        from sct.runtime.texts.text_uses import item_of_known

        return item_of_known(trace, items, key)
    if trace.loops.unrollable:
        raise StaticValueError(
            f"a Python {kind_name(items)} is indexed by the position in the loop",
            where=trace.location(),
            why="which item that is, is known while the graph is built only if the loop is unrolled",
        )
    if n >= _MANY and has_spec(key) and not key.spec.ndim and key.spec.dtype.kind in "iu":
        from sct.runtime.joins.known_values import item_at

        found = item_at(trace, items, key)
        if found is not None:
            return found[0]
    if n > _MOST_APART or not has_spec(key) or key.spec.ndim or key.spec.dtype.kind not in "iu":
        return items[key]  # Python itself refuses
    if isinstance(items, (list, tuple)) and n > 1 and all(type(item) in (list, dict) for item in items):
        return _choose_container(trace, items, key)
    what = "string" if isinstance(items, str) else kind_name(items)

    def from_(i: int) -> Any:
        if i == n:
            return raise_later(trace, IndexError(f"{what} index out of range"))
        test = (key == i) | (key == i - n)
        return select(test, lambda: items[i], lambda: from_(i + 1))

    return from_(0)


def is_truth(key: Any) -> bool:
    """Whether this is a bool of Python's, which is 0 or 1 as an index of a sequence."""
    spec = key.spec if has_spec(key) else None
    return spec is not None and not spec.ndim and spec.kind == PYTHON and spec.dtype.kind == "b"


def in_table(trace: tracing.Trace, items: Any, key: Any, least: int = _TABLE) -> tuple[Any] | None:
    """`items[key]` of a long sequence of numbers of one type, or of tuples of such: all become arrays."""
    if len(items) < least or not isinstance(items, (list, tuple)) or not has_spec(key):
        return None
    if key.spec.ndim or key.spec.dtype.kind not in "iu" or not _has_one_form(items):
        return None
    from sct.runtime.lists.row_lists import item, rows_of

    rows = rows_of(trace, list(items))
    what = "tuple" if isinstance(items, tuple) else "list"
    return None if rows is None else (item(trace, rows, key, f"{what} index out of range"),)


def _has_one_form(items: Any) -> bool:
    """Whether all are numbers of one type, or tuples of one length with numbers of one type at each place."""
    kinds = set(map(type, items))
    if kinds <= _PLAIN:
        return len(kinds) == 1
    if all(type(item) is tuple for item in items):
        return len({len(item) for item in items}) == 1 and all(map(_has_one_form, zip(*items, strict=True)))
    return all(map(is_number, items)) and len({_kind_of_number(item) for item in items}) == 1


_PLAIN = frozenset(tracing.NUMBERS)


def _kind_of_number(x: Any) -> Any:
    spec = x.spec if has_spec(x) else tracing.spec_of_number(x)
    return spec.element


def _choose_container(trace: tracing.Trace, items: Any, key: Any) -> Any:
    """One of several lists or dicts, as it is: what changes it changes the one that the index says."""
    from sct.runtime.calls.raising import raise_later
    from sct.runtime.control_flow import select
    from sct.runtime.lists.row_lists import as_index

    n = len(items)
    at = as_index(key)
    what = "tuple" if isinstance(items, tuple) else "list"
    error = IndexError(f"{what} index out of range")
    place = select((at >= -n) & (at < n), lambda: at % n, lambda: raise_later(trace, error))
    return Choice(place, list(items))
