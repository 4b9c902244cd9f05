"""Containers of the user's classes that say otherwise what they hold: who asks them, and who looks into them."""

import collections
import operator

import numpy as np

from tests.harness import Refusal, Theme, call
from tests.programs.asked_as_often import Kept
from tests.programs.odd_kinds import said

program = Theme("containers that speak for themselves")
CALLS = [call(np.array([3.0, 1.0, 2.0])), call(np.array([-1.0, 5.0, 2.0]))]


class Loud(Kept):
    """Says that it holds nine and eight, or pairs of them, and notes who asks."""

    said = (9, 8)

    def __iter__(self):
        self.log.append("iter")
        return iter(list(self.said))

    def __len__(self):
        self.log.append("len")
        return 2


class Items(Loud, list):
    pass


class Pairs(Items):
    said = ((9, 1), (8, 2))


class Got(Items):
    def __getitem__(self, i):
        self.log.append("get")
        return list.__getitem__(self, i)


class Elements(Loud, set):
    pass


class Table(Loud, dict):
    def keys(self):
        self.log.append("keys")
        return [1]

    def __getitem__(self, key):
        self.log.append("get")
        return 77


def changed(xs, change, *args):
    change(xs, *args)
    return xs


@program(*CALLS)
def lists_walked_through(x):
    """What Python goes through by itself asks the class, and some ask it for its length then."""
    log = []
    m = Items([1, x[0], 3], log)
    found = [set(m), frozenset(m), tuple(m), [*m], {*m}, sorted(m), dict.fromkeys(m), collections.deque(m), sum(m)]
    found += [changed([1], list.extend, m), changed([1, 2], list.__setitem__, slice(0, 1), m), changed({1}, set.update, m)]
    found += [{1}.union(m), {1, 9}.intersection(m), bytes(m), bytearray(m), int.from_bytes(m, "big"), collections.Counter(m)]
    a = [x[1]]
    a += m
    b = collections.deque([x[1]])
    b += m
    b.extend(m)
    c, d = m
    e, *f = m
    return found, a, b, c, d, e, f, log


@program(*CALLS)
def lists_looked_into(x):
    """Methods and operators of Python's own list do not ask its class."""
    log = []
    m = Got([1, 2, 3], log)
    found = [m.copy(), m * 2, m + [x[0]], m.index(2), m.count(1), repr(m), f"{m} {(m,)}", list(reversed(m)), 9 in m]
    back = reversed(m)
    m.append(5)
    m.reverse()
    m.sort()
    m[1] = x[0] > 0
    found += [list(back), said(lambda: m.pop()), list.copy(m)]
    m *= 2
    m.extend(m)
    return found, list.__len__(m), log


@program(*CALLS)
def lists_with_run_time_items(x):
    """The same of those that hold what only the run knows."""
    log = []
    m = Got([x[0], x[1], 3.0], log)
    found = [m.copy(), m * 2, repr(m), f"{m}", "%s" % (m,), list(reversed(m)), m.count(3.0)]
    if x[0] > 0:
        m.append(x[2])
    return found, list(reversed(m)), log


@program(*CALLS)
def tables_of_pairs(x):
    """Dicts ask a list of pairs once, and another dict for its keys."""
    log = []
    pairs, table = Pairs([(1, x[0])], log), Table({1: 2, 3: 4}, log)
    a = {1: x[0]}
    a |= pairs
    b = {1: x[0]}
    b |= table
    found = [dict(pairs), changed({1: 2}, dict.update, pairs), dict(table), collections.Counter(table), {**table}]
    found += [9 in table, x[0] in table, [*table], {*table}, table.get(1), list(reversed(table)), list(table.items())]
    return found, a, b, log


@program(*CALLS)
def tuples_looked_at(x):
    """A tuple's length is asked for where it is walked back."""
    log = []

    class Row(tuple):
        def __len__(self):
            log.append("len")
            return 2

    row = Row((x[0], x[1], 3.0))
    found = [q for q in reversed(row)]
    a = []
    a += row
    return found, a, log


@program(*CALLS)
def sets_looked_into(x):
    """Sets look into the table of another set, but where they ask whether the two have nothing in common."""
    log = []
    s = Elements({1, 2, 3}, log)
    found = [set(s), frozenset(s), {*s}, {*s, 4}, changed({1}, set.update, s), {1}.union(s), {1, 9}.intersection(s)]
    found += [{1, 9}.difference(s), {9}.issubset(s), {1, 9}.symmetric_difference(s), {9}.isdisjoint(s), 9 in s, x[0] in s]
    return found, {1} | s, {1, 9} & s, {9} ^ s, {1} <= s, {1} == s, sorted(s), list(s), log


@program(*CALLS)
def sequence_patterns(x):
    """`match` asks for the length of each pattern, and goes through the sequence, or asks for items."""
    log = []
    m = Got([x[0], x[1], 3.0], log)
    found = []
    match m:
        case [a, b, c]:
            found.append((a, b, c))
        case [a, b]:
            found.append((a, b))
    match m:
        case [a, *_, b]:
            found.append((a, b))
    match m:
        case [a, *b]:
            found.append((a, b))
    return found, log


@program(*CALLS)
def in_branches(x):
    """Where a branch may not be taken, its notes are not either."""
    log = []
    m, pairs = Items([1, 2, 3], log), Pairs([(1, 2)], log)
    a, d = [x[1]], {1: 2}
    if x[0] > 0:
        a += m
        d |= pairs
        match m:
            case [b, c]:
                a.append(b - c)
    return a, d, log


class Spoken:
    """A sequence by its length and items."""

    def __init__(self, log):
        self.log = log

    def __len__(self):
        self.log.append("len")
        return 2

    def __getitem__(self, i):
        self.log.append(i)
        return (0, 10)[i]


@program(*CALLS)
def asked_for_their_length_at_once(x):
    """`reversed` asks for the length where it stands; a Counter and `fromkeys` do not ask for it."""
    log = []
    m = Spoken(log)
    back = reversed(m)
    log.append("then")
    found = [next(back), next(back), next(back, x[0])]
    return found, collections.Counter(m), dict.fromkeys(m), operator.contains(m, 10), log


@program(*CALLS)
def as_often_as_the_run_says(x):
    """A list class is not asked what it holds where it is repeated."""
    log = []
    m, n = Got([1, 2, 3], log), Got([], log)
    times = int(np.abs(x[1]))
    return list.copy(m * times), times * m, n * times, (m * times)[-1], len(log)


class Asked(Got):
    """Notes who asks whether something is in it, and leaves the answer to Python's own list."""

    def __contains__(self, x):
        self.log.append("in")
        return super().__contains__(x)


class AskedTable(dict):
    """The same of a dict."""

    def __contains__(self, x):
        self.said = True
        return dict.__contains__(self, x)


@program(*CALLS)
def what_the_run_knows_is_looked_for(x):
    """Methods of Python's own list and dict, which those of the class call, do not ask the class again."""
    log = []
    m, v, d = Asked([1, 2, 3], log), int(np.abs(x[2])), AskedTable({2: 5})
    found = v in m, m.index(v), list.index(m, v), m.count(v), m.__contains__(v), list.__contains__(m, 2)
    return found, v in d, d.said, log


class Told(Kept, dict):
    """A dict that notes who asks it, and compares in its own way."""

    def __iter__(self):
        self.log.append("iter")
        return super().__iter__()

    def __getitem__(self, key):
        self.log.append("get")
        return super().__getitem__(key)

    def __eq__(self, other):
        self.log.append("eq")
        return len(other) == 1

    __hash__ = None


@program(*CALLS)
def views_of_a_dict_class(x):
    """Views go through what Python's own dict holds; the class compares, also with keys that the run knows."""
    log, v = [], int(x[2])
    m = Told({1: 2, 2: 3}, log)
    found = [a * b + v for a, b in m.items()], (v, 3) in m.items(), sum(m.values()) + v
    for b in m.values():
        v += b
    return found, m == {v: 1}, m == {v: 1, 0: v}, v, log


@program(*CALLS, refused=Refusal("UnsupportedCallError", "m.copy()"))
def a_copy_of_a_dict_class(x):
    """Python's own `copy` asks such a class."""
    log = []
    m = Told({1: 2, 2: 3}, log)
    if x[0] > 0:
        m.copy()
    return log


class Queue(Kept, collections.deque):
    """A deque that notes who asks it for an item, and asks its base."""

    def __getitem__(self, i):
        self.log.append("get")
        return super().__getitem__(i)


@program(*CALLS)
def an_item_of_a_deque_class(x):
    """By an index that the run knows."""
    log = []
    m, found = Queue([1, 2, 3], log), []
    for i in (int(x[2]), int(x[1])):
        try:
            found.append((m[i], m[i - 1]))
        except IndexError as error:
            found.append(str(error))
    return found, log


@program(*CALLS, refused=Refusal("UnsupportedCallError", "m * int(x[2])"))
def a_deque_class_repeated(x):
    """Python makes another one of its class: it was a deque."""
    m = Queue([1, 2, 3], [])
    return m * int(x[2])


def heard(kind, log):
    """A class derived from one of Python's that notes who asks for its length."""

    class Heard(kind):
        def __len__(self):
            log.append(kind.__name__)
            return super().__len__()

    return Heard


@program(*CALLS)
def asked_for_room_only(x):
    """Lists are made of dicts, texts and deques whose class has a `__len__`: it is asked for how many to make room."""
    log, found, xs = [], [], [1]
    table = heard(dict, log)({2: x[0], 1: x[1]})
    text = heard(str, log)("ba")
    queue = heard(collections.deque, log)([x[0], x[1]])
    for held in (table, text, heard(bytes, log)(b"ba")):
        found.append((sorted(held), list(held), tuple(held), [*held], [0, *held], len({*held})))
        xs += held
        log.append(len(found))
    elements = heard(set, log)([3, 2])
    found.append((sorted(elements), sorted(elements, reverse=True), list(queue), [*queue]))
    return found, xs, log, x[0]
