"""Searching and sorting lists of run-time length in machine code, against Python."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sct

small = st.lists(st.integers(-4, 4), max_size=60)
floats = st.lists(st.sampled_from([0.0, -0.0, 1.5, -2.0, math.inf, -math.inf, 1e300]), max_size=60)


def native(function):
    return sct.to_static(function, backend="native")


def collected(a):
    """A list whose length only the run knows."""
    xs = []
    for x in a.tolist():
        if x != 77:
            xs.append(x)
    return xs


@native
def searched(a, x):
    xs = collected(a)
    return x in xs, xs.count(x), xs.index(x) if x in xs else -1


@native
def searched_pairs(a, b, x, y):
    xs = []
    for pair in zip(a.tolist(), b.tolist(), strict=True):
        if pair[0] != 77:
            xs.append(pair)
    return (x, y) in xs, xs.count((x, y))


@native
def ordered(a):
    xs = collected(a)
    return sorted(xs), sorted(xs, reverse=True)


@native
def ordered_by_key(a, down):
    pairs = []
    for i, x in enumerate(a.tolist()):
        if x != 77:
            pairs.append((x, i))
    pairs.sort(key=lambda p: p[0], reverse=down)
    return pairs


@native
def extremes(a, b):
    pairs = []
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        if x != 77:
            pairs.append((x, y))
    return min(pairs), max(pairs)


@native
def alike(a, b):
    return collected(a) == collected(b)


@settings(max_examples=40, deadline=None)
@given(small, st.integers(-5, 5))
def test_searches(items, x):
    a, x = np.array(items, np.int64), np.int64(x)
    assert searched(a, x) == searched.__wrapped__(a, x)


@pytest.mark.parametrize("dtype", [np.bool_, np.int8, np.uint16, np.int32, np.float32, np.float64])
@pytest.mark.parametrize("x", [np.int64(1), np.float64(1.0), np.float64(0.5), np.float64(-0.0), np.bool_(True)])
def test_searches_across_dtypes(dtype, x):
    a = np.array([3, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 5]).astype(dtype)
    assert searched(a, x) == searched.__wrapped__(a, x)


@settings(max_examples=25, deadline=None)
@given(small, st.integers(-2, 2), st.integers(-2, 2))
def test_searches_pairs(items, x, y):
    given_ = (np.array(items, np.int64), np.array(items[::-1], np.int64), np.int64(x), np.int64(y))
    assert searched_pairs(*given_) == searched_pairs.__wrapped__(*given_)


@settings(max_examples=40, deadline=None)
@given(st.one_of(small, floats))
def test_orders(items):
    a = np.array(items)
    assert repr(ordered(a)) == repr(ordered.__wrapped__(a))
    for down in (False, True):
        assert repr(ordered_by_key(a, down)) == repr(ordered_by_key.__wrapped__(a, down))


@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 16, 17, 100, 1023, 3000])
def test_orders_of_every_length(n):
    a = np.random.default_rng(n).integers(0, 50, n)
    for given_ in (a, np.sort(a), np.sort(a)[::-1].copy()):
        assert ordered_by_key(given_, False) == ordered_by_key.__wrapped__(given_, False)
        assert ordered_by_key(given_, True) == ordered_by_key.__wrapped__(given_, True)


@settings(max_examples=25, deadline=None)
@given(st.one_of(small, floats).filter(len))
def test_extremes(items):
    a, b = np.array(items), np.array(items[::-1])
    assert repr(extremes(a, b)) == repr(extremes.__wrapped__(a, b))


@settings(max_examples=25, deadline=None)
@given(small, small, st.booleans())
def test_equality(items, others, same):
    a, b = (np.array(xs + [5] * 20, np.int64) for xs in (items, items if same else others))
    assert alike(a, b) == alike.__wrapped__(a, b)
    assert alike(a, a.copy()) is True
    assert alike(a, a.astype(float)) is True


def test_nans():
    """Numbers are found beside one; a list of new objects does not hold it."""
    a = np.array([2.0, 1.0, np.nan, 3.0] * 5)
    assert repr(ordered_by_key(a, False)) == repr(ordered_by_key.__wrapped__(a, False))
    for x in (7.0, 3.0, np.nan):
        assert searched(a, np.float64(x)) == searched.__wrapped__(a, np.float64(x))


def test_an_empty_list_has_no_best():
    with pytest.raises(ValueError, match="empty"):
        extremes(np.zeros(0), np.zeros(0))
