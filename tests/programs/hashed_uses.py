"""What people write with dicts and sets over the numbers of arrays."""

import collections

import numpy as np

from tests.harness import Theme, call

program = Theme("hashed_uses")
X = np.array([3, 1, 2, 3, 3, 0, 1, 7, 2])
F = np.array([0.5, -0.0, 0.0, 2.0, 0.5, 1e300, -3.0])


@program(call(X, 9), call(X, 100), call(X[:0], 1))
def two_sum(x, target):
    """The first pair with a given sum."""
    where = {}
    for i, v in enumerate(x):
        v = int(v)
        if target - v in where:
            return where[target - v], i
        where[v] = i
    return None


@program(call(X), call(X * 0), call(X[:0]))
def counted(x):
    """Counts, and what comes most often."""
    counts = {}
    for v in x.tolist():
        counts[v] = counts.get(v, 0) + 1
    best, most = -1, 0
    for k, c in counts.items():
        if c > most:
            best, most = k, c
    return counts, best, most


@program(call(F), call(F[:2]))
def counted_floats(x):
    """Floats are keys: both zeros are one."""
    counts = {}
    for v in x:
        counts[float(v)] = counts.get(float(v), 0) + 1
    return counts, 0.0 in counts, -0.0 in counts, 2 in counts, True in counts


@program(call(X), call(np.array([1, 0, 1])))
def keys_of_other_types(x):
    """Integers, bools and whole floats are the same keys."""
    seen = set()
    for v in x:
        seen.add(int(v))
    return [True in seen, 2.0 in seen, 2.5 in seen, np.float32(3) in seen, np.uint8(7) in seen, 1e30 in seen]


@program(call(30), call(1), call(60))
def memoised(n):
    """A table of what is known already, over run-time keys."""
    memo = {0: 0, 1: 1}
    for i in range(2, n + 1):
        memo[i] = (memo[i - 1] + memo[i - 2]) % 1000007
    return memo[n]


@program(call(np.array([1, 2, 5]), 11), call(np.array([4]), 6))
def coins(values, amount):
    """The sums that can be reached, step by step, in sets."""
    best = {0: 0}
    frontier = [0]
    steps = 0
    while frontier and amount not in best:
        steps += 1
        after = []
        for s in frontier:
            for v in values:
                t = s + int(v)
                if t <= amount and t not in best:
                    best[t] = steps
                    after.append(t)
        frontier = after
    return best.get(amount, -1)


@program(call(X), call(X[:0]))
def longest_run(x):
    """The longest run of successive numbers, by a set."""
    have = set(x.tolist())
    best = 0
    for v in sorted(have):
        if v - 1 not in have:
            n = 1
            while v + n in have:
                n += 1
            best = max(best, n)
    return best


@program(call(X, X[::2] % 3), call(X, X + 10))
def set_operators(x, y):
    """Operators between sets of run-time numbers."""
    a, b = set(x.tolist()), set(y.tolist())
    return sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b), a <= b, a.isdisjoint(b), len(a | b), a == b


@program(call(X, X[::2] % 3), call(X, X + 10))
def set_methods(x, y):
    """The same by methods; and those that change a set."""
    a, b = {int(v) for v in x}, {int(v) for v in y}
    c = a.union(b)
    d = a.intersection(b)
    e = a.difference(b)
    f = set(a)
    f.update(b)
    f.discard(3)
    f.difference_update({0, 1})
    g = {v % 3 for v in sorted(a)}
    return sorted(c), sorted(d), sorted(e), sorted(f), sorted(g), a.issubset(c), c.issuperset(b), len(f)


@program(call(X), call(X * 2))
def sparse_matrix(x):
    """A sparse matrix as a dict of pairs, times a vector."""
    a = {}
    n = len(x)
    for i in range(n):
        a[i, int(x[i]) % n] = float(i + 1)
        a[i, i] = a.get((i, i), 0.0) + 2.0
    y = np.zeros(n)
    for (i, j), v in a.items():
        y[i] += v * x[j]
    return y, len(a)


@program(call(np.array([1, 2, 0, 4]), np.array([3, 0, 1])), call(np.array([1, -1]), np.array([1, 1])))
def polynomials(p, q):
    """Products of polynomials as dicts from exponents to coefficients."""
    a = {i: int(c) for i, c in enumerate(p) if c != 0}
    b = {i: int(c) for i, c in enumerate(q) if c != 0}
    out = {}
    for i, c in a.items():
        for j, d in b.items():
            out[i + j] = out.get(i + j, 0) + c * d
    return {k: v for k, v in out.items() if v != 0}


@program(call(X, np.arange(9) * 1.5), call(X * 0, np.arange(9) * 1.0))
def grouped(keys, values):
    """Values by key, and the mean of each group."""
    groups = collections.defaultdict(list)
    for k, v in zip(keys, values):
        groups[int(k)].append(float(v))
    return {k: sum(v) / len(v) for k, v in groups.items()}


@program(call(X), call(X[:1]))
def most_common(x):
    """A Counter and its commonest."""
    c = collections.Counter(x.tolist())
    return c.most_common(2), sorted(c.items()), c[3], c[99]


@program(call(X, 2), call(X, 20))
def from_outside(x, k):
    """A dict from an argument gets keys."""
    d = {"n": k}
    table = dict.fromkeys(range(3), 0)
    for v in x:
        table[int(v)] = table.get(int(v), 0) + k
    return d, table


@program(call(X, X + 1), call(X, X[:0]))
def merged(x, y):
    """Two dicts of counts, one over the other."""
    a = {int(v): i for i, v in enumerate(x)}
    b = {int(v): -i for i, v in enumerate(y)}
    c = a | b
    a.update(b)
    return c, a, a == c, {**b, 5: 5}


@program(call(X), call(np.array([1, 2, 1, 2, 3])))
def longest_unique(x):
    """The longest stretch without a number that comes twice."""
    last = {}
    start = best = 0
    for i, v in enumerate(x):
        v = int(v)
        if v in last and last[v] >= start:
            start = last[v] + 1
        last[v] = i
        best = max(best, i - start + 1)
    return best


@program(call(X, 6), call(X, 3))
def prefix_sums(x, k):
    """How many stretches have a given sum."""
    seen = {0: 1}
    total = found = 0
    for v in x:
        total += int(v)
        found += seen.get(total - k, 0)
        seen[total] = seen.get(total, 0) + 1
    return found


@program(call(X), call(X[::-1]))
def first_seen_order(x):
    """Numbers without their repetitions, in the order in which they came; and back."""
    index = {}
    codes = []
    for v in x:
        codes.append(index.setdefault(int(v), len(index)))
    values = list(index)
    return codes, values, [values[c] for c in codes], list(dict.fromkeys(x.tolist()))


@program(call(27), call(97))
def collatz(n):
    """Lengths of chains, remembered."""
    known = {1: 1}
    best = 1
    for start in range(2, n + 1):
        m, path = start, []
        while m not in known:
            path.append(m)
            m = m // 2 if m % 2 == 0 else 3 * m + 1
        length = known[m]
        while path:
            length += 1
            known[path.pop()] = length
        if known[start] > known[best]:
            best = start
    return best, known[best], len(known)


@program(call(np.array([[0, 1], [1, 1], [2, 1]]), 3))
def game_of_life(cells, steps):
    """Living cells as a set of pairs."""
    live = {(int(r), int(c)) for r, c in cells}
    for _ in range(steps):
        counts = {}
        for r, c in sorted(live):
            for dr in (-1, 0, 1):
                for dc in (-1, 0, 1):
                    if dr or dc:
                        key = (r + dr, c + dc)
                        counts[key] = counts.get(key, 0) + 1
        live = {k for k, n in counts.items() if n == 3 or (n == 2 and k in live)}
    return sorted(live)


@program(call(X, X[::-1]), call(X, X + 1), call(X, X[:3]))
def anagrams(x, y):
    """Whether two arrays hold the same numbers, by counting."""
    if len(x) != len(y):
        return False
    counts = {}
    for v in x:
        counts[int(v)] = counts.get(int(v), 0) + 1
    for v in y:
        v = int(v)
        if counts.get(v, 0) == 0:
            return False
        counts[v] -= 1
        if counts[v] == 0:
            del counts[v]
    return not counts


@program(call(X, 1), call(X[::-1].copy(), 2), call(X[:0], 1), call(X, 9))
def counted_generators(x, least):
    """Counters and keys of generators over lists of which only the run knows the length."""
    kept = [v for v in x.tolist() if v >= least]

    def rising():
        for a, b in zip(x, x[1:]):
            if a < b:
                yield int(a), int(b)

    most = collections.Counter(v % 3 for v in kept).most_common(2)
    return most, collections.Counter(rising()), dict.fromkeys((v // 2 for v in kept), 0), collections.Counter(v for v in kept)


@program(call(X), call(X[::-1].copy()), call(X[:1] - 2))
def updated_by_displays(x):
    """Keys that only the run knows come with `update`: of a dict, of pairs, beside names."""
    first, seen = int(x[0]), {0: -1}
    seen.update({first: 1})
    again = seen.copy()
    again.update([(int(v), i) for i, v in enumerate(x)])
    places = {}
    for i, v in enumerate(x):
        if v > 1:
            places.update({(i % 2, int(v)): i})
    counts = collections.Counter()
    counts.update(x.tolist())
    counts.update({first: 4})
    return seen, again, places, counts


@program(call(X), call(X - 5), call(X[:1] * 0 + 1))
def sets_among_sets(x):
    """Sets and dicts of run-time keys are compared by what they hold, where they are items, too."""
    some, counts = set(), {}
    for v in x:
        if v > 0:
            some.add(int(v))
            counts[int(v)] = 1
    among = some in [set(), {1}], {1} in [{2}, some], [some, {1}].count({1}), (some,) == (set(),), [some] != [{1}]
    return among, counts in [{}, {1: 1}], [counts] == [{1: 1}], [counts, {}].index({})


CELLS = np.array([[0, 1], [1, 2], [2, 0], [2, 1], [2, 2]])


@program(call(CELLS, 4), call(CELLS[:3], 3))
def life_of_sets(cells, n):
    """Each generation has a Counter and a set of its own, which loops within loops fill."""
    live = {(int(x), int(y)) for x, y in cells}
    for _ in range(n):
        near = collections.Counter()
        for x, y in live:
            for a in (-1, 0, 1):
                for b in (-1, 0, 1):
                    if a or b:
                        near[x + a, y + b] += 1
        live = {cell for cell, count in near.items() if count == 3 or (count == 2 and cell in live)}
    return sorted(live)
