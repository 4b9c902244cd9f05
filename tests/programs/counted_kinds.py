"""Counters of a few things of which the run says which one each item is: texts, members of enums, None, tuples."""

import enum
from collections import Counter, OrderedDict

import numpy as np

from tests.harness import Theme, call

program = Theme("counted_kinds")
X = np.array([3, -1, 2])
CALLS = (call(X), call(abs(X)), call(np.array([0, 0, -5])))


class Kind(enum.Enum):
    LOW = 0
    HIGH = 1


def kind(v):
    return Kind.LOW if v < 1 else Kind.HIGH


@program(*CALLS)
def of_a_generator(x):
    """A generator and a list of texts."""
    y = [v + 1 for v in x]
    falls = Counter("down" if a > b else "up" for a, b in zip(y, y[1:]))
    return Counter("p" if v > 0 else "n" if v < 0 else "z" for v in x.tolist()), falls, Counter(
        ["p" if x[0] > 0 else "n", "p" if x[1] > 0 else "n"]
    )


@program(*CALLS)
def of_a_map(x):
    """Members of an enum, by map()."""
    c = Counter(map(kind, x))
    return c, c[Kind.LOW], c.most_common(1)[0][0], max(c, key=c.get)


@program(*CALLS)
def of_other_kinds(x):
    """Tuples, bools, and numbers or None."""
    pairs = Counter(("neg", 0) if v < 0 else ("pos", 1) for v in x)
    return pairs, Counter(bool(v > 0) for v in x), Counter(int(v) if v > 0 else None for v in x)


@program(*CALLS)
def updated(x):
    """What comes from iterators is added, and taken away."""
    c = Counter()
    c.update("u" if v > 0 else "d" for v in x)
    c.subtract(map(lambda v: "u" if v > 2 else "z", x))
    c.update(iter("ud"))
    return c, +c, dict(c), c == Counter("ud")


@program(*CALLS)
def keys_alone(x):
    """`fromkeys` of the same."""
    table = OrderedDict.fromkeys("p" if v > 0 else "n" for v in x)
    shared = dict.fromkeys(["a" if x[0] < 0 else "b", "a" if x[1] < 0 else "b"], [])
    shared[next(iter(shared))].append(1)
    return table, list(table), shared


@program(*CALLS)
def unhashable(x):
    """A list among them is Python's TypeError."""
    return Counter([] if v < 0 else "a" for v in x)
