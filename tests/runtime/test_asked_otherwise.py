"""Objects that libraries ask in a way of their own: refused where they do more than answer."""

import collections
import heapq
import itertools
import random
import statistics

import numpy as np
import pytest

import sct
from tests.programs.asked_as_often import Kept, Places, Stepped
from tests.programs.asked_by_numpy import Held


class Row(Places):
    """A sequence that notes what it is asked."""

    def __rmul__(self, other):
        return Row([other * v for v in self.held], self.log)

    def __lt__(self, other):
        return True


class Quiet(Row):
    def __len__(self):
        return len(self.held)

    def __getitem__(self, i):
        return self.held[i]


class Named(list):
    def __len__(self):
        return 2


LOUD = [
    lambda row: heapq.nsmallest(2, row),
    lambda row: statistics.median(row),
    lambda row: statistics.mean(row),
    lambda row: heapq.nlargest(1, row),
]


@pytest.mark.parametrize("function", LOUD)
def test_libraries(function):
    static = sct.to_static(lambda x: function(Row([2, 1, 3], [])))
    with pytest.raises(sct.errors.SideEffectError, match="does more than answer"):
        static(np.zeros(1))
    quiet = sct.to_static(lambda x: function(Quiet([2, 1, 3], [])))
    assert quiet(np.zeros(1)) == function(Quiet([2, 1, 3], []))


def test_samples():
    with pytest.raises(sct.errors.SctError, match=r"random\.sample\(\) of a user's sequence"):
        sct.to_static(lambda x: random.Random(3).sample(Named([1, 2]), 1))(np.zeros(1))
    with pytest.raises(TypeError, match="Population must be a sequence"):
        sct.to_static(lambda x: random.Random(3).sample(Quiet([1, 2], []), 1))(np.zeros(1))


@pytest.mark.parametrize("operate", [lambda a, b: a * b, lambda a, b: a > b])
def test_numbers_of_numpy_beside_sequences(operate):
    """NumPy makes an array of the sequence: the reflected method is not asked."""
    row = Row([1.0, 2.0], [])
    assert type(operate(np.float64(3.0), row)) is np.ndarray
    with pytest.raises(sct.errors.ObjectDtypeError, match="an array meets a Row"):
        sct.to_static(lambda x: operate(x[0], Row([1.0, 2.0], [])))(np.array([3.0]))
    assert sct.to_static(lambda x: (float(x[0]) * Row([1.0, 2.0], [])).held[1])(np.array([3.0])) == 6.0


class Walked(Kept, list):
    """Notes that it is gone through."""

    def __iter__(self):
        self.log.append("iter")
        return list.__iter__(self)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.repeat(x, Row([2, 1], [])),
        lambda x: np.delete(x, Row([0, 1], [])),
        lambda x: np.concatenate([x, Walked([1.0], [])]),
        lambda x: np.fromiter(Row([1.0, 2.0], []), float, count=1),
    ],
)
def test_numpy(function):
    with pytest.raises(sct.errors.SideEffectError, match="does more than answer"):
        sct.to_static(function)(np.array([1.0, 2.0]))


class Counted(list):
    """Counts in itself how often it is gone through."""

    asked = 0

    def __iter__(self):
        self.asked += 1
        return list.__iter__(self)


class Placed(list):
    """Notes which item is taken or put."""

    def __init__(self, held, log):
        super().__init__(held)
        self.log = log

    def __getitem__(self, i):
        self.log.append(i)
        return list.__getitem__(self, i)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.dot(Walked([1.0, 2.0], [])),
        lambda x: x.take(Counted([1, 0])),
        lambda x: x.reshape(Walked([2, 1], [])),
        lambda x: x.fill(Walked([2, 1], [])),
        lambda x: np.add.reduce(Walked([1.0, 2.0], [])),
        lambda x: np.add.at(x, Counted([1, 0]), 1.0),
        lambda x: np.r_[x, Walked([1.0], [])],
        lambda x: np.c_[Counted([1.0, 2.0]), x],
        lambda x: np.random.default_rng(3).choice(Walked([1.0], [])),
        lambda x: np.random.default_rng(3).normal(size=Counted([2, 3])),
        lambda x: np.random.default_rng(Walked([1, 2], [])).random(),
        lambda x: np.random.default_rng(3).shuffle(Placed([1, 2], [])),
        lambda x: random.Random(3).shuffle(Placed([1, 2], [])),
        lambda x: np.random.seed(Counted([1, 2])),
        lambda x: np.delete(x, Counted([1])),
        lambda x: np.stack([[x], [[*x]], [Counted(x)]]),
        lambda x: np.concatenate(Placed([x, x], [])),
        lambda x: np.concatenate([*[x] * 20, Counted([1.0])]),
    ],
)
def test_asked_more_than_once(function):
    """Methods, generators and others that ask in ways of their own: also what notes it in itself."""
    with pytest.raises(sct.errors.SctError, match="does more than"):
        sct.to_static(function)(np.array([1.0, 2.0]))


class Deck(collections.deque):
    def __iter__(self):
        return super().__iter__()


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x, c: list(heapq.merge(c, c)), "one iterator is given twice"),
        (lambda x, c: list(heapq.merge(Stepped([1, 2], []), Stepped([1, 2], []))), "does more than answer"),
        (lambda x, c: {int(x[0]), 2}.isdisjoint(Places([1, 2, 3], [])), "does more than answer"),
        (lambda x, c: Deck([x[0]]) == Deck([x[1]]), "whose class has an __iter__ of its own"),
    ],
)
def test_asked_in_another_order(function, message):
    with pytest.raises(sct.errors.SctError, match=message):
        sct.to_static(lambda x: function(x, (v + 1 for v in x)))(np.array([1.0, 2.0]))


class First:
    """Has its operators asked first."""

    __array_ufunc__ = None

    def __rmul__(self, other):
        return 3.0

    def __lt__(self, other):
        return True


class Looked:
    """Notes which attributes it is asked for."""

    def __init__(self, log):
        self.log = log

    def __getattr__(self, name):
        self.log.append(name)
        raise AttributeError(name)


class Cut:
    def __init__(self, log):
        self.log = log

    def __int__(self):
        self.log.append("int")
        return 2


class Unhashable:
    def __init__(self, log):
        self.log = log

    def __eq__(self, other):
        self.log.append("eq")
        return True


class Whole:
    def __init__(self, log):
        self.log = log

    def __index__(self):
        self.log.append("index")
        return 2


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: np.dot(x, First()), "asks a First for its __rmul__"),
        (lambda x: np.sort([First(), First()]), "asks a First for its __lt__"),
        (lambda x: np.dot(x, Held([1.0, 2.0], [])), "does more than answer"),
        (lambda x: np.vstack([Held([1.0, 2.0], []), Held([1.0, 2.0], [])]), "does more than answer"),
        (lambda x: x + Looked([]), "does more than answer"),
        (lambda x: x == Looked([]), "does more than answer"),
        (lambda x: x[Looked([])], "does more than answer"),
        (lambda x: np.clip(x, Looked([]), 9), "does more than answer"),
        (lambda x: np.random.default_rng(1).choice(3, Whole([])), "an object of a user's class"),
        (lambda x: np.repeat(x, Cut([])), "does more than answer"),
        (lambda x: np.tile(x, Unhashable([])), "does more than answer"),
    ],
)
def test_operators_and_attributes_asked(function, message):
    """What np.dot and the like ask was raised as a TypeError of the name of the method."""
    with pytest.raises(sct.errors.SctError, match=message):
        sct.to_static(function)(np.array([1.0, 2.0]))


class Gone:
    def __init__(self, log):
        self.log = log

    def __iter__(self):
        self.log.append("iter")
        return iter([1])


@pytest.mark.parametrize("function", [itertools.islice, itertools.combinations, itertools.permutations])
def test_counts_are_no_iterables(function):
    """What is taken for a count is not gone through."""

    def counted(x):
        log = []
        try:
            return list(function([x[0], 2], Gone(log))), log
        except (TypeError, ValueError) as error:
            return str(error), log

    assert sct.to_static(counted)(np.ones(1)) == counted(np.ones(1))


def test_unhashable_objects_are_not_compared():
    def function(x):
        log = []
        try:
            return Unhashable(log) in {int(x[0]): 1}, log
        except TypeError as error:
            return str(error), log

    assert sct.to_static(function)(np.ones(1)) == function(np.ones(1))
