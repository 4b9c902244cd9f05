"""Users' classes derived from list, deque, set, dict, tuple and str that say themselves what they hold, and how."""

from collections import deque, namedtuple

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("classes of containers")
TWICE = call(np.array([3, 1])), call(np.array([-1, 2]))


class Backwards(list):
    """Smaller is what begins with more; equal what is as long."""

    def __lt__(self, other):
        return self[0] > other[0]

    def __eq__(self, other):
        return len(self) == len(other)

    def __contains__(self, x):
        return x == 7


@program(*TWICE)
def compared_by_a_class(x):
    """Of one or two items, as the run says."""
    s = Backwards([1])
    if x[0] > 0:
        s.append(2)
    o, other = Backwards([0]), Backwards([5])
    return s < o, s > o, s == o, s != o, s < other, other < s, 7 in s, 1 in s


@program(*TWICE)
def grown_and_compared_by_a_class(x):
    """Of run-time length."""
    s = Backwards([1])
    for e in x:
        if e > 0:
            s.append(int(e))
    o, other = Backwards([0]), Backwards([5, 3])
    return s < o, s > o, s == o, s != o, s < other, other < s, 7 in s, 1 in s, s in [o], [o, other].index(s)


class AsLong(deque):
    def __eq__(self, other):
        return len(self) == len(other)


@program(*TWICE)
def deques_compared_by_a_class(x):
    """`!=` is Python's own, which looks at the items."""
    s = AsLong([1])
    for e in x:
        if e > 0:
            s.append(int(e))
    return s == AsLong([0]), s == AsLong([0, 3]), s != AsLong([0, 3]), s == deque([0]), deque([0]) == s


CALLED = []


class AsksBack(list):
    def __gt__(self, other):
        CALLED.append("gt")
        return True

    def __eq__(self, other):
        return NotImplemented


@program(*TWICE)
def asked_first(x):
    """A list that is derived from the other's class is asked first."""
    CALLED.clear()
    a, s = [x[0], 2], AsksBack([1, x[1]])
    found = a < s, s > a, s < a, a > s, s == a, a == s, s != a, s <= a
    return found, list(CALLED)


@program(*TWICE)
def asked_first_of_grown_ones(x):
    """The same of lists of run-time length."""
    CALLED.clear()
    a, s = [2], AsksBack([1])
    for v in x:
        if v > 0:
            a.append(int(v))
            s.append(int(v))
    found = a < s, s > a, s < a, a > s, s == a, a == s, s != a, s <= a
    return found, list(CALLED)


class Empty(list):
    def __len__(self):
        return 99

    def __getitem__(self, i):
        return -1

    def __iter__(self):
        return iter([5, 6])

    def __bool__(self):
        return False


@program(*TWICE)
def lengths_and_truths(x):
    """`len`, truth, items and iteration are the class's."""
    s = Empty([1])
    for e in x:
        if e > 0:
            s.append(int(e))
    return len(s), s[0], list(s), bool(s), [v for v in s], 3 if s else 4, sum(s)


class Negated(list):
    def __contains__(self, v):
        return list.__contains__(self, -v)


class AlsoNegated(list):
    def __contains__(self, v):
        return super().__contains__(-v)


@program(*TWICE)
def membership_by_a_class(x):
    """By what `list` itself says of something else."""
    c, d, g = Negated([x[0], 1]), AlsoNegated([x[0], 1]), Negated()
    for v in x:
        if v > 0:
            g.append(int(v))
    return 3 in c, -3 in c, 3 in d, -3 in d, -1 in g, 1 in g, -2 in g


class Counted(list):
    """Does its own arithmetic, and stores one more."""

    def __iadd__(self, other):
        self.append(sum(other))
        return self

    def __add__(self, other):
        return "added"

    def __mul__(self, k):
        return Counted([v * k for v in self])

    def __setitem__(self, i, v):
        super().__setitem__(i, v + 1)

    def __delitem__(self, i):
        super().__setitem__(i, 0)

    def extend(self, other):
        super().extend([len(other)])

    def __bool__(self):
        return len(self) > 2

    def __reversed__(self):
        return iter("abc")


@program(*TWICE)
def own_arithmetic(x):
    """What sct undoes and puts back goes by none of this."""
    s = Counted([1, x[0]])
    s += [1, 2]
    s[0] = 5
    del s[1]
    s.extend([1, 2, 3])
    return s, s + [1], s * 2, "y" if s else "n", list(reversed(s)), [1] + s, 5 in s


@program(*TWICE)
def own_arithmetic_of_grown_ones(x):
    """The same of run-time length."""
    s = Counted([1, 2])
    for v in x:
        if v > 0:
            s.append(int(v))
    s += [1, 2]
    s[0] = 5
    del s[1]
    s.extend([1, 2, 3])
    return s, s + [1], s * 2, "y" if s else "n", list(reversed(s)), [1] + s, 2 in s


class Tens(list):
    def __iter__(self):
        for k in range(3):
            yield k * 10


@program(*TWICE)
def walked_as_a_class_says(x):
    """By loops, builtins and displays, and where other lists take it in; not where lists are joined."""
    s, a = Tens([1]), [0]
    for v in x:
        if v > 0:
            s.append(int(v))
    out = [(i, v) for i, v in enumerate(s)]
    a.extend(s)
    a += s
    a[1:1] = s
    return out, sorted(s), max(s), sum(s), tuple(s), [*s], list(zip(s, [1, 2])), s[0], len(s), a, [0] + s, s + [0]


class Both(list):
    def append(self, v):
        super().append(v)
        super().append(-v)

    def pop(self, *at):
        return super().pop(*at) * 100

    def sort(self):
        super().sort(reverse=True)

    def index(self, v):
        return -5

    def __hash__(self):
        return 5


@program(*TWICE)
def own_methods(x):
    """Methods with Python's names."""
    s = Both([1])
    for v in x:
        if v > 0:
            s.append(int(v))
    p = s.pop()
    s.sort()
    return p, s, s.index(1), hash(s)


class Pair(namedtuple("Pair", "a b")):
    def __eq__(self, other):
        return self.a == other.a

    def __lt__(self, other):
        return self.b < other.b

    def __add__(self, other):
        return Pair(self.a + other.a, self.b + other.b)

    __hash__ = None


@program(*TWICE)
def named_tuples_with_operators(x):
    """`!=` and `>` are those of tuples, or the other's `<`."""
    p, q, grown = Pair(x[0], x[1]), Pair(1, 5), []
    pairs = [Pair(v, -v) for v in x]
    for v in x:
        if v > 1:
            grown.append(Pair(int(v), -int(v)))
    both = sorted(pairs), min(pairs), max([p, q])
    return p == q, p != q, p < q, p > q, p + q, both, q in pairs, (grown[0] == q, grown[0] < q), q in grown


class Short(str):
    def __lt__(self, other):
        return len(self) < len(other)


@program(*TWICE)
def texts_of_a_class(x):
    """`max` asks with `>`, which is that of str; which of two it is, the run knows."""
    a = Short("abc") if x[0] > 0 else Short("zz")
    return max(a, Short("xxxxx")), max(Short("xxxxx"), Short("b")), a < Short("xxx")


class Lowered(dict):
    def __getitem__(self, k):
        return super().__getitem__(k.lower())

    def __contains__(self, k):
        return super().__contains__(k.lower())

    def get(self, k, default=None):
        return super().get(k.lower(), default)


@program(
    call(Lowered(a=1.0, b=np.array([1.0, 2])), np.array([3, 1])),
    call(Lowered(a=4.0, b=np.array([1.0, 3])), np.array([-1, 2])),
)
def keys_in_any_case(s, x):
    """The caller's dict, which finds what is written otherwise."""
    s["c"] = x
    return s["A"] + x, "B" in s, s.get("B"), s["C"]


class HalfMore(dict):
    def __getitem__(self, k):
        return super().__getitem__(k) + 0.5


@program(
    call(HalfMore(a=1.0, b=np.array([1.0, 2])), np.array([3, 1])),
    call(HalfMore(a=4.0, b=np.array([1.0, 3])), np.array([-1, 2])),
)
def more_than_it_holds(s, x):
    """A guard reads what the caller's dict holds, not what it says."""
    return s["a"] + x, s["b"] * 2, s.get("a")


class Double(list):
    def __getitem__(self, k):
        return super().__getitem__(k) * 2


@program(
    call(Double([1.0, np.array([1.0, 2])]), np.array([3, 1])),
    call(Double([4.0, np.array([1.0, 3])]), np.array([-1, 2])),
)
def twice_what_it_holds(s, x):
    """The same of a list."""
    return s[0] + x, s[1] * 2, [v for v in s]


class Hidden(dict):
    """Says that it holds nothing."""

    def __setitem__(self, k, v):
        super().__setitem__(k, v * 2)

    def items(self):
        return []

    def update(self, *args):
        raise RuntimeError("no update")

    def clear(self):
        raise RuntimeError("no clear")


def seen(d):
    return list(dict.items(d))


@program(call(Hidden(a=1.0), np.array([3, 1])), call(Hidden(a=2.0), np.array([-1, 2])))
def written_back_as_it_is(s, x):
    """What the function has done to the caller's dict is done to it by no method of its class."""
    s["a"] = x[1]
    s["c"] = 1
    return len(s), s["a"], seen(s)


class Stubborn(set):
    def add(self, v):
        super().add(v * 2)

    def clear(self):
        raise RuntimeError("no clear")

    def update(self, *args):
        raise RuntimeError("no update")

    def discard(self, v):
        raise RuntimeError("no discard")


@program(call(Stubborn([1, 2]), np.array([3, 1])), call(Stubborn([4]), np.array([-1, 2])))
def a_callers_set_of_a_class(s, x):
    """The same of a set."""
    s.add(5)
    s.remove(min(s))
    return s, len(s), x + len(s)


@program(call(Both([1.0]), np.array([3, 1])), call(Both([2.0, 3.0]), np.array([-1, 2])))
def a_callers_list_of_a_class(s, x):
    """The copy that the trace works on is made by no method of its class."""
    s.append(x[0])
    s[0] = x[1]
    return s, len(s), s.pop()


@program(*TWICE, refused=Refusal("UnsupportedCallError", "heapq.heappush(s, int(v))"))
def a_heap_of_a_class(x):
    """heapq goes by the methods of list itself."""
    import heapq

    s = Both([])
    for v in x:
        if v > 0:
            heapq.heappush(s, int(v))
    return s


@program(*TWICE, refused=Refusal("UnsupportedCallError", "return np.array(s)"))
def an_array_of_what_a_class_says(x):
    """NumPy calls its `__iter__`."""
    s = Tens([1])
    for v in x:
        if v > 0:
            s.append(int(v))
    return np.array(s)


class ByName(namedtuple("ByName", "a b")):
    def __lt__(self, other):
        return self.b < other.b

    def __gt__(self, other):
        return self.b > other.b

    def __eq__(self, other):
        return self.a == other.a

    __hash__ = None


@program(call(np.array([3, 1, 2])), call(np.array([-1, 2, 5])))
def grown_lists_of_named_tuples(x):
    """Equal by the first field, and ordered by the other."""
    grown = []
    for v in x:
        if v > 0:
            grown.append(ByName(int(v), -int(v)))
    sought = ByName(2, 77)
    same = grown == [ByName(3, 0), ByName(1, 0), ByName(2, 0)]
    return max(grown), min(grown), sought in grown, grown.count(sought), grown.index(sought), same


@program(call(np.array([3, 1, 2])), refused=Refusal("StaticValueError", "return sorted(grown)"))
def grown_lists_of_named_tuples_sorted(x):
    """Sorting would have to ask the class, item by item."""
    grown = []
    for v in x:
        if v > 0:
            grown.append(ByName(int(v), -int(v)))
    return sorted(grown)


class Digit(int):
    def __add__(self, other):
        return Digit(int(self) * 10 + int(other))

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1

    def __bool__(self):
        return False


class AnyText(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


class Measured(float):
    def __new__(cls, value, unit):
        made = super().__new__(cls, value)
        made.unit = unit
        return made


@program(*TWICE)
def one_of_two_that_say_they_are_equal(x):
    """Which of them it is, the run knows; what they hold tells them apart, and their attributes."""
    a = Digit(3) if x[0] > 0 else Digit(4)
    text = AnyText("ab") if x[0] > 0 else AnyText("cd")
    measured = Measured(1.5, "m") if x[0] > 0 else Measured(1.5, "s")
    numbers = a + 1, a == 9, bool(a), 1 + a, a - 1, a < 5, max(a, Digit(7))
    return numbers, str(text), text + "x", text == "q", measured.unit, measured * 2


@program(call(np.array([3, 2])), refused=Refusal("UnsupportedCallError", 'namedtuple("Pair"'))
def defaults_of_the_run(x):
    """A named tuple whose defaults only the run knows."""
    pair = namedtuple("Pair", "a b", defaults=(1, int(x[0])))
    return pair(2), pair._field_defaults
