"""From words to Python objects."""

from __future__ import annotations

from sct.backends.native.abi import codes
from sct.backends.native.abi import layout as at
from sct.backends.native.abi.externals import (
    Py_DecRef,
    Py_IncRef,
    PyArray_NewCopy,
    PyArray_NewFromDescr,
    PyArray_Scalar,
    PyArray_SetBaseObject,
    PyComplex_FromDoubles,
    PyFloat_FromDouble,
    PyLong_FromLongLong,
    PyLong_FromUnsignedLongLong,
    PyTraceMalloc_Track,
    PyTuple_New,
    realloc,
)
from sct.backends.native.abi.machine.unbox import same_descr
from sct.backends.native.abi.words import alloca, load, load32, store, store32, table


def box_tuple(entries: int, count: int, words: int) -> int:
    """A new tuple of so many values; 0 with an exception set, or without if NumPy is to answer."""
    result = PyTuple_New(count)
    if result == 0:
        return 0
    k = 0
    while k < count:
        code = load(entries + at.E_CODE)
        value = box(code, load(entries + at.E_EXPECTED), words)
        if value == 0:
            Py_DecRef(result)
            return 0
        store(result + at.TUPLE_ITEMS + 8 * k, value)
        words += 8 * words_of(code)
        entries += at.ENTRY_BYTES
        k += 1
    return result


def words_of(code: int) -> int:
    """How many words a value of this code takes."""
    if code & 3 == codes.KIND_ARRAY:
        return 2 + 2 * (code >> 16 & 255)
    return 1 + (code >> 9 & 127 == codes.COMPLEX64 >> 1)  # complex64 and complex128 are 14 and 15


def box(code: int, expected: int, words: int) -> int:
    """A new reference to the object that the words stand for; 0 with an exception set.

    `expected` is the descr for an array or scalar.
    """
    kind = code & 3
    number = code >> 8 & 255
    if kind == codes.KIND_ARRAY:
        return box_array(code, expected, words)
    if kind == codes.KIND_SCALAR:
        if number == codes.COMPLEX64:
            pair = alloca(8)
            store32(pair, load(words))
            store32(pair + 4, load(words + 8))
            return PyArray_Scalar(pair, expected, 0)
        return PyArray_Scalar(words, expected, 0)
    if number == codes.FLOAT64:
        return PyFloat_FromDouble(load(words))
    if number == codes.INT64:
        return PyLong_FromLongLong(load(words))
    if number == codes.UINT64:
        return PyLong_FromUnsignedLongLong(load(words))
    if number == codes.BOOL:
        truth = table(at.T_FALSE)
        if load(words) & 255 != 0:
            truth = table(at.T_TRUE)
        Py_IncRef(truth)
        return truth
    return PyComplex_FromDoubles(load(words), load(words + 8))


def box_array(code: int, descr: int, words: int) -> int:
    """An array: its own, a view of one, or one that was there before; 0 without an exception if it is unsure which."""
    header = load(words + 8)
    if load(header + at.H_KIND) == at.OWN:
        own = adopt(code, descr, words, header)
        if own != 0 or load(header + at.H_KIND) == at.OWN:
            return own
    owner = load(header + at.H_OBJECT)
    apart = code & codes.VIEW != 0 and (code & codes.UNSURE == 0 or load(header + at.H_KIND) == at.BORROWED)
    if not apart and is_same(owner, code, descr, words):
        if code & codes.FRESH != 0:
            return PyArray_NewCopy(owner, at.KEEP_ORDER)
        if code & codes.UNSURE != 0:
            return 0
        Py_IncRef(owner)
        return owner
    view = new_view(code, descr, words, owner)
    if view == 0 or code & codes.FRESH == 0:
        return view
    copy = PyArray_NewCopy(view, at.KEEP_ORDER)
    Py_DecRef(view)
    return copy


def new_array(code: int, descr: int, words: int, flags: int) -> int:
    """An array over the memory at `words`, which owns nothing yet."""
    extents = words + 16
    ndim = code >> 16 & 255
    Py_IncRef(descr)
    return PyArray_NewFromDescr(table(at.T_NDARRAY), descr, ndim, extents, extents + 8 * ndim, load(words), flags, 0)


def new_view(code: int, descr: int, words: int, owner: int) -> int:
    """A view of memory that belongs to `owner`, writeable if that is."""
    flags = 0
    if code & codes.READ_ONLY == 0:
        flags = load32(owner + at.ARRAY_FLAGS) & at.WRITEABLE
    view = new_array(code, descr, words, flags)
    if view == 0:
        return 0
    Py_IncRef(owner)
    if PyArray_SetBaseObject(view, owner) != 0:
        Py_DecRef(view)
        return 0
    return view


def adopt(code: int, descr: int, words: int, header: int) -> int:
    """Hand the malloc'ed memory of a header to a Python object, which the header then holds.

    Answers the array of these words if it owns the memory itself; 0 if another object does (the header's
    kind is `HELD` then), or with an exception set.
    """
    whole = 0
    if load(words) == load(header + at.H_DATA) and code & codes.READ_ONLY == 0:
        used = bytes_of(code, words)
        if used != load(header + at.H_BYTES) and load(header + at.H_COUNT) == 1 and is_dense(code, words):
            shrink(header, words, used)
        whole = int(used == load(header + at.H_BYTES))
    data = load(header + at.H_DATA)
    size = load(header + at.H_BYTES)
    if whole:
        array = new_array(code, descr, words, at.WRITEABLE)
    else:
        whole_words = alloca(32)
        store(whole_words, data)
        store(whole_words + 16, size)
        store(whole_words + 24, 1)
        array = new_array(1 << 16, table(at.T_BYTE_DESCR), whole_words, at.WRITEABLE)
    if array == 0:
        return 0
    store32(array + at.ARRAY_FLAGS, load32(array + at.ARRAY_FLAGS) | at.OWNS_DATA)
    Py_IncRef(table(at.T_HANDLER))
    store(array + at.ARRAY_HANDLER, table(at.T_HANDLER))
    PyTraceMalloc_Track(at.TRACE_DOMAIN, data, size)
    store(header + at.H_KIND, at.HELD)
    store(header + at.H_OBJECT, array)
    if not whole:
        return 0
    Py_IncRef(array)
    return array


def shrink(header: int, words: int, used: int) -> int:
    """Give back the end of a buffer, of which only the start is used, if that can be done."""
    smaller = realloc(load(header + at.H_DATA), used + (used == 0))
    if smaller != 0:
        store(words, smaller)
        store(header + at.H_DATA, smaller)
        store(header + at.H_BYTES, used)
    return 0


def bytes_of(code: int, words: int) -> int:
    """The bytes that the elements of an array take."""
    total = table(at.T_ITEMSIZE + (code >> 8 & 255))
    end = 8 * (code >> 16 & 255)
    k = 0
    while k < end:
        total = total * load(words + 16 + k)
        k += 8
    return total


def is_dense(code: int, words: int) -> int:
    """Whether the elements follow each other in C order."""
    stride = table(at.T_ITEMSIZE + (code >> 8 & 255))
    extents = words + 8
    strides = extents + 8 * (code >> 16 & 255)
    k = 8 * (code >> 16 & 255)
    while k > 0:
        if load(strides + k) != stride and load(extents + k) != 1:
            return 0
        stride = stride * load(extents + k)
        k -= 8
    return 1


def is_same(owner: int, code: int, descr: int, words: int) -> int:
    """Whether the words stand for all of `owner`, an array."""
    if load(owner + at.TYPE) != table(at.T_NDARRAY) or load(owner + at.ARRAY_DATA) != load(words):
        return 0
    ndim = code >> 16 & 255
    if load32(owner + at.ARRAY_NDIM) != ndim:
        return 0
    if load(owner + at.ARRAY_DESCR) != descr and not same_descr(load(owner + at.ARRAY_DESCR), code):
        return 0
    extents = load(owner + at.ARRAY_EXTENTS)
    strides = load(owner + at.ARRAY_STRIDES)
    here = words + 16
    there = here + 8 * ndim
    apart = 0
    empty = 0
    k = 0
    while k < 8 * ndim:
        if load(extents + k) != load(here + k):
            return 0
        empty = empty | int(load(here + k) == 0)
        if load(here + k) > 1:  # the stride of a single element is anything
            apart = apart | int(load(strides + k) != load(there + k))
        k += 8
    return empty | int(apart == 0)  # and so are those of nothing
