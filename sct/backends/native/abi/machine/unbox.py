"""From Python objects to words."""

from __future__ import annotations

from sct.backends.native.abi import codes
from sct.backends.native.abi import layout as at
from sct.backends.native.abi.externals import Py_IncRef, PyArray_FromArray, PyLong_AsLongLongAndOverflow
from sct.backends.native.abi.words import (
    alloca,
    load,
    load8,
    load16,
    load32,
    loads8,
    loads16,
    loadu32,
    store,
    table,
)

SWAPPED = 62  # '>'
NATIVE = 0x200  # NPY_ARRAY_NOTSWAPPED
COPY = 0x20  # NPY_ARRAY_ENSURECOPY


def unbox(value: int, code: int, expected: int, words: int, header: int) -> int:
    """Read an object that may be what `code` says; answers the number of words, 0 if it is not.

    `expected` is the canonical descr of an array, the exact type of anything else.
    """
    if code & 3 == codes.KIND_ARRAY:
        return unbox_array(value, code, expected, words, header)
    if load(value + at.TYPE) != expected:
        return 0
    number = code >> 8 & 255
    if number == codes.FLOAT64:
        store(words, load(value + at.VALUE))
        return 1
    if number == codes.COMPLEX128:
        store(words, load(value + at.VALUE))
        store(words + 8, load(value + at.VALUE + 8))
        return 2
    if code & 3 == codes.KIND_PYTHON:
        return unbox_integer(value, number, words)
    return unbox_scalar(value + at.VALUE, number, words)


def unbox_integer(value: int, number: int, words: int) -> int:
    """A Python bool or int."""
    if number == codes.BOOL:
        store(words, value == table(at.T_TRUE))
        return 1
    overflow = alloca(8)
    store(overflow, 0)
    word = PyLong_AsLongLongAndOverflow(value, overflow)
    if load32(overflow) != 0:
        return 0
    store(words, word)
    return 1


def unbox_scalar(place: int, number: int, words: int) -> int:
    """The bits of a NumPy scalar."""
    if number == codes.INT64 or (table(at.T_ITEMSIZE + number) == 8 and number != codes.COMPLEX64):
        store(words, load(place))
    elif number == codes.INT32:
        store(words, load32(place))
    elif number == codes.UINT32 or number == codes.FLOAT32:
        store(words, loadu32(place))
    elif number == codes.BOOL or number == codes.UINT8:
        store(words, load8(place))
    elif number == codes.INT8:
        store(words, loads8(place))
    elif number == codes.UINT16 or number == codes.HALF:
        store(words, load16(place))
    elif number == codes.INT16:
        store(words, loads16(place))
    else:
        store(words, loadu32(place))
        store(words + 8, loadu32(place + 4))
        return 2
    return 1


def unbox_array(array: int, code: int, descr: int, words: int, header: int) -> int:
    """Data, header, extents and strides of an array that compiled code can read as it is."""
    if load(array + at.TYPE) != table(at.T_NDARRAY):
        return 0
    found = load(array + at.ARRAY_DESCR)
    if found != descr and not same_descr(found, code):
        return 0
    ndim = code >> 16 & 255
    if load32(array + at.ARRAY_NDIM) != ndim:
        return 0
    flags = load32(array + at.ARRAY_FLAGS)
    if flags & at.ALIGNED == 0:
        return 0
    if code & codes.CONTIGUOUS != 0 and flags & at.C_CONTIGUOUS == 0:
        return 0
    store(words, load(array + at.ARRAY_DATA))
    store(words + 8, header)
    extents = load(array + at.ARRAY_EXTENTS)
    strides = load(array + at.ARRAY_STRIDES)
    here = words + 16
    there = here + 8 * ndim
    partial = table(at.T_ITEMSIZE + (code >> 8 & 255)) - 1
    k = 0
    while k < 8 * ndim:
        stride = load(strides + k)
        if stride & partial != 0:
            return 0
        store(here + k, load(extents + k))
        store(there + k, stride)
        k += 8
    return 2 + 2 * ndim


def same_descr(descr: int, code: int) -> int:
    """Whether another descr than the canonical one means the same: an alias, a copy, but nothing swapped."""
    number = loadu32(descr + at.DESCR_NUMBER)
    if number > codes.HALF or table(at.T_ALIAS + number) != code >> 8 & 255:
        return 0
    return load8(descr + at.DESCR_BYTEORDER) != SWAPPED and load(descr + at.DESCR_METADATA) == 0


def as_declared(array: int, code: int, descr: int) -> int:
    """A copy that compiled code can read, of an array of the right dtype and rank; 0 if it is none."""
    if load(array + at.TYPE) != table(at.T_NDARRAY) or load32(array + at.ARRAY_NDIM) != code >> 16 & 255:
        return 0
    number = loadu32(load(array + at.ARRAY_DESCR) + at.DESCR_NUMBER)
    if number > codes.HALF or table(at.T_ALIAS + number) != code >> 8 & 255:
        return 0
    Py_IncRef(descr)
    return PyArray_FromArray(array, descr, at.C_CONTIGUOUS | at.ALIGNED | NATIVE | COPY)
