"""Functions that read a global, or note what they do, in a place that only Python evaluates: each is a case."""

# ruff: noqa
import functools, operator, math, copy, itertools, collections, dataclasses, enum, types, random, abc, contextlib, numbers, weakref, string, decimal, fractions, datetime, re, os, time
K=2; LOG=[]; D={}; CNT=0; CFG=types.SimpleNamespace(k=2)
def setup(step):
    global K, CNT
    K=(2,3,2,4,5)[step]; LOG.clear(); D.clear(); CNT=0; CFG.k=K; C.k=K; C.log=[]; Base.reg=[]
def state(): return [list(map(str,LOG)), dict(D), CNT, CFG.k, C.k, list(map(str,C.log)), list(map(str,Base.reg))]
class C:
    k=2; log=[]
    def m(self): return self.k
    @classmethod
    def cm(cls): cls.log.append(K); return K
    @staticmethod
    def sm(): LOG.append(K); return K
class Base: reg=[]
def k(): return K
def note(v): LOG.append(v); return v
def case_default_expr(x):
    def g(a=k(), *, b=note(K)): return a+b
    return g(), x

def case_classbody(x):
    class T:
        a=k(); b=[K]*2; c=note(K)
        for i in range(K): d=i
        if K>2: e=1
        else: e=2
        def f(self): return self.a*K
    return T().f(), T.b, T.d, T.e, x
def case_class_closure(x):
    n=K
    class T:
        v=n
        def f(self): return n*self.v
    return T().f(), x
def case_base_call(x):
    def mk(): note(1); return C
    class T(mk()): pass
    return T().m(), x
def case_lambda_default(x):
    fs=[lambda z,i=i,q=k(): z*i*q for i in range(3)]
    return [f(x[0]) for f in fs]
def case_genexpr(x): return sum(v*K for v in x), list(i*K for i in range(K))
def case_nested_gen(x):
    def g():
        for i in range(K):
            note(i); yield i*K
    return list(g()), x
def case_gen_partial(x):
    def g():
        try:
            for i in range(5): note(i); yield i
        finally: note("fin")
    it=g(); a=next(it); it.close()
    return a, x
def case_map_effect(x): return list(map(note,[1,K])), x
def case_map_lazy(x):
    m=map(note,[1,K]); return x
def case_filter(x): return list(filter(lambda v: v>k(), [1,2,3,4])), x
def case_sorted_key(x): return sorted([3,1,2],key=lambda v: (v*K)%5), x
def case_reduce(x): return functools.reduce(lambda a,b: a*K+b,[1,2,3]), x
def case_partial(x): return functools.partial(operator.add,K)(3), x
def case_accumulate(x): return list(itertools.accumulate([1,2,3],lambda a,b:a*K+b)), x
def case_groupby(x): return [(a,list(b)) for a,b in itertools.groupby([1,2,3,4,5],key=lambda v:v//K)], x
def case_takewhile(x): return list(itertools.takewhile(lambda v:v<K,[1,2,3])), x
def case_starmap(x): return list(itertools.starmap(lambda a,b:a*K+b,[(1,2),(3,4)])), x
def case_dd_factory(x):
    d=collections.defaultdict(lambda: K); d['a']; d['b']+=1
    return dict(d), x
def case_dd_list(x):
    d=collections.defaultdict(list); d[K].append(1); return dict(d), x
def case_setdefault(x): 
    d={}; d.setdefault('a',note(K)); d.setdefault('a',note(K+1)); return d, x
def case_global_w(x):
    global CNT
    CNT+=K; return CNT, x
def case_attr_w(x): CFG.k+=1; return CFG.k, x
def case_clsattr_w(x): C.k+=1; C.log.append(C.k); return C().m(), x
def case_dict_w(x): D['a']=K; D[K]=1; return len(D), x
def case_cm(x): return C.cm(), C.sm(), x
def case_getattr_dyn(x): return getattr(C,'k'), getattr(C(),'m')(), getattr(CFG,'k'), x
def case_vars(x): return vars(CFG)['k'], CFG.__dict__['k'], C.__dict__['k'], x
def case_globals(x): return globals()['K'], x
def case_eval(x): return eval('K'), x
def case_type3(x):
    T=type('T',(C,),{'q':K,'f':lambda self: self.q*K}); return T().f(), T().m(), x
def case_namedtuple(x):
    P=collections.namedtuple('P','a b'); return P(K,2).a, x
def case_dataclass(x):
    @dataclasses.dataclass
    class P:
        a:int=K
        b:list=dataclasses.field(default_factory=lambda:[K])
    return P().a, P().b, x
def case_enum(x):
    class E(enum.Enum):
        A=K; B=K+1
    return E.A.value, E(K+1).name, x
def case_property(x):
    class P:
        @property
        def v(self): return K
        @v.setter
        def v(self,q): note(q*K)
    p=P(); p.v=3; return p.v, x
def case_ctx(x):
    @contextlib.contextmanager
    def cm(): note("in"); yield K; note("out")
    with cm() as v: pass
    return v, x
def case_exitstack(x):
    with contextlib.ExitStack() as st:
        st.callback(note,K); st.push(lambda *a: note("p"))
    return x
def case_suppress(x):
    with contextlib.suppress(ValueError):
        note(1); raise ValueError(K)
    return x
def case_try_msg(x):
    try: raise ValueError(f"v{K}")
    except ValueError as e: return str(e), e.args, x
def case_raise_from(x):
    try:
        try: 1/0
        except ZeroDivisionError as e: raise KeyError(K) from e
    except KeyError as e: return repr(e), type(e.__cause__).__name__, x
def case_custom_exc(x):
    class E(Exception):
        def __init__(self,v): super().__init__(v*K); self.v=v; note(v)
        def __str__(self): return f"E{self.v*K}"
    try: raise E(2)
    except E as e: return str(e), e.args, x
def case_assert(x):
    try: assert K>2, note("msg")
    except AssertionError as e: return str(e), x
    return "ok", x
def case_singledispatch(x):
    @functools.singledispatch
    def f(v): return K
    @f.register
    def _(v: int): return K*10
    return f(1), f("a"), x
def case_lru(x):
    @functools.lru_cache
    def f(v): note(v); return v*K
    return f(1), f(1), f(2), x
def case_cachedprop(x):
    class P:
        @functools.cached_property
        def v(self): note("c"); return K
    p=P(); return p.v, p.v, x
def case_wraps(x):
    def deco(f):
        @functools.wraps(f)
        def w(*a): note(f.__name__); return f(*a)*K
        return w
    @deco
    def g(z): return z+1
    return g(1), g.__name__, x
def case_super(x):
    class P(C):
        def m(self): return super().m()*K
    return P().m(), x
def case_mro_mixin(x):
    class A(C):
        def m(self): note("A"); return super().m()
    class B(C):
        def m(self): note("B"); return super().m()
    class D_(A,B): pass
    return D_().m(), x
def case_slots(x):
    class P:
        __slots__=('a',)
        def __init__(self): self.a=K
    return P().a, x
def case_abc(x):
    class A(abc.ABC):
        @abc.abstractmethod
        def f(self): ...
    class B(A):
        def f(self): return K
    return B().f(), x
def case_getattr_hook(x):
    class P:
        def __getattr__(self,n): note(n); return K
    return P().zz, x
def case_getattribute(x):
    class P:
        def __init__(self): self.a=1
        def __getattribute__(self,n): note(n); return object.__getattribute__(self,n)
    return P().a, x
def case_setattr_hook(x):
    class P:
        def __setattr__(self,n,v): note(n); object.__setattr__(self,n,v*K)
    p=P(); p.a=2; return p.a, x
def case_delattr_hook(x):
    class P:
        def __delattr__(self,n): note(n); object.__delattr__(self,n)
    p=P(); p.a=1; del p.a
    return hasattr(p,'a'), x
def case_new(x):
    class P:
        def __new__(cls,v): o=super().__new__(cls); o.v=v*K; note("new"); return o
        def __init__(self,v): self.w=self.v
    return P(2).w, x
def case_del_method(x):
    class P:
        def __del__(self): note("del")
    p=P(); del p
    return x
def case_call(x):
    class P:
        def __call__(self,*a,**k2): return K*len(a)
    return P()(1,2,z=3), list(map(P(),[1,2])), x
def case_iterproto(x):
    class P:
        def __iter__(self): note("it"); return iter([K,1])
    a,b=P(); return a,b,[*P()],max(P()),sum(P()),dict(zip(P(),P())), x
def case_contains(x):
    class P:
        def __contains__(self,v): note(v); return v==K
    return 2 in P(), 3 not in P(), x
def case_bool(x):
    class P:
        def __bool__(self): note("b"); return K>2
    return (1 if P() else 2), not P(), (P() and 1) == 1, any([P()]), all([P()]), bool(P()), x
def case_while_bool(x):
    class P:
        n=0
        def __bool__(self): self.n+=1; return self.n<K
    p=P(); c=0
    while p: c+=1
    return c, x
def case_index(x):
    class P:
        def __index__(self): note("i"); return 1
    return [5,6,7][P()], list(range(P(),4)), x[P()], 'abc'[P():], x
def case_format(x):
    class P:
        def __format__(self,s): note(s); return f"{K}{s}"
        def __str__(self): return f"s{K}"
        def __repr__(self): return f"r{K}"
    p=P(); return f"{p:ab}", f"{p!s}", f"{p!r:>5}", "%s %r"%(p,p), "{:x}{}".format(p,[p]), str(p), repr([p]), x
def case_print(x):
    class P:
        def __str__(self): note("p"); return f"s{K}"
    print(P(), [1], sep="-", end=f"{K}\n"); return x
def case_cmp(x):
    class P:
        def __init__(s,v): s.v=v
        def __lt__(s,o): note("lt"); return s.v*K%5<o.v*K%5
        def __eq__(s,o): return s.v==o.v
        __hash__=None
    a=[P(1),P(2),P(3)]
    return [q.v for q in sorted(a)], min(a).v, max(a).v, P(1)==P(1), P(1)!=P(2), P(1)<P(3), P(2) in a, a.index(P(3)), x
def case_hash(x):
    class P:
        def __init__(s,v): s.v=v
        def __hash__(s): return s.v
        def __eq__(s,o): return s.v==o.v
    d={P(1):K}; return d[P(1)], P(1) in d, len({P(1),P(1),P(2)}), d.get(P(9),K), x
def case_arith(x):
    class V:
        def __init__(s,v): s.v=v
        def __add__(s,o): note("add"); return V(s.v+getattr(o,'v',o)*K)
        __radd__=__add__
        def __iadd__(s,o): note("iadd"); s.v+=K; return s
        def __mul__(s,o): return NotImplemented
        def __rmul__(s,o): return K
        def __neg__(s): return V(-s.v)
    a=V(1)+V(2); b=3+V(1); c=V(1); c+=5; e=sum([V(1),V(2)]); f=2*V(1)
    return a.v,b.v,c.v,e.v,f,(-a).v,x
def case_weakref(x):
    o=C(); r=weakref.ref(o); return r() is o, r().m(), x
def case_time(x): return isinstance(time.time(),float), x
def case_environ(x): return os.environ.get("SCT_NOPE",K), x


def case_decimal(x): return str(decimal.Decimal(K)/3)[:6], x
def case_fraction(x): return fractions.Fraction(K,3)+1, x
def case_date(x): return datetime.date(2020,1,K).isoformat(), x
def case_random(x):
    r=random.Random(K); return r.random(), [r.randint(0,9) for _ in range(3)], x
def case_json(x):
    import json
    return json.dumps({'a':K}), json.loads('[1,2]'), x
def case_string_tmpl(x): return string.Template("$a").substitute(a=K), x
def case_import(x):
    import math as m
    from math import floor
    return floor(K/2+.5)+m.pi, x
def case_star_kwargs(x):
    def g(*a,**q): return a,q
    return g(*[K,1],**{'z':K}), g(*range(K)), x
def case_walrus(x): return [y:=K, y**2], (z:=note(3))+z, x
def case_match(x):
    match K:
        case 2: return "two", x
        case n if n>k(): return "big", x
        case _: return "other", x
def case_chain(x): return 1<K<note(4)<5, x
def case_cond_effect(x): return (note(1) if K>2 else note(2)), (K>2 and note(3)) or note(4), x
def case_ufunc_cb(x): return np.frompyfunc(lambda v: v*K,1,1)(x).astype(float), np.vectorize(lambda v: v*K)(x)
def case_fromfunction(x): return np.fromfunction(lambda i,j: i*K+j,(2,2)), np.fromiter((i*K for i in range(3)),float), x
def case_apply(x): return np.apply_along_axis(lambda r: r*K,0,x), np.piecewise(x,[x>2],[lambda v:v*K,0])
def case_errstate(x):
    with np.errstate(divide='ignore'): return np.log(x*0), K
def case_nonlocal(x):
    n=K
    def g():
        nonlocal n
        n+=1; return n
    return g(), g(), n, x
def case_closure_list(x):
    acc=[]
    def g(v): acc.append(v*K); return acc
    g(1); return g(2), x
def case_recursion(x):
    def f(n): return K if n==0 else f(n-1)+1
    return f(3), x
def case_decorator_eff(x):
    def deco(f): note(f.__name__); return f
    @deco
    def g(): return K
    return g(), x
def case_classmeth_alt(x):
    class P:
        def __init__(s,v): s.v=v
        @classmethod
        def make(cls,v): note("mk"); return cls(v*K)
    return P.make(2).v, x
def case_copy(x):
    class P:
        def __init__(s): s.a=[K]
    p=P(); q=copy.copy(p); r=copy.deepcopy(p); q.a.append(1); return p.a, r.a, x
def case_sorted_attr(x):
    class P:
        def __init__(s,v): s.v=v
        @property
        def w(s): return s.v*K%5
    return [p.v for p in sorted([P(1),P(2),P(3)],key=operator.attrgetter('w'))], x
def case_bisect(x):
    import bisect
    return bisect.bisect([1,2,3],K), bisect.bisect_left([3,2,1],-K,key=lambda v:-v), x
def case_heap(x):
    import heapq
    h=[]
    for v in (3,K,1): heapq.heappush(h,(v,'a'))
    return heapq.heappop(h), heapq.nlargest(2,[1,K,5],key=lambda v:-v), x
def case_userlist(x):
    class L(list):
        def append(s,v): note(v); super().append(v*K)
        def __getitem__(s,i): return super().__getitem__(i)+K
    l=L(); l.append(1); l+= [2]; return l[0], list(l), len(l), x
def case_userdict(x):
    class M(dict):
        def __setitem__(s,k_,v): note(k_); super().__setitem__(k_,v*K)
        def __getitem__(s,k_): return super().__getitem__(k_)+1
    m=M(); m['a']=1; m.update(b=2); return m['a'], dict(m), m.get('a'), x
def case_usercol(x):
    class M(collections.UserDict):
        def __setitem__(s,k_,v): note(k_); super().__setitem__(k_,v*K)
    m=M(); m['a']=1; m.update(b=2); return dict(m), m['a'], x
def case_userlist2(x):
    class M(collections.UserList):
        def append(s,v): note(v); super().append(v*K)
    m=M([1]); m.append(1); m.extend([2]); return list(m), x
def case_userset(x):
    class S(set):
        def add(s,v): note(v); super().add(v*K)
    s=S(); s.add(1); s|={5}; return sorted(s), x
def case_counter(x):
    class Q(collections.Counter):
        def __missing__(s,k_): return K
    return Q("aab")['z'], Q("aab")['a'], x
def case_intsub(x):
    class I(int):
        def __add__(s,o): note("a"); return I(int(s)+o*K)
        def __str__(s): return f"I{K}"
    i=I(3); return int(i+1), str(i), f"{i}", [10,20,30,40][I(1)], x[I(1)], np.zeros(I(2))+1
def case_strsub(x):
    class S(str):
        def upper(s): return S(str.upper(s)*K)
        def __len__(s): return K
    s=S("ab"); return str(s.upper()), len(s), s+"c", x
def case_tuplesub(x):
    class T(tuple):
        def __getitem__(s,i): return super().__getitem__(i)*K
        def __iter__(s): note("it"); return iter([K])
    t=T((1,2)); return t[0], list(t), len(t), [*t], x
def case_property_del(x):
    class P:
        def gd(s): note("d")
        v=property(lambda s: K, None, gd)
    p=P(); del p.v
    return p.v, x
def case_desc(x):
    class Dd:
        def __get__(s,o,c=None): return K if o is None else K*2
        def __set_name__(s,o,n): pass
    class P: d=None
    P.d=Dd()
    return P.d, P().d, x
def case_meta_attr(x):
    class M_(type):
        @property
        def z(c): note("z"); return K
        def f(c): return K*2
        def __contains__(c,v): return v==K
        def __iter__(c): return iter([K])
        def __getitem__(c,i): return i*K
        def __len__(c): return K
        def __bool__(c): return K>2
        def __add__(c,o): return K
        def __getattr__(c,n): return K
    P=M_('P',(),{})
    return P.z, P.f(), 2 in P, list(P), P[3], len(P), bool(P), P+1, P.qq, x
def case_desc_of_class(x):
    class Dd:
        def __get__(s,o,c=None): note("get"); return K
    class P: d=Dd()
    return P.d, x
def case_meta_getattr(x):
    class M_(type):
        def __getattr__(c,n): note(n); return K
    P=M_('P',(),{})
    return P.qq, hasattr(P,'rr'), x
