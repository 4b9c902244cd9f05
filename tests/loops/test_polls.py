"""Which loops look at the clock: not those that end by themselves, and those inside of others count on."""

import re

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
    assert _polls(bits, np.array([0, 5, -1, -(2**63), 2**63 - 1])) == 0  # the bits are counted at once
    assert _polls(divisors, x, np.int64(36)) == 0
    assert _polls(halvings, x) == 0


def test_a_nest_of_loops_that_ends_soon_does_not_poll():
    def twice(grid):
        found = 0
        for row in range(len(grid)):
            for i in range(9):
                if any_before(grid[row], i):
                    found += 1
                    break
        return found

    def any_before(row, i):
        for j in range(i):
            if row[i] == row[j]:
                return True
        return False

    grid = np.random.default_rng(0).integers(0, 40, (60, 9))
    assert _polls(twice, grid) == 0


def runs_of(a, least):
    i = found = 0
    while i < len(a):
        j = i
        while j < len(a) and a[j] == a[i]:
            j += 1
        found += j - i > least
        i = j
    return found


def test_a_loop_polls_the_more_often_the_longer_its_turns_may_be():
    counts = {}
    for n in (600, 200_000):
        static = sct.to_static(runs_of, backend="native")
        a = np.zeros(n, np.int8)
        a[::3] = 1
        assert static(a, 1) == runs_of(a, 1) == n // 3
        text = static.loops()
        assert text.count("sct_poll") == 1
        (counts[n],) = {int(s) for s in re.findall(r"^ *v\d+ = (\d\d+);", text, re.MULTILINE)}
    assert counts[600] == 16384
    assert 500 < counts[200_000] < 5000


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
    assert _polls(few_turns, rows, 2) == 0
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
    assert static.loops().count("sct_poll") == 1
    assert static.loops().count(" = 16384;") == 2  # once before, and after the poll


def longest(a):
    best = i = 0
    while i < len(a):
        x = int(a[i])
        j = i
        steps = 0
        while steps < 50 and x != 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            steps += 1
        while j < len(a) and a[j] >= a[i]:
            if j % 3 == 0:
                j += 2
            else:
                j += 1
        best = max(best, j - i + steps)
        i += 1
    return best


def merged(a, b):
    i = j = found = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            found += 1
            j += 1
        elif a[i] < b[j]:
            i += 1
        else:
            j += 1
    return found


def mirrored(a):
    i, j = 0, len(a) - 1
    while i < j:
        if a[i] != a[j]:
            break
        i, j = i + 1, j - 1
    return i


def place(a, x):
    low, high = 0, len(a)
    while low < high:
        middle = (low + high) // 2
        if a[middle] == x:
            return middle
        if a[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low


def between(a, x):
    low, high = 0, len(a)
    while high - low > 1:
        middle = low + ((high - low) >> 1)
        if a[middle] <= x:
            low = middle
        else:
            high = middle
    return low


def test_loops_that_come_nearer_to_their_end_do_not_poll():
    a, b = np.arange(0, 60, 2), np.arange(0, 60, 3)
    assert _polls(longest, a) == 0  # nor does the loop around the others: it ends soon, too
    assert _polls(merged, a, b) == 0
    assert _polls(mirrored, np.array([1, 2, 3, 4, 2, 1])) == 0
    for x in (-1, 0, 7, 8, 58, 99):
        assert _polls(place, a, x) == 0
        assert _polls(between, a, x) == 0


def counted_to(n):
    k = s = 0
    while k < n:
        s += k
        k += 1
    return s


def test_a_loop_that_may_take_long_polls():
    assert _polls(counted_to, np.int64(7)) == 1


def sines(n):
    x = np.ones(3)
    for _ in range(n):
        x = np.sin(x)
    return x[0]


def test_a_loop_over_a_range_that_may_take_long_polls_where_it_works_on_arrays():
    assert _polls(sines, np.int64(7)) == 1


def stays(a, x):
    low, high = 0, len(a)
    while low < high:
        middle = (low + high) // 2
        if a[middle] < x:
            low = middle  # without end, from where the two are neighbours
        else:
            high = middle
    return low


def not_always(a):
    i = 0
    while i < len(a):
        if a[i] > 0:
            i += 1
        else:
            a[i] += 1
    return i


def away(a):
    i, end = 0, len(a)
    while i < end:
        if a[i] > 5:
            end -= 1
        if a[i] < 3:
            end += 1
        i += 1
    return i


def test_loops_that_may_stay_where_they_are_poll():
    a = np.arange(10)
    assert _polls(stays, a, -1) == 1
    assert _polls(not_always, a) == 1
    assert _polls(away, a - a + 4) == 1


def test_the_turns_of_a_loop_inside_count_for_the_one_around():
    def first_below(a):
        total = 0
        for i in range(len(a)):
            j = i
            while j >= 0 and a[j] >= a[i]:
                j -= 1
            total += j
        return total

    a = np.random.default_rng(0).permutation(20000)
    static = sct.to_static(first_below, backend="native")
    assert static(a) == first_below(a)
    assert static.loops().count("sct_poll") == 1
    assert _polls(first_below, a[:1000]) == 0  # too few for that


def test_few_turns_that_are_written_out_do_not_poll():
    def sums(a):
        total = 0
        for i in range(a.shape[0]):
            for j in range(4):
                total += a[i, j] << j
        return total

    assert _polls(sums, np.arange(400).reshape(100, 4)) == 0
