"""Values that callables and objects hold from call to call: partials, bound methods, closures, namespaces."""

import collections
import functools
import operator
import types

import numpy as np

from tests.harness import Theme, call

program = Theme("held_values")
V = np.array([1.0, -2.0, 3.0])
calls = [call(V, i) for i in range(4)]


def P(f):
    return program.built(*calls, retraces=True)(f)


@P
def partial_array(jit):
    """Held from call to call: partial array."""
    w = np.ones(3)
    p = functools.partial(np.multiply, w)
    h = jit(lambda x: p(x))

    def step(x, i):
        r = h(x)
        w[0] += 1
        return r

    return step


@P
def partial_user_array(jit):
    """Held from call to call: partial user array."""
    w = np.ones(3)
    cfg = {"k": 1.0}
    L = [1]

    def g(a, x, *, c, l):
        return a * x + c["k"] + len(l)

    p = functools.partial(g, w, c=cfg, l=L)
    h = jit(lambda x: p(x))

    def step(x, i):
        r = h(x)
        w[0] += 1
        cfg["k"] += 1
        if i == 2:
            L.append(3)
        return r

    return step


@P
def partial_mutates(jit):
    """Held from call to call: partial mutates."""
    w = np.ones(3)
    L = []

    def g(a, l, x):
        a += x
        l.append(1)
        return a * 2

    p = functools.partial(g, w, L)
    h = jit(lambda x: p(x))

    def step(x, i):
        return h(x)

    return step, (w, L)


@P
def bound_method_global(jit):
    """Held from call to call: bound method global."""

    class K:
        def __init__(self):
            self.w = np.ones(3)
            self.n = 0

        def m(self, x):
            self.n += 1
            return x * self.w + self.n

    k = K()
    m = k.m
    h = jit(lambda x: m(x))

    def step(x, i):
        r = h(x)
        k.w[0] += 1
        return r

    return step, k


@P
def callable_obj(jit):
    """Held from call to call: callable obj."""

    class K:
        def __init__(self):
            self.w = np.ones(3)
            self.n = 0

        def __call__(self, x):
            self.n += 1
            return x * self.w + self.n

    k = K()
    h = jit(lambda x: k(x))

    def step(x, i):
        r = h(x)
        k.w = k.w + 1
        return r

    return step, k


@P
def list_of_fns(jit):
    """Held from call to call: list of fns."""
    w = np.ones(3)
    fs = [lambda x: x * w, functools.partial(np.add, w), w.dot, w.__add__]
    h = jit(lambda x: [f(x) for f in fs])

    def step(x, i):
        r = h(x)
        w[0] += 1
        return r

    return step


@P
def method_of_array(jit):
    """Held from call to call: method of array."""
    w = np.ones(3)
    d = w.dot
    h = jit(lambda x: d(x))

    def step(x, i):
        r = h(x)
        w[0] += 1
        return r

    return step


@P
def dict_get_bound(jit):
    """Held from call to call: dict get bound."""
    D = {"a": 1.0}
    g = D.get
    h = jit(lambda x: x * g("a"))

    def step(x, i):
        r = h(x)
        D["a"] += 1
        return r

    return step


@P
def list_append_bound(jit):
    """Held from call to call: list append bound."""
    L = []
    app = L.append

    def f(x):
        app(1)
        return x * len(L)

    h = jit(f)
    return lambda x, i: h(x), L


@P
def itemgetter(jit):
    """Held from call to call: itemgetter."""
    ig = operator.itemgetter("w")
    D = {"w": np.ones(3)}
    h = jit(lambda x: ig(D) * x)

    def step(x, i):
        r = h(x)
        D["w"] = D["w"] + 1
        return r

    return step


@P
def simple_ns(jit):
    """Held from call to call: simple ns."""
    ns = types.SimpleNamespace(w=np.ones(3), k=1)
    h = jit(lambda x: x * ns.w * ns.k)

    def step(x, i):
        r = h(x)
        ns.w[0] += 1
        if i == 1:
            ns.k = 2
        return r

    return step


@P
def slots_obj(jit):
    """Held from call to call: slots obj."""

    class S:
        __slots__ = ("w", "k")

        def __init__(self):
            self.w = np.ones(3)
            self.k = 1

    s = S()

    def f(x):
        s.k += 1
        return x * s.w * s.k

    h = jit(f)

    def step(x, i):
        r = h(x)
        s.w[0] += 1
        return r, s.k

    return step


@P
def class_as_ns(jit):
    """Held from call to call: class as ns."""

    class C:
        w = np.ones(3)
        k = 1
        d = {"z": 1}
        l = [1]

    def f(x):
        C.k += 1
        C.d["z"] += 1
        C.l.append(2)
        return x * C.w * C.k + C.d["z"] + len(C.l)

    h = jit(f)

    def step(x, i):
        r = h(x)
        C.w[0] += 1
        return r, C.k, dict(C.d), list(C.l)

    return step


@P
def fn_attr(jit):
    """Held from call to call: fn attr."""

    def g(x):
        g.calls += 1
        return x * g.w

    g.calls = 0
    g.w = np.ones(3)
    h = jit(lambda x: g(x) + g.calls)

    def step(x, i):
        r = h(x)
        g.w[0] += 1
        return r, g.calls

    return step


@P
def module_global_arr(jit):
    """Held from call to call: module global arr."""
    m = types.ModuleType("m1")
    m.w = np.ones(3)
    m.n = 0

    def f(x):
        m.n += 1
        return x * m.w + m.n

    h = jit(f)

    def step(x, i):
        r = h(x)
        m.w[0] += 1
        return r, m.n

    return step


@P
def generator_global(jit):
    """Held from call to call: generator global."""

    def src():
        k = 0
        while True:
            k += 1
            yield k

    it = src()
    h = jit(lambda x, n: x * n)
    return lambda x, i: h(x, next(it))


@P
def property_state(jit):
    """Held from call to call: property state."""

    class K:
        def __init__(self):
            self._n = 0

        @property
        def n(self):
            self._n += 1
            return self._n

    k = K()
    h = jit(lambda x: x * k.n + k.n)
    return lambda x, i: (h(x), k._n)


@P
def deque_global(jit):
    """Held from call to call: deque global."""
    d = collections.deque([1, 2], maxlen=3)
    h = jit(lambda x: (x * d[0], len(d), sum(d)))

    def step(x, i):
        r = h(x)
        d.append(i)
        return r

    return step


@P
def nested_fn_global(jit):
    """Held from call to call: nested fn global."""
    cfgs = [{"act": np.tanh, "k": [1, (2, {"z": 3.0})]}]
    h = jit(lambda x: cfgs[0]["act"](x) * cfgs[0]["k"][1][1]["z"] * cfgs[-1]["k"][0])

    def step(x, i):
        r = h(x)
        if i == 0:
            cfgs[0]["k"][1][1]["z"] = 5.0
        if i == 1:
            cfgs[0]["k"][0] = -1
        if i == 2:
            cfgs[0]["act"] = np.sin
        return r

    return step


@program.built(call(V), call(-V))
def partial_itself(jit):
    """A partial is made static."""

    def scaled(factor, x, *, shift=0.0):
        return x * factor + shift if x[0] > 0 else -x

    return jit(functools.partial(scaled, 2.0, shift=1.0))
