"""What a list, a tuple or a sorted list asks of the user's iterables, before it walks through them: how long they are."""

import operator
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations, product

import numpy as np

from tests.harness import Refusal, Theme, call, fresh

program = Theme("lengths that are asked for")
X = np.arange(3.0)


class Sized:
    """Counts how often it is asked."""

    def __init__(self, items):
        self.items, self.asked = items, []

    def __len__(self):
        self.asked.append("len")
        return 3

    def __iter__(self):
        self.asked.append("iter")
        return iter(self.items)


class Hinted:
    """An iterator with a hint, which is wrong."""

    def __init__(self, items):
        self.items, self.asked = items, 0

    def __iter__(self):
        return self

    def __next__(self):
        if not self.items:
            raise StopIteration
        return self.items.pop(0)

    def __length_hint__(self):
        self.asked += 1
        return 7


class ByIndex:
    """A sequence of the old kind."""

    def __init__(self, items):
        self.items, self.asked = items, 0

    def __getitem__(self, k):
        return self.items[k]

    def __len__(self):
        self.asked += 1
        return len(self.items)


class Answers:
    """Its length is this, its hint that."""

    def __init__(self, length, hint=NotImplemented):
        self.length, self.hint = length, hint

    def __iter__(self):
        yield 1.0

    def __len__(self):
        if self.length is None:
            raise TypeError("no length")
        return self.length

    def __length_hint__(self):
        return self.hint


def first(*args):
    """All that it is given."""
    return args


@program(call(X))
def makers(x):
    """`__len__` after `__iter__`, once for each."""
    s = Sized([x[0], 2, x[1]])
    made = list(s), tuple(s), sorted(s), [*s, 1], (*s, 1), first(*s), list(map(float, s)), {*s} == set(s)
    return made, s.asked


@program(call(X))
def extended(x):
    """So do `extend` and `+=`."""
    s, xs = Sized([x[0], 2, x[1]]), [1]
    xs.extend(s)
    xs += s
    return xs, s.asked, list(s) + list(s), s.asked


@program(call(X))
def walked(x):
    """Loops, unpacking, sums and the like do not ask."""
    s, total = Sized([x[0], 2, x[1]]), 0
    for y in s:
        total += y
    a, b, c = s
    return total, a, b, c, sum(s), max(s), [y for y in s], list(zip(s, s)), dict(enumerate(s)), 2 in s, s.asked


@program(call(X))
def hints(x):
    """An iterator's own hint."""
    made = []
    for make in (list, tuple, sorted, lambda h: [*h], lambda h: list(iter(h))):
        h = Hinted([x[0], 2, x[1]])
        made.append((make(h), h.asked))
    return made


@program(call(X))
def by_index(x):
    """A sequence without `__iter__`."""
    s = ByIndex([x[2], 2, x[1]])
    return list(s), tuple(s), sorted(s), [*s], s.asked


@program(call(X), call(-X))
def in_a_branch(x):
    """Asked where the run decides whether."""
    s, xs = ByIndex([x[2], 2, x[1]]), []
    if x[1] > 0:
        xs = list(s)
    return xs, s.asked


class Counting(list):
    """A list that counts how often it is asked."""

    asked = 0

    def __len__(self):
        self.asked += 1
        return list.__len__(self)


@program(call(X))
def lists_of_the_users(x):
    """Those of the user's class are asked, too; but for a set, or an item in them."""
    xs, found = Counting([x[2], 2, x[1]]), []
    for f in (list, tuple, sorted):
        found.append((f(xs), xs.asked))
    return found, 2 in xs, len(set(Counting([1, 2]))), xs.asked, Counter(Sized([1, 2, 1]))


@program(call(X))
def chosen_from(x):
    """What makes tuples of what it chooses from asks, when it is called."""
    s, xs, found = Sized([x[0], 2, x[1]]), Counting([x[2], 2]), []
    for make in (product, permutations, combinations, combinations_with_replacement):
        args = (2,) if make in (combinations, combinations_with_replacement) else ()
        made = make(s, *args), make(Hinted([x[0], 1]), *args), make(xs, *args), make(ByIndex([x[1], 2]), *args)
        found.append((list(s.asked), xs.asked, [list(one) for one in made]))
    return found, list(product(s, xs, repeat=2))[5], s.asked, xs.asked


@program(call(X))
def given_where_it_stands(x):
    """A lambda that is called where it stands."""
    s, h = Sized([x[0], 2, x[1]]), Hinted([x[0], 1])
    return (lambda *a: a)(*s), (lambda a, *b: (b, a))(1, *s, 2), (lambda *a: a)(*h), s.asked, h.asked


@program(call(X))
def sets_do_not_ask(x):
    """A list of the user's class in a display of a set."""
    xs, s = Counting([x[2], 2]), Sized([1, 2])
    return len({*xs}), len({*xs, *s, float(len(s.asked))}), xs.asked, s.asked


@program(fresh(lambda: (Counting([1, 2]), X)), fresh(lambda: (Counting([]), X)))
def given_list(xs, x):
    """At each call."""
    return list(xs), xs.asked, x + 1


def words_of(f, *args):
    """What it answers or raises."""
    try:
        return f(*args)
    except (TypeError, ValueError, OverflowError) as error:
        return type(error).__name__, str(error)


@program(call(X))
def odd_answers(x):
    """Answers that are no lengths."""
    asked = [Answers(-1), Answers(1.5), Answers(True), Answers(None), Answers(None, -2), Answers(None, "a")]
    return x, [words_of(f, one) for f in (list, tuple, sorted) for one in asked], [words_of(len, x) for x in asked]


class Index:
    """Stands for an integer."""

    def __init__(self, v):
        self.v = v

    def __index__(self):
        return self.v


class Long:
    """Has this length."""

    alternatives = ()

    def __init__(self, length):
        self.length = length

    def __len__(self):
        return self.length

    def __iter__(self):
        return iter([1.0])


def asked_all(o):
    """What asks for a length, or for the truth that it tells."""
    ways = [len, bool, list, tuple, sorted, operator.length_hint, operator.truth]
    ways += [lambda o: 1 if o else 2, lambda o: not o, lambda o: o and 4, lambda o: any([o]), lambda o: [y for y in o]]
    return [words_of(way, o) for way in ways]


ODD = [X + 1, X - 4]


@program(*map(call, ODD))
def numbers_of_the_run(x):
    """A length below 0 raises when the program runs, and one that is no int where it is asked for."""
    k = int(x[2])
    lengths = [k, k - 2, x[0], float(x[1]), x[0] > 1, bool(x[0] > 1), x.astype(int)[2], np.int64(3), np.array(k), Index(k)]
    lengths += [-1 if x[0] > 0 else 1, None if x[0] > 0 else 1, Index(x[0]), 2**70, x.shape[0], np.uint8(3), np.True_]
    return [asked_all(Long(length)) for length in lengths]


@program(*map(call, ODD))
def hints_of_the_run(x):
    """So do hints."""
    hints = [int(x[0]), int(x[2]) - 9, float(x[0]), NotImplemented if x[0] > 0 else 2, x[0], None]
    return [words_of(f, Answers(None, hint)) for f in (list, operator.length_hint) for hint in hints]


@program(*map(call, ODD))
def hints_that_the_run_chooses(x):
    """`operator.length_hint` has its own answer where an object has none, as the run decides."""
    hint = NotImplemented if x[0] > 0 else int(x[1]) + 4
    return operator.length_hint(Answers(None, hint)), operator.length_hint(Answers(None, hint), 7)


@program(call(X), refused=Refusal("UnsupportedCallError", "operator.length_hint(walk)"))
def hints_of_walked_items(x):
    """How much of an iterator is left."""
    walk = reversed(range(int(x[2])))
    first = next(walk)
    return operator.length_hint(walk), first
