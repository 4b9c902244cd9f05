"""Code that Python calls on its own: decorators, factories, callbacks, caches, class bodies, managers."""

import abc
import collections
import contextlib
import dataclasses
import enum
import functools
import heapq
import re

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("callbacks")
V = np.array([1.0, -2.0, 3.0])


@program(call(V), call(-V))
def class_body(x):
    """Effects of class body, at each call and in order."""

    class K:
        print("body", x[0])
        k = x[1] * 2
        vals = [v for v in (1, 2)]
        if x[0] > 0 if isinstance(x, list) else False:
            z = 1

        def m(self):
            print("m", x[2])
            return self.k

    return K().m(), K.vals


@program(call(V), call(-V))
def decorators(x):
    """Effects of decorators, at each call and in order."""

    def deco(f):
        print("deco", x[0])

        def w(*a):
            print("w", a[0])
            return f(*a) * 2

        return w

    def factory(n):
        print("factory", n, x[1])
        return deco

    @deco
    @factory(3)
    def g(y):
        print("g", y)
        return y + 1

    return g(x[2])


@program(call(V), call(-V), refused=Refusal("SideEffectError", "class K"))
def class_decorator(x):
    """Effects of class decorator, at each call and in order."""

    def deco(c):
        print("cdeco", x[0])
        c.extra = x[1]
        return c

    class Base:
        def __init_subclass__(cls, **k):
            print("sub", x[0], k)
            cls.kk = 3

    class D:
        def __set_name__(self, o, n):
            print("setname", n, x[0])

        def __get__(self, o, t=None):
            print("get", x[1])
            return x[2]

    @deco
    class K(Base, z=1):
        d = D()

    return K.extra, K.kk, K().d


@program(call(V), call(-V), refused=Refusal("SideEffectError", "class K"))
def metaclass(x):
    """Effects of metaclass, at each call and in order."""

    class M(type):
        def __new__(m, n, b, d):
            print("mnew", n, x[0])
            return super().__new__(m, n, b, d)

        def __init__(c, *a):
            print("minit", x[0])
            super().__init__(*a)

        def __call__(c, *a):
            print("mcall", x[1])
            return super().__call__(*a)

        def __getitem__(c, i):
            print("mgi", x[i])
            return x[i]

        def __len__(c):
            return 4

        def __contains__(c, v):
            print("mc", x[0])
            return True

        def __iter__(c):
            print("mi", x[0])
            return iter([1, 2])

        @property
        def pp(c):
            print("pp", x[0])
            return x[1]

    class K(metaclass=M):
        def __init__(self):
            print("init", x[2])
            self.v = x[0]

        def __class_getitem__(cls, i):
            print("cgi", x[0])
            return i

    return K().v, K[1], len(K), 3 in K, list(K), K.pp, [q for q in K]


@program(call(V), call(-V))
def default_factory(x):
    """Effects of default factory, at each call and in order."""

    def fac():
        print("fac", x[0])
        return x[1] * 2

    d = collections.defaultdict(fac)
    a = d["q"]
    d["r"] += 1

    @dataclasses.dataclass
    class D:
        l: list = dataclasses.field(default_factory=lambda: [print("df", x[0]), x[1]])

    return a, dict(d), D().l


@program(call(V), call(-V))
def callbacks(x):
    """Effects of callbacks, at each call and in order."""

    def f(v):
        print("f", x[0], v)
        return v * 2

    def c(a, b):
        print("c", x[0])
        return (a > b) - (a < b)

    r = [
        list(map(f, [1, 2])),
        sorted([2, 1], key=f),
        max([1, 2], key=f),
        functools.reduce(lambda a, b: (print("r", x[0]), a + b)[1], [1, 2, 3]),
        sorted([2, 1], key=functools.cmp_to_key(c)),
        list(filter(f, [0, 1])),
        [1, 2].sort(key=f),
        re.sub("a", lambda m: (print("sub", x[0]), "b")[1], "xa"),
        heapq.nlargest(1, [1, 2], key=f),
        list(iter(lambda l=[3]: (print("it", x[0]), l.append(0), len(l))[2], 4)),
    ]
    return r


@program(call(V), call(-V))
def np_callbacks(x):
    """Effects of np callbacks, at each call and in order."""

    def f(v):
        print("f", x[0])
        return v * 2

    return (
        np.apply_along_axis(f, 0, np.ones((2, 2))),
        np.fromfunction(lambda i, j: i + j, (2, 2)),
        np.piecewise(np.array([1.0, 2.0]), [np.array([True, False])], [f, 0.0]),
    )


@program(call(V), call(-V))
def fin(x):
    """Effects of fin, at each call and in order."""
    try:
        print("t", x[0])
        if x[0] > 0:
            return x[1]
    finally:
        print("f", x[1])
    return 0


@program(call(V), call(-V))
def fin_loop(x):
    """Effects of fin loop, at each call and in order."""
    n = 0
    for v in x:
        try:
            if v < 0:
                continue
            n += 1
            if v > 2:
                break
        finally:
            print("v", v)
            n += 10
    return n


@program(call(V), call(-V))
def singled(x):
    """Effects of singled, at each call and in order."""

    @functools.singledispatch
    def g(v):
        print("base", x[0])
        return 0

    @g.register(int)
    def _(v):
        print("int", x[0])
        return 1

    @g.register(np.ndarray)
    def _(v):
        print("arr", v)
        return 2

    return g(1), g("s"), g(x), g(x[0])


@program(call(V), call(-V))
def caches(x):
    """Effects of caches, at each call and in order."""
    n = [0]

    @functools.lru_cache(maxsize=None)
    def f(k):
        n[0] += 1
        print("f", k, x[0])
        return k * 2

    r = f(1) + f(2) + f(1)
    return r, n[0]


@program(call(V), call(-V))
def cached_prop(x):
    """Effects of cached prop, at each call and in order."""

    class K:
        @functools.cached_property
        def p(self):
            print("p", x[0])
            return x[1] * 2

    k = K()
    return k.p + k.p, k.__dict__["p"]


@program(call(V), call(-V))
def wrapsd(x):
    """Effects of wrapsd, at each call and in order."""

    def deco(f):
        @functools.wraps(f)
        def w(*a, **k):
            print("w", x[0], f.__name__)
            return f(*a, **k)

        w.count = 3
        return w

    @deco
    def g(a, b=2):
        "doc"
        return a * b

    return g(x, b=3), g.__doc__, g.__wrapped__(1), g.count


@program(call(V), call(-V))
def enum_methods(x):
    """Effects of enum methods, at each call and in order."""

    class E(enum.Enum):
        A = 1
        B = 2

        def val(self):
            print("val", x[0])
            return self.value * x[1]

        @classmethod
        def pick(cls, c):
            return cls.A if c else cls.B

        @property
        def nm(self):
            return self.name.lower()

    return E.A.val(), E.pick(True).nm, [e.val() for e in E], (E.A if x[0] > 0 else E.B).val()


@program(call(V), call(-V))
def abstract(x):
    """Effects of abstract, at each call and in order."""

    class B(abc.ABC):
        @abc.abstractmethod
        def f(self): ...
        def t(self):
            print("t", x[0])
            return self.f() * 2

    class K(B):
        def f(self):
            return x[1]

    try:
        B()
    except TypeError as e:
        print("abs")
    return K().t(), isinstance(K(), B)


@program(call(V), call(-V))
def exitst(x):
    """Effects of exitst, at each call and in order."""
    with contextlib.ExitStack() as st:
        st.callback(print, "cb", x[0])
        st.callback(lambda: print("cb2", x[1]))
        print("in")
    return x


@program(call(V), call(-V))
def ctxdeco(x):
    """Effects of ctxdeco, at each call and in order."""

    @contextlib.contextmanager
    def cm(t):
        print("a", t, x[0])
        yield
        print("b", t, x[1])

    @cm("q")
    def g(y):
        print("g", y)
        return y

    return g(x[2])


@program(call(V), call(-V))
def string_join_sort(x):
    """Effects of string join sort, at each call and in order."""
    words = ["b", "a", "c"]
    words.sort(key=lambda w: -ord(w))
    d = dict(sorted({"b": x[0], "a": x[1]}.items()))
    s = " ".join(w.upper() for w in words)
    t = str.join("-", words)
    u = "".join(map(str, [1, 2]))
    return s, d, t, u, "{a}{b:.2f}".format(a=1, b=x[0]), "%(q)s" % {"q": x[1]}, f"{x[0]=}", f"{x[0]:{5}.{2}f}"


@program(call(V), refused=Refusal("UnsupportedCallError", "functools.lru_cache(maxsize=int(x.max()))"))
def caches_of_run_time_size(x):
    """How much a cache keeps; `lru_cache` asks whether that is an int."""
    doubled = functools.lru_cache(maxsize=int(x.max()))(lambda k: k * 2)
    return doubled(1) + doubled(1), doubled.cache_info()
