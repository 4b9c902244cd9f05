"""Dicts in dicts and lists, both with keys that only the running program knows: pairs counted, indices, matrices."""

from collections import Counter, OrderedDict, defaultdict

import numpy as np

from tests.harness import Theme, call

program = Theme("nested keys")
X = np.array([3, 1, 2, 3, 3, 0])
Y = np.array([9, 4, 4, 1, 0, 2, 4])


@program(call(X), call(Y))
def pairs_counted(x):
    """What comes behind what, how often."""
    d = {}
    for a, b in zip(x.tolist(), x.tolist()[1:]):
        d.setdefault(a, {})
        d[a][b] = d[a].get(b, 0) + 1
    return d, len(d), max(len(e) for e in d.values())


@program(call(X), call(Y))
def through_a_name(x):
    """The inner dict under a name, then all of them gone through."""
    d = {}
    for a, b in zip(x.tolist(), x.tolist()[1:]):
        if a not in d:
            d[a] = {}
        e = d[a]
        e[b] = b - a
    total = 0
    for a, e in d.items():
        for b, n in e.items():
            total += a * b * n
    return total, sorted(d)


@program(call(X), call(Y))
def of_defaultdicts(x):
    """`defaultdict(lambda: defaultdict(int))`."""
    d = defaultdict(lambda: defaultdict(int))
    for a, b in zip(x.tolist(), x.tolist()[1:]):
        d[a][b] += 1
    return sum(len(v) for v in d.values()), max(max(v.values()) for v in d.values())


@program(call(X), call(Y))
def of_counters(x):
    """`defaultdict(Counter)`, which leaves the function."""
    d = defaultdict(Counter)
    for a, b in zip(x.tolist(), x.tolist()[1:]):
        d[a][b] += 1
    return d


@program(call(X), call(Y))
def of_ordered_dicts(x):
    """Ordered ones, which the key before may have made."""
    d = {}
    for a, b in zip(x.tolist(), x.tolist()[1:]):
        d.setdefault(a, OrderedDict())[b] = a
    return d


@program(call(X), call(Y))
def lists_in_dicts_in_a_dict(x):
    """An index of two levels."""
    found = {}
    for i, v in enumerate(x.tolist()):
        found.setdefault(v % 3, {}).setdefault(v, []).append(i)
    return found


@program(call(X), call(Y))
def in_a_list(x):
    """A list of dicts as long as a run-time value says: adjacency with weights."""
    g = [{} for _ in range(int(x.max()) + 1)]
    for i in range(len(x)):
        g[x[i]][i] = g[x[i]].get(i, 0) + 1
    return g


@program(call(X), call(Y))
def counters_of_a_known_key(x):
    """A list of Counters of which each iteration makes one."""
    out = []
    for v in x:
        c = Counter()
        c["a"] += int(v)
        out.append(c)
    return out


@program(call(X), call(Y))
def another_item_changes(x):
    """A name for one of them, while one that may be another is changed, and then it itself."""
    d = defaultdict(Counter)
    c = d[100]
    for a, b in zip(x.tolist(), x.tolist()[1:]):
        c = d[b]
        d[a][b] += 3
        c[a] += 7
    return d


@program(call(X), call(Y))
def made_at_two_places(x):
    """A graph with weights, whose inner dicts are made in two lines."""
    g = defaultdict(dict)
    for a, b in zip(x.tolist(), x.tolist()[1:]):
        g[a][b] = 1
        g[b][a] = abs(a - b)
    return g


@program(call(X))
def one_under_all_keys(x):
    """One Counter as the value of all keys would have to be one object in the dict."""
    d = {}
    c = Counter()
    for v in x.tolist():
        d[v] = c
        c[v] += 1
    return d


def asked(container, key):
    try:
        return key in container
    except TypeError as error:
        return str(error)


@program(call(np.array([1, 2, 3])), call(np.array([-1, 2, 3])))
def parts_without_a_hash(x):
    """Tuples that hold a dict or list beside what only the run knows: Python asks for their hash, and raises."""
    pairs = {1: {"a": x[0]}, 2: {}}
    if x[0] > 0:
        pairs[3] = {}
    chosen = (1, {}) if x[0] > 0 else (2, {})
    either = ([1] if x[0] > 0 else "t", {3} if x[0] > 0 else {4: 5})
    found = [asked({1: 2}, pair) for pair in pairs.items()]
    found += [asked({1, 2}, (int(x[0]), [x[1]])), asked({(1, 2): 3}, (x[0], ({int(x[1]): 1},))), asked({1: 2}, chosen)]
    found += [asked({(2, "t"): 3}, (int(x[1]), part)) for part in either]
    try:
        return found, {1: 2}[chosen]
    except TypeError as error:
        return found, str(error), asked([(int(x[0]), [])], (1, []))


@program(call(np.array([1, 2, 3]), np.array([0])), call(np.array([-1, 2, 3]), np.array([1])))
def values_without_a_hash(x, n):
    """The same with pairs of a dict whose keys, and dicts as values, only the run knows: they were looked for."""
    pairs = {int(n[0]): {"a": x[0]}, int(x[1]): {}}
    lists = {int(n[0]): [x[0]], int(x[1]): [x[1]]}
    table = {int(n[0]): 1, 5: 2}
    found = [asked(table, pair) for pair in pairs.items()] + [asked({5: 2}, pair) for pair in lists.items()]
    for held in (pairs, lists):
        for pair in held.items():
            try:
                found.append(table.get(pair))
            except TypeError as error:
                found.append(str(error))
    return found
