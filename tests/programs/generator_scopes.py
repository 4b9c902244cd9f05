"""Generators of classes and closures, what they raise, and what is left of them after a loop."""

import functools
import itertools
import operator

import numpy as np

from tests.harness import Theme, call
from tests.programs.generator_pipelines import pos, sq

program = Theme("generator scopes")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
M = np.arange(12.0).reshape(4, 3)


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


@program(call(V), call(-V))
def stepped_in_a_branch(x):
    """One step of a generator from outside of a branch."""
    g = (v * 2 for v in x)
    if x[0] > 0:
        a = next(g)
    else:
        a = 0.0
    return a, list(g)
