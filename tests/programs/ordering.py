"""Sorting and comparing by run-time values: pairs, objects, texts."""

import bisect
import dataclasses
import heapq

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("ordering")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
I = np.array([3, 1, 3, 1, 2])


@program(call(V), call(-V))
def pairs(x):
    """Ordered: pairs."""
    return (
        sorted((v, i) for i, v in enumerate(x)),
        sorted([(x[i], "abcdef"[i]) for i in range(6)]),
        sorted(zip(x, range(6)), reverse=True),
    )


@program(call(I), call(-I))
def ties(x):
    """Ordered: ties."""
    a = [(int(v), i) for i, v in enumerate(x)]
    return (
        sorted(a, key=lambda t: t[0]),
        sorted(a, key=lambda t: t[0], reverse=True),
        sorted(a, key=lambda t: (-t[0], t[1])),
        sorted(a, reverse=True),
    )


@program(call(I), call(-I))
def objects(x):
    """Ordered: objects."""

    class P:
        def __init__(self, a, n):
            self.a = a
            self.n = n

    ps = [P(v, i) for i, v in enumerate(x)]
    s = sorted(ps, key=lambda p: p.a)
    return [p.n for p in s], [p.a for p in s]


@program(call(I), call(-I))
def strings(x):
    """Ordered: strings."""
    names = ["a", "b", "c", "d", "e"]
    s = sorted(names, key=lambda n: x[names.index(n)])
    return s, " ".join(s)


@program(call(I), call(-I))
def arrays(x):
    """Ordered: arrays."""
    rows = [np.arange(3) * v for v in x]
    return sorted(rows, key=lambda r: r[1])


@program(call(V), call(np.array([1.0, np.nan, 0.0])))
def nan(x):
    """Ordered: nan."""
    return sorted(list(x)), sorted((v, 1) for v in x)


@program(call(I), call(-I))
def minmax_pairs(x):
    """Ordered: minmax pairs."""
    return (
        min((v, i) for i, v in enumerate(x)),
        max(zip(x, "abcde")),
        min([(x[0], 1), (x[1], 2)]),
        max([(x[0], 1), (x[1], 2)], key=lambda t: t[0]),
    )


@program(call(I), call(-I))
def argmin(x):
    """Ordered: argmin."""
    return min(range(5), key=lambda i: x[i]), max(range(5), key=x.__getitem__)


@program(call(V), call(-V), call(np.zeros(3)))
def tuple_compare(x):
    """Ordered: tuple compare."""
    a = (x[0], 1)
    b = (x[1], 2)
    return (
        a < b,
        a <= b,
        a == b,
        a != b,
        [x[0], x[1]] == [1.0, -2.0],
        (x[0],) == (x[0], x[1]),
        a > b,
        (1, a) < (1, b),
        a == None,
        (x[0], x[1]) in [(1.0, -2.0), (0.0, 0.0)],
    )


@program(call(V), call(-V), call(np.zeros(3)))
def tuple_branch(x):
    """Ordered: tuple branch."""
    best = (x[0], 0)
    for i in range(1, 3):
        if (x[i], i) > best:
            best = (x[i], i)
    return best


class Num:
    def __init__(self, v):
        self.v = v

    def __bool__(self):
        return self.v > 0

    def __lt__(self, o):
        return self.v < o.v

    def __eq__(self, o):
        return self.v == o.v

    def __hash__(self):
        return 1

    def __len__(self):
        return 3

    def __contains__(self, k):
        return self.v > k

    def __add__(self, o):
        return Num(self.v + o.v)

    def __radd__(self, o):
        return Num(self.v + o)

    def __call__(self, k):
        return self.v * k if self.v > 0 else -k

    def __getitem__(self, i):
        return self.v + i

    def __abs__(self):
        return abs(self.v)

    def __neg__(self):
        return Num(-self.v)

    def __float__(self):
        return float(self.v)

    def __int__(self):
        return int(self.v)

    def __round__(self, n=0):
        return round(float(self.v), n)

    def __index__(self):
        return 2

    def __str__(self):
        return f"Num({self.v})"

    def __repr__(self):
        return f"<{self.v}>"

    def __format__(self, s):
        return "F" + s

    def __matmul__(self, o):
        return self.v * o.v

    def __divmod__(self, o):
        return self.v // o, self.v % o

    def __pow__(self, o):
        return self.v**o

    def __iadd__(self, o):
        self.v = self.v + o
        return self

    def __invert__(self):
        return ~int(self.v)

    def __reversed__(self):
        return [self.v, 1]


@program(call(V), call(-V))
def ubool(x):
    """Compared: ubool."""
    a = Num(x[0])
    return 1 if a else 2


@program(call(V), call(-V))
def ubool_not(x):
    """Compared: ubool not."""
    a = Num(x[0])
    b = not a
    c = a and 5
    d = bool(a)
    return b, d, any([a]), all([a, Num(x[2])])


@program(call(V), call(-V))
def ubool_while(x):
    """Compared: ubool while."""
    a = Num(x[2])
    n = 0
    while a:
        a = Num(a.v - 1)
        n += 1
    return n


@program(call(V), call(-V))
def ult(x):
    """Compared: ult."""
    a = Num(x[0])
    b = Num(x[1])
    if a < b:
        return 1
    if a > b:
        return 2
    return a == b, a != b


@program(call(V), call(-V))
def ucontains(x):
    """Compared: ucontains."""
    a = Num(x[0])
    return 0.5 in a, 7 not in a, (3 if 0 in a else 4)


@program(call(V), call(-V))
def ucall(x):
    """Compared: ucall."""
    a = Num(x[0])
    return (
        a(2),
        a[3],
        len(a),
        abs(a),
        (-a).v,
        float(a),
        int(a),
        round(a, 1),
        a @ Num(x[1]),
        divmod(a, 2),
        a**2,
        ~a,
        list(map(a, [1, 2])),
    )


@program(call(V), call(-V))
def ustr(x):
    """Compared: ustr."""
    a = Num(x[0])
    print(a, [a], f"{a} {a!r} {a:>3}")
    return str(a)


@program(call(V), call(-V))
def usum(x):
    """Compared: usum."""
    a = sum([Num(x[0]), Num(x[1])], Num(0.0))
    b = sum([Num(x[0]), Num(x[1])])
    return a.v, b.v


@program(call(V), call(-V))
def uiadd(x):
    """Compared: uiadd."""
    a = Num(0.0)
    b = a
    for i in range(6):
        a += x[i]
    return a.v, a is b


@program(call(V), call(-V))
def umax(x):
    """Compared: umax."""
    return max(Num(x[0]), Num(x[1])).v, min([Num(v) for v in x], key=lambda q: q.v).v


@program(call(V), call(-V))
def usorted(x):
    """Compared: usorted."""
    return [q.v for q in sorted([Num(x[0]), Num(x[1]), Num(x[2])])]


@program(call(V), call(-V))
def usorted_key(x):
    """Compared: usorted key."""
    return [q.v for q in sorted([Num(x[0]), Num(x[1]), Num(x[2])], key=lambda q: q.v)]


@program(call(V), call(-V))
def uindex(x):
    """Compared: uindex."""
    return [10, 20, 30][Num(x[0])], x[Num(1)], list(range(Num(2)))


R = np.array([-2.0, 0.5, 1.0, 3.0, 3.0, 4.0])


@program(call(R, np.array(0.7)), call(R, np.array(3.0)), call(R, np.array(9.0)))
def bis(x, v):
    """bisect in lists and arrays, of run-time values, pairs and keys."""
    l = [-1.5, 0.0, 2.0, 2.0]
    return (
        bisect.bisect(l, float(v)),
        bisect.bisect_left(l, float(v)),
        bisect.bisect_right(x, v),
        bisect.bisect_left(x, v),
        bisect.bisect(list(x), v),
        bisect.bisect_left([(a, i) for i, a in enumerate(x)], (v, 2)),
    )


@program(call(R, np.array(0.7)), call(R, np.array(3.0)), call(R, np.array(-3.0)))
def table(x, v):
    """A table looked up by bisect."""
    k = bisect.bisect_right(x, v)
    return "FDCBA!?"[k], k, bisect.bisect([60, 70, 80], int(v * 30))


class _Ranked:
    def __init__(self, value, place):
        self.value, self.place = value, place

    def __lt__(self, other):
        return self.value < other.value


class _Counting(_Ranked):
    def __lt__(self, other):
        self.place += 10
        return self.value < other.value


@dataclasses.dataclass(order=True)
class _Offer:
    price: float
    turn: int
    size: int = dataclasses.field(compare=False)


_RANKS = call(np.array([5, 3, 2, 9.0, 3, 1, 4, 3])), call(np.zeros(0)), call(np.array([3.0, np.nan, 2, np.nan, 4]))


@program(*_RANKS, call(np.array([2.0])))
def objects_of_a_grown_list(x):
    """A list of as many objects as the run has found, in the order of their `__lt__`: stable, the same objects."""
    found = []
    for place, v in enumerate(x):
        if v != 1:
            found.append(_Ranked(v, place))
    ordered = sorted(found)
    found.sort(reverse=True)
    if found:
        found[0].place = 77
    return [(o.value, o.place) for o in ordered], [(o.value, o.place) for o in found]


@program(call(np.array([0, 1, 0, 0, 1]), np.array([5, 3, 2, 4, 6])), call(np.array([1, 1]), np.array([2, 1])))
def order_book(side, price):
    """Two books that change places, of objects that are changed, and sorted by the fields of their dataclass."""
    bids, asks, fills = [], [], []
    for turn, (s, p) in enumerate(zip(side.tolist(), price.tolist(), strict=True)):
        book, other, sign = (bids, asks, -1) if s == 0 else (asks, bids, 1)
        rest = 2
        while rest and other and sign * other[0].price >= p:
            best = other[0]
            fills.append((turn, best.turn))
            rest -= 1
            best.size -= 1
            if best.size == 0:
                heapq.heappop(other)
        if rest:
            heapq.heappush(book, _Offer(sign * p, turn, rest))
    return fills, [(o.price, o.size) for o in sorted(bids)], len(asks)


@program(call(V), refused=Refusal("StaticValueError", "return [(o.value, o.place) for o in sorted([_Counting(v, 0)"))
def objects_that_count_comparisons(x):
    """How often Python compares is up to its algorithm, also where an object of the function's own keeps the count."""
    return [(o.value, o.place) for o in sorted([_Counting(v, 0) for v in x])]


@program(call(np.ones(6)), refused=Refusal("StaticValueError", "best = heapq.nlargest(3, "))
def ties_of_heaps(x):
    """Which of objects that are alike come first is up to Python's heap: it is not the order of the list."""
    best = heapq.nlargest(3, [_Ranked(v, k) for k, v in enumerate(x)])
    return [o.place for o in best]


@program(call(V), call(np.ones(4)))
def the_best_of_objects(x):
    """One, or some by a key: as they are in the list."""
    found = [_Ranked(v, k) for k, v in enumerate(x)]
    some = heapq.nsmallest(2, found, key=lambda o: o.value)
    return heapq.nlargest(1, found)[0].place, [o.place for o in some], min(found).place


@program(call(np.ones(4)), refused=Refusal("StaticValueError", "[o.place for o in heapq.merge(found, found)]"))
def ties_of_merged(x):
    """Neither does the heap of merge() take what is alike from its first list."""
    found = sorted([_Ranked(v, k) for k, v in enumerate(x)])
    return [o.place for o in heapq.merge(found, found)]


class _Folded:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return _Folded(2 * self.value + other)


@program(call(np.array([1.0, 2, 2])), call(np.array([3.0, 0.5, 2, 2])), call(np.zeros(0)))
def summed_by_an_object(x):
    """sum() with a start of the user's adds one after the other, also where only the run knows how many."""
    return sum(x[x > 1], _Folded(1)).value, sum(x, start=_Folded(2)).value


class _Asked(_Ranked):
    def __eq__(self, other):
        self.place += 1
        print("asked", self.place)
        return self.value == other.value


@program(call(np.array([1.0, 3, 1, 2]), 3.0), call(np.array([1.0, 3, 1, 2]), 1.0), call(np.ones(2), 5.0))
def looked_for_one_by_one(x, wanted):
    """`in` asks no object behind the first that is equal."""
    items = [_Asked(v, 10 * k) for k, v in enumerate(x)]
    return _Asked(x[0] * wanted, 0) in items, [o.place for o in items]
