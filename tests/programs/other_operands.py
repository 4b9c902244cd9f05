"""Ranges and deques where NumPy wants arrays, and objects of users' classes beside arrays and NumPy's numbers."""

from collections import deque
from itertools import permutations

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("other operands")

X = np.arange(12.0).reshape(4, 3)
N = np.int64
COUNTS = [call(N(3), 4), call(N(1), -1), call(N(0), 7)]


class Dual:
    """A number with its derivative."""

    def __init__(self, value, slope=0.0):
        self.value, self.slope = value, slope

    def __add__(self, other):
        return Dual(self.value + other, self.slope)

    __radd__ = __add__

    def __rsub__(self, other):
        return Dual(other - self.value, -self.slope)

    def __rmul__(self, other):
        return Dual(self.value * other, self.slope * other)

    def __gt__(self, other):
        return self.value > other

    def __eq__(self, other):
        return self.value == other

    __hash__ = None


class First(Dual):
    """One that arrays let go first."""

    __array_ufunc__ = None


class Ranked(Dual):
    """One that ranks above arrays."""

    __array_priority__ = 10


@program(call(X))
def range_as_index(x):
    """Rows and columns by ranges."""
    x[range(2), 1] += 10
    return x[range(3), :], x[range(0)], x[range(3), range(3)], np.take(x, range(2))


@program(*COUNTS)
def range_of_the_run_as_index(n, _):
    """By a range whose end the program knows."""
    return X[range(n)], np.arange(9)[range(0, 2 * n, 2)]


@program(call(X))
def range_added_in_place(x):
    """The array itself changes."""
    x += range(3)
    x *= deque([1, 2, 3])
    return x - range(3), range(3) * x


@program(call(X))
def ranges_as_arguments(x):
    """Of functions and methods of NumPy."""
    joined = np.concatenate((x, [range(3)])), np.stack([range(3), x[0]]), np.diff(range(4))
    return joined, np.dot(x, range(3)), np.where(range(3), x, 0), x.take(range(2)), np.transpose(x, range(2))


@program(*COUNTS)
def array_of_a_range(n, _):
    """An empty one is of floats, as an empty list is."""
    return np.array(range(n)), np.sum(range(n)), np.asarray(range(n), dtype=float)


@program(*COUNTS)
def inside_of_a_range(n, k):
    """Numbers, and what is no number."""
    here = k in range(n), 2 in range(n, 7), n in range(10, 0, -2), k not in range(-n, n, 2)
    return here, 1.0 in range(n), 1.5 in range(n), "a" in range(n), None in range(n), True in range(n)


@program(*COUNTS)
def neighbours_on_a_board(n, _):
    """Where the board ends is known to the program."""
    found = []
    for i in range(4):
        for j in range(4):
            if i + 1 in range(n) and j - 1 in range(n):
                found.append((i, j))
    return found


@program(*COUNTS)
def parts_of_a_range(n, k):
    """Slices forwards and backwards, the last item, and whether there is one."""
    r = range(n + 3)
    parts = list(r[::2]), list(r[1:]), list(r[-2:]), list(r[:-9]), list(r[::-1]), list(r[:0:-2]), list(r[k:])
    return parts, r[-1], bool(range(n)), range(n) == range(0), range(n) != range(3), range(0, n, 2) == range(0, n, 3)


@program(call(N(1), 2), call(N(5), 2), call(N(2), 2), call(N(0), 2))
def unpacked_range(n, _):
    """To a name and a star."""
    first, *rest = range(n)
    return first, rest


TIMES = [call(X, N(2)), call(X, N(0)), call(X, np.uint8(3))]


@program(*TIMES)
def repeated_tuples(x, k):
    """An integer of NumPy leaves it to the tuple, as to a list."""
    longer = (7, 8)
    longer *= k
    return (1, 2) * k, k * (x[0, 1],), len(((),) * k), longer, [1, 2] * k, (1, 2) + k


@program(call(X))
def not_repeated_by_floats(x):
    """Of any other number, it does not."""
    seen = []
    for k in (x[1, 1], x[0, 0] > 0, x[0].mean()):
        try:
            seen.append((1, 2) * k)
        except TypeError as error:
            seen.append(str(error))
    return seen


@program(call(X), call(-X))
def augmented_without_own_method(x):
    """`q += …` of a class that has only `__add__`."""
    q, s, t = Dual(x[1, 1]), x[0, 1], 2.5
    q += x[0, 2]
    s += Dual(x[2, 0])
    t += Dual(x[2, 1])
    return q.value, s.value, t.value, type(s.value).__name__


COUNTED = [call(X, 3), call(X, 2), call(X, 4), call(X, 1)]


@program(*COUNTED)
def where_ints_are_wanted(x, k):
    """A count that changes from call to call, given to what takes nothing but ints."""
    last = deque(x[0], maxlen=k), deque([1, 2, 3], k)
    return last, "%.*f|%*d" % (k, x[1, 1], k, k), np.histogram(x, k), list(permutations("abc", min(k, 2)))


@program(call(7, N(3), 5), call(7, 3, 5), call(N(2), 3, 5))
def powers_of_three(a, b, m):
    """With a modulus, Python's ints only."""
    try:
        return pow(a, b, m)
    except TypeError as error:
        return str(error)


def positive(xs):
    for x in xs:
        if x > 0:
            yield x


@program(call(np.array([3.0, -1.0, 2.0, 5.0])), call(np.array([3.0, -1.0, 2.0])), call(np.array([3.0, -1.0])))
def unpacked_generator(x):
    """A star takes all that it yields, however many those are."""
    first, *middle, last = positive(x)
    return first, middle, last


@program(call(X))
def counts_with_fractions(x):
    """`repeat` cuts them off."""
    times = [float(x[0, 2]) / 2 + 0.6, 2.0, int(x[0, 0])]  # of the run
    return x.repeat(1.7, 0), np.repeat(x[0], [1.2, 2.0, 0]), np.repeat(x[0], times), x.repeat(tuple(times[:1]), 1)


@program(call(X), call(-X), call(X.astype(np.float32)), call(X.astype(int)))
def scalar_meets_object(x):
    """NumPy's numbers hand themselves over as Python's."""
    a, b, c = x[1, 1] + Dual(2.0), x[0, 2] - Dual(1), x[1, 0] * Dual(2, 3)
    seen = [v for d in (a, b, c) for v in (d.value, d.slope)]
    return seen, [type(v).__name__ for v in seen], x[0, 1] < Dual(3), x[0, 1] == Dual(1), x[0, 1] != Dual(1)


@program(call(X))
def arrays_let_them_go_first(x):
    """If their class says so."""
    return (x + First(1.0)).value, (x * First(2.0, x)).slope, (x + Ranked(1.0)).value, x < Ranked(3.0)


@program(call(X), refused=Refusal("ObjectDtypeError", "return (x * Dual(2.0)).value"))
def array_meets_object(x):
    """Else NumPy makes an array of objects."""
    return (x * Dual(2.0)).value


@program(call(X), refused=Refusal("ObjectDtypeError", "x += Dual(2.0)"))
def array_changed_by_object(x):
    """In place, too."""
    x += Dual(2.0)
    return x


@program(call(X), refused=Refusal("ObjectDtypeError", "return x == Dual(2.0)"))
def array_compared_with_object(x):
    """Comparisons go through the elements as well."""
    return x == Dual(2.0)


def unanswering(log, base=object):
    """A class whose methods write down that they are asked, and answer nothing."""

    class Unanswering(base):
        __hash__ = None

        def __eq__(self, other):
            log.append("==")
            return NotImplemented

        def __ne__(self, other):
            log.append("!=")
            return NotImplemented

        def __lt__(self, other):
            log.append("<")
            return NotImplemented

        def __add__(self, other):
            log.append("+")
            return NotImplemented

        def __radd__(self, other):
            log.append("+ of the other")
            return NotImplemented

        def __iadd__(self, other):
            log.append("+=")
            return NotImplemented

    return Unanswering


def asked(log, question):
    try:
        log.append(question())
    except TypeError as error:
        log.append(str(error))


def added_in_place(a, b):
    a += b
    return a


@program(call(X), call(-X))
def unanswered(x):
    """Each method is asked once, and then it is Python's own answer, or its TypeError."""
    log, v = [], float(x[0])
    kind = unanswering(log)
    a, b = kind(), kind()
    for question in (lambda: a + 1, lambda: v + a, lambda: a + b, lambda: a < v, lambda: a < b, lambda: a - 1):
        asked(log, question)
    for question in (lambda: a == b, lambda: a == a, lambda: a != b, lambda: a == v, lambda: "x" != a, lambda: a in [1, b]):
        asked(log, question)
    asked(log, lambda: added_in_place(a, v))
    return log


@program(call(X), call(-X))
def unanswered_beside_lists(x):
    """A class that is derived from list; and what is written down after a branch that has written some, too."""
    log = []
    if x[0] > 0:
        log.append("above")
    kind = unanswering(log, list)
    a, b = kind([1]), kind([2])
    for question in (lambda: a + [3], lambda: [1] + a, lambda: a == [1], lambda: a != b, lambda: a < [3]):
        asked(log, question)
    return log


class Count:
    """How often, and how often it was asked."""

    def __init__(self, n):
        self.n, self.asked = n, 0

    def __index__(self):
        self.asked += 1
        return self.n


class Doubling(Count):
    """Its own answer comes before the list's."""

    def __rmul__(self, other):
        return other, self.n


@program(*COUNTS)
def repeated_in_place(n, m):
    """`*=` asks an object how often, and the list stays the one it was."""
    count, xs, ys, zs = Count(int(n)), [m, 1], deque([m, 2]), bytearray(b"ab")
    same = xs
    xs *= count
    ys *= count
    zs *= count
    pair = [m]
    pair *= Doubling(int(n))
    return xs, ys, zs, xs is same, count.asked, pair


@program(*COUNTS)
def repeated_in_place_beyond_memory(n, m):
    """Python says that there is no room for so many."""
    xs = [int(n), m]
    try:
        xs *= 2**62
    except (MemoryError, OverflowError):
        return xs
