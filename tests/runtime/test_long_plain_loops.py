"""Loops over Python values alone: short ones run while the program is made, long ones become part of it."""

import numpy as np
import pytest

import sct

LONG = 5000


def loops_of(static, *arguments):
    return [op.name for op in static.program(*arguments).body.walk() if op.name in ("while", "for")]


def newton(a, steps):
    target, x, total, step = a, a, 0.0, 0
    while step < steps:
        if abs(x * x - target) > 1e-9 * target:
            x = 0.5 * (x + target / x)
        else:
            total += x
            target += 1.0
            x = target
        step += 1
    return total


def primes(n):
    count = 0
    for i in range(2, n):
        is_prime = True
        j = 2
        while j * j <= i:
            if i % j == 0:
                is_prime = False
                break
            j += 1
        if is_prime:
            count += 1
    return count


def congruential(n):
    x, s = 12345, 0.0
    for _ in range(n):
        x = (1103515245 * x + 12345) % 2147483648
        s += x / 2147483648
    return s, x


def until(n):
    k = 0
    while True:
        k += 1
        if k > n:
            break
    return k


def squares(n):
    found = []
    for i in range(n):
        found.append(i * i)
    return found[n // 2], len(found), sum(found)


def fails_late(n):
    values = [1, 2, 3]
    total = 0
    for i in range(n):
        total += values[i // 2000]
    return total


def prints_late(n):
    for i in range(n):
        if i % 2000 == 7:
            print("at", i)
    return i


@pytest.mark.parametrize(
    "function", [newton, primes, congruential, until, squares, prints_late], ids=lambda f: f.__name__
)
def test_a_long_loop_is_part_of_the_program(function, capsys):
    arguments = (2.0, LONG) if function is newton else (LONG,)
    static = sct.to_static(function)
    expected = function(*arguments), capsys.readouterr().out
    for _ in range(2):
        assert (static(*arguments), capsys.readouterr().out) == expected
    assert loops_of(static, *arguments)


@pytest.mark.parametrize("function", [newton, congruential, until, squares], ids=lambda f: f.__name__)
def test_a_short_one_runs_while_the_program_is_made(function):
    arguments = (2.0, 100) if function is newton else (100,)
    static = sct.to_static(function)
    assert static(*arguments) == function(*arguments)
    assert not loops_of(static, *arguments)


def test_an_exception_in_a_late_iteration():
    static = sct.to_static(fails_late)
    for _ in range(2):
        with pytest.raises(IndexError, match="list index out of range"):
            static(9000)
    assert static(5999) == fails_late(5999)


def test_numbers_that_grow_stay_pythons():
    def fibonacci(n):
        a, b = 0, 1
        for _ in range(n):
            a, b = b, a + b
        return a

    static = sct.to_static(fibonacci)
    assert static(LONG) == fibonacci(LONG)
    assert not loops_of(static, LONG)


def test_what_later_has_to_be_a_python_value_is_one():
    """The name of an attribute cannot be chosen by the running program: the loop runs as before."""

    class Holder:
        pass

    holder = Holder()
    holder.v9999 = np.arange(3.0)

    def chosen(x, n):
        k = 0
        while k < n:
            k += 3
        return x + getattr(holder, f"v{k}")

    static = sct.to_static(chosen)
    np.testing.assert_array_equal(static(np.ones(3), 9997), chosen(np.ones(3), 9997))
    assert not loops_of(static, np.ones(3), 9997)


def test_what_it_changes_outside(capsys):
    class Counter:
        def __init__(self):
            self.n = 0
            self.seen = []

    def count(counter, n):
        for i in range(n):
            counter.n += i % 7
            if i % 1000 == 0:
                counter.seen.append(i)
        return counter.n

    static = sct.to_static(count)
    ours, plain = Counter(), Counter()
    for _ in range(3):
        assert static(ours, LONG) == count(plain, LONG)
        assert (ours.n, ours.seen) == (plain.n, plain.seen)
