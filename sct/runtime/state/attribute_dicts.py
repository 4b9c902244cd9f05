"""`x.__dict__`, above all of objects that the function has made: what is asked of it, or taken out, under one name.

An attribute may be there on some ways only (see `shadowed`), or be taken out where only the run knows whether
(`self.__dict__.pop("total", None)`). Whoever needs the whole dict then is refused.
"""

from __future__ import annotations

from typing import Any, NoReturn

from sct.runtime.callers.callers_attributes import entered
from sct.runtime.calls.raising import raise_later
from sct.runtime.joins.choice import Choice
from sct.runtime.lists.item_links import writing
from sct.runtime.lists.rows import pool_place
from sct.runtime.state.absent_attributes import check_attributes
from sct.runtime.state.births import note_birth, note_loss
from sct.runtime.state.cells import ABSENT, AttrCell, delete_plainly, is_set_by_class
from sct.runtime.state.class_content import in_class
from sct.runtime.state.instances import attributes_of
from sct.runtime.state.shadowed import absence, may_be_absent, read_shadowed
from sct.runtime.trace import Trace

__all__ = ["DoubtfulDict", "delete", "pop", "seen", "store"]


def seen(trace: Trace, owner: Any, held: Any, source: Any, lift: Any) -> Any:
    """What stands for the `__dict__` of an object, which is the caller's if it has a `source`; None where it does."""
    if source is not None and isinstance(held, dict):
        check_attributes(trace, owner)
        return entered(trace, owner, held, source, lift)
    if owner not in trace.made or not isinstance(held, dict) or pool_place(owner) is not None:
        check_attributes(trace, owner)
        return None
    if any(map(may_be_absent, held.values())):
        return DoubtfulDict(trace, owner)
    check_attributes(trace, owner)
    trace.made[held] = trace.made.get(owner)  # as old as the object
    trace.attribute_dicts[held] = owner
    return None


def pop(trace: Trace, owner: Any, name: Any, *default: Any) -> Any:
    """`owner.__dict__.pop(name, *default)`."""
    found = _read(trace, owner, name, *default)
    _delete(trace, owner, name)
    return found


def delete(trace: Trace, held: Any, name: Any) -> bool:
    """`del held[name]`, if that is the `__dict__` of an object."""
    owner = trace.attribute_dicts.get(held)
    if owner is not None:
        pop(trace, owner, name)
    return owner is not None


def store(trace: Trace, held: Any, name: Any, value: Any) -> bool:
    """`held[name] = value`, if that is the `__dict__` of an object, and the class has nothing to say about it."""
    owner = trace.attribute_dicts.get(held)
    if owner is None or not isinstance(name, str):
        return False
    found = in_class(type(owner), name)
    if owner in trace.made and found is not None:
        return False
    if hasattr(type(found), "__set__") and not is_set_by_class(type(owner), name):  # a slot, which is no item
        return False
    with writing(trace, owner):
        note_birth(trace, owner, name)
        trace.touch_attr(owner, name)
        held[name] = value
    return True


def _read(trace: Trace, owner: Any, name: Any, *default: Any) -> Any:
    """The object's own attribute; the default, or a KeyError, where there is none."""
    content = AttrCell(owner, name).get() if isinstance(name, str) else ABSENT
    if isinstance(content, Choice) and may_be_absent(content):
        return read_shadowed(content, lambda: default[0] if default else raise_later(trace, KeyError(name)))
    if content is not ABSENT:
        return content
    if not default:
        raise KeyError(name)
    return default[0]


def _delete(trace: Trace, owner: Any, name: Any) -> None:
    if not isinstance(name, str) or AttrCell(owner, name).get() is ABSENT:
        return
    with writing(trace, owner):
        note_loss(trace, owner, name)
        trace.touch_attr(owner, name)
        delete_plainly(owner, name)


class DoubtfulDict:
    """The `__dict__` of an object that has some attributes on some ways only."""

    __slots__ = ("_owner", "_trace")

    def __init__(self, trace: Trace, owner: Any) -> None:
        self._trace, self._owner = trace, owner

    def sct_contains(self, name: Any) -> Any:
        """`name in self`."""
        from sct.runtime.logical import not_

        content = AttrCell(self._owner, name).get() if isinstance(name, str) else ABSENT
        return not_(absence(content))

    def get(self, name: Any, default: Any = None) -> Any:
        """What is there, or `default`."""
        return _read(self._trace, self._owner, name, default)

    def pop(self, name: Any, *default: Any) -> Any:
        """The same, and it is no longer there."""
        return pop(self._trace, self._owner, name, *default)

    def __getitem__(self, name: Any) -> Any:
        return _read(self._trace, self._owner, name)

    def __setitem__(self, name: Any, value: Any) -> None:
        from sct.runtime.state.mutation import store_attr

        store_attr(self._trace, self._owner, name, value)

    def __delitem__(self, name: Any) -> None:
        pop(self._trace, self._owner, name)

    def __getattr__(self, name: str) -> NoReturn:
        if not hasattr(dict, name):
            raise AttributeError(f"'dict' object has no attribute {name!r}")
        self._refuse()

    def _refuse(self, *_: Any) -> NoReturn:
        check_attributes(self._trace, self._owner)
        raise AssertionError(attributes_of(self._owner))

    __iter__ = __len__ = __eq__ = __or__ = __ror__ = __reversed__ = __repr__ = __bool__ = _refuse
