"""PolyBench, native against numba: loops over elements, and slices. numba is asked only if it is installed."""

import copy
import importlib

import numpy as np

import sct
from benchmarks.polybench.cases import loops, with_slices
from benchmarks.timing import duration, table, turns
from sct.cli.compare import compare


def measure(seconds, only=()):
    """A row for each kernel: the best times of the two, and of plain Python for slices."""
    numba = _numba()
    rows = []
    for kind, cases in (("loops", loops()), ("slices", with_slices())):
        for function, inputs in cases:
            if not only or function.__name__ in only:
                rows.append(_row(kind, function, inputs, numba, seconds))
    return rows


def _numba():
    try:
        return importlib.import_module("numba")
    except ImportError:
        return None


def _row(kind, function, inputs, numba, seconds):
    row = {"name": function.__name__, "kind": kind}
    expected = _answer(function, inputs)
    static = sct.to_static(function, backend="native")
    try:
        got = _answer(static, inputs)
    except sct.errors.SctError as error:
        return row | {"refused": f"{type(error).__name__}: {error.what}"}
    verdict = compare(expected, got)
    if not verdict:
        row["differs"] = verdict.differences[0]
    sides = {"static": static}
    if kind == "slices":
        sides["plain"] = function
    if numba is not None:
        jitted = numba.njit(function)
        try:
            jitted(*copy.deepcopy(inputs))
            sides["numba"] = jitted
        except Exception as error:  # what it cannot type
            row["numba failed"] = type(error).__name__
    row.update(zip(sides, turns(list(sides.values()), lambda: copy.deepcopy(inputs), seconds), strict=True))
    return row


def _answer(function, inputs):
    given = copy.deepcopy(inputs)
    with np.errstate(all="ignore"):
        return function(*given), given


def print_table(rows, out):
    """Print what `measure` answered."""
    print("\nPolyBench (static / numba: below 1 static is faster)", file=out)
    lines = []
    for row in rows:
        if "refused" in row:
            lines.append((row["kind"], row["name"], "", "", "", "", row["refused"]))
            continue
        plain, static, numba = (duration(row[key]) if key in row else "" for key in ("plain", "static", "numba"))
        ratio = f"{row['static'] / row['numba']:.2f}" if "numba" in row else row.get("numba failed", "")
        about = f"DIFFERS: {row['differs']}" if "differs" in row else ""
        lines.append((row["kind"], row["name"], plain, static, numba, ratio, about))
    table(("", "kernel", "plain Python", "static", "numba", "static / numba", ""), lines, out)
