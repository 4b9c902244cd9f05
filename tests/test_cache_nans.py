"""Which NaN of the caller's are one object is part of what a program was made for: containers tell them apart."""

import math

import numpy as np
import pytest

import sct

ONE, OTHER = float("nan"), float("nan")
X = np.array([1.0, 2.0])
HELD = [ONE, OTHER]


def numbers(x, a, b):
    return [a] == [b], a in (b,), x.sum()


def items(x, xs):
    return xs[0] in xs[1:], xs[0] == xs[-2], xs.count(xs[0]), x.sum()


def rows(x, xs):
    return xs[0] in xs[1:], [xs[0][0]] == [xs[2][0]], x.sum()


def values(x, d):
    return d["a"] in (d["b"],), d["b"] == d["a"], list(d.values()).count(d["a"]), x.sum()


def keys(x, d, key):
    return d.get(key), key in d, key in {*d}, x.sum()


def beside_known(x, a=ONE):
    return [a] == [math.nan], [a] == [np.nan], [a] == [ONE], x.sum()


LONG = [[one, 1.0, two, 2.0] * 9 for one in (ONE, OTHER) for two in (ONE, OTHER)]
CASES = [
    (numbers, [(a, b) for a in (ONE, OTHER) for b in (ONE, OTHER, 1.0)]),
    (items, [([ONE, a, b],) for a in (ONE, OTHER) for b in (ONE, OTHER)]),
    (items, [(xs,) for xs in LONG]),
    (rows, [([(xs[k], k) for k in range(30)],) for xs in LONG]),
    (rows, [([[xs[k], k] for k in range(30)],) for xs in LONG]),
    (values, [({"a": a, "b": b},) for a in (ONE, OTHER) for b in (ONE, OTHER)]),
    (keys, [({a: 1}, b) for a in (ONE, OTHER) for b in (ONE, OTHER)]),
    (beside_known, [(), (OTHER,), (math.nan,), (np.nan,), (ONE,)]),
]


@pytest.mark.parametrize(("f", "calls"), CASES, ids=[f"{f.__name__} {k}" for k, (f, _) in enumerate(CASES)])
def test_which_nan_are_one_is_seen_at_each_call(f, calls):
    static = sct.to_static(f, backend="numpy")
    for call in calls * 2:
        assert static(X, *call) == f(X, *call)


def test_another_nan_alone_is_no_other_program():
    def f(x, a):
        return x + a, [a] == [a]

    static = sct.to_static(f, backend="numpy")
    for _ in range(4):
        assert static(X, float("nan"))[1]
    assert static.cache_info().misses == 1


def test_nan_in_a_list_of_the_module():
    def f(x):
        return [HELD[0]] == [HELD[1]], x.sum()

    static = sct.to_static(f, backend="numpy")
    for other in (OTHER, ONE, OTHER):
        HELD[1] = other
        assert static(X) == f(X)


@pytest.mark.parametrize("hashed", [hash, lambda x: hash((1, x)), lambda x: x.__hash__()])
def test_the_hash_of_one_is_that_of_an_object(hashed):
    static = sct.to_static(lambda x: hashed(x), backend="numpy")
    for x in (1.5, *(float("nan") for _ in range(4))):
        try:
            assert static(x) == hashed(x)
        except sct.errors.SctError as error:
            assert "the hash of a NaN" in str(error) and x != x
