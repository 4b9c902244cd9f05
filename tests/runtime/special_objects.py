"""Classes with every special method, each of which reads the global `K`."""

# ruff: noqa
import abc, bisect, collections, contextlib, copy, dataclasses, enum, functools, heapq, itertools, json, math, operator, random, statistics, string

import numpy as np

K=2
class MC(type):
    def __instancecheck__(c,o): return K>2
    def __subclasscheck__(c,o): return K>2
    def __call__(c,*a):
        o=super().__call__(*a); o.made=0; return o
    def __len__(c): return K
    def __iter__(c): return iter([K,K])
    def __contains__(c,v): return v==K
    def __getitem__(c,k): return k*K
    @property
    def mp(c): return K
class O(metaclass=MC):
    def __init__(s,v=1): s.v=v; s.k0=0
    def __lt__(s,o): return (s.v*K)%5 < (o.v*K)%5
    def __eq__(s,o): return K>2 or s is o
    def __hash__(s): return K
    def __add__(s,o): return K+getattr(o,'v',o)
    def __radd__(s,o): return K*10+o
    def __len__(s): return K
    def __bool__(s): return K>2
    def __iter__(s): return iter([K,K+1])
    def __contains__(s,v): return v==K
    def __getitem__(s,k): 
        if isinstance(k,int) and k>=K: raise IndexError
        return K
    def __index__(s): return K
    def __int__(s): return K
    def __float__(s): return K*1.0
    def __complex__(s): return K*1j
    def __abs__(s): return K
    def __round__(s,n=0): return K
    def __floor__(s): return K
    def __ceil__(s): return K
    def __trunc__(s): return K
    def __divmod__(s,o): return K,K
    def __pow__(s,o,m=None): return K
    def __str__(s): return f"s{K}"
    def __repr__(s): return f"r{K}"
    def __format__(s,f): return f"f{K}{f}"
    def __call__(s,*a): return K
    def __enter__(s): return K
    def __exit__(s,*a): return K>2
    def __getattr__(s,n):
        if n.startswith('zz'): return K
        raise AttributeError(n)
    def __copy__(s): return O(K)
    def __deepcopy__(s,m): return O(K)
    def __reversed__(s): return iter([K])
    def __neg__(s): return K
    def __invert__(s): return K
    def __matmul__(s,o): return K
    def __iadd__(s,o): return K
    def __missing__(s,k): return K
    def __length_hint__(s): return K
    def __class_getitem__(c,k): return K
    def __next__(s): return K
    def __bytes__(s): return b"a"*K
    def __sizeof__(s): return K
    def __dir__(s): return ["a"]*K
    def __set_name__(s,o,n): o.nm=n+str(K)
    @property
    def p(s): return K
    @p.setter
    def p(s,v): s.v=v*K
    @functools.cached_property
    def cp(s): return K
    @classmethod
    def cm(c): return K
    @staticmethod
    def sm(): return K
class Desc:
    def __get__(s,o,c): return K
    def __set__(s,o,v): o.__dict__['dd']=v*K
class WD: d=Desc()
class DD(dict):
    def __missing__(s,k): return K
class LL(list):
    def __getitem__(s,i): return super().__getitem__(i)*K
    def __len__(s): return super().__len__()+K
    def append(s,v): super().append(v*K)
class II(int):
    def __add__(s,o): return int(s)+o*K
class EE(enum.Enum):
    A=1; B=2
    @classmethod
    def _missing_(c,v): return c.A if K>2 else c.B
    def f(s): return K*s.value
@dataclasses.dataclass
class DC:
    a: int
    b: int = dataclasses.field(default_factory=lambda: K)
    def __post_init__(s): s.c=s.a*K
class NT(collections.namedtuple("NT","a b")):
    def __new__(c,a,b=1): return super().__new__(c,a*K,b)
    @property
    def s(s): return s.a+K
class ABCc(collections.abc.Sequence):
    def __getitem__(s,i):
        if i>=K: raise IndexError
        return K+i
    def __len__(s): return K
class MM(collections.abc.MutableMapping):
    def __init__(s): s.d={'a':1}
    def __getitem__(s,k): return s.d[k]*K
    def __setitem__(s,k,v): s.d[k]=v
    def __delitem__(s,k): del s.d[k]
    def __iter__(s): return iter(s.d)
    def __len__(s): return len(s.d)
class Arr:
    def __array__(s,dtype=None,copy=None): return np.full(2,K*1.0)
@functools.total_ordering
class TO:
    def __init__(s,v): s.v=v
    def __eq__(s,o): return s.v==o.v
    def __lt__(s,o): return s.v*K%5<o.v*K%5
class It:
    def __init__(s): s.i=0
    def __iter__(s): return s
    def __next__(s):
        s.i+=1
        if s.i>K: raise StopIteration
        return s.i
class Sub(O):
    def __init_subclass__(c,**k): c.reg=K
@contextlib.contextmanager
def cmg():
    yield K
@functools.singledispatch
def sd(v): return K
@sd.register(int)
def _(v): return K*100
