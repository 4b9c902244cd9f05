"""The steps before a layer is known to apply: reading what its guards watch, and comparing."""

from __future__ import annotations

from sct.backends.native.abi import layout as at
from sct.backends.native.abi import steps
from sct.backends.native.abi.externals import (
    Py_DecRef,
    Py_IncRef,
    PyDict_Contains,
    PyDict_GetItemWithError,
    PyDict_Next,
    PyObject_GetAttr,
    PyObject_GetItem,
    PyObject_IsTrue,
    PyObject_RichCompareBool,
    PyObject_Size,
    PyObject_Vectorcall,
    PySequence_Contains,
)
from sct.backends.native.abi.machine.unbox import same_descr
from sct.backends.native.abi.words import alloca, load, load32, store, table

EQ = 2  # Py_EQ


def check(op: int, step: int, slots: int, layer: int) -> int:
    """1 if a condition holds or a reading succeeds; else something else, perhaps with an exception set."""
    a = load(step + 8)
    b = load(step + 16)
    c = load(step + 24)
    if op < steps.IS:
        return read(op, slots + a, slots, layer, b, c)
    if op == steps.ABSENT:
        return PyDict_Contains(a, b) == 0
    if op == steps.WORD:
        return load(a) == b
    value = load(slots + a)
    if op == steps.IS:
        return value == b
    if op == steps.TYPE:
        return load(value + at.TYPE) == b
    if op == steps.ARRAY:
        return is_array(value, b, c)
    if op == steps.RANK:
        return load32(value + at.ARRAY_NDIM) == b
    if op == steps.EXTENT:
        return load(load(value + at.ARRAY_EXTENTS) + 8 * b) == c
    if op == steps.EXTENTS:
        other = load(load(slots + b) + at.ARRAY_EXTENTS)
        return load(load(value + at.ARRAY_EXTENTS) + 8 * (c & 255)) == load(other + 8 * (c >> 32))
    if op == steps.STRIDE:
        return load(load(value + at.ARRAY_STRIDES) + 8 * b) == c
    if op == steps.SAME:
        return value == load(slots + b)
    if op == steps.OTHER:
        return value != load(slots + b)
    if op == steps.LENGTH:
        return PyObject_Size(value) == b
    if op == steps.EQUAL:
        return PyObject_RichCompareBool(value, b, EQ)
    if op == steps.TRUE:
        return PyObject_IsTrue(value)
    if op == steps.FLAGS:
        return load32(value + at.ARRAY_FLAGS) & b == b
    if op == steps.BITS:
        return load(value + at.VALUE) == b
    if op == steps.LACKS:
        return PySequence_Contains(value, b) == 0
    if op == steps.APART:
        return apart(value, load(slots + b))
    if op == steps.SPREAD:
        return spread(value)
    if op == steps.ITEMS:
        return same_items(value, b, c)
    if op == steps.FIELD:
        return load(value + b) == c
    if op == steps.BARE:
        held = load(value + b)
        return held == 0 or PyObject_Size(held) == 0
    return same_keys(value, b)


def is_array(value: int, code: int, descr: int) -> int:
    """Whether this is exactly an ndarray, of this dtype."""
    if load(value + at.TYPE) != table(at.T_NDARRAY):
        return 0
    found = load(value + at.ARRAY_DESCR)
    return found == descr or same_descr(found, code)


def read(op: int, place: int, slots: int, layer: int, b: int, c: int) -> int:
    """Fill a slot with what lies at a path; 0 if nothing does."""
    if op == steps.ATTRIBUTE:
        value = PyObject_GetAttr(load(slots + b), c)
    elif op == steps.ITEM:
        value = PyObject_GetItem(load(slots + b), c)
    elif op == steps.PREDICATE:
        value = call_list(slots, b, layer + c)
    else:
        if op == steps.GLOBAL:
            value = PyDict_GetItemWithError(b, c)
        elif op == steps.CELL:
            value = load(b + at.VALUE)
        else:
            value = b
        if value != 0:
            Py_IncRef(value)
    store(place, value)
    return value != 0


def call_list(slots: int, function: int, list_: int) -> int:
    """Call a function with the slots of a list."""
    count = load(list_)
    args = alloca(8 * count + 8)
    k = 0
    while k < 8 * count:
        store(args + k, load(slots + load(list_ + 8 + k)))
        k += 8
    return PyObject_Vectorcall(function, args, count, 0)


def same_keys(dictionary: int, keys: int) -> int:
    """Whether these strings are the keys of a dict, in this order."""
    count = load(keys + at.TUPLE_COUNT)
    if PyObject_Size(dictionary) != count:
        return 0
    place = alloca(16)
    store(place, 0)
    k = 0
    while k < count:
        if PyDict_Next(dictionary, place, place + 8, 0) == 0:
            return 0
        key = load(keys + at.TUPLE_ITEMS + 8 * k)
        found = load(place + 8)
        if found != key:
            Py_IncRef(found)
            same = PyObject_RichCompareBool(found, key, EQ)
            Py_DecRef(found)
            if same != 1:
                return same
        k += 1
    return 1


def same_items(held: int, place: int, expected: int) -> int:
    """Whether a tuple, list or dict holds these constants from some place on."""
    first = place >> 2
    count = load(expected + at.TUPLE_COUNT)
    wanted = expected + at.TUPLE_ITEMS
    if place & 2:
        return same_values(held, first, wanted, count)
    if load(held + at.TUPLE_COUNT) < first + count:
        return 0
    items = held + at.TUPLE_ITEMS
    if place & 1:
        items = load(held + at.LIST_ITEMS)
    return same_constants(items + 8 * first, wanted, count)


def same_values(dictionary: int, first: int, expected: int, count: int) -> int:
    """Whether these constants are the values of a dict from some place on."""
    place = alloca(16)
    store(place, 0)
    k = 0 - first
    while k < count:
        if PyDict_Next(dictionary, place, 0, place + 8) == 0:
            return 0
        if k >= 0:
            same = same_constants(place + 8, expected + 8 * k, 1)
            if same != 1:
                return same
        k += 1
    return 1


def same_constants(found: int, expected: int, count: int) -> int:
    """Whether these are the same constants in type and value; comparing them runs no code but Python's own."""
    k = 0
    while k < 8 * count:
        if load(found + k) != load(expected + k):
            same = same_constant(load(found + k), load(expected + k))
            if same != 1:
                return same
        k += 8
    return 1


def same_constant(found: int, expected: int) -> int:
    """Whether two numbers, texts or tuples of these are the same, floats bit by bit."""
    kind = load(expected + at.TYPE)
    if load(found + at.TYPE) != kind:
        return 0
    if kind == table(at.T_FLOAT):
        return load(found + at.VALUE) == load(expected + at.VALUE)
    if kind == table(at.T_TUPLE):
        count = load(expected + at.TUPLE_COUNT)
        if load(found + at.TUPLE_COUNT) != count:
            return 0
        return same_constants(found + at.TUPLE_ITEMS, expected + at.TUPLE_ITEMS, count)
    return PyObject_RichCompareBool(found, expected, EQ)


def apart(x: int, y: int) -> int:
    """Whether two arrays lie in memory that cannot overlap, as np.may_share_memory sees it."""
    low = alloca(32)
    bounds(x, low)
    bounds(y, low + 16)
    return load(low + 8) <= load(low + 16) or load(low + 24) <= load(low)


def bounds(array: int, place: int) -> int:
    """The first byte of an array and the one after its last."""
    data = load(array + at.ARRAY_DATA)
    first = data
    last = data + table(at.T_ITEMSIZE + load32(load(array + at.ARRAY_DESCR) + at.DESCR_NUMBER))
    extents = load(array + at.ARRAY_EXTENTS)
    strides = load(array + at.ARRAY_STRIDES)
    k = 0
    while k < 8 * load32(array + at.ARRAY_NDIM):
        steps_taken = load(extents + k) - 1
        if steps_taken < 0:
            store(place, data)
            store(place + 8, data)
            return 0
        if load(strides + k) < 0:
            first += steps_taken * load(strides + k)
        else:
            last += steps_taken * load(strides + k)
        k += 8
    store(place, first)
    store(place + 8, last)
    return 0


def spread(array: int) -> int:
    """Whether no two elements of an array share memory: along each axis, a step is longer than what lies within it."""
    if load32(array + at.ARRAY_FLAGS) & at.CONTIGUOUS:
        return 1
    extents = load(array + at.ARRAY_EXTENTS)
    strides = load(array + at.ARRAY_STRIDES)
    end = 8 * load32(array + at.ARRAY_NDIM)
    k = 0
    while k < end:
        step = length(load(strides + k))
        within = table(at.T_ITEMSIZE + load32(load(array + at.ARRAY_DESCR) + at.DESCR_NUMBER))
        j = 0
        while j < end:
            other = length(load(strides + j))
            if other < step or (other == step and j < k):
                within += (load(extents + j) - 1) * other
            j += 8
        if load(extents + k) > 1 and step < within:
            return 0
        k += 8
    return 1


def length(step: int) -> int:
    """How many bytes a step goes, in either direction."""
    if step < 0:
        return -step
    return step
