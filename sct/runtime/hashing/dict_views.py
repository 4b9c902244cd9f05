"""`d.keys()`, `d.values()` and `d.items()` of dicts with run-time keys, and walks through such dicts.

A walk takes the keys as they are when it begins. A dict may get other values meanwhile, and they are seen; keys that
come or go are Python's RuntimeError.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, ItemsView, KeysView, ValuesView
from typing import Any

from sct.errors import StaticValueError
from sct.runtime.hashing.entries import lists_of
from sct.runtime.iteration.iterables import Rollable, as_rollable
from sct.runtime.iteration.watched import watched
from sct.runtime.lists import growing, row_lists
from sct.runtime.lists.comparing import ITEMS
from sct.runtime.lists.rows import Rows, Variants, marker_of
from sct.runtime.stand_ins import StandIn
from sct.runtime.trace import Trace

__all__ = ["View", "knows_views", "list_of"]

_KINDS: dict[str, type] = {"keys": KeysView, "values": ValuesView, "items": ItemsView}


class View:
    """What a method of a dict with run-time keys answers: it sees what the dict holds later, too."""

    __sct_by_index__ = True

    def __init__(self, trace: Trace, owner: Any, kind: str) -> None:
        self.trace, self.owner, self.kind = trace, owner, kind

    @property
    def of_nothing(self) -> Any:
        """Python's own view of the same kind, of a dict without keys."""
        kind = OrderedDict if isinstance(self.owner, OrderedDict) else dict
        return getattr(kind(), self.kind)()

    @property
    def python_type(self) -> type:
        """What plain Python has here."""
        return type(self.of_nothing)

    @property
    def length(self) -> Any:
        """How many items there are."""
        return growing.length(self.trace, lists_of(self.owner)[0])

    def sct_contains(self, x: Any) -> Any:
        """`x in view`."""
        from sct.runtime.hashing import hashed
        from sct.runtime.logical import in_

        if self.kind == "keys":
            return hashed.contains(self.trace, self.owner, x)
        if self.kind == "values":
            return in_(x, lists_of(self.owner)[1])
        if not isinstance(x, tuple) or len(x) != 2:
            return False
        at = hashed.place(self.trace, self.owner, x[0])
        return hashed.in_library(self.trace, "holds_pair", lists_of(self.owner)[1], at, x[1])

    def sct_rollable(self) -> Rollable:
        """For `for` loops."""
        trace, owner = self.trace, self.owner
        keys, values = lists_of(owner)
        for xs in (keys, values):
            rows = growing.as_rows(trace, xs) if isinstance(marker_of(xs), Variants) else None
            if rows is not None:
                growing.put(trace, xs, [rows])
        before, first = marker_of(keys), marker_of(values)
        if not isinstance(before, Rows) or not isinstance(first, Rows):
            return self._by_lists()
        number, watch = before.length, watched(trace, owner)

        def check() -> None:
            if marker_of(keys) is not before:
                from sct.runtime.hashing.hashed import in_library

                in_library(trace, "same_size", number, growing.length(trace, keys), "dictionary")
            watch.check(trace)

        def at(i: Any) -> Any:
            check()
            key = None if self.kind == "values" else row_lists.item(trace, before, i)
            value = None if self.kind == "keys" else growing.get(trace, values, i)
            return {"keys": key, "values": value, "items": (key, value)}[self.kind]

        return Rollable(number, at, finish=check)

    def _by_lists(self) -> Rollable:
        """Where the keys or values are known to be so many."""
        found = [as_rollable(self.trace, xs) for xs in lists_of(self.owner)]
        keys, values = (one for one in found if one is not None)
        find: Any = {"keys": keys.at, "values": values.at, "items": lambda i: (keys.at(i), values.at(i))}[self.kind]
        trace, watch = self.trace, watched(self.trace, self.owner)

        def check() -> None:
            watch.check(trace)

        def at(i: Any) -> Any:
            check()
            return find(i)

        return Rollable(keys.trips, at, None, keys.as_it_was, check)

    def __iter__(self) -> Any:
        made = list_of(self)
        return iter(growing.plain(self.trace, made) if isinstance(made, list) else made)

    def __repr__(self) -> str:
        return f"<{self.kind} of a dict with run-time keys>"

    # -- as a set ----------------------------------------------------------------------------------

    def check_keys(self) -> None:
        """Refuse what has no static form of values and items."""
        if self.kind != "keys":
            raise StaticValueError(
                f"operators between sets and the {self.kind} of a dict with run-time keys have no static form",
                where=self.trace.location(), fix="compare or combine the keys",
            )  # fmt: skip

    def _as_set(self, other: Any) -> tuple[Any, Any]:
        """What is there now, and what an operator finds beside it, both as sets."""
        from sct.runtime.hashing import hashed

        self.check_keys()
        if isinstance(other, View) and other.kind == "keys":
            other = hashed.set_of(self.trace, list_of(other))
        elif isinstance(other, KeysView):
            other = set(other)
        return hashed.set_of(self.trace, list_of(self)), other

    def _operate(self, name: str, other: Any, *, reflected: bool = False) -> Any:
        from sct.runtime.hashing.view_operators import operate

        self.check_keys()
        return operate(self.trace, name, *((other, self) if reflected else (self, other)))

    def _compare(self, name: str, other: Any) -> Any:
        from sct.runtime.objects.operators import compare

        if self is other and name in ("eq", "ne"):
            return name == "eq"
        if self.kind == "items" and name in ("eq", "ne") and isinstance(other, (*ITEMS, View)):
            return self._compare_items(name, other)
        if self.kind == "items" and isinstance(other, StandIn) and type(other).stands_for is frozenset:
            self.check_keys()
        if self.kind == "values" or not isinstance(other, (View, KeysView, ItemsView, set, frozenset)):
            return NotImplemented
        return compare(name, *self._as_set(other))

    def _compare_items(self, name: str, other: Any) -> Any:
        """Two views of items are equal where the dicts have equal values under the same keys, in any order."""
        from sct.runtime.hashing import run_time_sets
        from sct.runtime.logical import not_

        if isinstance(other, View) and other.kind != "items":
            return NotImplemented
        theirs = other.owner if isinstance(other, View) else dict(other.mapping)
        same = run_time_sets.same_pairs(self.trace, self.owner, theirs)
        return same if name == "eq" else not_(same)

    def isdisjoint(self, other: Any) -> Any:
        """Whether no key is among the others."""
        from sct.runtime.logical import not_

        return not_(self._operate("and", other))

    def __and__(self, other: Any) -> Any:
        return self._operate("and", other)

    def __rand__(self, other: Any) -> Any:
        return self._operate("and", other, reflected=True)

    def __or__(self, other: Any) -> Any:
        return self._operate("or", other)

    def __ror__(self, other: Any) -> Any:
        return self._operate("or", other, reflected=True)

    def __sub__(self, other: Any) -> Any:
        return self._operate("sub", other)

    def __rsub__(self, other: Any) -> Any:
        return self._operate("sub", other, reflected=True)

    def __xor__(self, other: Any) -> Any:
        return self._operate("xor", other)

    def __rxor__(self, other: Any) -> Any:
        return self._operate("xor", other, reflected=True)

    def __eq__(self, other: object) -> Any:
        return self._compare("eq", other)

    def __ne__(self, other: object) -> Any:
        return self._compare("ne", other)

    def __le__(self, other: Any) -> Any:
        return self._compare("le", other)

    def __lt__(self, other: Any) -> Any:
        return self._compare("lt", other)

    def __ge__(self, other: Any) -> Any:
        return self._compare("ge", other)

    def __gt__(self, other: Any) -> Any:
        return self._compare("gt", other)

    __hash__ = None  # type: ignore[assignment]  # as of Python's own


def list_of(view: View) -> Any:
    """The keys or values as a list, or what zips them."""
    from sct.runtime.iteration.sequences import zip_

    keys, values = lists_of(view.owner)
    if view.kind == "items":
        return zip_(view.trace, keys, values)
    return keys if view.kind == "keys" else values


def knows_views(table: dict[Any, Callable[..., Any]], walks: tuple[Any, ...]) -> dict[Any, Callable[..., Any]]:
    """Builtins that are given the lists in place of views; those in `walks` step through views themselves."""

    def known(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
            if any(type(x) is View for x in args):
                args = tuple(list_of(x) if type(x) is View else x for x in args)
            return function(trace, *args, **kwargs)

        return call

    return {f: function if f in walks else known(function) for f, function in table.items()}
