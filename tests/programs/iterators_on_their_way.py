"""Lists that change where the run says, while an iterator of Python's is on its way through them."""

import itertools

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("iterators on their way")
CALLS = [call(np.array([1.0, 2.0])), call(np.array([2.0, 1.0]))]


def each(items):
    for one in items:
        yield one


def delegated(items):
    yield from items


@program(*CALLS, refused=Refusal("SideEffectError", "return list(back)"))
def backwards(x):
    """It was taken to have come to its end."""
    v = int(x[0])
    m = [1, 2, v]
    back = reversed(m)
    m[v - 1] = 9
    return list(back)


@program(*CALLS, refused=Refusal("SideEffectError", "return first, list(items)"))
def in_a_generator(x):
    """A generator that has given one item."""
    v = int(x[0])
    m = [1, 2, v]
    items = each(m)
    first = next(items)
    m[v - 1] = 9
    return first, list(items)


@program(*CALLS, refused=Refusal("SideEffectError", "return first, list(items)"))
def in_a_delegating_generator(x):
    """The same of `yield from`."""
    v = int(x[0])
    m = [1, 2, v]
    items = delegated(m)
    first = next(items)
    m.insert(v, 3)
    return first, list(items)


@program(*CALLS, refused=Refusal("SideEffectError", "return first, list(pairs)"))
def in_an_iterator_of_itertools(x):
    """An iterator of `itertools` that holds one of the list."""
    v = int(x[0])
    m = [1, 2, v]
    pairs = itertools.pairwise(m)
    first = next(pairs)
    m[v - 1] = 9
    return first, list(pairs)


@program(*CALLS)
def gone_through_before(x):
    """Those that have come to their end, or that nobody holds, do not matter."""
    v = int(x[0])
    m = [1, 2, v]
    first, total = next(iter(m)), sum(q for q in m)
    pairs, running = list(itertools.pairwise(m)), list(itertools.accumulate(m))
    items = list(each(m))
    m[v - 1] = 9
    m.insert(v, 3)
    return first, total, pairs, running, items, m, [*reversed(m)]
