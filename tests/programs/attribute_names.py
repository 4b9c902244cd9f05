"""Attributes by chosen names, and of chosen objects; attributes that may be missing."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("attribute names")
X = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
CALLS = (call(X), call(-X), call(np.abs(X)))


class Pair:
    def __init__(self, p):
        self.p, self.q = p, 0


@program(*CALLS)
def set_by_a_chosen_name(x):
    """The name is one of two texts."""
    pair = Pair(1.0)
    for v in x:
        setattr(pair, "p" if v > 0 else "q", v)
    return pair


@program(*CALLS)
def read_by_a_chosen_name(x):
    """One of the names is none of an attribute."""
    pair = Pair(5.0)
    name = "p" if x[0] > 0 else "r"
    return getattr(pair, name, -1), hasattr(pair, name)


@program(*CALLS)
def of_a_chosen_object(x):
    """One of the objects has it."""
    pair = Pair(5.0)
    if x[0] > 0:
        pair = Pair(6.0)
        pair.mark = 2
    return hasattr(pair, "mark"), getattr(pair, "mark", None), getattr(pair, "mark", 3) + pair.p


@program(*CALLS)
def missing_by_a_chosen_name(x):
    """An AttributeError, if that name is chosen."""
    return getattr(Pair(5.0), "p" if x[0] > 0 else "nope")


@program(*CALLS)
def deleted_in_a_branch(x):
    """Whether it is there is known to the running program only."""
    pair = Pair(5.0)
    if x[0] > 0:
        del pair.p
    return hasattr(pair, "p")


@program(*CALLS, refused=Refusal("SideEffectError", "return "))
def names_in_a_dict(x):
    """As is what its dict holds."""
    pair = Pair(5.0)
    if x[0] > 0:
        pair.z = 2
    return "z" in vars(pair), "z" in dir(pair)


class Plain:
    def __init__(self):
        self.asked = 0


class Asked(Plain):
    @property
    def far(self):
        self.asked += 1
        return self.asked


@program(call(Plain(), X), call(Asked(), X), call(Plain(), -X), call(Asked(), -X), retraces=True)
def asked_for_by_the_function_alone(it, x):
    """Of an object of another class, whose property counts how often it is asked for."""
    return hasattr(it, "far"), getattr(it, "far", 0) + x[0], it


class Fallback:
    """Has an answer of its own to names that it does not have."""

    def __init__(self, v):
        self.v = v

    def __getattr__(self, name):
        raise AttributeError(name)


@program(*CALLS)
def sets_of_objects_with_a_fallback(x):
    """A set that leaves holds objects with their attributes, and others at each call."""
    a, b = Fallback(2), Fallback(x[0])
    return [[one.v for one in made] for made in ({a}, {b}, frozenset([a]))], {a}, {b}, frozenset([b])


class Telling:
    """Says itself which names it has, and counts how often it is asked."""

    def __init__(self, names, count):
        self.names, self.count, self.asked = names, count, 0

    def __dir__(self):
        self.asked += 1
        return ["z", *self.names, f"a{self.count}"]


@program(*CALLS)
def names_that_an_object_tells(x):
    """`dir` of an object that has a `__dir__` sorts what that answers."""
    it = Telling("cb", int(x[0]))
    return dir(it), f"a{int(x[0])}" in dir(it), it.asked
