"""What sct itself costs: converting, tracing, and finding the program again on a later call."""

import numpy as np

import sct
from benchmarks.timing import duration, medians, table
from benchmarks.workloads import small_ops
from sct.ops import registry
from sct.runtime.source import get_conversion


def twenty_lines(x, limit, rounds):
    total = np.zeros_like(x)
    count = 0
    for i in range(rounds):
        if i % 2 == 0:
            continue
        y = x * i
        if y.sum() > limit:
            total += y
            count += 1
        elif y.min() < 0 and count > 3:
            break
        else:
            total -= y
    while count > 0:
        total = total / 2
        count -= 1
        if total.max() < limit:
            return total, count
    print("the end")
    return total, None


def empty(x):
    return x


def one_add(x, y):
    return x + y


def _conversion():
    """A conversion from nothing: a copy of the function whose code object nobody has seen."""
    code = twenty_lines.__code__.replace()
    copy = type(twenty_lines)(code, twenty_lines.__globals__, twenty_lines.__name__)
    get_conversion(copy)


def measure(seconds):
    """One row for each cost: what, how long, what it is compared with."""
    x, y = np.arange(100.0) + 1.0, np.ones(100)
    rows = []

    (time,) = medians([_conversion], seconds)
    rows.append({"what": "convert a function of 20 lines", "seconds": time})

    def trace():
        sct.to_static(small_ops).program(x, y)

    (time,) = medians([trace], seconds)
    rows.append({"what": "trace 12 operations and an if, converted before", "seconds": time})

    add = registry.get("add")
    static_add, static_empty, static_small = map(sct.to_static, (one_add, empty, small_ops))
    for function, args in ((static_add, (x, y)), (static_empty, (x,)), (static_small, (x, y))):
        function(*args)
    hit, kernel, nothing = medians(
        [lambda: static_add(x, y), lambda: add.kernel(x, y, xp=np), lambda: static_empty(x)], seconds
    )
    rows.append({"what": "cache hit, over the one kernel it runs", "seconds": hit - kernel, "kernel": kernel})
    rows.append({"what": "cache hit of a program with no operation", "seconds": nothing})
    hit, plain = medians([lambda: static_small(x, y), lambda: small_ops(x, y)], seconds)
    what = "12 small operations: static less plain Python"
    rows.append({"what": what, "seconds": hit - plain, "plain": plain})
    return rows


def print_table(rows, out):
    """Print what `measure` answered."""
    print("\nOverhead", file=out)
    lines = []
    for row in rows:
        time = row["seconds"]
        note = ""
        if "kernel" in row:
            note = f"the kernel takes {duration(row['kernel'])}"
        elif "plain" in row:
            note = f"plain Python takes {duration(row['plain'])}"
        lines.append((row["what"], duration(time) if time >= 0 else f"-{duration(-time)}", note))
    table(("", "time", ""), lines, out)
