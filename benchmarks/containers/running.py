"""Programs with run-time containers and texts: native against plain Python, which take turns."""

import copy
import time

import sct
from benchmarks.containers.cases import cases
from benchmarks.timing import duration, table, turns


def measure(seconds, only=()):
    """A row for each program: the best times of both, the first call, or why there is none."""
    return [_row(*case, seconds) for case in cases() if not only or case[0].__name__ in only]


def _row(function, given, seconds):
    row = {"name": function.__name__}
    expected = function(*copy.deepcopy(given))
    static = sct.to_static(function, backend="native")
    began = time.perf_counter()
    try:
        got = static(*copy.deepcopy(given))
    except sct.errors.SctError as error:
        return row | {"refused": f"{type(error).__name__}: {error.what}"}
    row["first"] = time.perf_counter() - began
    if repr(got) != repr(expected):
        return row | {"differs": f"{repr(got)[:40]}, plain {repr(expected)[:40]}"}
    row["plain"], row["static"] = turns([function, static], lambda: copy.deepcopy(given), seconds, least=3)
    row["ratio"] = row["plain"] / row["static"]
    return row


def print_table(rows, out):
    """Print what `measure` answered."""
    print("\nContainers (a ratio above 1: static is faster than plain Python)", file=out)
    lines = []
    for row in rows:
        if "ratio" in row:
            plain, static, first = (duration(row[key]) for key in ("plain", "static", "first"))
            lines.append((row["name"], plain, static, f"{row['ratio']:.2f}", first, ""))
        else:
            lines.append((row["name"], "", "", "", "", row.get("refused") or f"DIFFERS: {row['differs']}"))
    table(("program", "plain Python", "static", "plain / static", "first call", ""), lines, out)
