"""Classes derived from dict, and Python's UserDict, UserList and ChainMap, under keys that only the run knows."""

import collections
import copy
from collections import ChainMap, UserDict, UserList

import numpy as np

from tests.harness import Theme, call, fresh

program = Theme("dicts of users")
N = np.array([1, -2, 3, 3, -1, 5, -2])


class Zero(dict):
    """Says 0 of what is not there, and does not keep it."""

    def __missing__(self, key):
        return 0


class Squares(dict):
    """Keeps what it was asked for."""

    def __missing__(self, key):
        self[key] = value = key * key
        return value


class Modulo(dict):
    """Keys are taken modulo 3 by all that it says itself."""

    def __setitem__(self, key, value):
        super().__setitem__(key % 3, value)

    def __getitem__(self, key):
        return super().__getitem__(key % 3)

    def __contains__(self, key):
        return super().__contains__(key % 3)

    def get(self, key, default=None):
        return super().get(key % 3, default)


class Groups(dict):
    def add(self, key, value):
        self.setdefault(key, []).append(value)


@program(call(N), call(-N))
def counted(n):
    """What is missing counts as 0."""
    d = Zero()
    for v in n:
        if v != 3:
            d[int(v)] += 1
    return d, d[100], len(d), 100 in d, d.get(100), d.setdefault(7, 5), sorted(d)


@program(call(N), call(-N))
def kept_when_asked(n):
    """A key that is asked for is there from then on."""
    d = Squares()
    total = 0
    for v in n:
        total += d[int(v)]
    for k in d:
        total += k
    for k, v in d.items():
        total += k * v
    return total, d, min(d), max(d.values()), max(d, key=d.get), sorted(d.items(), key=lambda p: -p[1])


@program(call(N), call(-N))
def other_keys(n):
    """Methods of the class, and of dict under them."""
    d = Modulo()
    total = 0
    for v in n:
        d[int(v)] = int(v)
        total += d[int(v) + 3] + d.get(int(v) + 1, 7)
        if int(v) + 1 in d:
            total += 100
    return d, total


@program(call(N), call(-N))
def operators_and_copies(n):
    """`|` answers a dict, and `|=` changes what it stands at; a copy of `copy` is of the class."""
    d = Zero([(int(v), 1) for v in n])
    for v in n:
        d[int(v)] += 1
    c, e, f = d.copy(), copy.copy(d), copy.deepcopy(d)
    e[77] = 1
    m, k = d | {9: 9}, {9: 9} | d
    d |= {8: 1}
    return [type(x).__name__ for x in (c, e, f, m, k)], c, e, f, m, k, d, d == m, str(d), d.pop(8), d.popitem()


@program(call(N), call(-N))
def in_branches(n):
    """Known keys that one branch adds, in classes of the function's own."""

    class Tree(dict):
        def __missing__(self, key):
            self[key] = made = type(self)()
            return made

    t, d, g = Tree(), Zero({1: 5}), Groups()
    t["a"]["b"] = 1
    if n[0] > 0:
        t["c"]["e"] = 2
        d["new"] += 1
    else:
        del d[1]
    for v in n:
        g.add(int(v) % 3, int(v))
    return t, d, d[1], g, {k: sum(v) for k, v in g.items()}


@program(call(N), call(-N))
def raised_by_missing(n):
    """An exception of the class's own."""
    class Strict(dict):
        def __missing__(self, key):
            raise KeyError(f"no {key}")

    d = Strict()
    for v in n:
        if v > 0:
            d[int(v)] = 1
    try:
        return d[int(n[1])]
    except KeyError as error:
        return str(error)


class Counts(dict):
    def __init__(self, *given):
        super().__init__(*given)
        self.changes = 0

    def __setitem__(self, key, value):
        self.changes += 1
        super().__setitem__(key, value)


@program(call(N), call(-N))
def with_attributes(n):
    """Attributes beside what the dict holds."""
    d = Counts({5: 1})
    for v in n:
        d[int(v)] = int(v)
    return d.changes, d


@program(call(N), call(-N))
def user_dicts(n):
    """Python's UserDict, and one that takes other keys."""

    class Twice(UserDict):
        def __missing__(self, key):
            self[key] = key * 2
            return self.data[key]

        def __setitem__(self, key, value):
            super().__setitem__(key % 4, value)

    d, t = UserDict(), Twice()
    for v in n:
        d[int(v)] = d.get(int(v), 0) + 1
        t[int(v)] = int(v)
    total = 0
    for k, v in d.items():
        total += k * v
    e = d.copy()
    e[99] = t[3]
    return d, e, t, total, len(d), 3 in d, list(d), d == {}, isinstance(d, collections.abc.Mapping), d | {1: 1}


@program(call(N), call(-N))
def user_lists(n):
    """Python's UserList, and a stack that is made of it."""

    class Stack(UserList):
        def push(self, x):
            self.append(x)

        def peek(self):
            return self[-1]

    s, l = Stack(), UserList([3, 1, 2])
    for v in n:
        if v > 0:
            s.push(int(v))
        elif s:
            s.pop()
    if n[0] > 0:
        l.sort()
        l.append(7)
    else:
        l.reverse()
    l += [4]
    return s, s.peek() if s else None, l, l[1:], l + [1], l[0], sum(l), 3 in l, l.index(2), l == [1, 2, 3, 7, 4], [*l]


@program(call(N), call(-N))
def chain_maps(n):
    """Maps that are asked one after the other; the first is written to."""
    base, over = {"a": 1, "b": 2}, {}
    c = ChainMap(over, base)
    if n[0] > 0:
        c["a"] = 10
        base["c"] = 3
    else:
        over["b"] = 5
    counts = ChainMap({}, {1: 1, 3: 30, 5: 7})
    total = 0
    for v in n:
        total += counts.get(int(v), -1)
        counts[int(v)] = total
    try:
        del c["c"]
    except KeyError as error:
        said = str(error)
    inner = c.new_child({"k": 1})
    return c["a"], c["b"], sorted(c), len(c), counts, len(counts.maps[0]), said, inner["b"], inner.parents == c, total


@program(call(N, fresh(lambda: UserDict(a=1))), call(-N, fresh(lambda: UserDict(a=1))))
def of_the_caller(n, d):
    """The caller's own is changed."""
    if n[0] > 0:
        d["a"] += 1
    d["b"] = n.sum()
    return d["a"], d
