"""What is done with dicts and sets of run-time keys: truth, walks, names, what changes while it is walked through."""

import enum

import numpy as np

from tests.harness import Theme, call

program = Theme("run_time_key_uses")
N = np.int64
X = np.array([3, 1, 2, 3, 3, 0, 1])


def mk(x):
    """How often each value comes."""
    d = {}
    for v in x:
        d[int(v)] = d.get(int(v), 0) + 1
    return d


@program(call(X), call(X[:0]), call(X * 0))
def truths(x):
    """Their truth, by itself and in `or`."""
    d = mk(x)
    s = set()
    for v in x:
        s.add(int(v))
    a = 1 if d else 2
    b = d or "empty"
    c = not s
    return a, b == "empty", c, bool(d), bool(s)


@program(call(X), call(X[:0]), call(X * 0))
def uses(x):
    """Walks, comparisons and types."""
    d = mk(x)
    return (
        list(d.items()),
        list(enumerate(d)),
        sum(v for v in d.values()),
        any(v > 2 for v in d.values()),
        [k for k in d if d[k] > 1],
        {3: 3} == d,
        isinstance(d, dict),
        type(d) is dict,
        3 in d.keys(),
        2 in d.values(),
    )


@program(call(X), call(X * 0))
def alias(x):
    """Two names for one dict."""
    d = mk(x)
    e = d
    e[99] = 1
    return d, e is d, len(d)


@program(call(X), call(X * 0))
def listofd(x):
    """Dicts in a list."""
    out = []
    for i in range(3):
        d = {}
        for v in x[i:]:
            d[int(v)] = i
        out.append(d)
    return out


@program(call(X, N(3)), call(X * 0, N(2)))
def listofd_dyn(x, n):
    """Dicts in a list of run-time length."""
    out = []
    for i in range(n):
        d = {}
        for v in x:
            d[int(v) + i] = i
        out.append(d)
    return out


@program(call(X), call(X * 0))
def walk_mut(x):
    """A dict that gets keys while it is walked through."""
    d = mk(x)
    for k in d:
        d[k + 100] = 1
    return d


@program(call(X), call(X * 0))
def walk_mut2(x):
    """A copy of the keys is walked through."""
    d = mk(x)
    for k in list(d):
        d[k + 100] = 1
    return d


@program(call(X), call(X * 0))
def ret_keys(x):
    """A list of the keys."""
    d = mk(x)
    k = list(d.keys())
    k.append(5)
    return k, d


@program(call(X), call(X * 0))
def keys_live(x):
    """Keys that are added later show in a view."""
    d = mk(x)
    k = d.keys()
    d[77] = 1
    return len(k), 77 in k


@program(call(X), call(X * 0))
def boolkeys(x):
    """True is 1, as a key."""
    d = {}
    for v in x:
        d[bool(v > 1)] = d.get(bool(v > 1), 0) + 1
    d[1] = 50
    return d


@program(call(X), call(X * 0))
def tryexc(x):
    """A key that is not there, caught."""
    d = mk(x)
    try:
        return d[int(x[0]) + 50]
    except KeyError:
        return "none"


@program(call(X), call(X * 0))
def delx(x):
    """Keys are deleted in order."""
    d = mk(x)
    for k in sorted(d):
        if d[k] == 1:
            del d[k]
    return d


@program(call(np.array([3.0, -1.0, 2.0, 0.5, -4.0])), call(np.array([-3.0, 1.0, -2.0, -0.5, 4.0])))
def discarded_from_the_empty(x):
    """The first thing that may happen to a new set is that an element is to go."""
    s = set()
    for i, v in enumerate(x):
        if v > 0:
            s.add(i)
        else:
            s.discard(i - 1)
    return sorted(s), len(s)


# -- keys that are one object each, beside run-time keys -----------------------------------------------


class Mark(enum.Enum):
    """Keys that are no numbers."""

    START = 1
    END = 2


M = np.array([1.0, 2.0, -3.0, 4.0])


@program(call(M), call(-M))
def none_beside_numbers(x):
    """None is a key from the start, and is looked up, counted and taken out."""
    d = {None: 0.0}
    groups = {None: []}
    for v in x:
        d[int(v)] = d.get(int(v), 0.0) + float(v)
        groups.setdefault(int(v) if v > 0 else None, []).append(float(v))
    seen = list(d), None in d, d[None], len(d), str(d), [k is None for k in d], {k: v + 1 for k, v in d.items()}
    return seen, d.pop(None), d, groups


@program(call(M), call(-M))
def members_beside_numbers(x):
    """Members of an Enum are keys of a dict and elements of a set from the start."""
    d = {Mark.START: 1.0, Mark.END: 2.0, None: 3.0}
    s = {Mark.START, Mark.END}
    for v in x:
        d[int(v)] = float(v)
        s.add(int(v))
        if v > 3:
            d[Mark.END] += 1.0
    total = 0.0
    for v in d.values():
        total += v
    return d, total, d[Mark.START], Mark.END in d, d.get(Mark.END), len(s), Mark.START in s, int(x[0]) in s


@program(call(M), call(-M), call(np.ones(7)))
def parents(x):
    """A search from a node that has no parent."""
    parent, queue = {0: None}, [0]
    while queue:
        u = queue.pop(0)
        for w in (2 * u + 1, 2 * u + 2):
            if w < len(x) and w not in parent and x[w] > 0:
                parent[w] = u
                queue.append(w)
    return parent
