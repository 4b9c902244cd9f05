"""Which loops look at the clock: not those that end by themselves, and those inside of others count on."""

import numpy as np
import pytest

import sct


def bits(a):
    count = 0
    for i in range(len(a)):
        x = a[i]
        while x:
            x &= x - 1
            count += 1
    return count


def divisors(a, b):
    while b != 0:
        a, b = b, a % b
    return a


def halvings(x):
    steps = 0
    while x > 0:
        x //= 2
        steps += 1
    return steps


def shifts(x):
    steps = 0
    while x != 0:
        x >>= 1
        steps += 2 * steps + 1
    return steps


def steps_down(x):
    while x != 0:
        x -= 1
    return x


def _polls(function, *args):
    static = sct.to_static(function, backend="native")
    assert static(*args) == function(*args)
    return static.loops().count("sct_poll")


@pytest.mark.filterwarnings("ignore")
def test_loops_that_end_by_themselves_do_not_poll():
    x = np.int64(1000)
    assert _polls(bits, np.array([0, 5, -1, -(2**63), 2**63 - 1])) == 1  # the loop around it
    assert _polls(divisors, x, np.int64(36)) == 0
    assert _polls(halvings, x) == 0


def few_turns(rows, least):
    found = 0
    for row in rows:
        for k in range(9):
            if row[k] == k:
                found += 1
                break
        k = least
        while k < 12 and row[k % 9] > 3:
            k += 2
        found += k
    return found


def no_end(row):
    k = 0
    while k < 9:
        k += row[k] > 2
    return k


def test_loops_of_few_turns_do_not_poll():
    rows = np.random.default_rng(0).integers(0, 20, (30, 9))
    assert _polls(few_turns, rows, 2) == 1  # the loop around them
    assert _polls(no_end, np.full(9, 7)) == 1


def test_loops_that_may_not_end_poll():
    assert _polls(shifts, np.int64(1000)) == 1  # -1 stays -1
    assert _polls(shifts, np.uint64(1000)) == 0
    assert _polls(steps_down, np.int64(1000)) == 1


def test_loops_inside_of_loops_count_in_one_register():
    def pairs(a):
        i = count = 0
        while i < len(a):
            j = i
            while j < len(a) and a[j] == a[i]:
                j += 1
            count += j - i > 1
            i = j
        return count

    static = sct.to_static(pairs, backend="native")
    a = np.tile([1, 1, 2, 3, 3, 3], 50)
    assert static(a) == pairs(a) == 100
    assert static.loops().count(" = 16384;") == 3  # once before, and after each of two polls
