"""Generators that are stepped as often as the run says: where they stand, and what they hold, is carried."""

import itertools

import numpy as np

from tests.harness import Theme, call

program = Theme("stepped generators")
X = np.array([3.0, -1.0, 2.5, 0.0, 7.0, -4.5])
N = np.array([5, 2, 8])
INTS = (call(N), call(N[::-1]), call(0 * N))
REALS = (call(X), call(-X))


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def squares(n):
    for i in range(n):
        yield i * i


def random_bits(seed):
    x = seed
    while True:
        x = (1103515245 * x + 12345) % 2147483648
        yield x >> 16


@program(*INTS)
def stepped_in_a_loop(n):
    """`next` of an endless one."""
    it, k = fibonacci(), -1
    for _ in range(n[0]):
        k = next(it)
    return k, next(it)


@program(*INTS)
def sliced(n):
    """`itertools.islice` up to a run-time number."""
    return list(itertools.islice(fibonacci(), n[0])), sum(itertools.islice(squares(n[1]), 1, n[0], 2))


@program(*INTS)
def with_a_default(n):
    """It ends before the loop does, or after."""
    it, total = squares(n[0]), 0
    for _ in range(n[1]):
        total += next(it, -100)
    return total


@program(*INTS)
def until_it_ends(n):
    """`None` says that there is no more."""
    it, out = squares(n[0]), []
    while True:
        v = next(it, None)
        if v is None:
            return out, next(it, "end")
        out.append(v)


@program(*INTS)
def past_its_end(n):
    """Python's StopIteration."""
    it = squares(n[1])
    return [next(it) for _ in range(n[0])]


@program(*INTS)
def until_it_is_large(n):
    """The loop is left by what it yields."""
    it = fibonacci()
    while True:
        k = next(it)
        if k > n[2] * 10:
            break
    return k, next(it)


@program(*REALS)
def in_a_branch(x):
    """Only some turns take the next number."""
    ids, out = fibonacci(), []
    for v in x:
        out.append(next(ids) if v > 0 else -1)
    return out, next(ids)


@program(*INTS)
def two_in_turn(n):
    """Two that go on by themselves, and two readers of one."""
    a, b, s, t = fibonacci(), random_bits(1), 0, 0
    for k in range(n[0]):
        s += next(a) if k % 2 else next(b)
        t -= next(a)
    return s, t


@program(*INTS)
def several_yields(n):
    """It stands at one of four."""

    def letters():
        yield 7
        yield 8
        while True:
            yield 1
            yield 2

    it, s = letters(), 0
    for _ in range(n[0]):
        s = s * 10 + next(it)
    return s


@program(*INTS)
def loops_inside_of_loops(n):
    """`break`, `continue` and `else` around the `yield`."""

    def cells(k):
        for i in range(k):
            for j in range(k):
                if j > i:
                    break
                if (i + j) % 3 == 0:
                    continue
                yield i * 10 + j
                if i * j > 6:
                    break
            else:
                yield 1000 + i

    it = cells(n[0])
    return [next(it, None) for _ in range(n[2])]


@program(*REALS)
def asked_and_answered(x):
    """`send` in a loop with a run-time condition."""

    def mean():
        total, count, now = 0.0, 0, None
        while True:
            v = yield now
            total += v
            count += 1
            now = total / count

    it, last = mean(), 0.0
    next(it)
    for v in x:
        if v > 0:
            last = it.send(v)
    return last, it.send(1.0)


@program(*REALS)
def sent_before_the_start(x):
    """Python's TypeError."""

    def echo():
        while True:
            got = yield 1.0
            yield got

    it = echo()
    if x[0] > 0:
        next(it)
    return it.send(2.0)


@program(*INTS)
def delegated(n):
    """`yield from`, and what it answers."""

    def inner(k):
        total = 0
        for i in range(k):
            yield i
            total += i
        return total

    def outer(one, other):
        first = yield from one
        yield first
        second = yield from other
        yield first * 10 + second

    it, out = outer(inner(n[0]), inner(2)), []
    while (v := next(it, None)) is not None:
        out.append(v)
    return out


class Walk:
    def __init__(self, steps):
        self.steps = steps

    def __iter__(self):
        k = self.steps
        while k > 0:
            yield k
            k -= 2


@program(*INTS)
def of_a_class(n):
    """`__iter__` is a generator."""
    it = iter(Walk(n[0]))
    first = next(it, 0)
    return first, sum(it), list(Walk(n[1])), next(it, None)


@program(*INTS)
def closed(n):
    """A closed one has no more."""
    it, s = fibonacci(), 0
    for _ in range(n[0]):
        s += next(it)
    if n[1] > 3:
        it.close()
    return s, next(it, -1), next(it, -1)


@program(*REALS)
def raising(x):
    """What it raises ends it."""

    def careful(x):
        for v in x:
            if v < -4:
                raise ValueError("too small")
            yield v

    it, out = careful(x), []
    for _ in range(3):
        v = next(it, None)
        out.append(v)
    return out, max(it)


@program(*INTS)
def lists_that_grow(n):
    """It holds a list: the primes so far."""

    def primes():
        known, k = [], 2
        while True:
            for p in known:
                if k % p == 0:
                    break
            else:
                known.append(k)
                yield k
            k += 1

    it, p = primes(), 0
    for _ in range(n[0]):
        p = next(it)
    return p, list(itertools.islice(primes(), n[2]))


@program(*REALS)
def arrays_that_it_holds(x):
    """Steps of a scheme."""

    def scheme(u, h):
        t = 0.0
        while True:
            yield t, u
            u = u + h * (np.roll(u, 1) - u)
            t += h

    it = scheme(x, 0.1)
    for _ in range(int(abs(x[0]))):
        t, u = next(it)
    return t, u, next(it)[0]


@program(*REALS)
def a_function_of_its_own(x):
    """A closure sees its variables as they are by then."""

    def counting():
        k = 0
        tell = lambda: k * 10  # noqa: E731
        while True:
            k += 1
            yield tell

    it, out = counting(), []
    for v in x:
        if v > 0:
            out.append(next(it)())
    return out


@program(*REALS)
def no_value_yet(x):
    """A variable that it has not assigned is Python's UnboundLocalError."""

    def late(x):
        for v in x:
            if v > 2:
                w = v
            yield w

    it, total = late(x), 0.0
    for _ in range(int(abs(x[2]))):
        total += next(it)
    return total


def numbered(x):
    for i, v in enumerate(x, 1):
        yield i, v


def beside(x):
    for a, b in zip(x, x[1:]):
        if a < b:
            yield b - a


@program(*REALS)
def over_enumerate_and_zip(x):
    """What numbers the items goes on where the loop has left it."""
    pairs, steps = numbered(x), beside(x)
    found = None
    for i, v in pairs:
        if v < 0:
            found = i
            break
    first = 0.0
    for d in steps:
        first += d
        if d > 3:
            break
    return found, next(pairs, None), list(pairs), first, sum(steps)
