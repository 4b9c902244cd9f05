"""How much memory a call takes at its peak, beyond what it starts with: plain Python, and native code.

Linux only: what counts is the resident memory of the process, as the kernel sees it. A program that may still give up
after it has changed an argument works on a copy of it: that is the one thing in which it takes more.
"""

import copy
import ctypes
import gc

import numpy as np

import sct
from benchmarks.inputs import WORKLOADS, workload
from benchmarks.timing import table

MEGABYTE = 1 << 20
THRESHOLD = -3, 65536  # mallopt's M_MMAP_THRESHOLD: what is given back, goes back to the system at once


def chain(a, b):
    c = a * b + 1.0
    d = c / b - a
    return (d * d).sum(axis=0), d


def normalised(a, b):
    return (a - a.mean(axis=0)) / a.std(axis=0)


def products(a, b):
    return (a @ b + a) @ b.T


def sorted_sums(a, b):
    return np.sort(a, axis=0) + np.cumsum(a, axis=1)


def sorted_and_scaled(a, b):
    return np.sort(a, axis=1) * 2.0 + 1.0


def sum_of_products(a, b):
    return a @ b + a @ a - b


def rolled(a, b):
    return np.roll(a, 1, 0) + np.roll(a, -1, 0) + np.roll(a, 1, 1) + np.roll(a, -1, 1) - 4.0 * a


def halves(a, b):
    middle = a.shape[0] // 2
    return np.vstack((a[:middle] * 2.0, a[middle:] + b[middle:]))


def eliminated(a, b):
    for k in range(20):
        a[k + 1 :, k] /= a[k, k] + 1500.0
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a


def pairs(a, b):
    return np.exp(-((a[0][:, None] - b[0][None, :]) ** 2)).sum(axis=1)


def several_states(a, b):
    for _ in range(4):
        a, b = a + b, a - b
    return a, b


def changed(a, b):
    a += b
    a *= 2.0
    return a


def measure():
    """A row for each program: both peaks in bytes."""
    ctypes.CDLL(None).mallopt(*THRESHOLD)
    rng = np.random.default_rng(0)
    arrays = rng.random((1500, 1500)), rng.random((1500, 1500))
    programs = (
        chain, normalised, products, sorted_sums, sorted_and_scaled, sum_of_products, rolled, halves, eliminated, pairs,
        several_states, changed,
    )  # fmt: skip
    cases = [(f, lambda: arrays) for f in programs]
    for name in WORKLOADS:
        try:
            cases.append(workload(name))
        except ImportError:
            continue
    return [_row(function, make_inputs()) for function, make_inputs in cases]


def _row(function, inputs):
    static = sct.to_static(function, backend="native")
    row = {"name": function.__name__}
    for key, side in (("plain", function), ("static", static)):
        side(*copy.deepcopy(inputs))
        row[key] = min(peak(side, inputs) for _ in range(3))
    return row


def peak(function, inputs):
    """The most bytes that a call takes beyond those it finds."""
    given = copy.deepcopy(inputs)
    gc.collect()
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")  # the peak starts from here
    before = _status("VmRSS")
    function(*given)
    return max(_status("VmHWM") - before, 0)


def _status(name):
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(name)) * 1024


def print_table(rows, out):
    """Print what `measure` answered."""
    print("\nMemory at the peak of a call, beyond its arguments (MB)", file=out)
    lines = []
    for row in rows:
        plain, static = row["plain"] / MEGABYTE, row["static"] / MEGABYTE
        lines.append((row["name"], f"{plain:.1f}", f"{static:.1f}", "more" if static > plain + 1 else ""))
    table(("program", "plain Python", "static", ""), lines, out)
