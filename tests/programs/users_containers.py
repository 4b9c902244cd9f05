"""Results of users' classes that are dicts or lists: their items, their attributes, and who else holds them."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("users containers")


class Result(dict):
    """Items are attributes, as in the results of many solvers."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(name) from error

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


class Root(Result):
    def __init__(self, root, iterations, flag):
        self.root, self.iterations = root, iterations
        self.flag = {0: "converged", 1: "too many steps"}.get(flag, flag)


class Shouting(dict):
    """Counts its writes, and answers items that are not there."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.writes = 0

    def __setitem__(self, key, value):
        self.writes += 1
        super().__setitem__(key.upper(), value)

    def __missing__(self, key):
        return 0.0


class Path(list):
    def length(self):
        return sum(abs(b - a) for a, b in zip(self, self[1:], strict=False))


class Named(list):
    """A list with an attribute, whose `append` is its own."""

    name = "unnamed"

    def append(self, item):
        super().append(item + 1)
        self.name = f"{len(self)} items"


class Slotted(dict):
    __slots__ = ("unit",)


@program(call(3.0), call(50.0), call(0.8))
def newton(x):
    """A root finder that answers from inside of its loop."""
    for i in range(20):
        f = x**3 - 2 * x - 5
        if abs(f) < 1e-12:
            return x, Root(root=x, iterations=i, flag=0)
        x = x - f / (3 * x * x - 2)
    return x, Root(root=x, iterations=20, flag=1)


@program(call(np.arange(4.0)), call(-np.arange(3.0)))
def attributes_as_items(x):
    """Arrays among the items, one of them twice; an item is deleted."""
    found = Result(x=x, fun=x.sum(), nit=3)
    found.jac = 2 * x
    found.again = found.jac
    del found.nit
    return found, found.jac


@program(call(2.0), call(-2.0))
def classes_with_their_own_writes(v):
    """What the class does on a write is done once."""
    table = Shouting(a=v)
    table["b"] = v * 2
    if v > 0:
        table["c"] = 3 * v
    return table, table["none"], [table, table]


@program(call(np.array([1.0, 3.0, 2.0])))
def lists_with_methods(x):
    """Lists with methods and attributes, in each other."""
    path = Path([x[0], x[1]])
    path.append(x[2])
    named = Named()
    named.append(x[0])
    named.inner = path
    return path, path.length(), named, {"n": named}


@program(call(1.0), call(-1.0))
def one_of_two(v):
    """A branch decides which object leaves."""
    a, b = Result(v=v), Path([v, 2 * v])
    return (a, b) if v > 0 else (b, a)


@program(call(1.0), refused=Refusal("StaticValueError", "def in_themselves(v):"))
def in_themselves(v):
    """Objects that hold themselves."""
    found = Result(v=v)
    found.me = [found]
    return found


@program(call(1.0), refused=Refusal("StaticValueError", "def with_slots(v):"))
def with_slots(v):
    """An attribute that is not in the `__dict__`."""
    made = Slotted(a=v)
    made.unit = "m"
    return made


class Doubling(list):
    """Appends twice what it is given."""

    def append(self, item):
        super().append(2 * item)

    def insert(self, at, item):
        super().insert(at, 2 * item)


@program(call(np.array([1.0, 2.0, 3.0])), call(np.array([-1.0, 5.0, 2.0])), call(np.array([-1.0])))
def appends_in_its_own_way(v):
    """A method under a name that `list` has, called where the run decides; what it makes leaves."""
    kept, once = Doubling(), Doubling([7.0])
    for x in v:
        if x > 1:
            kept.append(x)
            kept.insert(0, x)
    if v[0] > 0:
        once.append(3.0)
    return kept, once, list(kept), len(once), sum(once), [kept]
