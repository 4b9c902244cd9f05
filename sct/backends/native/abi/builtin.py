"""Builtin functions made at run time, and the tables they read."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence
from typing import Any

from sct.backends.native.abi import runtime

__all__ = ["METH_FASTCALL", "METH_KEYWORDS", "Tables", "new_builtin"]

METH_KEYWORDS = 0x02
METH_FASTCALL = 0x80


class Tables:
    """A head of so many bytes, the tables that follow it, and their distance from its start."""

    def __init__(self, start: int) -> None:
        self._start = start
        self._words: list[int] = []

    def add(self, words: Sequence[int]) -> int:
        """Append a table; its distance."""
        distance = self._start + 8 * len(self._words)
        self._words += words
        return distance

    def bytes(self, head: dict[int, int]) -> bytes:
        """Everything, with these words in the head."""
        first = [head[offset] for offset in range(0, self._start, 8)]
        return struct.pack(f"<{len(first) + len(self._words)}q", *first, *self._words)


def new_builtin(name: str, function: str, flags: int, description: bytes, keep: tuple[Any, ...]) -> Callable[..., Any]:
    """A builtin that is the runtime's `function`; it finds `description` as the first item of its `self`.

    `keep` is what the description points to. It is seen by the garbage collector, and goes with the builtin.
    """
    named = name.encode()
    # as bytes, which a collection of garbage leaves as they are: a ctypes structure is emptied before the builtin dies
    definition = struct.pack("@PPiP", _address(named), runtime.address(function), flags, 0)
    new = ctypes.cast(ctypes.pythonapi.PyCFunction_NewEx, ctypes.c_void_p).value or 0
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)(new)
    made: Callable[..., Any] = make(_address(definition), (description, keep, definition, named), None)
    return made


def _address(text: bytes) -> int:
    return ctypes.cast(ctypes.c_char_p(text), ctypes.c_void_p).value or 0
