"""Special methods of the user's classes, called as often and in the order that Python calls them; swapped ones."""

import itertools
import operator

import numpy as np

from tests.harness import Theme, call

program = Theme("special_methods")
V = np.array([1.0, -2.0, 3.0])
calls = [call(V, i) for i in range(6)]


def P(f):
    return program.built(*calls, retraces=True)(f)


class Loud:
    def __init__(self, v):
        print("init", v[0])
        self.v = v

    def __iter__(self):
        print("iter", self.v[0])
        for q in self.v:
            print("y", q)
            yield q

    def __len__(self):
        return 3

    def __getitem__(self, i):
        print("get", i, self.v[i])
        return self.v[i]

    def __contains__(self, k):
        print("in", k)
        return self.v[0] > k

    def __bool__(self):
        print("bool", self.v[0])
        return bool(self.v[0] > 0)

    def __eq__(self, o):
        print("eq")
        return bool(self.v[0] == o.v[0])

    def __hash__(self):
        return 5

    def __call__(self, k):
        print("call", k)
        return self.v * k

    def __add__(self, o):
        print("add", self.v[0])
        return Loud(self.v + o.v)

    def __lt__(self, o):
        print("lt", self.v[0])
        return bool(self.v[0] < o.v[0])

    def __neg__(self):
        print("neg", self.v[0])
        return -self.v

    def __enter__(self):
        print("enter", self.v[0])
        return self

    def __exit__(self, *a):
        print("exit", self.v[0])

    def __getattr__(self, n):
        if n.startswith("_"):
            raise AttributeError(n)
        print("getattr", n, self.v[0])
        return n

    def __setattr__(self, n, v):
        print("setattr", n)
        object.__setattr__(self, n, v)

    def __delattr__(self, n):
        print("delattr", n)
        object.__delattr__(self, n)

    def __setitem__(self, i, v):
        print("setitem", i, v)
        self.v[i] = v

    def __delitem__(self, i):
        print("delitem", i)

    def __float__(self):
        print("float", self.v[0])
        return float(self.v[0])

    def __int__(self):
        print("int")
        return int(self.v[0])

    def __index__(self):
        print("index")
        return 1

    def __abs__(self):
        print("abs")
        return abs(self.v)

    def __round__(self, n=None):
        print("round", n)
        return 7

    def __divmod__(self, o):
        print("divmod")
        return 1, 2

    def __pow__(self, o):
        print("pow")
        return self.v**o

    def __matmul__(self, o):
        print("matmul")
        return self.v @ o

    def __str__(self):
        print("str")
        return f"L{self.v[0]}"

    def __repr__(self):
        print("repr")
        return f"<{self.v[0]}>"

    def __format__(self, s):
        print("format", s)
        return s + str(self.v[0])

    def __reversed__(self):
        print("reversed", self.v[0])
        return [self.v[2], self.v[0]]

    def __iadd__(self, o):
        print("iadd", o)
        self.v = self.v + o
        return self

    def __invert__(self):
        print("invert")
        return 3

    def __ge__(self, o):
        print("ge")
        return True

    def __radd__(self, o):
        print("radd", o)
        return self.v[0] + o

    def __length_hint__(self):
        print("hint")
        return 3

    @property
    def prop(self):
        print("prop", self.v[0])
        return self.v[0]

    @prop.setter
    def prop(self, q):
        print("setprop", q)
        object.__setattr__(self, "v", self.v * q)

    @classmethod
    def cm(cls, x):
        print("cm", x[0])
        return x

    @staticmethod
    def sm(x):
        print("sm", x[0])
        return x


@program(call(V), call(-V))
def loops(x):
    """Special methods: loops."""
    l = Loud(x)
    t = 0.0
    for q in l:
        t += q
    return (
        t,
        [q for q in l],
        list(l),
        tuple(l),
        sum(l),
        max(l),
        sorted([1]),
        [*l],
        dict(enumerate(l)),
        list(zip(l, [1, 2, 3])),
        any(q > 5 for q in l),
        ",".join(f"{q}" for q in l),
    )


@program(call(V), call(-V))
def unpack(x):
    """Special methods: unpack."""
    l = Loud(x)
    a, b, c = l
    d, *e = l

    def f(*z):
        return len(z)

    return (
        a,
        b,
        c,
        d,
        e,
        f(*l),
        list(map(lambda q: q * 2, l)),
        next(iter(l)),
        list(reversed(l)),
        set([1]),
        np.array(list(l)),
        min(l, key=lambda q: -q),
        list(itertools.chain(l, [1])),
        list(filter(lambda q: q > 0, l)) if x[0] > 5 else 0,
    )


@program(call(V), call(-V))
def ops(x):
    """Special methods: ops."""
    l = Loud(x)
    m = l + l
    l += 1.0
    return (
        m.v,
        -l,
        abs(l),
        round(l, 2),
        round(l),
        divmod(l, 2),
        l**2,
        l @ x,
        float(l),
        int(l),
        l < m,
        l > m,
        l >= m,
        l == m,
        l != m,
        ~l,
        sum([l], 1.0),
        l(3),
        len(l),
        l[0],
        2 in l,
        2 not in l,
        [10, 20][l],
        x[l],
        max(l, m) is m,
        sorted([m, l])[0] is l,
        operator.index(l),
        isinstance(l, Loud),
        complex(l),
    )


@program(call(V), call(-V))
def attrs(x):
    """Special methods: attrs."""
    l = Loud(x)
    l.z = 3
    l.prop = 2.0
    l[0] = 9.0
    del l[1]
    a = l.missing
    b = getattr(l, "other")
    c = getattr(l, "_no", 5)
    d = hasattr(l, "zz")
    setattr(l, "w", 1)
    del l.w
    with l as q:
        r = q.prop
    return a, b, c, d, r, l.v, Loud.cm(x), l.sm(x), {l: 1}[l], [l].index(l), [l].count(l), l in [l], hash(l)


@program(call(V), call(-V))
def texts(x):
    """Special methods: texts."""
    l = Loud(x)
    print(f"{l} {l!r} {l:>3} {l!s}")
    return str(l), repr(l), format(l, "x"), "%s %r" % (l, l), "{} {!r}".format(l, l)


class It:
    def __init__(self, x):
        self.x = x
        self.i = 0

    def __iter__(self):
        print("it")
        return self

    def __next__(self):
        print("next", self.i)
        if self.i >= 3:
            raise StopIteration
        self.i += 1
        return self.x[self.i - 1]


class Sq:
    def __init__(self, x):
        self.x = x

    def __getitem__(self, i):
        print("gi", i)
        if i >= 3:
            raise IndexError
        return self.x[i]

    def __len__(self):
        return 3


@program(call(V), call(-V))
def iters(x):
    """Special methods: iters."""
    t = 0.0
    for q in It(x):
        t += q
    for q in Sq(x):
        t -= q * 2
    for i, q in enumerate(It(x)):
        t += q * i
    for a, b in zip(It(x), Sq(x)):
        t += a * b
    a, b, c = It(x)
    g = It(x)
    n = next(g)
    return (
        t,
        list(It(x)),
        list(Sq(x)),
        sum(It(x)),
        a,
        n,
        list(g),
        list(reversed(Sq(x))),
        [q for q in It(x)],
        max(Sq(x)),
        next(g, None),
    )


def swap_test(setup, expr):
    def build(jit):
        class K:
            def __init__(self, v):
                self.v = v

            def __add__(self, o):
                return self.v + 1

            def __getitem__(self, i):
                return self.v * 2

            def __call__(self):
                return self.v * 3

            def __len__(self):
                return 4

            def __iter__(self):
                return iter([self.v])

            def __contains__(self, o):
                return True

            def __bool__(self):
                return True

            def __enter__(self):
                return self.v

            def __exit__(self, *a):
                pass

            def __lt__(self, o):
                return True

            def __eq__(self, o):
                return True

            def __neg__(self):
                return self.v

            def __setitem__(self, i, v):
                self.v = v

            def __abs__(self):
                return self.v

            def __float__(self):
                return 1.5

            def __str__(self):
                return "s"

            def __getattr__(self, n):
                return self.v

            def __setattr__(self, n, v):
                object.__setattr__(self, n, v)

            @property
            def p(self):
                return self.v

        class S(K):
            pass

        s = S(1.0)
        h = jit(lambda x: expr(s, S, K, x))

        def step(x, i):
            if i in (2, 4):
                setup(S if i == 4 else K, s, i)
            return h(x)

        return step

    return build


for name, setup, expr in [
    ("add", lambda C, s, i: setattr(C, "__add__", lambda self, o: self.v + 100 * i), lambda s, S, K, x: s + 1),
    ("getitem", lambda C, s, i: setattr(C, "__getitem__", lambda self, o: self.v + 100 * i), lambda s, S, K, x: s[1]),
    ("call", lambda C, s, i: setattr(C, "__call__", lambda self: self.v + 100 * i), lambda s, S, K, x: s()),
    ("len", lambda C, s, i: setattr(C, "__len__", lambda self: 100 * i), lambda s, S, K, x: len(s)),
    ("iter", lambda C, s, i: setattr(C, "__iter__", lambda self: iter([1, i])), lambda s, S, K, x: list(s)),
    ("for", lambda C, s, i: setattr(C, "__iter__", lambda self: iter([1, i])), lambda s, S, K, x: sum(q for q in s)),
    ("contains", lambda C, s, i: setattr(C, "__contains__", lambda self, o: i == 2), lambda s, S, K, x: 3 in s),
    ("bool", lambda C, s, i: setattr(C, "__bool__", lambda self: i == 4), lambda s, S, K, x: 1 if s else 2),
    ("enter", lambda C, s, i: setattr(C, "__enter__", lambda self: i), lambda s, S, K, x: withit(s)),
    ("lt", lambda C, s, i: setattr(C, "__lt__", lambda self, o: i == 4), lambda s, S, K, x: s < s),
    ("eq", lambda C, s, i: setattr(C, "__eq__", lambda self, o: i == 4), lambda s, S, K, x: s == 3),
    ("neg", lambda C, s, i: setattr(C, "__neg__", lambda self: i), lambda s, S, K, x: -s),
    ("abs", lambda C, s, i: setattr(C, "__abs__", lambda self: i), lambda s, S, K, x: abs(s)),
    ("float", lambda C, s, i: setattr(C, "__float__", lambda self: float(i)), lambda s, S, K, x: float(s)),
    ("str", lambda C, s, i: setattr(C, "__str__", lambda self: str(i)), lambda s, S, K, x: f"{s}"),
    ("getattr", lambda C, s, i: setattr(C, "__getattr__", lambda self, n: i), lambda s, S, K, x: s.qq),
    (
        "init",
        lambda C, s, i: setattr(C, "__init__", lambda self, v: object.__setattr__(self, "v", i)),
        lambda s, S, K, x: S(3).v,
    ),
    ("prop", lambda C, s, i: setattr(C, "p", property(lambda self: i)), lambda s, S, K, x: s.p),
    (
        "new",
        lambda C, s, i: setattr(C, "__new__", lambda cls, v: i),
        lambda s, S, K, x: S(3) if isinstance(S(3), int) else 0,
    ),
    ("super", lambda C, s, i: setattr(C, "__len__", lambda self: i), lambda s, S, K, x: super(S, s).__len__()),
    ("unbound", lambda C, s, i: setattr(C, "__len__", lambda self: i), lambda s, S, K, x: K.__len__(s) + S.__len__(s)),
    ("isinst", lambda C, s, i: setattr(C, "q", i), lambda s, S, K, x: getattr(S, "q", 0)),
    ("hasattr", lambda C, s, i: setattr(C, "q", i), lambda s, S, K, x: (hasattr(S, "q"), hasattr(K, "q"))),
]:
    b = swap_test(setup, expr)
    b.__name__ = "swap_" + name
    b.__doc__ = f"A special method is swapped: {name}."
    program.built(*calls, retraces=True)(b)


def withit(s):
    with s as q:
        return q


SETS = [{i * 37 % 101 for i in range(k)} for k in (3, 7, 12, 20, 5, 9)]


@P
def set_order(jit):
    """Special methods and sets, in every place."""
    h = jit(
        lambda x, s: (
            list(s),
            sum(s),
            [v for v in s],
            tuple(s),
            next(iter(s)),
            max(s),
            len(s),
            {**dict.fromkeys(s, 1)},
            [*s],
            sorted(s),
        )
    )
    return lambda x, i: h(x, SETS[i])


@P
def set_loop(jit):
    """Special methods and sets, in every place."""

    def f(x, s):
        out = []
        t = 0.0
        for v in s:
            out.append(v)
            t = t * 0.5 + x[0] * v
        for i, v in enumerate(s):
            t += i * v
        return out, t

    h = jit(f)
    return lambda x, i: h(x, SETS[i])


@P
def set_same_elements(jit):
    """Special methods and sets, in every place."""
    h = jit(lambda x, s: list(s))
    a = set(range(0, 80, 8))
    b = set(reversed(range(0, 80, 8)))
    return lambda x, i: h(x, [a, b][i % 2])


@P
def set_changed(jit):
    """Special methods and sets, in every place."""

    def f(x, s):
        s.add(1000)
        s.discard(0)
        return sorted(s), len(s), 1000 in s

    h = jit(f)
    return lambda x, i: h(x, set(SETS[i]))


class Debt:
    """A difference of two is none of its business."""

    def __init__(self, amount):
        self.amount = amount

    def __sub__(self, other):
        return NotImplemented

    def __rsub__(self, other):
        return Debt(other - self.amount)


@program(call(np.array([3.0, 1.0])))
def no_other_way_round(x):
    """Of two objects of one class Python does not ask the second one."""
    try:
        return Debt(x[0]) - Debt(x[1])
    except TypeError as error:
        return str(error), (x[0] - Debt(x[1])).amount
