"""Changes to Python objects while a trace is under way: the transaction sees each place before it changes."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import MutableMapping, MutableSequence, MutableSet
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from sct.errors import ObjectDtypeError, SctError, StaticValueError
from sct.runtime.arrays.array_attributes import store_array_attribute
from sct.runtime.callers.attributes_in_c import check_in_c
from sct.runtime.callers.buffers import BUFFERS
from sct.runtime.callers.class_lookup import descriptor, guard_loss, guard_write
from sct.runtime.callers.number_lists import is_long
from sct.runtime.callers.owning import owned
from sct.runtime.calls.raised_words import raise_as_python
from sct.runtime.calls.raising import raise_later
from sct.runtime.current import has_spec, is_variable
from sct.runtime.hashing import hashed, keys
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.user_keys import hashes_itself, note_changed_key, note_key
from sct.runtime.iteration.iterators import check_walked
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.lost import Lost
from sct.runtime.lists import growing, list_removal
from sct.runtime.lists.item_links import writing
from sct.runtime.lists.rows import pool_place
from sct.runtime.numbers.whole_objects import as_subscript
from sct.runtime.objects.as_written import as_written
from sct.runtime.objects.operators import users_method
from sct.runtime.pools import object_pools
from sct.runtime.state import attribute_dicts  # fmt: skip
from sct.runtime.state.absent_attributes import check_attributes
from sct.runtime.state.bare import items_in, pairs_in
from sct.runtime.state.births import note_birth, note_loss
from sct.runtime.state.cells import AttrCell, DequeCell, delete_plainly, is_set_by_class, of_python, set_plainly
from sct.runtime.state.own_dict import dict_of
from sct.runtime.state.shadowed import absence, may_be_absent
from sct.runtime.state.unseen_changes import note_change, seen_through
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.texts.redirected import check_stream
from sct.runtime.trace import Trace

__all__ = [
    "attribute_method",
    "call_converted",
    "check_objects",
    "del_attr",
    "del_attr_plainly",
    "del_item",
    "store_attr",
    "store_item",
    "touch",
    "touch_reachable",
]


def touch(trace: Trace, owner: Any) -> None:
    """Before the content of a container changes; refused for containers that cannot be restored."""
    if isinstance(owner, list) or (isinstance(owner, bytearray) and trace.sources.get(owner) is None):
        trace.touch_list(owner)
    elif isinstance(owner, dict):
        if (place := pool_place(owner)) is not None:
            place.sct_refuse()
        trace.touch_dict(owner)
    elif isinstance(owner, set):
        trace.touch_set(owner)
    elif isinstance(owner, deque) and trace.sources.get(owner) is None:
        trace.touch(DequeCell(owner))
    else:
        note_change(trace, owner)


def touch_reachable(trace: Trace, value: Any, _seen: set[int] | None = None, *, reads: bool = False) -> None:
    """Before a callee that sct does not see into gets `value`: it may change any container in it.

    Where it `reads` bytes that may change, it leaves them alone.
    """
    seen = set() if _seen is None else _seen
    if id(value) in seen or isinstance(value, (str, bytes, int, float, complex, type(None), type)):
        return
    seen.add(id(value))
    if dict_of(value) is not None and not isinstance(value, (ModuleType, FunctionType)):
        check_attributes(trace, value)
    if isinstance(value, (list, dict, set, deque)) or (isinstance(value, BUFFERS) and not reads):
        touch(trace, value)
    if isinstance(value, (list, tuple, deque)) and not is_long(value):
        for item in items_in(value):
            touch_reachable(trace, item, seen, reads=reads)
    elif isinstance(value, dict):
        for _, item in pairs_in(value):
            touch_reachable(trace, item, seen, reads=reads)


def call_converted(method: FunctionType, *args: Any) -> Any:
    """What a method of the user's answers, as part of the program."""
    from sct.runtime.call import convert_call

    return convert_call(method)(*args)


def store_attr(trace: Trace, target: Any, name: str, value: Any) -> None:
    """`target.name = value`."""
    if (has_spec(target)) or isinstance(target, np.ndarray):
        store_array_attribute(trace, target, name, value)
        return
    own = users_method(target, "__setattr__")
    if own is not None and not is_variable(target):
        call_converted(own, target, name, value)
        return
    store_attr_plainly(trace, target, name, value)


def store_attr_plainly(trace: Trace, target: Any, name: str, value: Any) -> None:
    """`object.__setattr__(target, name, value)`, properties included."""
    if is_variable(target):
        setattr(target, name, value)
        return
    found, holder = guard_write(trace, type(target), name)
    if isinstance(found, property) and type(as_written(found.fset)) is FunctionType:
        call_converted(as_written(found.fset), target, value)
        return
    if (setter := users_method(found, "__set__")) is not None:
        call_converted(setter, descriptor(trace, holder, name, found), target, value)
        return
    if (place := pool_place(target)) is not None:
        object_pools.store(trace, place, name, value)
        return
    check_stream(trace, target, name)
    check_in_c(trace, target, name, found)
    with writing(trace, target):
        if not isinstance(target, ModuleType):
            note_birth(trace, target, name)
        trace.touch_attr(target, name)
        if hashes_itself(target):
            trace.keyed_objects.written[target] = trace.location()
            if not any(one is target for one in trace.keyed_objects.constructing):
                note_changed_key(trace, type(target))
        if users_method(target, "__setattr__") is None:
            setattr(target, name, value)
        elif is_set_by_class(type(target), name):
            set_plainly(target, name, value)
        else:
            of_python(target, "__setattr__", setattr)(target, name, value)


def del_attr(trace: Trace, target: Any, name: str) -> None:
    """`del target.name`."""
    own = users_method(target, "__delattr__")
    found, holder = guard_write(trace, type(target), name)
    if own is not None:
        call_converted(own, target, name)
    elif (deleter := users_method(found, "__delete__")) is not None:
        call_converted(deleter, descriptor(trace, holder, name, found), target)
    elif isinstance(found, property) and type(as_written(found.fdel)) is FunctionType:
        call_converted(as_written(found.fdel), target)
    elif is_variable(target):
        delattr(target, name)
    else:
        del_attr_plainly(trace, target, name)


def del_attr_plainly(trace: Trace, target: Any, name: str) -> None:
    """`object.__delattr__(target, name)`."""
    _forbid_loss(target)
    check_in_c(trace, target, name, guard_write(trace, type(target), name)[0])
    if isinstance(target, type):
        guard_loss(trace, target, name)
    content = AttrCell(target, name).get()
    if isinstance(content, Lost):
        content.sct_refuse()
    if may_be_absent(content):
        from sct.runtime.control_flow import select

        error = AttributeError(f"'{type(target).__name__}' object has no attribute {name!r}")
        select(absence(content), lambda: raise_later(trace, error), lambda: None)
    with writing(trace, target):
        note_loss(trace, target, name)
        trace.touch_attr(target, name)
        if users_method(target, "__delattr__") is None:
            delattr(target, name)
        elif is_set_by_class(type(target), name):
            delete_plainly(target, name)
        else:
            of_python(target, "__delattr__", delattr)(target, name)


def attribute_method(trace: Trace, owner: Any, name: str, args: tuple[Any, ...]) -> Any:
    """`object.__setattr__`, which also a user's own `__setattr__` ends in."""
    if name == "__setattr__":
        store_attr_plainly(trace, owner, *args)
    else:
        del_attr_plainly(trace, owner, *args)


def _forbid_loss(target: Any) -> None:
    """Objects in a pool keep all that they have."""
    if (place := pool_place(target)) is not None:
        place.sct_refuse()


def store_item(trace: Trace, target: Any, key: Any, value: Any) -> None:
    """`target[key] = value`."""
    if isinstance(target, np.ndarray):
        target = owned(trace, target)
    check_objects(trace, target)
    if not (is_variable(target) or isinstance(target, ArrayOfTexts)):
        own = users_method(target, "__setitem__")
        if own is not None:
            call_converted(own, target, key, value)
            return
        key = as_subscript(target, key)
        if isinstance(key, slice):
            from sct.runtime.iteration.asked_lists import taken_by_slice

            value = taken_by_slice(trace, target, value)
        if isinstance(target, dict) and is_hashed(target):
            hashed.store(trace, target, key, value)
            return
        if isinstance(key, Choice):
            key.sct_distribute(lambda alternative: store_item(trace, target, alternative, value))
            return
        if growing.is_growing(target) or (isinstance(target, (list, deque)) and _grows(key, value)):
            growing.store(trace, target, key, value)
            return
        if isinstance(target, dict) and keys.is_run_time_key(key):
            keys.store(trace, target, key, value)
            return
        if type(target) is dict and (place := pool_place(target)) is not None:
            object_pools.store(trace, place, key, value)
            return
        if not attribute_dicts.store(trace, target, key, value):
            if isinstance(target, memoryview) and is_variable(value):
                raise _window(trace)
            if isinstance(key, slice):
                check_walked(trace, value)
            with writing(trace, target):
                _before_item(trace, target, key)
                target[key] = value
        return
    try:
        target[key] = value
    except SctError as error:
        error.where = error.where or trace.location()
        raise


def check_objects(trace: Trace, target: Any) -> None:
    """Refuse to change an array of objects, which is not undone, where only the program knows whether it is changed."""
    if isinstance(target, np.ndarray) and trace.builder is not trace.root:
        raise ObjectDtypeError(
            "an array of dtype object is changed in a branch or loop of the program",
            where=trace.location(),
            why="it is made and changed while the graph is built; programs hold numeric and boolean arrays",
            fix="use a numeric or boolean dtype, or a list",
        )


def del_item(trace: Trace, target: Any, key: Any) -> None:
    """`del target[key]`."""
    if isinstance(target, np.ndarray):
        target = owned(trace, target)
    if not is_variable(target):
        own = users_method(target, "__delitem__")
        if own is not None:
            call_converted(own, target, key)
            return
        key = as_subscript(target, key)
        _forbid_loss(target)
        if isinstance(target, dict) and is_hashed(target):
            hashed.delete(trace, target, key)
            return
        if growing.is_growing(target) or (isinstance(target, (list, deque)) and _grows(key, None)):
            list_removal.delete(trace, target, key)
            return
        if isinstance(target, dict) and type(key) is Choice:
            key.sct_distribute(lambda alternative: del_item(trace, target, alternative))
            return
        if isinstance(target, dict) and keys.is_run_time_key(key):
            hashed.with_run_time_keys(trace, target, _place_unknown(trace, target))
        if not attribute_dicts.delete(trace, target, key):
            with writing(trace, target):
                _before_item(trace, target, key)
                del target[key]
        return
    if has_spec(target):
        raise_as_python(operator.delitem, target, key)
    del target[key]


def _grows(key: Any, value: Any) -> bool:
    """Whether only the running program knows which items of a list are meant, or how many come in their place."""
    if isinstance(key, slice):
        later = growing.may_be_unknown(value) or type(value) is Choice or users_method(value, "__iter__") is not None
        return later or growing.is_dynamic_slice(key)
    return is_variable(key)


def _before_item(trace: Trace, target: Any, key: Any) -> None:
    if _symbolic_key(key):
        raise _place_unknown(trace, target)
    if isinstance(target, dict):
        note_key(trace, key, target)
    if isinstance(target, (MutableSequence, MutableMapping, MutableSet, memoryview)):
        touch(trace, seen_through(target))


def _window(trace: Trace) -> StaticValueError:
    return StaticValueError(
        "a value that is known only at run time is written to a memoryview",
        where=trace.location(),
        why="the memory that it shows is there while the graph is built",
        fix="write to what it shows, or keep the numbers in an array of NumPy's",
    )


def _place_unknown(trace: Trace, target: Any) -> StaticValueError:
    return StaticValueError(
        f"{a_kind(target)} was indexed by a value that is known only at run time",
        where=trace.location(),
        why="which item is meant is known only when the program runs",
        fix="keep the items in an array of NumPy's, which can be written to at a run-time index",
    )


def _symbolic_key(key: Any) -> bool:
    parts = (key.start, key.stop, key.step) if isinstance(key, slice) else key
    if isinstance(parts, tuple):
        return any(map(_symbolic_key, parts))
    return is_variable(key)
