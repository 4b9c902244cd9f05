"""Methods that Python and its libraries call by themselves (`__floor__`, `__missing__`, `_missing_`, `__set__`, …).

All of them read one global. Where it changes, the static function must see that, or refuse: a method that ran as it was
written, while the graph was built, would have been run once and never again.
"""

import contextlib
import io
import linecache

import numpy as np
import pytest

import sct
from sct.errors import SctError
from tests.runtime import special_objects

EXPRESSIONS = """
sorted([O(1),O(2),O(3)])[0].v
min(O(1),O(2),O(3)).v
max([O(1),O(2),O(3)]).v
sum([O(1),O(2)])
sum([O(1)],5)
len(O())
bool(O())
not O()
list(O())
tuple(O())
set(O())
[*O()]
3 in O()
O()[0]
range(O())
list(range(O()))
[1,2,3,4,5][O()]
x[O()]
int(O())
float(O())
complex(O())
abs(O())
round(O())
math.floor(O())
math.ceil(O())
math.trunc(O())
divmod(O(),1)
pow(O(),2)
O()**2
str(O())
repr(O())
format(O(),'x')
f'{O()}'
f'{O()!r}'
'{}'.format(O())
'%s'%O()
'%d'%O()
'%r'%(O(),)
','.join(map(str,[O(),O()]))
str([O()])
repr({'a':O()})
f'{[O()]}'
O()()
O().zzq
getattr(O(),'zza')
hasattr(O(),'zza')
copy.copy(O()).v
copy.deepcopy(O()).v
copy.deepcopy([O()])[0].v
list(reversed(O()))
-O()
~O()
O()@1
O[3]
next(O())
bytes(O())
O().p
O().cp
O.cm()
O.sm()
O().cm()
isinstance(3,O)
issubclass(int,O)
O().made
O().k0
len(O)
list(O)
2 in O
O.mp
WD().d
DD()['a']
DD().get('a')
LL([1,2])[0]
len(LL([1,2]))
list(LL([1,2]))
II(3)+4
EE(7)
EE.A.f()
DC(1)
DC(1).c
dataclasses.replace(DC(1),a=3).c
dataclasses.asdict(DC(2))
NT(1,2)
NT(1).s
NT(1,2)._replace(a=5)
list(ABCc())
3 in ABCc()
ABCc().index(3)
list(reversed(ABCc()))
ABCc().count(3)
MM()['a']
dict(MM())
list(MM().items())
MM().get('a')
{**MM()}
MM().pop('a')
np.array(Arr())
np.sum(Arr())
x[0]+np.asarray(Arr())
TO(1)>=TO(3)
TO(1)>TO(3)
sorted([TO(1),TO(2),TO(3)])[0].v
list(It())
sum(It())
max(It())
[i for i in It()]
dict(zip('ab',It()))
list(itertools.islice(It(),5))
list(itertools.chain(It(),It()))
list(map(lambda v:v,It()))
list(enumerate(It()))
functools.reduce(operator.add,It())
statistics.mean(It())
','.join(str(i) for i in It())
sd('a')
sd(3)
operator.index(O())
operator.length_hint(O())
operator.truth(O())
operator.contains(O(),2)
operator.getitem(O(),0)
[O(1)]==[O(2)]
(O(1),)==(O(2),)
{'a':O(1)}=={'a':O(2)}
[O(1),O(2)].index(O(7))
[O(1),O(2)].count(O(7))
O(5) in [O(1)]
O(5) in (O(1),)
collections.deque([O(1)]).count(O(2))
collections.deque([O(1)])==collections.deque([O(2)])
{O(1):1}.get(O(2),9)
len({O(1),O(2)})
O(5) in {O(1)}
heapq.nsmallest(1,[O(1),O(2),O(3)])[0].v
bisect.bisect_left([O(1),O(2)],O(3))
(lambda h:(heapq.heapify(h),h[0].v))([O(3),O(2),O(1)])[1]
collections.Counter([O(1),O(2)])[O(3)]
'abc'[O():]
'abc'*O()
[0]*O()
'a'.ljust(O())
x.reshape(-1,O())[0]
np.zeros(O())
np.full((O(),),1.0)
np.arange(O())
math.sqrt(O())
math.gcd(O(),6)
math.comb(6,O())
round(3.14159,O())
chr(97+int(O()))
bin(O())
hex(O())
np.float64(O())
np.int64(int(O()))
float.__add__(1.0,float(O()))
any([O(),O()])
all([O(),O()])
[1 if o else 2 for o in [O()]]
O() and 3
O() or 3
1 if O() else 2
O()==O()
O()!=O()
O(1)<O(2)
O(1)>O(2)
print(O())
print(O(),[O()],sep=str(O()))
''.join(['a']*int(O()))
slice(O()).indices(10)
list(range(10))[O():]
list(range(10))[O()]
tuple(range(10))[O()]
type('T',(O,),{})().p
operator.attrgetter('p')(O())
operator.methodcaller('cm')(O())
list(map(O.cm.__func__,[O]))
functools.partial(O.sm)()
next(iter(O()))
dict([(1,O())])[1].p
string.Template('$a').substitute(a=O())
json.dumps({'a':K})
random.Random(K).random()
np.random.default_rng(O()).random()
x*O.cm()
x+O()
O()+x[0]
O()+x
isinstance(O(),collections.abc.Iterable)
isinstance(O(),collections.abc.Sized)
callable(O())
""".strip().splitlines()  # fmt: skip

STATEMENTS = [
    'o=O(); o+=1; r=o',
    'o=O(); o.p=5; r=o.v',
    "w=WD(); w.d=5; r=w.__dict__['dd']",
    'with O() as v: r=v',
    'with cmg() as v: r=v',
    'r=0',
    'with O(): raise ValueError\nr=[]',
    'for v in O(): r.append(v)',
    'r=[]',
    'for v in It(): r.append(v)',
    'r=[]',
    'for i,v in enumerate(ABCc()): r.append(v*i)',
    'a,*b=O(); r=(a,b)',
    'l=LL([1]); l.append(3); r=list.__getitem__(l,1)',
    'class T(Sub): pass\nr=T.reg',
    'class T: q=O()\nr=T.nm',
    'match O():\n    case O(v=1): r=1\n    case _: r=2',
    'match O():\n    case [a,b]: r=a\n    case _: r=2',
    'match DC(1,3):\n    case DC(a=1,b=b): r=b+K',
    "match {'a':O()}:\n    case {'a':v}: r=v.p",
    'try:\n    raise ValueError(O())\nexcept ValueError as e: r=str(e)',
    'assert True, O()\nr=1',
    'd={}; d[O(1)]=1; d[O(2)]=2; r=len(d)',
    "d=MM(); d['b']=5; r=d['b']",
    "d=DD(); d['q']+=1; r=dict(d)",
    's=set(); s.add(O(1)); s.add(O(2)); r=len(s)',
    'l=[O(3),O(1),O(2)]; l.sort(); r=[o.v for o in l]',
    'l=[O(1),O(2)]; l.remove(O(9)) if K>2 else None; r=len(l)',
    'h=[]; heapq.heappush(h,O(3)); heapq.heappush(h,O(1)); r=heapq.heappop(h).v',
    'def g(v=O()): return v.p\nr=g()',
    'def g(*a,**k): return a,k\nr=g(*O(),**MM())',
    "del MM()['a']; r=K",
]

REFUSED = {
    "r = copy.deepcopy([O()])[0].v", "r = np.zeros(O())", "r = np.full((O(),),1.0)", "r = np.arange(O())",
    "r = np.float64(O())", "r = slice(O()).indices(10)", "r = string.Template('$a').substitute(a=O())", "r = x+O()",
    "class T(Sub): pass\nr=T.reg", "class T: q=O()\nr=T.nm",
}  # fmt: skip  # by a line of the user's: a library would call the method by itself


def made(body, name):
    """A function whose `r` is what is looked at."""
    text = "def fn(x):\n" + "\n".join(f"    {line}" for line in body.splitlines()) + "\n    return r, x * 2\n"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), vars(special_objects))
    return vars(special_objects)["fn"]


def looks(value):
    if isinstance(value, np.ndarray):
        return value.dtype, value.tolist()
    if isinstance(value, (list, tuple)):
        return type(value), [looks(item) for item in value]
    if isinstance(value, dict):
        return type(value), [(looks(key), looks(item)) for key, item in value.items()]
    if isinstance(value, set):
        return set, sorted(map(repr, value))
    return type(value), repr(value)


def seen(function, x):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            found = looks(function(x))
        except SctError as error:
            return error
        except Exception as error:
            found = type(error), str(error)
    return found, out.getvalue()


@pytest.mark.parametrize("body", [*(f"r = {e}" for e in EXPRESSIONS), *STATEMENTS])
def test_a_method_that_python_calls_by_itself(body, monkeypatch):
    function = made(body, f"<{body}>")
    static = sct.to_static(function, backend="numpy")
    for k in (2, 3, 2, 4):
        monkeypatch.setattr(special_objects, "K", k)
        there = seen(static, np.arange(1.0, 13.0))
        if isinstance(there, SctError):
            assert body in REFUSED, there
            return
        assert there == seen(function, np.arange(1.0, 13.0)), k
    assert body not in REFUSED
