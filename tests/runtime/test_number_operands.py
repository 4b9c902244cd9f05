"""Run-time Python numbers beside members of enums and other classes that inherit from numbers."""

import enum

import numpy as np
import pytest

import sct


class Status(enum.IntEnum):
    MISSING = 404
    BROKEN = 500


class Mark(enum.IntFlag):
    LEFT = 1
    RIGHT = 2


class Metres(float):
    pass


class Tagged(int):
    pass


class Odd(int):
    def __radd__(self, other):
        return f"{other} and odd"


def enum_arithmetic(x):
    return x - Status.MISSING if x > Status.BROKEN else x + Status.MISSING


def all_operators(x):
    s = Status.MISSING
    return s * x, x / s, x**Mark.RIGHT, divmod(x, s), divmod(s, x), -x + s, x == s, s < x, x % Tagged(4), x * Metres(2.5)


def flags(x):
    return x | Mark.LEFT, Mark.RIGHT in Mark(x & 3)


def own_operators(x):
    return x + Odd(3), x * Odd(3)


def extremes(x):
    return max(x, Status.MISSING), min(Tagged(2), x)


def in_a_loop(x):
    total = 0
    for i in range(len(x)):
        if x[i] > 0:
            total += Status.MISSING - i
    return total


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function", [enum_arithmetic, all_operators, flags, own_operators, extremes])
def test_numbers_that_become_inputs(function, backend):
    static = sct.to_static(function, backend=backend)
    for x in (550, 3, 7, 9, 1000, 4):
        expected, got = function(x), static(x)
        assert (repr(got), type(got)) == (repr(expected), type(expected))


def test_numbers_that_loops_make():
    static = sct.to_static(in_a_loop)
    x = np.array([1.0, -1.0, 2.0])
    assert (type(static(x)), static(x)) == (int, in_a_loop(x))
