"""Dicts and sets whose keys only the running program knows: counts, memos, groups, what has been seen."""

import collections

import numpy as np

from tests.harness import Theme, call

program = Theme("run_time_keys")
N = np.int64
X = np.array([3, 1, 2, 3, 3, 0, 1])


@program(call(X), call(X * 0), call(X[:0]))
def hist(x):
    """Values are counted, with get."""
    c = {}
    for v in x:
        c[v] = c.get(v, 0) + 1
    return c


@program(call(X), call(X * 0), call(X[:0]))
def hist_int(x):
    """Values are counted, with in; and what is asked of the counts."""
    c = {}
    for v in x:
        v = int(v)
        if v in c:
            c[v] += 1
        else:
            c[v] = 1
    return c, len(c), sum(c.values()), sorted(c), sorted(c.items())


@program(call(np.arange(40) * 7 % 11), call(np.arange(40) * 0))
def hist_long(x):
    """The value that comes most often."""
    c = {}
    for v in x:
        c[int(v)] = c.get(int(v), 0) + 1
    best = max(c, key=c.get)
    return c, best, c[best]


@program(call(np.arange(40) * 7 % 11), call(X))
def ddict(x):
    """Counts in a defaultdict."""
    c = collections.defaultdict(int)
    for v in x:
        c[int(v)] += 1
    return c


@program(call(np.arange(40) * 7 % 11), call(X))
def dlist(x):
    """Groups in a defaultdict of lists."""
    c = collections.defaultdict(list)
    for i, v in enumerate(x):
        c[int(v)].append(i)
    return c


@program(call(np.arange(40) * 7 % 11), call(X))
def setdef(x):
    """Groups by setdefault."""
    c = {}
    for i, v in enumerate(x):
        c.setdefault(int(v) % 3, []).append(i)
    return c, [len(g) for g in c.values()]


@program(call(np.arange(40) * 7 % 11), call(X), call(X[:4]))
def first_dup(x):
    """The first value that comes again."""
    seen = set()
    for v in x:
        if v in seen:
            return v
        seen.add(v)
    return None


@program(call(np.arange(40) * 7 % 11), call(X), call(X[:4]))
def uniq(x):
    """Each value once, in order."""
    seen = set()
    out = []
    for v in x:
        v = int(v)
        if v not in seen:
            seen.add(v)
            out.append(v)
    return out, len(seen), seen


@program(call(np.arange(40) * 7 % 11), call(X))
def set_list(x):
    """What is asked of a set of a list."""
    p = [int(v) for v in x if v > 1]
    return len(set(p)), sorted(set(p)), max(set(p), default=0)


@program(call(np.array([2, 7, 11, 15]), N(9)), call(np.array([3, 3]), N(6)), call(np.array([1, 2]), N(9)))
def two_sum(x, t):
    """Two items with a sum, by a dict of places."""
    seen = {}
    for i, v in enumerate(x):
        if t - v in seen:
            return seen[t - v], i
        seen[v] = i
    return None


@program(call(N(10)), call(N(1)))
def memo_while(n):
    """Steps are remembered in a while."""
    m = {}
    while n != 1 and n not in m:
        m[n] = len(m)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return m, n


@program(call(N(360)), call(N(97)), call(N(1)))
def factors(n):
    """Prime factors with their powers: a key comes on one path only."""
    f = {}
    d = 2
    while n > 1:
        while n % d == 0:
            f[d] = f.get(d, 0) + 1
            n //= d
        d += 1
    return f


@program(call(X), call(X[:2]))
def zipdict(x):
    """A dict of two lists of run-time length."""
    k = [int(v) for v in x if v >= 0]
    d = dict(zip(k, [v * v for v in k]))
    return d, d[1] if 1 in d else None


@program(call(X), call(X[:2]))
def missing_key(x):
    """A key that is not there."""
    d = {}
    for v in x:
        d[int(v)] = 1
    return d[100]


@program(call(X), call(X[:1]))
def popdel(x):
    """Keys are taken out."""
    d = {}
    for i, v in enumerate(x):
        d[int(v)] = i
    del d[3]
    a = d.pop(7, -1)
    return d, a, len(d)


@program(call(X), call(X[:1]))
def items_loop(x):
    """Loops over keys, values and items."""
    d = {}
    for i, v in enumerate(x):
        d[int(v)] = i
    t = 0
    for k, v in d.items():
        t = t * 3 + k - v
    for k in d:
        t += k
    for v in d.values():
        t -= 2 * v
    return t


@program(call(X), call(-X))
def tuplekeys(x):
    """Pairs of numbers as keys."""
    d = {}
    for i in range(len(x) - 1):
        k = (int(x[i]), int(x[i + 1]))
        d[k] = d.get(k, 0) + 1
    return d


@program(call(X), call(-X))
def cls(x):
    """A dict and a set as attributes."""

    class C:
        def __init__(self):
            self.m = {}
            self.s = set()

        def put(self, k, v):
            self.m[k] = v
            self.s.add(k)

    c = C()
    for i, v in enumerate(x):
        c.put(int(v), i)
    return c.m, len(c.s)


@program(call(X), call(-X))
def eqd(x):
    """Dicts are compared."""
    a = {}
    b = {}
    for v in x:
        a[int(v)] = 1
    for v in x[::-1]:
        b[int(v)] = 1
    return a == b, a != b, a == {3: 1}, bool(a)


@program(call(X * 1.0), call(-X * 1.5))
def floatkeys(x):
    """Floats as keys."""
    a = {}
    for v in x:
        a[float(v)] = a.get(float(v), 0) + 1
    return a


@program(call(X), call(X[:2]))
def copyd(x):
    """Copies are other dicts."""
    a = {}
    for v in x:
        a[int(v)] = 1
    b = dict(a)
    c = a.copy()
    d = {**a}
    b[50] = 1
    c[51] = 2
    d[52] = 3
    return a, b, c, d


@program(call(X), call(X[:2]))
def cond_new(x):
    """Keys that come in branches."""
    a = {}
    if x[0] > 2:
        a[int(x[0])] = 1
    if x[1] > 2:
        a[int(x[1])] = 2
    return a, len(a)


@program(call(X), call(X[:2]))
def printd(x):
    """The keys are printed in order."""
    a = {}
    for v in x:
        a[int(v)] = 1
    print(len(a), sorted(a))


@program(call(X))
def counter_cls(x):
    """A Counter, and what it says of what it does not hold."""
    c = collections.Counter()
    for v in x:
        c[int(v)] += 1
    return c, c[99]


@program(call(X))
def discard(x):
    """Elements are taken out of a set."""
    s = set()
    for v in x:
        s.add(int(v))
    s.discard(3)
    s.discard(99)
    return len(s), sorted(s)


@program(call(X))
def remove_missing(x):
    """An element that is not there is removed."""
    s = set()
    for v in x:
        s.add(int(v))
    s.remove(99)
    return len(s)


@program(call(X))
def in_branch(x):
    """A set that is used in branches."""
    s = set()
    n = 0
    for v in x:
        if v > 1:
            if int(v) in s:
                n += 1
            else:
                s.add(int(v))
    return n


@program(call(X), call(X[:0]))
def returned_iter(x):
    """Of a set, in its own order."""
    s = set()
    for v in x:
        s.add(int(v))
    return [v for v in s]
