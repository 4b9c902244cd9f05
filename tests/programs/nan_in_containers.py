"""NaN in containers, which ask of two items whether they are one object before they compare them."""

import copy
import itertools
import math
from collections import Counter, OrderedDict, deque, namedtuple
from dataclasses import dataclass

import numpy as np

from tests.harness import Theme, call

program = Theme("NaN in containers")
NAN = np.nan
PAIRS = [
    call(np.array(m), np.array(x))
    for m in ([NAN, 1.0], [2.0, NAN], [NAN, NAN], [1.0, 2.0])
    for x in ([1.0, 0.0], [0.0, 1.0])
]
NUMBERS = [call(np.float64(a), np.float64(b)) for a in (NAN, 1.0) for b in (NAN, 1.0)]
PLACES = [call(np.where(np.arange(30) % 3 == 0, NAN, np.arange(30.0)), np.int64(k)) for k in (0, 1, 27)]
LONG = [call(x) for x in (np.arange(20.0), np.full(20, NAN), np.where(np.arange(20) % 3 == 0, NAN, np.arange(20.0)))]


# -- numbers that a branch or a loop chooses -----------------------------------------------------------


@program(*PAIRS)
def a_chosen_number(m, x):
    """It is one of two objects."""
    a, b = m.tolist()
    c = a if x[0] > x[1] else b
    return [c] == [a], (c,) == (b,), c in [a, b], [a, b].count(c), (a, b).index(c), c == a, [c] == [c]


@program(*PAIRS)
def a_chosen_number_of_numpys(m, x):
    """So is NumPy's, which is made each time that it is asked for."""
    a, b = m[0], m[1]
    c = a if x[0] > x[1] else b
    return [c] == [a], (c,) == (b,), c in [a, b], [a, b].count(c), [c] == [m[0]], [m[0]] == [m[0]], m[0] in [m[0]]


@program(*PAIRS)
def of_other_kinds(m, x):
    """Complex numbers, and float32 beside Python's."""
    a, b = (m + 1j).tolist()
    f, g = m.astype(np.float32)
    c, h = (a, f) if x[0] > 0 else (b, g)
    return [c] == [a], c in (a, b), [complex(c)] == [c], [h] == [f], h in (f, g), [h] == [float(h)], (h,) == (m[0],)


@program(*PAIRS)
def a_number_or_something_else(m, x):
    """None, a text or an int in its place."""
    a, b = m.tolist()
    c, d, e = (a, None, "s") if x[0] > 0 else (3, b, b)
    return [c] == [a], c in (a, b), [d] == [b], d in (b, None), [e] == [b], [e, "s"].index(e)


@program(*PAIRS)
def what_a_loop_leaves(m, x):
    """A number that is carried."""
    xs = m.tolist()
    best = xs[0]
    for v, w in zip(xs, x):
        if w > 0:
            best = v
    return best in xs, [best] == [xs[0]], xs.count(best)


@program(*PAIRS)
def the_greatest(m, x):
    """`max` answers one of its arguments, `or` an operand."""
    a, b = m.tolist()
    c, d = max(a, b), a or b
    return [c] == [a], [c] == [b], c in (a, b), [d] == [a], [max(m)] == [m[0]]


@program(*NUMBERS)
def what_makes_no_number(a, b):
    """Some calls answer what they were given, others make another one."""
    f = a.item()
    ones = [float(f), f.real, f.conjugate(), copy.deepcopy(f), copy.copy(f), +f, abs(f), -f, f + 0, round(f, 3)]
    twos = [a[()], np.float64(a), a.copy(), a.item(), copy.deepcopy(a), a.real, a.astype(float), +a, np.abs(a)]
    return [[one] == [f] for one in ones], [[one] == [a] for one in twos], [a] == [b], a in [b]


@program(*PAIRS)
def one_of_two_known(m, x):
    """The NaN of NumPy and that of `math` are two."""
    c = np.nan if x[0] > 0 else math.nan
    d = NAN if x[0] > 0 else 1.0
    e = math.nan
    for v in x:
        if v > 0:
            e = np.nan
    return [c] == [np.nan], [c] == [math.nan], [d] == [NAN], d in (1.0, NAN), {NAN: 3}.get(d), [e] == [c], [NAN] == [NAN]


@program(*PAIRS)
def by_an_index_of_the_run(m, x):
    """An item that is taken out of a list is in it."""
    i = int(x[0])
    xs, ys = m.tolist(), list(m)
    found = [(v in vs, vs.index(v), vs.count(v), [v] == [vs[0]]) for vs in (xs, ys) for v in (vs[i],)]
    xs.remove(xs[i])
    return found, xs


@program(*LONG)
def of_a_long_list(x):
    """And of a list that is kept in rows."""
    xs, total = x.tolist(), 0
    for v in xs:
        total += xs.index(v) + (v in xs)
    return total


@program(*PAIRS)
def left_after_something_is_printed(m, x):
    """What is printed until plain Python answers is not printed twice."""
    print("start", m)
    a, b = m.tolist()
    c = a if x[0] > 0 else b
    print([c] == [a])
    m += 1
    return c in (a, b)


# -- containers that are chosen ------------------------------------------------------------------------

Named = namedtuple("Named", "a b")


@dataclass(order=True)
class Point:
    v: float
    w: float


@dataclass(frozen=True)
class Fixed:
    v: float
    w: int


class Same:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return isinstance(other, Same) and self.v == other.v

    __hash__ = None


@program(*PAIRS)
def a_chosen_tuple(m, x):
    """Tuples are compared item by item, also where they are one."""
    p, q = (m[0], 1), (m[1], 1)
    r = p if x[0] > x[1] else q
    return r == p, r == q, r != p, p <= r, r < q, r in [p, q], [q, p].index(r)


@program(*PAIRS)
def a_chosen_named_tuple(m, x):
    """With names or without."""
    p, q = Named(m[0], 1), Named(m[1], 1)
    r = p if x[0] > x[1] else q
    return r == p, r == q, r != p, r in [p, q], [q, p].index(r)


@program(*PAIRS)
def rows_by_an_index_of_the_run(m, x):
    """Lists and tuples in a list."""
    i = int(x[0])
    rows, pairs = [[m[0], 1.0], [m[1], 2.0]], [(m[0], 1.0), (m[1], 2.0)]
    return [(r[i] == r[0], r[i] in r, r.index(r[i]), r[i] is not r[1 - i]) for r in (rows,)], pairs[i] == pairs[0]


@program(*LONG)
def many_rows(x):
    """Rows of numbers."""
    pairs, total = [(v, i) for i, v in enumerate(x.tolist())], 0
    for p in pairs:
        total += pairs.index(p) + 100 * (p == pairs[3]) + 1000 * (p <= pairs[3])
    return total


@program(*PAIRS)
def nested(m, x):
    """Dicts of lists of tuples."""
    a, b = m.tolist()
    p, q = {"k": [(a, 1)]}, {"k": [(b, 1)]}
    r = p if x[0] > 0 else q
    return r == p, r["k"] == p["k"], r["k"][0] == q["k"][0], [r, q] == [p, q]


@program(*PAIRS)
def a_list_that_a_branch_changes(m, x):
    """What has stayed is what it was."""
    a, b = m.tolist()
    p = [a, b]
    if x[0] > x[1]:
        p[0] = b
    return p == [a, b], p == [b, b], p.count(a), p[::-1] == [b, a], p == p[:]


@program(*PAIRS)
def values_of_dicts(m, x):
    """Their values, by themselves and as pairs."""
    a, b = m.tolist()
    d = {"a": a, "b": b}
    e = dict(d)
    if x[0] > 0:
        e["a"] = b
    same = d == e, d != e, e in [d], d.items() == e.items(), list(d.values()) == list(e.values())
    return same, e["a"] in d.values(), ("a", e["a"]) in d.items(), Counter(d) == Counter(e), OrderedDict(d) == e


@program(*PAIRS)
def dicts_with_keys_of_the_run(m, x):
    """And where the keys are numbers of the run."""
    a, b = m.tolist()
    k = int(x[0])
    d = {}
    d[k] = a
    d[k + 1] = b
    e = dict(d)
    return d == e, d[k] in d.values(), d == {0: a, 1: b}, [d[k]] == [a], (k, a) in d.items()


@program(*PAIRS)
def keys_that_are_nan(m, x):
    """A key is found by its identity, too."""
    a, b = m.tolist()
    c = a if x[0] > 0 else b
    d = {a: 1, b: 2}
    return d.get(c), c in d, len({a, c}), c in {a, b}, a in frozenset([b])


@program(*PAIRS)
def deques(m, x):
    """Deques look at each other's items."""
    d = deque(m.tolist())
    e = deque(d)
    i = int(x[0])
    e.rotate(i)
    return d == e, d[i] in e, d.count(d[i]), d.index(d[i]), d == deque(m.tolist())


@program(*PAIRS)
def dataclasses(m, x):
    """Which Python 3.13 compares field by field, and earlier ones as tuples."""
    a, b = m.tolist()
    p, q = Point(a, 1.0), Point(b, 1.0)
    r = p if x[0] > x[1] else q
    s = Point(a if x[0] > x[1] else b, 1.0)
    fixed = [Fixed(a, 1), Fixed(b, 1)]
    one = fixed[int(x[0])]
    found = r == p, r <= p, r in [p, q], [p, q].index(r), max(p, r).w, s == p, s in [q]
    return found, one == fixed[0], one in fixed, fixed.count(one)


@program(*PAIRS)
def users_objects(m, x):
    """Objects with an `__eq__` of their own are not asked about themselves by containers."""
    things = [Same(v) for v in m.tolist()]
    r = things[int(x[0])]
    return r in things, things.index(r), (r,) == (things[0],), r == things[0], things.count(r), r == r


@program(*PAIRS)
def sorted_by_nan(m, x):
    """Tuples that begin with one and the same."""
    a, b = m.tolist()
    c = a if x[0] > 0 else b
    return sorted([(c, 2), (a, 1), (b, 0)]), max((c, 1), (a, 2)), min((c, 1), (a, 2), (b, 0))


class Asked(Same):
    def __init__(self, v, log):
        self.v, self.log = v, log

    def __eq__(self, other):
        self.log.append(other.v)
        return self.v == other.v

    __hash__ = None


@program(*PLACES)
def users_objects_are_asked_as_often(x, k):
    """One that is chosen is not asked about itself."""
    log = []
    things = [Asked(v, log) for v in x.tolist()[:5]]
    r = things[int(k) % 5]
    return r in things, things.index(r), things.count(r), log


@program(*PLACES)
def dicts_in_a_list_that_grows(x, k):
    """Of a number that the run knows."""
    rows = []
    for i, v in enumerate(x):
        if v != 5:
            rows.append({"v": v, "k": i % 3})
    r = rows[k]
    return r in rows, rows.index(r), (r,) == (rows[0],), r == rows[0], rows.count(r), rows == rows[:]


@program(*PLACES)
def copies_of_a_dict_that_grows(x, k):
    """A copy holds the same objects, a dict that is made again does not."""
    d, e, f, at = {}, {}, {}, int(k) % 7
    for i, v in enumerate(x):
        d[i % 7] = v
        f[i % 7] = (v, i)
    for i, v in enumerate(x):
        e[i % 7] = v
    c, g = dict(d), f.copy()
    if k > 0:
        g[at] = f[0]
    found = d == c, d == e, d[at] in d.values(), (at, d[at]) in d.items(), d.items() <= c.items()
    return found, list(d.values()) == list(c.values()), f == g, OrderedDict(f) == OrderedDict(g), g[0] == f[0]


@program(*PAIRS)
def attributes(m, x):
    """What is read of objects."""
    q, w = Same(m[0]), Same(m[1])
    r = q if x[0] > 0 else w
    return (r.v,) == (q.v,), (q.v,) == (m[0],), vars(q) == vars(r), q.__dict__ == {"v": q.v}


@program(*PAIRS)
def what_generators_yield(m, x):
    """A generator that runs again makes others."""

    def both():
        yield m[0]
        yield m[1]

    p, q, xs = list(both()), list(both()), m.tolist()
    greatest = list(itertools.accumulate(xs, max))
    return p == q, p == p[:], p[int(x[0])] in p, greatest == list(itertools.accumulate(xs, max)), greatest[-1] in xs


@program(*PLACES)
def objects_in_a_list_that_grows(x, k):
    """An object whose class says that it is not equal to itself is in its list all the same."""
    rows = []
    for v in x:
        if v != 5:
            rows.append(Same(v))
    return rows.count(rows[k]), rows[k] in rows, rows[k] == rows[k], rows.index(rows[k]), Same(x[0]) in rows


@program(*PLACES)
def objects_of_a_list(x, k):
    """The same of as many as there are elements."""
    rows = [Same(v) for v in x]
    return rows.count(rows[k]), rows[k] in rows, rows.index(rows[k]), (rows[k],) == (rows[0],)


# -- arrays ----------------------------------------------------------------------------------------------


@program(*PAIRS)
def arrays_of_one_number(m, x):
    """Of one number an array has a truth."""
    p, q, s = np.array([m[0]]), np.array([m[1]]), np.array(m[0])
    r = p if x[0] > 0 else q
    return (r,) == (p,), [r, 1] == [q, 1], r in [p, q], [q, p].index(r), (s,) == (s,), s in [np.array(m[0]), s]


@program(*PLACES)
def arrays_in_a_list_that_grows(x, k):
    """Of such a list, too."""
    rows = []
    for i, v in enumerate(x):
        if v != 5:
            rows.append(x[i : i + 1] * 1.0)
    other = list(rows)
    return rows.count(rows[k]), rows.index(other[k]), (rows[k],) == (other[0],)


@program(*PAIRS)
def arrays_without_a_truth(m, x):
    """Of several it has none; but where it is the very first, it is not asked."""
    rows = [m, x]
    r = rows[0] if x[0] > 0 else rows[1]
    return (m,) == (m,), m in [m, x], (r,) == (r,), [r].index(r)


@program(*PAIRS)
def a_chosen_array_is_asked(m, x):
    """Where it is another one, it is."""
    r = m if x[0] > 0 else x
    return (r,) == (m,)
