"""Whether Python's and NumPy's objects lie in memory as `layout` says, on this build.

Everything here reads memory that exists whatever the layout, and compares it with what Python and NumPy
answer themselves.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Callable
from contextvars import Context, ContextVar
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import pairwise
from typing import Any

import numpy as np

from sct.backends.native.abi import layout

__all__ = [
    "agrees",
    "capsule_pointer",
    "dict_changes_offset",
    "error_state",
    "function_offsets",
    "mro_offset",
    "numpy_function",
    "word",
]

_DEFAULT_HANDLER = 306  # PyDataMem_DefaultHandler in NumPy's table


def word(address: int) -> int:
    """The 64-bit word at an address."""
    return int(ctypes.c_int64.from_address(address).value)


def half(address: int) -> int:
    """The signed 32-bit number at an address."""
    return int(ctypes.c_int32.from_address(address).value)


def capsule_pointer(capsule: Any, name: bytes | None) -> int:
    """The pointer in a capsule."""
    get = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    return int(get(("PyCapsule_GetPointer", ctypes.pythonapi))(capsule, name))


@cache
def _api() -> int:
    home: Any = import_module("numpy._core._multiarray_umath")
    return capsule_pointer(home._ARRAY_API, None)


def numpy_function(index: int) -> int:
    """The address in NumPy's C-API table at `index`."""
    return word(_api() + 8 * index)


def error_state() -> tuple[ContextVar[Any], Any]:
    """The context variable of `np.errstate`, and what it answers where nothing is set."""
    variable = import_module("numpy._core.umath")._extobj_contextvar
    return variable, Context().run(variable.get)


def default_handler() -> int:
    """The address of NumPy's default memory handler."""
    return word(numpy_function(_DEFAULT_HANDLER))


def _free_threaded() -> bool:
    """Whether this is a build whose objects have no lock around them all: 313t, as its extensions are called."""
    return "{}{}t-".format(*sys.version_info[:2]) in EXTENSION_SUFFIXES[0]


@cache
def agrees() -> bool:
    """Whether compiled code may read and make Python's objects itself."""
    if os.name != "posix" or sys.byteorder != "little" or struct.calcsize("P") != 8:
        return False
    if sys.implementation.name != "cpython" or _free_threaded():
        return False
    if not _main_interpreter():
        return False
    try:
        return _basic() and all(map(_array, _samples())) and _scalars() and _containers() and _errors()
    except (AttributeError, ImportError, ValueError, TypeError):
        return False


@cache
def function_offsets() -> dict[str, int]:
    """Where a Python function has its code, globals, defaults and attributes, 0 for none; empty if not clear."""

    def sample(a: int = 1, *, b: int = 2) -> None: ...

    def bare() -> None: ...

    found = {}
    places = range(16, type(sample).__basicsize__, 8)
    for name in ("__dict__", "__code__", "__globals__", "__defaults__", "__kwdefaults__"):
        wanted = id(getattr(sample, name))
        hits = [place for place in places if word(id(sample) + place) == wanted]
        plain = id(getattr(bare, name)) if name in ("__code__", "__globals__") else 0
        if len(hits) != 1 or word(id(bare) + hits[0]) != plain:
            return {}
        found[name] = hits[0]
    return found


@cache
def mro_offset() -> int | None:
    """Where a class has the order of its bases; None if not clear."""
    samples = [type("Sample", (base,), {}) for base in (object, list, ValueError)]
    places = [
        {place for place in range(16, 400, 8) if word(id(one) + place) == id(one.__mro__)}
        for one in samples
    ]
    found = set.intersection(*places)
    return found.pop() if len(found) == 1 else None


@cache
def dict_changes_offset() -> int | None:
    """Where a dict has a number that grows with each change of it; None where it has none."""
    if sys.version_info >= (3, 14):  # what lies there has another meaning
        return None
    place = 24  # behind the head of an object and the number of items
    sample = {"a": 1}
    seen = [word(id(sample) + place)]
    changes: tuple[Callable[[], Any], ...] = (
        lambda: sample.update(b=2), lambda: sample.__setitem__("a", 3), lambda: sample.pop("b"), sample.clear,
    )  # fmt: skip
    for change in changes:
        change()
        seen.append(word(id(sample) + place))
    reads = sample.get("a"), len(sample), list(sample)
    grows = all(before < after for before, after in pairwise(seen))
    return place if grows and reads and word(id(sample) + place) == seen[-1] else None


def _main_interpreter() -> bool:
    """Whether this is the only interpreter that could get here: the runtime's table is one per process."""
    answer = ctypes.PYFUNCTYPE(ctypes.c_void_p)
    current, main = (answer((f"PyInterpreterState_{name}", ctypes.pythonapi)) for name in ("Get", "Main"))
    return bool(current() == main())


def _basic() -> bool:
    # nothing lies beyond these sizes, so the reads that follow stay inside objects
    return (
        object.__basicsize__ == 16
        and np.ndarray.__basicsize__ == layout.ARRAY_SIZE
        and float.__basicsize__ == 24
        and complex.__basicsize__ == 32
        and type(np.dtype("f8")).__basicsize__ >= layout.DESCR_METADATA + 8
    )


def _samples() -> list[np.ndarray[Any, Any]]:
    plain = np.arange(24.0).reshape(2, 3, 4)
    read_only = np.arange(6, dtype=np.int16)
    read_only.flags.writeable = False
    return [plain, plain[:, ::-2].T, read_only, np.empty(0, ">f4"), np.array(True), np.asfortranarray(np.eye(3))]


def _array(a: np.ndarray[Any, Any]) -> bool:
    at = id(a)
    flags = half(at + layout.ARRAY_FLAGS)
    extents, strides = word(at + layout.ARRAY_EXTENTS), word(at + layout.ARRAY_STRIDES)
    descr = word(at + layout.ARRAY_DESCR)
    return (
        word(at + layout.TYPE) == id(np.ndarray)
        and word(at + layout.ARRAY_DATA) == a.__array_interface__["data"][0]
        and half(at + layout.ARRAY_NDIM) == a.ndim
        and tuple(word(extents + 8 * k) for k in range(a.ndim)) == a.shape
        and tuple(word(strides + 8 * k) for k in range(a.ndim)) == a.strides
        and descr == id(a.dtype)
        and half(descr + layout.DESCR_NUMBER) == a.dtype.num
        and chr(ctypes.c_uint8.from_address(descr + layout.DESCR_BYTEORDER).value) == a.dtype.byteorder
        and word(descr + layout.DESCR_METADATA) == 0
        and bool(flags & layout.C_CONTIGUOUS) == a.flags.c_contiguous
        and bool(flags & layout.OWNS_DATA) == a.flags.owndata
        and bool(flags & layout.ALIGNED) == a.flags.aligned
        and bool(flags & layout.WRITEABLE) == a.flags.writeable
        and (not a.flags.owndata or word(at + layout.ARRAY_HANDLER) == default_handler())
    )


def _scalars() -> bool:
    marked = np.dtype("f8", metadata={"a": 1})
    if word(id(marked) + layout.DESCR_METADATA) == 0:
        return False
    for value in (1.5, -2.25 + 3j, *(np.dtype(code).type(7) for code in "bBhHiIlLqQefdFD"), np.True_):
        expected = np.asarray(value).tobytes()
        if type(value).__basicsize__ < layout.VALUE + len(expected):
            return False
        if ctypes.string_at(id(value) + layout.VALUE, len(expected)) != expected:
            return False
    return True


def _containers() -> bool:
    pair, data = (agrees, layout), b"sct"
    return (
        word(id(pair) + layout.TUPLE_COUNT) == 2
        and word(id(pair) + layout.TUPLE_ITEMS) == id(agrees)
        and word(id(pair) + layout.TUPLE_ITEMS + 8) == id(layout)
        and ctypes.string_at(id(data) + layout.BYTES_DATA, 4) == b"sct\0"
    )


def _errors() -> bool:
    variable, default = error_state()
    masks = []
    for mode in ("ignore", "warn", "raise"):
        with np.errstate(all=mode):
            state = variable.get()
            masks.append(half(capsule_pointer(state, b"numpy.ufunc.extobj")))
            if state is default:
                return False
    return masks == [0, 0o1111, 0o2222] and half(capsule_pointer(default, b"numpy.ufunc.extobj")) == 0o1011
