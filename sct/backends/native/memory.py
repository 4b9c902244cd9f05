"""Memory that machine code runs from: written first, executable afterwards, never both at once."""

from __future__ import annotations

import ctypes
import mmap
import os
import weakref
from functools import cache

__all__ = ["PAGE", "LoadError", "Region", "paged"]

PAGE = mmap.PAGESIZE
_FAILED = ctypes.c_void_p(-1).value


class LoadError(Exception):
    """An object file that cannot be made to run here; nothing has been run."""


def paged(size: int) -> int:
    """`size`, rounded up to whole pages.

    >>> paged(1) == paged(PAGE) == PAGE
    True
    """
    return -(-size // PAGE) * PAGE


class Region:
    """Whole pages of this process, from `base`; given back when the object dies.

    Whoever runs code in it, or reads it, holds a reference for as long. At the end of the process
    it stays: a thread may still be inside.

    Examples
    --------
    >>> region = Region(100)
    >>> region.write(b"data")
    >>> region.protect(0, PAGE, execute=False)
    """

    def __init__(self, size: int) -> None:
        self.size = paged(max(size, 1))
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        base = _libc().mmap(None, self.size, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0)
        if base in (None, 0, _FAILED):
            raise LoadError(f"no memory for {self.size} bytes of code: {os.strerror(ctypes.get_errno())}")
        self.base: int = base
        weakref.finalize(self, _libc().munmap, base, self.size).atexit = False

    def write(self, data: bytes | bytearray) -> None:
        """Copy `data` to the start of the region."""
        if len(data) > self.size:
            raise ValueError(f"{len(data)} bytes do not fit into {self.size}")
        ctypes.memmove(self.base, bytes(data), len(data))

    def protect(self, begin: int, end: int, *, execute: bool) -> None:
        """Make the pages from `begin` to `end` read-only, or readable and executable."""
        if begin % PAGE or not 0 <= begin <= end <= self.size:
            raise ValueError(f"pages {begin} to {end} of {self.size}")
        if begin == end:
            return
        rights = mmap.PROT_READ | (mmap.PROT_EXEC if execute else 0)
        if _libc().mprotect(self.base + begin, paged(end - begin), rights):
            raise LoadError(f"the system lets no code be made here: {os.strerror(ctypes.get_errno())}")


@cache
def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    return libc
