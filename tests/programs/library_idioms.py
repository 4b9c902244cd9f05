"""What libraries that are written in NumPy do, beyond what programs do."""

import functools
import typing

import numpy as np
import scipy.linalg

from tests.harness import Theme, call

program = Theme("library_idioms")


class Gain:
    """Something that lists and texts can be added to and multiplied with."""

    def __init__(self, factor):
        self.factor = factor

    def __radd__(self, other):
        return len(other) + self.factor

    def __rmul__(self, other):
        return [x * self.factor for x in other]


@program(call(np.array([1.0, -1.0, 2.0])), call(np.array([-1.0, -2.0])))
def lists_beside_objects(x):
    """Python asks the object before it finds that a list takes nothing but lists."""
    grown = []
    for value in x:
        if value > 0:
            grown.append(value)
    return grown + Gain(2), [x[0], 3.0] * Gain(3), "ab" + Gain(1)


@program(call(np.array([1.0, 2.0, 0.0]), 0.5), call(np.array([4.0, 2.0, 3.0]), 2.0))
def times_over_a_step(x, step):
    """A list of growing length divided by a number that is one of two kinds."""
    times, steps = [], []
    found = x == 0.0
    if np.any(found):
        times += (x[found] + 3.0).tolist()
    times += (1.0 / x[~found]).tolist()
    steps += np.minimum(x[~found], 4.0).tolist()
    if len(times) == 0:
        return step, step
    last = np.max(times) * (5 if found.any() else 1)
    return last / np.min(steps), np.arange(3) * last


@program(call(np.array([[1.0, 2.0], [3.0, 4.0]])), call(np.array([[1.0, 2.0], [-3.0, 4.0]])))
def real_or_complex_vectors(a):
    """The dtype of eigenvectors is only known to the run; plain Python answers where it was foreseen wrongly."""
    w, left, right = scipy.linalg.eig(a, left=True, right=True)
    return w, np.abs(left * right).sum(axis=0), right.dtype.kind


@program(
    call(np.array([4.0, -1.0, 2.0])),
    call(np.array([-4.0, -1.0])),
    call(np.array([4.0, -1.0, -2.0])),
    call(np.array([0.5, -1.0, 0.25])),
)
def squeezed_selection(x):
    """How many dimensions are left depends on how many elements were found."""
    found = np.squeeze(x[x > 0])
    table = np.outer(x[x > 0], x[x < 0]).squeeze()
    view = x[x > 0][None, :, None]
    view.squeeze()[...] += 1.0
    return found, found.ndim, table, np.atleast_1d(found).sum(), view, found[()] * 2


@program(
    call(np.ones((2, 3)), np.array(1.0)),
    call(np.ones((4, 3)), np.array(1.0)),
    call(np.ones((4, 3)), np.array(-1.0)),
    call(np.ones((2, 3)), np.array(-1.0)),
)
def third_row_if_any(table, sign):
    """A view that is only there where a test inside of another one says so."""
    rows = table[table[:, 0] > 0]
    third, picked = None, sign
    if sign > 0:
        if len(rows) > 2:
            third = rows[2]
            picked = rows[2] + 1.0
        else:
            picked = rows
    return third, picked


@program(call(np.array([4.0, 1.0])), call(np.array([-4.0, 1.0])), call(np.array([0.25, 1.0])), call(np.array([-0.25, 0.5])))
def text_of_real_or_complex(x):
    """The text of a number that is real or complex as the values want it."""
    root = np.emath.sqrt(x[0])
    print("root", root, f"{root}!")
    assert abs(root) >= 1, "too small: " + str(root) + " of " + str(x[0])
    return str(root), f"{root} of {x[1]}", "%s or %r" % (root, root), root


SIGNED = np.array([1.0, -2.0, 3.0, 4.0, -5.0])
THREE = np.array([1.0, 3.0, 4.0])


@program(call(SIGNED, THREE), call(-SIGNED, THREE), call(SIGNED[:3], THREE))
def selected_and_compared(x, y):
    """As many elements as the run selects, compared with others and put between them."""
    some = x[x > 0]
    known = np.array_equal(some, y), np.array_equal(some, [1.0, 3.0]), np.array_equal(some, some[::-1], equal_nan=True)
    table = np.outer(y, y)
    return known, np.insert(y, 1, some), np.insert(table, 0, table[y > x[0]], axis=0), np.array_equal(table, table[y > 0])


@program(call(np.array([2.0, 5.0, 1.0])), call(np.array([0.0, 5.0, 1.0])))
def joined_with_one_of_two_lists(x):
    """A branch leaves an empty list or a full one, which is joined with arrays."""
    more = []
    if x[0] > 1:
        more = [1.0, x[0]]
    both = np.array([more, more])
    return np.hstack((more, x)), np.concatenate([x, more]), np.vstack((more, more)), np.r_[x, more], both


@program(call(np.array([1.0, -2.0, 4.0])), call(np.array([1.0, 2.0, 4.0, 8.0])))
def kinds_of_arrays(x):
    """What code that takes arrays of several libraries asks for."""
    names = ("__array_interface__", "__array__", "__array_struct__", "__len__", "mask", "todense", "__or__", "is_integer")
    known = [hasattr(v, name) for v in (x, x[0], float(x[0])) for name in names]
    return known, np.ma.isMaskedArray(x), isinstance(x, np.ma.MaskedArray), typing.cast("list[float]", [v for v in x if v > 0])


@program(call(SIGNED, THREE), call(-SIGNED, THREE), call(SIGNED[:3], THREE))
def stacked_with_what_is_selected(x, y):
    """Few elements beside as many as the run selects: they have to be as many."""
    return np.stack([y, x[x > 0]]), np.column_stack([x[x > 0], y])


class _Bag:
    def __init__(self, items):
        self.items = list(items)

    def __iter__(self):
        return iter(self.items)

    def plus(self, x):
        """One with another item."""
        return _Bag([*self.items, x])


@program(call([1, 2, 3], {9}, _Bag([9])), call([5], {1, 2}, _Bag([1, 2])))
def reduced_into_what_can_be_walked_through(xs, s, bag):
    """What `functools.reduce` begins with stays what it is: a set, or an object with an `__iter__`."""
    made = functools.reduce(lambda a, b: a.plus(b), xs, bag)
    return functools.reduce(lambda a, b: a | {b}, xs, s), s, made.items, type(made).__name__


@program(call(np.array([1, 2, 3]), {9: 1}, {9}), call(np.array([5]), {1: 1, 2: 2}, {1, 2}))
def reduced_from_arrays(x, d, s):
    """The same of the elements of an array."""
    keys = functools.reduce(lambda a, b: {**a, int(b): 1}, x, d)
    return keys, functools.reduce(lambda a, b: a | {int(b)}, x, s), functools.reduce(lambda a, b: a + [b], x, [])
