"""Exceptions that the function itself catches: class and words are those of plain Python, or the function is refused."""

import linecache
import warnings

import numpy as np
import pytest

import sct
from sct.errors import InternalError, PlainPythonWarning, SctError

WRONG_USES = r"""
x + "a"
"a" + k
"a" * v
[1] * v
[1] + k
len(k)
len(v)
x[k, k]
x["a"]
x[1.5]
x[v]
x[k + 100]
x[[1, 200]]
x[None, k, k]
x[::0]
x.reshape(5)
x.reshape(k, 5)
x.nope
x.sum(axis=3)
np.sum(x, axis=k)
np.sum(x, axes=0)
np.concatenate([x, k])
np.concatenate(x)
np.concatenate([x, np.zeros((2, 2))])
np.stack([x, x[:2]])
np.zeros(-k)
np.zeros(v)
np.arange(k, "a")
np.linspace(0, 1, -k)
np.linspace(0, 1, v)
np.dot(x, np.zeros(3))
x @ np.zeros((4, 2))
np.linalg.inv(x)
np.linalg.inv(np.zeros((2, 2)) * v)
np.linalg.solve(np.zeros((2, 2)), x)
np.linalg.cholesky(-np.eye(2) * (v + 5))
np.broadcast_to(x, (2, 3))
x + np.zeros(4)
x.astype("foo")
np.array([x, [1]])
np.array([[1, 2], [3]])
int("a")
int(x)
int("1" + str(k) + "z")
float(x)
float("x" + str(k))
complex(x)
bool(x)
if_(x)
x < x if x > 0 else 1
k // 0
k % 0
k / 0
k ** "a"
k << -1
k >> v
v // 0
math.sqrt(-k)
math.log(k - k)
math.log(-v - 10)
math.exp(k * 10000.0)
math.factorial(-k)
math.factorial(v)
math.gcd(v, 2)
math.comb(k, -1)
math.fmod(v, 0)
math.acos(v + 10)
math.pow(0.0, -k)
0.0 ** -k
divmod(k, 0)
pow(k, -1, 0)
pow(2, -1, 4 * k)
round(k, "a")
round(v, 1.5)
abs("a")
min([])
min(k)
min(x, key=3)
max(k, "a")
sum(["a", k])
sum(k)
sorted([k, "a"])
sorted(k)
sorted([k, v], key=1)
list(k)
tuple(v)
set([[k]])
{[k]: 1}
{k: 1}[k + 1]
{"a": k}[k]
{"a": k}.pop("b")
{}.popitem()
dict([k])
dict(k)
[k].index(k + 1)
[k].remove(v)
[].pop()
[k].pop(3)
[k].insert("a", 1)
[k][1]
[k]["a"]
(k,)[v]
(k, v)[2]
"abc"[k + 9]
"abc".index("z" + str(k))
"a".join([k])
"a".join(k)
"{} {}".format(k)
"%d" % "a"
"%d %d" % k
"%d" % (k, k)
"%s"% (k, v)
f"{k:z9}"
f"{v:d}"
f"{x:d}"
format(k, "s")
format(v, "x")
"abc".zfill(v)
"abc".center("k")
str(k, "utf8")
bytes([k + 300])
bytes(-k)
bytearray(v)
chr(-k)
chr(v)
ord("ab")
ord(k)
hex(v)
bin("a")
range(v)
range(k, 5, 0)
range(k)[k + 3]
slice(k).indices(-1)
[1, 2, 3][::v]
[1, 2, 3][v:]
list(zip([k], [1, 2], strict=True))
next(iter([]))
next(k)
iter(k)
enumerate(k)
reversed(k)
reversed({k})
map(k, [1])
list(map(k, [1]))
list(map(lambda a, b: a, [k]))
(lambda a: a)(k, v)
(lambda a: a)()
(lambda a: a)(b=k)
g(k)
g(1, 2, 3, k)
g(1, 2, c=k)
C(k)
C().m(k)
C().nope
C() + k
k + C()
C()[k]
C()(k)
len(C())
iter(C())
C() < k
getattr(C(), "z")
getattr(k, "zz")
setattr(k, "zz", 1)
delattr(C(), "z")
del_(k)
hash([k])
hash(x)
isinstance(k, 3)
issubclass(k, int)
callable()
functools.reduce(operator.add, [])
functools.reduce(lambda a, b: a + "s", [k, v])
functools.partial(k)
operator.itemgetter(5)([k])
operator.attrgetter("q")(k)
operator.index(v)
operator.truediv(k, 0)
heapq.heappop([])
heapq.heappush([k], "a")
heapq.nlargest("a", [k])
bisect.bisect([1, 2], "a")
bisect.bisect([1, "b", 3], k)
collections.deque([], k).popleft()
collections.deque([k], -1)
collections.Counter(k)
collections.Counter([k]) + 1
collections.namedtuple("T", "a b")(k)
itertools.islice([1], -1)
list(itertools.islice([1], v))
list(itertools.combinations([k], -1))
list(itertools.repeat(k, "a"))
list(itertools.accumulate([k, "a"]))
random.Random(1).choice([])
random.Random(1).sample([k], 3)
random.Random(k).randint(3, 1)
statistics.mean([])
statistics.mean([k, "a"])
statistics.stdev([v])
struct.pack("B", k + 300)
struct.pack("i", v)
struct.unpack("i", b"a")
fractions.Fraction(k, 0)
fractions.Fraction(v, 2)
decimal.Decimal(k) / 0
re.match(k, "a")
np.int8(k + 300)
np.uint8(-k)
np.array([1], dtype=np.int8) + (k + 300)
x[0] + "a"
np.float32("a")
np.full((2,), "a")
np.full((2, 2), x)
np.eye(v)
np.eye(-k)
np.repeat(x, [1, 2])
np.repeat(x, -k)
np.tile(x, v)
np.take(x, 10)
np.take(x, k + 10)
np.choose([5], [x])
np.where(x > 0, x)
np.select([x > 0], [x, x])
np.interp(1, x, x[:1])
np.searchsorted(x, "a")
np.clip(x)
np.split(x, 2)
np.split(x, v)
np.array_split(x, 0)
np.swapaxes(x, 0, 1)
np.transpose(x, (1, 0))
np.expand_dims(x, 4)
np.squeeze(x, 0)
np.cross(x[:1], x[:1])
np.einsum("ij", x)
np.einsum("i,j->k", x, x)
np.tensordot(x, x, 2)
np.diag(np.zeros((2, 2, 2)))
np.histogram(x, bins=-1)
np.histogram(x, bins=[3, 2, 1])
np.bincount(x)
np.bincount(np.array([-k]))
np.percentile(x, 200)
np.quantile(x, v + 10)
np.percentile(x, [10, k + 200])
np.average(x, weights=[1])
np.average(x, weights=x * 0)
np.polyfit(x, x, -1)
np.fft.fft(x, 0)
np.fft.fft(x, -k)
np.random.default_rng(1).choice(3, size=5, replace=False)
np.random.default_rng(1).integers(5, 3)
np.random.default_rng(1).normal(0, -1)
np.random.RandomState(1).randint(5, 3)
np.pad(x, -1)
np.pad(x, 1, mode="foo")
np.roll(x, "a")
np.take_along_axis(x, np.array([9]), 0)
np.put_along_axis(x, np.array([9]), 1, 0)
np.add.reduce(x, axis=2)
np.add.at(x, [100], 1)
np.add(x, x, out=x[:2])
np.add(x, x, where="a")
np.add(x, 1.5, out=np.zeros(3, int))
np.sin(x, x, x)
np.sin()
np.sin("a")
np.maximum(x)
np.copyto(x, np.zeros(7))
np.putmask(x, [True], "a")
np.place(x, x > 0, [])
x.fill("a")
x.sort(axis=3)
x.item(10)
x.item()
x.resize(5)
x.view(np.float32).reshape(7)
x.view("i3")
x.T.nope()
x.dot(np.ones(5))
x.setflags(write=2, foo=1)
store(x, 10, 1)
store(x, 0, "a")
store(x, slice(0, 2), [1, 2, 3])
store(x, [0, 1], [1, 2, 3])
store(x, x > 0, [1, 2, 3, 4, 5])
store(x, (0, 0), 1)
store(k, 0, 1)
store((k,), 0, 1)
store([k], 4, 1)
store([k], slice(0, 1), 3)
store([1, 2, 3, k], slice(0, 4, 2), [3])
store({}, [k], 1)
store("abc", k, 1)
unpack2(x)
unpack2([k])
unpack2(k)
unpack2((k, v, 1))
unpackstar([k])
raise_(k)
raise_("a")
assert_(k > 100)
assert_(v > 100)
np.testing.assert_allclose(x, x + 1)
np.nditer(x, flags=["foo"])
np.ndindex(-1)
np.unravel_index(100, (2, 2))
np.unravel_index(k + 100, (2, 2))
np.ravel_multi_index((5, 5), (2, 2))
np.meshgrid(x, indexing="zz")
np.vander(np.zeros((2, 2)))
np.trapezoid(x, np.zeros(2))
np.convolve([], x)
np.correlate(x, x, mode="zz")
np.gradient(x[:1])
np.apply_along_axis(lambda a: a, 3, x)
np.insert(x, 50, 1)
np.delete(x, 50)
np.append(x, np.zeros((2, 2)), axis=0)
np.kron("a", x)
np.trace(x)
np.linalg.det(x)
np.linalg.norm(x, "fro")
np.linalg.norm(x, axis=5)
np.linalg.matrix_power(np.eye(2), 1.5)
np.vstack([x, np.zeros(2)])
np.hstack(k)
np.argmax(np.zeros(0) * v)
np.max(x[:0])
x[:0].min()
np.nanmax(x[:0])
np.ix_(x > 0, np.zeros((2, 2)))
np.frombuffer(b"abc", dtype=np.int32)
np.fromiter([k], dtype=int, count=4)
np.dtype("nope")
np.result_type("nope")
np.can_cast(k, "i1")
np.left_shift(x, 1)
np.bitwise_and(x, k)
x & 1
~x
x.astype(int) << 1.5
-np.array([True, False])
np.array([True]) - np.array([False])
divmod(x, "a")
x ** [1, 2]
x if np.array([True, False]) else 1
not x
x and k
x == np.zeros(7)
x < "a"
some(x) * 1.5
1.5 * some(x)
some(x) * x[0]
some(x) + k
k + some(x)
some(x) @ 3
some(x)["a"]
some(x)[1.5]
some(x)[k + 9]
some(x)[: k + 0.5]
some(x)[:: k - 2]
some(x).pop("a")
some(x).pop(k + 9)
some(x).insert("a", 1)
some(x).insert(v, 1)
some(x).index(k + 9.0)
some(x).remove(k + 9.0)
some(x).extend(k)
some(x).append()
some(x).sort(1)
some(x).nope
some(x) < k
some(x)()
-some(x)
store(some(x), k + 9, 1)
store(some(x), "a", 1)
store(some(x), slice(0, 2), 3)
del_(tuple(some(x)))
hash(some(x))
int(some(x))
float(some(x))
"a".join(some(x))
math.sqrt(some(x))
unpack2(some(x))
min(v for v in some(x) if v > 100)
next(v for v in some(x) if v > 100)
sum(some(x), "a")
sorted(some(x), key=1)
range(some(x))
chr(some(x))
x in k
k in k
k in "abc"
[1, 2] < k
(1, k) < (1, "a")
{k} | [1]
{k: 1} | 3
{k}.add([1])
{k}.remove(v)
set().pop()
frozenset([k]).add(1)
""".strip().splitlines()

#: Only the run could tell, or these hold texts and objects that no program holds.
REFUSED = frozenset(
    r"""
[1] * v
np.zeros(v)
np.arange(k, "a")
round(k, "a")
{"a": k}[k]
some(x).extend(k)
"a".join(k)
str(k, "utf8")
bytes([k + 300])
bytes(-k)
bytearray(v)
chr(v)
ord(k)
hex(v)
next(k)
list(map(k, [1]))
functools.partial(k)
operator.index(v)
collections.deque([], k).popleft()
collections.Counter(k)
collections.Counter([k]) + 1
list(itertools.repeat(k, "a"))
list(itertools.accumulate([k, "a"]))
struct.pack("B", k + 300)
struct.pack("i", v)
fractions.Fraction(k, 0)
fractions.Fraction(v, 2)
decimal.Decimal(k) / 0
re.match(k, "a")
np.full((2,), "a")
np.searchsorted(x, "a")
np.split(x, v)
np.add(x, x, where="a")
x.resize(5)
store(x, 0, "a")
store("abc", k, 1)
np.nditer(x, flags=["foo"])
np.hstack(k)
np.can_cast(k, "i1")
np.bitwise_and(x, k)
{k} | [1]
{k: 1} | 3
frozenset([k]).add(1)
""".strip().splitlines()
)

DEFINITIONS = """
import math, itertools, collections, functools, operator, heapq, bisect, random, statistics, struct, fractions, decimal
import re
import numpy as np

class C:
    def m(self): return 1

def g(a, b=1): return a

def some(x): return [float(v) for v in x if v > 0]

def if_(x):
    if x: return 1
    return 2

def store(x, i, v): x[i] = v

def del_(k): del k[0]

def unpack2(t):
    a, b = t
    return a

def unpackstar(t):
    a, b, *c = t
    return a

def raise_(k): raise k

def assert_(c): assert c, "no"

def known(x, k, v):
    k, v = k * 1, v * 1.0
    try:
        made = {use}
    except Exception as e:
        return type(e).__name__, type(e).__mro__[1].__name__, str(e)
    return type(made).__name__

def at_run_time(x, k, v):
    k, v = k * 1, v * 1.0
    if x[0] > 100:
        k, v = k + 1, v + 1
    try:
        made = {use}
    except Exception as e:
        return type(e).__name__, type(e).__mro__[1].__name__, str(e)
    return type(made).__name__
"""


def functions(use):
    source, name = DEFINITIONS.replace("{use}", use), f"<caught {use}>"
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    namespace = {"__name__": "caught"}
    exec(compile(source, name, "exec"), namespace)
    return namespace["known"], namespace["at_run_time"]


def arguments():
    return np.array([1.0, -2.0, 3.0]), 2, 1.5


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("use", WRONG_USES)
def test_what_is_caught(use):
    for function in functions(use):
        expected = function(*arguments())
        static = sct.to_static(function, backend="numpy")
        with warnings.catch_warnings():
            warnings.simplefilter("error", PlainPythonWarning)
            try:
                found = static(*arguments()), static(*arguments())
            except SctError as refusal:
                assert not isinstance(refusal, InternalError)
                assert use in REFUSED, str(refusal)
            else:
                assert found == (expected, expected)


def test_words_of_the_functions_own():
    """What the function itself raises says what it says, whatever classes of sct are called."""

    def named(x):
        try:
            if len(x) == 3:
                raise TypeError("unsupported operand: 'Variable' and \"Choice\"")
        except TypeError as error:
            return str(error), x * 2
        return "", x

    found = sct.to_static(named)(np.ones(3))
    assert repr(found) == repr(named(np.ones(3)))
