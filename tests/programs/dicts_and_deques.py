"""Dicts, deques and views whose content only the run knows: walked backwards, compared, copied and joined."""

import copy
import itertools
import operator
from collections import Counter, OrderedDict, defaultdict, deque

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("dicts and deques compared and copied")
A = np.array


def _doubled(v, kind=dict):
    made = kind()
    for x in v:
        made[int(x)] = int(x) * 2
    return made


@program(call(A([1, 2, 3])), call(A([3, 2, 3])))
def backwards(v):
    """reversed of an OrderedDict and its like."""
    d, e = OrderedDict(), {}
    for x in v:
        d[int(x)] = 1
        e[int(x)] = int(x)
    c = Counter(v.tolist())
    pairs = list(zip(reversed(d), d, strict=True))
    return (
        list(reversed(d)), list(reversed(e)), list(reversed(c)), sum(reversed(d)), any(reversed(e)), max(reversed(d)),
        next(reversed(d)), [k for k in reversed(d)], sorted(reversed(e)), pairs, tuple(reversed(c.items())),
    )  # fmt: skip


@program(call(A([1, 2])), call(A([2])))
def backwards_longer(v):
    """An OrderedDict that only a branch extends."""
    d = OrderedDict([(1, 1), (2, 2)])
    if v[0] > 1:
        d[3] = 3
    return list(reversed(d)), list(d), d


@program(call(A([1, 2]), OrderedDict([(5, 5)])), call(A([5, 2]), OrderedDict([(5, 5)])))
def backwards_callers(v, d):
    """An OrderedDict of the caller's."""
    d[int(v[0])] = 3
    return [k for k in reversed(d)], list(d)


@program(call(A([1, 2])), call(A([2, 2])), call(A([2, 2, 2])))
def deques_equal(v):
    """Deques compared, alone and in other containers."""
    q = deque([1, 2, 3])
    for x in v:
        if x > 1:
            q.popleft()
    r = deque([2, 3])
    return (
        q == r, r == q, q != r, [q] == [r], {"q": q} == {"q": r}, (q, 1) != (r, 1), q < deque([3]), q <= r, r < q,
        q >= r, q == [2, 3], r in [q], [q].count(r), operator.eq(q, r), q.__lt__(r), max([q, r]), min(q, r),
    )  # fmt: skip


@program(call(A([1, 2])), call(A([2, 2])), call(A([1, 0, 3])), call(A([0])))
def deques_of_the_run(v):
    """Deques of run-time lengths compared with each other, and of pairs and lists."""
    q, r = deque(int(x) for x in v if x > 0), deque(int(x) for x in v if x > 1)
    s, t = deque(v.tolist()), deque()
    for x in v:
        t.append([int(x), x])
    return q == r, q < r, r >= q, q == s, s != q, r == deque(), sorted([q, r, s]), t == deque([[1, 1], [2, 2]]), t < t


@program(call(A([1, 2])), call(A([2, 2])))
def bools_of_deques(v):
    """A deque answers bools, where a list answers what its items do."""
    q, r = deque([v[0], v[1]]), deque([1, 2])
    return q < r, q == r, (q <= r) is True, [v[0]] < [2]


@program(call(A([1, 2])), call(A([2, 2])), call(A([3.0, 2.0])))
def pairs_in_items(v):
    """`in` of items of a dict answers a bool."""
    d = {}
    for x in v:
        d[int(x)] = x
    found = (1, 1) in d.items()
    return found, found is True, found + ((2, 2) in d.items()), (1, v[0]) in d.items(), operator.contains(d.items(), (2, 2))


@program(call(A([1, 2]), {"a": []}), call(A([2, 2]), {"a": []}), call(A([1, 2]), {"a": [1]}))
def known_keys(v, d):
    """Dicts with known keys whose values are lists of run-time length, or numbers."""
    if v[0] > 1:
        d["a"].append(1)
    e = defaultdict(list)
    e["k"] = d["a"]
    c, o = Counter(a=int(v[0]), b=1), OrderedDict(a=int(v[0]), b=2)
    p = OrderedDict(b=2, a=1)
    return (
        d == {"a": [1]}, e == {"k": [1]}, d.items() == {"a": [1]}.items(), ("a", [1]) in d.items(),
        c == Counter(a=1, b=1, c=0), c != Counter(a=1), o == p, o == OrderedDict(a=1, b=2), o == {"b": 2, "a": 1},
        o.items() == p.items(), ("a", 1) in o.items(), (v[0], 1) in {1: 1, 2: 2}.items(),
    )  # fmt: skip


@program(call(A([1, 2])), call(A([2, 1])), call(A([2, 2])))
def views_compared(v):
    """Views of keys and items, also by the functions of operator."""
    d, e = _doubled(v), {1: 2, 2: 4}
    return (
        d.items() == e.items(), e.items() != d.items(), d.items() == _doubled(v[::-1]).items(),
        operator.eq(d.keys(), {1, 2}), sorted(operator.or_(d.keys(), {9})), operator.le(d.keys(), e.keys()),
        hasattr(d.keys(), "isdisjoint"), hasattr(d.keys(), "append"),
    )  # fmt: skip


@program(call(A([1, 2])), call(A([2, 1])), call(A([2, 2])))
def in_which_order(v):
    """Two OrderedDicts are equal where they have the same order."""
    d, e = _doubled(v, OrderedDict), _doubled(v[::-1], OrderedDict)
    return d == e, d != e, dict(d) == e, d == OrderedDict([(1, 2), (2, 4)]), d.items() == e.items()


@program(call(A([1, 2])), call(A([2, 2])), call(A([1, 2, 3, 4, 1])))
def copies(v):
    """copy.copy and copy.deepcopy."""
    d, o, q, s = _doubled(v), _doubled(v, OrderedDict), deque(maxlen=3), set()
    f = defaultdict(int)
    for x in v:
        q.append(int(x))
        s.add(int(x))
        f[int(x)] += 1
    made = [copy.copy(x) for x in (d, o, q, s, f, Counter(v.tolist()))]
    deep = copy.deepcopy(d), copy.deepcopy(o), copy.deepcopy(q), copy.deepcopy(f)
    a, b, c = copy.copy(d), copy.copy(q), copy.copy(s)
    a[7] = 7
    b.append(7)
    c.add(7)
    return made, deep, copy.copy(q).maxlen, a, d, b, q, len(c), len(s)


@program(call(A([1, 2])), call(A([2, 2])))
def copied_deeply(v):
    """A deep copy has lists of its own."""
    q, n = deque(), {}
    for x in v:
        q.append([int(x)])
        n[int(x)] = {"a": int(x)}
    r, t = copy.copy(q), copy.deepcopy(q)
    r[0].append(5)
    t[0].append(6)
    return q, r, t, copy.deepcopy(n)


@program(call(A([1, 2])), call(A([2, 2])), call(A([1, 2, 3, 4, 1])))
def made_of_dicts(v):
    """Counter(c), OrderedDict(d), dict.fromkeys(d) and `|` of kinds of dicts."""
    d, c = _doubled(v), Counter(v.tolist())
    f = defaultdict(int)
    for x in v:
        f[int(x)] += 1
    e = defaultdict(list, f)
    return Counter(c), Counter(d), OrderedDict(d), dict.fromkeys(d, 0), dict.fromkeys(d), f | {7: 7}, {7: 7, 1: 5} | f, e


@program(call(A([1, 2, 0])), call(A([1, 2])), call(A([3, 0, 2, 1])))
def deques_joined(v):
    """`+`, `*` and arrays of deques of run-time length."""
    q = deque(maxlen=4)
    for x in v:
        if x > 0:
            q.append(int(x))
    return q + deque([1]), deque([1]) + q, q * 2, 2 * q, (q + q).maxlen, np.array(q), np.mean(q), np.sum(q), q


@program(call(A([1, 2, 1])), call(A([2, 1])), call(A([1.5, 2.5])))
def sums_of_sets(v):
    """sum of a set whose elements only the run knows."""
    s = set()
    for x in v:
        s.add(int(x))
    return sum(s), sum(s, 10), sum({x * 2 for x in s}), max(s)


@program(call(A([1, 2, 1])), call(A([2, 1])), call(A([3, 1, 5])))
def from_keys(v):
    """fromkeys of lists of run-time length, compared."""
    items = [int(x) for x in v if x > 0]
    o = OrderedDict.fromkeys(items)
    return dict.fromkeys(items) == {1: None, 2: None}, o, o == OrderedDict.fromkeys(items[::-1]), dict.fromkeys(items, 0)


def _pair():
    return [0, 0]


@program(call(A([1, 2, 1])), call(A([2, 2, 1])))
def factories(v):
    """A defaultdict keeps the function that it was given, which may ask how many keys there are."""
    d, e = defaultdict(_pair), defaultdict(lambda: len(e))
    for i, x in enumerate(v):
        d[int(x)][i % 2] += 1
    numbers = [e[int(x)] for x in v]
    return d, d.default_factory is _pair, numbers, dict(e), d.default_factory()


@program(call(A([1, 2, 1])), call(A([2, 1, 3])), call(A([1, 1, 0])))
def compressed(v):
    """itertools.compress."""
    items = [int(x) for x in v if x > 0]
    return (
        list(itertools.compress(v, v > 1)), list(itertools.compress("abc", v > 1)), sum(itertools.compress(v, v)),
        list(itertools.compress(items, [1, 0, 1])), [x + 1 for x in itertools.compress(range(9), v.tolist())],
    )  # fmt: skip


@program(call(A([1, 2, 1])), call(A([2, 1, 3])), call(A([1, 1, 0])))
def getters(v):
    """What operator.itemgetter and its like make, of what only the run knows."""
    items, d = [int(x) for x in v if x > 0], {int(x): i for i, x in enumerate(v)}
    first = operator.itemgetter(0)
    return (
        first(items), list(map(first, [items, v])), operator.itemgetter(slice(0, 2))(items), operator.itemgetter(0, -1)(v),
        operator.itemgetter(int(v[0]))(d), max(d.items(), key=operator.itemgetter(1)), operator.attrgetter("real")(v[0]),
        operator.methodcaller("count", 1)(items), operator.methodcaller("reshape", -1, order="C")(v),
    )  # fmt: skip


@program(call(A([1, 2])), call(A([5])))
def missing_item(v):
    """A key that is not there."""
    d = {}
    for x in v:
        d[int(x)] = 1
    return operator.itemgetter(5)(d)


@program(call(3), call(1), call(np.int64(5)))
def ranges_asked(n):
    """index and count of ranges."""
    r = range(n)
    return r.index(0), range(1, n + 5).index(3), range(0, 20, n).index(2 * n), range(10, -10, -n).index(10), r.count(9), range(10).index(n)


@program(call(3, 2), call(2, 5), call(9, -1), call(9, np.int64(-1)), call(9, 2.0))
def not_in_range(n, k):
    """A ValueError, as Python says it."""
    return range(n).index(k)


@program(call(A([1, 2])), call(A([2, 1])), call(A([1.0, 2.0])), call(A([5, 1])))
def items_of_deques(v):
    """Items of known deques and ranges by run-time indices: no floats."""
    return deque([1, 2, 3])[v[0]], range(5)[v[0]], deque([1, 2.5, 3])[-v[0]], range(0, 20, 3)[v[1]]


@program(call(A([1.0])), call(A([True])))
def no_index(v):
    """A float of NumPy's is no index: Python's TypeError."""
    return [1, 2, 3][v[0]]


@program(call(A([1.0])))
def no_index_of_text(v):
    """Nor is it one of a text."""
    return "abc"[v[0]]


@program(call(A([1, 2, 1])), call(A([2, 2, 1])))
def returned_factories(v):
    """A defaultdict leaves with the function that makes what is missing."""
    d, e = defaultdict(lambda: defaultdict(int)), defaultdict(lambda: [0, 0], a=[1])
    for i, x in enumerate(v):
        d[int(x)][i % 2] += 1
        e[int(x)][i % 2] += 1
    return d, e


@program(call(A([1, 2])), call(A([2, 1])))
def joined_in_place(v):
    """`|=` of an OrderedDict and a defaultdict."""
    o, d = _doubled(v, OrderedDict), defaultdict(int)
    for x in v:
        d[int(x)] += 1
    o |= {7: 7, 1: 5}
    d |= {7: 7}
    return o, d, {7: 1} | o, o | d


@program(call(np.array([3, 1]), np.array([2.0, 1.0])), call(np.array([0, -2]), np.array([0.5, 1.0])))
def repeated_deques(n, x):
    """Numbers repeat a deque, NumPy's too if they are integers; arrays, and other operators, make an array of it."""
    q = deque([1, 2])
    short = deque([1, 2, 3], maxlen=2)
    found = [q * int(n[0]), int(n[0]) * q, n[0] * q, q * n[1], short * int(n[0]), x * q, x[0] + q, q - n[0]]
    for factor in (x[0], float(x[0])):
        try:
            found.append(factor * q)
        except TypeError as error:
            found.append(str(error))
    q *= int(n[0])
    return found, q


PAIRS = call(A([1, 2]), A([1, 2])), call(A([1, 2]), A([1, 3])), call(A([2, 1]), A([1, 2]))


@program(*PAIRS)
def keys_beside_sets_of_the_run(v, r):
    """Keys are a set: beside one, and beside a frozenset, of elements that the run knows, on either side."""
    keys, known = _doubled(v).keys(), {1: 0, 2: 0}.keys()
    few, frozen = {int(r[0]), int(r[1])}, frozenset({int(r[0]), int(r[1])})
    same = keys == few, few == keys, known == few, few != known, keys == frozen, frozen == keys, known != frozen
    return same, keys <= few, few < keys, keys >= {int(r[0])}, keys == _doubled(r).keys(), _doubled(v).values() == few


@program(*PAIRS, refused=Refusal("StaticValueError", "return _doubled(v).items() | {int(r[0])}"))
def items_beside_a_set_of_the_run(v, r):
    """The keys were taken for the items."""
    return _doubled(v).items() | {int(r[0])}


@program(*PAIRS, refused=Refusal("StaticValueError", "return {int(r[0])} & _doubled(v).items()"))
def a_set_of_the_run_beside_items(v, r):
    """The same on the other side."""
    return {int(r[0])} & _doubled(v).items()
