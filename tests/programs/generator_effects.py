"""Generators with effects, context managers made of them, and generator expressions."""

import contextlib

import numpy as np

from tests.harness import Theme, call

program = Theme("generator effects")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])


def windows(x, n):
    for i in range(0, len(x) - n + 1):
        yield x[i : i + n]


@program(call(V), call(-V))
def g_windows(x):
    """A generator: windows."""
    best = -np.inf
    for w in windows(x, 3):
        best = max(best, w.sum())
    return best


@program(call(V), call(-V))
def g_windows_comp(x):
    """A generator: windows comp."""
    return np.array([w.mean() for w in windows(x, 3)]), [w.max() for w in windows(x, 2)]


def with_finally(x, log):
    try:
        for v in x:
            yield v
    finally:
        log.append("done")


@program(call(V), call(-V))
def g_finally(x):
    """A generator: finally."""
    log = []
    t = 0.0
    for v in with_finally(x, log):
        t += v
        if t > 2:
            break
    return t


def newton(f, x):
    while True:
        yield x
        x = x - (x * x - f) / (2 * x)


@program(call(np.array(2.0)), call(np.array(3.0)))
def g_newton(f):
    """A generator: newton."""
    prev = None
    for k, g in enumerate(newton(f, 1.0)):
        if prev is not None and abs(g - prev) < 1e-9:
            break
        prev = g
    return k, g


@program(call(V), call(-V))
def local_print(x):
    """A generator: local print."""

    def gen():
        for v in x:
            print(v)
            yield v

    return sum(gen())


@program(call(V), call(-V))
def local_append(x):
    """A generator: local append."""
    log = []

    def gen():
        for v in x:
            log.append(v)
            yield v * 2

    return sum(gen()), log


@program(call(V), call(-V))
def local_inplace(x):
    """A generator: local inplace."""

    def gen():
        for i in range(len(x)):
            x[i] += 1
            yield x[i]

    return sum(gen()), list(gen())


@program(call(V), call(-V))
def local_if(x):
    """A generator: local if."""

    def gen():
        for i in range(len(x)):
            if x[i] > 0:
                yield x[i]

    return sum(gen())


@contextlib.contextmanager
def timer(log, x):
    log.append("in")
    yield x * 2
    log.append("out")


@program(call(V), call(-V))
def cm(x):
    """A generator: cm."""
    log = []
    with timer(log, x) as y:
        z = y + 1
    return z, log


@contextlib.contextmanager
def printing(x):
    print("in", x[0])
    try:
        yield x * 2
    finally:
        print("out", x[0])


@program(call(V), call(-V))
def cm_print(x):
    """A generator: cm print."""
    with printing(x) as y:
        z = y + 1
    return z


@program(call(V), call(-V))
def cm_return(x):
    """A generator: cm return."""
    log = []
    with printing(x) as y:
        if y[0] > 0:
            return y
    return 3


@program(call(V), call(-V))
def exitstack(x):
    """A generator: exitstack."""
    log = []
    with contextlib.ExitStack() as st:
        st.callback(log.append, 1)
        y = st.enter_context(timer(log, x))
    return y, log


@program(call(V), call(-V))
def genexp_effect(x):
    """A generator: genexp effect."""
    log = []
    r = sum((log.append(v) or v) for v in x)
    return r, log


@program(call(V), call(-V))
def genexp_late(x):
    """A generator: genexp late."""
    k = 1.0
    g = (v * k for v in x)
    k = 2.0
    return sum(g)


@program(call(V), call(-V))
def genexp_twice(x):
    """A generator: genexp twice."""
    g = (v * 2 for v in x)
    return sum(g), sum(g), list(g)


@program(call(V), call(-V))
def genexp_loop(x):
    """A generator: genexp loop."""
    g = (v * 2 for v in x)
    t = 0
    for i in range(5):
        t = t + next(g) * i
    return t


@program(call(V), call(-V))
def genexp_while(x):
    """A generator: genexp while."""
    t = 0.0
    n = 0
    while any(v * v > t for v in x):
        t += 1.0
        n += 1
    return t, n


@program(call(V), call(-V))
def genexp_walrus(x):
    """A generator: genexp walrus."""
    if any((hit := v) > 2 for v in x):
        return hit
    return None


@program(call(V), call(-V))
def genexp_sorted(x):
    """A generator: genexp sorted."""
    return sorted(v * 2 for v in x), sorted((v for v in x), reverse=True)


@program(call(V), call(-V))
def genexp_arg(x):
    """A generator: genexp arg."""

    def total(it):
        t = 0.0
        for v in it:
            t += v
        return t

    return total(v * 2 for v in x), total(x), max(*(v for v in x))


@program(call(np.int64(20)), call(np.int64(5)), call(np.int64(2)))
def operands_that_look_up(k):
    """Operands of a condition of a generator that look into a dict with run-time keys, which may raise."""
    d = {n: n * n % 7 for n in range(1, k)}
    return (
        sum(n for n in d if d.get(d[n], 0) == n and d[n] != n),
        [n for n in d if d[n] > 4 or d[n] == n],
        sum(n for n in d if (d[n] if d[n] > 2 else 0) != n),
        max((n for n in d if 1 < d[n] <= d[n] + n < 40), default=-1),
        any(d[n] == n and d[n] > 1 for n in d),
    )


@program(call(np.int64(12)), call(np.int64(4)))
def operands_of_a_generator(k):
    """The loop around such a generator goes on with its own variables."""
    d = {n: n * n % 7 for n in range(1, k)}

    def chosen():
        for n in d:
            if d[n] > 2 and d.get(d[n], 0) != n:
                yield d[n]
            elif d[n] == 1 or d[n] == n:
                yield -n

    total, last, seen = 0, 0, []
    for v in chosen():
        total += v if v > 0 and d[n_of(v)] > 1 else d[1]
        last = v
        seen.append(v)
    return total, last, seen


def n_of(v):
    """A function with a branch of its own."""
    return v if v < 3 else 3


@program(call(np.int64(12)), call(np.int64(3)))
def operands_that_call(k):
    """Operands that call functions with branches and loops."""

    def first(n):
        if n % 3 == 0:
            return 5
        for i in range(n):
            if i * i > n:
                return i
        return -1

    return (
        sum(n for n in range(k) if n > 2 and first(n) > 3),
        [first(n) or first(n + 1) for n in range(k)],
        sum((first(n) if n % 2 else first(n + 2)) for n in range(k)),
    )


@program(call(np.int64(8)), call(np.int64(3)))
def an_operand_that_raises(k):
    """A KeyError in an operand of a generator's condition."""
    d = {n: n for n in range(1, k)}
    return sum(n for n in range(1, k + 2) if n > 3 and d[n])
