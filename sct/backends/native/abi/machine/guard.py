"""The builtin of a static function: finds the layer whose guards hold, and runs it.

Each layer is a list of steps (`steps`) over slots; the first slots are the arguments.
"""

from __future__ import annotations

from sct.backends.native.abi import layout as at
from sct.backends.native.abi import steps
from sct.backends.native.abi.externals import (
    Py_DecRef,
    Py_IncRef,
    PyContextVar_Get,
    PyDict_New,
    PyDict_SetItem,
    PyErr_Clear,
    PyErr_ExceptionMatches,
    PyErr_Fetch,
    PyErr_NormalizeException,
    PyErr_Occurred,
    PyException_SetTraceback,
    PyObject_RichCompareBool,
    PyObject_Vectorcall,
    PyTuple_New,
)
from sct.backends.native.abi.machine.guard_acts import act
from sct.backends.native.abi.machine.guard_checks import EQ, check
from sct.backends.native.abi.words import alloca, load, store, table

MISS = 1  # no object lies there


def sct_guarded(self: int, args: int, count: int, names: int) -> int:
    """The builtin: METH_FASTCALL | METH_KEYWORDS; `self` is a tuple whose first item is the description."""
    head = load(self + at.TUPLE_ITEMS) + at.BYTES_DATA
    given = alloca(8 * load(head + at.G_PARAMETERS) + 8)
    result = MISS
    if switched_on(head):
        if bind(head, args, count, names, given):
            result = try_layers(head, args, count, names, given)
        let_go_of(head + at.G_STARS, given)
        let_go_of(head + at.G_KEYWORDS, given)
    if result != MISS:
        return result
    if PyErr_Occurred() != 0:
        return 0
    return PyObject_Vectorcall(load(head + at.G_SLOW), args, count, names)


def let_go_of(place: int, given: int) -> int:
    """Let go of the tuple or dict that was made for `*args` or `**kwargs`."""
    if load(place) != 0:
        made = load(given + load(place) - 8)
        if made != 0:
            Py_DecRef(made)
    return 0


def try_layers(head: int, args: int, count: int, names: int, given: int) -> int:
    """What the first layer that applies answers, `MISS`, or 0 with an exception set."""
    parameters = load(head + at.G_PARAMETERS)
    slots = alloca(load(head + at.G_FRAME))
    layers = head + load(head + at.G_LAYERS)
    end = layers + 8 * load(head + at.G_LAYER_COUNT)
    while layers < end:
        layer = load(layers)
        result = MISS
        if fill(layer, given, slots, parameters):
            result = run_steps(layer, slots)
            clear(slots + 8 * parameters, slots + load(layer + at.L_SLOTS))
        if result == 0:
            return failed(head, layer, args, count, names)
        if result != MISS:
            hits = load(head + at.G_HITS)
            store(hits, load(hits) + 1)
            return result
        layers += 8
    return MISS


def switched_on(head: int) -> int:
    """Whether each context variable holds what it must."""
    switch = head + load(head + at.G_SWITCHES)
    end = switch + 16 * load(head + at.G_SWITCH_COUNT)
    found = alloca(8)
    while switch < end:
        store(found, 0)
        if PyContextVar_Get(load(switch), 0, found) != 0:
            return 0
        now = load(found)
        Py_DecRef(now)
        if now != load(switch + 8):
            return 0
        switch += 16
    return 1


def bind(head: int, args: int, count: int, names: int, given: int) -> int:
    """The arguments by parameter, 0 where one is not given; 0 if they do not fit plainly."""
    end = 8 * load(head + at.G_PARAMETERS)
    k = 0
    while k < end:
        store(given + k, 0)
        k += 8
    first = 0
    if load(head + at.G_INSTANCE) != 0:
        store(given, load(head + at.G_INSTANCE))
        first = 1
    room = load(head + at.G_POSITIONAL) - first
    if room < 0 or (count > room and load(head + at.G_STARS) == 0):
        return 0
    k = 0
    while k < count and k < room:
        store(given + 8 * (first + k), load(args + 8 * k))
        k += 1
    if load(head + at.G_STARS) != 0:
        rest = tuple_of(args + 8 * k, count - k)
        store(given + load(head + at.G_STARS) - 8, rest)
        if rest == 0:
            return 0
    if load(head + at.G_KEYWORDS) != 0:
        store(given + load(head + at.G_KEYWORDS) - 8, PyDict_New())
    if names == 0:
        return 1
    return bind_names(head, args + 8 * count, names, given)


def tuple_of(items: int, count: int) -> int:
    """A new tuple of so many objects."""
    made = PyTuple_New(count)
    if made == 0:
        return 0
    k = 0
    while k < 8 * count:
        item = load(items + k)
        Py_IncRef(item)
        store(made + at.TUPLE_ITEMS + k, item)
        k += 8
    return made


def bind_names(head: int, values: int, names: int, given: int) -> int:
    """The arguments that are given by name."""
    parameters = load(head + at.G_PARAMETERS)
    named = load(names + at.TUPLE_COUNT)
    known = head + load(head + at.G_NAMES)
    k = 0
    while k < named:
        name = load(names + at.TUPLE_ITEMS + 8 * k)
        value = load(values + 8 * k)
        j = load(head + at.G_ONLY)
        while j < parameters and load(known + 8 * j) != name:
            j += 1
        if j < parameters:
            if load(given + 8 * j) != 0:
                return 0
            store(given + 8 * j, value)
        else:
            if load(head + at.G_KEYWORDS) == 0 or looks_like_a_parameter(head, name):
                return 0
            others = load(given + load(head + at.G_KEYWORDS) - 8)
            if others == 0 or PyDict_SetItem(others, name, value) != 0:
                return 0
        k += 1
    return 1


def looks_like_a_parameter(head: int, name: int) -> int:
    """Whether a name that is no parameter's own object may still be equal to one: Python is to tell."""
    known = head + load(head + at.G_NAMES)
    end = known + 8 * load(head + at.G_PARAMETERS)
    while known < end:
        if load(known) != 0 and PyObject_RichCompareBool(load(known), name, EQ) != 0:
            return 1
        known += 8
    return 0


def fill(layer: int, given: int, slots: int, parameters: int) -> int:
    """The slots as a layer starts with them; 0 if an argument without default is missing."""
    k = 0
    while k < parameters:
        value = load(given + 8 * k)
        if value == 0:
            value = load(layer + at.L_DEFAULTS + 8 * k)
            if value == 0:
                return 0
        store(slots + 8 * k, value)
        k += 1
    end = load(layer + at.L_SLOTS)
    k = 8 * k
    while k < end:
        store(slots + k, 0)
        k += 8
    return 1


def clear(slot: int, end: int) -> int:
    """Let go of what the steps have read and made."""
    while slot < end:
        value = load(slot)
        if value != 0:
            Py_DecRef(value)
        slot += 8
    return 0


def run_steps(layer: int, slots: int) -> int:
    """The result, `MISS`, or 0 with an exception set that is the call's own."""
    step = layer + load(layer + at.L_STEPS)
    op = load(step)
    while op < steps.COMMIT:
        holds = check(op, step, slots, layer)
        if holds != 1:
            return missed()
        step += at.STEP_BYTES
        op = load(step)
    while op != steps.RETURN:
        if act(op, step, slots, layer) == 0:
            return 0
        step += at.STEP_BYTES
        op = load(step)
    result = load(slots + load(step + 8))
    Py_IncRef(result)
    return result


def missed() -> int:
    """An exception of a guard is a miss, too, unless it wants to end the program."""
    if PyErr_Occurred() != 0:
        if PyErr_ExceptionMatches(table(at.T_EXCEPTION)) == 0:
            return 0
        PyErr_Clear()
    return MISS


def failed(head: int, layer: int, args: int, count: int, names: int) -> int:
    """Let Python deal with an exception of the program: `failed(layer, error, *args, **names)`."""
    if PyErr_ExceptionMatches(table(at.T_EXCEPTION)) == 0:
        return 0
    error = alloca(24)
    PyErr_Fetch(error, error + 8, error + 16)
    PyErr_NormalizeException(error, error + 8, error + 16)
    if load(error + 16) != 0:
        PyException_SetTraceback(load(error + 8), load(error + 16))
    many = count
    if names != 0:
        many += load(names + at.TUPLE_COUNT)
    passed = alloca(8 * many + 16)
    store(passed, load(layer + at.L_OBJECT))
    store(passed + 8, load(error + 8))
    k = 0
    while k < many:
        store(passed + 16 + 8 * k, load(args + 8 * k))
        k += 1
    result = PyObject_Vectorcall(load(head + at.G_FAILED), passed, count + 2, names)
    k = 0
    while k < 24:
        if load(error + k) != 0:
            Py_DecRef(load(error + k))
        k += 8
    return result
