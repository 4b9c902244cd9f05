"""Random order of lists, and random items of them, where only the run knows how long they are or which is meant."""

import copy
import heapq
import itertools
import math
import operator
import random
import statistics
from collections import deque

import numpy as np

from tests.harness import Theme, call

program = Theme("drawn_lists")
N = np.int64
X = np.array([3, 1, 2, 5, 4])


def _generators(*numbers):
    """Calls with each kind of generator."""
    made = (random.Random, np.random.default_rng, np.random.RandomState)
    return [call(kind(seed), *numbers) for seed, kind in enumerate(made)]


@program(*_generators(N(9)), call(random.Random(1), N(0)), call(random.Random(1), N(1)))
def a_range_made_a_list(rng, n):
    """shuffle of list(range(n)), of a comprehension, of repeated items, of what is sorted, and of what is appended."""
    listed, comprehended, repeated, ordered, appended = list(range(n)), [i for i in range(n)], [0] * n, sorted(range(n)), []
    for i in range(n):
        repeated[i] = i
        appended.append(i)
    decks = listed, comprehended, repeated, ordered, appended
    for deck in decks:
        rng.shuffle(deck)
    return decks, rng.random()


@program(call(N(9)))
def by_the_modules_own_generators(n):
    """random.shuffle, np.random.shuffle."""
    random.seed(1)
    np.random.seed(1)
    a, b = list(range(n)), list(range(n))
    random.shuffle(a)
    np.random.shuffle(b)
    return a, b, random.Random(1).random()


@program(*_generators(X), call(random.Random(4), -X))
def filtered_items(rng, x):
    """shuffle of those that pass a test, and of a list of tuples."""
    large, pairs = [v for v in x if v > 1], [(v, -v) for v in x if v > 2]
    rng.shuffle(large)
    rng.shuffle(pairs)
    return large, pairs


@program(call(random.Random(1), N(5)))
def texts_and_kinds(rng, n):
    """Texts, and items of several kinds."""
    words, mixed = [], []
    for i in range(n):
        words.append("ab" if i > 2 else "c")
        mixed.append("ab" if i > 2 else i)
    rng.shuffle(words)
    rng.shuffle(mixed)
    return words, mixed, rng.choice(words), rng.choice(mixed), rng.sample(mixed, 2)


@program(call(random.Random(1), 1.0), call(random.Random(1), -1.0))
def one_of_two(rng, x):
    """A list that a test chooses is shuffled, and the other is not."""
    a, b = [1, 2, 3, 4, 5], [6, 7, 8, 9]
    t = a if x > 0 else b
    rng.shuffle(t)
    return a, b, t


@program(*_generators(N(9), N(1)))
def decks(rng, n, d):
    """Lists that grow at run time, one after the other and by index."""
    made = [[], []]
    for i in range(n):
        made[i % 2].append(i)
    for deck in made:
        rng.shuffle(deck)
    rng.shuffle(made[d])
    return made


class Deck:
    """Cards that belong to a player."""

    def __init__(self, n, rng):
        self.cards = list(range(n))
        self.rng = rng

    def shuffle(self):
        """Bring the cards in another order."""
        self.rng.shuffle(self.cards)


@program(*_generators(N(9), N(3)))
def of_an_object(rng, n, k):
    """A method shuffles what its object holds."""
    players = [Deck(n, rng), Deck(n, rng)]
    for i in range(k):
        players[i % 2].shuffle()
    return [player.cards for player in players]


@program(*_generators(N(7)))
def rows(rng, n):
    """Lists and arrays as items are the same ones after a shuffle."""
    grid, arrays = [[i, i + 1] for i in range(n)], [np.full(2, i) for i in range(n)]
    rng.shuffle(grid)
    rng.shuffle(arrays)
    for row in grid:
        rng.shuffle(row)
    grid[0].append(9)
    arrays[0][0] = 77
    return grid, arrays


@program(call(random.Random(1), X))
def while_it_grows(rng, x):
    """A list is shuffled each time that an item comes; another name sees it."""
    xs = []
    same = xs
    for v in x:
        xs.append(v)
        rng.shuffle(xs)
    return same, same is xs, rng.random()


@program(call(random.Random(1), N(6)))
def deques(rng, n):
    """random.shuffle goes by index, and takes a deque."""
    d, known = deque(range(n)), deque([1, 2, 3])
    rng.shuffle(d)
    rng.shuffle(known)
    return d, known


@program(call([1, 2, 3, 4], N(3), random.Random(1)))
def part_of_the_callers(xs, k, rng):
    """A slice of run-time length is shuffled and put back."""
    t = xs[:k]
    rng.shuffle(t)
    xs[:k] = t
    rng.shuffle(xs)


@program(
    call(random.Random(3), N(7), N(3)), call(random.Random(3), N(7), 3), call(random.Random(3), 7, N(0)),
    call(random.Random(3), N(2), N(3)), call(random.Random(3), N(7), N(-1)), call(random.Random(3), N(0), N(0)),
)
def samples(rng, n, k):
    """sample, choices and choice of a list of run-time length, or of a range, of so many items as the run says."""
    xs = list(range(n))
    drawn = rng.sample(xs, k), rng.choices(xs, k=k), rng.choices(xs, [v + 1 for v in xs], k=2)
    return drawn, rng.sample(range(n), k), rng.sample(range(20), k), rng.choice(range(n)), rng.choice(xs), rng.random()


@program(call(np.random.default_rng(1), N(7)), call(np.random.RandomState(1), N(7)))
def drawn_by_numpy(rng, n):
    """Generator.choice and permutation of a list of run-time length."""
    xs = [v * 1.5 for v in range(n)]
    p = [1 / n for _ in range(n)]
    return rng.choice(xs), rng.permutation(xs), rng.choice(xs, 3), rng.choice(xs, 3, replace=False), rng.choice(xs, p=p)


@program(call(random.Random(1), np.random.default_rng(2), X), call(random.Random(1), np.random.default_rng(2), -X))
def drawn_from_one_of_two(rng, numpys, x):
    """choice, sample and permutation of a list that a run-time index picks."""
    h, d = [[3, 4], [1, 2, 7]], 0
    for v in x:
        if v > 4:
            d = 1
    return rng.choice(h[d]), rng.sample(h[d], 2), rng.choices(h[d], k=3), numpys.choice(h[d]), numpys.permutation(h[d])


@program(call(random.Random(1), N(4), N(3), N(4)))
def evolution(rng, generations, n, m):
    """Parents are sampled from a population, crossed over and put back."""
    population = [[rng.random() for _ in range(n)] for _ in range(m)]
    for g in range(generations):
        a, b = rng.sample(population, 2)
        cut = rng.randrange(n)
        child = a[:cut] + b[cut:]
        rng.shuffle(child)
        population[g % m] = child
    return population


@program(call(random.Random(1), N(6), N(8)))
def tours(rng, n, trials):
    """The best of several random orders."""
    best = None
    for _ in range(trials):
        tour = list(range(n))
        rng.shuffle(tour)
        length = sum(abs(tour[i] - tour[i - 1]) for i in range(n))
        if best is None or length < best[0]:
            best = (length, tour)
    return best


@program(call(X))
def a_heap_picked_by_the_run(x):
    """heapq's functions in place on a list that a run-time index picks."""
    h = [[], [7]]
    for v in x:
        heapq.heappush(h[v % 2], v)
    first = heapq.heappop(h[x[0] % 2]), heapq.heappushpop(h[x[1] % 2], 6)
    return h, first, heapq.heapreplace(h[x[2] % 2], 9)


@program(call(X), call(-X))
def a_heap_of_one_of_two(x):
    """heapq.heapify and the others of lists that were filled before it was known which."""
    h, d = [[30, 4, 7, 8], [5, 2, 9]], 0
    for v in x:
        if v > 4:
            d = 1
    heapq.heapify(h[d])
    return heapq.heappop(h[d]), h


@program(call(N(4), 1.0), call(N(4), -1.0))
def operators_in_place(n, x):
    """list.__iadd__, operator.iconcat and their like answer the list itself."""
    u, a, b = [n - i for i in range(n)], [1, 2], [3]
    t = a if x > 0 else b
    same = u.__iadd__([1]), list.__imul__(u, 2), operator.iconcat(t, [5]), t.__iadd__([6])
    return same, u, a, b


@program(call(N(4)))
def a_key_that_appends(n):
    """sorted takes the items before its key is asked."""
    u = [n - i for i in range(n)]
    return sorted(u, key=lambda v: u.append(v) or v), u


@program(
    *[call(N(4), k) for k in range(6)],
)
def lists_that_only_arrays_are_for(n, k):
    """NumPy's functions that write into an array raise for a list."""
    u = [float(i) for i in range(n)]
    if k == 0:
        np.put(u, [0], [9])
    elif k == 1:
        np.place(u, [True] * 4, [9])
    elif k == 2:
        np.copyto(u, 3)
    elif k == 3:
        np.putmask(u, [True] * 4, 3)
    elif k == 4:
        np.add.at(u, [0, 1], 3)
    else:
        np.random.default_rng(1).random(out=u)


@program(call(X), call(-X))
def sums_and_copies_of_one_of_two(x):
    """math.prod, fsum, dist, statistics.mean, itertools.accumulate and copy.deepcopy of a list that the run picks."""
    h, d = [[3, 4], [1, 2]], 0
    for v in x:
        if v > 4:
            d = 1
    numbers = math.prod(h[d]), math.fsum(h[d]), math.dist(h[d], h[0]), statistics.mean(h[d])
    made = list(itertools.accumulate(h[d])), copy.deepcopy(h[d])
    made[1].append(5)
    return numbers, made, h


@program(call(X), call(-X))
def sums_and_copies_after_changes(x):
    """The same where the list has been another one before."""
    h, d = [[3, 4], [1, 2]], 0
    for v in x:
        if v > 4:
            d = 1
    h[d].append(0)
    h[d].pop()
    numbers = math.prod(h[d]), math.fsum(h[d]), math.dist(h[d], h[0]), statistics.mean(h[d])
    made = list(itertools.accumulate(h[d])), copy.deepcopy(h[d])
    return numbers, made, h, operator.itemgetter(0, 1)(h[d])


@program(call(N(4)))
def getters_of_operator(n):
    """operator.itemgetter, attrgetter and methodcaller of a list of run-time length."""
    u = [n - i for i in range(n)]
    operator.methodcaller("append", 4)(u)
    operator.attrgetter("append")(u)(5)
    operator.methodcaller("sort", reverse=True)(u)
    return operator.itemgetter(1)(u), operator.itemgetter(0, -1)(u), u
