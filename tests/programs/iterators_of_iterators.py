"""Iterators that take their items from other iterators: each item is taken once, also by what is tried out first."""

from collections import Counter
from itertools import chain, combinations, compress, count, islice, starmap

import numpy as np

from tests.harness import Theme, call

program = Theme("iterators of iterators")
TWO, ZERO = np.int64(2), np.int64(0)


@program(call([4, 1, 7, 3]), call([]))
def places_from_the_end(xs):
    """A generator expression over a C iterator over a `map`."""
    chosen = compress(count(), map(lambda v: v > 3, xs))
    return [len(xs) - 1 - k for k in chosen], list(10 * i for i in compress(count(), map(bool, xs)))


@program(call([[1, 2], [2, 3]]))
def only_in_one(groups):
    """A Counter of an iterator of iterators."""
    counts = Counter(chain.from_iterable(map(set, groups)))
    once = {k for k in counts if counts[k] == 1}
    return [list(filter(once.__contains__, g)) for g in groups], counts


@program(call([1, 2, 3]))
def unions(items):
    """Keys of a dict that a `map` gives."""
    sets = tuple(dict.fromkeys(map(frozenset, zip(items))))
    parts = (starmap(set().union, combinations(sets, r)) for r in range(len(sets) + 1))
    return list(chain.from_iterable(parts))


@program(call([5, 6, 7, 8], TWO), call([5, 6, 7, 8], ZERO), call([5], TWO), call([5, 6], np.int64(-1)))
def the_first(xs, n):
    """As many as only the running program knows."""
    return list(islice(xs, n)), sum(v * 2 for v in islice(xs, n, None))


@program(call(np.arange(7.0), TWO, np.int64(6)), call(np.arange(3.0), TWO, ZERO))
def each_step(x, step, stop):
    """All bounds of a slice of an iterator."""
    return list(islice(x, 1, stop, step)), next(islice(x, stop, None), -1.0)


@program(call([1, 2, 3], np.float64(2)), call([1, 2, 3], np.bool_(True)))
def no_integer(xs, n):
    """What is no integer is no bound."""
    return list(islice(xs, n))


@program(call([1, 2, 3], ZERO), call([1, 2, 3], TWO))
def no_step(xs, n):
    """A step of zero."""
    try:
        return list(islice(xs, None, None, n))
    except ValueError as error:
        return str(error)


@program(*(call(np.arange(5.0), n) for n in (2, 2.0, "2", True, None, -1, np.array(2.0))))
def no_integer_for_a_generator(x, n):
    """Bounds of a generator's items, which are known: what is no integer raises, also as start and step."""
    found = []
    for bounds in ((n,), (n, None), (0, n, 2), (0, 5, n)):
        try:
            found.append(list(islice((v + 1 for v in x), *bounds)))
        except ValueError as error:
            found.append(str(error))
    return found, list(islice(count(3), n)) if n is not None else []
