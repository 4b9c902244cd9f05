"""Algorithms on integers, sequences and tables: sorting, searching, dynamic programming."""

import numpy as np

from tests.harness import Theme, call

program = Theme("discrete")
RNG = np.random.default_rng(20)
LINKS = np.array([[0, 1, 1, 0], [1, 0, 0, 1], [0, 0, 0, 1], [1, 0, 0, 0]], float)


@program(call(np.array([[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]]), 3), call(np.zeros((5, 5), int), 3))
def game_of_life(board, generations):
    """Conway's game; stops when nothing lives."""
    for _ in range(generations):
        if board.sum() == 0:
            break
        neighbours = sum(
            np.roll(np.roll(board, dy, 0), dx, 1) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)
        )
        board = ((neighbours == 3) | ((board == 1) & (neighbours == 2))).astype(int)
    return board


@program(call(np.array([0, 1, 2, 2, 0])), call(np.array([2, 2, 2, 2, 2])))
def viterbi(observed):
    """The likeliest path of hidden states, traced back through a table."""
    start = np.log(np.array([0.6, 0.4]))
    move = np.log(np.array([[0.7, 0.3], [0.4, 0.6]]))
    emit = np.log(np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]))
    n = len(observed)
    score = start + emit[:, observed[0]]
    came_from = np.zeros((n, 2), dtype=int)
    for t in range(1, n):
        ways = score[:, None] + move
        came_from[t] = ways.argmax(axis=0)
        score = ways.max(axis=0) + emit[:, observed[t]]
    path = np.zeros(n, dtype=int)
    path[-1] = score.argmax()
    for t in range(n - 1, 0, -1):
        path[t - 1] = came_from[t, path[t]]
    return path, score.max()


@program(call(np.array([1, 2, 3, 4]), np.array([2, 3, 5])), call(np.array([1, 1, 1, 1]), np.array([1, 1, 1])), call(np.array([], int), np.array([5])))
def edit_distance(a, b):
    """The number of edits between two sequences."""
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    table[:, 0] = np.arange(len(a) + 1)
    table[0] = np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + cost)
    return table[-1, -1]


@program(call(RNG.normal(size=8)), call(np.ones(8)))
def fft_recursive(x):
    """The fast Fourier transform by recursion on halves."""

    def fft(v):
        n = len(v)
        if n == 1:
            return v.astype(complex)
        even, odd = fft(v[::2]), fft(v[1::2])
        turn = np.exp(-2j * np.pi * np.arange(n // 2) / n) * odd
        return np.concatenate([even + turn, even - turn])

    return fft(x)


@program(call(np.array([5, 2, 9, 1, 5])), call(np.array([1, 2, 3, 4, 5])), call(np.array([5, 4, 3, 2, 1])))
def insertion_sort(v):
    """Sorts the caller's array in place."""
    for i in range(1, len(v)):
        key = v[i]
        j = i - 1
        while j >= 0 and v[j] > key:
            v[j + 1] = v[j]
            j -= 1
        v[j + 1] = key


@program(call(30), call(np.int64(30)), call(np.int64(2)))
def sieve(n):
    """Primes below n."""
    if n > 2:
        is_prime = np.ones(30, dtype=bool)
    else:
        is_prime = np.zeros(30, dtype=bool)
    is_prime[:2] = False
    for k in range(2, 6):
        if is_prime[k]:
            is_prime[k * k :: k] = False
    return np.nonzero(is_prime)[0]


@program(call(np.array([3, 1, 4, 1, 5])), call(np.zeros(5, int)))
def prefix_sums(v):
    """Running sums by hand, beside cumsum."""
    out = np.empty_like(v)
    total = 0
    for i, e in enumerate(v):
        total += e
        out[i] = total
    return out, bool((out == np.cumsum(v)).all()), total


@program(call(np.array([0.1, 0.5, 0.55, 0.9, 1.5]), 4), call(np.array([0.0, 0.0, 1.0, -1.0, 0.3]), 4))
def histogram(values, bins):
    """Counts per bin; outliers are counted apart."""
    counts = np.zeros(bins, dtype=np.int64)
    outliers = 0
    for x in values:
        if 0 <= x < 1:
            counts[int(x * bins)] += 1
        else:
            outliers += 1
    return counts, outliers


@program(call(np.array([10, 30, 5, 60])), call(np.array([1, 1, 1, 1])))
def matrix_chain(dims):
    """The cheapest way to multiply a chain of matrices."""
    n = len(dims) - 1
    cost = np.zeros((n, n), dtype=np.int64)
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            best = None
            for k in range(i, j):
                c = cost[i, k] + cost[k + 1, j] + dims[i] * dims[k + 1] * dims[j + 1]
                if best is None or c < best:
                    best = c
            cost[i, j] = best
    return cost[0, -1], cost


@program(call(np.array([1, 3, 5, 7, 9]), np.int64(7)), call(np.array([1, 3, 5, 7, 9]), np.int64(4)))
def binary_search(v, key):
    """The place of a key, or the place where it would stand, negative."""
    low, high = 0, len(v)
    while low < high:
        middle = (low + high) // 2
        if v[middle] < key:
            low = middle + 1
        elif v[middle] > key:
            high = middle
        else:
            return middle
    return -low - 1


@program(call(np.array([2.0, 8.0, 1.0, 9.0]), 3), call(np.array([4.0, 4.0, 4.0, 4.0]), 3))
def moving_average(v, width):
    """A moving average by slices, with the ends left out."""
    out = []
    for i in range(len(v) - width + 1):
        out.append(v[i : i + width].mean())
    return np.array(out)


@program(call(np.array([3, 0, 1, 2])), call(np.array([0, 1, 2, 3])), call(np.array([1, 0, 3, 2])))
def cycles(perm):
    """The number of cycles of a permutation."""
    seen = np.zeros(len(perm), dtype=bool)
    count = 0
    for start in range(len(perm)):
        if seen[start]:
            continue
        count += 1
        k = start
        while not seen[k]:
            seen[k] = True
            k = perm[k]
    return count


@program(call(LINKS, 0), call(np.eye(4), 0), call(LINKS, 2))
def breadth_first(links, start):
    """Distances from a node, level by level."""
    n = links.shape[0]
    distance = np.full(n, -1)
    frontier = np.zeros(n, dtype=bool)
    frontier[start] = True
    level = 0
    while frontier.any():
        distance[frontier] = level
        frontier = (links[frontier].sum(axis=0) > 0) & (distance < 0)
        level += 1
    return distance


@program(call(np.array([3, 4, 2]), np.array([4, 5, 3]), 6), call(np.array([9, 9, 9]), np.array([4, 5, 3]), 6))
def knapsack(weight, value, capacity):
    """The best value for a capacity, by dynamic programming backwards in place."""
    best = np.zeros(capacity + 1, dtype=np.int64)
    for w, v in zip(weight, value):
        for c in range(capacity, 0, -1):
            if c >= w:
                best[c] = max(best[c], best[c - w] + v)
    return best
