"""What stepped generators are handed to, and loops of known length that step them."""

import itertools
from collections import deque

import numpy as np

from tests.harness import Theme, call
from tests.programs.stepped_generators import fibonacci, random_bits, squares

program = Theme("uses of stepped generators")
X = np.array([3.0, -1.0, 2.5, 0.0, 7.0, -4.5])
N = np.array([5, 2, 8])
INTS = (call(N), call(N[::-1]), call(0 * N + 1))
REALS = (call(X), call(-X))


def newton(a):
    x = a
    while True:
        x = 0.5 * (x + a / x)
        yield x


@program(*INTS)
def zipped(n):
    """Several at once, with other things."""
    pairs = list(zip((i for i in range(n[0])), (i * 2 for i in range(1, n[1] + 4)), strict=False))
    products = [a * b for a, b in zip(squares(n[0]), itertools.count(), strict=False)]
    return pairs, products, sum(map(max, squares(n[0]), squares(n[1])))


@program(*INTS)
def searched(n):
    """`in` leaves it where it found the item."""
    it = squares(n[0])
    return 4 in it, next(it, -1), 1 in (i * i for i in range(n[1])), 7 in squares(n[2])


@program(*INTS)
def wrapped(n):
    """`enumerate`, `map`, `zip` and `chain` that are stepped themselves."""
    numbered, doubled = enumerate(fibonacci()), map(lambda v: 2 * v, itertools.count(3))
    joined, both = itertools.chain(squares(n[1]), fibonacci()), zip(fibonacci(), random_bits(3), strict=False)
    total = 0
    for _ in range(n[0]):
        k, v = next(numbered)
        total += k * v + next(doubled) - next(joined) + next(both)[0]
    return total


@program(*INTS)
def neighbours(n):
    """`pairwise` as a generator; without a first item it is Python's RuntimeError."""

    def pairwise(items):
        items = iter(items)
        a = next(items)
        for b in items:
            yield a, b
            a = b

    return [b - a for a, b in pairwise(squares(n[0]))]


@program(*INTS)
def no_first_item(n):
    """StopIteration inside of a generator is a RuntimeError."""

    def firsts(k):
        yield next(squares(k))

    it, out = firsts(n[1] - 2), []
    for _ in range(n[1] - 1):
        out.append(next(it, None))
    return out


@program(*REALS)
def batches(x):
    """So many at a time, until there are no more."""
    it, out = (2 * v for v in x if v != 0), []
    while batch := list(itertools.islice(it, 2)):
        out.append(sum(batch))
    return out


@program(*REALS)
def rest_after_the_first(x):
    """The first is taken apart from the rest."""
    it = (v for v in x if v > 0)
    first = next(it, None)
    return 0.0 if first is None else first * 100 + sum(it)


@program(*REALS)
def merged(x):
    """Two sorted lists become one."""

    def merge(a, b):
        a, b = iter(a), iter(b)
        v, w = next(a, None), next(b, None)
        while v is not None or w is not None:
            if w is None or (v is not None and v <= w):
                yield v
                v = next(a, None)
            else:
                yield w
                w = next(b, None)

    return list(merge(sorted(x[:3].tolist()), sorted(x[3:].tolist())))


@program(*REALS)
def moving_sums(x):
    """A window over what is stepped."""
    it = iter(v * v for v in x)
    window = deque(itertools.islice(it, 3), maxlen=3)
    out = [sum(window)]
    for v in it:
        window.append(v)
        out.append(sum(window) if v > 1 else next(it, 0.0))
    return out


@program(*INTS)
def random_walk(n):
    """Turns by a generator of random numbers."""
    bits, x, y = random_bits(42), 0, 0
    for _ in range(n[0] * 10):
        turn = next(bits) % 4
        if turn == 0:
            x += 1
        elif turn == 1:
            x -= 1
        elif turn == 2:
            y += 1
        else:
            y -= 1
    return x, y


@program(call(np.float64(2.0)), call(np.float64(5.0)))
def a_loop_of_known_length(a):
    """It is a loop of the program."""
    it, x = newton(a), a
    for _ in range(100):
        x = next(it)
    return x


@program(call(np.float64(2.0)), call(np.float64(5.0)))
def items_of_known_number(a):
    """The same in a comprehension and a `while`."""
    it, k, x = newton(a), 0, a
    first = [next(it) for _ in range(12)]
    while k < 30:
        x = next(it)
        k += 1
    return first, x


@program(call(np.float64(2.0)), call(np.float64(5.0)))
def texts_of_known_number(a):
    """What it yields is no number."""

    def letters():
        k = 0
        while True:
            yield "abc"[k % 3]
            k += 1

    it, total = letters(), 0.0
    for _ in range(20):
        total += a if next(it) == "a" else 1.0
    return total


@program(call(np.float64(2.0)), call(np.float64(5.0)))
def iterators_of_known_length(a):
    """`count`, `cycle` and iterators of lists."""
    numbers, signs, weights, total = itertools.count(), itertools.cycle((1, -1)), iter([1.0, 2.0, 3.0] * 10), 0.0
    for _ in range(30):
        total += a * next(numbers) * next(signs) + next(weights)
    return total


@program(*REALS)
def walks_inside(x):
    """What a generator goes through: `enumerate`, `zip` of three, letters, slices."""

    def rises(x):
        for k, (a, b, c) in enumerate(zip(x, x[1:], "abcdef", strict=False), 1):
            if b > a:
                yield k, c

    it, names, total = rises(x), "", 0
    for v in x:
        if v > 0:
            k, c = next(it, (10, "-"))
            names, total = names + c, total + k
    return names, total, list(it)


@program(*INTS)
def unpacked(n):
    """What is left of one; too few or too many items are Python's ValueError."""
    it, skipped = squares(n[0]), 0
    for _ in range(n[1]):
        skipped += next(it, 0)
    first, *rest = it
    a, b, c = squares(n[0] - 2)
    return skipped, first, rest, a, b, c


@program(*INTS)
def in_a_circle(n):
    """`cycle` keeps what has come, `tee` what one of two has had."""
    round_, total = itertools.cycle(squares(3)), 0
    for _ in range(n[0]):
        total = total * 2 + next(round_)
    a, b = itertools.tee(squares(n[0]))
    next(b, None)
    return total, [w - v for v, w in zip(a, b, strict=False)]


@program(*REALS)
def thrown_into(x):
    """An exception that is thrown into it ends it."""
    it, total = fibonacci(), 0
    for v in x:
        if v > 0:
            total += next(it)
    try:
        it.throw(ValueError("enough"))
    except ValueError:
        total += 1000
    return total, next(it, -1)


@program(*REALS)
def a_pipeline(x):
    """Each takes from the one before; the last one is stepped."""

    def positive(items):
        for v in items:
            if v > 0:
                yield v

    def squared(items):
        for v in items:
            yield v * v

    def running(items):
        total = 0.0
        for v in items:
            total += v
            yield total

    it = running(squared(positive(x)))
    return next(it, None), list(it)


@program(*REALS)
def sent_first(x):
    """Python's TypeError does not end it."""

    def echo():
        got = yield 1.0
        yield got

    it, out = echo(), []
    for v in x:
        if v > 2:
            out.append(next(it, 0.0))
    return out


def windows_of(items, n):
    last = deque(maxlen=n)
    for v in items:
        last.append(v)
        if len(last) == n:
            yield tuple(last)


W = np.array([1.0, 2.0, 3.0, 4.0, 5.0])


@program(call(W), call(W[:1]), call(-W))
def comprehension_beside(x):
    """A comprehension goes through one generator, others are stepped."""
    means = [sum(w) / 3 for w in windows_of(x, 3)]
    large = (m for m in means if m > 2)
    first = next(large, None)
    return means, first, list(large)


@program(call(W), call(W[:1]), call(-W))
def later_loop_beside(x):
    """The later `for` of a comprehension and a dict comprehension, and a generator that is stepped."""
    sums = [u + v + k for k in range(2) for u, v in windows_of(x, 2) if u > 1]
    after = {int(u): v for u, v in windows_of(x, 2) if u > 1}
    large = (v for v in x if v > 2)
    return sums, after, next(large, None), list(large)
