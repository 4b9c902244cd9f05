"""Measuring time: sides that take turns, medians, one core."""

import os
import platform
import statistics
import time

import numpy as np


def pin():
    """Keep this process on one core, where the system lets us."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def machine():
    """What the figures were taken on."""
    return {
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "processor": platform.processor() or platform.machine(),
        "system": platform.system(),
    }


def medians(sides, seconds, least=5):
    """The median time of each callable in `sides`. They take turns, each run of short ones as a batch."""
    batches = [_batch(side) for side in sides]
    times = [[] for _ in sides]
    deadline = time.perf_counter() + seconds
    while len(times[0]) < least or time.perf_counter() < deadline:
        for side, batch, taken in zip(sides, batches, times, strict=True):
            began = time.perf_counter()
            for _ in range(batch):
                side()
            taken.append((time.perf_counter() - began) / batch)
    return [statistics.median(taken) for taken in times]


def turns(sides, arguments, seconds, least=5):
    """The shortest time of each of `sides`, which take turns, each on arguments of its own, as they change them."""
    best = [float("inf")] * len(sides)
    deadline = time.perf_counter() + seconds
    rounds = 0
    while rounds < least or time.perf_counter() < deadline:
        rounds += 1
        for k, side in enumerate(sides):
            given = arguments()
            began = time.thread_time()
            side(*given)
            taken = time.thread_time() - began
            if taken > 0:  # the clock of a thread stands still now and then
                best[k] = min(best[k], taken)
    return best


def _batch(side):
    """How many calls last about a millisecond, so that the clock does not matter."""
    began = time.perf_counter()
    side()
    once = time.perf_counter() - began
    return max(1, min(1000, int(1e-3 / max(once, 1e-7))))


def duration(seconds):
    """As people read it: 1.23 ms."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def table(head, rows, out):
    """Print aligned columns; all but the first and the last to the right."""
    lines = [head, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    for line in lines:
        cells = [
            text.ljust(width) if i in (0, len(head) - 1) else text.rjust(width)
            for i, (text, width) in enumerate(zip(line, widths, strict=True))
        ]
        print("  ".join(cells).rstrip(), file=out)
