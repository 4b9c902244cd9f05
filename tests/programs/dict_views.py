"""Dicts with run-time keys: views, walks that change values, displays with stars, Counters, ordered dicts."""

from collections import Counter, OrderedDict

import numpy as np

from tests.harness import Theme, call

program = Theme("dict_views")
N = np.int64
X = np.array([3, 1, 2, 3, 3, 0, 1, 7, 2, 5, 5, 11, 3])
E = np.array([[0, 1], [1, 2], [2, 3], [0, 4], [4, 3], [5, 6]])


def mk(x):
    """How often each value comes."""
    d = {}
    for v in x:
        d[int(v)] = d.get(int(v), 0) + 1
    return d


@program(call(X, X + 2), call(X[:0], X), call(X, X[:0]))
def spl(x, y):
    """Displays with stars, and merges."""
    a = mk(x)
    b = mk(y)
    return ({**a, **b}, {1: 5, **a}, {**a, 7: 3}, {**a}, {**{}, **a}, dict(a), a | b)


@program(call(X), call(X[:0]))
def upd_walk(x):
    """Values change while the dict is walked through."""
    d = mk(x)
    for k in d:
        d[k] += k
    for k, v in d.items():
        d[k] = v * 2
    for k in d.keys():
        d[k] += 1
    t = 0
    for i, (k, v) in enumerate(d.items()):
        t += i * v
        d[3] = t
    return (d, t)


@program(call(X, 100), call(X, 4), call(X, 10))
def grow_walk(x, n):
    """Keys that come while the dict is walked through are an error."""
    d = mk(x)
    for k in d:
        if k > n:
            d[k + 100] = 1
    return d


@program(call(X, 4), call(X, 100))
def grow_break(x, n):
    """Not if nothing is asked for any more."""
    d = mk(x)
    for k in d:
        if k > n:
            d[k + 100] = 1
            break
    return d


@program(call(X, 100), call(X, 4), call(X, 10))
def grow_vals(x, n):
    """The error comes after the last item, too."""
    d = mk(x)
    t = 0
    for k, v in d.items():
        t += v
        if k > n:
            d[100] = 1
    return (d, t)


@program(call(X))
def views(x):
    """Views see what the dict gets later."""
    d = mk(x)
    k = d.keys()
    v = d.values()
    it = d.items()
    d[77] = 1
    return (
        len(k),
        len(v),
        len(it),
        77 in k,
        (77, 1) in it,
        (77, 2) in it,
        5 in v,
        list(k),
        sorted(v),
        list(it),
        max(v),
        sum(v),
        min(it),
        set(k) == {1},
        isinstance(k, list),
        tuple(v),
        dict(it),
    )


@program(call(X, X + 1))
def merge_counts(x, y):
    """Operators of Counters."""
    a = Counter(x.tolist())
    b = Counter(y.tolist())
    return (a + b, a - b, a & b, a | b)


@program(call(X, X + 1))
def counter_up(x, y):
    """A Counter counts on."""
    a = Counter(x.tolist())
    a.update(y.tolist())
    return (a, a.total(), a[99], list(a.elements()))


@program(call(X, X + 1))
def counter_sub(x, y):
    """A Counter counts down."""
    a = Counter(x.tolist())
    a.subtract(y.tolist())
    return a


@program(call(E))
def union_find_dict(edges):
    """Disjoint sets in a dict, by a nested function."""
    parent = {}

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    for a, b in edges:
        a = int(a)
        b = int(b)
        parent.setdefault(a, a)
        parent.setdefault(b, b)
        ra = find(a)
        rb = find(b)
        if ra != rb:
            parent[ra] = rb
    groups = {}
    for x in parent:
        groups.setdefault(find(x), []).append(x)
    return groups


@program(call(3, X), call(2, X))
def lru(cap, keys):
    """A cache that drops what was used longest ago."""
    cache = OrderedDict()
    hits = 0
    for k in keys:
        k = int(k)
        if k in cache:
            cache.move_to_end(k)
            hits += 1
        else:
            cache[k] = k * k
            if len(cache) > cap:
                cache.popitem(last=False)
    return (hits, list(cache.items()))


@program(call(3, X), call(2, X))
def lru_dict(cap, keys):
    """The same with a dict and its first key."""
    cache = {}
    hits = 0
    for k in keys:
        k = int(k)
        if k in cache:
            v = cache.pop(k)
            cache[k] = v
            hits += 1
        else:
            if len(cache) == cap:
                oldest = next(iter(cache))
                del cache[oldest]
            cache[k] = k * k
    return (hits, cache)


@program(call(X))
def mode(x):
    """The key of the most frequent value, in many ways."""
    d = {}
    for v in x:
        d[int(v)] = d.get(int(v), 0) + 1
    return (
        max(d, key=d.get),
        min(d, key=d.get),
        max(d.items(), key=lambda kv: kv[1]),
        sorted(d.items(), key=lambda kv: (-kv[1], kv[0])),
    )


@program(call(X), call(X[:0]))
def popitem_all(x):
    """A dict is emptied from its end."""
    d = {}
    for v in x:
        d[int(v)] = d.get(int(v), 0) + 1
    out = []
    while d:
        k, n = d.popitem()
        out.append((k, n))
    return out


@program(call(X, X * X))
def dictzip(x, y):
    """A dict of two columns."""
    d = dict(zip(x.tolist(), y.tolist()))
    return (d, sorted(d.items(), key=lambda kv: kv[1]))


@program(call(X, X + 2), call(X[:0], X), call(X, X[:0]), call(X, X))
def keys_as_sets(x, y):
    """The keys of a dict beside sets, lists and other keys."""
    a, b = mk(x).keys(), mk(y).keys()
    return (
        sorted(a & b), sorted(a | {40}), sorted(a - {1, 2}), sorted(a ^ b), sorted({1, 2, 60} - a), sorted(a & [3, 4]),
        a == b, a != {1}, a <= b, {3} < a, a.isdisjoint([0, 60]), a.isdisjoint({60}), a == [1],
    )  # fmt: skip


@program(call(X, 1), call(X, -1))
def keys_of_a_branch(x, n):
    """A branch decides which keys there are."""
    d = {"a": 1, "b": 2}
    if n > 0:
        d["c"] = x[0]
        del d["a"]
    return d, sorted(d.keys() & {"b", "c", "z"}), d.keys() == {"b", "c"}, d.keys() >= {"a"}
