"""Short loops that are unrolled for the sake of list items and keys: rolled where that would take thousands of ops."""

import itertools
from collections import defaultdict

import numpy as np
import pytest

import sct

GRID = np.array([[(3 * i + i // 3 + j) % 9 + 1 for j in range(9)] for i in range(9)])
TWICE = GRID.copy()
TWICE[7, 2] = TWICE[7, 5]


def counted_keys(board):
    for i in range(len(board)):
        rows, columns = defaultdict(int), defaultdict(int)
        for j in range(len(board[0])):
            if board[i][j] in rows or board[j][i] in columns:
                return False, i, j
            rows[board[i][j]] += 1
            columns[board[j][i]] += 1
    return True, None, None


def dicts(board):
    for i in range(len(board)):
        seen = {}
        for j in range(len(board[0])):
            value = board[i][j]
            if value in seen:
                return i, seen[value], j
            seen[value] = j
    return None


def lists(board):
    found = []
    for i in range(9):
        for j in range(9):
            for k in range(9):
                if board[i, j] == board[k, j] and i != k:
                    found.append((i, j, k))
    return found


@pytest.mark.parametrize("board", [GRID, TWICE], ids=["valid", "twice"])
@pytest.mark.parametrize("function", [counted_keys, dicts, lists], ids=lambda f: f.__name__)
def test_few_ops(function, board):
    static = sct.to_static(function, backend="numpy")
    assert repr(static(board)) == repr(function(board))
    assert sum(1 for _ in static.program(board).body.walk()) < 2_500


def kept(x):
    """Items that come back one by one, which only the unrolled loop tells apart."""
    parts = []
    for i in range(20):
        y = x
        for _ in range(3):
            y = np.where(y > i, np.sin(y) * 2 - np.cos(y), y + 1)
            for k in range(20):
                y = y + k * x[k % 3 : k % 3 + 1]
        parts.append(y)
    return parts


def test_what_comes_back_is_the_same():
    x = np.arange(3.0)
    found, expected = sct.to_static(kept, backend="native")(x), kept(x)
    assert type(found) is list
    np.testing.assert_allclose(found, expected)
    assert len({id(y) for y in found}) == 20


def labels(x):
    """What cannot be rolled at all is unrolled, as long as it gets."""
    names, count = {}, 0
    for i in range(22):
        names[f"row {i}"] = count
        for k in range(40):
            if x[k % 3] > i * k:
                count = count + np.int64(x[k % 2]) - (count if x[k % 3] > 1 else k)
    return names


def test_what_cannot_be_rolled():
    x = np.arange(3.0)
    assert sct.to_static(labels, backend="numpy")(x) == labels(x)


def chain(x):
    """Each iteration makes the chain longer, so that the loop cannot be rolled."""
    found = None
    y = x
    for i in range(40):
        for k in range(3):
            y = np.abs(y) + np.tanh(y * k) - np.sqrt(np.abs(y - i)) * np.exp(-np.abs(y)) + np.floor(y / 3) * x[k]
            y = np.where(y > i, np.sin(y + k) * 2 - np.cos(y + k), np.minimum(y, k) + np.maximum(y, -k) - np.sign(y))
            y = np.where(y < i, np.sin(y - k) * 2 - np.cos(y - k), np.minimum(y, i) - np.maximum(y, -k) - np.sign(y))
            y = y + np.abs(y) - np.tanh(y * 2) + np.sqrt(np.abs(y)) * np.exp(-np.abs(y)) + np.ceil(y / 3) * x[k]
        found = (y, found)
    return found[0] + found[1][1][0]


def test_one_attempt_where_it_cannot_be_rolled_in_another_way(attempts):
    x = np.arange(3.0)
    np.testing.assert_array_equal(sct.to_static(chain, backend="numpy")(x), chain(x))
    assert len(attempts) == 1
    assert attempts[0] > 2_500


def heights(x):
    """Each iteration records as many ops."""
    bars = "abcdefgh"
    out = ""
    for k in range(30):
        v = x[k] * 7 / x.max() + 0.5
        for _ in range(5):
            v = v * 0.9 + v * v * 0.01 + np.sin(v) * 0.001 - np.abs(v - 1) * 0.002 + v / 50
        out += bars[min(int(v), 7)]
    return out


def test_how_long_it_gets_is_foreseen(attempts):
    x = np.arange(1.0, 31.0)
    assert sct.to_static(heights, backend="numpy")(x) == heights(x)
    assert len(attempts) == 2
    assert attempts[0] < 1_000


def triangles(points):
    found = []
    for a, b, c in itertools.combinations(range(len(points)), 3):
        (ax, ay), (bx, by), (cx, cy) = points[a], points[b], points[c]
        if (bx - ax) * (cy - ay) > (cx - ax) * (by - ay):
            found.append((a, b, c))
    return found


def test_a_few_dozen_choices_of_places_are_one_loop():
    points = np.random.default_rng(0).random((7, 2))
    static = sct.to_static(triangles)
    assert static(points) == triangles(points)
    assert sum(1 for _ in static.program(points).body.walk()) < 200
