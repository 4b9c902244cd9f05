"""Comparisons of texts and numbers that the run chooses among: an answer about the index, and no branches."""

import operator
from collections import Counter

import numpy as np
import pytest

import sct
from sct.runtime import control_flow

COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


def chosen(k, items):
    """One of three."""
    if k == 0:
        return items[0]
    return items[1] if k == 1 else items[2]


SIDES = {
    "texts": ("S", "I", "R"),
    "others": ("I", "", "S"),
    "alike": ("I", "I", "I"),
    "none": (None, "S", "I"),
    "numbers": (1, "I", 2.5),
    "truths": (True, None, 1),
    "large": (2**53 + 1, float(2**53), "R"),
    "nan": (float("nan"), "S", -0.0),
}


@pytest.fixture
def branches(monkeypatch):
    """How many branches have been traced."""
    found = []
    run = control_flow.if_else
    monkeypatch.setattr(control_flow, "if_else", lambda *args, **kwargs: found.append(1) or run(*args, **kwargs))
    return found


def answer(compare, *given):
    try:
        return compare(*given)
    except TypeError as error:
        return str(error)


@pytest.mark.parametrize("compare", COMPARISONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("left", SIDES)
@pytest.mark.parametrize("right", SIDES)
def test_every_pair_is_compared_as_python_does(left, right, compare):
    a, b = SIDES[left], SIDES[right]

    def both(i, j):
        return compare(chosen(i, a), chosen(j, b))

    def one(i):
        return compare(chosen(i, a), b[0])

    def same(i):
        x = chosen(i, a)
        return compare(x, x)

    two, single, itself = (sct.to_static(f, backend="numpy") for f in (both, one, same))
    for i in range(3):
        for j in range(3):
            given = np.int64(i), np.int64(j)
            assert repr(answer(two, *given)) == repr(answer(both, *given))
        assert repr(answer(single, np.int64(i))) == repr(answer(one, np.int64(i)))
        assert repr(answer(itself, np.int64(i))) == repr(answer(same, np.int64(i)))


def mixed(x, k):
    """Numbers of the run beside texts."""
    a = x if k > 0 else "none"
    b = "none" if x > 2 else x + 1
    c = x * 2.0 if k > 1 else None
    return a == b, a != b, a == c, b == 3, b != "none", c == None  # noqa: E711


@pytest.mark.parametrize("cast", [int, float])
def test_numbers_of_the_run(cast):
    def function(x, k):
        return mixed(cast(x), k)

    static = sct.to_static(function, backend="numpy")
    for x in range(4):
        for k in range(3):
            given = np.float64(x), np.int64(k)
            assert repr(static(*given)) == repr(function(*given))


class Agent:
    def __init__(self, k):
        self.k, self.state = k, "S"


def counted(x):
    agents = [Agent(k) for k in range(12)]
    for a in agents:
        if x[a.k] > 0.5:
            a.state = "I" if x[a.k] < 0.8 else "R"
    counts = Counter(a.state for a in agents)
    return counts["S"], counts["I"], counts["R"]


def test_texts_are_counted_without_a_branch_for_each_pair(branches):
    x = np.linspace(0, 1, 12)
    assert sct.to_static(counted, backend="numpy")(x) == counted(x)
    assert len(branches) < 1500  # and not one more for each text that a key may be: 2664
