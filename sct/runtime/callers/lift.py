"""How values of the caller enter the trace: arrays as inputs, constants as guards, containers as shadows.

A *shadow* is a copy of the caller's list, dict, tuple or set in which arrays are Variables. The trace
works on the shadow only; what it changed there is done to the original when the program has run.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from copy import copy
from itertools import chain
from types import FunctionType
from typing import Any

import numpy as np

from sct.errors import UnsupportedCallError
from sct.ir.types import ARRAY, PYTHON, SCALAR, Spec
from sct.ops.python_numbers import is_too_large
from sct.runtime import trace as tracing
from sct.runtime.arrays.storage import Storage
from sct.runtime.callers.buffers import BUFFERS
from sct.runtime.callers.callables import cell_source, guarded_by_parts, note_callables
from sct.runtime.callers.callers_containers import content_of, entered
from sct.runtime.callers.decimal_context import guard_context
from sct.runtime.callers.foreign_containers import copied, guard_elements, is_indexed, is_keyed
from sct.runtime.callers.known_nans import note_nan, note_nan_items, note_nan_keys
from sct.runtime.callers.number_lists import input_list, input_table, is_long, width_of_table
from sct.runtime.callers.overlaps import lift_member
from sct.runtime.callers.own_attributes import own_place
from sct.runtime.callers.own_forms import own_form
from sct.runtime.callers.sources import (
    AttrSource,
    BareSource,
    ConstSource,
    GlobalSource,
    ItemSource,
    LettersSource,
    Source,
    each_item,
)
from sct.runtime.callers.unread import unread_name, unread_shadow
from sct.runtime.hashing.user_keys import check_hashes, is_of_users, note_keys
from sct.runtime.homes import home_of
from sct.runtime.ignore import is_ignored_class
from sct.runtime.joins.known_content import can_be_known
from sct.runtime.layers.guards import ArrayFacts
from sct.runtime.layers.unchanging import is_written_out
from sct.runtime.randomness.random_object import is_generator_class
from sct.runtime.state.bare import plain, refill, refill_dict, speaks_for_itself
from sct.runtime.state.cells import ABSENT, AttrCell, Cell, FreeCell, GlobalCell
from sct.runtime.state.instances import check_reading, class_says, is_plain_instance, new_tuple
from sct.runtime.text_arrays.memory import codes_in, width_of

__all__ = ["CONSTANTS", "add_input", "class_source", "guard_function", "lift", "lift_content", "place_in_class"]

CONSTANTS = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), slice, range)
_PLAIN = (list, tuple, dict, set, frozenset, deque)
_WINDOWS = (memoryview, np.flatiter)
_NUMBER_DTYPES = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}


def lift(trace: tracing.Trace, value: Any, source: Source) -> Any:
    """The form in which the trace sees `value`, which it read at `source`; guarded."""
    kind = type(value)
    if tracing.is_variable(value):
        return value
    if kind is np.ndarray:
        return _lift_array(trace, value, source)
    if isinstance(value, np.ndarray):
        tracing.check_class(value, source.describe(), trace.location())
    if isinstance(value, np.generic):
        return _lift_scalar(trace, value, source)
    if kind in _NUMBER_DTYPES and trace.symbolic and _is_input(trace, source.describe()) and not is_too_large(value):
        trace.guards.add("type", source, kind)
        return add_input(trace, source, value, Spec(np.dtype(_NUMBER_DTYPES[kind]), (), PYTHON))
    if kind in CONSTANTS:
        trace.guards.add("identity" if value is None or value is Ellipsis else "value", source, value)
        note_nan(trace, value, source)
        return value
    trace.overheard.notice(kind)
    if kind in _PLAIN or (isinstance(value, tuple) and hasattr(kind, "_fields")):
        return _shadow(trace, value, source)
    if isinstance(value, (list, dict, set)) and kind.__module__ != "os":
        return _shadow(trace, value, source)
    if is_generator_class(kind):
        from sct.runtime.randomness.randomness import lift_generator

        return lift_generator(trace, value, source)
    if kind in _WINDOWS:
        raise UnsupportedCallError(
            f"{source.describe()} is a {kind.__name__}",
            where=trace.location(),
            why="it shows memory that may change from call to call, which no guard sees",
            fix="pass the array itself",
        )
    known = trace.sources.get(value)
    check_reading(trace, kind, source.describe())
    if kind in BUFFERS:
        trace.items.buffers = True
        if trace.items.own_buffers and (form := own_form(trace, value, source)) is not None:
            return form
    if kind in BUFFERS or is_written_out(value):
        trace.guards.add("buffer" if kind in BUFFERS else "value", source, copy(value))
        guard_context(trace, home_of(kind))
        _note_object(trace, value, source, known)
    elif is_plain_instance(value) or kind is object or _is_opaque(value):
        # only what is read of it is guarded, so another object with the same attributes will do
        trace.guards.add("type", source, kind)
        _note_object(trace, value, source, known)
    elif (known is None or value in trace.code.parted) and guarded_by_parts(trace, value, source, lift):
        if known is not None:
            trace.callers.same_arrays.append((source, known))
    else:
        trace.guards.add("identity", source, value)
        guard_context(trace, home_of(kind))
        _guard_content(trace, value, source)
        if isinstance(value, FunctionType):
            guard_function(trace, value, source)
    if known is None:
        trace.sources[value] = source
    return value


def _is_input(trace: tracing.Trace, where: str) -> bool:
    return where in trace.symbolic or each_item(where) in trace.symbolic


def _is_opaque(value: Any) -> bool:
    """Whether an object is one of Python's iterators, which may be handed on but not stepped."""
    return isinstance(value, Iterator) and type(value).__module__ in ("builtins", "itertools")


def _note_object(trace: tracing.Trace, value: Any, source: Source, known: Source | None) -> None:
    """Any other object that is as well will do, if it is none of the others."""
    if known is None:
        trace.callers.instances.append((value, source))
    else:
        trace.callers.same_arrays.append((source, known))


def _guard_content(trace: tracing.Trace, value: Any, source: Source) -> None:
    symbolic, trace.symbolic = trace.symbolic, frozenset()  # what it holds is read from the object itself
    try:
        _guard_items(trace, value, source)
    finally:
        trace.symbolic = symbolic


def _guard_items(trace: tracing.Trace, value: Any, source: Source) -> None:
    if is_keyed(value):
        trace.guards.add("keys", source, tuple(value))
        for key in value:
            lift(trace, value[key], ItemSource(source, key))
    elif is_indexed(value):
        trace.guards.add("length", source, len(value))
        for i, item in enumerate(value):
            lift(trace, item, ItemSource(source, i))
    else:
        guard_elements(trace.guards, value, source)


def guard_function(trace: tracing.Trace, fn: FunctionType, source: Source) -> None:
    """A function whose code or defaults are replaced is another function."""
    trace.guards.add("function", source, (fn.__code__, fn.__defaults__, fn.__kwdefaults__))
    trace.code.functions[fn] = True


def add_input(trace: tracing.Trace, source: Source, value: Any, spec: Spec) -> Any:
    """A new input of the program; the Variable that stands for it."""
    from sct.runtime.variable import Variable

    hint = source.describe().partition("'")[2].partition("'")[0] or "capture"
    with trace.recording(trace.root):
        argument = trace.root.argument(spec, hint)
        storage = Storage(trace, argument, trace.where)
        made = Variable(storage, (), argument.spec)
    storage.external = len(trace.inputs)
    trace.inputs.append((source, storage, value))
    return made


def _lift_array(trace: tracing.Trace, array: Any, source: Source) -> Any:
    known = trace.lifted.get(array)
    if known is not None:
        codes = getattr(known, "codes", None)
        if codes is not None and (letters := trace.callers.letters.get(codes.storage)) is not None:
            trace.callers.same_arrays.append((source, letters))
            return known
        if codes is None and known.storage.external >= 0:
            first = trace.members.source_of(known) or trace.inputs[known.storage.external][0]
            trace.callers.same_arrays.append((source, first))
        return known
    if width := width_of(array.dtype):
        return _lift_letters(trace, array, source, width)
    tracing.check_dtype(array.dtype, source.describe(), trace.location())
    if trace.members.takes(array):
        return lift_member(trace, array, source)
    where = source.describe()
    whole = where in trace.known
    shape = array.shape if whole else tuple(trace.dims.get((where, axis), n) for axis, n in enumerate(array.shape))
    facts = ArrayFacts(array.dtype, shape, np.ndarray)
    trace.guards.add("array", source, facts)
    made = add_input(trace, source, array, Spec(array.dtype, shape, ARRAY))
    trace.lifted[array] = made
    if whole:
        content = trace.callers.contents[made.sct_value()] = array.copy()
        trace.guards.add("content", source, content)
        trace.callers.knows_whole |= not can_be_known(array)
    return made


def _lift_letters(trace: tracing.Trace, array: Any, source: Source, width: int) -> Any:
    """An array of texts, as its codes; the program checks that none of its letters is missing."""
    from sct.runtime.text_arrays.text_array import TextArray, checked
    from sct.runtime.text_arrays.word_array import WordArray

    codes = _lift_array(trace, codes_in(array, width), LettersSource(source, width))
    with trace.recording(trace.root):
        made = checked(TextArray(codes, False)) if width == 1 else WordArray(codes)
    trace.lifted[array] = made
    trace.callers.letters[codes.storage] = source
    return made


def _lift_scalar(trace: tracing.Trace, value: Any, source: Source) -> Any:
    if type(value) is np.str_:  # a text, which is known like others
        trace.guards.add("value", source, value)
        return value
    tracing.check_dtype(value.dtype, source.describe(), trace.location())
    if source.describe() in trace.known:
        trace.guards.add("value", source, value)
        return value
    trace.guards.add("array", source, ArrayFacts(value.dtype, (), type(value)))
    return add_input(trace, source, value, Spec(value.dtype, (), SCALAR))


def _shadow(trace: tracing.Trace, value: Any, source: Source) -> Any:
    known = trace.callers.shadows.get(value)
    if known is not None:
        original = trace.callers.originals.get(known)
        if original is not None and original[1] is not source:
            trace.callers.same_arrays.append((source, original[1]))  # two paths to one container
        return known
    kind = type(value)
    trace.guards.add("type", source, kind)
    own = speaks_for_itself(kind) and not is_ignored_class(kind)
    held, inner = (plain(value), BareSource(source)) if own else (value, source)  # by none of its methods
    if isinstance(value, (set, frozenset)):
        _guard_keys(trace, "ordered", held, inner)
        shadow: Any = copied(value) if isinstance(value, set) else value
    elif isinstance(value, dict):
        _guard_keys(trace, "keys", held, inner)
        trace.callers.shadows[value] = shadow = copied(value)
        refill_dict(shadow, [(key, lift(trace, item, ItemSource(inner, key))) for key, item in held.items()])
    elif trace.symbolic and kind in (list, deque) and unread_name(source.describe()) in trace.symbolic:
        return _noted(trace, value, unread_shadow(value, source), source)
    elif (made := input_list(trace, value, source) or input_table(trace, value, source)) is not None:
        shadow = made
    elif is_long(value):
        trace.guards.add("constants", source, tuple(value))
        note_nan_items(trace, value, source)
        shadow = copied(value) if kind is list else value
    elif width := width_of_table(value):
        shadow = _shadow_of_table(trace, value, source, width)
    elif isinstance(value, (list, deque)):
        trace.guards.add("length", inner, len(held))
        if isinstance(value, deque):
            trace.guards.add("value", AttrSource(source, "maxlen"), value.maxlen)
        trace.callers.shadows[value] = shadow = copied(value)
        refill(shadow, [lift(trace, item, ItemSource(inner, i)) for i, item in enumerate(held)])
    else:
        trace.guards.add("length", inner, len(held))
        items = [lift(trace, item, ItemSource(inner, i)) for i, item in enumerate(held)]
        if all(a is b for a, b in zip(items, held, strict=True)):
            shadow = value
        else:
            shadow = kind(items) if kind is tuple else new_tuple(kind, items)
    if kind not in _PLAIN:
        trace.sources[shadow] = source  # it may have attributes
    entered(trace, shadow, value, source)
    return _noted(trace, value, shadow, source)


def _noted(trace: tracing.Trace, value: Any, shadow: Any, source: Source) -> Any:
    trace.callers.shadows[value] = shadow
    if not isinstance(value, (tuple, frozenset)):
        trace.callers.instances.append((value, source))
    trace.callers.originals[shadow] = (value, source, content_of(shadow))
    return shadow


def _shadow_of_table(trace: tracing.Trace, value: list[Any], source: Source, width: int) -> list[Any]:
    """A copy of a list of tuples or lists, all of whose constants are guarded together."""
    kind: Any = type(value[0])
    shadow: list[Any] = []
    trace.callers.shadows[value] = shadow
    whole = source.describe() not in trace.symbolic and all(trace.callers.shadows.get(item) is None for item in value)
    if not whole:
        trace.guards.add("length", source, len(value))
        if source.describe() in trace.symbolic:
            places = [ItemSource(source, i) for i in range(len(value))]
            trace.symbolic |= {ItemSource(place, k).describe() for place in places for k in range(width)}
        shadow += [lift(trace, item, ItemSource(source, i)) for i, item in enumerate(value)]
        return shadow
    flat = tuple(chain.from_iterable(value))
    trace.guards.add("table", source, (kind, width, flat))
    note_nan_items(trace, flat, source, width)
    for i, item in enumerate(value):
        place, inner = ItemSource(source, i), item if kind is tuple else item.copy()
        trace.callers.shadows[item] = inner
        if kind is list:
            trace.callers.instances.append((item, place))
            entered(trace, inner, item, place)
        trace.callers.originals[inner] = (item, place, content_of(inner))
        shadow.append(inner)
    return shadow


def _guard_keys(trace: tracing.Trace, kind: str, value: Any, source: Source) -> None:
    """Guard the keys of a dict or the elements of a set; objects are the same ones, and are read like others."""
    note_callables(trace, value)
    if not any(map(is_of_users, value)):
        trace.guards.add(kind, source, tuple(value))
        note_nan_keys(trace, value)
        return
    trace.guards.add("members", source, tuple(value))
    for key in value:
        _lift_members(trace, key, source)
    note_keys(trace, value, value)
    check_hashes(trace, value, trace.location())


def _lift_members(trace: tracing.Trace, key: Any, source: Source) -> None:
    if isinstance(key, (tuple, frozenset)):
        for part in key:
            _lift_members(trace, part, source)
    elif is_of_users(key):
        lift(trace, key, ConstSource(key, f"a {type(key).__name__} in {source.describe()}"))


def class_source(trace: tracing.Trace, cls: type) -> Source:
    """Where a class is found again."""
    return trace.sources.get(cls) or ConstSource(cls, f"class {cls.__qualname__!r}")


def place_in_class(trace: tracing.Trace, cls: type, name: str) -> Source:
    """Where what a class has itself under a name is found again, and not what it might inherit instead."""
    place = AttrSource(class_source(trace, cls), name)
    if name in vars(cls) and any(name in vars(base) for base in cls.__mro__[1:]):
        trace.guards.add("shadowed", place, None)
    return place


def lift_content(trace: tracing.Trace, cell: Cell, content: Any) -> Any:
    """What a place outside of the trace holds, as the trace sees it."""
    if isinstance(cell, GlobalCell):
        source: Source = GlobalSource(cell.owner, cell.name)
    elif isinstance(cell, FreeCell) and cell.owner not in trace.made:
        source = cell_source(trace, cell.owner, cell.name)
    elif isinstance(cell, AttrCell) and trace.sources.get(cell.owner) is not None:
        held = trace.sources.get(cell.owner)
        source = AttrSource(held, cell.name) if content is ABSENT else own_place(cell.owner, cell.name, held)
    elif isinstance(cell, AttrCell) and isinstance(cell.owner, type) and cell.owner not in trace.made:
        source = place_in_class(trace, cell.owner, cell.name)
    else:
        return content
    if content is ABSENT:
        if isinstance(cell, AttrCell) and (isinstance(cell.owner, type) or class_says(cell.owner, cell.name)):
            trace.guards.add("unshadowed", source, None)
        elif isinstance(cell, AttrCell) and not hasattr(cell.owner, cell.name):
            trace.guards.add("absent_attr", source, None)
        elif isinstance(cell, GlobalCell):
            trace.guards.add("absent", source, (cell.owner, cell.name))
        return content
    return lift(trace, content, source)
