"""Short loops that are unrolled for the sake of list items and keys: rolled where that would take thousands of ops."""

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
