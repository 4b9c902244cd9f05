"""Little programs of classes, exceptions and generators, as a stranger writes them."""

import contextlib
import itertools
import math
from collections import deque
from dataclasses import InitVar, asdict, dataclass, field
from enum import Enum
from functools import total_ordering

import numpy as np

from tests.harness import Theme, call

program = Theme("little systems")

A = np.array


class Op(Enum):
    PUSH = 1
    ADD = 2
    MUL = 3
    DUP = 4
    SWAP = 5
    JNZ = 6
    DEC = 7
    HALT = 8


@program(call(A([[1, 5], [1, 1], [5, 0], [4, 0], [8, 0]])), call(A([[1, 3], [4, 0], [3, 0], [8, 0]])), call(A([[2, 0]])), call(A([[9, 0]])))
def vm(code):
    """A machine of an enum's instructions, matched."""
    stack = []
    pc = 0
    trace = []
    while True:
        op, arg = (Op(int(code[pc, 0])), code[pc, 1])
        pc += 1
        trace.append(op.name)
        match op:
            case Op.PUSH:
                stack.append(arg)
            case Op.ADD | Op.MUL:
                b, a = (stack.pop(), stack.pop())
                stack.append(a + b if op is Op.ADD else a * b)
            case Op.DUP:
                stack.append(stack[-1])
            case Op.SWAP:
                stack[-1], stack[-2] = (stack[-2], stack[-1])
            case Op.HALT:
                break
            case _:
                raise NotImplementedError(op)
    return (stack, trace)


class InsufficientFunds(Exception):
    def __init__(self, need, have):
        super().__init__(f"need {need:.2f}, have {have:.2f}")
        self.need, self.have = (need, have)


class Account:
    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self._b = balance
        self.log = []

    @property
    def balance(self):
        return self._b

    @balance.setter
    def balance(self, v):
        if v < 0:
            raise InsufficientFunds(self._b - v, self._b)
        self._b = v

    def deposit(self, x):
        if x <= 0:
            raise ValueError("deposit must be positive")
        self.balance += x
        self.log.append(("dep", x))

    def withdraw(self, x):
        self.balance -= x
        self.log.append(("wd", x))

    def __repr__(self):
        return f"Account({self.owner!r}, {self._b:.2f})"


@program(call(A([100.0, -30, -200, 50])), call(A([0.0])), call(A([])), call(A([-1, 2, 3])))
def bank(txs):
    """Accounts that refuse, by exceptions of their own."""
    acc = Account("ann", 20.0)
    errors = []
    for i, x in enumerate(txs):
        try:
            if x >= 0:
                acc.deposit(x)
            else:
                acc.withdraw(-x)
        except InsufficientFunds as e:
            errors.append((i, e.need, str(e)))
        except ValueError as e:
            errors.append((i, None, e.args[0]))
        else:
            print("ok", i, acc)
        finally:
            acc.log.append("t")
    return (acc.balance, errors, acc.log)


@dataclass(frozen=True)
class Vec:
    x: float
    y: float

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)
    __rmul__ = __mul__

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __abs__(self):
        return math.hypot(self.x, self.y)

    def __bool__(self):
        return bool(self.x or self.y)

    def __iter__(self):
        yield self.x
        yield self.y

    @property
    def unit(self):
        n = abs(self)
        return self * (1 / n) if n else Vec(0.0, 0.0)

    @classmethod
    def polar(cls, r, th):
        return cls(r * math.cos(th), r * math.sin(th))


@program(call(A([[0, 0], [3, 4], [1, 1]], float)), call(A([[0.0, 0]])), call(A([[1, 2], [1, 2]], float)))
def walk(points):
    """Vectors that are frozen dataclasses with operators."""
    vs = [Vec(*p) for p in points]
    total = sum((b - a for a, b in itertools.pairwise(vs)), Vec(0.0, 0.0))
    length = sum((abs(b - a) for a, b in itertools.pairwise(vs)))
    turn = 2 * total + -vs[0]
    return (tuple(total.unit), length, bool(total), turn, len(set(vs)))


class Timer(contextlib.ContextDecorator):
    depth = 0

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        Timer.depth += 1
        print("  " * Timer.depth + "enter", self.name)
        return self

    def __exit__(self, *exc):
        print("  " * Timer.depth + "exit", self.name, exc[0].__name__ if exc[0] else None)
        Timer.depth -= 1
        return exc[0] is ZeroDivisionError


@program(call(A([4, 2])), call(A([1, 0])), call(A([1, -1])))
def ctx(v):
    """Managers in each other, one of which swallows an exception."""
    r = None
    with Timer("outer") as o:
        with Timer("inner"):
            r = int(v[0]) // int(v[1])
            if r < 0:
                raise ArithmeticError("negative")
        print("after inner", r)
    return r


class UF:
    def __init__(self, n):
        self.p = list(range(n))
        self.size = [1] * n
        self.count = n

    def find(self, x):
        while self.p[x] != x:
            self.p[x] = self.p[self.p[x]]
            x = self.p[x]
        return x

    def union(self, a, b):
        a, b = (self.find(a), self.find(b))
        if a == b:
            return False
        if self.size[a] < self.size[b]:
            a, b = (b, a)
        self.p[b] = a
        self.size[a] += self.size[b]
        self.count -= 1
        return True


@program(call(A([[0, 1, 4], [1, 2, 1], [0, 2, 2], [3, 1, 5]]), 4), call(A([[0, 1, -1.5]]), 3), call(np.zeros((0, 3), int), 2))
def kruskal(edges, n):
    """The smallest tree, by a class of disjoint sets."""
    uf = UF(n)
    tot = 0
    tree = []
    for u, v, w in sorted(edges.tolist(), key=lambda e: e[2]):
        if uf.union(int(u), int(v)):
            tot += w
            tree.append((u, v))
    return (tot, tree, uf.count)


@program(call(A([[0, 16, 13, 0, 0, 0], [0, 0, 10, 12, 0, 0], [0, 4, 0, 0, 14, 0], [0, 0, 9, 0, 0, 20], [0, 0, 0, 7, 0, 4], [0] * 6])), call(A([[0, 0], [0, 0]])), call(A([[0, 3.5], [0, 0]])))
def max_flow(cap):
    """The largest flow, path by path."""
    n = len(cap)
    res = cap.copy()
    flow = 0
    s, t_ = (0, n - 1)
    while True:
        parent = [-1] * n
        parent[s] = s
        q = deque([s])
        while q and parent[t_] == -1:
            u = q.popleft()
            for v in range(n):
                if parent[v] == -1 and res[u, v] > 0:
                    parent[v] = u
                    q.append(v)
        if parent[t_] == -1:
            break
        push = math.inf
        v = t_
        while v != s:
            push = min(push, res[parent[v], v])
            v = parent[v]
        v = t_
        while v != s:
            u = parent[v]
            res[u, v] -= push
            res[v, u] += push
            v = u
        flow += push
    return (flow, res)


@program(call(A([2, 7, 11, 15]), A([[0, 2], [1, 3], [3, 3]])), call(A([-1.5]), A([[0, 0]])), call(A([1, 2, 3]), np.zeros((0, 2), int)))
def segtree(a, qs):
    """A tree of maxima, which a query changes."""

    class Seg:
        def __init__(self, data, f=max, e=-math.inf):
            self.n = len(data)
            self.f = f
            self.e = e
            self.t = [e] * self.n + list(data)
            for i in range(self.n - 1, 0, -1):
                self.t[i] = f(self.t[2 * i], self.t[2 * i + 1])

        def update(self, i, v):
            i += self.n
            self.t[i] = v
            while i > 1:
                i //= 2
                self.t[i] = self.f(self.t[2 * i], self.t[2 * i + 1])

        def query(self, l, r):
            res = self.e
            l += self.n
            r += self.n + 1
            while l < r:
                if l & 1:
                    res = self.f(res, self.t[l])
                    l += 1
                if r & 1:
                    r -= 1
                    res = self.f(res, self.t[r])
                l //= 2
                r //= 2
            return res
    s = Seg(a)
    out = []
    for l, r in qs:
        out.append(s.query(l, r))
        s.update(l, out[-1] + 1)
    return (out, s.t[1:])


def ncdf(x):
    return 0.5 * (1 + math.erf(x / math.sqrt(2)))


@dataclass
class Option:
    S: float
    K: float
    T: float
    r: float
    sigma: float
    kind: str = "call"

    @property
    def d1(self):
        return (math.log(self.S / self.K) + (self.r + self.sigma ** 2 / 2) * self.T) / (self.sigma * math.sqrt(self.T))

    @property
    def d2(self):
        return self.d1 - self.sigma * math.sqrt(self.T)

    def price(self):
        if self.T <= 0:
            return max(self.S - self.K, 0.0) if self.kind == "call" else max(self.K - self.S, 0.0)
        if self.kind == "call":
            return self.S * ncdf(self.d1) - self.K * math.exp(-self.r * self.T) * ncdf(self.d2)
        return self.K * math.exp(-self.r * self.T) * ncdf(-self.d2) - self.S * ncdf(-self.d1)

    def implied(self, target):
        lo, hi = (0.0001, 5.0)
        for n in range(100):
            mid = (lo + hi) / 2
            self.sigma = mid
            if abs(self.price() - target) < 1e-08:
                break
            lo, hi = (mid, hi) if self.price() < target else (lo, mid)
        return (mid, n)


@program(call(A([100.0, 110.0, 1.0, 0.05, 0.2])), call(A([50, 40, 0, 0, 0.3])), call(A([-1.0, 100, 1, 0.05, 0.2])))
def black_scholes(p):
    """Prices of options, and the volatility that makes them."""
    c, q = (Option(*p), Option(*p, kind="put"))
    pc, pp = (c.price(), q.price())
    greeks = {}
    if c.T > 0:
        greeks["delta"] = ncdf(c.d1)
        greeks["vega"] = c.S * math.exp(-c.d1 ** 2 / 2) / math.sqrt(2 * math.pi) * math.sqrt(c.T)
        iv, n = c.implied(pc)
        greeks.update(iv=round(iv, 6), n=n)
    print(f"{'call':>6}{pc:10.4f}\n{'put':>6}{pp:10.4f}")
    return (pc, pp, greeks)


@program(call(A([1.0, 1.2, 1.1]), A([0.0, 0.1, 0.2]), 3), call(A([2.0]), A([0.5]), 2))
def ukf(zr, zb, n):
    """An unscented filter."""
    x = np.zeros(n) + 1
    P = np.eye(n)
    k = 3 - n
    wts = np.r_[k / (n + k), np.full(2 * n, 0.5 / (n + k))]
    h = lambda s: A([np.hypot(s[0], s[1]), np.arctan2(s[1], s[0])])
    for z in zip(zr, zb):
        L = np.linalg.cholesky((n + k) * P) if n + k > 0 else np.linalg.cholesky(P)
        pts = np.vstack([x, x + L.T, x - L.T])
        Z = np.array([h(s) for s in pts])
        zm = wts @ Z
        Pz = sum((w * np.outer(d, d) for w, d in zip(wts, Z - zm))) + 0.01 * np.eye(2)
        Pxz = sum((w * np.outer(a - x, b - zm) for w, a, b in zip(wts, pts, Z)))
        K = Pxz @ np.linalg.inv(Pz)
        x = x + K @ (np.array(z) - zm)
        P = P - K @ Pz @ K.T + 0.1 * np.eye(n)
    return (x, P)


@program(call(A([0.1, 0.5, 0.7, 1.2]), 12), call(A([5.0]), 3))
def particle(obs, n):
    """A filter of drawn particles."""
    rng = np.random.default_rng(7)
    p = rng.normal(size=n)
    w = np.ones(n) / n
    est = []
    res = 0
    for z in obs:
        p = p + 0.3 + rng.normal(scale=0.1, size=n)
        w = w * np.exp(-0.5 * ((z - p) / 0.2) ** 2) + 1e-300
        w /= w.sum()
        if 1 / np.sum(w ** 2) < n / 2:
            pos = (np.arange(n) + rng.random()) / n
            cs = np.cumsum(w)
            cs[-1] = 1.0
            idx = np.searchsorted(cs, pos)
            p = p[idx]
            w = np.full(n, 1 / n)
            res += 1
        est.append((float(w @ p), float(np.sqrt(w @ (p - w @ p) ** 2))))
    return (est, res)


class Quad:
    def __init__(self, c, h):
        self.c, self.h = (c, h)
        self.m = 0.0
        self.com = np.zeros(2)
        self.kids = None
        self.body = None

    def insert(self, p, m, depth=0):
        if self.m == 0 and self.kids is None:
            self.body = (p, m)
        else:
            if self.kids is None:
                self.kids = {}
                if self.body is not None:
                    b = self.body
                    self.body = None
                    self._put(*b, depth)
            self._put(p, m, depth)
        self.com = (self.com * self.m + p * m) / (self.m + m)
        self.m += m

    def _put(self, p, m, depth):
        k = (bool(p[0] > self.c[0]), bool(p[1] > self.c[1]))
        if k not in self.kids:
            self.kids[k] = Quad(self.c + self.h / 2 * A([1 if k[0] else -1, 1 if k[1] else -1]), self.h / 2)
        if depth < 12:
            self.kids[k].insert(p, m, depth + 1)

    def force(self, p, theta=0.5):
        d = self.com - p
        r = np.sqrt(d @ d) + 0.001
        if self.kids is None or 2 * self.h / r < theta:
            return self.m * d / r ** 3
        return sum((k.force(p, theta) for k in self.kids.values()), np.zeros(2))


@program(call(A([[0.1, 0.2], [0.9, 0.8], [0.5, 0.45], [0.12, 0.22]]), A([1.0, 2, 1, 1])), call(A([[0.5, 0.5]]), A([1.0])))
def barnes_hut(P, M):
    """Forces from a tree of cells."""
    root = Quad(A([0.5, 0.5]), 0.5)
    for p, m in zip(P, M):
        root.insert(p, m)
    return (np.array([root.force(p) for p in P]), root.m, root.com)


@total_ordering
class Money:
    def __init__(self, c):
        self.c = int(c)

    def __eq__(self, o):
        return isinstance(o, Money) and self.c == o.c

    def __lt__(self, o):
        return self.c < o.c

    def __hash__(self):
        return hash(self.c)

    def __add__(self, o):
        return Money(self.c + (o.c if isinstance(o, Money) else round(o * 100)))
    __radd__ = __add__

    def __mod__(self, o):
        return Money(self.c % o.c)

    def __str__(self):
        return f"${self.c / 100:,.2f}"

    def __format__(self, spec):
        return format(str(self), spec)

    def __int__(self):
        return self.c

    def __index__(self):
        return self.c


@program(call(A([1.25, 3.5, 1.25])), call(A([10])), call(A([])))
def money(xs):
    """Amounts that are compared, added, formatted and hashed."""
    ms = [Money(round(float(x) * 100)) for x in xs]
    tot = sum(ms, Money(0))
    print(f"total {tot:>12} max {max(ms, default='none')!s}")
    return (str(tot), sorted((int(m) for m in ms)), len(set(ms)), [str(m % Money(100)) for m in ms], ms[0] >= ms[-1] if ms else None, hex(tot))


@program(call(A([1, 0, 2, 1])), call(A([3])), call(A([], dtype=int)))
def state_machine(inp):
    """Transitions in a dict, and the path matched."""
    trans = {("idle", 1): "run", ("run", 0): "idle", ("run", 2): "jump", ("jump", 1): "run"}
    s = "idle"
    path = [s]
    for x in inp:
        try:
            s = trans[s, int(x)]
        except KeyError:
            print(f"no edge from {s} on {x}")
            s = "error"
            break
        path.append(s)
    match path:
        case ["idle"]:
            k = "nothing"
        case ["idle", *mid, "run"]:
            k = f"running after {len(mid)}"
        case [_, second] | [_, second, *_]:
            k = second
        case _:
            k = None
    return (s, path, k)


class Tensor:
    """micrograd"""

    def __init__(self, v, parents=(), back=None):
        self.v = v
        self.g = 0.0
        self.p = parents
        self.b = back

    def __add__(self, o):
        o = o if isinstance(o, Tensor) else Tensor(o)
        out = Tensor(self.v + o.v, (self, o))
        out.b = lambda: (self.acc(out.g), o.acc(out.g))
        return out

    def __mul__(self, o):
        o = o if isinstance(o, Tensor) else Tensor(o)
        out = Tensor(self.v * o.v, (self, o))
        out.b = lambda: (self.acc(o.v * out.g), o.acc(self.v * out.g))
        return out

    def tanh(self):
        t_ = math.tanh(self.v)
        out = Tensor(t_, (self,))
        out.b = lambda: self.acc((1 - t_ * t_) * out.g)
        return out

    def relu(self):
        out = Tensor(self.v if self.v > 0 else 0.0, (self,))
        out.b = lambda: self.acc(out.g * (out.v > 0))
        return out

    def acc(self, g):
        self.g += g
    __radd__ = __add__
    __rmul__ = __mul__

    def __sub__(self, o):
        return self + -1 * o

    def backward(self):
        topo = []
        seen = set()

        def build(n):
            if n not in seen:
                seen.add(n)
                for q in n.p:
                    build(q)
                topo.append(n)
        build(self)
        self.g = 1.0
        for n in reversed(topo):
            if n.b:
                n.b()


@program(call(A([0.5, -1.0, 2.0]), A([1.0, 2.0, 3.0])), call(A([0.0]), A([1.0])))
def micrograd(w, x):
    """Numbers that know how they were made, and their derivatives."""
    W = [Tensor(float(v)) for v in w]
    losses = []
    for step in range(3):
        for p in W:
            p.g = 0.0
        out = sum((p * float(v) for p, v in zip(W, x)), Tensor(0.1)).tanh().relu()
        e = out - 0.5
        loss = e * e
        loss.backward()
        losses.append(loss.v)
        for p in W:
            p.v -= 0.1 * p.g
    return (losses, [p.v for p in W])


dt = np.dtype([("name", "U5"), ("age", "i4"), ("w", "f8")])


@dataclass
class Particle:
    pos: np.ndarray
    vel: np.ndarray
    mass: float = 1.0
    trail: list = field(default_factory=list)

    def __post_init__(self):
        self.trail.append(self.pos.copy())

    def kinetic(self):
        return 0.5 * self.mass * float(self.vel @ self.vel)


@dataclass
class World:
    ps: list
    t: float = 0.0
    dt: InitVar[float] = 0.1

    def __post_init__(self, dt):
        self._dt = dt

    def step(self):
        for i, p in enumerate(self.ps):
            acc = np.zeros_like(p.pos)
            for j, q in enumerate(self.ps):
                if i != j:
                    d = q.pos - p.pos
                    acc += q.mass * d / (np.linalg.norm(d) ** 3 + 0.1)
            p.vel += acc * self._dt
        for p in self.ps:
            p.pos += p.vel * self._dt
            p.trail.append(p.pos.copy())
        self.t += self._dt

    def __iter__(self):
        return iter(self.ps)


@program(call(A([[0.0, 0], [1, 0], [0, 1]]), 3), call(A([[0.0, 0]]), 2), call(A([[0.0, 0, 0], [1, 1, 1]]), 0))
def world(pos, n):
    """Particles that pull each other, dataclasses all of them."""
    w = World([Particle(p, np.zeros_like(p), mass=1.0 + i) for i, p in enumerate(pos)], dt=0.05)
    while w.t < n * 0.05 - 1e-09:
        w.step()
    return ([p.kinetic() for p in w], [np.array(p.trail) for p in w], asdict(w.ps[0])["mass"], w.t)
