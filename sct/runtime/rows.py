"""What a list holds while only the running program knows how many items there are.

The list itself stays the Python list that the user's names refer to: it holds one marker instead of
its items. `Rows` are items of one form, kept in a buffer for each leaf of an item; `Variants` are a few
ordinary contents, of which a run-time index says one. Markers never change: a list gets another one.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from sct.errors import StaticValueError
from sct.runtime import trace as tracing

if TYPE_CHECKING:
    from sct.runtime.templates import Template

__all__ = ["Items", "Marker", "Rows", "Variants", "marker_of"]


class Items(list[Any]):
    """The items of a list, as a transaction keeps them."""


class Marker:
    """Stands in a list for all of its items. Code that does not know of markers is refused, not misled."""

    __slots__ = ()

    def sct_refuse(self, what: str = "was used by code that needs its items") -> Any:
        """Refuse to be taken for an item."""
        trace = tracing.current()
        raise StaticValueError(
            f"a list whose length is known only at run time {what}",
            where=trace.location() if trace is not None else None,
            why="how many items it has is known only when the program runs",
            fix="make an array of it with np.array, or use its methods, `len`, indices or a `for` statement",
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self.sct_refuse()

    def __repr__(self) -> str:
        return "…"


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
    Marker.__hash__ = object.__hash__  # type: ignore[method-assign]


_install()


class Rows(Marker):
    """Items of one form: `columns` hold the leaves of all items, one array for each leaf."""

    __slots__ = ("added", "columns", "item", "origin", "repeats")

    def __init__(self, item: Template, columns: tuple[Any, ...], repeats: bool = False) -> None:
        self.origin = self  # the rows that so many items were added to
        self.added = 0
        self.item = item
        self.columns = columns
        self.repeats = repeats  # whether one array may be in it twice
        for column in columns:
            column.storage.layout, column.storage.layout_inputs = None, frozenset()

    @property
    def length(self) -> Any:
        """How many items there are: a Python int, or a symbolic one."""
        return self.columns[0].shape[0]


class Variants(Marker):
    """One of several contents: `choice` is a Choice of `Items`."""

    __slots__ = ("choice",)

    def __init__(self, choice: Any) -> None:
        self.choice = choice


def marker_of(value: Any) -> Marker | None:
    """The marker in a list, or None where the list holds its items."""
    if isinstance(value, (list, deque)) and len(value) == 1 and isinstance(value[0], Marker):
        return value[0]
    return None
