"""What people write with dicts and sets over the numbers of arrays."""

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


@program(call(X, 2), call(X, 20))
def from_outside(x, k):
    """A dict from an argument gets keys."""
    d = {"n": k}
    table = dict.fromkeys(range(3), 0)
    for v in x:
        table[int(v)] = table.get(int(v), 0) + k
    return d, table


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
