"""Comparisons of users' objects that raise: tried out by sorting, grouping and searching, and then made where Python makes them."""

import itertools

import numpy as np
import pytest

from tests.runtime.same import same


class Raising:
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        if self.v > 1:
            raise ValueError("lt")
        raise KeyError("k")

    def __eq__(self, other):
        if self.v > 1:
            raise ValueError("eq")
        raise KeyError("k")

    __hash__ = None


def of(x):
    return [Raising(int(x[0])), Raising(int(x[1]))]


def grown(x):
    made = []
    for v in x:
        made.append(Raising(int(v)))
    return made


def in_a_branch(use, made):
    def function(x):
        c = made(x)
        if x[0] > 0:
            use(c)
        return len(c)

    return function


def caught(use, made):
    def function(x):
        c = made(x)
        try:
            use(c)
        except (KeyError, ValueError) as error:
            return type(error).__name__
        return use(c)

    return function


USES = {
    "sort": lambda c: c.sort(),
    "sorted": lambda c: len(sorted(c)),
    "max": lambda c: max(c).v,
    "groupby": lambda c: len(list(itertools.groupby(c))),
    "index": lambda c: c.index(Raising(3)),
    "in": lambda c: Raising(3) in c,
}


@pytest.mark.parametrize("around", [in_a_branch, caught])
@pytest.mark.parametrize("made", [of, grown])
@pytest.mark.parametrize("name", USES)
def test_as_python(name, made, around):
    if (name, made) in {("groupby", grown), ("groupby", of)} and around is caught:
        pytest.skip("a generator sees it first")
    same(around(USES[name], made), *[(np.array(x),) for x in ([1, 2], [2, 0], [-2, 0])])
