"""Lists of which only the run knows the length, as elements of arrays: each item is converted by itself."""

import numpy as np

from tests.harness import Theme, call

program = Theme("lists written to arrays")
NUMBERS = (call(np.array([1.5, 0, 3])), call(np.array([1, np.nan, 3])), call(np.array([400.0, 0])), call(np.zeros(2)))


def nonzero(x):
    return [v for v in x if v != 0]


@program(*NUMBERS)
def to_a_slice(x):
    """At the front of an array, of a row, and of every other row."""
    found = nonzero(x)
    flat, rows = np.zeros(4), np.full((3, 4), -1.0)
    flat[: len(found)] = found
    rows[1, : len(found)] = tuple(found)
    rows[::2, : len(found)] = found
    return flat, rows


@program(*NUMBERS)
def in_place(x):
    """The operators that change an array, with lists and tuples."""
    found = nonzero(x)
    front = x[: len(found)]
    front += found
    front *= tuple(found)
    return front


@program(call(np.array([3, 0, 2, 5])), call(np.array([0, 0, 0, 0])), call(np.array([1, 1, 1, 1])))
def to_places(x):
    """At a mask, at places, by an index; and one number too few."""
    found = [v * 10 for v in x if v > 0]
    x[x > 0] = found
    out = np.zeros((4, 2), dtype=np.int64)
    out[: len(found), 1] = found
    out.flat[: len(found)] = found
    try:
        out[:3, 0] = found
    except ValueError:
        return out, "do not fit"
    return out


@program(call(np.array([[2, 0, 2, 4], [4, 4, 4, 4]])), call(np.zeros((2, 2), np.int8)), call(np.zeros((0, 3), int)))
def merged_tiles(board):
    """A move of 2048: the tiles of each row, those that are equal merged."""
    out = np.zeros_like(board)
    for r, row in enumerate(board):
        tiles, merged, i = row[row != 0], [], 0
        while i < len(tiles):
            both = i + 1 < len(tiles) and tiles[i] == tiles[i + 1]
            merged.append(tiles[i] * 2 if both else tiles[i])
            i += 2 if both else 1
        out[r, : len(merged)] = merged
    return out


@program(*NUMBERS)
def floats_as_integers(x):
    """NaN and numbers that are too large raise where NumPy converts them one by one."""
    return np.array(nonzero(x), dtype=int)


@program(*NUMBERS)
def pythons_floats_as_integers(x):
    """Python's floats raise for short integers, too; NumPy's wrap around."""
    return np.asarray([float(v) for v in nonzero(x)], np.uint8)


@program(call(np.array([300, 2, 0])), call(np.array([3, 0])), call(np.array([0, -3])))
def integers_as_short_ones(x):
    """Python's raise, NumPy's wrap around."""
    found = nonzero(x)
    wrapped = np.array(found, dtype=np.uint8)
    try:
        return wrapped, np.array([int(v) for v in found], dtype=np.uint8)
    except OverflowError as error:
        return wrapped, str(error)


@program(*NUMBERS)
def rows_as_integers(x):
    """Pairs of numbers, written and made."""
    out = np.zeros((4, 2), dtype=np.int64)
    pairs = [[float(v), 2 * float(v)] for v in x if v != 0]
    if pairs:
        out[: len(pairs)] = pairs
    return out


@program(call(np.array([1, 0, 3]), np.array([5, 2])), call(np.array([], int), np.array([1])), call(np.ones(2, int), -np.ones(1, int)))  # fmt: skip
def least_lengths(x, y):
    """How many counts `np.bincount` answers at least, as the run says."""
    return np.bincount(x, minlength=y.max()), np.bincount(x, x * 0.5, int(y[0]))
