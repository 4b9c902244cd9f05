"""Loops that count the bits of an integer become one instruction, and answer what they answered."""

import numpy as np
import pytest

import sct


def cleared(x):
    n = 0
    while x:
        x &= x - 1
        n += 1
    return n, x


def cleared_above(x):
    n = 3
    steps = 0
    while x > 0:
        x = (x - 1) & x
        n += 2
        steps += 1
    return n, steps, x


def shifted(x):
    ones = 0
    length = 0
    while x > 0:
        ones += x & 1
        length += 1
        x >>= 1
    return ones, length, x


def halved(x):
    ones = 0
    while x != 0:
        ones = x % 2 + ones
        x //= 2
    return ones


def by_two(x):
    steps = 0
    while x > 0:
        x >>= 2
        steps += 1
    return steps, x


def weighted(x):
    total = 0
    while x > 0:
        total += x % 4
        x >>= 1
    return total


def ones_of_the_text(x):
    return bin(x).count("1"), bin(x).count("0"), f"{x:b}".count("0"), f"{x:b}".count("1"), bin(x).count("b")


NUMBERS = [0, 1, 2, 3, 7, 8, 255, 2**31, 2**40 + 5, 2**62, 2**63 - 1]


@pytest.mark.parametrize("function", [cleared, cleared_above, shifted, halved, by_two, weighted])
@pytest.mark.parametrize("kind", [int, np.int64, np.int32, np.uint64])
def test_bits_are_counted_as_python_counts_them(function, kind):
    static = sct.to_static(function, backend="native")

    def of_python(x):
        return function(int(x[0]))

    static_int = sct.to_static(of_python, backend="native")
    for number in NUMBERS:
        if kind is np.int32 and number >= 2**31:
            continue
        got = static_int(np.array([number])) if kind is int else static(kind(number))
        expected = function(kind(number))
        assert (got, repr(got)) == (expected, repr(expected))


@pytest.mark.parametrize("function", [cleared_above, shifted, by_two])
def test_below_zero_loops_that_ask_for_more_do_not_begin(function):
    def through(x):
        return function(int(x[0]))

    static = sct.to_static(through, backend="native")
    for number in (-1, -8, -(2**63)):
        assert static(np.array([number])) == function(number)
        assert sct.to_static(function, backend="native")(np.int64(number)) == function(np.int64(number))


def test_numbers_of_numpy_below_zero_have_an_end():
    static = sct.to_static(cleared, backend="native")
    with np.errstate(over="ignore"):
        for number in (-1, -8, -(2**62)):
            assert static(np.int64(number)) == cleared(np.int64(number))


@pytest.mark.parametrize("number", [*NUMBERS, -1, -6, -(2**63)])
def test_digits_of_a_text_are_counted_without_it(number):
    def through(x):
        return ones_of_the_text(int(x[0]))

    assert sct.to_static(through, backend="native")(np.array([number])) == ones_of_the_text(number)


def test_the_loop_is_gone():
    static = sct.to_static(cleared, backend="native")
    static(np.int64(5))
    assert "ctpop" in static.loops() and "for (;;)" not in static.loops()
    static = sct.to_static(lambda x: shifted(int(x)), backend="native")
    static(np.int64(5))
    assert "ctpop" in static.loops() and "for (;;)" not in static.loops()


def test_a_count_that_does_not_fit_is_left_to_python():
    def counted(x, n):
        y = int(x[0])
        m = int(n[0])
        while y:
            y &= y - 1
            m += 1
        return m

    static = sct.to_static(counted, backend="native")
    assert static(np.array([6]), np.array([2**63 - 3])) == 2**63 - 1
    assert static(np.array([7]), np.array([2**63 - 3])) == 2**63
