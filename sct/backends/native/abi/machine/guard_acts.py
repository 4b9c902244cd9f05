"""The steps of a layer that applies: running the program and making the result."""

from __future__ import annotations

from sct.backends.native.abi import layout as at
from sct.backends.native.abi import steps
from sct.backends.native.abi.externals import (
    Py_DecRef,
    Py_IncRef,
    PyArray_CopyInto,
    PyArray_NewCopy,
    PyDict_New,
    PyDict_SetItem,
    PyErr_BadArgument,
    PyList_New,
    PyObject_RichCompareBool,
    PySequence_GetItem,
    PyTuple_New,
)
from sct.backends.native.abi.machine.guard_checks import EQ, call_list
from sct.backends.native.abi.words import load, load32, store, table


def act(op: int, step: int, slots: int, layer: int) -> int:
    """Do a step; 0 with an exception set."""
    place = slots + load(step + 8)
    b = load(step + 16)
    c = load(step + 24)
    if op == steps.COMMIT:
        return 1
    if op == steps.OUTPUT:
        value = output(load(slots + b), c)
    elif op == steps.CALL:
        value = call_list(slots, b, layer + c)
    elif op == steps.COPY_INTO:
        if not (is_ndarray(load(place)) and is_ndarray(load(slots + b))):
            return 0
        if load(place) == load(slots + b):
            return 1
        return PyArray_CopyInto(load(place), load(slots + b)) == 0
    elif op == steps.TUPLE or op == steps.LIST:
        value = make_sequence(op, slots, layer + c)
    elif op == steps.PICK:
        value = pick(slots, layer + c)
    elif op == steps.DICT:
        value = make_dict(slots, layer + c)
    elif op == steps.COPY:
        value = load(slots + b)
        if not is_ndarray(value):
            return 0
        value = PyArray_NewCopy(value, c)
    elif op == steps.OWN:
        value = load(slots + b)
        if not is_ndarray(value):
            return 0
        if c != 0 or load32(value + at.ARRAY_FLAGS) & at.WRITEABLE == 0:
            value = PyArray_NewCopy(value, at.KEEP_ORDER)
        else:
            Py_IncRef(value)
    else:
        value = b
        Py_IncRef(value)
    store(place, value)
    return value != 0


def output(outputs: int, place: int) -> int:
    """An item of what the program has answered."""
    if load(outputs + at.TYPE) != table(at.T_TUPLE):
        return PySequence_GetItem(outputs, place >> 3)
    value = load(outputs + at.TUPLE_ITEMS + place)
    Py_IncRef(value)
    return value


def is_ndarray(value: int) -> int:
    """Whether NumPy may be handed this as an array; if not, a TypeError is set."""
    if load(value + at.TYPE) == table(at.T_NDARRAY):
        return 1
    PyErr_BadArgument()
    return 0


def make_sequence(op: int, slots: int, list_: int) -> int:
    """A tuple or list of the slots of a list."""
    count = load(list_)
    if op == steps.TUPLE:
        made = PyTuple_New(count)
        items = made + at.TUPLE_ITEMS
    else:
        made = PyList_New(count)
        items = 0
    if made == 0:
        return 0
    if op == steps.LIST:
        items = load(made + at.LIST_ITEMS)
    k = 0
    while k < 8 * count:
        value = load(slots + load(list_ + 8 + k))
        Py_IncRef(value)
        store(items + k, value)
        k += 8
    return made


def pick(slots: int, list_: int) -> int:
    """One of two values."""
    equal = PyObject_RichCompareBool(load(slots + load(list_ + 8)), load(slots + load(list_ + 16)), EQ)
    if equal < 0:
        return 0
    value = load(slots + load(list_ + 32 - 8 * equal))
    Py_IncRef(value)
    return value


def make_dict(slots: int, list_: int) -> int:
    """A dict of the keys and values of a list."""
    end = 8 * load(list_)
    made = PyDict_New()
    if made == 0:
        return 0
    k = 0
    while k < end:
        key = load(slots + load(list_ + 8 + k))
        if PyDict_SetItem(made, key, load(slots + load(list_ + 16 + k))) != 0:
            Py_DecRef(made)
            return 0
        k += 16
    return made
