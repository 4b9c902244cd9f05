"""Python's own library on run-time values: collections, dataclasses, enums, math, statistics, copy."""

import cmath
import copy
import dataclasses
import enum
import math
import statistics
import typing
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple

import numpy as np

from tests.harness import Theme, call

program = Theme("standard_library")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
N = np.array(2)
Z = np.array(-1)


@program(call(N), call(Z))
def dict_get(n):
    """The library: dict get."""
    d = {2: "two", -1: "neg", 0: 1.5}
    return d.get(int(n)), d[int(n)], int(n) in d


@program(call(N), call(Z), call(np.array(5)))
def dict_get_default(n):
    """The library: dict get default."""
    d = {2: 2.5, -1: 3.5}
    return d.get(int(n), 0.0)


@program(call(N), call(Z))
def dict_np_key(n):
    """The library: dict np key."""
    d = {2: 2.5, -1: 3.5}
    return d[n.item()]


@program(call(np.array(2.5)), call(np.array(-1.0)))
def cplx(a):
    """The library: cplx."""
    return complex(a, 1), complex(float(a)), complex(0, a), complex(a)


@program(call(N), call(np.array(5)))
def powmod(n):
    """The library: powmod."""
    return pow(int(n), 3, 7), pow(3, int(n), 7), pow(2, int(n))


@program(call(N), call(np.array(5)))
def fstr_choice(n):
    """The library: fstr choice."""
    if n > 3:
        s = "big"
    else:
        s = "small"
    return f"it is {s}!", s + "ish", s.upper(), len(s), s == "big", s * 2, s[0], s.startswith("b")


@program(call(N), call(np.array(5)))
def fstr_choice_print(n):
    """The library: fstr choice print."""
    if n > 3:
        s = "big"
        k = None
    else:
        s = "small"
        k = 1
    print(f"it is {s:>8}|{k}", s, k)
    return "%s-%s" % (s, k), "{} {}".format(s, n), str(s), repr(s)


@program(call(V), call(-V))
def vars_o(x):
    """The library: vars o."""

    class Box:
        pass

    o = Box()
    o.a = x
    o.b = 2
    return vars(o), o.__dict__, sorted(vars(o))


@program(call(V), call(-V))
def ret_defaultdict(x):
    """The library: ret defaultdict."""
    d = defaultdict(list)
    d["a"].append(x)
    d["b"].append(1)
    d["a"].append(x * 2)
    return d


@program(call(V), call(-V))
def ret_defaultdict_float(x):
    """The library: ret defaultdict float."""
    d = defaultdict(float)
    for i in range(6):
        d[i % 2] += x[i]
    return d, dict(d), d[5]


@program(call(V), call(-V))
def ret_counter(x):
    """The library: ret counter."""
    c = Counter("hello")
    c["l"] += 2
    return c, c.most_common(2), c["zz"]


@program(call(V), call(-V))
def counter_rt(x):
    """The library: counter rt."""
    c = Counter()
    for i in range(6):
        c[i % 3] += x[i]
    return dict(c), c.total()


@program(call(V), call(-V))
def ret_deque(x):
    """The library: ret deque."""
    d = deque([x[0], x[1]], maxlen=2)
    d.append(x[2])
    d.appendleft(x[3])
    d.rotate(1)
    return d, list(d), d[0], len(d)


@program(call(V), call(-V))
def deque_loop(x):
    """The library: deque loop."""
    d = deque(maxlen=3)
    out = []
    for i in range(6):
        d.append(x[i])
        out.append(sum(d) / len(d))
    return out


@program(call(V), call(-V))
def ret_ordered(x):
    """The library: ret ordered."""
    d = OrderedDict()
    d["b"] = x
    d["a"] = 1
    d.move_to_end("b")
    return d, d.popitem(last=False)


P = namedtuple("P", "x y")


@program(call(V), call(-V))
def nt(x):
    """The library: nt."""
    p = P(x, 2)
    q = p._replace(y=x.sum())
    return p, q, q.x, p._asdict(), P._fields, p + q, P._make([1, 2])


@program(call(V), call(-V))
def nt_branch(x):
    """The library: nt branch."""
    p = P(0.0, 1.0)
    if x[0] > 0:
        p = p._replace(x=x[1])
    return p


@program(call(V), call(-V))
def nt_loop(x):
    """The library: nt loop."""
    p = P(0.0, 1.0)
    for i in range(6):
        p = P(p.x + x[i], p.y * 0.5)
    return p


class TP(typing.NamedTuple):
    a: float
    b: int = 3

    def total(self):
        return self.a + self.b


@program(call(V), call(-V))
def typed_nt(x):
    """The library: typed nt."""
    t = TP(x[0])
    a, b = t
    return t, t.total(), a, TP(b=1, a=x)


@dataclasses.dataclass
class D:
    a: np.ndarray
    b: float = 2.0
    c: list = dataclasses.field(default_factory=list)

    def norm(self):
        return np.sqrt((self.a**2).sum()) * self.b


@dataclasses.dataclass(frozen=True)
class FD:
    a: float
    b: float = 1.0

    @property
    def s(self):
        return self.a + self.b

    def __post_init__(self):
        if False:
            raise ValueError


@dataclasses.dataclass(order=True)
class OD:
    k: float
    v: int = dataclasses.field(compare=False, default=0)


@program(call(V), call(-V))
def dc(x):
    """The library: dc."""
    d = D(x)
    d.c.append(x[0])
    e = dataclasses.replace(d, b=3.0)
    return d.norm(), e.norm(), e.c is d.c, D(x).c, d == d


@program(call(V), call(-V))
def dc_asdict(x):
    """The library: dc asdict."""
    d = D(x, b=1.5)
    return dataclasses.asdict(FD(1.0, x[0])), dataclasses.astuple(FD(x[1])), [f.name for f in dataclasses.fields(d)]


@program(call(V), call(-V))
def dc_frozen(x):
    """The library: dc frozen."""
    f = FD(x[0])
    g = dataclasses.replace(f, b=x[1])
    return f, g, g.s, f == g


@program(call(V), call(-V))
def dc_frozen_set(x):
    """The library: dc frozen set."""
    f = FD(x[0])
    try:
        f.a = 3
    except dataclasses.FrozenInstanceError as e:
        return "frozen", str(e)


@program(call(V), call(-V))
def dc_loop(x):
    """The library: dc loop."""
    f = FD(0.0, 1.0)
    for i in range(6):
        f = dataclasses.replace(f, a=f.a + x[i])
    return f


@program(call(V), call(-V))
def dc_branch(x):
    """The library: dc branch."""
    f = FD(0.0, 1.0)
    if x[0] > 0:
        f = FD(x[0], 2.0)
    return f, f.s


@program(call(V), call(-V))
def dc_order(x):
    """The library: dc order."""
    a = OD(x[0], 1)
    b = OD(x[1], 2)
    return a < b, max(a, b).v, a == b


@program(call(V), call(-V))
def dc_sorted(x):
    """The library: dc sorted."""
    a = [OD(x[0], 1), OD(x[1], 2), OD(x[2], 3)]
    return [o.v for o in sorted(a)]


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 5


class Fl(enum.Flag):
    A = 1
    B = 2


@program(call(V), call(-V))
def enums(x):
    """The library: enums."""
    c = Color.RED if x[0] > 0 else Color.BLUE
    return c, c.value, c.name, c is Color.RED, x * Level.HIGH, Level.LOW < x[0], Color(1), Fl.A | Fl.B, list(Color)


@program(call(V), call(-V))
def enum_match(x):
    """The library: enum match."""
    c = Color.RED if x[0] > 0 else Color.BLUE
    match c:
        case Color.RED:
            return 1
        case Color.BLUE:
            return 2


@program(call(V), call(-V))
def enum_dict(x):
    """The library: enum dict."""
    w = {Color.RED: 2.0, Color.BLUE: 3.0}
    t = 0.0
    for c in Color:
        t += w[c] * x[c.value]
    c = Color.RED if x[0] > 0 else Color.BLUE
    return t, w[c]


@program(call(V), call(-V))
def mathfns(x):
    """The library: mathfns."""
    a = float(x[2])
    b = float(x[3])
    return (
        math.hypot(a, b),
        math.hypot(a, b, 1.0),
        math.fsum([a, b, 1e-9]),
        math.prod([a, b, 2]),
        math.dist([a, b], [1.0, 2.0]),
        math.copysign(a, b),
        math.atan2(a, b),
        math.isclose(a, b),
        math.floor(a),
        math.ceil(b),
        math.trunc(b),
        math.fmod(a, b),
        math.modf(b),
        math.frexp(a),
        math.ldexp(a, 3),
        math.degrees(a),
        math.isnan(a),
        math.isfinite(a),
        math.log(abs(a) + 1, 2),
        math.log1p(abs(a)),
        math.cbrt(a),
        math.exp2(a),
        math.remainder(a, b),
        math.nextafter(a, 10),
        math.ulp(a),
    )


@program(call(np.array(12)), call(np.array(8)))
def math_gcd(n):
    """The library: math gcd."""
    return math.gcd(int(n), 8)


@program(call(np.array(12)), call(np.array(8)))
def math_isqrt(n):
    """The library: math isqrt."""
    return math.isqrt(int(n)), math.comb(int(n), 2), math.factorial(5)


@program(call(V), call(-V))
def float_methods(x):
    """The library: float methods."""
    a = float(x[3])
    k = int(x[2])
    return a.is_integer(), (2.5).is_integer(), k.real, k.conjugate(), a.real, a.imag, k.numerator, k.denominator


@program(call(V), call(-V))
def bit_length(x):
    """The library: bit length."""
    k = int(x[4])
    return k.bit_length(), k.bit_count()


@program(call(V), call(-V))
def rounding(x):
    """The library: rounding."""
    a = float(x[3]) * 1.2345
    return (
        round(a, 2),
        round(a),
        round(x[3], 1),
        round(int(x[2]), -1),
        divmod(a, 0.3),
        divmod(7, float(x[2])),
        a // 0.3,
        a % 0.3,
        -a // 1,
    )


@program(call(V), call(-V))
def cm(x):
    """The library: cm."""
    z = complex(x[0], x[1])
    return (
        cmath.sqrt(z),
        abs(z),
        z.real,
        z.imag,
        z.conjugate(),
        cmath.phase(z),
        cmath.exp(z),
        z * 2,
        z == z,
        cmath.polar(z),
        cmath.isnan(z),
    )


@program(call(V), call(-V))
def stats(x):
    """The library: stats."""
    l = [float(v) for v in x]
    return statistics.mean(l), statistics.fmean(l), statistics.median(l)


@program(call(V), call(-V))
def copies(x):
    """The library: copies."""
    a = [x, [1, x]]
    b = copy.copy(a)
    c = copy.deepcopy(a)
    b[1].append(3)
    x[0] = 7
    return a, b, c, copy.copy(x)
