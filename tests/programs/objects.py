"""Classes of every make: descriptors, metaclasses, slots, hashes, partial methods, decorators, signatures."""

import enum
import functools
import operator

import numpy as np

from tests.harness import Theme, call

program = Theme("objects")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])


class Fl(enum.Flag):
    A = 1
    B = 2


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@program(call(V), call(-V))
def flags(x):
    """An object: flags."""
    return Fl.A | Fl.B, Fl.A in (Fl.A | Fl.B), Color["RED"], Color(2), list(Color)


@program(call(V), call(-V))
def ranges(x):
    """An object: ranges."""
    return (
        range(3),
        slice(1, 2),
        b"ab",
        bytearray(b"x"),
        Ellipsis,
        NotImplemented,
        frozenset([1, 2]),
        complex(1, 2),
        2**70,
        type(x),
        np.float32,
        np.dtype("f4"),
        int,
    )


@program(call(V), call(-V))
def funcs(x):
    """An object: funcs."""
    return np.sin, len, operator.add


@program(call(V), call(-V))
def lambda_result(x):
    """An object: lambda result."""
    f = lambda y: y + x[0]
    return f(1.0)


class HG:
    def __init__(self, x):
        self.x = x

    def __getattr__(self, n):
        if n.startswith("get_"):
            return lambda: self.x * len(n)
        raise AttributeError(n)

    def __hash__(self):
        return 3

    def __eq__(self, o):
        return isinstance(o, HG)


@program(call(V), call(-V))
def getattr_cls(x):
    """An object: getattr cls."""
    h = HG(x)
    return h.get_a(), hasattr(h, "nope"), getattr(h, "nope", 7), {h: 1}[h], h


class SL:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a
        self.b = 2


@program(call(V), call(-V))
def slots(x):
    """An object: slots."""
    s = SL(x)
    s.b = s.a.sum()
    return s.a, s.b, hasattr(s, "c")


@program(call(V), call(-V))
def slots_ret(x):
    """An object: slots ret."""
    s = SL(x)
    s.b = s.a.sum()
    return s


class Desc:
    def __set_name__(self, o, n):
        self.n = "_" + n

    def __get__(self, o, t=None):
        if o is None:
            return self
        return getattr(o, self.n) * 2

    def __set__(self, o, v):
        if v is None:
            raise TypeError("no")
        setattr(o, self.n, v + 1)


class WithDesc:
    d = Desc()

    def __init__(self, v):
        self.d = v

    @property
    def p(self):
        return self.d + 1

    @p.setter
    def p(self, v):
        self.d = v if v[0] > 0 else -v

    @functools.cached_property
    def cp(self):
        return self.d.sum()

    @staticmethod
    def st(a):
        return a * 3

    @classmethod
    def cl(cls, a):
        return cls(a).d


@program(call(V), call(-V))
def descr(x):
    """An object: descr."""
    w = WithDesc(x)
    w.p = x * 2
    return w.d, w.p, w.cp, w.cp, w.st(2), WithDesc.cl(x), w.__dict__.keys() >= {"cp"}


class Meta(type):
    def __new__(m, n, b, d, **k):
        c = super().__new__(m, n, b, d)
        c.tag = n.lower()
        return c

    def __call__(cls, *a):
        o = super().__call__(*a)
        o.made = True
        return o


class MB(metaclass=Meta):
    subs = []

    def __init_subclass__(cls, scale=1, **k):
        super().__init_subclass__(**k)
        cls.scale = scale
        MB.subs.append(cls.__name__)

    def __init__(self, x):
        self.x = x

    def go(self):
        return self.x * self.scale


class M1(MB, scale=3):
    def go(self):
        return super().go() + 1


class M2(M1, scale=5):
    def go(self):
        return super().go() * 2


@program(call(V), call(-V))
def meta(x):
    """An object: meta."""
    m = M2(x)
    return m.go(), m.tag, m.made, MB.subs, M2.__mro__[1].__name__


class A:
    def f(self, x):
        return x + 1


class B(A):
    def f(self, x):
        return super().f(x) * 2


class C(A):
    def f(self, x):
        return super().f(x) - 3


class Dd(B, C):
    def f(self, x):
        return super().f(x) / 2


@program(call(V), call(-V))
def diamond(x):
    """An object: diamond."""
    return Dd().f(x), isinstance(Dd(), C), issubclass(Dd, A)


class Cnt:
    n = 0

    def __init__(self):
        Cnt.n += 1


@program.built(call(V), call(-V), retraces=True)
def class_counter(jit):
    """An object: class counter."""

    class Cnt:
        n = 0

        def __init__(self):
            Cnt.n += 1

    def f(x):
        Cnt()
        Cnt()
        return x * Cnt.n

    return jit(f), lambda: Cnt.n


@program(call(V), call(-V))
def local_class(x):
    """An object: local class."""

    class P:
        k = 2

        def __init__(self, v):
            self.v = v

        def __add__(self, o):
            return P(self.v + o.v * P.k)

    s = P(x)
    for i in range(4):
        s = s + P(x * i)
    return s.v


@program(call(V), call(-V))
def instance_in_loop(x):
    """An object: instance in loop."""

    class S:
        def __init__(self):
            self.t = 0.0
            self.n = 0
            self.best = None

        def add(self, v):
            if v > 0:
                self.t += v
                self.n += 1
                if self.best is None or v > self.best:
                    self.best = v

    s = S()
    for v in x:
        s.add(v)
    return s.t, s.n, s.best


@functools.lru_cache(None)
def cached(n):
    return n * 2


@functools.singledispatch
def sd(v):
    return "other"


@sd.register
def _(v: int):
    return v + 1


@sd.register(float)
def _(v):
    return v * 2


@sd.register(np.ndarray)
def _(v):
    return v.sum()


@program(call(V), call(-V))
def ft(x):
    """An object: ft."""
    p = functools.partial(np.clip, a_min=0, a_max=2)
    return (
        p(x),
        cached(3) * x,
        sd(3),
        sd(2.5),
        sd(x),
        sd("a"),
        sd(float(x[0])),
        functools.reduce(lambda a, b: a * b, x, 1.0),
    )


@functools.total_ordering
class TO:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return self.v == o.v

    def __lt__(self, o):
        return self.v < o.v


@program(call(V), call(-V))
def total(x):
    """An object: total."""
    a = TO(x[0])
    b = TO(x[1])
    return a < b, a <= b, a > b, a >= b, a != b


class PM:
    def go(self, k, x):
        return x * k

    dbl = functools.partialmethod(go, 2)


@program(call(V), call(-V))
def partialm(x):
    """An object: partialm."""
    return (
        PM().dbl(x),
        operator.itemgetter(1, 2)(x),
        operator.attrgetter("T.shape")(x),
        operator.methodcaller("sum")(x),
        operator.itemgetter(0)([x]),
        operator.add(x, 1),
        operator.mul(x, x),
        operator.neg(x),
        operator.truediv(x, 2),
        operator.matmul(x, x),
        operator.getitem(x, 1),
        operator.concat([1], [2]),
        operator.lt(x[0], 0),
        operator.pow(x, 2),
    )


def deco(k):
    def d(f):
        @functools.wraps(f)
        def w(*a, **kw):
            return f(*a, **kw) * k

        return w

    return d


@deco(3)
def decorated(x):
    return x + 1


@program(call(V), call(-V))
def decos(x):
    """An object: decos."""

    @deco(2)
    @deco(5)
    def g(y):
        return y - 1

    return decorated(x), g(x), g.__name__


@program(call(V), call(-V))
def late(x):
    """An object: late."""
    fs = [lambda v: v * i for i in range(3)]
    gs = [lambda v, i=i: v * i for i in range(3)]
    hs = []
    for k in range(3):
        hs.append(lambda v: v + k)
    return [f(x[0]) for f in fs], [g(x[0]) for g in gs], [h(x[0]) for h in hs]


def mutable_default(v, acc=[]):
    acc.append(v)
    return len(acc)


@program(call(V), call(-V))
def kwonly(x):
    """An object: kwonly."""

    def f(a, /, b, *c, d=4, **e):
        return a * 1 + b * 2 + sum(c) * 3 + d * 5 + sum(e.values())

    args = (1, 2, 3)
    kw = {"d": x[0], "z": x[1]}
    return f(*args, **kw), f(x, 2), f(1, b=x), f(*x[:3], *[1], d=2, **{"q": 3})


@program(call(V), call(-V))
def star(x):
    """An object: star."""
    a, *b, c = x
    (d, e), *f = [(x[0], x[1]), 3, 4]
    (*g,) = x[:2]
    h = [*x[:2], *range(2), *(1,)]
    i = {**{"a": x[0]}, "b": 1}
    return a, b, c, d, e, f, g, h, i, (*x[:1], 2)
