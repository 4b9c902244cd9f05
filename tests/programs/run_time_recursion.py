"""Recursion that ends on what only the running program knows: plain Python does those calls."""

import functools

import numpy as np

from tests.harness import Theme, call

program = Theme("run time recursion")
X = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
N = np.array([3, 0, 2, 7, -1, 4, 0, 5])
REALS = (call(X), call(-X), call(np.abs(X)))
INTS = (call(N), call(-N), call(np.abs(N) + 1))


@program(*INTS)
def factorial_of_an_item(n):
    """Linear recursion; some calls end at once."""

    def factorial(k):
        return 1 if k <= 1 else k * factorial(k - 1)

    return factorial(int(n[0])), factorial(n[3])


@program(*INTS)
def fibonacci_of_an_item(n):
    """A tree of calls."""

    def fibonacci(k):
        return k if k < 2 else fibonacci(k - 1) + fibonacci(k - 2)

    return fibonacci(int(abs(n[3])))


@program(*INTS)
def two_that_call_each_other(n):
    """Recursion through another function."""

    def even(k):
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)

    return even(int(abs(n[3])))


@program(*REALS)
def quicksort_of_arrays(x):
    """The parts have run-time lengths."""

    def ordered(a):
        if len(a) <= 1:
            return a
        pivot = a[0]
        return np.concatenate([ordered(a[a < pivot]), a[a == pivot], ordered(a[a > pivot])])

    return ordered(x)


@program(*INTS)
def quicksort_of_lists(n):
    """The parts are lists by comprehension."""

    def ordered(items):
        if len(items) <= 1:
            return items
        pivot = items[0]
        small, large = [v for v in items[1:] if v < pivot], [v for v in items[1:] if v >= pivot]
        return ordered(small) + [pivot] + ordered(large)

    return ordered(n.tolist())


@program(*INTS)
def flood_fill(n):
    """Writes to an array of the function on the way down."""
    grid = np.array([[1, 1, 0], [0, 1, 0], [1, 0, 1]]) * abs(n[0])

    def fill(r, c, old):
        if r < 0 or c < 0 or r >= 3 or c >= 3 or grid[r, c] != old:
            return 0
        grid[r, c] = -1
        return 1 + fill(r + 1, c, old) + fill(r - 1, c, old) + fill(r, c + 1, old) + fill(r, c - 1, old)

    return fill(0, 0, abs(n[0])), grid


@program(*INTS)
def writes_to_an_argument(n):
    """The caller's array is changed as often as Python changes it."""

    def drain(k):
        n[k] -= 1
        if n[k] > 0:
            drain(k)

    drain(0)
    return n


@program(*INTS)
def queens(n):
    """Backtracking with lists that are handed down."""
    size = 4 + int(n[1] != 0)
    found = []

    def place(row, columns):
        if row == size:
            found.append(tuple(columns))
            return
        for c in range(size):
            if all(c != k and abs(c - k) != row - r for r, k in enumerate(columns)):
                place(row + 1, [*columns, c])

    place(0, [])
    return found


@program(*INTS)
def printed_on_the_way(n):
    """What has been printed by then is not printed again."""

    def down(k):
        print("at", k)
        if k > 0:
            down(k - 1)

    print("from", n[0])
    down(int(n[0]))


@program(*INTS)
def cached(n):
    """A cache of Python's own around it."""

    @functools.lru_cache(None)
    def longest(i, j):
        if i == len(n) or j < 0:
            return 0
        if n[i] == n[j]:
            return 1 + longest(i + 1, j - 1)
        return max(longest(i + 1, j), longest(i, j - 1))

    return longest(0, len(n) - 1)


@program(*INTS)
def found_representatives(n):
    """Union-find with path compression."""
    parent = list(range(8))

    def find(i):
        if parent[i] != i:
            parent[i] = find(parent[i])
        return parent[i]

    for i in range(7):
        if n[i] % 2:
            parent[find(i)] = find(int(abs(n[i])) % 8)
    return [find(i) for i in range(8)]


@program(*REALS)
def deep_tree_of_known_depth(x):
    """Python numbers end it, but the tree is too large to be unrolled."""

    def root(low, high):
        middle = (low + high) / 2
        if high - low < 1e-6:
            return middle
        return root(low, middle) if middle * middle > x[2] * x[2] else root(middle, high)

    return root(0.0, 10.0)


@program(*REALS)
def endless(x):
    """Python's own RecursionError."""

    def again(v):
        return again(v + 1) if v > 0 else v

    try:
        return again(x[0])
    except RecursionError:
        return "too deep"


SHORT = (call(np.array([3, -1, 2, 1])), call(np.array([-1, 4])), call(np.array([5, 7])), call(np.array([-1])))


@program(*SHORT)
def permutations_as_an_array(n):
    """Lists of lists that calls answer, and that later ones extend."""

    def orders(items):
        if len(items) <= 1:
            return [items]
        found = []
        for i in range(len(items)):
            for rest in orders(items[:i] + items[i + 1 :]):
                found.append([items[i]] + rest)
        return found

    return np.array(orders([v for v in n.tolist() if v > 0]))


@program(call(np.array([3, 8, 2, 1, 2])), call(np.array([4, 1])), call(np.array([1, 9, 1])))
def combinations_in_rows(n):
    """How many of them, the last item says; what joins arrays gets the same lists."""
    items = n.tolist()

    def chosen(start, k):
        if k == 0:
            return [[]]
        found = []
        for i in range(start, len(items) - 1):
            for rest in chosen(i + 1, k - 1):
                found.append([items[i]] + rest)
        return found

    found = chosen(0, items[-1])
    return np.vstack(found), np.array(found, dtype=float).sum(axis=0), np.concatenate(found)


@program(*SHORT)
def tails_that_are_no_array(n):
    """Of several lengths, unless there is only one."""

    def tails(items):
        if len(items) <= 1:
            return [items]
        found = []
        for one in tails(items[1:]):
            found.append(one)
        found.append(items)
        return found

    return np.array(tails([v for v in n.tolist() if v > 0]))
