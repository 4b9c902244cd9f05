"""Generators: consumed by `for`, builtins, itertools and by hand; with run-time control flow inside."""

import contextlib
import functools
import itertools
import operator

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("generators")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
M = np.arange(12.0).reshape(4, 3)


def upto(n):
    i = 0
    while i < n:
        yield i
        i += 1


def positives(x):
    for v in x:
        if v > 0:
            yield v


def squares(x):
    for i in range(len(x)):
        yield x[i] ** 2


def three(x):
    yield x
    yield x * 2
    yield x * 3


@program(call(V), call(-V))
def g_three(x):
    """A generator: three."""
    s = 0
    for y in three(x):
        s = s + y
    return s


@program(call(V), call(-V))
def g_three_list(x):
    """A generator: three list."""
    return list(three(x))


@program(call(V), call(-V))
def g_three_star(x):
    """A generator: three star."""
    a, *b = three(x)
    return a, b


@program(call(V), call(-V))
def g_sum_squares(x):
    """A generator: sum squares."""
    return sum(squares(x))


@program(call(V), call(-V))
def g_for_squares(x):
    """A generator: for squares."""
    t = 0.0
    for s in squares(x):
        t += s
    return t


@program(call(V), call(-V))
def g_positives(x):
    """A generator: positives."""
    t = 0.0
    for s in positives(x):
        t += s
    return t


@program(call(V), call(-V))
def g_positives_break(x):
    """A generator: positives break."""
    t = 0.0
    for s in positives(x):
        t += s
        if t > 3:
            break
    else:
        t = -1.0
    return t


@program(call(V), call(-V))
def g_positives_return(x):
    """A generator: positives return."""
    for i, s in enumerate(positives(x)):
        if s > 2:
            return i, s
    return None


@program(call(V, 3), call(V, 5))
def g_upto(x, n):
    """A generator: upto."""
    t = 0.0
    for i in upto(n):
        t += x[i]
    return t


@program(call(V, np.array(3)), call(V, np.array(5)))
def g_upto_rt(x, n):
    """A generator: upto rt."""
    t = 0.0
    for i in upto(int(n)):
        t += x[i]
    return t


@program(call(V), call(-V))
def ge_sum(x):
    """A generator: sum."""
    return sum(v * v for v in x)


@program(call(V), call(-V))
def ge_any(x):
    """A generator: any."""
    return any(v > 3 for v in x), all(v > -3 for v in x)


@program(call(V), call(-V))
def ge_max(x):
    """A generator: max."""
    return max(abs(v) for v in x), min((v for v in x), key=lambda q: (q - 1) ** 2)


@program(call(V), call(-V))
def ge_sum_if(x):
    """A generator: sum if."""
    return sum(v for v in x if v > 0)


@program(call(V), call(-V))
def ge_next(x):
    """A generator: next."""
    return next((v for v in x if v > 2), -1.0)


@program(call(V), call(-V))
def ge_list(x):
    """A generator: list."""
    return list(v * 2 for v in x), tuple(v + 1 for v in x[:2])


@program(call(V), call(-V))
def ge_join(x):
    """A generator: join."""
    return ",".join(f"{v:.1f}" for v in x)


@program(call(V), call(-V))
def ge_for(x):
    """A generator: for."""
    t = 0.0
    for y in (v * 2 for v in x):
        t = t * 0.5 + y
    return t


def with_return(x):
    yield x
    return 7


def outer(x):
    r = yield from with_return(x)
    yield r * x


@program(call(V), call(-V))
def g_yield_from(x):
    """A generator: yield from."""
    return list(outer(x))


def fib(limit):
    a, b = 0, 1
    while a < limit:
        yield a
        a, b = b, a + b


@program(call(V, np.array(30)), call(V, np.array(50)))
def g_fib_rt(x, n):
    """A generator: fib rt."""
    t = 0
    for f in fib(n):
        t += f
    return x * t


@program(call(V), call(-V))
def g_next(x):
    """A generator: next."""
    g = squares(x)
    a = next(g)
    b = next(g)
    return a - b, sum(g)


@program(call(V), call(-V))
def g_zip(x):
    """A generator: zip."""
    t = 0.0
    for a, (i, b) in zip(squares(x), enumerate(three(x))):
        t = t + a * i + b
    return t


def acc():
    total = 0.0
    while True:
        v = yield total
        if v is None:
            return
        total += v


@program(call(V), call(-V))
def g_send(x):
    """A generator: send."""
    g = acc()
    next(g)
    out = []
    for k in range(3):
        out.append(g.send(x[k]))
    return out


class Grid:
    def __init__(self, a):
        self.a = a

    def rows(self):
        for r in self.a:
            yield r

    def __iter__(self):
        for r in self.a:
            yield r * 2


@program(call(np.arange(12.0).reshape(4, 3)))
def g_method(x):
    """A generator: method."""
    g = Grid(x)
    t = 0
    for r in g.rows():
        t = t + r
    for r in g:
        t = t * 0.5 + r
    return t


@program(call(V), call(-V))
def g_local_def(x):
    """A generator: local def."""
    k = 2.0

    def gen():
        for v in x:
            yield v * k

    return sum(gen()), [a for a in gen()]


@program(call(V), call(-V))
def g_in_branch(x):
    """A generator: in branch."""
    t = 0.0
    if x[0] > 0:
        for s in squares(x):
            t += s
    else:
        t = sum(positives(x))
    return t


@program(call(V), call(-V))
def g_in_loop(x):
    """A generator: in loop."""
    t = 0.0
    for i in range(5):
        for s in squares(x):
            t += s * i
    return t


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


class Tree:
    def __init__(self, v, l=None, r=None):
        self.v = v
        self.l = l
        self.r = r

    def __iter__(self):
        if self.l is not None:
            yield from self.l
        yield self.v
        if self.r is not None:
            yield from self.r


@program(call(V), call(-V))
def tree(x):
    """A generator: tree."""
    t = Tree(x[0], Tree(x[1]), Tree(x[2], Tree(x[3])))
    return list(t), sum(t), [v * 2 for v in t], max(t), sorted(t)


class Base:
    def items(self):
        yield self.a
        yield self.a + 1


class Derived(Base):
    def __init__(self, a):
        self.a = a
        self.n = 0

    def items(self):
        for v in super().items():
            self.n += 1
            yield v * 2


@program(call(V), call(-V))
def method_super(x):
    """A generator: method super."""
    d = Derived(x)
    t = 0
    for v in d.items():
        t = t + v
    return t, d.n


@program(call(V), call(-V))
def attr_rt(x):
    """A generator: attr rt."""

    class C:
        def __init__(self):
            self.n = 0
            self.last = 0.0

        def go(self, x):
            for v in x:
                if v > 0:
                    self.n += 1
                    self.last = v
                    yield v

    c = C()
    s = sum(c.go(x))
    return s, c.n, c.last


def raising(x):
    for v in x:
        if v < -1.5:
            raise ValueError(f"bad {v}")
        yield v


@program(call(np.abs(V)), call(V))
def raises(x):
    """A generator: raises."""
    s = 0.0
    for v in raising(x):
        s += v
    return s


@program(call(np.abs(V)), call(V))
def raises_body(x):
    """A generator: raises body."""
    s = 0.0
    for v in sq(x):
        s += v
        if v > 10:
            raise KeyError(3)
    return s


@program(call(V), call(-V))
def same_object(x):
    """A generator: same object."""

    def g():
        yield x
        y = x
        yield y

    out = []
    for v in g():
        out.append(v)
    out[0][0] = 99
    return out


@program(call(V), call(-V))
def two_returns(x):
    """A generator: two returns."""

    def g():
        if x[0] > 0:
            return 1
        yield x
        return 2

    def h():
        r = yield from g()
        yield r

    t = 0
    for v in h():
        t = t + v
    return t


@program(call(V), call(-V))
def outer_state(x):
    """A generator: outer state."""
    n = 0

    def g():
        nonlocal n
        for v in x:
            n += 1
            if v > 2:
                yield v

    t = 0.0
    for v in g():
        t += v * n
    return t, n


@program(call(V), call(-V))
def late_vars(x):
    """A generator: late vars."""
    for v in pos(x):
        w = v * 2
    return v, w


@program(call(V), call(-np.abs(V)))
def unbound(x):
    """A generator: unbound."""
    for v in pos(x):
        w = v * 2
    return w


@program(call(V), call(-V))
def opt(x):
    """A generator: opt."""
    best = None
    for v in pos(x):
        if best is None or v > best:
            best = v
    return best


@program(call(V), call(-V))
def static_break_then_rest(x):
    """A generator: static break then rest."""
    g = sq(x)
    n = 0
    for v in g:
        n += 1
        if n == 2:
            break
    return v, list(g)


@program(call(V), call(-V))
def finally_order(x):
    """A generator: finally order."""

    def g():
        try:
            for v in x:
                print("y", v)
                yield v
        finally:
            print("closed")

    for v in g():
        if v > 2:
            break
    print("after")
    return v


@program(call(V), call(-V))
def finally_named(x):
    """A generator: finally named."""

    def g():
        try:
            for v in x:
                yield v
        finally:
            print("closed")

    it = g()
    for v in it:
        print(v)
    print("after")
    return v


@program(call(V), call(-V))
def gen_in_cond(x):
    """A generator: in cond."""
    return sum(pos(x)) if x[0] > 0 else max(sq(x))


@program(call(V), call(-V))
def gen_and(x):
    """A generator: and."""
    return x[0] > 0 and any(v > 3 for v in x)


@program(call(V), call(-V))
def gen_try(x):
    """A generator: try."""
    try:
        t = sum(v for v in x if v > 0)
    except ValueError:
        t = -1
    return t


@program(call(V), call(-V))
def gen_lambda(x):
    """A generator: lambda."""
    f = lambda a: sum(v for v in a)
    return f(x)


@program(call(M), call(-M))
def gen_key(x):
    """A generator: key."""
    return max(x, key=lambda r: sum(v for v in r))


@program(call(V), call(-V))
def gen_default(x, n=3):
    """A generator: default."""

    def g(a, *b, k=2, **kw):
        yield a * k
        for c in b:
            yield c + len(kw)

    return list(g(x, 1, 2, q=3)), [*g(x, k=5)]


@program(call(V), call(-V))
def accumulated(x):
    """A generator: acc."""
    t = 0.0
    for v in itertools.accumulate(sq(x)):
        t += v
    return t, list(itertools.accumulate(sq(x), initial=1.0)), max(itertools.accumulate(pos(x)))


@program(call(V), call(-V))
def pairw(x):
    """A generator: pairw."""
    return sum(b - a for a, b in itertools.pairwise(sq(x))), sum(abs(b - a) for a, b in itertools.pairwise(pos(x)))


@program(call(V), call(-V))
def tw(x):
    """A generator: tw."""
    return (
        sum(itertools.takewhile(lambda v: v < 3, x)),
        sum(itertools.dropwhile(lambda v: v < 3, x)),
        sum(filter(lambda v: v > 0, x)),
        sum(map(lambda v: v * 2, x)),
    )


@program(call(V), call(-V))
def cnt(x):
    """A generator: cnt."""
    for k in itertools.count(1):
        if (x * k).sum() > 20 or k > 50:
            break
    return k


@program(call(V), call(-V))
def cnt2(x):
    """A generator: cnt2."""
    t = 0.0
    for k, v in zip(itertools.count(1), x):
        t += k * v
    ids = itertools.count()
    return t, next(ids), next(ids), [i for i, _ in zip(itertools.count(2), x)]


@program(call(V), call(-V))
def red(x):
    """A generator: red."""
    return (
        functools.reduce(lambda a, b: a * b, (v for v in x)),
        functools.reduce(operator.add, x),
        functools.reduce(max, pos(x), 0.0),
    )


@program(call(V), call(-V))
def half_stepped_then_broken(x):
    """What is left of a generator after `next`, in a loop with a run-time break."""
    g = sq(x)
    a = next(g)
    t = 0.0
    for v in g:
        t += v
        if t > 10:
            break
    return a, t


@program(call(V), call(-V), refused=Refusal("SideEffectError", "a = next(g)"))
def stepped_in_a_branch(x):
    """One step of a generator from outside of a branch."""
    g = (v * 2 for v in x)
    if x[0] > 0:
        a = next(g)
    else:
        a = 0.0
    return a, list(g)
