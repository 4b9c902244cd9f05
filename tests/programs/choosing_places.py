"""`itertools.combinations` and its like over known items, in loops that the run ends, and in others."""

import itertools

import numpy as np

from tests.harness import Theme, call

program = Theme("choosing places")
A = np.array([5, 1, 7, 2, 3])
Q = np.arange(9) * 7 % 10
CALLS = [call(A, 10), call(A, np.int64(8)), call([5, 1, 7, 2, 3], 10), call(A, 100), call(Q, 21)]


@program(*CALLS)
def returned(a, t):
    """An early return from permutations."""
    for p in itertools.permutations(a, 3):
        if sum(p) == t:
            return p


@program(*CALLS)
def broken(a, t):
    """A break out of combinations and products, few and many."""
    for p in itertools.combinations(a, 4):
        if sum(p) == t:
            break
    for q in itertools.product(a, repeat=2):
        if sum(q) > t:
            break
    return p, q


@program(*CALLS)
def of_known_numbers(a, t):
    """Of ranges, texts and lists."""
    n = 0
    for i, j in itertools.product(range(30), range(30)):
        if a[i % 5] * j > t:
            n += i
        if n > 500:
            break
    for c in itertools.product("ab", repeat=3):
        if len(c) * a[0] > t:
            return n, c
    for c in itertools.combinations_with_replacement([1, 2, 3], 4):
        if sum(c) * a[0] > 5 * t:
            return n, c
    return n, i, j


@program(*CALLS)
def stepped_by_name(a, t):
    """An iterator with a name, which a loop leaves."""
    it = itertools.combinations(a, 2)
    first = next(it)
    n = 0
    for p in it:
        n += p[0]
        if n > t:
            break
    return first, n, p


@program(*CALLS)
def list_changes_under_way(a, t):
    """What is chosen from was taken at the start."""
    xs = list(a)
    out = []
    for p in itertools.permutations(xs, 2):
        if p[0] > p[1]:
            out.append(p)
        if len(xs) < 12:
            xs.append(t)
    return out, len(xs)


@program(*CALLS)
def to_their_end(a, t):
    """Many choices, all of them, as a loop and as other iterators."""
    best = (0, 0, 0)
    for p in itertools.combinations(np.arange(12) * a[0], 3):
        if sum(p) % t == 1:
            best = max(best, p)
    some = any(sum(p) == t for p in itertools.permutations(a, 2))
    return best, some, sum(x * y for x, y in itertools.product(a, repeat=2)), len(list(itertools.permutations(a, 3)))


@program(call(A, 2), call(A[:1], 0), call(A[:0], 1))
def none_at_all(a, r):
    """Of too few, or none chosen."""
    return [list(f(a, r)) for f in (itertools.combinations, itertools.permutations)], list(itertools.product(a, []))


@program(call(A, -1), call(A, 1.5))
def errors(a, r):
    """Python's own."""
    return list(itertools.combinations(a, r))


@program(call(Q, list("abcdefg")), call(-Q, [2, 1, 0.5, 3, 4, 5, 6]), call(Q, [None, "b", 1, (2,), 3, 4, 5]))
def a_few_dozen(q, items):
    """Choices of places, of which the run keeps some; places at which a list has items of other kinds."""
    kept, pairs = [], []
    for a, b, c in itertools.combinations(range(7), 3):
        if all(q[k] + q[a] != q[b] for k in range(7) if k not in (a, b, c)):
            kept.append((a, b, c))
    for i, j in itertools.permutations(range(7), 2):
        if q[i] < q[j]:
            pairs.append((items[i], items[j]))
    cells = [(r, c) for r, c in itertools.product(range(4), range(5)) if q[r] > q[c]]
    return kept, pairs, cells
