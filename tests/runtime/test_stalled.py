"""Recursion in branches is given up where nothing that is known differs from a call around, and inlined where it ends."""

import numpy as np
import pytest

import sct
from sct.runtime.calls import inlining


def in_turn(board, player):
    """Two players: the arguments of each call are those of the one before the last."""
    visited = 0

    def best(b, p):
        nonlocal visited
        visited += 1
        if np.abs(b).sum() > 4:
            return b.sum() * p
        for k in range(len(b)):
            if b[k] == 0:
                b[k] = p
                found = -best(b, -p)
                b[k] = 0
                if found > 0:
                    return found
        return 0

    return best(board, player), visited


class Found:
    def __init__(self, value):
        self.value = value

    def narrowed(self, x):
        return Found((self.value + x[0]) / 2)


def by_objects(x):
    """A new object each time, with other run-time numbers."""

    def near(found):
        if abs(found.value - x[0]) < 0.1:
            return found.value
        return near(found.narrowed(x))

    return near(Found(x[1]))


def to_a_depth(x, depth):
    """What is known ends it."""
    if depth == 0:
        return x
    return to_a_depth(x / 2, depth - 1) if x.max() > 1 else x


def in_a_list(x):
    """A list that gets shorter by one each time."""

    def least(items):
        if len(items) == 1:
            return items[0]
        return least(items[1:]) if items[0] > 0 else min(items[0], least(items[1:]))

    return least(list(x))


def side_by_side(x):
    """Calls with the same arguments one after the other, deep in calls that are in no branch."""

    def total(items, turn):
        if turn:
            return total(items, turn - 1)
        if len(items) == 1:
            return items[0]
        first = total(items[1:], 0) if items[0] > 0 else items[0]
        again = total(items[1:], 0) if items[1] > 0 else items[1]
        return first + again

    return total(list(x), 2)


X = np.array([4.0, -3.0, 2.0, 9.0, 5.0])


@pytest.fixture
def asked(monkeypatch):
    """What was said of each call in a branch."""
    answers = []
    gets_nowhere = inlining.gets_nowhere

    def noted(*args):
        answers.append(gets_nowhere(*args))
        return answers[-1]

    monkeypatch.setattr(inlining, "gets_nowhere", noted)
    return answers


@pytest.mark.parametrize("function, args", [(in_turn, (np.array([1, 0, 0, -1, 0]), 1)), (by_objects, (X,))])
def test_what_goes_on_for_ever_is_seen_at_once(asked, function, args):
    static = sct.to_static(function, backend="numpy")
    for call in (args, (np.abs(args[0]), *args[1:])):
        expected = function(call[0].copy(), *call[1:])
        assert static(call[0].copy(), *call[1:]) == expected
    assert any(asked)
    assert len(asked) <= 20


@pytest.mark.parametrize("function, args", [(to_a_depth, (X, 6)), (in_a_list, (X,)), (side_by_side, (X[:4],))])
def test_what_ends_is_inlined(asked, function, args):
    static = sct.to_static(function, backend="numpy")
    np.testing.assert_array_equal(static(*args), function(*args))
    assert len(asked) >= 4
    assert not any(asked)
    (layer,) = static._entries.values()
    assert not layer.may_be_caught
