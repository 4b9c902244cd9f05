"""Set and dict comprehensions of run-time items, and generator expressions inside of lambdas and comprehensions."""

import math
from itertools import dropwhile, takewhile

import numpy as np

from tests.harness import Theme, call

program = Theme("inner comprehensions")
RNG = np.random.default_rng(11)
I = RNG.integers(0, 10, 9)
A = RNG.normal(size=6)


@program(call(I), call(I + 1))
def doubled_set(a):
    """A set of run-time elements, which is asked and sorted."""
    s = {v * 2 for v in a.tolist()}
    return sorted(s), len(s), 4 in s


@program(call(I), call(I * 0))
def places(a):
    """The last place of each value."""
    d = {v: i for i, v in enumerate(a)}
    return sorted(d.items())


@program(call(I), call(I - 20))
def squares_of_some(a):
    """A condition decides which keys there are."""
    return {v: v * v for v in a.tolist() if v > 3}


@program(call(I))
def inverted(a):
    """The dict of values to keys."""
    forward = {int(v): i for i, v in enumerate(a)}
    return {i: k for k, i in forward.items()}


@program(call(I))
def pairs_as_keys(a):
    """Two loops, and keys that are tuples."""
    return {(int(i), int(j)): i + j for i in a[:4] for j in a[4:6] if i != j}


@program(call(I))
def known_keys(a):
    """Keys that are known stay an ordinary dict."""
    d = {f"k{i}": v for i, v in enumerate(a)}
    return d, {i: a[i] for i in range(3) if i != 1}, {i for i in range(3)}


@program(call(I), call(I + 5))
def primes_among(a):
    """The divisors are as many as the number says."""
    return [int(v) for v in a if v > 1 and all(v % d for d in range(2, math.isqrt(int(v)) + 1))]


@program(call(A), call(-np.abs(A)))
def asked_by_a_lambda(a):
    """A generator expression that reads the lambda's own argument."""
    above = lambda t: any(v > t for v in a if v != 0)  # noqa: E731
    return above(0), above(a[0]), sum(v * 2 for v in a)


@program(call(A), call(-np.abs(A)))
def first_above(a):
    """`next` with a default stops at the first."""
    first = lambda t: next((i for i, v in enumerate(a) if v > t), None)  # noqa: E731
    return first(0)


@program(call(A), call(-np.abs(A)))
def asked_no_more_than_needed(a):
    """`any` stops at the first, which the log shows."""
    log = []

    def positive(v):
        log.append(v)
        return v > 0

    some = lambda: any(positive(v) for v in a)  # noqa: E731
    return some(), log


@program(call(A))
def sums_of_parts(a):
    """One for each item of a list comprehension."""
    return [sum(a[i] * a[j] for j in range(i)) for i in range(len(a))]


@program(call(A))
def two_loops_in_a_lambda(a):
    """Both loops end when no more items are wanted."""
    return (lambda: any(x * y > 1 for x in a for y in a))(), (lambda: sum(x * y for x in a for y in a if x < y))()


@program(call(A))
def made_now_used_later(a):
    """Generators that are kept see what they read when they are stepped."""
    made = [(v + k for k in range(2)) for v in a]
    return [list(g) for g in made]


@program(call(I), call(np.array([1, 2])))
def run_time_ranges(a):
    """Both ranges are known to the running program only."""
    n = int(a[0])
    return [sum(k * j for k in range(n)) for j in range(n)], all(all(i + j < 50 for i in range(n)) for j in range(n))


@program(*(call(np.array(b)) for b in ([[5, 3, 0], [6, 0, 0]], [[5, 3, 0], [6, 6, 0]], [[0, 0, 0], [1, 0, 2]])))
def rows_without_twins(b):
    """A list of run-time length in each iteration of a loop that may return."""
    for i in range(len(b)):
        row = [v for v in b[i] if v]
        if len(row) != len(set(row)):
            return False
    return True


SIGNED = np.array([3.0, -1.0, 2.0, 0.5, -4.0])


@program(call(SIGNED), call(-SIGNED), call(np.tile(SIGNED, 4)))
def conditions_inside_and_outside(x):
    """A few items of a few rows: each list has one of several lengths."""
    return [[u * v for u in x[:2] if u > 0] for v in x if v > -2]


@program(call(SIGNED), call(-SIGNED), call(np.tile(SIGNED, 4)))
def rows_by_append(x):
    """The same by loops."""
    rows = []
    for v in x:
        if v > -2:
            row = []
            for u in x[:2]:
                if u > 0:
                    row.append(u * v)
            rows.append(row)
    return rows, [len(row) for row in rows]


@program(call(I), call(I[::-1].copy()), call(I * 0))
def functions_of_the_items(a):
    """Functions made in a comprehension see its variable; what is kept sees the last one."""
    near = [min(a, key=lambda v: abs(v - w)) for w in a if w > 4]
    scaled = [sum(map(lambda v: v * w, a)) for w in a if w > 4]
    later = [next((v for v in a if v > w), -1) for w in a if w < 6]
    kept = [lambda: w for w in a[:4]]
    return near, scaled, later, [f() for f in kept], {i: max(a, key=lambda v: v % w) for i, w in enumerate(a) if w > 4}


@program(call(I), call(I[::-1].copy()), call(I * 0))
def comprehensions_over_filters(a):
    """A function in what is walked through is not one of the comprehension's own."""
    small = [v * 2 for v in takewhile(lambda v: v < 7, a)]
    large = {i: v for i, v in enumerate(filter(lambda v: v > 4, a))}
    return small, large, [v for v in dropwhile(lambda v: v < 7, a) if v % 2]


@program(call(I, 1), call(I[::-1].copy(), -1), call(I * 0, 2))
def chained_conditions(a, step):
    """The middle of a chained comparison is computed once, also where it is a condition of a comprehension."""
    n = len(a)
    inside = [i for i in range(n) if 0 <= i + step < n and a[i] < a[i + step]]
    lowest = [i for i in range(n) if all(a[i] <= a[i + d] for d in (-1, 1) if 0 <= i + d < n)]
    near = {int(v): [w for w in a if 0 <= w - v < 3] for v in a if 1 < abs(v - 5) <= 4}
    return inside, lowest, near, {v + 1 for v in a.tolist() if not 2 <= v * 2 < 9}
