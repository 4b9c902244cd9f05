"""The workloads, plain Python and static side by side."""

import copy
import time

import sct
from benchmarks.inputs import WORKLOADS, workload
from benchmarks.timing import duration, medians, table
from sct.cli.compare import compare


def measure(names, seconds):
    """A row for each workload: both medians, the first call, their ratio, or why there is none."""
    rows = []
    for name in names:
        row = {"name": name, "about": WORKLOADS[name][2]}
        rows.append(row)
        try:
            function, make_inputs = workload(name)
        except ImportError as error:
            row["refused"] = f"{error.name} is not installed"
            continue
        inputs = make_inputs()
        static = sct.to_static(function)
        expected = function(*copy.deepcopy(inputs))
        began = time.perf_counter()
        try:
            got = static(*copy.deepcopy(inputs))
        except sct.errors.SctError as error:
            row["refused"] = f"{type(error).__name__}: {error.what}"
            continue
        row["first"] = time.perf_counter() - began
        verdict = compare(expected, got)
        if not verdict:
            row["differs"] = verdict.differences[0]
            continue
        row["error"] = verdict.error
        row["plain"], row["static"] = medians([lambda: function(*inputs), lambda: static(*inputs)], seconds)  # noqa: B023
        row["ratio"] = row["plain"] / row["static"]
    return rows


def print_table(rows, out):
    """Print what `measure` answered; the last column says what the figures are about."""
    print("\nWorkloads (a ratio above 1: static is faster than plain Python)", file=out)
    lines = []
    for row in rows:
        if "ratio" in row:
            plain, static, first = (duration(row[key]) for key in ("plain", "static", "first"))
            lines.append((row["name"], plain, static, f"{row['ratio']:.2f}", first, row["about"]))
        else:
            lines.append((row["name"], "", "", "", "", row.get("refused") or f"DIFFERS: {row['differs']}"))
    table(("workload", "plain Python", "static", "plain / static", "first call", ""), lines, out)
