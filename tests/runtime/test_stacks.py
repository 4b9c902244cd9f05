"""Recursion as a loop with a stack: the program does it, not plain Python."""

import sys

import numpy as np
import pytest

import sct


@sct.to_static
def fibonacci_numbers(numbers):
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    return [fib(int(n)) for n in numbers]


@sct.to_static
def solved(grid):
    def solve(k):
        if k == grid.size:
            return True
        r, c = k // grid.shape[1], k % grid.shape[1]
        for v in range(1, grid.shape[1] + 1):
            if v not in grid[r] and v not in grid[:, c]:
                grid[r, c] = v
                if solve(k + 1):
                    return True
                grid[r, c] = 0
        return False

    return solve(0), grid


@sct.to_static
def depth(n):
    return 0 if n <= 0 else 1 + depth(n - 1)


@sct.to_static
def depth_of_two(n):
    return depth(n) + depth(n // 2)


def _calls(f, *args):
    """What a call answers, and how often plain Python was called with the code of the function."""
    f(*args)
    code, count = f.__wrapped__.__code__, 0

    def note(frame, event, _):
        nonlocal count
        count += event == "call" and frame.f_code is code

    sys.setprofile(note)
    try:
        answer = f(*args)
    finally:
        sys.setprofile(None)
    return answer, count


@pytest.mark.parametrize(
    ("f", "args"),
    [
        (fibonacci_numbers, (np.array([1, 7, 12]),)),
        (solved, (np.zeros((3, 3), int),)),
        (depth_of_two, (np.int64(90),)),
    ],
)
def test_the_program_recurses(f, args):
    assert _calls(f, *args)[1] == 0


def test_one_that_is_static_itself():
    assert depth_of_two(np.int64(90)) == 135


def test_deeper_than_python_goes():
    with pytest.raises(RecursionError):
        depth_of_two(np.int64(sys.getrecursionlimit() * 2))


def test_a_builtin_name_that_means_something_else():
    @sct.to_static
    def f(x):
        def g(n):
            total = 0
            for k in range(n):
                total += k + g(n - 2)
            return total

        return g(int(x[0]))

    f.__wrapped__.__globals__["range"] = lambda n: [5] * min(n, 2)
    try:
        assert f(np.array([4])) == f.__wrapped__(np.array([4]))
    finally:
        del f.__wrapped__.__globals__["range"]
