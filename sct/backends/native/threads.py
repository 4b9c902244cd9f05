"""The thread pool of compiled code: made when something first asks for it, kept until the process ends."""

from __future__ import annotations

import ctypes
import os
from functools import cache

from sct.backends.native.stored import Code, stored_module
from sct.backends.native.threads_text import EXPORTS, text
from sct.config import settings

__all__ = ["EXPORTS", "TASK", "parallel", "set_num_threads", "symbols"]

REST = 20
TASK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
"""A task for `parallel` that is a Python function. Compiled code passes its own."""


def symbols() -> dict[str, int]:
    """The addresses of what compiled code calls: `sct_parallel`, `sct_threads`, … (see `threads_text`).

    >>> sorted(symbols())
    ['sct_parallel', 'sct_parallel_asking', 'sct_thread', 'sct_threads']
    """
    return {name: _pool().address(name) for name in EXPORTS}


def parallel(task: int, ctx: int, n: int, grain: int) -> None:
    """Call the machine code `task(ctx, begin, end)` for the pieces of `range(n)`, `grain` long, on several threads.

    Python's own lock is let go meanwhile.

    Examples
    --------
    >>> seen = []
    >>> task = TASK(lambda ctx, begin, end: seen.append((begin, end)))
    >>> parallel(ctypes.cast(task, ctypes.c_void_p).value, 0, 10, 4)
    >>> sorted(seen)
    [(0, 4), (4, 8), (8, 10)]
    """
    _functions()[0](task, ctx, n, grain)


def set_num_threads(most: int, *, rest: int = REST) -> None:
    """Let no more than `most` threads work at once, the caller included; it begins as SCT_NUM_THREADS.

    A loop that several threads did more slowly than one would have is followed by a rest, `rest` times what was lost:
    other processes want the cores. With 0 there is none.
    """
    if most < 1:
        raise ValueError(f"{most} threads cannot run anything")
    _functions()[1](most, rest)


@cache
def _pool() -> Code:
    process = ctypes.CDLL(None) if os.name == "posix" else None
    x86 = os.name == "posix" and os.uname().machine in ("x86_64", "i686")
    made = text(pool=hasattr(process, "pthread_create"), x86=x86)
    module = stored_module(made, symbols={}, name="the thread pool", vectorise=False)
    ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64)(module.address("sct_threads"))(settings.num_threads, REST)
    return module


@cache
def _functions() -> tuple[ctypes._FuncPointer, ctypes._FuncPointer]:
    word = ctypes.c_int64
    run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, word, word)(_pool().address("sct_parallel"))
    return run, ctypes.CFUNCTYPE(None, word, word)(_pool().address("sct_threads"))
