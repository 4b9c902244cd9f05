"""Bounds of what loops carry: tests that they make needless are not written, and all others are."""

import linecache
import random

import numpy as np
import pytest

import sct


def lowest_above(table, wanted):
    low, high = 0, len(table)
    while low < high:
        middle = (low + high) // 2
        if table[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def ring(a, turns):
    at = 0
    total = 0.0
    for _ in range(turns):
        total += a[at]
        at = (at + 3) % 8
    return total


def test_halves_of_a_table_are_in_it():
    static = sct.to_static(lowest_above, backend="native")
    table = np.arange(100.0)
    assert [static(table, np.float64(x)) for x in (-1.0, 30.5, 99.0, 200.0)] == [0, 31, 99, 100]
    assert "return 1" not in static.loops()


def test_places_in_a_ring_are_in_it():
    static = sct.to_static(ring, backend="native")
    a = np.arange(8.0)
    assert static(a, 3000) == ring(a, 3000)
    assert "return 1" not in static.loops()


def struck(n):
    prime = np.ones(n // 2, np.bool_)
    i = 3
    while i * i < n:
        if prime[i // 2]:
            j = i * i
            while j < n:
                prime[j // 2] = False
                j += 2 * i
        i += 2
    return prime


def test_steps_that_only_the_run_knows_lead_to_the_end():
    static = sct.to_static(struck, backend="native")
    assert (static(3000) == struck(3000)).all()
    text = static.loops()
    assert text.count("sct_poll") == 1  # the loop around: the square of what grows may be anything
    assert text.count("return 1") == 2  # that square, and the first index; nothing in the loop inside


def beside(a):
    total = 0
    for i in range(len(a)):
        total += a[max(i - 3, 0)] * a[min(i + 1, len(a) - 1)]
    return total


def test_what_branches_choose_lies_where_either_does():
    static = sct.to_static(beside, backend="native")
    a = np.arange(20) % 7
    assert static(a) == beside(a)
    assert "return 1" not in static.loops()


def chain(a, start):
    at = start
    total = 0
    while a[at] >= 0:
        total += a[at] * at
        at = a[at]
    return total


def test_what_a_condition_has_found_holds_in_the_body():
    static = sct.to_static(chain, backend="native")
    a = np.array([3, 2, 6, 1, -1, 0, 4])
    assert static(a, np.int64(5)) == chain(a, np.int64(5))
    assert static.loops().count("return 1") == 1


def picked(a, places):
    total = 0
    for k in range(len(places)):
        total = 3 * total % 1001 + a[places[k]]
    return total


def test_indices_from_data_may_count_from_the_end():
    static = sct.to_static(picked, backend="native")
    a = np.arange(10, 20)
    places = np.array([0, 9, -1, -10, 5, -3])
    assert static(a, places) == picked(a, places)
    for wrong in (10, -11, 2**62, -(2**63)):
        places[3] = wrong
        with pytest.raises(IndexError, match=f"index {wrong} is out of bounds for axis 0 with size 10"):
            static(a, places)


TESTS = ["a < b", "a <= b", "b > 3 and a != 7", "a != b", "a > -4", "a * 2 < b + 5", "not a >= b"]
TURNS = [
    "a += 1", "b -= 1", "a = (a + b) // 2", "b = (a + b) // 2 + 1", "a = (a * 3 + 1) % 11", "a = (a + 3) % 8", "b = a % 5 + 2",
    "a = b - a", "a, b = b, a", "b = min(a, b)", "a = max(a, 2)", "a = b >> 1", "b = a & 7", "a -= 3", "c = a * b - c",
    "a = c", "b = -b", "a = int(x[b % 10])", "s += x[a]", "s += x[b - 1]", "s += x[a % 10]", "s += x[c % 10] + a",
]  # fmt: skip


def _program(seed):
    chosen = random.Random(seed)
    lines = [f"def f(x):\n    a, b, c, s, t = {chosen.randint(-2, 5)}, {chosen.randint(0, 12)}, 0, 0.0, 0"]
    lines.append(f"    while x[t % 10] > 0 and t < 25 and {chosen.choice(TESTS)}:\n        t += 1")
    for _ in range(chosen.randint(2, 5)):
        if chosen.random() < 0.4:
            lines.append(f"        if {chosen.choice(TESTS)}:\n            {chosen.choice(TURNS)}")
            lines.append(f"        else:\n            {chosen.choice(TURNS)}")
        else:
            lines.append(f"        {chosen.choice(TURNS)}")
    source = "\n".join([*lines, "    return a, b, c, s, t\n"])
    name = f"<turns {seed}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    found = {}
    exec(compile(source, name, "exec"), found)
    return found["f"], source


@pytest.mark.parametrize("part", range(6))
def test_random_turns(part):
    x = np.array([3.0, 1, 4, 1, 5, 9, 2, 6, 5, 3])
    for seed in range(part * 8, part * 8 + 8):
        function, source = _program(seed)
        static = sct.to_static(function, backend="native")
        outcomes = []
        for one in (function, static):
            try:
                outcomes.append(one(x))
            except (IndexError, ZeroDivisionError) as error:
                outcomes.append(type(error))
        assert outcomes[0] == outcomes[1], source
