"""Operators whose methods answer NotImplemented, always or only where a value of the run says so."""

import bisect
import functools
import heapq

import numpy as np

from tests.harness import Theme, call
from tests.programs.odd_kinds import said

program = Theme("operands without an answer")
CALLS = [call(np.array([3.0, 1.0, 2.0])), call(np.array([1.0, 2.0, 3.0])), call(np.array([7.0, 9.0, 1.0]))]


class Low:
    """Knows what is more than it, if it is small."""

    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        if self.v > 5:
            return NotImplemented
        return self.v < other.v


class Both(Low):
    """Knows what is less, too."""

    def __gt__(self, other):
        return self.v > other.v

    def __eq__(self, other):
        if self.v > 2:
            return NotImplemented
        return self.v == other.v

    __hash__ = None


class Sum:
    """Adds if it is small; logs what it is asked."""

    def __init__(self, v, log):
        self.v, self.log = v, log

    def __add__(self, other):
        self.log.append("+")
        return self.v + 1.0 if self.v < 2.5 else NotImplemented

    def __radd__(self, other):
        self.log.append("r")
        return NotImplemented

    def __iadd__(self, other):
        self.log.append("i")
        if self.v > 1.5:
            return NotImplemented
        self.v += other
        return self


class Never:
    """Has no answer at all."""

    def __init__(self, log):
        self.log = log

    def _none(self, other):
        self.log.append("?")
        return NotImplemented

    __eq__ = __lt__ = __iadd__ = __add__ = __mul__ = _none
    __hash__ = None


class Row(list):
    """A list that is compared by itself where it begins with a small number."""

    def __eq__(self, other):
        return self[0] < 2 or NotImplemented

    def __lt__(self, other):
        return NotImplemented if self[0] > 2 else True

    def __add__(self, other):
        return NotImplemented if self[0] > 2 else "sum"

    __hash__ = None


@functools.total_ordering
class Ordered(Low):
    """The others come from `__lt__`."""

    def __eq__(self, other):
        return self.v == other.v

    __hash__ = None


@program(*CALLS)
def asked_the_other_way_round(x):
    """Python asks the other one; what the run had not answered was true."""
    a, b, c = Both(x[0]), Both(x[1]), Both(x[2])
    found = [a < b, b < c, a == b, a != c, a == a, c in [a, b], [a, b, c].index(b)]
    if a < b:
        found.append("less")
    return found, [o.v for o in sorted([a, b, c])], min(a, b, c).v, max([a, b, c]).v


@program(*CALLS)
def errors_of_the_run(x):
    """Where neither has an answer the program raises."""
    a, b = Low(x[0]), Low(x[1])
    return said(lambda: a < b), said(lambda: b < a), said(lambda: a < 3), said(lambda: min(a, b).v)


@program(*CALLS)
def sums(x):
    """`+=` goes on to `+`, and that to the other side, each asked once."""
    log = []
    a, b = Sum(x[0], log), Sum(x[1], log)
    found = said(lambda: a + 1), said(lambda: 1 + a), said(lambda: a + b)
    c = a
    try:
        c += 2.0
    except TypeError as error:
        found = (*found, str(error))
    return found, c is a, a.v, log


@program(*CALLS)
def never_an_answer(x):
    """Who has answered NotImplemented is not asked again for what Python says then."""
    log = []
    a, b = Never(log), Never(log)
    asked = [lambda: a == b, lambda: a == a, lambda: a != b, lambda: a == 1.5, lambda: a < b, lambda: 1 < a, lambda: a * 2]
    found = [said(one) for one in asked]
    try:
        a += 1
    except TypeError as error:
        return found, str(error), log


@program(*CALLS)
def lists_of_the_users(x):
    """Python's own comparison goes on where the other one is a plain list."""
    a, b = Row([x[0], 1]), Row([x[1], 1])
    found = a == b, b == [x[1], 1], [x[0], 1] == a, b != b
    return found, said(lambda: a < b), said(lambda: b < [x[0], 1]), said(lambda: a + [1]), said(lambda: [1] + b)


@program(*CALLS)
def by_total_ordering(x):
    """Its methods pass on what they are answered."""
    a, b = Ordered(x[0]), Ordered(x[1])
    return said(lambda: a <= b), said(lambda: b >= a), said(lambda: a > b), said(lambda: b > a)


class Field:
    """Has its say in NumPy's functions while it is small."""

    def __init__(self, v):
        self.v = v

    def __array_ufunc__(self, function, method, *args, **kwargs):
        return NotImplemented if self.v > 2 else f"{function.__name__} of a field"


@program(*CALLS)
def left_to_numpy(x):
    """NumPy raises where nobody has an answer."""
    try:
        return np.add(x, Field(x[0]))
    except TypeError:
        return "nobody"


@program(*CALLS)
def ordered_by_others(x):
    """In a heap, and where one belongs in a sorted list."""
    heap = [Both(x[0]), Both(x[1]), Both(x[2])]
    heapq.heapify(heap)
    least = heapq.heappop(heap).v
    return least, bisect.bisect([Both(0.5), Both(2.5), Both(8.0)], Both(x[0]))


@program(*CALLS)
def in_loops(x):
    """Objects that a loop makes and compares."""
    best, more = Both(0.0), 0
    for v in x:
        one = Both(v)
        if best < one:
            best = one
        more += one == Both(2.0)
    return best.v, more


class Noted(Never):
    """Notes whom it is asked about, and has an answer to Python's numbers alone, or to none."""

    def __init__(self, v, log, answers=False):
        self.v, self.log, self.answers = v, log, answers

    def _noted(self, name, other):
        self.log.append((name, type(other).__name__))
        return name if self.answers and type(other) is float else NotImplemented

    def __eq__(self, other):
        return self._noted("eq", other)

    def __lt__(self, other):
        return self._noted("lt", other)

    def __add__(self, other):
        return self._noted("add", other)

    __iadd__ = __mul__ = None
    __hash__ = None


class Ranked(Noted):
    """Goes before arrays."""

    __array_ufunc__ = None


@program(*CALLS)
def asked_again_by_numpy(x):
    """A number of NumPy's asks the other one again, about a number of Python's; what Python says is about that one."""
    log = []
    asked = [
        lambda a, v: a == v,
        lambda a, v: a != v,
        lambda a, v: v != a,
        lambda a, v: a < v,
        lambda a, v: v > a,
        lambda a, v: a + v,
        lambda a, v: divmod(a, v),
    ]
    found = []
    for a in (Noted(1, log), Noted(2, log, True), Ranked(3, log)):
        for v in (x[0], float(x[0]), np.float64(2.5)):
            found += [said(lambda: one(a, v)) for one in asked]  # noqa: B023
    return found, log


@program(*CALLS)
def ranked_before_arrays(x):
    """NumPy leaves all to the other one, and does not ask it again."""
    log = []
    a = Ranked(1, log)
    return said(lambda: a == x), said(lambda: a != x), said(lambda: x != a), said(lambda: a < x), log


class Placed:
    """Compared by its place, known or of the run; notes how often."""

    def __init__(self, v, log):
        self.v, self.log = v, log

    def __lt__(self, other):
        self.log.append(("lt", self.v, other.v))
        return NotImplemented if self.v > 2 else self.v < other.v

    def __gt__(self, other):
        self.log.append(("gt", self.v, other.v))
        return self.v > other.v

    def __eq__(self, other):
        self.log.append(("eq", self.v, other.v))
        return self.v == other.v

    __hash__ = None


@program(*CALLS)
def sorted_without_answers(x):
    """What was noted before Python raises stays; sorting asks keys of one class once more than `<` does."""
    log = []
    found = [said(lambda: sorted([Noted(x[0], log), Noted(x[1], log), Noted(x[2], log)]))]
    found += [said(lambda: max(Noted(x[0], log), Noted(x[1], log)))]
    two = sorted([Placed(x[0], log), Placed(x[1], log)])
    return found, [one.v for one in two], log


@program(*CALLS)
def sorted_as_often_as_python_asks(x):
    """Keys that are known are asked in Python's order, in tuples and lists, too."""
    log = []
    places = [4, 3, 1, 2]
    single = sorted([Placed(k, log) for k in places], reverse=True)
    first = sorted([(Placed(k, log), x[0]) for k in places])
    second = sorted([(1, Placed(k, log)) for k in places])
    lists = sorted([[Placed(k, log)] for k in places])
    places.sort(key=lambda k: (Placed(k, log), x[0]))
    return [one.v for one in single], [one[0].v for one in (*first, *lists)], [one[1].v for one in second], places, log
