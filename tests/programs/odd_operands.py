"""Indices, factors and arguments of kinds that one does not expect: what Python and NumPy say to them."""

import math
import operator

import numpy as np

from tests.harness import Theme, call

program = Theme("odd operands")
KINDS = (np.int64(1), np.int32(-1), np.uint8(2), np.bool_(True), np.float64(1), 1, True, np.int64(9))
CALLS = [call(n, i) for n in (5, np.int64(5)) for i in KINDS]
XS = [call(np.array(xs)) for xs in ([0.0, 1.0, 2.0], [0.0, 3.0, 2.0], [0.0, -1.0, 2.0])]


@program(*CALLS)
def item_of_a_range(n, i):
    """An item of a range is an int of Python's; floats and NumPy's bools are no indices."""
    return range(n)[i], range(1, n, 2)[i]


@program(*CALLS)
def item_of_a_range_by_a_test(n, i):
    """A bool of Python's is 0 or 1, and one of NumPy's is no index."""
    return range(n)[i > 0]


@program(*CALLS)
def list_times_number(n, i):
    """Lists are repeated by integers only."""
    return [k for k in range(n)] * i


@program(*CALLS)
def number_times_tuple(n, i):
    """So are tuples, from the other side."""
    return i * tuple([k for k in range(n)])


@program(call(np.int64(3), np.array(2)), call(np.int64(3), np.array([1, 2, 3])), call(np.int64(3), np.array(2.5)))
def times_array(n, a):
    """Arrays make arrays of both."""
    xs = [k for k in range(n)]
    return xs * a, a * tuple(xs)


@program(call(np.int64(3), np.array(2)), call(np.int64(3), np.array([1, 5, 0])), call(np.int64(3), np.float64(1)))
def compared_with_numpys(n, a):
    """And compare item by item."""
    xs = [k for k in range(n)]
    return xs == a, xs < a, a >= tuple(xs), xs != a


def _inside(v, xs):
    if v < xs[0]:
        return None
    if v > xs[-1]:
        return None
    return v * 2


@program(*XS)
def none_among_numbers(xs):
    """A None that may come up where a number is needed: Python's own TypeError, if it does."""
    return [math.atan2(_inside(k, xs), _inside(k, xs)) for k in xs]


@program(*XS)
def none_in_ufuncs(xs):
    """So it is with NumPy's functions of two arrays."""
    return np.maximum(_inside(xs[1], xs), xs), np.dot(xs, _inside(xs[1], xs))


@program(*XS)
def none_in_arrays(xs):
    """In an array of floats, None is NaN; of others NumPy makes an array of objects."""
    out = np.zeros(2)
    out[0] = _inside(xs[1], xs)
    return out, np.array([_inside(xs[1], xs), 1.0]), np.full(3, _inside(xs[1], xs))


@program(call(np.ones(2), np.array([0])), call(np.ones(2), np.array([1])))
def attributes_of_one_of_several(x, which):
    """Only those that Python's own object has, also where a branch decides which it is: sct's own could be read."""
    one = (frozenset([x[0]]), [x[1]])[int(which[0])]
    found = [hasattr(one, "items"), getattr(one, "items", 7), getattr(one, "rows", 8)]
    getters = operator.attrgetter("items"), operator.methodcaller("items")
    for ask in (lambda one: one.items, lambda one: getattr(one, "items"), *getters):
        try:
            found.append(ask(one))
        except AttributeError as error:
            found.append(str(error))
    return found


@program(call(np.ones(2), np.array([2])))
def numbers_that_are_no_sequences(x, n):
    """`operator.concat` names what it cannot join as Python would: the numbers of a run were called arrays."""
    found = []
    for other in (int(n[0]), n[0], float(x[0]), bool(x[0]), n):
        for one in ([1], (1,), "a"):
            try:
                operator.concat(one, other)
            except TypeError as error:
                found.append(str(error))
        try:
            operator.concat(other, [1])
        except TypeError as error:
            found.append(str(error))
    return found
