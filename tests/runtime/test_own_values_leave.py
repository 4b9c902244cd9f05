"""Numbers, texts and containers of users' classes leave a function with their attributes, and as new as Python's."""

from collections import namedtuple

import numpy as np
import pytest

import sct

X = np.array([1.0, 2.0])
CONTENT = {
    int: 3, float: 2.5, complex: 1j, str: "ab", bytes: b"ab",
    tuple: (1, 2), frozenset: {1, 2}, set: {1, 2}, list: [1], dict: {1: 2},
}  # fmt: skip
OWN = {base: type(f"My{base.__name__}", (base,), {}) for base in CONTENT}


def told(x):
    if type(x) in (list, tuple):
        return [told(one) for one in x]
    return type(x), repr(x), {name: repr(value) for name, value in getattr(x, "__dict__", {}).items()}


def bare(kind, content, x):
    return kind(content)


def with_attributes(kind, content, x):
    made = kind(content)
    made.x, made.n = x[0], 5
    return made


def with_one_in_a_branch(kind, content, x):
    made = kind(content)
    if x[0] > 0:
        made.x = 5
    return made


@pytest.mark.parametrize("make", [bare, with_attributes, with_one_in_a_branch])
@pytest.mark.parametrize("base", CONTENT)
def test_they_are_made_anew_with_their_attributes(base, make):
    kind, content = OWN[base], CONTENT[base]

    def f(x):
        made = make(kind, content, x)
        return made, [made]

    static = sct.to_static(f)
    for x in (X, -X, X):
        found = static(x)
        assert told(found) == told(f(x))
        assert found[0] is found[1][0]
        found[0].later = 1  # which nobody else sees
        assert static(x)[0] is not found[0]


def test_a_named_tuple_has_attributes():
    class Pair(namedtuple("Pair", "a b")):
        pass

    def f(x):
        made = Pair(x[0], 2)
        made.c = x[1]
        return made

    assert told(sct.to_static(f)(X)) == told(f(X))
    assert vars(sct.to_static(f)(X)) == {"c": 2.0}


def test_what_is_the_callers_stays_the_same_object():
    held = OWN[int](7)
    held.x = 3

    def f(x, given):
        return held, given, x[0]

    found = sct.to_static(f)(X, other := OWN[str]("a"))
    assert found[0] is held
    assert found[1] is other
