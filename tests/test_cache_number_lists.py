"""Long lists among the arguments: guarded as a whole, and inputs of the program where their numbers keep changing."""

import heapq
import math
import statistics
import warnings

import numpy as np
import pytest

import sct
from tests.harness.observe import differences, observe
from tests.harness.program import Call

N = 60


def numbers(r, n=N):
    return [math.sin(k + r) * 10 for k in range(n)]


def whole(r, n=N):
    return [(k * 7 + r * 3) % 101 - 50 for k in range(n)]


def points(r, n=N):
    return [(math.sin(k + r), (k * 5 + r) % 17) for k in range(n)]


def rows(r, n=N):
    return [[k + r, float(k)] for k in range(n)]


def total(l):
    t = 0
    for v in l:
        t += v * v
    return t


def grown(l):
    l.append(l[0])
    l[1] = l[2] + 1
    l.pop(0)
    return len(l), l


def ordered(l):
    l.sort()
    return l, sorted(l, reverse=True)[:3], min(l), max(l), l.index(l[5]), l.count(l[3])


def emptied(l):
    kept = l[:2]
    l.clear()
    return kept, l


def itself(l):
    return l, l is l, [l, l]


def arrays(l):
    return np.array(l), np.mean(l), np.sum(l), np.asarray(l) * 2


def neighbours(l):
    return [b - a for a, b in zip(l, l[1:])], [v for v in l if v > 0], l[::-1], l + l[:1], list(enumerate(l))[2]


def searched(l):
    return l[3] in l, 1000 in l, l.index(l[7]), sum(l), any(v > 9 for v in l), all(v > -99 for v in l)


def unpacked(l):
    first, *rest = l
    return first, rest[0], len(rest)


def largest(l):
    return heapq.nlargest(3, l), max(range(len(l)), key=lambda k: l[k])


def middle(l):
    return statistics.median(l), statistics.mean(l)


def as_keys(l):
    return len(set(l)), {v: k for k, v in enumerate(l)}[l[4]]


def as_index(l):
    return np.arange(200)[l[0] % 100], list(range(abs(l[1]) % 5))


OF_NUMBERS = [total, grown, ordered, emptied, itself, arrays, neighbours, searched, unpacked, largest, as_keys]


def areas(l):
    return sum(x * y for x, y in l), max(l), min(p[0] for p in l), l[3], len(l)


def sorted_points(l):
    return sorted(l), l[-1][1], [p for p in l if p[1] > 8], np.array(l).sum()


def moved(l):
    l.append((1.0, 2))
    l[0] = (0.5, 3)
    return l


def of_rows(l):
    l[2][0] = 100
    l[1].append(7.0)
    return sum(r[0] for r in l), l[5], l[0] is l[0], l[0] is l[1]


CASES = [(f, make) for f in OF_NUMBERS for make in (numbers, whole)] + [(as_index, whole), (middle, numbers)]
CASES += [(f, points) for f in (areas, sorted_points, moved, itself)] + [(f, rows) for f in (of_rows, itself)]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function, make", CASES, ids=lambda x: x.__name__)
def test_other_numbers_at_each_call(function, make, backend):
    static = sct.to_static(function, backend=backend)
    for r, n in [(0, N), (0, N), (1, N), (2, N), (3, N), (4, N + 1), (5, N + 2), (6, N + 9), (7, N)]:
        expected, ours = observe(function, Call((make(r, n),), {})), observe(static, Call((make(r, n),), {}))
        assert not differences(expected, ours, 1e-12), (r, n)


@pytest.mark.parametrize(
    "function, make", [(total, numbers), (total, whole), (areas, points)], ids=lambda x: x.__name__
)
def test_three_programs_are_enough(function, make):
    static = sct.to_static(function)
    for r in range(8):
        static(make(r))
    assert static.cache_info().misses == 3
    for r in range(8):
        static(make(r, N + r))
    assert static.cache_info().misses == 4


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function, make", CASES, ids=lambda x: x.__name__)
def test_short_lists_of_other_lengths(function, make, backend):
    static = sct.to_static(function, backend=backend)
    for r, n in enumerate([9, 10, 12, 9, 11, 15, 8, 30, 13, 60, 9, 1, 10, 0, 12]):
        with warnings.catch_warnings():
            if backend == "native":  # which says nothing of the mean of no numbers
                warnings.simplefilter("ignore", RuntimeWarning)
            expected, ours = observe(function, Call((make(r, n),), {})), observe(static, Call((make(r, n),), {}))
        assert not differences(expected, ours, 1e-12), (r, n)


@pytest.mark.parametrize(
    "function, make", [(total, numbers), (total, whole), (areas, points), (ordered, whole)], ids=lambda x: x.__name__
)
def test_a_few_programs_are_enough_for_all_lengths(function, make):
    static = sct.to_static(function)
    for n in (9, 10, 12, 9, 11):
        static(make(n, n))
    misses = static.cache_info().misses
    for n in range(8, 70):
        static(make(n, n))
    assert static.cache_info().misses == misses <= 4


def test_a_list_that_has_to_be_known_leaves_the_other_inputs():
    def filled(shape, value, x):
        return np.full(shape, value) + x

    static = sct.to_static(filled)
    for k in range(12):
        shape = [2] * (k % 4 + 1) if k < 8 else [2, 2]
        assert np.array_equal(static(shape, k, np.ones(1)), filled(shape, k, np.ones(1)))
    misses = static.cache_info().misses
    for k in range(20, 30):
        static([2, 2], k, np.ones(1))
    assert static.cache_info().misses == misses


def test_what_is_no_list_of_such_numbers_is_not_taken_for_one():
    static = sct.to_static(lambda l: [type(v).__name__ for v in l[:3]] + [l[0]])
    given = [whole(r) for r in range(4)]
    others = [numbers(0), [True, *whole(0)], [1.0, *whole(0)], [2**70, *whole(0)], [np.int64(3), *whole(0)], whole(1)]
    others += [[-0.0, *numbers(0)], [0.0, *numbers(0)], [math.nan, *numbers(1)], tuple(whole(2)), whole(3, 5), []]
    for l in (*given, *others[:-1], *given):
        assert repr(static(l)) == repr(static.__wrapped__(l))


class Many(list):
    """No plain list."""


def test_subclasses_and_shared_lists():
    def of_two(a, b):
        a[0] = 5.0
        return a is b, sum(b), a

    static = sct.to_static(of_two)
    for r in range(5):
        for make in (
            lambda: [numbers(r)] * 2,
            lambda: [numbers(r), numbers(r)],
            lambda: [Many(numbers(r)), numbers(r)],
        ):
            expected, ours = observe(of_two, Call(tuple(make()), {})), observe(static, Call(tuple(make()), {}))
            assert not differences(expected, ours, 1e-12)


def test_one_object_at_several_places():
    """A tuple or list that is there twice is one object."""

    def of_one(l):
        l[0][0] = 9
        return l[0] is l[1], l[1][0], l

    static = sct.to_static(of_one)
    for r in range(4):

        def make(r=r):
            one = [r, 2.0]
            return ([one, one, *rows(r)],)

        for build in (make, lambda r=r: (rows(r),)):
            expected, ours = observe(of_one, Call(build(), {})), observe(static, Call(build(), {}))
            assert not differences(expected, ours, 1e-12)


def test_the_reason_of_a_miss_is_said():
    static = sct.to_static(lambda l: l[0])
    static(whole(0))
    static(whole(1))
    assert "item [0] of argument 'l' was -50, now is -47" in static.explain_cache()
    static(whole(1, 70))
    assert "length 60, now has 70" in static.explain_cache() or "argument 'l'" in static.explain_cache()
