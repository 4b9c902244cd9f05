"""The places where Python keeps state, as objects that can be read, written and compared.

A branch or a loop body that is traced must leave nothing behind until it is known what it means.
Each place that a trace writes to is a `Cell`; a `Transaction` remembers what stood there before, so
that a trial can be undone, and what stood there after, so that it can be joined.
"""

from __future__ import annotations

import contextlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from types import CellType, FunctionType, GetSetDescriptorType, WrapperDescriptorType
from typing import Any

from sct.runtime.state.bare import items_in, pairs_in, refill, refill_dict
from sct.runtime.state.class_content import in_class
from sct.runtime.state.own_dict import dict_of
from sct.runtime.texts.kind_names import a_kind

__all__ = [
    "ABSENT",
    "UNTOUCHED",
    "AttrCell",
    "Cell",
    "DequeCell",
    "DictCell",
    "FreeCell",
    "GlobalCell",
    "IdentityMap",
    "ListCell",
    "SetCell",
    "StorageCell",
    "Transaction",
    "delete_plainly",
    "is_python_class",
    "is_set_by_class",
    "of_python",
    "pythons_base",
    "set_plainly",
]


class _Absent:
    """Nothing stands in this place."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<absent>"


ABSENT = _Absent()
UNTOUCHED = _Absent()


class IdentityMap:
    """A mapping keyed by object identity that keeps its keys alive."""

    __slots__ = ("_items", "_shared")

    def __init__(self) -> None:
        self._items: dict[int, tuple[Any, Any]] = {}
        self._shared = False  # whether a copy has the same dict: most copies are never written to

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of `key`, or `default`."""
        found = self._items.get(id(key))
        return default if found is None else found[1]

    def __contains__(self, key: Any) -> bool:
        return id(key) in self._items

    def __len__(self) -> int:
        return len(self._items)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._own()[id(key)] = (key, value)

    def remove(self, key: Any) -> None:
        """Forget `key`, if it is there."""
        self._own().pop(id(key), None)

    def copy(self) -> IdentityMap:
        """Another map with the same pairs."""
        made = IdentityMap()
        made._items, made._shared, self._shared = self._items, True, True
        return made

    def _own(self) -> dict[int, tuple[Any, Any]]:
        if self._shared:
            self._items, self._shared = dict(self._items), False
        return self._items

    def items(self) -> Iterator[tuple[Any, Any]]:
        """Pairs in the order of insertion."""
        return iter(list(self._items.values()))

    def newest(self) -> Any:
        """The key that came last, or None."""
        return next((key for key, _ in reversed(self._items.values())), None)

    def after(self, newest: Any) -> list[tuple[Any, Any]]:
        """The pairs whose keys came after what was the newest then."""
        return list(itertools.takewhile(lambda pair: pair[0] is not newest, reversed(self._items.values())))


class Cell:
    """One place: `get` answers its content in a form that `set` takes back."""

    __slots__ = ("owner",)
    name: Any = None

    def __init__(self, owner: Any) -> None:
        self.owner = owner

    @property
    def key(self) -> tuple[Any, ...]:
        """Tells places apart while their owners are alive."""
        return (type(self), id(self.owner), self.name)

    def get(self) -> Any:
        """What stands there now."""
        raise NotImplementedError

    def set(self, content: Any) -> None:
        """Put `content` there."""
        raise NotImplementedError

    def describe(self) -> str:
        """For messages."""
        return type(self.owner).__name__

    def of(self, owner: Any) -> Cell:
        """The same place of another object."""
        return type(self)(owner)


class StorageCell(Cell):
    """The current value of an array's storage."""

    __slots__ = ()

    def get(self) -> Any:
        return self.owner.content()

    def set(self, content: Any) -> None:
        self.owner.restore(content)

    def describe(self) -> str:
        return "an array"


class ListCell(Cell):
    """The items of a list (or another mutable sequence)."""

    __slots__ = ()

    def get(self) -> Any:
        return tuple(items_in(self.owner))

    def set(self, content: Any) -> None:
        refill(self.owner, content)

    def describe(self) -> str:
        return "a list"


class DictCell(Cell):
    """The items of a dict, in order."""

    __slots__ = ()

    def get(self) -> Any:
        return tuple(pairs_in(self.owner))

    def set(self, content: Any) -> None:
        refill_dict(self.owner, content)

    def describe(self) -> str:
        return "a dict"


class DequeCell(Cell):
    """The items of a deque."""

    __slots__ = ()

    def get(self) -> Any:
        return tuple(items_in(self.owner))

    def set(self, content: Any) -> None:
        refill(self.owner, content)

    def describe(self) -> str:
        return "a deque"


class SetCell(Cell):
    """The elements of a set."""

    __slots__ = ()

    def get(self) -> Any:
        return frozenset(self.owner)  # of any class: as it lies in its table, no hash is asked for

    def set(self, content: Any) -> None:
        refill(self.owner, content)

    def describe(self) -> str:
        return "a set"


class _NamedCell(Cell):
    __slots__ = ("name",)

    def __init__(self, owner: Any, name: str) -> None:
        super().__init__(owner)
        self.name = name

    def of(self, owner: Any) -> Cell:
        return type(self)(owner, self.name)


class AttrCell(_NamedCell):
    """An attribute of an object."""

    __slots__ = ()

    def get(self) -> Any:
        slots = vars(self.owner) if isinstance(self.owner, type) else dict_of(self.owner)
        if slots is not None and self.name in slots:
            return slots[self.name]
        slot = in_class(type(self.owner), self.name)
        if isinstance(slot, _SLOT) or self.is_in_c(slot):
            with contextlib.suppress(AttributeError):  # and no `__getattr__` of the user's is asked
                return slot.__get__(self.owner)
        return ABSENT

    def set(self, content: Any) -> None:
        if content is not ABSENT:
            set_plainly(self.owner, self.name, content)
        elif self.get() is not ABSENT:
            delete_plainly(self.owner, self.name)

    def is_in_c(self, found: Any = None) -> bool:
        """Whether Python keeps this outside of any dict, for a class or function: its `__name__`, `__defaults__`."""
        if self.name in _NO_STATE or not isinstance(self.owner, (type, FunctionType)):
            return False
        return isinstance(found or in_class(type(self.owner), self.name), GetSetDescriptorType)

    def describe(self) -> str:
        return f"the attribute {self.name!r} of {a_kind(self.owner)}"


_NO_STATE = ("__dict__", "__class__", "__weakref__")


def set_plainly(owner: Any, name: str, value: Any) -> None:
    """Set an attribute as Python's own class does (`object`, `type`, `threading.local`), not as the user's says."""
    if is_set_by_class(type(owner), name):  # it has put it there by `x.__dict__[name] = value`
        owner.__dict__[name] = value
        return
    of_python(owner, "__setattr__", setattr)(owner, name, value)


def delete_plainly(owner: Any, name: str) -> None:
    """Delete an attribute in the same way."""
    if is_set_by_class(type(owner), name):
        del owner.__dict__[name]
        return
    of_python(owner, "__delattr__", delattr)(owner, name)


def is_set_by_class(kind: type, name: str) -> bool:
    """Whether a property or descriptor of the class is asked where this attribute is set."""
    found = in_class(kind, name)
    return isinstance(found, property) or (hasattr(type(found), "__set__") and is_python_class(type(found)))


def of_python(owner: Any, method: str, builtin: Any) -> Any:
    """The method as Python's own class has it."""
    if not is_python_class(type(owner)):  # nobody has overridden what a type in C does, in a slot of its own
        return builtin
    found = (vars(cls).get(method) for cls in type(owner).__mro__)
    return next(x for x in found if isinstance(x, WrapperDescriptorType))


def is_python_class(kind: type) -> bool:
    """Whether a class is made while Python runs, by a `class` statement as a rule, and no type in C."""
    return bool(kind.__flags__ & 1 << 9)  # Py_TPFLAGS_HEAPTYPE


def pythons_base(kind: type) -> Any:
    """The first class in its order that is Python's own, or a type in C: what an object holds apart from attributes."""
    return next(cls for cls in kind.__mro__ if not is_python_class(cls))


class _WithSlot:
    __slots__ = ("slot",)


_SLOT = type(_WithSlot.slot)  # type: ignore[attr-defined]


class GlobalCell(_NamedCell):
    """A global name; the owner is the module's dict."""

    __slots__ = ()

    def get(self) -> Any:
        return self.owner.get(self.name, ABSENT)

    def set(self, content: Any) -> None:
        if content is ABSENT:
            self.owner.pop(self.name, None)
        else:
            self.owner[self.name] = content

    def describe(self) -> str:
        return f"the global {self.name!r}"


class FreeCell(_NamedCell):
    """A variable of an enclosing function; the owner is the closure cell."""

    __slots__ = ()
    owner: CellType

    def get(self) -> Any:
        try:
            return self.owner.cell_contents
        except ValueError:
            return ABSENT

    def set(self, content: Any) -> None:
        if content is ABSENT:
            del self.owner.cell_contents
        else:
            self.owner.cell_contents = content

    def describe(self) -> str:
        return f"the variable {self.name!r} of the enclosing function"


class Transaction:
    """What stood in each place before this region of the trace wrote to it."""

    def __init__(self, parent: Transaction | None = None, is_own: Callable[[Cell], bool] = lambda cell: False) -> None:
        self.parent = parent
        self.is_own = is_own  # whether the owner of a cell was made in this region
        self._before: dict[Any, tuple[Cell, Any]] = {}
        self.kept = False  # whether the region around has taken over what happened here

    def touch(self, cell: Cell) -> None:
        """Remember the content of `cell`, the first time."""
        key = cell.key
        if key not in self._before:
            self._before[key] = (cell, cell.get())

    def touched(self, cell: Cell) -> bool:
        """Whether this region or one around it wrote to `cell`."""
        if cell.key in self._before:
            return True
        return self.parent is not None and self.parent.touched(cell)

    def original(self, cell: Cell) -> Any:
        """What stood in `cell` before any region wrote to it; `UNTOUCHED` if none did."""
        found = self.parent.original(cell) if self.parent is not None else UNTOUCHED
        if found is UNTOUCHED and cell.key in self._before:
            return self._before[cell.key][1]
        return found

    def owners(self) -> Counter[int]:
        """How many cells of this region and those around it belong to each object, by its identity."""
        found: Counter[int] = Counter()
        region: Transaction | None = self
        while region is not None:
            found.update(id(cell.owner) for cell, _ in region._before.values())
            region = region.parent
        return found

    def changes(self) -> list[tuple[Cell, Any, Any]]:
        """Each place with its content before and now, in the order of the first write."""
        return [(cell, before, cell.get()) for cell, before in self._before.values()]

    def rollback(self) -> None:
        """Put everything back, last write first; what was made in this region is its own and stays as it is."""
        for cell, before in reversed(list(self._before.values())):
            if not self.is_own(cell):
                cell.set(before)

    def commit(self) -> None:
        """Hand everything to the region around: it has happened."""
        self.kept = True
        if self.parent is not None:
            for key, entry in self._before.items():
                self.parent._before.setdefault(key, entry)
