"""Iterators that are stepped by hand: of the user's classes, of lists, arrays and generators."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("iterators")
V = np.array([1.0, -2.0, 3.0, 0.5])


class Walk:
    """Goes through a sequence, as Python's own iterators do."""

    def __init__(self, items):
        self.items = items
        self.at = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.at >= len(self.items):
            raise StopIteration
        item = self.items[self.at]
        self.at += 1
        return item


@program(call(V), call(-V))
def own_class_stepped(x):
    """An iterator of the user's class, stepped and then walked through."""
    walk = Walk(x)
    first = next(walk)
    return first, [v * 2 for v in walk], next(walk, -1.0)


@program(call(V), call(-V))
def own_class_until_it_ends(x):
    """The end of an iterator is caught."""
    walk, total = Walk(x), 0.0
    try:
        while True:
            total += next(walk)
    except StopIteration:
        pass
    return total


@program(call(V), call(-V))
def own_class_with_a_default(x):
    """A loop that ends by the default of next, or by a value."""
    walk, total = Walk(x), 0.0
    while True:
        v = next(walk, None)
        if v is None or v > 2.5:
            break
        total += v
    return total, next(walk, -1.0)


@program(call(V), call(-V), refused=Refusal("StaticValueError", "if self.at >= len(self.items)"))
def own_class_at_a_run_time_place(x):
    """How far the iterator got depends on a value: its end is not known."""
    walk = Walk([1.0, 2.0, 3.0])
    if x[0] > 0:
        next(walk)
    return sum(walk)
