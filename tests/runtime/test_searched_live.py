"""Lists and deques whose items change them while they are searched, or are compared."""

from collections import deque

import numpy as np
import pytest

import sct
from sct.errors import SideEffectError

X = np.array([1.0, 2.0])
SEARCHES = {
    "in": lambda xs, v: v in xs,
    "remove": lambda xs, v: xs.remove(v),
    "index": lambda xs, v: xs.index(v),
    "count": lambda xs, v: xs.count(v),
    "equal": lambda xs, v: xs == type(xs)([v, v, v]),
}


class Item:
    def __init__(self, held, number):
        self.held, self.number = held, number

    def __eq__(self, other):
        self.change()
        return self.number == other


class Clearing(Item):
    def change(self):
        self.held.clear()


class Appending(Item):
    def change(self):
        if len(self.held) < 9:
            self.held.append(3)


class Turning(Item):
    def change(self):
        if isinstance(self.held, deque):
            self.held.rotate(1)


class Back(Item):
    def change(self):
        self.held.append(3)
        self.held.pop()


class Equal(Item):
    def change(self):
        pass


def answer(function, *args):
    try:
        return function(*args)
    except (RuntimeError, IndexError, ValueError) as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("wanted", [0.0, 4.0])
@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("kind", [Clearing, Appending, Turning, Back, Equal])
@pytest.mark.parametrize("container", [list, deque])
def test_it_is_pythons_answer_or_none(container, kind, search, wanted):
    def f(x):
        held = container()
        held.append(kind(held, 1))
        held.append(kind(held, 1))
        held.append(2)
        return answer(SEARCHES[search], held, x[0] + wanted), len(held)

    changes = kind in (Turning, Back)  # where plain Python might not notice it, or does
    static = sct.to_static(f)
    for x in (X, -X):
        try:
            found = static(x)
        except SideEffectError as error:
            assert changes and container is deque  # noqa: PT017
            assert "changes while it is searched" in str(error)
            continue
        assert found == f(x)


def test_a_list_that_loses_its_items_has_no_more_to_find():
    def f(x):
        held = []
        held.append(Clearing(held, x[0]))
        held.append(5)
        return 5 in held

    assert f(X) is sct.to_static(f)(X) is False


@pytest.mark.parametrize("method", ["remove", "index"])
def test_what_is_not_there_is_said_in_the_words_of_a_deque(method):
    def f(x):
        return answer(getattr(deque([x[0], x[1]]), method), "a")

    assert f(X) == sct.to_static(f)(X)
