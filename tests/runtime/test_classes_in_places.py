"""Classes and objects that are changed, chosen and made where the run decides: what was wrong, and is the same or refused."""

import numpy as np
import pytest

import sct
from tests.fuzzing.check import Family, check_text, loaded
from tests.harness import call

HEAD = """
import abc, contextlib, dataclasses, functools, operator, typing


class Unit(float):
    def __new__(cls, v, name):
        self = super().__new__(cls, v)
        self.name = name
        return self


class Word(str): pass
class Pair(tuple): pass
class Few(frozenset): pass
class Counts(list): pass
class Same(list):
    def __eq__(self, other): return list.__eq__(self, other) or "no"


class P:
    def __init__(self, a): self.a = a; self.get = self.got; self.add = lambda v: v + self.a
    def got(self, v): return v + self.a
    def m(self, v): self.a += v; return self.a


class Q(P):
    def m(self, v): return super().m(v) * 10


class Slotted:
    __slots__ = ("a", "b")
    def __init__(self, a): self.a = a


class Ordered:
    def __init__(self, a): self.a = a
    def __lt__(self, other): return self.a < other.a
    def __gt__(self, other): return self.a > other.a


class Turned(Ordered):
    def __gt__(self, other): return "turned"


class Guarded:
    def __init__(self, a): self.a = a
    def __delattr__(self, name): object.__delattr__(self, name)


class Meta(type):
    def __getattr__(cls, name):
        if name.startswith("_"): raise AttributeError(name)
        return "meta " + name


class Answering(metaclass=Meta):
    def __init__(self, a): self.a = a


class Cached:
    def __init__(self, a): self.a = a
    @functools.cached_property
    def b(self): return self.a + 1


class CachedToo(Cached):
    @functools.cached_property
    def b(self): return super().b * 100


class Loud:
    def __get__(self, o, kind=None): o.n += 1; return o.n


class Base:
    d = Loud()
    def __init__(self): self.n = 0


class Over(Base):
    def ask(self): return super().d


class Whole:
    def __init__(self, a): self.a = a
    def __int__(self): return self.a


@dataclasses.dataclass(frozen=True, order=True)
class Field:
    a: int


@dataclasses.dataclass(frozen=True)
class Fields(Field):
    e: int = 5


@dataclasses.dataclass
class Shown:
    a: int
    b: int = 3


class Alone:
    __contains__ = None
    def __iter__(self): return iter([1])


class Kept:
    made = {}
    def __new__(cls, a):
        if a not in cls.made: cls.made[a] = super().__new__(cls); cls.made[a].count = 0
        return cls.made[a]
    def __init__(self, a): self.count += 1


class Link:
    def __init__(self, v): self.v, self.a = v, None


class Typed(typing.Generic[typing.TypeVar("T")]):
    def __init__(self, a): self.a = a


def f(x):
    n = int(x[1])
"""
SAME = {
    "attributes of a number that leaves": "return Unit(2.5, n), [Unit(3, 'm')]",
    "attributes of a text that leaves": "o = Word('a'); o.n = x[0]; return o, o",
    "attributes of a tuple that leaves": "o = Pair((1, x[0])); o.n = n; return o",
    "attributes of a frozenset that leaves": "o = Few([1, 2]); o.n = n; return o",
    "a list that has an attribute or not": "o = Counts([1])\nif n: o.n = 1\nreturn o, hasattr(o, 'n')",
    "one of two numbers with attributes": "o = Unit(1, 'm')\nif n: o = Unit(1, 'km')\nreturn o, o.name",
    "which number it is": "o = Word('a')\nq = Word('a') if n else o\nreturn o is q, o == q",
    "a slot, set by its descriptor": "o = Slotted(1)\nif n: Slotted.a.__set__(o, 5)\nreturn o.a, Slotted.a.__get__(o)",
    "a slot, deleted by its descriptor": "o = Slotted(1)\nif n: Slotted.a.__delete__(o)\nreturn hasattr(o, 'a')",
    "a class, set by type": "class K: a = 1\nif n: type.__setattr__(K, 'a', 5)\nreturn K.a",
    "defaults of a function": "def g(a, b=2): return a + b\nif n: g.__defaults__ = (7,)\nreturn g(1)",
    "super of one of two": "o, p = Q(1), Q(2)\nq = o if n else p\nreturn Q.m(q, 3), super(Q, q).m(1), o.a",
    "super of another class": "o, p = Q(1), P(2)\nq = o if n else p\ntry: super(Q, q).m(1)\nexcept TypeError as e: return str(e)\nreturn o.a",
    "a cached property of super": "o = CachedToo(n); return o.b, o.b, vars(o)",
    "a descriptor of super": "o = Over()\nfor i in range(n): o.ask()\nreturn o.n, o.ask()",
    "who is asked first": "o = Ordered(1)\nq = Turned(n)\nif n: q = Ordered(n)\nreturn o < q, q < o",
    "deleted by one's own method": "o, p = Guarded(1), Guarded(2)\no.b = 1\ntry: del (o if n else p).b\nexcept AttributeError as e: return str(e)\nreturn vars(o)",
    "a metaclass that answers": "o = Answering(1)\nif n: o = Answering(2)\nreturn o.a, Answering.q",
    "a method in an attribute": "o = P(1)\nif n: o = P(2)\no.a = 7\nreturn o.get(1), o.add(1)",
    "a list that a default holds": "c = [1]\ng = lambda c=c: len(c)\nif n:\n    c = [2]\n    g = lambda c=c: len(c)\nc.append(4)\nreturn g()",
    "order of a dataclass with more": "return Fields(n, e=3) < Fields(2), Fields(2, e=3) < Fields(n)",
    "text of a dataclass whose field is gone": "o = Shown(1)\nif n: del o.b\nreturn repr(o), f'{o}'",
    "what is no container": "o = Alone()\nif n: o = [1]\ntry: return 1 in o\nexcept TypeError as e: return str(e)",
    "a list asked about what is none": "o = Same([1])\nfor i in range(n): o.append(i)\nreturn o == 3, o == {}, o == [1], o in [3]",
    "an object that its class keeps": "Kept.made.clear()\no = Kept(1)\nif n: Kept(1)\nreturn o.count",
    "what a class of a type was made by": "o = Typed[int](n); return sorted(vars(o)), o",
    "names of one of two": "o = Word('a')\nif n: o = Slotted(1)\nreturn 'a' in dir(o), 'upper' in dir(o)",
    "an int of several kinds": "o = Whole(1)\nif n: o.a = 'a'\ntry: return int(o)\nexcept TypeError as e: return str(e)",
    "the last item, linked to the first": "c = [Link(0)]\nfor i in range(n): c.append(Link(i))\np = c[0]\nc[-1].a = p\nreturn p",
    "and in a tuple": "c = [Link(0)]\nfor i in range(n): c.append(Link(i))\np = c[0]\nc[-1].a = (p, 1)\nreturn p.a, p",
    "and in a dict": "c = [{'a': 1}]\nfor i in range(n): c.append({'a': i})\np = c[0]\nc[-1]['a'] = p\nreturn p",
    "which of two methods": "o = Kept(1)\nm, k = o.__init__, o.__init__\nq = m if n else k\nreturn q is m, q, m, k",
    "methods that a loop takes": "o = P(n)\nm = q = o.got\nfor i in range(n):\n    m(i)\n    if i == 1: m = o.got\nreturn m(1), m == q, m, q",
    "a slot, deleted from its class": "class K(Slotted): __slots__ = ('c',)\no = K(1)\no.c = 3\ndel K.c\nif n: o.b = 4\nreturn hasattr(o, 'c')",
    "a global, deleted or not": "global G\nG = 1\nif n: del G\ntry: return G\nexcept NameError as e: return str(e)",
    "all attributes of the last item": "c = []\nfor i in range(n + 1): c.append(Shown(i))\nvars(c[-1]).clear()\nreturn hasattr(c[-1], 'b'), len(vars(c[-1]))",
    "attributes of the last item, updated": "c = []\nfor i in range(n + 1): c.append(Shown(i))\np = c[0]\nvars(c[-1]).update(a=7)\nreturn p.a, c[-1].a",
    "attributes of the last item, set if they are not": "c = []\nfor i in range(n + 1): c.append(Shown(i))\np = c[0]\nvars(c[-1]).setdefault('b', 7)\nreturn p.b, c[-1].b",
    "one of several classes in a tuple": "L = P if n else Slotted\no = Q(1) if x[0] else Slotted(1)\nreturn isinstance(o, (int, L)), isinstance(o, L | str), issubclass(Q, ((L,), str)), isinstance(x[0], (L, float))",
}
REFUSED = {
    "a method": "class K:\n    def m(self): return 1\no = K()\nif n: K.m = lambda self: 2\nreturn o.m()",
    "a property": "class K: a = 1\no = K()\no.a = 2\nif n: K.a = property(lambda self: 5)\nreturn o.a",
    "a special method": "class K: pass\nif n: K.__len__ = lambda self: 3\nreturn bool(K())",
    "a descriptor": "class K: a = Loud()\no = K()\no.n = 1\nif n: K.a = 5\nreturn o.a",
    "deleted in a loop": "class K: a = 1\nfor i in range(n): del K.a\nreturn 1",
    "names of a class": "class K: pass\nif n: K.a = 1\nreturn 'a' in vars(K)",
    "names of an object's class": "class K: pass\nif n: K.a = 1\nreturn 'a' in dir(K())",
    "the name of a class": "class K: pass\nif n: K.__name__ = 'L'\nreturn K.__name__",
    "the bases of a class": "class A: a = 1\nclass B: a = 2\nclass K(A): pass\nif n: K.__bases__ = (B,)\nreturn K.a",
    "the code of a function": "def g(): return 1\ndef h(): return 2\nif n: g.__code__ = h.__code__\nreturn g()",
    "what isinstance answers": "class K(abc.ABC): pass\nif n: K.register(int)\nreturn isinstance(3, K)",
    "attributes of a text": "o = Word('a')\nif n: o.b = 1\nreturn vars(o)",
    "a list that a method holds": "c = [1]\ng = c.count\nif n:\n    c = [2]\n    g = c.count\nc.append(4)\nreturn g(4)",
    "a slot, deleted from its class or not": "class K: __slots__ = ('a',)\no = K()\nif n: del K.a\nelse: o.a = 9\nreturn 1",
    "a slot that is something else": "class K: __slots__ = ('a',)\no = K()\nif n: K.a = 5\nelse: o.a = 9\nreturn o.a",
    "which method a loop took": "o = P(n)\nm = q = o.got\nfor i in range(n): m = o.got\nreturn m is q",
    "what an item may have lost": "c = []\nfor i in range(n + 1): c.append(Shown(i))\np = c[0]\nvars(c[-1]).clear()\nreturn p.b",
    "what an item may have got": "c = []\nfor i in range(n + 1): c.append(Shown(i))\np = c[0]\nc[-1].z = 4\nreturn getattr(p, 'z', 0)",
    "a field that its class has made a property": "o = Shown(1)\nb = Shown.b\nif n: Shown.b = property(lambda self: self.a)\nz = dataclasses.astuple(o)\nShown.b = b\nreturn z",
}  # fmt: skip
XS = ([2, 1], [1, 0], [0, 2], [2, 1])
FAMILY = Family("classes", str, lambda seed: [call(np.array(x)) for x in XS])


def outcome(body, backend):
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    return str(check_text(FAMILY, f"{HEAD}{lines}\n", 0, backend))


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("name", SAME)
def test_the_same(name, backend):
    assert outcome(SAME[name], backend) == "same"


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    assert outcome(REFUSED[name], "numpy") == "refused"


THEIRS = {
    "a method that is as good": """
class K:
    def __init__(self, a): self.a = a
    def m(self): return self.a


def pair(): return K(1), K(2)


def f(x, o, p):
    q = o
    if x[1] > 0: q = p
    q.a = o.m
""",
    "sorted twice, where it cannot be": """
import contextlib, dataclasses


@dataclasses.dataclass(frozen=True, order=True)
class K:
    a: int


@dataclasses.dataclass(frozen=True)
class L(K):
    e: int = 5


def pair(): return K(1), L(2)


def f(x, o, p):
    if x[1] > 0: o = K(5)
    with contextlib.suppress(KeyError):
        if x[1] > 0: raise KeyError
        sorted([p, o])
    return sorted([p, o])[0].a
""",
}


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("name", THEIRS)
def test_the_callers_objects(name, backend):
    kept = loaded(THEIRS[name])["pair"]
    family = Family("theirs", str, lambda seed: [call(np.array(x), *pair) for pair in [kept()] for x in XS])
    assert str(check_text(family, THEIRS[name], 0, backend)) == "same"


GIVEN = """
class Word(str): pass
G = Word("g")
G.a = 1


def put(v): G.a = v


def f(x):
    return x + G.a
"""


def test_attributes_of_a_global_text_are_guarded():
    world = loaded(GIVEN)
    static = sct.to_static(world["f"])
    for v in (1, 2, 2, 3):
        world["put"](v)
        assert static(np.ones(2)).tolist() == [1.0 + v] * 2


def test_each_call_makes_a_number_anew():
    static = sct.to_static(loaded("class Unit(float): pass\n\n\ndef f(x):\n    return Unit(2.5)\n")["f"])
    assert static(np.ones(2)) is not static(np.ones(2))


COPIED = """
import copy


class P:
    seen = 0
    def __init__(self, a): self.a = a


class S:
    __slots__ = ("a", "seen")
    def __init__(self, a): self.a = a


def f(x, o):
    p, q = copy.copy(o), copy.deepcopy([o])[0]
    return x[0], getattr(p, "seen", 0), getattr(q, "seen", 0)
"""


@pytest.mark.parametrize("kind", ["P", "S"])
def test_attributes_that_a_copied_object_gets_later(kind):
    world = loaded(COPIED)
    static = sct.to_static(world["f"])
    for seen in (None, 3, None, 4):
        o = world[kind](1)
        if seen:
            o.seen = seen
        assert static(np.ones(2), o) == (1.0, seen or 0, seen or 0)


MUCH = [[k, (k,)] for k in range(20_000)]


def test_how_much_a_module_holds_makes_no_difference():
    """Whether something holds what a join was made of is looked for where the trace has made or written something."""

    def function(x):
        if x[0] > 0:
            a = b = [x[0]]
        else:
            a = b = [x[1], 2.0]
        b.append(1.0)
        return a, b, a is b

    static = sct.to_static(function, backend="numpy")
    for x in (np.array([1.0, 2.0]), np.array([-1.0, 2.0])):
        assert static(x) == function(x)


DELETED = """
class K:
    def m(self): return 1


def f(x):
    try: del K.m
    except AttributeError as e: return str(e)
    return x[0]
"""


def test_a_class_has_lost_it_before():
    family = Family("deleted", str, lambda seed: [call(np.ones(2)) for _ in range(3)])
    assert str(check_text(family, DELETED, 0, "numpy")) == "same"
