"""What programs do with dicts, sets and queues of run-time items, many things in one function."""

from collections import OrderedDict, defaultdict, deque

import numpy as np

from tests.harness import Theme, call

program = Theme("dict_idioms")
N = np.int64
X = np.array([3, 1, 2, 3, 3, 0, 1, 7, 2, 5, 5, 11, 3])
Y = np.array([1, 2, 9, 3])
E = np.array([[0, 1], [1, 2], [2, 3], [0, 4], [4, 3], [5, 6]])


@program(call(X))
def nxt(x):
    """An iterator is stepped, walked through, and asked again."""
    a = [int(v) for v in x if v > 2]
    it = iter(a)
    t = 0
    t += next(it) * 100
    t += next(it)
    for v in it:
        t = t * 3 + v
    return (t, next(it, -7))


@program(call(X))
def dd(x):
    """Removals, and what comes first and last."""
    d = {}
    for v in x:
        d[int(v)] = d.get(int(v), 0) + 1
    del d[3]
    d.pop(1)
    d.pop(99, None)
    k = next(iter(d))
    v = next(iter(d.values()))
    kv = next(iter(d.items()))
    l = list(d)[-1]
    r = list(reversed(list(d)))
    return (k, v, kv, l, r, d)


@program(call(X))
def od(x):
    """Moves and removals at both ends."""
    d = OrderedDict()
    for v in x:
        d[int(v)] = d.get(int(v), 0) + 1
    d.move_to_end(3)
    d.move_to_end(1, last=False)
    a = d.popitem(last=False)
    b = d.popitem()
    return (a, b, d, list(d.keys()), list(d.items()), 5 in d, len(d), d.get(99), type(d).__name__)


@program(call(X))
def od_err(x):
    """A key that is not there is moved."""
    d = OrderedDict()
    for v in x:
        d[int(v)] = 1
    d.move_to_end(99)
    return d


@program(call(X))
def pop_err(x):
    """An item of an empty dict."""
    d = {}
    for v in x:
        d[int(v)] = 1
    d.clear()
    return d.popitem()


@program(call(X))
def it_err(x):
    """The first of no items."""
    a = [int(v) for v in x if v > 200]
    return next(iter(a))


@program(call(X, 100), call(X, 4))
def walk_del(x, n):
    """Keys that go while the dict is walked through."""
    d = {}
    for v in x:
        d[int(v)] = 1
    for k in d:
        if k > n:
            del d[k]
    return d


@program(call(X, 100), call(X, 4))
def walk_del2(x, n):
    """A copy of the keys is walked through."""
    d = {}
    for v in x:
        d[int(v)] = 1
    for k in list(d):
        if k > n:
            del d[k]
    return d


@program(call(X))
def nested(x):
    """Two walks, one inside of the other."""
    d = {}
    for v in x:
        d[int(v)] = d.get(int(v), 0) + 1
    t = 0
    for a in d:
        for b in d:
            if a < b:
                t += d[a] * d[b]
    return t


@program(call(X))
def zipd(x):
    """Every builtin."""
    d = {}
    for v in x:
        d[int(v)] = d.get(int(v), 0) + 1
    return (
        [(a, b, c) for a, b, c in zip(d, d.values(), x.tolist())],
        dict(zip(d.values(), d.keys())),
        {v: k for k, v in d.items()},
        dict(sorted(d.items())),
        dict(sorted(d.items(), key=lambda kv: -kv[1])),
        list(map(lambda k: k * 2, d)),
        list(filter(lambda k: d[k] > 1, d)),
        sum(d),
        min(d),
        any((v > 3 for v in d.values())),
        all(d.values()),
        tuple(d),
        [*d],
        max(d.values(), default=0),
        list(enumerate(d.items(), 1)),
        sorted(d, key=d.get),
    )


@program(call(X, X + 2))
def merge_u(x, y):
    """Merges."""
    a = {int(v): 1 for v in x}
    b = {int(v): 2 for v in y}
    c = a | b
    a |= b
    return (a == c, a, {k: a[k] for k in a.keys() if k in b}, [k for k in a if k not in b])


@program(call(X, X + 2))
def setops(x, y):
    """Operators of sets."""
    s = {int(v) for v in x}
    t = set(y.tolist())
    return (
        sorted(s | t),
        sorted(s & t),
        sorted(s - t),
        sorted(s ^ t),
        s <= t,
        len(s | t),
        sum(s),
        min(s),
        max(t),
        [v for v in s if v in t],
        [v for v in t if v % 2],
    )


@program(call(E))
def graph_cycle(e):
    """Components of a graph."""
    g = defaultdict(list)
    for a, b in e.tolist():
        g[a].append(b)
        g[b].append(a)
    seen = set()
    comp = []
    for s in sorted(g):
        if s in seen:
            continue
        st = [s]
        seen.add(s)
        c = []
        while st:
            u = st.pop()
            c.append(u)
            for v in g[u]:
                if v not in seen:
                    seen.add(v)
                    st.append(v)
        comp.append(sorted(c))
    return comp


@program(call(X), call(X[:1]), call(X[:0]))
def rq(x):
    """From both ends."""
    q = deque(x.tolist())
    n = 0
    while len(q) > 1:
        a = q.popleft()
        b = q.pop()
        if a < b:
            q.appendleft(b - a)
        elif a > b:
            q.append(a - b)
        n += 1
        if n > 50:
            break
    return (list(q), n)


@program(call(X, Y), call(Y, X), call(X[:0], Y))
def merged_displays(x, y):
    """Two stars beside keys that only the run knows: before, between and after."""
    first = {int(v): i for i, v in enumerate(x)}
    second = {int(v): -i for i, v in enumerate(y)}
    return (
        {**first, int(y[0]): 99},
        {int(y[0]): 5, **first, int(y[1]): 6},
        {**first, **second, int(y[0]) + 100: 1},
        {**{"a": 1, (1, 2): 3, None: 2}, int(y[0]): 4},
    )


@program(call(X, Y), call(Y, X), call(X[:0], Y))
def copied_before_it_changes(x, y):
    """What comes after two stars is copied before the rest of the display is evaluated."""
    d = {int(v): i for i, v in enumerate(x)}
    d[1] = 4
    return {**d, int(y[0]): d.pop(1)}, d


@program(call(X, Y), call(Y, X), call(X[:0], Y))
def merged_in_a_loop(x, y):
    """A dict that is made anew at each turn, with one key more."""
    d = {}
    for v in x:
        d = {**d, int(v): d.get(int(v), 0) + 1}
    return d


@program(call(X, Y), call(Y, X), call(X[:0], Y))
def merged_one_of_two(x, y):
    """Two stars before one of two dicts."""
    d = {"a": 1}
    e = {"b": 2, "a": 5}
    chosen = d if y[0] > 1 else e
    return {**chosen, "c": 3}, {**chosen, int(y[0]): 4}


@program(call(X, Y), call(Y, X), call(X[:0], Y))
def updated_by_iterators(x, y):
    """Generators, `zip` and `enumerate` give dicts and sets what only the run knows."""
    d = {1: 5}
    d.update((int(v), i) for i, v in enumerate(x) if v > 1)
    e = {}
    e.update(zip(x.tolist(), y.tolist()))
    e |= zip(y.tolist(), range(3))
    e |= [(int(v), 0) for v in x[:2]]
    f = dict(enumerate(y.tolist()))
    f.update(enumerate(x.tolist()))
    seen = {1}
    seen.update(int(v) * 2 for v in x)
    seen.update(zip(x.tolist(), y.tolist()))
    return d, e, f, len(seen)


@program(call(X, Y), call(Y, X))
def updated_until_it_raises(x, y):
    """What a generator has given before it raises is there."""

    def pairs():
        yield int(x[0]), 2
        raise ValueError("enough")

    d = {}
    try:
        d.update(pairs())
    except ValueError:
        d[-1] = 0
    return d


TOLD = call(np.array([2, 1])), call(np.array([2, -1]))


@program(*TOLD)
def asked_by_name_in_a_branch(x):
    """A defaultdict that is asked by its method, as a key or by a text makes what is missing: where Python asks."""
    counts, sizes, names, texts = defaultdict(int), defaultdict(int), defaultdict(int), defaultdict(int)
    best = filled = said = None
    if x[1] > 0:
        counts.__getitem__(5)
        best = max([3, 1], key=sizes.__getitem__)
        filled = "%(a)s %(b)s" % names
        said = "{0[c]} {more}".format(texts, more="{d}".format_map(texts))
    return best, filled, said, dict(counts), dict(sizes), dict(names), dict(texts)


class Doubled(dict):
    """Makes twice the key."""

    def __missing__(self, key):
        self[key] = key * 2
        return key * 2


@program(*TOLD)
def made_by_a_class_in_a_branch(x):
    """So does a class that says itself what is missing."""
    d, made = Doubled(), 0
    if x[1] > 0:
        made = d.__getitem__(5), list(map(d.__getitem__, [6, 7])), "%(ab)s" % d, "{ab} {c}".format_map(d)
    return made, dict(d)


@program(*TOLD)
def shown_with_run_time_values(x):
    """What is made for a text may be a number of the run."""
    d, said = defaultdict(lambda: x[0] * 2), ""
    if x[1] > 0:
        said = "%(a)d" % d + "{0[b]:5d}".format(d) + "{c}".format_map(d)
    return said, dict(d)
