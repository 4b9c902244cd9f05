"""Single calls of NumPy on arrays of a few sizes: plain, and as machine code. None should take longer."""

import numpy as np

import sct
from benchmarks.timing import duration, medians, table

SIZES = (10, 1000, 1_000_000)


def place_of_row_extremes(x, mask):
    return np.argmax(x, axis=1)


def place_of_column_extremes(x, mask):
    return np.argmin(x.T, axis=1)


def first_truth(x, mask):
    return mask.argmax()


def transposed_copy(x, mask):
    return x.T.copy()


def transposed_product(x, mask):
    return np.prod(x.T, axis=1)


def order_of_elements(x, mask):
    return np.argsort(x[0])


def columns_taken(x, mask):
    return np.take(x, np.arange(x.shape[1] // 2), axis=1)


def masked(x, mask):
    return x[mask]


def power(x, mask):
    return x**1.7


def running_sum(x, mask):
    return np.cumsum(x, axis=1)


def rolled(x, mask):
    return np.roll(x, 1, 0) + np.roll(x, -1, 0) + np.roll(x, 1, 1) + np.roll(x, -1, 1) - 4.0 * x


FUNCTIONS = (
    place_of_row_extremes, place_of_column_extremes, first_truth, transposed_copy, transposed_product,
    order_of_elements, columns_taken, masked, power, running_sum, rolled,
)  # fmt: skip


def measure(seconds):
    """A row for each function, with the times of both sides for each size."""
    rng = np.random.default_rng(0)
    rows = []
    for function in FUNCTIONS:
        row = {"name": function.__name__, "times": []}
        for size in SIZES:
            lines = max(2, int(size**0.5))
            x = rng.random((lines, size // lines))
            arguments = x, x > 0.5
            static = sct.to_static(function, backend="native")
            static(*arguments), static(*arguments)
            sides = [lambda: function(*arguments), lambda: static(*arguments)]  # noqa: B023
            row["times"].append(medians(sides, seconds / 4))
        rows.append(row)
    return rows


def print_table(rows, out):
    """Print what `measure` answered."""
    print("\nSingle calls on arrays: plain, as machine code, and the one over the other", file=out)
    lines = [
        (row["name"], *(f"{duration(a)} {duration(b)} {b / a:.2f}" for a, b in row["times"]), "")
        for row in rows
    ]  # fmt: skip
    table(("call", *(f"{size:,} elements" for size in SIZES), ""), lines, out)
