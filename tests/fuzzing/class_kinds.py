"""Kinds of classes, each with a `K` and an `L` that are made from a number, what changes them and what is seen of them."""

from __future__ import annotations

__all__ = ["COMMON", "IMPORTS", "KINDS", "SEEN"]

IMPORTS = """import abc, collections, contextlib, copy, dataclasses, enum, functools, operator, types, typing
import numpy as np
"""
COMMON = """
o = p | o, p = p, o | p = o | o = L(V) | o = K(V) | o = None if V > 5 else o | T.z = V | setattr(T, 'z', [V]) | T.a = V | T.a += V | del T.a | delattr(T, 'a')
K.z = V | L.z = V | T.__class__ = L | T.a = p | T.a = [V] | o = copy.copy(T) | o = copy.deepcopy(T) | K.a = V | vars(T)['a'] = V | T.__dict__.update(z=V)
setattr(T, 'abz'[V], V) | T.__class__.z = V | o = type(T)(V) | K = L | K, L = L, K | o = functools.partial(K, V)() | o = (K, L)[V](V) | o, p = map(K, [V, 2])
K.__str__ = lambda self: 'changed' | K.__eq__ = lambda self, other: V > 0 | K.__len__ = lambda self: 5 | T.a, T.z = V, 2 | T.a = T | o = [o, p][V] | p = T
del K.__init__ | L.__init__ = lambda self, a: setattr(self, 'z', a) | object.__setattr__(T, 'a', V) | K.__bool__ = lambda self: V > 5 | K.__call__ = lambda self, v: v + V
K.__getattr__ = lambda self, n: n + '?' | o = object.__new__(K) | T.b = V | K.b = property(lambda self: self.a) | type(T).a = property(lambda self: V)
K.__setattr__ = lambda self, n, v: object.__setattr__(self, n + 'x', v) | L.a = 5
"""
SEEN = """
o.a | vars(o) | hasattr(o, 'z'), getattr(o, 'z', -1) | getattr(o, 'a', None) | hasattr(K, 'z'), hasattr(L, 'z') | type(o).__name__ | isinstance(o, L), isinstance(p, K) | o is p
o == p, o != p | o | o, p | [o, p, o] | p | o.__class__ is K | type(o) is type(p) | repr(type(o)).split('.')[-1] | issubclass(L, K), issubclass(type(o), L) | bool(o)
sorted(n for n in dir(o) if len(n) == 1) | sorted(n for n in vars(K) if len(n) == 1) | o.z | o in [p] | [p, o].index(o) | {1: o}[1] is o | (o, 1) == (p, 1)
print(type(o).__name__, type(o.a).__name__) | hash(o) == hash(p) | o.b | o.__dict__ | copy.copy(o) | callable(o) | type(o).__mro__ == (L, K, object) | (K(3), o) | L(3).a
'a' in o.__dict__ | not o | o and 3 | 'z' in vars(o), 'a' in dir(o) | list(vars(o).items()) | K.__name__, L.__qualname__.split('.')[-1] | str(len(str(o.a))) | o.__class__.__name__
operator.attrgetter('a')(o) | getattr(o, 'qq', 5) | o.qq | max([o, p], key=lambda v: v.a) | [v.a for v in (o, p)] | sorted([o, p], key=lambda v: v.a)[0] is o | K.a | type(p).a
isinstance(o, (int, L)) | K is L | o.a is p.a | id(o) == id(p) | f'{o.a!s:.4}' | vars(o) == vars(p) | o.a if o else p.a | (o or p) is o | len({type(o), type(p)}) | match(o)
"""

KINDS = {
    "plain": ('''
class K:
    n = 0
    log = []
    def __init__(self, a): self.a = a
    def m(self, v): self.a += v; return self.a
    @classmethod
    def cm(cls, v): cls.n += v; return cls.n
    @staticmethod
    def sm(v): return v * 2
class L(K):
    def m(self, v): self.a -= v; return super().m(v * 10)
''', r"""
T.n += V | K.n = V | L.n += 1 | T.m(V) | T.cm(V) | T.log.append(V) | T.m = lambda v: v + 100 | K.m = lambda self, v: self.a * v | L.m = K.m | del L.m
K.sm = staticmethod(lambda v: v * 3) | T.__dict__ = {'a': V} | vars(T).clear() | vars(T).pop('a') | del K.n | type(T).n += 1 | T.cm = T.m | T.n = T.n + 1
K.m(T, V) | T.m = types.MethodType(lambda self, v: self.a + v + 50, T) | K.cm = classmethod(lambda cls, v: cls.__name__) | T.a = o.m | L.cm(V) | T.sm = len
p.__dict__ = o.__dict__ | K.log = [V] | T.log = [V] | T.log += [V] | K.m, K.sm = K.sm, K.m | setattr(K, 'mn'[V], V)
""", """
o.n, K.n, L.n | o.m(1), o.a | o.m(1), p.m(2), o.a, p.a | o.sm(1), o.cm(1) | o.m.__self__ is o | K.log | o.log, p.log | K.m is L.m | o.m == p.m, o.m == o.m | list(map(o.m, [1, 2]))
o.cm.__self__.__name__ | 'n' in vars(o) | sorted([1, -2], key=o.m) | o.__dict__ is p.__dict__ | L.m(o, 1) | functools.reduce(lambda s, v: v.m(s), [o, p], 1) | o.a(2)
"""),
    "property": ('''
class K:
    seen = 0
    def __init__(self, a): self._a = a
    @property
    def a(self): self.seen += 1; return self._a
    @a.setter
    def a(self, v):
        if v == 7: raise ValueError(f'no {v}')
        self._a = v * 2
    @a.deleter
    def a(self): self._a = -1
    @property
    def b(self): return self._a + 1
    c = property(lambda self: self.a + 10)
class L(K):
    @property
    def b(self): return super().b * 100
    @K.a.setter
    def a(self, v): self._a = v * 3
    a.deleter
''', r"""
T.a = V + 6 | T.b = V | del T.b | T.c += V | K.b = 5 | del K.b | L.b = property(lambda self: 4, lambda self, v: setattr(self, '_a', v + 50)) | T._a = V | T.a -= V | K.a.fset(T, V)
K.c = K.a | K.b = K.c | vars(T)['b'] = V | T.__dict__['a'] = 77 | K.a = property(lambda self: 8) | K.a = K.a.setter(lambda self, v: None) | L.a.fdel(T) | for T.a in [V, V + 1]: pass
""", """
o.a, o._a | o.b, o.c | o.a, o.a, o.seen | K.a.fget(o) | p._a, o._a | o.b == p.b | hasattr(o, 'b'), vars(o) | isinstance(K.a, property), K.b is L.b | L.b.fset
"""),
    "descriptors": ('''
class D:
    def __init__(self, k): self.k = k; self.count = 0
    def __set_name__(self, owner, name): self.name = '_' + name
    def __get__(self, obj, kind=None):
        if obj is None: return self
        self.count += 1
        return getattr(obj, self.name, 0) + self.k
    def __set__(self, obj, v): setattr(obj, self.name, v)
    def __delete__(self, obj): obj.__dict__.pop(self.name, None)
class N:
    def __get__(self, obj, kind=None): return (obj is None, kind.__name__)
class K:
    a = D(1)
    b = D(10)
    c = N()
    def __init__(self, a): self.a = a
class L(K):
    b = N()
    c = D(5)
''', r"""
T.b = V | T.c = V | del T.b | del T.c | K.a.k = V | K.__dict__['b'].k += V | K.c = 5 | L.b = D(3) | K.b = N() | vars(T)['c'] = V | vars(T)['a'] = V | T._a = V | K.a = K.b
T.b += V | D.__get__ = lambda self, obj, kind=None: 55 | del D.__set__ | N.__set__ = lambda self, obj, v: None | L.c.k = V | L.d = D(V) | K.a.count = 0 | type(T).__dict__['a'].__set__(T, V)
""", """
o.a, o.b, o.c | K.c, L.c, p.c | o._a | K.a.count | o.a, K.a.count, K.b.count | o.b | K.a.name, K.b.name | o.c, vars(o) | L.b | K.a.k | hasattr(K, 'b'), K.b
"""),
    "slots": ('''
class K:
    __slots__ = ('a', 'b')
    n = 3
    def __init__(self, a): self.a = a
    def m(self, v): self.b = v; return self.a + v
class L(K):
    __slots__ = ('c',)
    def __init__(self, a): super().__init__(a); self.c = a + 1
''', r"""
T.b = V | T.b += V | del T.b | T.c = V | T.m(V) | K.a.__set__(T, V) | T.n = V | K.n = V | setattr(T, 'abcd'[V], 9) | delattr(T, 'abc'[V]) | K.b = 5 | del K.a | L.a = 6 | T.b = [V] | T.b = T
""", """
o.b | o.a, getattr(o, 'b', 0), getattr(o, 'c', 0) | hasattr(o, 'b'), hasattr(o, '__dict__') | o.m(1), o.b | p.b | K.__slots__, o.n | K.a.__get__(o) | getattr(p, 'c', 7) | o.b is o
"""),
    "slots and dict": ('''
class B:
    __slots__ = ('a',)
class K(B):
    def __init__(self, a): self.a = a; self.b = a * 2
class L(K):
    __slots__ = ('c',)
''', r"""
T.b = V | T.c = V | del T.b | del T.c | T.__dict__['a'] = V | vars(T)['c'] = V | B.a.__set__(T, V) | vars(T).clear() | del B.a | T.d = V
""", """
o.b | o.a, vars(o) | hasattr(o, 'c'), getattr(o, 'c', 0) | o.__dict__ | p.b, o.b | sorted(vars(o)) | B.a.__get__(o)
"""),
    "cached": ('''
class K:
    count = 0
    def __init__(self, a): self.a = a
    @functools.cached_property
    def b(self): self.count += 1; return self.a + 1
    def m(self, v): return self.b + v
class L(K):
    @functools.cached_property
    def b(self): return super().b * 100
''', r"""
T.b | del T.b | T.b = V | T.b += 1 | T.m(V) | T.m(1) | vars(T).pop('b', 0) | K.b = 3 | T.a = V; T.b | hasattr(T, 'b') | vars(T)['b'] = V | K.b.__get__(T, K)
""", """
o.b, o.count | o.m(1), o.count | o.b, p.b, o.b, o.count, p.count | 'b' in vars(o), vars(o) | o.m(1), o.m(1), p.m(1), o.count | o.b is o.b | vars(o)
"""),
    "getattr": ('''
class K:
    def __init__(self, a): self.a = a; self.log = []
    def __getattr__(self, name):
        if name.startswith('_') or name in ('log', 'a'): raise AttributeError(f'no {name}!')
        self.log.append(name)
        if name == 'q': raise AttributeError('q')
        return len(self.log)
class L(K):
    def __getattr__(self, name):
        if name == 'w': return 'W'
        return super().__getattr__(name) * 10
''', r"""
T.b | T.b = V | del T.b | hasattr(T, 'q') | getattr(T, 'q', 0) | T.w | getattr(T, 'abqw'[V]) | K.b = 5 | T.q | T.log = [] | del T.log | K.__getattr__ = lambda self, n: V | del L.__getattr__ | T.b += V
""", """
o.b, o.log | o.log, p.log | getattr(o, 'q', 1), o.log | o.w, o.b | hasattr(o, 'q'), o.log | hasattr(o, 'anything') | o.b, o.b, p.b | getattr(o, '_x', 3)
"""),
    "getattribute": ('''
class K:
    n = 0
    def __init__(self, a): self.a = a
    def __getattribute__(self, name):
        if name == 'b': return 42
        if name == 'a': K.n += 1
        return super().__getattribute__(name)
    def m(self, v): return self.a + v
class L(K):
    def __getattribute__(self, name):
        if name == 'c': raise AttributeError('gone')
        return K.__getattribute__(self, name)
    def __getattr__(self, name): return name * 2
''', r"""
T.b = V | T.c = V | T.m(V) | K.n = V | del T.b | object.__setattr__(T, 'b', V) | K.__getattribute__ = object.__getattribute__ | del L.__getattribute__ | T.m = len | T.a; T.a | hasattr(T, 'a')
""", """
o.b, K.n | o.a, K.n | o.m(1), K.n | o.c | K.n | object.__getattribute__(o, 'a') | vars(o), K.n | L(1).c, L(2).d | hasattr(o, 'c'), getattr(o, 'c', 0)
"""),
    "setattr": ('''
class K:
    def __init__(self, a): self.__dict__['log'] = []; self.a = a
    def __setattr__(self, name, v):
        self.log.append((name, v))
        if name == 'no': raise TypeError(f'{name} is no attribute')
        super().__setattr__(name, v)
    def __delattr__(self, name):
        self.log.append(name)
        object.__delattr__(self, name)
class L(K):
    def __setattr__(self, name, v): super().__setattr__(name + 'x' if name == 'b' else name, v)
''', r"""
T.b = V | T.no = V | del T.b | T.b = V; del T.b | setattr(T, 'ab'[V], 3) | vars(T)['b'] = V | object.__setattr__(T, 'b', V) | del K.__setattr__ | K.__delattr__ = lambda self, n: None
K.__setattr__ = object.__setattr__ | T.a += V | T.b = T.c = V | T.log = [] | T.log.clear() | for T.b in [1, V]: pass
""", """
o.log | o.log, p.log | vars(o) | o.b | getattr(o, 'b', 0), getattr(o, 'bx', 0) | hasattr(o, 'b'), o.log | o.a, len(o.log)
"""),
    "init_subclass": ('''
class K:
    kinds = {}
    n = 1
    def __init_subclass__(cls, n=2, **more): super().__init_subclass__(**more); cls.n = n; K.kinds[cls.__name__] = n
    def __init__(self, a): self.a = a + self.n
    def __class_getitem__(cls, key): return (cls.__name__, key)
class L(K, n=5): pass
''', r"""
class M(K, n=V): pass | class M(L): pass\no = M(V) | K.n = V | L.n += V | K.kinds['q'] = V | o = type('M', (K,), {'b': V})(1) | o = type('M', (L,), {}, n=V)(1) | K.kinds.pop('L') | del L.n
class M(K, n=V):\n    b = V\no = M(V) | L.__init_subclass__ = classmethod(lambda cls: None)
""", """
K.kinds | o.n, L.n | K[1], L[2:3] | o.a, o.n | list(K.kinds) | type(o).__name__, type(o).n | K['a', 1] | len(K.kinds), K.n | len(K.__subclasses__())
"""),
    "dataclass": ('''
@dataclasses.dataclass
class K:
    a: int
    b: list = dataclasses.field(default_factory=list)
    c: int = 3
    total: typing.ClassVar[int] = 0
    d: int = dataclasses.field(default=4, compare=False, repr=False)
    def __post_init__(self): K.total += 1; self.e = self.a + self.c
@dataclasses.dataclass(order=True)
class L(K):
    f: int = dataclasses.field(default=6, kw_only=True)
''', r"""
T.b.append(V) | T.b = [V] | T.c = V | T.d = V | o = dataclasses.replace(T, a=V) | o = K(V, [1], c=5) | o = L(V, f=V) | K.c = V | del T.c | K.total = 0 | T.f = V | T.e += V | o = K(*[V, [V]]) | o = K(V, q=1)
o = K() | K.__post_init__ = lambda self: None | o = L(**dataclasses.asdict(L(1))) | p.b = o.b | T.a, T.c = V, V | del K.c
""", """
o.b, p.b | o == p, o | repr(o) | str(p) | dataclasses.asdict(o) | dataclasses.astuple(o) | K.total | o.e, o.c, o.d | [f.name for f in dataclasses.fields(o)] | L(1) < L(2), L(1) >= L(1, f=5) | o.b is p.b
dataclasses.is_dataclass(o) | K(1) == K(1, d=8) | o < p | hash(o) | K.c, o.c | print(o) | f'{o}' | o == dataclasses.replace(o) | K.__match_args__ | K(1).b is K(1).b
"""),
    "frozen": ('''
@dataclasses.dataclass(frozen=True, order=True)
class K:
    a: int
    b: tuple = (1, 2)
    c: dict = dataclasses.field(default_factory=dict, compare=False)
    def __post_init__(self): object.__setattr__(self, 'd', self.a * 2)
    def m(self, v): return dataclasses.replace(self, a=self.a + v)
@dataclasses.dataclass(frozen=True, slots=False, kw_only=False)
class L(K):
    e: int = 5
''', r"""
T.b = V | del T.b | T.c['k'] = V | object.__setattr__(T, 'b', (V,)) | o = T.m(V) | o = K(V) | o = L(V, e=V) | vars(T)['a'] = V | o = K(1) | p = K(1) | o = dataclasses.replace(o, b=(V,)) | T.e = 4
K.__setattr__ = object.__setattr__
""", """
o.d | o.c, p.c | o < p, o == K(1) | hash(o) == hash(K(1)) | {o, p, K(1)} == {K(1)} | {o: 1}.get(K(1)) | repr(o) | len({o, p, K(1), K(2)}) | o.m(1) | max(o, p) | o in {K(1): 2} | sorted([p, o])[0].a | dataclasses.astuple(o)
o.m(0) is o, o.m(0) == o | L(1) == K(1) | o <= p | min([p, o]).a
"""),
    "namedtuple": ('''
class K(typing.NamedTuple):
    a: int
    b: int = 2
    def m(self, v): return self._replace(a=self.a + v)
    @property
    def c(self): return self.a + self.b
class L(K):
    def __new__(cls, a): return super().__new__(cls, a, 50)
''', r"""
o = T.m(V) | o = T._replace(b=V) | o = K(V) | o = L(V) | o = K._make([V, 3]) | o = K(b=V, a=1) | o = (1, V) | o += (V,) | o = T._replace(q=V) | T.b = V | a, b = T\no = K(b, a) | K.c = 5 | o = T * V | L.b = 5
""", """
o.b, o.c | o[0], o[-1] | tuple(o) | o._asdict() | o == (1, 2) | o < p | len(o), o + p | o.m(1) | repr(o) | K._fields | sum(o) | hash(o) == hash((1, 2)) | 2 in o | o.count(1) | o.index(2) | list(zip(o, p)) | {o: 3}[(1, 2)] | o[0:1] | max(o, p)
isinstance(o, tuple) | type(o._replace(a=1)).__name__ | f'{o}' | [v for v in o] | {o, p, K(1, 2)} == {(1, 2)} | sorted([p, o])
"""),
    "enum": ('''
class K(enum.Enum):
    A = 1
    B = 2
    C = 1
    @property
    def a(self): return self.value * 10
    def m(self, v): return K((self.value + v) % 2 + 1)
class L(enum.IntEnum):
    A = 1
    B = 2
    D = enum.auto()
    @property
    def a(self): return self + 100
''', r"""
o = K(V + 1) | o = L(V) | o = K['AB'[V]] | o = getattr(K, 'AB'[V]) | o = T.m(V) | o = K.C | o = list(K)[V] | o = L.B | o = K.A if V else L.A | T.name = 'q' | T.z = V | K.A = 5 | o = L(5) | o = K['Q'] | o = list(L)[-V]
""", """
o.value, o.name | o is K.A, o == K.A | o == 1, p == 2 | o.a, p.a | o.m(1) | repr(o), str(o) | {K.A: 1, K.B: 2}.get(o) | o in (K.A, L.A) | list(K), len(L) | K.B in K, isinstance(o, K) | [v.name for v in K] | o + 1 | o < p | hash(o) == hash(K.A) | int(o)
f'{o}' | L.A < L.B, L.D | max(L), sum(L) | K.__members__ | {o: 4, p: 5}[K.A] | o is K.C | match_k(o) | range(5)[o] | L.A == 1, K.A == 1 | isinstance(o, int) | sorted(K, key=lambda v: -v.value)[0] is o
"""),
    "flag": ('''
class K(enum.Flag):
    A = 1
    B = 2
    C = 4
    AB = 3
    @property
    def a(self): return self.value
class L(enum.IntFlag):
    A = 1
    B = 2
    C = 4
    @property
    def a(self): return self.value + 100
''', r"""
o = K(V) | o |= K.B | o &= K.A | o ^= K.AB | o = K.A|K(V + 1) | o = L(V) | o = L.A|V | o = T|T | o = K(0) | o |= L.C | o = K(9) | o = L.B
""", """
o.value, o.name | o == K.AB, o is K.AB | bool(o) | K.A in K(3), K.C in K.AB | repr(o) | list(K), list(K.AB) | o & K.A | o|K.C | len(K.AB) | o in K.AB | {o: 1}.get(K.A) | o == 3 | L.A + 1 | [v.name for v in o]
"""),
    "call and contain": ('''
class K:
    def __init__(self, a): self.a = a; self.items = [a, a + 1]
    def __call__(self, v=1, *rest, **more): self.a += v; return self.a, rest, more
    def __contains__(self, v): self.items.append(('in', v)); return v == self.a
    def __iter__(self): self.items.append('it'); return iter([self.a, 5])
    def __len__(self): return self.a
    def __getitem__(self, k): return (k, self.a)
    def __setitem__(self, k, v): self.items.append((k, v))
    def __delitem__(self, k): self.items.append(('del', k))
class L(K):
    def __bool__(self): self.items.append('bool'); return self.a > 1
    def __len__(self): raise TypeError('no length')
    def __iter__(self): yield from super().__iter__(); yield 'L'
    __contains__ = None
''', r"""
T(V) | T(V, 1, k=2) | T[V] = 3 | T['k'] = V | del T[V] | 5 in T | list(T) | T[0:V] = 4 | T.__call__ = lambda v: 7 | K.__call__ = lambda self: 8 | K.__contains__ = lambda self, v: True | K.__iter__ = None | del K.__iter__
del L.__bool__ | T.items.append(V) | a, b = T | T.a = -1 | bool(T) | K.__len__ = lambda self: 3 | T[0] += 1 | del K.__len__ | if T: T.a = 50 | T.a = 0 | L.__contains__ = K.__contains__
""", """
o(1), o.a | o.items | 1 in o, o.items | list(o) | bool(o), o.items | len(o) | o[0], o['a'] | o[1:2, ...] | [v for v in o], o.items | 3 if o else 4 | not o | sum(v for v in o if v != 'L') | o.a in o | tuple(p) | a_b(*o) | list(map(o, [1, 2])) | iter(o) is o
{**{'x': o}}['x'] is o | max(o) | sorted(o) | dict.fromkeys(o) | list(reversed(o)) | o and p | (o or p).a | all([o, p]) | any(o) | while_(o) | list(zip(o, o)) | o.__len__() | [*o, *p] | set(o)
"""),
    "ordering": ('''
@functools.total_ordering
class K:
    def __init__(self, a): self.a = a
    def __eq__(self, other):
        if not isinstance(other, K): return NotImplemented
        return self.a == other.a
    def __lt__(self, other): return self.a < other.a
    def __repr__(self): return f'{type(self).__name__}({self.a})'
class L(K):
    def __hash__(self): return hash(self.a)
    def __lt__(self, other): return other.a < self.a
''', r"""
T.a = V | K.__eq__ = object.__eq__ | del K.__eq__ | L.__hash__ = None | K.__lt__ = lambda self, other: True | K.__hash__ = lambda self: 1 | p.a = o.a | T.a = 2.5 | L.__repr__ = lambda self: 'l'
K.__gt__ = lambda self, other: V > 0 | o = sorted([o, p])[0] | o = max(o, p) | L.__eq__ = lambda self, other: 'eq' | L.__ne__ = lambda self, other: V
""", """
o == p, o != p | o < p, o <= p, o > p, o >= p | sorted([o, p, K(0)]) | max(o, p), min([o, p]) | o == 1 | o in [K(1)] | [p, K(1)].index(o) | hash(o) | {o: 1} | [o, p].count(K(2)) | repr(o) | o == p == K(1) | [o] == [K(1)] | o < 1 | (o, 1) < (p, 0) | str([o, p])
L(1) < L(2), L(1) <= L(2), L(2) == K(2) | {L(1), L(1)} == {L(1)} | o <= p | sorted([p, o], reverse=True) | f'{o!r:>8}' | K(1) < L(2), L(2) > K(1) | o is max(o, p) | o.__eq__(3)
"""),
    "arithmetic": ('''
class K:
    def __init__(self, a): self.a = a
    def __add__(self, v): return type(self)(self.a + (v.a if isinstance(v, K) else v))
    def __radd__(self, v): return K(v * 100 + self.a)
    def __iadd__(self, v): self.a += 10 * v; return self
    def __sub__(self, v): return NotImplemented
    def __neg__(self): return K(-self.a)
    def __mul__(self, v): return NotImplemented if isinstance(v, str) else (self.a, v)
    def __matmul__(self, v): return ('@', v)
    def __int__(self): return self.a
    __index__ = __int__
    def __float__(self): return self.a / 2
    def __abs__(self): return abs(self.a)
    def __divmod__(self, v): return divmod(self.a, v)
    def __round__(self, n=0): return (self.a, n)
class L(K):
    def __radd__(self, v): return ('L', v if not isinstance(v, K) else v.a)
    def __rsub__(self, v): return ('rsub', v.a if isinstance(v, K) else v)
    def __isub__(self, v): return ('isub', v)
    def __imul__(self, v): return NotImplemented
    def __rmul__(self, v): return 'rmul'
''', r"""
T += V | o += V | p += o.a | o = o + V | o = V + T | o -= V | o = -T | o = o - p | o *= V | o = o + p | o @= V | K.__iadd__ = None | del K.__iadd__ | K.__radd__ = lambda self, v: V | L.__add__ = lambda self, v: 'ladd'
o -= p | o = sum([T, V]) | o = T * 'q' | K.__index__ = lambda self: V | o = abs(T) | T.__add__ = lambda v: 6
""", """
o + 1 | 1 + o | o + p, p + o | o - p | p - o | -o | o * 2 | o * 'q' | sum([o, p]) | int(o), float(o) | [1, 2, 3][o] | range(o) | o @ 3 | abs(o), divmod(o, 2) | round(o), round(o, 1) | 3 * p | o - 1 | 1 - o | o + 'a' | [5, 6, 7][:o] | 1.5 + p | bin(o)
type(o + p).__name__ | np.arange(4)[o] | (o + p).a | o.a | bytes(o) | 'ab' * o | K.__add__(o, 1) | [0] * o | chr(o) | f'{int(o):03d}' | operator.index(o)
"""),
    "managers": ('''
class K:
    log = []
    def __init__(self, a): self.a = a
    def __enter__(self): self.log.append(('in', self.a)); return self
    def __exit__(self, kind, error, trace): self.log.append((kind and kind.__name__, str(error))); return self.a == 1
class L(K):
    def __enter__(self): super().__enter__(); return 'L'
    def __exit__(self, *rest): self.a += 1; return super().__exit__(*rest)
''', r"""
with T: T.a = V | with T as q: z = 1 // (V - 1) | with T, p as q: raise KeyError(V) | with o, p: T.a = 1 | with T:\n    if V: raise ValueError('v') | K.__exit__ = lambda self, *r: True | T.log = [V] | K.log.clear()
with T as T.b: pass | with contextlib.suppress(ValueError), T: raise ValueError(V) | del L.__exit__ | with T as (a, b): pass | L.__enter__ = lambda self: 9
""", """
o.log | K.log | o.a, p.a | len(o.log) | with_(o), o.log | with_(p), p.a | o.b | o.log is p.log
"""),
    "mangled": ('''
class K:
    __n = 5
    def __init__(self, a): self.__a = a; self.a = a
    def __hidden(self, v): self.__a += v; return self.__a
    def m(self, v): return self.__hidden(v), self.__n
    def get(self): return self.__a
class L(K):
    __n = 6
    def __init__(self, a): super().__init__(a); self.__a = 'L'
    def m(self, v): return super().m(v), self.__n, self.__a
''', r"""
T.m(V) | T._K__a = V | K._K__n = V | T._L__a = V | T.__a = V | K._K__hidden = lambda self, v: V | del K._K__n | T._K__n = V | L._K__n = V | setattr(T, '__a', V) | del T._K__a | K.m = lambda self, v: self._K__a
""", """
o.m(1) | o.get(), vars(o) | sorted(vars(o)) | hasattr(o, '__a'), hasattr(o, '_K__a') | o.m(1), p.m(1) | getattr(o, '_L__a', 0) | o.__a | o._K__n, L._K__n | o.get()
"""),
    "diamond": ('''
class A:
    def __init__(self, a, **more): self.a = a; self.log = ['A']; super().__init__(**more)
    def m(self, v): self.log.append('A'); return v
    x = 'A'
class B(A):
    def __init__(self, a, b=2): super().__init__(a); self.b = b; self.log.append('B')
    def m(self, v): self.log.append('B'); return super().m(v) + 1
class C(A):
    def m(self, v): self.log.append('C'); return super().m(v) * 2
    x = 'C'
class K(B, C):
    def m(self, v): self.log.append('K'); return super().m(v) + 100
class L(C, B):
    def m(self, v): self.log.append('L'); return super(C, self).m(v)
    @property
    def x(self): return super().x + 'L'
''', r"""
T.m(V) | B.m(T, V) | super(B, T).m(V) | C.m = lambda self, v: V | del B.m | del C.m | A.x = V | B.x = V | del C.x | T.log.append(V) | B.__init__ = A.__init__ | K.m = A.m | T.x = V | super(type(T), T).m(V) | K.__bases__ = (C,)
A.m = lambda self, v: v + V | del K.m | T.m = super(K, T).m
""", """
o.m(1), o.log | o.x, p.x | [k.__name__ for k in K.__mro__] | o.log, p.log | B.m(o, 1), o.log | super(B, o).m(1) | isinstance(p, B), issubclass(C, B) | K.x, L.x | o.m(1), p.m(1) | o.b | super(K, o).x | K.m is B.m | K.__base__.__name__, len(A.__subclasses__())
"""),
    "metaclass": ('''
class Meta(type):
    made = []
    def __new__(mcs, name, bases, space, **more): space['tag'] = name.lower(); return super().__new__(mcs, name, bases, space)
    def __init__(cls, name, bases, space): super().__init__(name, bases, space); cls.made.append(name)
    def __call__(cls, *args): cls.count += 1; return super().__call__(*args)
    def __len__(cls): return cls.count
    def __getattr__(cls, name): 
        if name.startswith('_'): raise AttributeError(name)
        return 'meta ' + name
    def __contains__(cls, v): return v == 3
    @property
    def mp(cls): return cls.count * 2
    def mm(cls, v): cls.count += v; return cls
class K(metaclass=Meta):
    count = 0
    def __init__(self, a): self.a = a
class L(K):
    count = 10
''', r"""
K.count = V | L.mm(V) | K(V) | o = L(V) | K.mp = V | Meta.made.append(V) | K.zz = V | Meta.__len__ = lambda cls: V | T.count = V | o = Meta('M', (K,), {'b': V})(2) | class M(K): b = V | K.mm(V) | del L.count | type(T).count += V | del K.tag | Meta.mp = 4
""", """
K.count, L.count | len(K), K.tag | Meta.made | o.tag, o.count | K.anything | K.mp, L.mp | 3 in K, 4 in L | type(K).__name__ | bool(K) | hasattr(o, 'mp'), hasattr(K, 'mp') | o.anything | isinstance(K, Meta) | K.mm(1) is K | K(1).count | K == L, K is type(o) | list(Meta.made)
"""),
    "abstract": ('''
class A(abc.ABC):
    n = 0
    @abc.abstractmethod
    def m(self, v): self.n += v; return self.n
    @property
    @abc.abstractmethod
    def b(self): ...
    def t(self): return self.m(1) + self.b
class K(A):
    def __init__(self, a): self.a = a
    def m(self, v): return super().m(v) * 2
    @property
    def b(self): return self.a
class L(K):
    def m(self, v): return A.m(self, v)
    b = 7
''', r"""
T.m(V) | T.t() | A() | A.register(int) | T.n = V | A.n = V | L.b = V | K.m = lambda self, v: V | del L.m | del K.b | class M(A): pass\no = M() | class M(K):\n    b = V\no = M(1) | T.b = V | A.m = lambda self, v: 3
""", """
o.m(1), o.n | o.t() | o.b, p.b | isinstance(o, A), issubclass(L, A) | sorted(A.__abstractmethods__) | o.t(), p.t(), o.n, p.n | isinstance(3, A) | vars(o) | A.n, o.n | K.__abstractmethods__ | A()
"""),
    "new": ('''
class K:
    made = {}
    def __new__(cls, a):
        if a in K.made: return K.made[a]
        self = super().__new__(cls)
        self.count = 0
        if a < 3: K.made[a] = self
        return self
    def __init__(self, a): self.a = a; self.count += 1
class L(K):
    def __new__(cls, a): return super().__new__(cls, a + 10) if a != 4 else 'four'
''', r"""
o = K(1) | o = K(V) | o = K(2) | K.made.clear() | K.made.pop(1) | o = L(4) | o = L(V) | T.count = 0 | K.__new__ = lambda cls, a: object.__new__(cls) | K.made = {} | K(1) | K(V + 1) | p = K(1) | del L.__new__
""", """
o.count, p.count | o is K(1) | K.made | K(1) is K(1), K(5) is K(5) | len(K.made) | L(4) | o.count | list(K.made) | K(2).count | o.a, o.count | L(3) is L(3)
"""),
    "containers": ('''
class K(list):
    def __init__(self, a): super().__init__([a, 3]); self.a = a
    def append(self, v): super().append(v); self.a += 1
    def __getitem__(self, k): return super().__getitem__(k) if k else 'first'
    def __eq__(self, other): return list.__eq__(self, other) or 'eq'
class L(dict):
    def __init__(self, a): super().__init__(k=a); self.a = a
    def __missing__(self, k): self.a += 1; return k
    def __setitem__(self, k, v): super().__setitem__(k, (v,))
''', r"""
T.append(V) | T['k'] = V | T[0] = V | T['q'] | o.extend([V]) | o += [V] | p['z'] = V | p.update(w=V) | del p['k'] | p.setdefault('s', V) | o.pop() | o.sort() | o *= V | o[:] = [V] | p |= {'m': V} | o.a = V | p.a += V | o.clear() | p.clear() | list.append(o, V)
p.pop('k') | o.insert(0, V) | o.reverse() | K.append = list.append | del L.__setitem__ | o = o + [V] | p = dict(p)
""", """
o, o.a | p, p.a | len(o), len(p) | list(o), dict(p) | o[0], o[1] | p['k'] | p['nope'], p.a | o == [1, 3], o != [1, 3] | repr(o), repr(p) | o[-1:] | 3 in o, 'k' in p | sorted(o), list(p) | p.get('q') | [*o], {**p} | o + o | type(o + o).__name__ | o.index(3)
bool(o), bool(p) | list(p.items()) | o.copy() | type(p.copy()).__name__ | isinstance(p, dict) | max(o) | tuple(o) | vars(o) | o is p | p == {'k': 2} | hash(o) | o.count(3) | list(reversed(o)) | sum(o)
"""),
    "numbers": ('''
class K(int):
    def __new__(cls, a): self = super().__new__(cls, a); self.a = a * 10; return self
    def __add__(self, v): return K(super().__add__(v))
    def m(self, v): return self * v
class L(float):
    a = 5
    def __repr__(self): return f'L{float(self)}'
    def __mul__(self, v): return L(float.__mul__(self, v))
''', r"""
o = o + V | o += V | o = K(V) | p = L(V) | p = p * V | T.a = V | T.b = V | o = o - V | p *= 2 | o = K(5) + V | K.m = lambda self, v: V | o = int(o) | p = float(p) | del K.__add__
""", """
o, o.a | p, p.a | o == 1, p == 2 | o + 1, p + 1 | repr(o), repr(p) | type(o + 1).__name__ | type(p * 2).__name__ | o.m(2) | hash(o) == hash(1) | [4, 5, 6][o] | f'{o:03d} {p:.2f}' | o < p | isinstance(o, int) | int(o), float(p) | np.array([1, 2]) + o | bool(o)
{1: 'x'}.get(o) | round(p) | range(o) | str(p) | o.bit_length() | vars(o) | sum([o, p]) | max(o, p)
"""),
    "texts": ('''
class K(str):
    def __new__(cls, a): self = super().__new__(cls, f'k{a}'); self.a = a; return self
    def upper(self): return K(self.a + 1)
class L(tuple):
    def __new__(cls, a): return super().__new__(cls, (a, 4))
    @property
    def a(self): return self[0]
    def __len__(self): return 9
''', r"""
o = o.upper() | o = K(V) | p = L(V) | o += 'q' | T.a = V | p = p + (V,) | p = p[:V] | o = o[V:] | K.upper = str.upper | o = K(V) + K(1) | del L.__len__ | T.z = V
""", """
o, o.a | p, p.a | len(o), len(p) | o == 'k1', p == (2, 4) | repr(o), repr(p) | o + 'x', type(o + 'x').__name__ | list(p), tuple(p) | o.upper().a | hash(o) == hash('k1') | {o: 1}.get('k1') | f'{o}-{p}' | o in 'ak1' | p[0], p[-1] | 4 in p | bool(p)
o.lower() | ','.join([o, o]) | sorted(p) | isinstance(p, tuple) | a_b(*p) | vars(o) | str(o) is o | o.startswith('k')
"""),
    "exceptions": ('''
class K(Exception):
    code = 1
    def __init__(self, a): super().__init__(f'k {a}'); self.a = a
    def __str__(self): return super().__str__() + '!'
class L(K, ValueError):
    code = 2
    def __init__(self, a, b=3): Exception.__init__(self, a, b); self.a = b
''', r"""
try: raise T\nexcept K as e: e.a = V | raise T | T.args = (V,) | try: raise K(V) from T\nexcept K as e: o = e | K.code = V | T.a = V | T.add_note('n') | o = L(V) | o = K(V) | try: raise L(V)\nexcept ValueError as e: o = e
K.__str__ = lambda self: 'S' | L.code += V | del K.__str__ | raise K(V) | raise L | T.b = V
""", """
str(o), o.args | o.a, p.a | repr(p) | o.code, K.code | isinstance(p, ValueError) | type(o.__cause__).__name__ | caught(o), caught(p) | o.args, p.args | vars(o) | getattr(o, '__notes__', None) | o.__context__ | f'{o}' | str(p)
"""),
    "iterators": ('''
class K:
    def __init__(self, a): self.a = a; self.i = 0
    def __iter__(self): return self
    def __next__(self):
        if self.i >= self.a + 1: raise StopIteration(self.i)
        self.i += 1
        return self.i
class L(K):
    def __iter__(self): self.i = 0; return self
    def __next__(self): return super().__next__() * 10
''', r"""
next(T) | next(T, 0) | T.i = 0 | T.a = V | for q in T: pass | list(T) | for q in T:\n    if q == V: break | K.__next__ = lambda self: 1 // 0 | iter(T) | a, *b = T | T.i += V | K.__iter__ = lambda self: iter([V]) | V in T | sum(T)
""", """
list(o), o.i | next(o), o.i | next(o, 'end') | [v for v in p] | o.i, p.i | iter(o) is o | sum(o), sum(o) | list(zip(o, p)) | 2 in o, o.i | list(map(str, o)) | tuple(o), tuple(o) | max(o) | list(enumerate(p)) | [*o, *p, *o] | a_b(*o) | next(iter(p)) | dict(zip('ab', o))
"""),
    "inner": ('''
class K:
    class Part:
        def __init__(self, v): self.v = v
        def m(self): return self.v * 2
    shared = Part(5)
    def __init__(self, a): self.a = a; self.part = self.Part(a); self.fn = lambda v: v + self.a
class L(K):
    class Part(K.Part):
        def m(self): return super().m() + 100
    def make(self):
        outer = self
        class Q:
            def m(self): outer.a += 1; return outer.a
        return Q()
''', r"""
T.part.v = V | T.part = p.part | K.shared.v += V | K.Part.m = lambda self: V | L.Part = K.Part | T.fn = lambda v: V | T.part = T.Part(V) | T.a = V | T.shared = K.Part(V) | K.shared = T.part | T.part.z = V | del T.part.v | T.part.m() | p.part, o.part = o.part, p.part
""", """
o.part.v, o.part.m() | o.part is p.part | o.fn(1) | K.shared.v, o.shared.v | o.shared is p.shared | p.part.m(), type(p.part) is K.Part | L(1).make().m() | vars(o.part) | o.part | o.fn(2), p.fn(3) | type(o.part).__qualname__.split('.')[-1]
"""),
    "typed": ('''
U = typing.TypeVar('U')
class K(typing.Generic[U]):
    a: int
    b: 'int' = 4
    def __init__(self, a): self.a = a
    def m(self, v: U) -> U: return v
class L(K[int]):
    c: typing.ClassVar[list] = []
    def __init__(self, a): self.a: int = a; self.c.append(a)
@typing.runtime_checkable
class P(typing.Protocol):
    def m(self, v): ...
''', r"""
T.m(V) | T.b = V | o = K[int](V) | L.c.append(V) | K.b = V | T.c = [V] | L.c = [] | K.__annotations__['z'] = V | del K.m | T.m = len | del T.a
""", """
o.b | o.m(1) | isinstance(o, P) | L.c | K.__annotations__ | o.c | vars(o) | L.__bases__[0].__name__ | len(L.c), L(1).c | isinstance(3, P)
"""),
}  # fmt: skip
