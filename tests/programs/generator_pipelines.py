"""Iterators of the user's own, generators over generators, recursion and endless ones."""

import itertools

import numpy as np

from tests.harness import Theme, call

program = Theme("generator pipelines")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
M = np.arange(12.0).reshape(4, 3)


@program(call(V), call(-V))
def iter_sentinel(x):
    """A generator: iter sentinel."""
    k = [0]

    def nxt():
        k[0] += 1
        return k[0]

    return [x[v] for v in iter(nxt, 4)]


@program(call(V), call(-V))
def iter_class(x):
    """A generator: iter class."""

    class C:
        def __init__(self, a):
            self.a = a
            self.i = 0

        def __iter__(self):
            return self

        def __next__(self):
            if self.i >= len(self.a):
                raise StopIteration
            self.i += 1
            return self.a[self.i - 1]

    t = 0.0
    for v in C(x):
        t += v
    return t, list(C(x)), sum(C(x))


@program(call(V), call(-V))
def getitem_class(x):
    """A generator: getitem class."""

    class C:
        def __init__(self, a):
            self.a = a

        def __len__(self):
            return len(self.a)

        def __getitem__(self, i):
            if i >= len(self.a):
                raise IndexError(i)
            return self.a[i] * 2

    t = 0.0
    c = C(x)
    for v in c:
        t += v
    return t, [v for v in c], c[2], len(c)


def pos(x):
    for v in x:
        if v > 0:
            yield v


def sq(it):
    for v in it:
        yield v * v


def take(it, n):
    k = 0
    for v in it:
        if k >= n:
            return
        yield v
        k += 1


@program(call(V), call(-V))
def pipeline(x):
    """A generator: pipeline."""
    return sum(sq(pos(x))), max(sq(x)), min(pos(x))


@program(call(V), call(-V))
def pipeline_take(x):
    """A generator: pipeline take."""
    t = []
    for v in take(sq(pos(x)), 2):
        print(v)
    return sum(take(pos(x), 2))


@program(call(V), call(-V))
def pipeline_break(x):
    """A generator: pipeline break."""
    for i, v in enumerate(sq(pos(x)), start=10):
        print(i, v)
        if v > 8:
            break
    else:
        print("none")
        i = -1
    return i


def pairs(n):
    for i in range(n):
        for j in range(i):
            yield i, j


@program(call(M), call(-M))
def nested_pairs(x):
    """A generator: nested pairs."""
    s = 0.0
    for i, j in pairs(len(x)):
        s += x[i] @ x[j]
    return s


@program(call(M), call(-M))
def nested_pairs_cond(x):
    """A generator: nested pairs cond."""
    c = 0
    for i, j in pairs(len(x)):
        if x[i, 0] > x[j, 1] + 1:
            continue
        c += 1
        if c == 3:
            return i, j
    return c


def walk(n, x):
    if n == 0:
        yield x
        return
    yield from walk(n - 1, x * 2)
    yield x
    yield from walk(n - 1, x + 1)


@program(call(V), call(-V))
def recursive(x):
    """A generator: recursive."""
    t = 0
    for k, v in enumerate(walk(3, x)):
        t = t + v * k
    return t


def mutating(a):
    for i in range(len(a)):
        a[i] *= 2
        yield a[i]


@program(call(V.copy()), call(-V))
def mutates(a):
    """A generator: mutates."""
    s = 0.0
    for v in mutating(a):
        a[0] += v
        s += v
    return s


def rows(a):
    for i in range(a.shape[0]):
        yield a[i]


@program(call(M.copy()), call(-M))
def writes_rows(a):
    """A generator: writes rows."""
    for r in rows(a):
        r *= 2
    for r in rows(a):
        if r[0] > 3:
            r[:] = 0
    return a.sum()


def chunks(a, n):
    while len(a) > 0:
        yield a[:n]
        a = a[n:]


@program(call(V), call(-V))
def rebinding_param(a):
    """A generator: rebinding param."""
    t = 0
    for c in chunks(a, 2):
        t = t + c * 2
    return t, a


def collatz(n):
    while n != 1:
        yield n
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    yield 1


@program(call(np.array(7)), call(np.array(27)))
def rt_while(n):
    """A generator: rt while."""
    best = 0
    steps = 0
    for v in collatz(int(n)):
        best = max(best, v)
        steps += 1
    return best, steps


@program(call(np.array(7)), call(np.array(27)))
def rt_while_len(n):
    """A generator: rt while len."""
    return sum(1 for _ in collatz(int(n))), max(collatz(int(n))), any(v > 100 for v in collatz(int(n)))


def primes():
    n = 2
    while True:
        k = 2
        ok = True
        while k * k <= n:
            if n % k == 0:
                ok = False
                break
            k += 1
        if ok:
            yield n
        n += 1


@program(call(np.array(30)), call(np.array(50)))
def prime_sum(n):
    """A generator: prime sum."""
    t = 0
    for p in primes():
        if p > n:
            break
        t += p
    return t


@program(call(np.array(30)), call(np.array(50)))
def prime_takewhile(n):
    """A generator: prime takewhile."""
    return sum(itertools.takewhile(lambda p: p < n, primes()))


@program(call(5), call(7))
def prime_islice(n):
    """A generator: prime islice."""
    return list(itertools.islice(primes(), n)), sum(itertools.islice(primes(), n))
