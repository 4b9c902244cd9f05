"""Iterators that code of Python's own goes through: each call would go on where the last has stopped."""

import array
import collections
import itertools
import operator

import numpy as np
import pytest

import sct
from sct.errors import SideEffectError


def _in_place(start, change):
    def function(z):
        target = start()
        change(target, z)
        return len(target)

    return function


def _put(target, z):
    target[0:1] = z


def _add(target, z):
    target += z


def _or(target, z):
    target |= z


CHANGES = {
    "list.extend": (list, lambda xs, z: xs.extend(z)),
    "list +=": (list, _add),
    "operator.iadd": (list, operator.iadd),
    "list.__iadd__": (list, lambda xs, z: xs.__iadd__(z)),
    "a slice": (list, _put),
    "list.__setitem__": (list, lambda xs, z: xs.__setitem__(slice(0, 1), z)),
    "deque.extend": (collections.deque, lambda xs, z: xs.extend(z)),
    "deque.extendleft": (collections.deque, lambda xs, z: xs.extendleft(z)),
    "deque +=": (collections.deque, _add),
    "bytearray.extend": (bytearray, lambda xs, z: xs.extend(z)),
    "a slice of a bytearray": (bytearray, _put),
    "array.extend": (lambda: array.array("d"), lambda xs, z: xs.extend(z)),
    "set.update": (set, lambda xs, z: xs.update(z)),
    "set.intersection_update": (lambda: {1, 2}, lambda xs, z: xs.intersection_update(z)),
    "set.symmetric_difference_update": (lambda: {1, 2}, lambda xs, z: xs.symmetric_difference_update(z)),
}
ANSWERS = {
    "union": lambda z: {7}.union(z),
    "intersection": lambda z: {1}.intersection(z),
    "issubset": lambda z: {1}.issubset(z),
    "isdisjoint": lambda z: {1}.isdisjoint(z),
    "of a frozenset": lambda z: frozenset({1}).difference(z),
    "chains": lambda z: [x for x in itertools.chain.from_iterable([z])],
    "chains of tuples": lambda z: [x for x in itertools.chain.from_iterable((z, [1]))],
}
FUNCTIONS = {name: _in_place(*how) for name, how in CHANGES.items()} | ANSWERS


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("make", [iter, lambda xs: map(abs, xs), lambda xs: itertools.islice(xs, 2)], ids=["i", "m", "s"])
def test_of_the_caller(name, make):
    given = make([1, 2])
    with pytest.raises(SideEffectError, match="from outside the static function is stepped in it"):
        sct.to_static(FUNCTIONS[name])(given)
    assert list(given) == [1, 2]


def test_pairs_and_texts_of_the_caller():
    def update(z):
        found = {}
        found |= z
        return found

    for function, items in ((update, [(1, 2)]), (lambda z: ",".join(z), ["a", "b"]), (chained, [(1, 2)])):
        given = iter(items)
        with pytest.raises(SideEffectError, match="from outside the static function is stepped in it"):
            sct.to_static(function)(given)
        assert list(given) == items


def chained(z):
    return [x for x in itertools.chain.from_iterable(z)]


@pytest.mark.parametrize("name", CHANGES)
def test_where_a_branch_goes_through_it(name):
    start, change = CHANGES[name]

    def function(x):
        items, target = iter([1, 2]), start()
        if x[0] > 0:
            change(target, items)
        return len(target), list(items)

    static = sct.to_static(function)
    try:
        static(np.ones(2))
    except SideEffectError as error:  # most iterators have no position that the run can choose
        assert "stepped as often as only the running program knows" in str(error)
        return
    for x in (np.ones(2), -np.ones(2), np.ones(2)):
        assert static(x) == function(x)


@pytest.mark.parametrize("name", ["list.extend", "list +=", "a slice", "deque.extend", "deque +=", "set.update"])
def test_made_where_it_is_gone_through(name):
    start, change = CHANGES[name]

    def function(x):
        target = start()
        change(target, iter([1, 2]))
        if x[0] > 0:
            change(target, map(abs, [3, 4]))
        return sorted(target)

    static = sct.to_static(function)
    for x in (np.ones(2), -np.ones(2), np.ones(2)):
        assert static(x) == function(x)
