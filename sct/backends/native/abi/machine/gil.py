"""The GIL and signals during a long call."""

from __future__ import annotations

from sct.backends.native.abi import layout as at
from sct.backends.native.abi.externals import (
    PyErr_CheckSignals,
    PyEval_RestoreThread,
    PyEval_SaveThread,
    clock_gettime,
)
from sct.backends.native.abi.words import alloca, load, store, table

SECOND = 1000000000
SWITCH = 5000000  # Python's own switch interval
AWHILE = 50000000  # between two looks for signals, while others run anyway
SHORT = 1000000
LONG = 20000000
MOST = 256  # polls between two looks at the clock


def hold(ctx: int) -> int:
    """Take the GIL if the call runs without; answers whether it did."""
    thread = load(ctx + at.C_THREAD)
    if thread == 0:
        return 0
    PyEval_RestoreThread(thread)
    store(ctx + at.C_THREAD, 0)
    return 1


def let_go(ctx: int, held: int) -> int:
    """Undo `hold`."""
    if held != 0:
        store(ctx + at.C_THREAD, PyEval_SaveThread())
    return 0


def sct_gil_release(ctx: int) -> int:
    """Let other threads run Python; the functions of the runtime may still be called."""
    if load(ctx + at.C_THREAD) == 0:
        store(ctx + at.C_THREAD, PyEval_SaveThread())
    return 0


def sct_gil_acquire(ctx: int) -> int:
    """Undo `sct_gil_release`."""
    hold(ctx)
    return 0


def sct_poll(ctx: int) -> int:
    """Look for signals, and let other threads run, every few milliseconds; 2 where a handler has raised."""
    left = load(ctx + at.C_POLLS) - 1
    store(ctx + at.C_POLLS, left)
    if left > 0:
        return at.OK
    now = clock()
    last = load(ctx + at.C_CLOCK)
    period = load(ctx + at.C_PERIOD)
    if last == 0:
        store(ctx + at.C_CLOCK, now)
        last = now
    passed = now - last
    if passed < SHORT and period < MOST:
        period = period << 1
    if passed > LONG and period > 1:
        period = period >> 2 | 1
    store(ctx + at.C_PERIOD, period)
    store(ctx + at.C_POLLS, period)
    if passed < SWITCH or (passed < AWHILE and load(ctx + at.C_THREAD) != 0):
        return at.OK
    return look(ctx)


def look(ctx: int) -> int:
    """Run the handlers of signals that have come, and let other threads run.

    From the first look on the call goes on without the GIL, unless it calls back: each of many short calls
    might have to wait for another thread's turn to end.
    """
    thread = load(ctx + at.C_THREAD)
    if thread != 0:
        hold(ctx)
        raised = PyErr_CheckSignals()
        let_go(ctx, 1)
    elif load(load(ctx + at.C_RECORD) + at.R_SITE_COUNT) != 0:
        thread = PyEval_SaveThread()
        PyEval_RestoreThread(thread)
        raised = PyErr_CheckSignals()
    else:
        raised = PyErr_CheckSignals()
        store(ctx + at.C_THREAD, PyEval_SaveThread())
    store(ctx + at.C_CLOCK, clock())
    if raised != 0:
        return at.RAISED
    return at.OK


def clock() -> int:
    """A monotonic clock in nanoseconds."""
    time = alloca(16)
    clock_gettime(table(at.T_CLOCK), time)
    return load(time) * SECOND + load(time + 8)
