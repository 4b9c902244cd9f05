"""What instrumented code reads through while tracing, so that everything it saw becomes a guard.

The instrumented variant of a function (pass `reads`) asks this object for globals, closure variables,
attributes and items. It answers what plain Python would, with arrays as Variables, and notes the path.
"""

from __future__ import annotations

import builtins
import functools
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from sct.runtime import comprehension
from sct.runtime import trace as tracing
from sct.runtime.arrays.array_attributes import array_attribute, of_run_time_value
from sct.runtime.call import convert_call
from sct.runtime.callers.absent import note_absent
from sct.runtime.callers.callables import attribute_of, calls_library, cell_place, cell_source
from sct.runtime.callers.class_lookup import descriptor, guard_class, guard_order, guard_special
from sct.runtime.callers.getters import got
from sct.runtime.callers.library_attributes import guard_held, of_library
from sct.runtime.callers.lift import CONSTANTS, class_source, lift, place_in_class
from sct.runtime.callers.metaclasses import dict_of_class, held_for_instances, of_metaclass
from sct.runtime.callers.own_attributes import guard_absence, own_place
from sct.runtime.callers.same_constant import is_empty
from sct.runtime.callers.set_order import in_order
from sct.runtime.callers.sources import AttrSource, ConstSource, GlobalSource
from sct.runtime.callers.super_reads import known, super_attribute
from sct.runtime.current import has_kind
from sct.runtime.handling.chains import OF_OTHERS, check_chain
from sct.runtime.hashing import hashed, run_time_order
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.hashing.users_mappings import as_dict
from sct.runtime.homes import home_of
from sct.runtime.ignore import is_ignored_class, is_ignored_module
from sct.runtime.iteration.displays import displayed, merged, taken, taken_table
from sct.runtime.iteration.iterators import check_iterator, check_reading
from sct.runtime.iteration.spreading import Spreads
from sct.runtime.iteration.unpacking import alike, is_one_of_several, items_of_one, of_several, starred, unpacked
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.lost import Lost
from sct.runtime.lists import growing, known_lists
from sct.runtime.lists.item_reads import read_item
from sct.runtime.lists.pooled_tuples import as_opened
from sct.runtime.lists.rows import Place, pool_place
from sct.runtime.numbers.enum_members import kept_name
from sct.runtime.objects import operators
from sct.runtime.objects.caching import cached_attribute
from sct.runtime.objects.class_hooks import check_defined
from sct.runtime.objects.kinds import check_own, kind_of
from sct.runtime.objects.managers import manager
from sct.runtime.pools import object_pools
from sct.runtime.randomness.random_object import RandomObject
from sct.runtime.rolling.alike_functions import check_alike
from sct.runtime.state.absent_attributes import check_outdated, where_absent
from sct.runtime.state.attribute_dicts import seen as dict_seen
from sct.runtime.state.cells import AttrCell, FreeCell, GlobalCell
from sct.runtime.state.class_content import MISSING, lookup
from sct.runtime.state.own_dict import dict_of, held_by
from sct.runtime.state.shadowed import may_be_absent, read_shadowed
from sct.runtime.state.undefined import of_global
from sct.runtime.texts.standard_output import StandardOutput

__all__ = ["Reads", "class_attribute", "read_attribute", "users_attribute"]

_WITHOUT_STATE = (list, tuple, dict, set, frozenset, types.FunctionType, StandardOutput)  # attributes are methods only
_FUNCTIONS = (types.FunctionType, classmethod, staticmethod, property)


class Reads(Spreads):
    """The reads of one function in one trace."""

    def __init__(self, trace: tracing.Trace, fn: types.FunctionType) -> None:
        self.trace, self.fn = trace, fn
        self.globals = fn.__globals__
        self.is_library = str(fn.__module__).startswith("sct.runtime.")
        self.cells = dict(zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True))

    def name(self, name: str) -> Any:
        """A global or builtin name."""
        return of_global(self.state(name))

    def state(self, name: str) -> Any:
        """The same for what a branch or loop shares with the code around: it may have been deleted."""
        source = GlobalSource(self.globals, name)
        touched = self.trace.transaction.touched(GlobalCell(self.globals, name))
        if name not in self.globals:
            scope: Any = self.globals.get("__builtins__", builtins)
            found = (scope if isinstance(scope, Mapping) else vars(scope)).get(name, MISSING)
            if not touched:
                self.trace.guards.add("absent", source, (self.globals, name))
            if found is MISSING:
                raise NameError(f"name {name!r} is not defined", name=name)
            if not is_ignored_module(self.globals.get("__name__", "")):
                guard_held(self.trace, builtins, name, found)
            return found
        value = self.globals[name]
        return value if touched else lift(self.trace, value, source)

    def free(self, name: str, value: Any) -> Any:
        """A variable of an enclosing function."""
        cell, trace = self.cells.get(name), self.trace
        if cell is None or cell in trace.made or value in trace.made:
            return value
        source = cell_source(trace, cell, name, self.fn)
        return value if trace.transaction.touched(FreeCell(cell, name)) else lift(trace, value, source)

    def store_global(self, name: str, value: Any) -> Any:
        """Before a global name is assigned."""
        self.trace.touch_global(self.globals, name)
        return value

    def store_free(self, name: str, value: Any) -> Any:
        """Before a variable of an enclosing function is assigned."""
        cell = self.cells.get(name)
        if cell is not None:
            source = cell_source(self.trace, cell, name, self.fn)
            if is_empty(cell) and not self.trace.transaction.touched(FreeCell(cell, name)):
                self.trace.guards.add("empty", cell_place(source), None)
            self.trace.touch_free(cell, name)
        return value

    def store_cell(self, name: str, get: Callable[[], Any], value: Any) -> Any:
        """Before an inner function assigns a variable of a function around it; `get` reads the variable."""
        for cell in get.__closure__ or ():
            self.trace.touch_free(cell, name)
        return value

    def own(self, get: Callable[[], Any]) -> None:
        """At the start of a call that has a variable of its own, which inner functions assign."""
        for cell in get.__closure__ or ():
            self.trace.note_new(cell)

    def attr(self, owner: Any, name: str) -> Any:
        """`owner.name`."""
        return (read_attribute if self.is_library else users_attribute)(self.trace, owner, name)

    def binary(self, name: str, a: Any, b: Any) -> Any:
        """`a + b` and its like."""
        made = operators.binary(name, a, b)
        return self.trace.note_new(made) if type(made) is list and {type(a), type(b)} <= {list, int, bool} else made

    def compare(self, name: str, a: Any, b: Any) -> Any:
        """`a < b` and its like."""
        return operators.compare(name, a, b)

    def unary(self, name: str, a: Any) -> Any:
        """`-a` and its like."""
        return operators.unary(name, a)

    def item(self, owner: Any, key: Any) -> Any:
        """`owner[key]`."""
        return read_item(self.trace, owner, key)

    def listed(self, items: Any, taker: Callable[[Any], Any]) -> list[Any]:
        """A list comprehension: `taker` of a function that puts an item into it is called with each item."""
        return comprehension.listed(self.trace, items, taker)

    def set_of(self, items: list[Any]) -> Any:
        """A set comprehension, of the list of its elements."""
        return convert_call(set)(items)

    def dict_of(self, items: list[Any]) -> Any:
        """A dict comprehension, of the list of its pairs."""
        return convert_call(dict)(items)

    def merged(self, parts: list[Any]) -> Any:
        """A display of a dict with two stars, of its pairs and of copies of the dicts."""
        return merged(self.trace, parts)

    def generated(self, items: Any, taker: Callable[[Any], Any], stepped: Callable[[Any], Any]) -> Any:
        """A generator expression: run through by `taker`, as a list comprehension is, or stepped by Python."""
        return comprehension.generated(self.trace, items, taker, stepped)

    def walk(self, items: Any, taker: Callable[[Any], Any], put: Any = None) -> None:
        """A later `for` of a comprehension."""
        comprehension.walk(items, taker, put)

    def when(self, test: Any, then: Callable[[], Any]) -> None:
        """An `if` of a comprehension."""
        comprehension.when(test, then)

    def unpacking(self, taker: Callable[..., Any], count: int) -> Callable[[Any], Any]:
        """A target of several names."""
        return comprehension.unpacking(self.trace, taker, count)

    def spliced(self, part: Any) -> Any:
        """A dict after two stars in a display."""
        return hashed.spliced(self.trace, part)

    def named(self, arguments: Any) -> Any:
        """A dict after two stars in a call."""
        given = object_pools.snapshot(self.trace, as_dict(self.trace, arguments))
        return hashed.plain(self.trace, given) if isinstance(given, dict) else given

    def new(self, made: Any) -> Any:
        """A list, tuple, dict, set or class that has just been made."""
        if type(made) is tuple:
            own = self.globals.get("__name__", "").startswith("sct.")
            return made if own else object_pools.made_tuple(self.trace, made)
        self.trace.note_new(made)
        if type(made) is list:
            return known_lists.made(self.trace, made)
        return hashed.born(self.trace, made) if isinstance(made, (dict, set)) else made

    def decorator(self, made: Any) -> Any:
        """What a decorator expression answers: one of the user's is converted, as all that the function calls."""
        return made if calls_library(made) else convert_call(made)

    def defined(self, cls: Any) -> Any:
        """The class that a class statement has just made, before its decorators see it."""
        return check_defined(self.trace, cls)

    def manager(self, owner: Any) -> Any:
        """The manager of a `with`."""
        return manager(self.trace, owner)

    def unpacked(self, value: Any, spec: tuple[Any, ...]) -> Any:
        """What is about to be unpacked to targets of this form."""
        value = items_of_one(self.trace, value, spec)
        if is_one_of_several(value):
            return of_several(self.trace, value, spec)
        ready = unpacked(self.trace, value, spec)
        if isinstance(value, (list, tuple)) and ready is not value:
            return ready
        return starred(self.trace, self.iter(value), spec) if "*" in spec else self.iter(value)

    def display(self, kind: str, parts: list[tuple[bool, Any]]) -> Any:
        """A display with stars."""
        return displayed(self.trace, kind, parts)

    def taken(self, items: Any) -> Any:
        """What comes after a star, before the rest of the display is evaluated."""
        return taken(self.trace, items)

    def taken_table(self, items: Any) -> Any:
        """The same in the display of a set, which takes the tables of sets and dicts at once."""
        return taken_table(self.trace, items)

    def iter(self, owner: Any) -> Any:
        """Something that is about to be iterated by Python itself."""
        owner = as_opened(owner)
        if isinstance(owner, np.ndarray):
            return self.trace.lift_array(owner)
        if isinstance(owner, (dict, set)) and is_hashed(owner):
            return growing.plain(self.trace, run_time_order.in_order(self.trace, owner))
        owner = users_iterable(self.trace, in_order(self.trace, alike(owner)))
        if isinstance(owner, Iterator):
            check_iterator(self.trace, owner)
        return growing.plain(self.trace, owner) if growing.is_growing(owner) else owner


def users_attribute(trace: tracing.Trace, owner: Any, name: str) -> Any:
    """`owner.name` where the user's code asks: what stands for Python's own object has no more than that."""
    if type(owner) is Choice:
        return owner.sct_distribute(lambda one: users_attribute(trace, one, name))
    check_own(owner, name)
    return read_attribute(trace, owner, name)


def read_attribute(trace: tracing.Trace, owner: Any, name: str) -> Any:
    """`owner.name` as the trace sees it; properties are converted, outside values guarded."""
    try:
        return _read(trace, owner, name)
    except AttributeError as error:
        note_absent(trace, owner, name, error)
        raise


_OF_OBJECTS = frozenset(("T", "dtype", "ndim", "shape", "size"))  # of an array of objects


def _read(trace: tracing.Trace, owner: Any, name: str) -> Any:
    if isinstance(owner, Choice):
        return owner.sct_attribute(name)
    owner = as_opened(owner)
    if has_kind(owner):
        return of_run_time_value(trace, owner, name)
    if name == "__class__" and home_of(type(owner)).startswith("sct."):
        return kind_of(owner)
    if tracing.is_variable(owner) or isinstance(owner, RandomObject):
        return array_attribute(owner, name)
    if isinstance(owner, np.ndarray):
        if owner.dtype == object and name in _OF_OBJECTS:  # made while the graph is built, of what is known
            return getattr(owner, name)
        return getattr(trace.lift_array(owner), name)
    if isinstance(owner, types.ModuleType):
        value = getattr(owner, name)
        if trace.transaction.touched(GlobalCell(vars(owner), name)):
            return value
        source = trace.sources.get(owner) or ConstSource(owner, f"module {owner.__name__!r}")
        if isinstance(value, types.ModuleType) and is_ignored_module(owner.__name__):
            return value
        if is_ignored_module(owner.__name__):
            return of_library(trace, owner, value, AttrSource(source, name))
        return lift(trace, value, AttrSource(source, name))
    if isinstance(owner, type):
        return class_attribute(trace, owner, name)
    if type(owner) is super:
        return super_attribute(trace, owner, name)
    if name == "__dict__":
        check_alike(owner)
    if isinstance(owner, types.FunctionType) and (source := trace.sources.get(owner)) is not None:
        return attribute_of(trace, owner, name, getattr(owner, name), source, lift)
    if type(owner) in _WITHOUT_STATE or (isinstance(owner, CONSTANTS) and is_ignored_class(type(owner))):
        return getattr(owner, name)
    if name in OF_OTHERS and isinstance(owner, BaseException):
        check_chain(trace, name)
    return _instance_attribute(trace, owner, name)


def _instance_attribute(trace: tracing.Trace, owner: Any, name: str) -> Any:
    kind = type(owner)
    check_reading(trace, owner, name)
    found, holder = lookup(kind, name)
    if found is not MISSING:
        guard_order(trace, kind, name, holder)
    if type(found) is Lost:  # it may be a property, which is asked before the object itself
        found.sct_refuse()
    if isinstance(found, property) and found.fget is not None:
        guard_class(trace, holder, name, found)
        return got(trace, owner, name, found.fget, owner)
    name = kept_name(found, name)
    source = trace.sources.get(owner)
    slots: Any = held_by(owner)
    if name not in slots:
        check_outdated(trace, owner, name, found)
    if name == "__dict__" and (doubtful := dict_seen(trace, owner, slots, source, lift)) is not None:
        return doubtful
    if isinstance(found, functools.cached_property) and name not in slots and isinstance(slots, dict):
        guard_absence(trace, owner, name, source)
        return cached_attribute(trace, owner, name, found, holder)
    fallback = operators.users_method(owner, "__getattr__") if found is MISSING and name not in slots else None
    if fallback is not None:
        guard_absence(trace, owner, name, source)
        guard_order(trace, kind, name, None)
        return convert_call(fallback)(owner, name)
    getter = operators.users_method(found, "__get__") if found is not MISSING else None
    first = hasattr(type(found), "__set__")  # of the class, before what the object holds itself
    if getter is not None and (first or name not in slots):
        if not first:
            guard_absence(trace, owner, name, source)
        return got(trace, owner, name, getter, descriptor(trace, holder, name, found), owner, kind)
    if name in slots or isinstance(found, types.MemberDescriptorType) or (name == "__dict__" and source is not None):
        value = getattr(owner, name)
        if type(value) is Place and (place := pool_place(owner)) is not None:
            return object_pools.read(trace, place, name)
        if may_be_absent(value):
            return read_shadowed(value, lambda: where_absent(trace, owner, name))
        if source is None or trace.transaction.touched(AttrCell(owner, name)):
            return value
        return lift(trace, value, own_place(owner, name, source))
    value = getattr(owner, name)
    if source is not None and (isinstance(owner, type) or dict_of(owner) is not None):
        guard_absence(trace, owner, name, source)
    if found is not MISSING and not is_ignored_class(kind):
        if isinstance(found, _FUNCTIONS):
            guard_class(trace, holder, name, found)
        elif not hasattr(type(found), "__get__"):
            return held_for_instances(trace, holder, name)
    elif found is MISSING and source is not None and not is_ignored_class(kind):
        return lift(trace, value, AttrSource(source, name))  # __getattr__ of the user's class
    return value


_NAMES = ("__name__", "__qualname__")  # which Python does not keep in the dict of a class


def class_attribute(trace: tracing.Trace, owner: type, name: str) -> Any:
    """An attribute of a class, or of one that it is derived from."""
    found, holder = lookup(owner, name)
    if found is not MISSING:
        guard_order(trace, owner, name, holder)
        guard_special(trace, type(owner), name)  # what the metaclass has may come first
    if name in _NAMES and not (owner in trace.made or is_ignored_class(owner)):
        return lift(trace, getattr(owner, name), AttrSource(class_source(trace, owner), name))
    if found is MISSING and not is_ignored_module(home_of(type(owner))):
        return of_metaclass(trace, owner, name)
    if found is not MISSING and (getter := operators.users_method(found, "__get__")) is not None:
        return convert_call(getter)(descriptor(trace, holder, name, found), None, owner)
    value = getattr(owner, name)
    if name == "__dict__":
        return dict_of_class(trace, owner)
    if holder in trace.made:
        return value
    if found is MISSING or is_ignored_class(holder):
        return known(trace, value)
    if isinstance(found, _FUNCTIONS):
        guard_class(trace, holder, name, found)
        return value
    if hasattr(type(found), "__get__") and not isinstance(found, type):
        return value
    if trace.transaction.touched(AttrCell(holder, name)):
        return value
    return lift(trace, value, place_in_class(trace, holder, name))
