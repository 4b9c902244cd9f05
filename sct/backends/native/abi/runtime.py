"""The runtime as machine code: it comes with the package, or is compiled; its table is filled with addresses."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from functools import cache
from importlib import import_module
from pkgutil import get_data
from typing import Any

import numpy as np

from sct.backends.native.abi import codes, externals, facts, layout
from sct.backends.native.abi.powers import table_of_powers
from sct.backends.native.shipped import shipped
from sct.backends.native.stored import stored_module
from sct.dtypes import dtype_text

__all__ = ["EXPORTS", "LEVEL", "address", "identity", "text"]

EXPORTS = (
    "sct_alloc", "sct_release", "sct_turns_begin", "sct_turns_end",
    "sct_callback", "sct_poll", "sct_gil_release", "sct_gil_acquire",
    "sct_run", "sct_guarded", "sct_check", "sct_within", "sct_owned", "sct_unbalanced", "sct_text_number",
    "sct_random_53", "sct_random_bits", "sct_random_below",
)  # fmt: skip
"""The functions that others may call."""
LEVEL = 1  # of optimisation: those above take longer and make nothing quicker of it

_PACKAGE = "sct.backends.native.abi"
_MODULES = (
    "gil", "memory", "checked", "unbox", "box", "call", "guard_checks", "guard_acts", "guard", "texts", "mersenne",
)  # fmt: skip
_READ = ("codes", "externals", "layout", "steps", "translate", "words")
_SELDOM = ("adopt", "call_back", "call_list", "failed", "mismatch", "read_result", "same_keys",
           "say_last_word", "unbox_integer", "renew")
_EXTOBJ_NAME = ctypes.create_string_buffer(b"numpy.ufunc.extobj")
_LAST_WORD = sys.intern("sct_last_word")
_NONE = 255  # the number of no type
_POWERS = table_of_powers()
_KEPT = (ctypes.c_int64 * layout.KEPT_WORDS)()
_lock = threading.Lock()


def text() -> str:
    """The runtime as LLVM text; the same in every process of one Python."""
    from sct.backends.native.abi.translate import module_text

    modules = [import_module(f"{_PACKAGE}.machine.{name}") for name in _MODULES]
    return module_text(modules, EXPORTS, _SELDOM, layout.SLOTS)


def identity() -> str:
    """What `text` depends on, without making it: the sources, and the offsets of this Python."""
    files = [*(f"machine/{name}.py" for name in _MODULES), *(f"{name}.py" for name in _READ)]
    offsets = sorted((name, value) for name, value in vars(layout).items() if isinstance(value, int))
    return repr(([get_data(_PACKAGE, file) for file in files], offsets, sorted(codes.NUMBERS.items())))


def address(name: str) -> int:
    """The address of one of the `EXPORTS`."""
    with _lock:
        return int(_loaded().address(name))


@cache
def _loaded() -> Any:
    made_from = identity()
    module: Any = shipped("runtime", made_from)
    if module is None:
        module = stored_module(text, symbols={}, name="the runtime", identity=made_from, straight=True, opt=LEVEL)
    place = (ctypes.c_int64 * layout.SLOTS).from_address(module.address("sct_table"))
    for slot, word in _table().items():
        place[slot] = word
    return module


def _table() -> dict[int, int]:
    process = ctypes.CDLL(None)
    found: dict[int, int] = {}
    assert len(externals.EXTERNALS) <= layout.FIRST
    for slot, function in enumerate(externals.EXTERNALS):
        if function.numpy is not None:
            found[slot] = facts.numpy_function(function.numpy)
            continue
        library = ctypes.pythonapi if function.name.startswith("Py") else process
        found[slot] = ctypes.cast(getattr(library, function.name), ctypes.c_void_p).value or 0
    variable, default = facts.error_state()
    found |= {
        layout.T_NDARRAY: id(np.ndarray),
        layout.T_TRUE: id(True),
        layout.T_FALSE: id(False),
        layout.T_TUPLE: id(tuple),
        layout.T_FLOAT: id(float),
        layout.T_EXTOBJ: id(variable),
        layout.T_EXTOBJ_DEFAULT: id(default),
        layout.T_EXTOBJ_NAME: ctypes.addressof(_EXTOBJ_NAME),
        layout.T_HANDLER: facts.default_handler(),
        layout.T_HUGE_PAGES: int(sys.platform == "linux"),
        layout.T_CLOCK: getattr(time, "CLOCK_MONOTONIC_COARSE", 6) if sys.platform == "linux" else time.CLOCK_MONOTONIC,
        layout.T_EXCEPTION: id(Exception),
        layout.T_POWERS: ctypes.addressof(_POWERS),
        layout.T_KEPT: ctypes.addressof(_KEPT),
        layout.T_LAST_WORD: id(_LAST_WORD),
        layout.T_BYTE_DESCR: id(np.dtype("uint8")),
    }
    for number in range(codes.HALF + 1):  # of dtypes that fit into no words: objects, texts, dates, long doubles
        found[layout.T_ALIAS + number] = _NONE
    for code in "?bBhHiIlLqQefdFD":
        dtype = np.dtype(code)
        found[layout.T_ALIAS + dtype.num] = codes.NUMBERS[dtype_text(dtype)]
        found[layout.T_ITEMSIZE + dtype.num] = dtype.itemsize
    return found
