"""What a call of native code costs: the builtin of a program, and the one of a static function around it."""

import numpy as np

import sct
from benchmarks.timing import duration, medians, table
from sct.backends.native import abi


class Model:
    """Arrays as attributes."""

    def __init__(self):
        self.scale, self.shift = np.ones(100), np.zeros(100)

    def apply(self, x):
        return x * self.scale + self.shift


def add(x, y):
    return x + y


def structure(x, y, *, n=3):
    return {"sum": x + y, "many": [x * n, y]}


def in_place(x, y):
    x += y
    return x


def scalars(a, b):
    return a * b + 1.0


def applied(function, x):
    return function(x)


def scaled(k):
    return lambda z: z * k


def rows_of():
    """Name, function, arguments, and the same in NumPy alone."""
    x, y = np.arange(100.0), np.ones(100)
    model = Model()
    return [
        ("two arrays in, one out", add, (x, y)),
        ("a dict and a list out", structure, (x, y)),
        ("an argument changed", in_place, (x, y)),
        ("NumPy scalars", scalars, (np.float64(2.0), np.float64(3.0))),
        ("Python numbers", scalars, (2.0, 3.0)),
        ("arrays from attributes", model.apply, (x,)),
        ("a function with a closure", applied, (scaled(2.0), x)),
        ("a bound method", applied, (model.apply, x)),
    ]


def measure(seconds):
    """One row for each kind of call: plain NumPy, the static function, its guards in Python, and the program alone."""
    if not abi.available():
        return []
    rows = []
    for name, plain, args in rows_of():
        static = sct.to_static(plain, backend="native")
        static(*args), static(*args)
        layer = next(iter(static._entries.values()))
        whole = args if static._instance is None else (static._instance, *args)
        inputs = _inputs(layer, whole)
        run = layer.executable.run
        sides = [
            lambda: plain(*args),  # noqa: B023
            lambda: static(*args),  # noqa: B023
            lambda: layer.call(*whole),  # noqa: B023
            lambda: run(*inputs),  # noqa: B023
            lambda: None,
        ]
        *times, nothing = medians(sides, seconds / 2, least=21)
        rows.append(dict(zip(("plain", "static", "layer", "program"), [t - nothing for t in times], strict=True)))
        rows[-1]["name"] = name
    return rows


def _inputs(layer, args):
    """What the program itself is called with."""
    found = []

    def note(*given):
        found.append(given)
        return layer.executable.run(*given)

    scope = layer.call.__globals__
    run, scope["__s_run"] = scope["__s_run"], note
    try:
        layer.call(*args)
    finally:
        scope["__s_run"] = run
    return found[0]


def print_table(rows, out):
    """Print what `measure` answered."""
    print(
        "\nCalls of native code on 100 elements: the overhead is what the static function adds to its program", file=out
    )
    lines = [
        (
            row["name"], duration(row["plain"]), duration(row["static"]), duration(row["layer"]),
            duration(row["program"]), duration(max(row["static"] - row["program"], 0.0)), "",
        )
        for row in rows
    ]  # fmt: skip
    table(("call with", "plain", "static", "guards in Python", "program", "overhead", ""), lines, out)
