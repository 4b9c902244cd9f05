"""Lists, tuples and deques of the user's classes that note what NumPy asks them: once, for a length and an iterator."""

import collections

import numpy as np

from tests.harness import Theme, call
from tests.programs.asked_as_often import Kept
from tests.programs.odd_kinds import said

program = Theme("asked by NumPy")
CALLS = [call(np.array([3.0, 1.0, 2.0])), call(np.array([-1.0, 5.0, 2.0]))]


class Row(list):
    """Notes what it is asked."""

    def __init__(self, held, name, log):
        super().__init__(held)
        self.name, self.log = name, log

    def __iter__(self):
        self.log.append(f"{self.name} iter")
        return super().__iter__()

    def __len__(self):
        self.log.append(f"{self.name} len")
        return super().__len__()

    def __getitem__(self, i):
        self.log.append(f"{self.name} get")
        return super().__getitem__(i)


class Queue(Kept, collections.deque):
    def __iter__(self):
        self.log.append("queue iter")
        return super().__iter__()

    def __len__(self):
        self.log.append("queue len")
        return super().__len__()


class Long(list):
    """Says only how long it is, and counts how often it has."""

    asked = 0

    def __len__(self):
        self.asked += 1
        return super().__len__()


@program(*CALLS)
def operands(x):
    """An operator makes one array of each."""
    log = []
    a, b, q = Row([1.0, x[1], 3.0], "a", log), Row([a for a in (1.0, 2.0, 3.0)], "b", log), Queue([x[0], 2.0, 5.0], log)
    found = [x + a, a - x, x > a, a == x, x @ a, x[0] + a, x**q, q * x, [a, b] + x.reshape(1, 3), divmod(x, b), x != (a, q)]
    y = x.copy()
    y += a
    y *= q
    return found, y, said(lambda: a * x[0]), x.__radd__(a), log


@program(*CALLS)
def subscripts(x):
    """Places that are a list are asked before what is written there, and that not at all where it cannot be written."""
    log = []
    i, v = Row([0, 2, 1], "i", log), Row([5.0, x[0], 7.0], "v", log)
    found = [x[i], x[i,], x.reshape(3, 1)[i, 0], x[Queue([2, 0], log)], x.flat[i]]
    x[i] = v
    x[:] = v
    x[...] = Queue([1.0, 2.0, x[0]], log)
    x.reshape(1, 3)[0, i] = v
    x.flat[:] = v
    return found, said(lambda: x.__setitem__(0, v)), x, log


@program(*CALLS)
def tuples(x):
    """A tuple of a class is made a tuple of Python's as a subscript, and an array elsewhere."""
    log = []

    class Pair(tuple):
        def __iter__(self):
            log.append("iter")
            return super().__iter__()

        def __len__(self):
            log.append("len")
            return super().__len__()

    grid = x.reshape(3, 1)
    return x[1:] + Pair((1.0, x[0])), grid[Pair((2, 0))], x[Pair((2, 0)),], x[Pair((1,))], log


@program(*CALLS)
def arrays_made(x):
    """np.array and ufuncs do the same, whatever is known."""
    log = []
    a, b, q = Row([1.0, x[1], 3.0], "a", log), Row([1.0, 2.0, 3.0], "b", log), Queue([x[0], 2.0, 5.0], log)
    found = [np.array(a), np.asarray(b), np.array([a, q, b]), np.array(b, dtype=int), np.array(a, ndmin=2)]
    found += [np.add(x, a), np.sin(b), np.maximum(q, x), np.hypot(a, b), np.matmul([a, b], x)]
    return found, log


@program(*CALLS)
def asked_in_branches(x):
    """Where a branch is not taken, nobody is asked."""
    log = []
    a = Row([1.0, 2.0, 3.0], "a", log)
    y = x + 1
    if x[0] > 2:
        y = y * a
        y[a] = 3.0 if x[1] > 4 else 2.0
    return y, len(log), log


@program(*CALLS)
def counted_by_themselves(x):
    """What notes in itself how often it is asked."""
    a = Long([1.0, x[0], 2.0])
    y = x + a
    y[:] = a
    return y, a.asked, np.array(a), a.asked


class Held:
    """Notes that it is asked for an array."""

    def __init__(self, held, log):
        self.held, self.log = held, log

    def __array__(self, dtype=None, copy=None):
        self.log.append("array")
        return np.array(self.held)


@program(*CALLS)
def arrays_asked_for(x):
    """Only where NumPy makes an array of the object."""
    log = []
    h = Held([1.0, 2.0, x[0]], log)
    found = [np.sum(h), np.sort(h), np.sin(h), np.array(h), np.iterable(h), np.isscalar(h)]
    found += [said(f) is None for f in (lambda: np.zeros((h, h)), lambda: np.split(x, h), lambda: np.identity(h))]
    return found, log


def stirred(n):
    return n + n % 7


@program(call(np.arange(8.0), np.int64(2)))
def asked_of_a_number_with_a_past(x, n):
    """The number that has to be known is made in many steps, each of which takes the last one twice."""
    for _ in ("",) * 14:
        n = stirred(stirred(n)) % 5
    return np.diff(x, n)
