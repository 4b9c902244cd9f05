"""`hash` of what the run knows, and objects with a `__hash__` of the user's as keys whose attributes the run decides."""

import functools
import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("hashed by users")
N = np.array([3, 1, 4, 1, 5, 9, 2, 6])
MANY = np.random.default_rng(1).integers(0, 9, 40)
CALLS = (call(N), call(MANY))


class Place:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Place) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))


class Ratio:
    def __init__(self, n, d=1):
        g = math.gcd(n, d)
        self.n, self.d = n // g, d // g

    def __eq__(self, other):
        return self.n == other.n and self.d == other.d

    def __hash__(self):
        return hash(self.n) ^ hash(self.d)


class Unlike:
    """Equal objects with other hashes: Python's table takes them for two."""

    def __init__(self, v, w):
        self.v, self.w = v, w

    def __eq__(self, other):
        return self.v == other.v

    def __hash__(self):
        return hash(self.w)


QUIET = False


def quietly(f):
    @functools.wraps(f)
    def quiet(*args):
        global QUIET
        before, QUIET = QUIET, True
        try:
            return f(*args)
        finally:
            QUIET = before

    return quiet


class Parts:
    """Its methods make lists, and change a global for as long as they run."""

    def __init__(self, *parts):
        self.parts = parts

    @quietly
    def __eq__(self, other):
        return all([QUIET and a == b for a, b in zip(self.parts, other.parts, strict=True)])

    @quietly
    def __hash__(self):
        found = []
        for part in self.parts:
            found.append(hash(part))
        return hash((1, QUIET, *found))


class Span:
    def __init__(self, start, end, step):
        self.start, self.end, self.step = start, end, step

    def __hash__(self):
        return hash((self.start, self.end, self.step))

    def __eq__(self, other):
        return (self.start, self.end, self.step) == (other.start, other.end, other.step)


class Few:
    def __init__(self, v):
        self.v = v

    def __hash__(self):
        return -1 if self.v > 4 else 2**62 + 1

    def __eq__(self, other):
        return self.v == other.v


class Minus:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v

    def __hash__(self):
        return -self.v


class Layer:
    """Its name says which one it is, whatever it holds."""

    def __init__(self, name, w):
        self.name, self.w = name, w

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


class At:
    def __init__(self, *place):
        self.place = place

    def __eq__(self, other):
        return self.place == other.place

    def __hash__(self):
        return hash(self.place)


@dataclass(unsafe_hash=True)
class Noted:
    a: int
    b: int = field(default=0, compare=False)


@program(call(N), call(-N))
def numbers(x):
    """Ints, floats, NumPy's numbers and tuples of them."""
    h = 0
    for v in x:
        h ^= hash(int(v)) * 31
    return h, hash(float(x[0])), hash((1, int(x[1]), (2.5, x[2] > 0))), hash(x[2]), hash((x[1],)), hash(int(x[0]) * 0 - 1)


@program(*CALLS)
def filter_of_bits(x):
    """A Bloom filter."""
    bits = [0] * 32
    for v in x:
        for seed in range(3):
            bits[hash((int(v), seed)) % 32] = 1
    return bits, all(bits[hash((7, seed)) % 32] for seed in range(3))


@program(*CALLS)
def walked(x):
    """The places of a walk."""
    p, n = Place(0, 0), 0
    seen = {p}
    for v in x:
        p = Place(p.x + int(v) % 3 - 1, p.y + int(v) % 2)
        if p in seen:
            n += 1
        else:
            seen.add(p)
    return n, len(seen), Place(0, 0) in seen


@program(*CALLS)
def ratios(x):
    """How many ratios there are."""
    seen = set()
    for a in x[:6]:
        for b in x[:6]:
            seen.add(Ratio(int(a) + 1, int(b) + 1))
    return len(seen)


@program(*CALLS)
def equal_but_unlike(x):
    """Python looks at the hash first."""
    d = {}
    for i, v in enumerate(x):
        d[Unlike(int(v) % 3, i % 2)] = i
    return len(d), list(d.values())


@program(*CALLS)
def minus_one(x):
    """A hash of -1 is -2."""
    d = {}
    for v in x:
        d[Minus(int(v))] = int(v)
    return len(d), hash(Minus(int(x[1]))), d.get(Minus(1), 0), d.pop(Minus(5), None), len(d)


@program(*CALLS)
def of_other_kinds(x):
    """A defaultdict and a Counter."""
    d = defaultdict(list)
    for i, v in enumerate(x):
        d[Place(int(v) % 2, 0)].append(i)
    counts = Counter(Place(int(v) % 2, 0) for v in x)
    return {(k.x, k.y): v for k, v in d.items()}, list(counts.values())


@program(*CALLS)
def made_by_dataclass(x):
    """A hash of some of the fields."""
    d = {}
    for i, v in enumerate(x):
        d[Noted(int(v) % 3, i)] = i
    return len(d), [(k.a, k.b, v) for k, v in d.items()]


@program(*CALLS)
def by_name(x):
    """Where the hash is known, Python's own table finds an object, whose arrays may change."""
    a, b = Layer("a", x * 1.0), Layer("b", x + 1.0)
    calls = {a: 0, b: 0}
    for v in x:
        a.w[0] += v
        calls[a if v > 4 else b] += 1
    return calls[a], calls[Layer("b", 0)], a.w, a in calls, {a, b, Layer("a", 1)} == {a, b}


@program(*CALLS)
def by_a_tuple(x):
    """The attribute is a tuple."""
    d = {}
    for v in x:
        at = At(int(v) % 3, 1)
        d[at] = d.get(at, 0) + 1
    return list(d.values()), At(1, 1) in d, len(d)


@program(*CALLS, refused=Refusal("SideEffectError", "p.x += int(v)"))
def changed_afterwards(x):
    """A key that is changed has the hash of then."""
    s, p = set(), Place(0, 0)
    for v in x:
        s.add(p)
        p.x += int(v)
    return len(s)


@program(*CALLS, refused=Refusal("SideEffectError", "p.x += int(v)"))
def changed_before(x):
    """The next turn changes what this one has put in."""
    s, p = set(), Place(0, 0)
    for v in x:
        p.x += int(v)
        s.add(p)
    return len(s)


@program(*CALLS, refused=Refusal("StaticValueError", "d[int(v)] = 2"))
def beside_numbers(x):
    """Keys of other kinds beside them."""
    d = {}
    for v in x:
        d[Place(int(v), 0)] = 1
        d[int(v)] = 2
    return len(d)


@program(*CALLS, refused=Refusal("StaticValueError", "d[Place("))
def in_tuples(x):
    """Objects in tuples."""
    d = {}
    for v in x:
        d[Place(int(v) % 3, 0), int(v) % 2] = int(v)
    return len(d)


@program(*CALLS)
def to_hash_changes_what_is_put_back(xs):
    """Methods that change a global for as long as they run."""
    table = {Parts(1, 2): xs[0], Parts(2, 1): xs[1]}
    table[Parts(1, 2)] += 10
    return list(table.values()), Parts(2, 1) in table, Parts(2, 2) in table, QUIET, hash(Parts(1, 2)) == hash(Parts(1, 2))


@program(*CALLS, refused=Refusal("StaticValueError", "return table[Parts(1, "))
def keys_that_only_compare(xs):
    """A dict of objects as keys, asked by one whose equality only the run knows."""
    table = {Parts(1, 2): xs[0], Parts(1, 1): xs[1]}
    return table[Parts(1, int(xs[0] > 9) + 1)]


WAVES = np.arange(10.0) * 2 + 400


@program(call(WAVES, {}), call(WAVES + 1, {1: 2}), call(WAVES + 2, {}), retraces=True)
def results_kept_by_hash(waves, kept):
    """Results are kept under the hash of an object of what the run knows, and a class."""
    span = Span(waves[0], waves[-1], min(np.unique(np.diff(waves))))
    span.start = max([span.start, 401.5])
    key = hash((span, float))
    if key not in kept:
        kept[key] = np.linspace(span.start, span.end, 4)
    return kept[key].copy(), hash((span, float)) == key, len(kept), hash(span) == hash((span.start, span.end, span.step))


@program(*CALLS, retraces=True)
def hashes_of_hashes(x):
    """What a `__hash__` answers that is -1, or large, in tuples with a class."""
    few = Few(max([2.5, x[4]]))
    return hash((few, int)) == hash((Few(9), int)), hash(few), hash((Few(1), few, float)) == hash((Few(1), Few(1), float))


class Signal:
    def __init__(self, samples):
        self.samples = samples
        self.asked = 0

    def __hash__(self):
        self.asked += 1
        return int(self.samples.sum() * 10)


class Signals:
    def __init__(self, *signals):
        self.signals = dict(enumerate(signals))

    def __hash__(self):
        return hash((len(self.signals), *[hash(signal) for signal in self.signals.values()]))


@program(*[call(Signal(WAVES + k)) for k in range(3)])
def of_the_callers(signal):
    """The caller's objects are hashed by what their arrays hold, and note that they were asked."""
    first = hash(signal)
    signal.samples[0] += 1
    return hash(signal) - first, signal.asked


@program(*[call(Signals(Signal(WAVES + k), Signal(WAVES[:3] - k))) for k in range(3)], retraces=True)
def of_the_callers_in_tuples(signals):
    """The same where a `__hash__` asks others, and tuples are hashed of what they say."""
    return hash(signals), hash((signals, 1)), [signal.asked for signal in signals.signals.values()]
