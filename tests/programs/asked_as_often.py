"""Objects of the user's that note what they are asked: how often Python asks them, and in which order."""

import bisect
import collections
import heapq
import itertools
import math
import random

import numpy as np

from tests.harness import Theme, call

program = Theme("asked as often")
CALLS = [call(np.array([3.0, 1.0, 2.0])), call(np.array([-1.0, 5.0, 2.0]))]


class Noted:
    """Notes what it is asked."""

    def __init__(self, held, log):
        self.held, self.log = held, log


class Stepped(Noted):
    """An iterator that says how long it is."""

    at = 0

    def __iter__(self):
        self.log.append("iter")
        return self

    def __next__(self):
        self.log.append("next")
        if self.at >= len(self.held):
            raise StopIteration
        self.at += 1
        return self.held[self.at - 1]

    def __length_hint__(self):
        self.log.append("hint")
        return len(self.held) - self.at


class Places(Noted):
    """A sequence by its length and items."""

    def __len__(self):
        self.log.append("len")
        return len(self.held)

    def __getitem__(self, i):
        self.log.append(i)
        return self.held[i]


@program(*CALLS)
def sequences_walked_back(x):
    """`reversed` asks for the length, and what makes a list of it again."""
    log = []
    m = Places([x[0], x[1], 3.0], log)
    found = [list(reversed(m)), [*reversed(m)], tuple(reversed(m)), [q for q in reversed(m)]]
    back = reversed(m)
    found += [next(back), sorted(back), list(back), next(reversed(m)), isinstance(back, reversed)]
    a, *b = reversed(m)
    return found, a, b, log


@program(*CALLS)
def sequences_walked_by_index(x):
    """Their iterator asks for the length where a list is made of it, and for nothing once it has come to the end."""
    log = []
    m = Places([x[0], x[1], 3.0], log)
    steps = iter(m)
    found = [next(steps), list(steps), list(steps), next(steps, None)]
    a, *b = m
    *c, d = m
    e = [x[0], 5.0]
    e[0:1] = m
    e.extend(iter(m))
    found += [[*m, *m], (*m, *iter(m)), {*map(float, m)}, dict.fromkeys(m), "".join(Places(["a", "b"], log))]
    return found, a, b, c, d, e, list(itertools.product(m, m)), log


@program(*CALLS)
def iterators_asked(x):
    """What makes a list by the way asks an iterator for itself again, and for its length."""
    log = []

    def made():
        log.append("/")
        return Stepped([x[0], x[1], 3.0], log)

    a, *b = made()
    *c, d = made()
    e = [x[0], 5.0]
    e[0:1] = made()
    found = [dict.fromkeys(made()), collections.Counter(made()), collections.OrderedDict.fromkeys(made(), 1)]
    found += ["".join(Stepped(["a", "b"], log)), [*made(), *made()], [list(q) for q in itertools.tee(made())]]
    f = made()
    found += [[*f, *f], list(itertools.product(made(), made()))]
    return found, a, b, c, d, e, log


@program(*CALLS)
def known_items_grouped(x):
    """Sets take no more than they need, and groups ask once more at the end."""
    log = []

    def made():
        log.append("/")
        return Stepped([2, 1, 3], log)

    groups = [(k, list(g)) for k, g in itertools.groupby(made())]
    found = [{1}.intersection(made()), {1}.isdisjoint(made()), {1}.issuperset(made()), {2}.issubset(made())]
    found += [next(itertools.repeat(log)) is log, {4}.isdisjoint(Places([1, 4, 2], log))]
    return groups, found, x[0], log


@program(*CALLS)
def slices_in_branches(x):
    """Where a branch may not be taken, nobody is asked."""
    log = []
    m = Places([1, 2, 3], log)
    a, c = [1, 5], []
    if x[0] > 2:
        a[0:1] = m
        d, *c = m
        c.append(d)
    return a, c, log


@program(*CALLS)
def chosen_from(x):
    """What is picked at random is asked for where it is picked."""
    log = []
    m = Places([x[0], 5.0, 7.0, 8.0], log)
    rng = random.Random(3)
    return rng.choices(m, k=2), rng.choice(m), log


class Doubled(list):
    """Answers twice what it holds."""

    def __getitem__(self, i):
        return list.__getitem__(self, i) * 2


class DoubledTable(dict):
    def __getitem__(self, key):
        return super().__getitem__(key) * 2


@program(*CALLS)
def looked_into_by_base(x):
    """The method of Python's own class looks into the container, also under an index or key of the run's."""
    k = int(x[2])
    xs, table = Doubled([1.0, 2.0, x[0]]), DoubledTable({1: x[0], 2: 3.0})
    total = 0.0
    for i in range(k):
        total += xs[i]
    return xs[k], table[k], table.get(k), total


class Tens(list):
    """Is walked through as ten times what it holds."""

    def __iter__(self):
        return (10 * self[k] for k in range(len(self)))


class Other(tuple):
    def __iter__(self):
        return iter([5.0, 6.0])


@program(*CALLS)
def iterators_of_their_own(x):
    """`iter` asks the class of a list or tuple, also where it grows, or where a loop steps the iterator."""
    s = Tens([1])
    for v in x:
        if v > 0:
            s.append(int(v))
    steps, of_tuple = iter(s), iter(Other((1.0, 2.0, 3.0)))
    first, r = next(steps), 0.0
    for _ in range(int(x[2])):
        r += next(of_tuple)
    return first, list(steps), r


@program(*CALLS)
def arrays_beside_lists_of_a_class(x):
    """An array's operator goes through such a list as its class says."""
    s = Tens([1.0])
    for v in x:
        if v > 0:
            s.append(v)
    return x[:1] + s, s * x[1:2]


class Valued(Noted):
    """A value that is compared, added and negated."""

    def __gt__(self, other):
        self.log.append("gt")
        return self.held > other.held

    def __lt__(self, other):
        self.log.append("lt")
        return self.held < other.held

    def __eq__(self, other):
        self.log.append("eq")
        return self.held == other.held

    def __add__(self, other):
        self.log.append("add")
        return Valued(self.held + other.held, self.log)

    def __neg__(self):
        self.log.append("neg")
        return Valued(-self.held, self.log)

    def __index__(self):
        self.log.append("index")
        return int(self.held)


@program(*CALLS)
def keys_compared_in_turn(x):
    """Each key is compared before the next is made."""
    log = []
    a, b, c = (Valued(v, log) for v in x)
    return max([a, b, c], key=lambda v: -v).held, min(a, b, c, key=lambda v: -v).held, log


@program(*CALLS)
def one_object_in_two_tuples(x):
    """An object that is both items is not asked, also where a branch has chosen the tuple."""
    log = []
    a, b = Valued(x[0], log), Valued(x[1], log)
    chosen = (a, b) if x[0] > 2 else (b, a)
    return chosen == (a, b), chosen != (b, a), chosen < (a, b), log


@program(*CALLS)
def added_up_in_branches(x):
    """What Python's own functions ask is asked only where the branch is taken."""
    log = []
    a, b = Valued(x[0], log), Valued(x[1], log)
    places, found = collections.deque([1, 2, 3]), []
    if x[0] > 2:
        found += [v.held for v in itertools.accumulate([a, b, a])]
        places.rotate(a)
        found.append(places[0])
    return found, log


class Kept:
    """A container of a class derived from Python's, which has a log."""

    def __init__(self, held, log):
        super().__init__(held)
        self.log = log


class Walked(Kept):
    """It is walked through by itself, and says how long it is."""

    def __iter__(self):
        self.log.append("iter")
        return super().__iter__()

    def __len__(self):
        self.log.append("len")
        return super().__len__()


class Row(Walked, list):
    pass


class Long(Kept, list):
    def __len__(self):
        self.log.append("len")
        return super().__len__()


@program(*CALLS)
def lists_of_a_class(x):
    """Only what walks through them asks them, once; what keeps them, or finds places in them, does not."""
    log = []
    a, b = Row([2, 1, 1], log), Row([x[0], 2.0, 3.0], log)
    found = [[(k, list(g)) for k, g in itertools.groupby(a)], [(k, list(g)) for k, g in itertools.groupby(b)]]
    found += [[*map(type, itertools.repeat(b, 2))], next(itertools.repeat(a)) is a, list(itertools.compress(b, a))]
    found += [list(heapq.merge(a, a)), list(heapq.merge(sorted(b), b)), bisect.bisect(a, 1), math.dist(b, a)]
    found += [{int(x[0]), 2}.union(a), {int(x[0])}.difference(a)]
    return found, log


@program(*CALLS)
def sets_of_the_run_beside_lists(x):
    """A set does not ask a list for its length."""
    log = []
    a, s = Long([1, 2, 3], log), {int(x[0]), 2}
    found = [s.union(a), s.difference(a), s.symmetric_difference(a), s.issubset(a), s.isdisjoint(a), math.dist(a, a)]
    s.difference_update(a)
    return found, s, log


class Deck(Walked, collections.deque):
    pass


@program(*CALLS)
def deques_of_a_class(x):
    """A place in a deque is found without asking it."""
    log = []
    d = Deck([x[0], 2.0, 3.0], log)
    found = [d[int(x[2])], [v for v in d], list(itertools.chain(d, d)), random.Random(1).choice(d)]
    found += [next(itertools.repeat(d)) is d]
    return found, [*itertools.takewhile(lambda v: v < 4, Deck([1, 2], log))], list(filter(None, d)), log


class Elements(set):
    def __init__(self, held, log):
        set.__init__(self, held)
        self.log = log

    def __iter__(self):
        self.log.append("iter")
        return super().__iter__()


@program(*CALLS)
def sets_begun_by_their_class(x):
    """What makes a set puts elements into it, and does not walk through it."""
    log = []
    s = Elements([1, 2], log)
    return s.log is log, list(itertools.repeat(s, 2)) == [s, s], sum(s), x[0], log


@program(*(call(np.array([3.0, 1.0, 2.0]), np.array([n])) for n in (0, 1, 2, -1, 5)))
def keys_of_the_best(x, n):
    """Of no items at all, `heapq` asks for no key."""
    log = []

    def key(v):
        log.append(v)
        return -v

    return heapq.nlargest(int(n[0]), [1, 2], key), heapq.nsmallest(int(n[0]), x, key=key), heapq.nlargest(n[0], x), log
