"""Functions whose programs end, each time, where plain Python runs instead."""

from __future__ import annotations

import contextlib
import linecache

import numpy as np
import pytest

import sct
from sct.backends.native import abi
from sct.errors import ArgumentsError

pytestmark = pytest.mark.skipif(not abi.available(), reason="no builtin is made here")


def layer_of(static):
    (layer,) = static._entries.values()
    return layer


def in_vain(n):
    """What an `ExitStack` sees first is left to Python."""
    try:
        with contextlib.ExitStack():
            if n > 2:
                raise ValueError("x")
            return n + 1
    except ValueError:
        return -n


def test_a_program_that_runs_in_vain_rests_and_is_tried_again():
    static = sct.to_static(in_vain)
    assert static(np.int64(1)) == 2
    for _ in range(40):
        assert static(np.int64(5)) == -5
    layer = layer_of(static)
    assert layer.rests is not None
    left = layer.rests.left
    assert static(np.int64(1)) == 2  # plain Python's answer, too
    assert layer.rests.left == left - 1
    for _ in range(left):
        assert static(np.int64(7)) == -7
    assert layer.rests is not None  # tried once more, in vain: a longer rest
    assert layer.rests.left > 64
    while layer.rests is not None:
        assert static(np.int64(1)) == 2
    hits = static._quick.hits
    assert [static(np.int64(1)) for _ in range(5)] == [2] * 5
    assert static._quick.hits == hits + 5  # the program, through its builtin
    for _ in range(10):
        assert static(np.int64(5)) == -5
    assert layer.rests is None  # patience begins anew


def test_calls_that_are_answered_in_between_keep_it_awake():
    static = sct.to_static(in_vain)
    for k in range(100):
        n = np.int64(5 if k % 2 else 1)
        assert static(n) == in_vain(n)
    assert layer_of(static).rests is None


def test_guards_hold_while_it_rests():
    scope = {}
    source = """import contextlib
limit = 2
def f(n, xs):
    try:
        with contextlib.ExitStack():
            if n > limit: raise ValueError
            return xs[0] + n
    except ValueError:
        return -n - limit
"""
    linecache.cache["<in vain>"] = (len(source), None, source.splitlines(True), "<in vain>")
    exec(compile(source, "<in vain>", "exec"), scope)
    static = sct.to_static(scope["f"])
    for _ in range(40):
        assert static(np.int64(5), [1]) == -7
    assert layer_of(static).rests is not None
    scope["limit"] = 3
    assert static(np.int64(5), [1]) == -8
    assert len(static._entries) == 2
    assert static(np.float64(2.0), [1.5]) == 3.5
    with pytest.raises(ArgumentsError):
        static(np.int64(5))
    with pytest.raises(ArgumentsError):
        static(np.int64(5), [1], 3)


def test_what_the_plain_function_raises_comes_out_once():
    def f(n, xs):
        xs.append(1)
        try:
            with contextlib.ExitStack():
                if n > 2:
                    raise ValueError
        except ValueError:
            pass
        if n > 6:
            raise KeyError(n)
        return n

    static = sct.to_static(f)
    for _ in range(40):
        xs = []
        assert static(np.int64(5), xs) == 5
        assert xs == [1]
    xs = []
    with pytest.raises(KeyError):
        static(np.int64(7), xs)
    assert xs == [1]


def backtracks(board):
    """Calls itself in a loop, under a condition of the run's, where no other form of it can be made."""

    def solve():
        for place in range(len(board)):
            if board[place] == 0:
                for digit in range(1, 4):
                    if not (board == digit).any():
                        board[place] = digit
                        try:
                            if solve():
                                return True
                        finally:
                            pass
                        board[place] = 0
                return False
        return True

    return solve()


def test_recursion_that_goes_deeper_than_the_program_rests_soon():
    static, given = sct.to_static(backtracks), np.array([0, 2, 0])
    for _ in range(3):
        board, expected = given.copy(), given.copy()
        assert static(board) == backtracks(expected)
        assert board.tolist() == expected.tolist()
    assert layer_of(static).rests is not None


def orders(items):
    """Lists of lists that calls answer, whose depth the run decides."""
    if len(items) <= 1:
        return [items]
    found = []
    for i in range(len(items)):
        for rest in orders(items[:i] + items[i + 1 :]):
            found.append([items[i]] + rest)
    return found


@pytest.mark.parametrize("function", [np.array, np.vstack])
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_arrays_of_lists_that_recursion_makes_are_the_programs(function, backend):
    def permutations(n):
        return function(orders([v for v in n.tolist() if v > 0]))

    static = sct.to_static(permutations, backend=backend)
    for given in ([3, -1, 2, 1], [-1, 4, 0, 5], [4, 0, 0, 0]):
        np.testing.assert_array_equal(static(np.array(given)), permutations(np.array(given)), strict=True)
    assert static.cache_info().hits == 2
