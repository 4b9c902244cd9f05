"""Named tuples and frozen dataclasses as keys of dicts, elements of sets and items that are sorted and looked for."""

import heapq
from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("values as keys")
N = np.array([3, 1, 4, 1, 5, 9, 2, 6])
F = np.array([3, 1, 4, 1, 5, 9, 2, 6.5], np.float32)


@dataclass(frozen=True)
class Place:
    x: int
    y: int

    def moved(self, by):
        return Place(self.x + by[0], self.y + by[1])


@dataclass(frozen=True)
class Other:
    x: int
    y: int


@dataclass(frozen=True)
class One:
    v: float


@dataclass(frozen=True, slots=True)
class Tagged:
    a: int
    name: str = "q"


@dataclass(frozen=True, order=True)
class Ranked:
    a: int
    b: int


class Named(NamedTuple):
    x: int
    y: int


@program(call(N), call(N[::-1]))
def places_seen(x):
    """How often each place is come to, and the sets of them in Python's order."""
    s, d = set(), {}
    for v in x:
        p = Place(int(v), int(v) % 3)
        s.add(p)
        d[p] = d.get(p, 0) + 1
    return s, [p.x for p in s], Place(4, 1) in s, Other(4, 1) in s, (4, 1) in s, list(d.values())


@program(call(N), call(N[::-1]))
def taken_out(x):
    """Elements that are discarded and popped."""
    s = {Place(1, 2), Place(4, 1)}
    for v in x:
        if v > 4:
            s.discard(Place(int(v) - 4, 1))
        else:
            s.add(Place(int(v), 1))
    p = s.pop()
    return p.x, p.y, [q.x for q in s], sorted((q.x, q.y) for q in s)


@program(call(N), call(N[::-1]))
def of_one_field(x):
    """One field is hashed as a tuple of one."""
    d = {}
    for v in x:
        d[One(v / 2)] = d.get(One(v / 2), 0) + 1
    return d, max(k.v for k in d), [k.v for k in set(d)]


@program(call(N), call(N[::-1]))
def tuples_of_one(x):
    """So is a tuple of one, and tuples in tuples are what they are."""
    s, t = set(), set()
    for v in x:
        s.add((int(v),))
        t.add((int(v), (int(v) % 3, 2)))
    return s, [a for (a,) in s], t, list(t)


@program(call(N), call(N[::-1]))
def texts_beside(x):
    """A text is a field, too."""
    d = defaultdict(list)
    for i, v in enumerate(x):
        d[Tagged(int(v) % 3, "ab"[i % 2])].append(i)
    return dict(d), [(k.a, k.name, len(v)) for k, v in d.items()]


@program(call(N), call(N[::-1]))
def beside_lists_that_leave(x):
    """Where the lists lie in pools, what they are found by does not."""
    d = defaultdict(list)
    for i, v in enumerate(x):
        d[Place(int(v) % 3, i % 2)].append(i)
    return dict(d), [(k.x, k.y, len(v)) for k, v in d.items()]


@program(call(Place(0, 0), N), call(Place(2, 1), N[::-1]))
def walked_from(start, x):
    """A walk from a place of the caller's, until it crosses itself."""
    p, seen = start, {start}
    for v in x:
        p = p.moved(((0, 1), (1, 0), (-1, 0), (0, -1))[v % 4])
        if p in seen:
            break
        seen.add(p)
    return p.x, p.y, len(seen), start in seen


@program(call(N), call(N[::-1]))
def shortest_way(x):
    """Breadth-first search with a dict of where each place was come to from."""
    goal, q, came = Place(int(x[0]), int(x[1])), deque([Place(0, 0)]), {Place(0, 0): None}
    while q:
        p = q.popleft()
        if p == goal:
            break
        for by in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            n = p.moved(by)
            if abs(n.x) < 7 and abs(n.y) < 7 and n not in came:
                came[n] = p
                q.append(n)
    way = []
    while p is not None:
        way.append((p.x, p.y))
        p = came[p]
    return way[::-1]


@program(call(F), call(F[::-1]))
def exact_keys(f):
    """A float32 is the key 0.5, and is not the key 0.1."""
    d = {One(0.1): 1, One(0.5): 2, One(3): 7}
    n = 0
    for v in f:
        n += d.get(One(v / np.float32(10)), 0) + d.get(One(v), 0)
    return n, One(f[0]) in d


@program(call(N), call(N[::-1]))
def of_two_classes(x):
    """Objects of another class are other keys."""
    s = set()
    for v in x:
        s.add(Place(int(v), 0) if v % 2 else Other(int(v), 0))
    return len(s), Place(1, 0) in s, Other(1, 0) in s


@program(call(N), call(N[::-1]))
def operators_of_sets(x):
    """Sets of places, by their operators."""
    a = {Place(int(v) % 4, 0) for v in x[:4]}
    b = {Place(int(v) % 4, 0) for v in x[4:]}
    return len(a & b), len(a | b), a <= b, sorted(p.x for p in a ^ b), a == b


@program(call(N), call(N[::-1]))
def printed(x):
    """What they look like."""
    d = {}
    for v in x:
        d[Place(int(v) % 3, 0)] = int(v)
    print(d)
    return str(d), f"{list(d)}"


@program(call(N), call(N[::-1]))
def ranked(x):
    """Dataclasses that say that they have an order: sorted, and in a heap."""
    s, h = {Ranked(int(v) % 3, int(v)) for v in x}, []
    for v in x:
        heapq.heappush(h, Ranked(int(v) % 3, int(v)))
    return sorted(s), heapq.heappop(h).b, len(h)


@program(call(N), call(N[::-1]))
def named_items(x):
    """Named tuples are sorted and looked for as tuples are."""
    a = []
    for v in x:
        if v > 1:
            a.append(Named(int(v) % 3, int(v)))
    b = sorted(a)
    a.sort(reverse=True)
    return b, a, max(a), b[0].x, a.index(b[1]), min(a, key=lambda n: n.y), a == b, (1, 4) in a, a.count((1, 4))


@program(call(N), call(N[::-1]))
def named_elements(x):
    """A set of named tuples, in order and sorted."""
    d = set()
    for v in x:
        d.add(Named(int(v) % 3, int(v) % 2))
    return d, (0, 1) in d, sorted(d)[0].x, Named(1, 1) in d


@program(call(N), call(N[::-1]))
def named_and_twice(x):
    """A named tuple that is in a list twice leaves the function, as a tuple does."""
    d = []
    for v in x:
        p = Named(int(v) % 3, 0)
        if v > 1:
            d.append(p)
            d.append(p)
    return d, p


@program(call(N), call(N[::-1]), refused=Refusal("AliasError", "return d[0] is d[1]"))
def one_tuple_twice(x):
    """Which tuple it is that a list holds has been forgotten."""
    d = []
    for v in x:
        p = (int(v) % 3, 0)
        if v > 1:
            d.append(p)
            d.append(p)
    return d[0] is d[1]


@program(call(N), call(N[::-1]), refused=Refusal("AliasError", "return [k is v"))
def one_place_twice(x):
    """So it has of objects that are keys."""
    d = {}
    for v in x:
        p = Place(int(v) % 3, 0)
        d[p] = p
    return [k is v for k, v in d.items()]


@program(call(N), call(N[::-1]))
def counted(x):
    """A Counter of places in places."""
    d = Counter()
    for i, v in enumerate(x):
        d[(Place(int(v) % 2, 0), i % 2)] += 1
    return list(d.values()), sum(d.values()), d[Place(1, 0), 0]


class Narrow(NamedTuple):
    v: float


@program(call(F, 0.1), call(F, 2.5))
def named_by_narrow_floats(f, x):
    """A float32 in a named tuple is the key that it is to the last bit."""
    held = {Narrow(f[1] / np.float32(10)), Narrow(float(x) + f.shape[0])}
    return Narrow(x) in held, Narrow(0.1) in held, len(held), len({Narrow(f[1] / np.float32(10)), Narrow(float(f[1]) / 10)})


@program(call(F), refused=Refusal("StaticValueError", "return One(0.1) in held"))
def objects_of_several_dtypes(f):
    """So it is in an object; where others hold Python's floats, `==` would have to tell."""
    held = {One(f[1] / np.float32(10)), One(float(f[2]))}
    return One(0.1) in held
