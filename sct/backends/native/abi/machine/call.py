"""What Python calls: the builtin of a compiled program, and what compiled code calls: Python functions."""

from __future__ import annotations

from sct.backends.native.abi import codes
from sct.backends.native.abi import layout as at
from sct.backends.native.abi.externals import (
    Py_DecRef,
    Py_IncRef,
    PyCapsule_GetPointer,
    PyContextVar_Get,
    PyErr_Clear,
    PyErr_ExceptionMatches,
    PyErr_Fetch,
    PyErr_NoMemory,
    PyErr_NormalizeException,
    PyErr_Occurred,
    PyErr_Restore,
    PyLong_FromLongLong,
    PyObject_SetAttr,
    PyObject_Vectorcall,
)
from sct.backends.native.abi.machine.box import box, box_tuple, words_of
from sct.backends.native.abi.machine.gil import hold, let_go
from sct.backends.native.abi.machine.memory import clean, new_header, sct_turns_begin
from sct.backends.native.abi.machine.unbox import as_declared, unbox
from sct.backends.native.abi.words import alloca, load, load32, run_program, store, table

RAISING = 3510  # 0o6666: modes above "warn" for any of the four kinds of floating-point error
MANY = 1 << 62


def sct_run(self: int, args: int, count: int) -> int:
    """The builtin: METH_FASTCALL; `self` is a tuple whose first item is the record, as bytes."""
    record = load(self + at.TUPLE_ITEMS) + at.BYTES_DATA
    if count != load(record + at.R_INPUTS) or errors_raise():
        return PyObject_Vectorcall(load(record + at.R_SLOW), args, count, 0)
    ctx = alloca(load(record + at.R_FRAME))
    words = ctx + at.CTX_BYTES + at.HEADER_BYTES * (count + load(record + at.R_CONSTANTS))
    if not read_inputs(record, args, count, ctx + at.CTX_BYTES, words):
        return PyObject_Vectorcall(load(record + at.R_SLOW), args, count, 0)
    begin(ctx, record)
    outputs = words + 8 * load(record + at.R_IN_WORDS)
    status = run_program(load(record + at.R_FUNCTION), ctx, words, outputs)
    hold(ctx)
    result = 0
    if status == at.OK:
        result = box_tuple(record + load(record + at.R_OUTPUT_TABLE), load(record + at.R_OUTPUTS), outputs)
        if result == 0 and PyErr_Occurred() == 0:
            status = at.FAILED
    clean(ctx)
    if status == at.FAILED:
        return PyObject_Vectorcall(load(record + at.R_SLOW), args, count, 0)
    if status == at.NO_MEMORY:
        PyErr_NoMemory()
    if status == at.LAST_WORD:
        say_last_word()
    if status >= at.BROKEN:
        return report(load(record + at.R_BROKEN), status)
    return result


def say_last_word() -> int:
    """Mark the exception that is set, or a MemoryError, as one that must come out of the call."""
    if PyErr_Occurred() == 0:
        PyErr_NoMemory()
    if PyErr_ExceptionMatches(table(at.T_EXCEPTION)) == 0:
        return 0
    error = alloca(24)
    PyErr_Fetch(error, error + 8, error + 16)
    PyErr_NormalizeException(error, error + 8, error + 16)
    if PyObject_SetAttr(load(error + 8), table(at.T_LAST_WORD), table(at.T_TRUE)) != 0:
        PyErr_Clear()
    PyErr_Restore(load(error), load(error + 8), load(error + 16))
    return 0


def report(function: int, status: int) -> int:
    """Have Python raise what a status stands for."""
    number = PyLong_FromLongLong(status)
    if number == 0:
        return 0
    args = alloca(8)
    store(args, number)
    result = PyObject_Vectorcall(function, args, 1, 0)
    Py_DecRef(number)
    return result


def errors_raise() -> int:
    """Whether np.errstate asks for more than warnings: plain NumPy must run then."""
    found = alloca(8)
    store(found, 0)
    if PyContextVar_Get(table(at.T_EXTOBJ), 0, found) != 0:
        return 1
    state = load(found)
    Py_DecRef(state)
    if state == table(at.T_EXTOBJ_DEFAULT):
        return 0
    return load32(PyCapsule_GetPointer(state, table(at.T_EXTOBJ_NAME))) & RAISING != 0


def read_inputs(record: int, args: int, count: int, header: int, words: int) -> int:
    """Write inputs and constants to `words`, with a borrowed header each; 0 if one is not as declared."""
    entries = record + load(record + at.R_INPUT_TABLE)
    first = words
    k = 0
    while k < count:
        used = read_input(load(args + 8 * k), load(entries + at.E_CODE), load(entries + at.E_EXPECTED), words, header)
        if used == 0:
            return 0
        words += 8 * used
        header += at.HEADER_BYTES
        entries += at.ENTRY_BYTES
        k += 1
    checks = record + load(record + at.R_CHECKS)
    end = checks + 16 * load(record + at.R_CHECK_COUNT)
    while checks < end:
        expected = load(checks + 8)
        if expected < 0:
            expected = load(first - 8 * expected - 8)
        if load(first + 8 * load(checks)) != expected:
            return 0
        checks += 16
    end = entries + at.ENTRY_BYTES * load(record + at.R_CONSTANTS)
    while entries < end:
        array = load(entries + at.E_EXPECTED)
        words += 8 * read_input(array, load(entries + at.E_CODE), load(array + at.ARRAY_DESCR), words, header)
        header += at.HEADER_BYTES
        entries += at.ENTRY_BYTES
    return 1


def read_input(value: int, code: int, expected: int, words: int, header: int) -> int:
    """Write an input to `words`; answers how many, 0 if it is not as declared."""
    used = unbox(value, code, expected, words, header)
    if code & 3 == codes.KIND_ARRAY and used != 0:
        store(header + at.H_COUNT, MANY)
        store(header + at.H_DATA, load(words))
        store(header + at.H_KIND, at.BORROWED)
        store(header + at.H_OBJECT, value)
    return used


def begin(ctx: int, record: int) -> int:
    """Make the ctx of a call."""
    store(ctx + at.C_RECORD, record)
    store(ctx + at.C_THREAD, 0)
    store(ctx + at.C_POLLS, 1)
    store(ctx + at.C_PERIOD, 1)
    store(ctx + at.C_CLOCK, 0)
    return sct_turns_begin(ctx)


def sct_callback(ctx: int, site: int, operands: int, results: int) -> int:
    """Call the Python callable of a site with the operands; status 0, 2 with an exception set, or 3."""
    held = hold(ctx)
    status = call_back(ctx, site, operands, results)
    let_go(ctx, held)
    return status


def call_back(ctx: int, site: int, operands: int, results: int) -> int:
    """The same, with the GIL held."""
    record = load(ctx + at.C_RECORD)
    here = record + load(record + at.R_SITES) + site * at.SITE_BYTES
    count = load(here + at.S_OPERANDS)
    args = alloca(load(here + at.S_FRAME))
    entries = record + load(here + at.S_OPERAND_TABLE)
    k = 0
    while k < count:
        code = load(entries + at.E_CODE)
        value = box(code, load(entries + at.E_EXPECTED), operands)
        if value == 0:
            drop(args, k)
            return at.RAISED
        store(args + 8 * k, value)
        operands += 8 * words_of(code)
        entries += at.ENTRY_BYTES
        k += 1
    answer = PyObject_Vectorcall(load(here + at.S_CALLABLE), args, count, 0)
    drop(args, count)
    if answer == 0:
        return at.RAISED
    status = read_answer(ctx, record, here, answer, results)
    if status == at.FAILED:
        status = mismatch(record, site, answer)
    Py_DecRef(answer)
    return status


def drop(values: int, count: int) -> int:
    """Let go of so many references."""
    while count > 0:
        count -= 1
        Py_DecRef(load(values + 8 * count))
    return 0


def read_answer(ctx: int, record: int, here: int, answer: int, results: int) -> int:
    """Write what a callable has answered to `results`; status 1 if it is not as declared."""
    count = load(here + at.S_RESULTS)
    entries = record + load(here + at.S_RESULT_TABLE)
    if count == 0:
        return at.OK
    if count == 1:
        return read_result(ctx, answer, load(entries + at.E_CODE), load(entries + at.E_EXPECTED), results)
    if load(answer + at.TYPE) != table(at.T_TUPLE) or load(answer + at.TUPLE_COUNT) != count:
        return at.FAILED
    k = 0
    while k < count:
        code = load(entries + at.E_CODE)
        value = load(answer + at.TUPLE_ITEMS + 8 * k)
        status = read_result(ctx, value, code, load(entries + at.E_EXPECTED), results)
        if status != at.OK:
            return status
        results += 8 * words_of(code)
        entries += at.ENTRY_BYTES
        k += 1
    return at.OK


def read_result(ctx: int, value: int, code: int, expected: int, words: int) -> int:
    """Write one result to `words`; an array gets a header that holds it."""
    if code & 3 != codes.KIND_ARRAY:
        if unbox(value, code, expected, words, 0) == 0:
            return at.FAILED
        return at.OK
    header = new_header(ctx)
    if header == 0:
        return at.NO_MEMORY
    store(header + at.H_KIND, at.HELD)
    Py_IncRef(value)
    store(header + at.H_OBJECT, value)
    if unbox(value, code, expected, words, header) == 0:
        copy = as_declared(value, code, expected)
        if copy == 0:
            return at.FAILED
        Py_DecRef(value)
        store(header + at.H_OBJECT, copy)
        unbox(copy, code, expected, words, header)
    store(header + at.H_DATA, load(words))
    return at.OK


def mismatch(record: int, site: int, answer: int) -> int:
    """Have Python raise, unless making a copy has raised already."""
    if PyErr_Occurred() != 0:
        return at.RAISED
    args = alloca(16)
    number = PyLong_FromLongLong(site)
    if number == 0:
        return at.RAISED
    store(args, number)
    store(args + 8, answer)
    nothing = PyObject_Vectorcall(load(record + at.R_MISMATCH), args, 2, 0)
    Py_DecRef(number)
    if nothing != 0:
        Py_DecRef(nothing)
    return at.RAISED
