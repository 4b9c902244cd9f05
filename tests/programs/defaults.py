"""Default arguments of callees: mutable ones, arrays, and what changes between calls."""

import numpy as np

from tests.harness import Theme, call

program = Theme("defaults")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])


@program.built(call(V), call(-V), retraces=True)
def mut_default(jit):
    """Defaults: mut default."""

    def mutable_default(v, acc=[]):
        acc.append(v)
        return len(acc)

    def f(x):
        a = mutable_default(1)
        b = mutable_default(2)
        return x * a + b

    return jit(f), mutable_default.__defaults__


@program.built(call(V), call(-V), retraces=True)
def kw_default(jit):
    """Defaults: kw default."""

    def g(v, *, memo={}):
        if v not in memo:
            memo[v] = v * 2
        return memo[v]

    def f(x, n=[0]):
        n[0] += 1
        return x * g(n[0])

    return jit(f), g.__kwdefaults__


@program.built(call(V), call(-V))
def array_default(jit):
    """Defaults: array default."""

    def g(v, w=np.ones(6)):
        w += v
        return w * 2

    def f(x):
        return g(x) + g(x)

    return jit(f), g.__defaults__


@program.built(call(V), call(-V))
def array_default_changed(jit):
    """Defaults: array default changed."""
    w0 = np.ones(6)

    def g(v, w=w0):
        return v * w

    def f(x):
        return g(x)

    h = jit(f)

    def both(x):
        r = h(x)
        w0[0] += 1
        return r

    return both


@program.built(call(V), call(-V), retraces=True)
def config_default(jit):
    """Defaults: config default."""
    cfg = {"k": 1.0}

    def g(v, c=cfg):
        return v * c["k"]

    h = jit(lambda x: g(x))

    def both(x):
        r = h(x)
        cfg["k"] += 1
        return r

    return both


@program.built(call(V), call(-V), retraces=True)
def method_default(jit):
    """Defaults: method default."""

    class M:
        def go(self, x, seen=[]):
            seen.append(1)
            return x * len(seen)

    m = M()
    return jit(lambda x: m.go(x)), M.go.__defaults__


@program.built(call(V), call(-V), retraces=True)
def lambda_default(jit):
    """Defaults: lambda default."""
    g = lambda v, a=[1]: (a.append(2), v * len(a))[1]
    return jit(lambda x: g(x)), g.__defaults__
