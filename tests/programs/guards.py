"""What the trace has read is checked at each call: kinds, globals, cells, attributes, methods, orders."""

import collections
import dataclasses
import enum
import functools
import linecache
import types

import numpy as np

from tests.harness import Theme, call

program = Theme("guards")
V = np.array([1.0, -2.0, 3.0])
calls = [call(V, i) for i in range(6)]


def P(f):
    return program.built(*calls, retraces=True)(f)


MOD = types.ModuleType("cfgmod")
MOD.rate = 1.0
MOD.fn = lambda x: x + 1


GVAL = 1


GLIST = [1, 2]


GDICT = {"a": 1.0}


class Cfg:
    scale = 1.0
    opts = {"k": 1}

    def __init__(self):
        self.v = 1
        self.sub = types.SimpleNamespace(z=1.0)

    def m(self, x):
        return x * self.v


GOBJ = Cfg()


SEQ = [1, True, 1.0, -1, -2, 2]


@P
def glob_kinds(jit):
    """What a program depends on: glob kinds."""

    def f(x):
        return x * GVAL, GVAL

    h = jit(f)

    def step(x, i):
        global GVAL
        GVAL = SEQ[i]
        return h(x)

    return step


@P
def arg_kinds(jit):
    """What a program depends on: arg kinds."""
    h = jit(lambda x, k: (k, x * k, type(k).__name__, isinstance(k, bool)))
    return lambda x, i: h(x, SEQ[i])


@P
def arg_conts(jit):
    """What a program depends on: arg conts."""
    S = [[1, 2], (1, 2), [1, 2.0], [True, 2], (1, [2]), {1: 2}]
    h = jit(lambda x, k: (k, len(k), type(k)))
    return lambda x, i: h(x, S[i])


@P
def arg_strs(jit):
    """What a program depends on: arg strs."""
    S = ["a", "b", b"a", None, "", "a"]
    h = jit(lambda x, k: (k, x if k else -x))
    return lambda x, i: h(x, S[i])


@P
def arg_floats(jit):
    """What a program depends on: arg floats."""
    S = [0.0, -0.0, float("nan"), float("inf"), 1e-300, 0]
    h = jit(lambda x, k: (k, x * k, np.copysign(1, k)))
    return lambda x, i: h(x, S[i])


@P
def arg_np_scalars(jit):
    """What a program depends on: arg np scalars."""
    S = [np.float32(1), np.float64(1), np.int64(1), 1, np.bool_(True), np.array(1.0)]
    h = jit(lambda x, k: (x * k, k + 1))
    return lambda x, i: h(x, S[i])


@P
def glist(jit):
    """What a program depends on: glist."""
    h = jit(lambda x: (x * GLIST[0], len(GLIST), sum(GLIST)))

    def step(x, i):
        GLIST[:] = [[1, 2], [2, 1], [1, 2, 3], [1.0, 2], [], [5]][i] or [0]
        return h(x)

    return step


@P
def gdict(jit):
    """What a program depends on: gdict."""
    h = jit(lambda x: (x * GDICT["a"], sorted(GDICT), GDICT.get("b", 0)))

    def step(x, i):
        GDICT.clear()
        GDICT.update([{"a": 1.0}, {"a": 2.0}, {"a": 2}, {"a": 2, "b": 1}, {"b": 1, "a": 2}, {"a": 1.0}][i])
        return h(x)

    return step


@P
def cell(jit):
    """What a program depends on: cell."""
    k = 1

    def f(x):
        return x * k, k

    h = jit(f)

    def step(x, i):
        nonlocal k
        k = SEQ[i]
        return h(x)

    return step


@P
def inner_defaults(jit):
    """What a program depends on: inner defaults."""

    def g(x, k=1):
        return x * k

    h = jit(lambda x: g(x))

    def step(x, i):
        g.__defaults__ = (SEQ[i],)
        return h(x)

    return step


@P
def attrs(jit):
    """What a program depends on: attrs."""
    h = jit(lambda x: (x * GOBJ.v * GOBJ.sub.z * GOBJ.scale, GOBJ.opts["k"], GOBJ.m(x)))

    def step(x, i):
        if i == 1:
            GOBJ.v = 2
        if i == 2:
            GOBJ.sub.z = 3.0
        if i == 3:
            Cfg.scale = 5.0
        if i == 4:
            GOBJ.opts["k"] = 7
        if i == 5:
            GOBJ.scale = 11.0
        r = h(x)
        if i == 5:
            GOBJ.v = 1
            GOBJ.sub.z = 1.0
            Cfg.scale = 1.0
            Cfg.opts["k"] = 1
            del GOBJ.scale
        return r

    return step


@P
def methods(jit):
    """What a program depends on: methods."""

    class K:
        def m(self, x):
            return x + 1

        @property
        def p(self):
            return 2

        @staticmethod
        def s(x):
            return x * 2

        @classmethod
        def c(cls, x):
            return x * 3

    k = K()
    h = jit(lambda x: (k.m(x), k.p, k.s(x), k.c(x)))

    def step(x, i):
        if i == 1:
            K.m = lambda self, x: x + 100
        if i == 2:
            K.p = property(lambda self: 9)
        if i == 3:
            K.s = staticmethod(lambda x: x * 20)
        if i == 4:
            K.c = classmethod(lambda cls, x: x * 30)
        if i == 5:
            k.m = lambda x: x - 1
        return h(x)

    return step


@P
def cls_swap(jit):
    """What a program depends on: cls swap."""

    class A:
        w = 1

        def m(self, x):
            return x * self.w

    class B(A):
        w = 2

    o = A()
    h = jit(lambda x: (o.m(x), type(o).__name__, isinstance(o, B)))

    def step(x, i):
        o.__class__ = [A, B, A, B, B, A][i]
        if i == 4:
            B.m = lambda self, x: x - 1
        return h(x)

    return step


@P
def base_changed(jit):
    """What a program depends on: base changed."""

    class A:
        def m(self, x):
            return x + 1

    class B(A):
        def n(self, x):
            return super().m(x) * 2

    b = B()
    h = jit(lambda x: b.n(x))

    def step(x, i):
        if i == 2:
            A.m = lambda self, x: x + 50
        if i == 3:
            B.m = lambda self, x: x + 70
        return h(x)

    return step


@P
def module_attr(jit):
    """What a program depends on: module attr."""
    h = jit(lambda x: MOD.fn(x) * MOD.rate)

    def step(x, i):
        MOD.rate = [1.0, 2.0, 2, True, -1, -2][i]
        MOD.fn = [lambda x: x + 1, lambda x: x + 2][i % 2]
        return h(x)

    return step


@P
def fn_in_dict(jit):
    """What a program depends on: fn in dict."""
    D = {"f": lambda x: x + 1}
    L = [np.sin]
    h = jit(lambda x: D["f"](L[0](x)))

    def step(x, i):
        if i == 2:
            D["f"] = lambda x: x * 5
        if i == 3:
            L[0] = np.cos
        return h(x)

    return step


@P
def fn_code(jit):
    """What a program depends on: fn code."""

    def g(x):
        return x + 1

    def g2(x):
        return x * 9

    h = jit(lambda x: g(x))

    def step(x, i):
        if i == 2:
            g.__code__ = g2.__code__
        return h(x)

    return step


@P
def partial_changed(jit):
    """What a program depends on: partial changed."""
    p = [functools.partial(np.multiply, 2)]
    h = jit(lambda x: p[0](x))

    def step(x, i):
        if i == 2:
            p[0] = functools.partial(np.multiply, 3)
        if i == 3:
            p[0] = functools.partial(np.add, 3)
        return h(x)

    return step


@P
def partial_user(jit):
    """What a program depends on: partial user."""

    def g(k, x):
        return x * k

    p = functools.partial(g, 2)
    box = {"p": p}
    h = jit(lambda x: box["p"](x))

    def step(x, i):
        box["p"] = functools.partial(g, [2, 3, 3.0, True, -1, -2][i])
        return h(x)

    return step


@P
def closure_of_closure(jit):
    """What a program depends on: closure of closure."""

    def mk(k):
        def g(x):
            return x * k

        return g

    g = mk(1)
    h = jit(lambda x: g(x))

    def step(x, i):
        g.__closure__[0].cell_contents = SEQ[i]
        return h(x)

    return step


@P
def swapped_closure(jit):
    """What a program depends on: swapped closure."""

    def mk(k):
        def g(x):
            return x * k

        return g

    gs = [mk(v) for v in SEQ]
    g = gs[0]
    h = jit(lambda x: g(x))

    def step(x, i):
        nonlocal g
        g = gs[i]
        return h(x)

    return step


@P
def np_array_global(jit):
    """What a program depends on: np array global."""
    w = np.ones(3)
    h = jit(lambda x: x @ w)

    def step(x, i):
        nonlocal w
        if i % 2:
            w = w * 2
        else:
            w[0] += 1
        return h(x)

    return step


@P
def nested_cfg(jit):
    """What a program depends on: nested cfg."""

    @dataclasses.dataclass
    class C:
        lr: float = 0.1
        dims: tuple = (1, 2)
        layers: list = dataclasses.field(default_factory=lambda: [{"w": 1.0}])

    c = C()
    h = jit(lambda x, c: x * c.lr * c.layers[0]["w"] + len(c.layers) + c.dims[0])

    def step(x, i):
        if i == 1:
            c.lr = 0.2
        if i == 2:
            c.layers[0]["w"] = 4.0
        if i == 3:
            c.layers.append({"w": 2})
        if i == 4:
            c.dims = (5,)
        if i == 5:
            c.layers[0] = {"w": -1}
        return h(x, c)

    return step


@P
def enum_arg(jit):
    """What a program depends on: enum arg."""
    E = enum.Enum("E", "A B")
    h = jit(lambda x, e: x if e is E.A else -x)
    return lambda x, i: h(x, [E.A, E.B][i % 2])


@P
def fn_arg(jit):
    """What a program depends on: fn arg."""
    h = jit(lambda x, f: f(x))
    fs = [np.sin, np.cos, lambda v: v + 1, lambda v: v + 2, abs, lambda v: v + 1]
    return lambda x, i: h(x, fs[i])


@P
def slice_arg(jit):
    """What a program depends on: slice arg."""
    S = [slice(1), slice(0, 2), slice(None, None, 2), slice(1, None), 1, None]
    h = jit(lambda x, s: x[s])
    return lambda x, i: h(x, S[i])


@P
def dtype_arg(jit):
    """What a program depends on: dtype arg."""
    S = [np.float32, "float32", np.dtype("f8"), float, int, np.int8]
    h = jit(lambda x, s: x.astype(s))
    return lambda x, i: h(x, S[i])


@P
def shadow_builtin(jit):
    """What a program depends on: shadow builtin."""
    ns = {"np": np}
    exec("def f(x): return abs(x)+len(x)", ns)

    src = "def f(x): return abs(x)+len(x)\n"
    linecache.cache["<shadow>"] = (len(src), None, [src], "<shadow>")
    exec(compile(src, "<shadow>", "exec"), ns)
    h = jit(ns["f"])

    def step(x, i):
        if i == 2:
            ns["abs"] = lambda v: v * 0
        if i == 4:
            del ns["abs"]
        return h(x)

    return step


@P
def generalise(jit):
    """What a program depends on: generalise."""
    h = jit(lambda x, k: (x * k, k + 1, k / 2, k > 2))
    return lambda x, i: h(x, [3, 5, 8, 0, -4, 10**6][i])


@P
def generalise_extent(jit):
    """What a program depends on: generalise extent."""

    def f(x):
        s = 0.0
        for i in range(len(x)):
            s += x[i] * i
        return s, x.shape, len(x), x[-1]

    h = jit(f)
    return lambda x, i: h(np.arange(3.0 + i))


@P
def generalise_range(jit):
    """What a program depends on: generalise range."""

    def f(x, n):
        l = []
        for i in range(n):
            l.append(x[0] * i)
        return sum(l)

    h = jit(f)
    return lambda x, i: h(x, [2, 3, 4, 7, 0, 1][i])


@P
def set_arg(jit):
    """What a program depends on: set arg."""
    S = [{1, 2}, {1}, frozenset({1}), set(), {1.0}, {True}]
    h = jit(lambda x, s: (1 in s, len(s), sorted(s), type(s)))
    return lambda x, i: h(x, S[i])


@P
def ordered_args(jit):
    """What a program depends on: ordered args."""
    S = [{"a": 1, "b": 2}, {"b": 2, "a": 1}, collections.OrderedDict(a=1, b=2), collections.Counter("ab"), {"a": 1}, {}]
    h = jit(lambda x, s: (list(s), list(s.values()), type(s).__name__))
    return lambda x, i: h(x, S[i])


@P
def kwargs_order(jit):
    """What a program depends on: kwargs order."""
    h = jit(lambda x, **kw: (list(kw.items()), x))
    return lambda x, i: h(
        x, **[{"a": 1, "b": 2}, {"b": 2, "a": 1}, {}, {"a": 1.0, "b": 2}, {"a": True, "b": 2}, {"c": 1}][i]
    )


@P
def star_args(jit):
    """What a program depends on: star args."""
    h = jit(lambda *a: (len(a), a[0] * a[-1], a[1:]))
    return lambda x, i: h(x, *[(1,), (1.0,), (1, 2), (True,), ([1], 2), (x, 2)][i])


def _of_extents(m, n, k):
    return call(np.arange(1.0 + k * m)[1:].reshape(k, m), np.arange(2.0 + n * k)[2:].reshape(n, k))


EXTENTS = ((2, 3, 3), (2, 2, 2), (0, 0, 0), (3, 0, 2), (4, 5, 6), (3, 3, 3), (1, 0, 7))


@program(*(_of_extents(*extents) for extents in EXTENTS), retraces=True)
def extents_that_were_equal(x, y):
    """What had one extent in all calls so far may have two in the next one, where another one changes as well."""
    return x.T @ y.T
