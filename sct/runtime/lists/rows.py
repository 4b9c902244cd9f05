"""What a list holds while only the running program knows how many items there are.

The list itself stays the Python list that the user's names refer to: it holds one marker instead of
its items. `Rows` are items of one form, kept in a buffer for each leaf of an item; `Variants` are a few
ordinary contents, of which a run-time index says one. Markers never change: a list gets another one.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from sct.errors import SctError, StaticValueError
from sct.runtime import trace as tracing
from sct.runtime.current import here
from sct.runtime.hashing.entries import UNKNOWN_TEXT, is_hashed, lists_of
from sct.runtime.lists.pooled_tuples import PooledTuple
from sct.runtime.state.instances import first_slot
from sct.runtime.state.own_dict import dict_of

if TYPE_CHECKING:
    from sct.runtime.joins.pieces import Piece
    from sct.runtime.joins.templates import Template
    from sct.runtime.lists.exchanged import ArrayHalf, Half

__all__ = [
    "ELSEWHERE",
    "IN_POOLS",
    "MOVED",
    "ONCE",
    "TWICE",
    "Head",
    "Items",
    "Marker",
    "Order",
    "Place",
    "Ragged",
    "Ref",
    "Rows",
    "Stale",
    "TableRef",
    "Tagged",
    "Variants",
    "Viewed",
    "marker_of",
    "owns_itself",
    "place_in",
    "pool_place",
    "stale_or_marker",
    "table_place",
]

ONCE, ELSEWHERE, TWICE = 0, 1, 3  # whether an object that is an item may be in another list, or in this one twice
MOVED = 4  # besides that: whether the arrays that two items hold may be one


class Items(list[Any]):
    """The items of a list, as a transaction keeps them."""


class Tagged(tuple[Any, ...]):
    """The kind of an array with its number, in trees and forms: see `array_tags`. A value of it is the array."""

    __slots__ = ()


class Ragged(tuple[Any, ...]):
    """The kind of an array of another shape than the others in its list: see `ragged`. A value of it is the array."""

    __slots__ = ()


class Viewed(tuple[Any, ...]):
    """The kind of a view with the operands of its indices: see `viewed_items`. A value of it is the view."""

    __slots__ = ()


class Marker:
    """Stands in a list for all of its items. Code that does not know of markers is refused, not misled."""

    __slots__ = ()

    def sct_refuse(self, what: str = "was used by code that needs its items") -> Any:
        """Refuse to be taken for an item."""
        raise StaticValueError(
            f"a list whose length is known only at run time {what}",
            where=here(),
            why="how many items it has is known only when the program runs",
            fix="make an array of it with np.array, or use its methods, `len`, indices or a `for` statement",
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self.sct_refuse()

    def __repr__(self) -> str:
        return UNKNOWN_TEXT


def _install() -> None:
    def use(self: Marker, *args: Any) -> Any:
        self.sct_refuse()

    names = (
        "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift radd rsub rmul rtruediv rfloordiv rmod "
        "rpow rmatmul rand ror rxor lt le gt ge eq ne neg pos abs invert bool int float complex index len iter next "
        "getitem setitem contains call array_ufunc array_function array format copy deepcopy reduce_ex"
    )
    for name in names.split():
        setattr(Marker, f"__{name}__", use)
    Marker.__hash__ = use  # type: ignore[assignment]


_install()


class Order:
    """Where the items of a list are: the same as long as each of them stays at its place."""

    __slots__ = ("owner",)

    def __init__(self) -> None:
        self.owner: Any = None  # the list, once that is known


class Head:
    """The first items of a list, which stay where they are as long as only others are added behind them."""

    __slots__ = ("born", "items", "outer", "written")

    def __init__(self, items: tuple[Any, ...] = (), born: Any = None, outer: Head | None = None) -> None:
        self.written: tuple[Any, ...] = ()  # memory of arrays that were known, until one was written to as an item
        self.items = items  # arrays, tuples of them, or None for all else
        self.born, self.outer = born, outer  # of a list as a loop's body has it: the block, and what it was before


class Rows(Marker):
    """Items of one form: `columns` hold the leaves of all items, one array for each leaf."""

    __slots__ = (
        "added", "borrowed", "columns", "half", "head", "item", "order", "origin", "pieces", "repeats", "told"
    )  # fmt: skip

    def __init__(self, item: Template, columns: tuple[Any, ...], repeats: int = ONCE) -> None:
        self.origin = self  # the rows that so many items were added to
        self.added = 0
        self.order = Order()
        self.head = Head()
        self.item = item
        self.columns = columns
        self.repeats = repeats
        self.half: Half | ArrayHalf | None = None  # of an exchange of two items, if that was the last change
        self.pieces: tuple[Piece, ...] = ()  # what it has of other lists
        self.told: Any = None  # how many items there are, as the list that this one is an item of has it
        self.borrowed = False  # whether the columns are parts of those of a pool, which is about to change
        for column in columns:
            column.storage.layout, column.storage.layout_inputs = None, frozenset()

    @property
    def length(self) -> Any:
        """How many items there are: a Python int, or a symbolic one."""
        return self.columns[0].shape[0]

    @property
    def known_length(self) -> Any:
        """The same, as the list has it that this one is an item of."""
        return self.length if self.told is None else self.told


class Ref(Marker):
    """The list at a place of a pool, in which it has its items: see `pools`."""

    __slots__ = ("at", "pool", "seen")

    def __init__(self, pool: Any, at: Any) -> None:
        self.pool = pool
        self.at = at
        self.seen: Any = None  # the items when they were asked for last

    def content(self) -> Rows:
        """The items."""
        from sct.runtime.pools import pools

        trace = tracing.current()
        assert trace is not None
        return pools.content(trace, self)


class TableRef(Ref):
    """The keys of the set or dict at a place of a pool: see `hash_pools`."""

    __slots__ = ("whole",)

    def __init__(self, whole: Any, at: Any) -> None:
        super().__init__(whole.keys, at)
        self.whole = whole


class Place(Marker):
    """Stands for each attribute of an object, or value of a dict, that is at a place of a pool: see `object_pools`."""

    __slots__ = ("at", "owner", "pool")

    def __init__(self, pool: Any, at: Any) -> None:
        self.pool = pool
        self.at = at
        self.owner: Any = None  # the only one that it stands for

    def sct_refuse(self, what: str = "") -> Any:
        """Refuse to be taken for an attribute."""
        raise StaticValueError(
            "an object that several names may stand for was used by code that needs all that it holds",
            where=here(),
            why="which object it is, is known only when the program runs",
            fix="read and write its attributes or items one by one",
        )

    def __repr__(self) -> str:
        return str(self.sct_refuse())


IN_POOLS = (Ref, TableRef, Place)


class Stale(Marker):
    """The list was an item of another one, through which it may have been changed."""

    __slots__ = ("error",)

    def __init__(self, error: SctError) -> None:
        self.error = error

    def sct_refuse(self, what: str = "") -> Any:
        """Say what happened to the list."""
        raise self.error


class Variants(Marker):
    """One of several contents: `choice` is a Choice of `Items`."""

    __slots__ = ("_whole", "choice")

    def __init__(self, choice: Any) -> None:
        self.choice = choice
        self._whole: dict[type, list[Any]] = {}

    def whole(self, kind: type) -> list[Any]:
        """A list with each of the contents: the same ones for everybody who asks, as it is one list that has them."""
        if kind not in self._whole:
            self._whole[kind] = [kind(items) for items in self.choice.alternatives]
        return self._whole[kind]


def marker_of(value: Any) -> Marker | None:
    """The marker in a list, or None where the list holds its items; refused where what it holds is not known."""
    found = stale_or_marker(value)
    if isinstance(found, Ref):
        return found.content()
    return found.sct_refuse() if isinstance(found, Stale) else found


def pool_place(x: Any) -> Place | None:
    """The place of an object, dict or tuple that is in a pool, or None."""
    if type(x) is PooledTuple:
        found: Place = x.place
        return found
    held = x if type(x) is dict else dict_of(x)
    first = next(iter(held.values())) if held else first_slot(x)
    if type(first) is not Place:
        return None
    return first if first.owner is x else first.sct_refuse()


def table_place(x: Any) -> TableRef | None:
    """The place of a set, or of a dict with run-time keys, that is in a pool, or None."""
    found = stale_or_marker(lists_of(x)[0]) if isinstance(x, (dict, set)) and is_hashed(x) else None
    return found if isinstance(found, TableRef) else None


def place_in(x: Any) -> tuple[Any, Any] | None:
    """The pool that a list, object, set or dict is in, and where there; None of others."""
    if (table := table_place(x)) is not None:
        return table.whole, table.at
    found = stale_or_marker(x)
    found = pool_place(x) if found is None else found
    return (found.pool, found.at) if isinstance(found, IN_POOLS) else None


def stale_or_marker(value: Any) -> Marker | None:
    """The marker in a list, or None."""
    for kind in (list, tuple, deque):  # whose own methods are asked, not those of a class of the user's
        if isinstance(value, kind):
            found = kind.__getitem__(value, 0) if kind.__len__(value) == 1 else None  # type: ignore[index, arg-type]
            return found if isinstance(found, Marker) else None
    return None


def owns_itself(x: Any) -> bool:
    """Whether the rows that a list holds refer to it as theirs."""
    marker = stale_or_marker(x)
    return isinstance(marker, Rows) and marker.order.owner is x
