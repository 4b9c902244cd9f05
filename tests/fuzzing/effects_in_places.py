"""Statements that change something, in all kinds of places: taken or not, once or several times, before what raises."""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass

import numpy as np

from tests.harness import Call, call

__all__ = ["Case", "calls", "case_of", "put", "text"]

HEAD = '''import array, bisect, collections, contextlib, dataclasses, functools, heapq, io, itertools, operator, queue, random, struct, types
import numpy as np


class O:
    total = 0
    def __init__(self): self.a = 0; self.items = []
    def add(self, v): self.items.append(v); self.a += 1
    @property
    def p(self): return self.a
    @p.setter
    def p(self, v): self.a = v * 2
    def __iadd__(self, v): self.a += v; return self
    def __setitem__(self, k, v): self.items.append((k, v))
    def __delitem__(self, k): self.items.append(("del", k))
    def __call__(self, v): self.a += v
    def __getattr__(self, n):
        if n.startswith("dyn"): self.__dict__["seen"] = self.__dict__.get("seen", 0) + 1; return 3
        raise AttributeError(n)
DC = dataclasses.make_dataclass("DC", [("a", int, 0), ("b", list, dataclasses.field(default_factory=list))])
class SL:
    __slots__ = ("a",)
    def __init__(self): self.a = 0
class LoudSet:
    def __set_name__(self, o, n): self.n = "_" + n
    def __get__(self, o, t): return getattr(o, self.n, 0)
    def __set__(self, o, v): setattr(o, self.n, v + 1)
class DD: a = LoudSet()
class CP:
    calls = 0
    def __init__(self): self.n = 0
    @functools.cached_property
    def v(self): self.n += 1; return 5


'''
EFFECTS: tuple[tuple[str, str, str], ...] = (  # before it, the effect, and what is seen of it
    ("c = [0]", "c.append(3)", "c"),
    ("c = [0]", "list(map(c.append, [1, 2]))", "c"),
    ("c = [0]", "functools.partial(c.append, 3)()", "c"),
    ("c = [0]", "operator.methodcaller('append', 4)(c)", "c"),
    ("c = [0, 5]", "operator.setitem(c, 0, 7)", "c"),
    ("c = [0, 5]", "operator.delitem(c, 0) if c else 0", "c"),
    ("c = [0]", "operator.iadd(c, [1])", "c"),
    ("c = [0]", "[c.append(q) for q in (1, 2)]", "c"),
    ("c = [0]", "any(c.append(q) for q in (1, 2))", "c"),
    ("c = [3, 1]", "heapq.heappush(c, 0)", "c"),
    ("c = [1, 3]", "bisect.insort(c, 2)", "c"),
    ("c = [1, 3]", "heapq.heapify(c); c.insert(0, 9)", "c"),
    ("c = [1, 2, 3]", "random.Random(3).shuffle(c)", "c"),
    ("c = [1, 2, 3]", "c[1:] = [9]", "c"),
    ("c = [3, 1, 2]", "c.sort()", "c"),
    ("c = [3, 1, 2]", "c.reverse()", "c"),
    ("c = [[1], [2]]", "c[0].append(5)", "c"),
    ("c = [[0]] * 2", "c[0].append(5)", "c"),
    ("c = {'a': 1}", "c.update(b=2)", "c"),
    ("c = {'a': 1}", "c.setdefault('b', []).append(1)", "c"),
    ("c = {'a': 1}", "c |= {'z': 3}", "c"),
    ("c = {'a': 1}", "list(map(c.setdefault, 'bc', [1, 2]))", "c"),
    ("c = {'a': 1, 'b': 2}", "c.pop('b', None)", "c"),
    ("c = {'a': 1}", "operator.setitem(c, 'q', 2)", "c"),
    ("c = {'a': 1}", "dict.__setitem__(c, 'q', 2)", "c"),
    ("c = {'a': 1}", "dict.update(c, q=2)", "c"),
    ("c = {1, 2}", "c.add(3)", "c"),
    ("c = {1, 2}", "set.add(c, 3)", "c"),
    ("c = {1, 2}", "c ^= {2, 5}", "c"),
    ("c = {1, 2}", "list(map(c.discard, [1]))", "c"),
    ("c = collections.deque([1], 3)", "c.extend([2, 3, 4])", "c"),
    ("c = collections.Counter()", "c.update('ab')", "c"),
    ("c = collections.Counter()", "c['a'] += 1", "c"),
    ("c = collections.OrderedDict(a=1, b=2)", "c.move_to_end('a')", "list(c)"),
    ("c = collections.ChainMap({}, {'a': 1})", "c['b'] = 2", "dict(c)"),
    ("c = collections.ChainMap({}, {'a': 1})", "c.maps.append({'q': 2})", "dict(c)"),
    ("c = collections.UserList([1])", "c.append(2)", "c.data"),
    ("c = collections.UserDict(a=1)", "c['b'] = 1", "c.data"),
    ("o = O()", "o.add(3)", "o.a, o.items"),
    ("o = O()", "setattr(o, 'a', 5)", "o.a"),
    ("o = O()", "object.__setattr__(o, 'a', 5)", "o.a"),
    ("o = O()", "o.__dict__['a'] = 5", "o.a"),
    ("o = O()", "vars(o)['a'] = 5", "o.a"),
    ("o = O()", "o.__dict__.update(a=7)", "o.a"),
    ("o = O()", "o.new = 4", "getattr(o, 'new', None)"),
    ("o = O()", "o.p = 4", "o.a"),
    ("o = O()", "o += 4", "o.a"),
    ("o = O()", "o['k'] = 4", "o.items"),
    ("o = O()", "del o[3]", "o.items"),
    ("o = O()", "o(4)", "o.a"),
    ("o = O()", "o.dynx", "o.__dict__.get('seen')"),
    ("o = O()", "getattr(o, 'dyny', 0)", "o.__dict__.get('seen')"),
    ("o = O()", "hasattr(o, 'dyny')", "o.__dict__.get('seen')"),
    ("o = O()", "delattr(o, 'a') if 'a' in vars(o) else 0", "hasattr(o, 'a')"),
    ("o = O()", "list(map(o.add, [1, 2]))", "o.items"),
    ("o = O()", "sorted([2, 1], key=o)", "o.a"),
    ("o = DC()", "o.b.append(1); o.a += 1", "o"),
    ("o = DC()", "o = dataclasses.replace(o, a=4)", "o"),
    ("o = SL()", "o.a = 4", "o.a"),
    ("o = DD()", "o.a = 4", "o.a"),
    ("o = CP()", "o.v", "o.n"),
    ("o = types.SimpleNamespace(a=1)", "o.b = 2", "vars(o)"),
    ("o = O(); q = o", "q.a = 9", "o.a"),
    ("class K:\n        n = 0\n    o = K()", "type(o).n += 1", "K.n"),
    ("class K:\n        n = 0", "K.n += 1", "K.n"),
    ("class K:\n        n = 0", "setattr(K, 'm', 3)", "hasattr(K, 'm')"),
    ("class K:\n        log = []", "K.log.append(1)", "K.log"),
    ("def g(v, acc=[]):\n        acc.append(v)\n        return acc", "g(3)", "g(0)"),
    ("def g(): pass", "g.calls = 2", "getattr(g, 'calls', 0)"),
    ("n = 0\n    def g():\n        nonlocal n\n        n += 1", "g()", "n"),
    ("n = [0]\n    g = lambda: n.append(1)", "g()", "n"),
    ("@functools.lru_cache\n    def g(q):\n        log.append(q)\n        return q\n    log = []", "g(3)", "log, g(3), log"),
    ("def mk():\n        k = 0\n        def h():\n            nonlocal k\n            k += 1\n            return k\n        return h\n    h = mk()", "h()", "h()"),
    ("a = np.zeros(3)", "a[0] = 5", "a"),
    ("a = np.zeros(3)", "a.fill(2)", "a"),
    ("a = np.array([3., 1.])", "a.sort()", "a"),
    ("a = np.zeros(3)", "np.copyto(a, 4)", "a"),
    ("a = np.zeros(3)", "np.put(a, [0], 4)", "a"),
    ("a = np.zeros(3)", "np.add.at(a, [0, 0], 1)", "a"),
    ("a = np.zeros(3)", "a.flat[1] = 3", "a"),
    ("a = np.zeros((2, 2))", "a.T[0] = 3", "a"),
    ("a = np.zeros(3)", "np.add(a, 1, out=a)", "a"),
    ("a = np.zeros(3)", "a += 1", "a"),
    ("a = np.zeros(3)", "operator.iadd(a, 1)", "a"),
    ("a = np.zeros(3)", "a.__setitem__(0, 9)", "a"),
    ("a = np.zeros(3)", "np.ndarray.__setitem__(a, 0, 9)", "a"),
    ("a = np.zeros(3)", "np.place(a, a == 0, 7)", "a"),
    ("a = np.zeros(4)", "a.view('i8')[0] = 1", "a"),
    ("a = np.zeros(3)", "a.real[0] = 1", "a"),
    ("a = np.zeros(3)", "np.fill_diagonal(a.reshape(1, 3), 5)", "a"),
    ("a = np.zeros(4)", "a.shape = (2, 2)", "a.shape"),
    ("a = np.zeros(4); b = a[1:]", "b[:] = 2", "a"),
    ("a = np.zeros(4); b = a.reshape(2, 2)", "b[0] = 2", "a"),
    ("a = np.arange(4.)", "np.random.default_rng(0).shuffle(a)", "a"),
    ("a = np.zeros(3)", "list(map(a.__setitem__, [0, 1], [5, 6]))", "a"),
    ("a = np.zeros(3)", "np.putmask(a, a == 0, 2)", "a"),
    ("a = np.zeros(3)", "a.put([1], [3])", "a"),
    ("a = np.arange(3.)", "a.partition(1); a[:] = a[::-1]", "a"),
    ("a = np.zeros(3)", "np.nan_to_num(a, copy=False, nan=1.0); np.multiply(a + 1, 2, out=a)", "a"),
    ("a = np.zeros(3)", "a.resize(5)", "a.shape"),
    ("a = np.zeros((2, 3))", "for row in a:\n            row += 1", "a"),
    ("a = np.zeros(3)", "np.nditer(a, op_flags=['readwrite']).__next__()[...] = 4", "a"),
    ("a = np.zeros(3)", "a.setflags(write=False)", "a.flags.writeable"),
    ("b = io.StringIO()", "b.write('ab')", "b.getvalue()"),
    ("b = io.StringIO()", "print('q', file=b)", "b.getvalue()"),
    ("b = io.StringIO()", "with contextlib.redirect_stdout(b):\n            print('r')", "b.getvalue()"),
    ("b = bytearray(4)", "struct.pack_into('<h', b, 0, 7)", "b"),
    ("b = bytearray(4)", "b[0] = 7", "b"),
    ("b = bytearray(4)", "memoryview(b)[1:2] = b'x'", "b"),
    ("b = array.array('i', [1])", "b.append(3)", "b.tolist()"),
    ("b = queue.Queue()", "b.put(3)", "b.qsize()"),
    ("b = io.BytesIO()", "b.write(b'ab')", "b.getvalue()"),
    ("r = random.Random(3)", "r.random()", "r.random()"),
    ("r = np.random.default_rng(3)", "r.normal()", "r.normal()"),
    ("r = np.random.RandomState(3)", "r.rand()", "r.rand()"),
    ("random.seed(5)", "random.random()", "random.random()"),
    ("np.random.seed(5)", "np.random.rand()", "np.random.rand()"),
    ("", "np.random.seed(9)", "np.random.rand() if x[1] > 0 else 0"),
    ("r = random.Random(3)", "r.shuffle([1, 2, 3])", "r.random()"),
    ("r = random.Random(3); s = r.getstate()", "r.setstate(s) or r.random()", "r.random()"),
    ("it = iter([1, 2, 3])", "next(it, 0)", "list(it)"),
    ("it = itertools.count()", "next(it)", "next(it)"),
    ("it = (q for q in range(3))", "next(it, 0)", "list(it)"),
    ("it = itertools.cycle('ab')", "next(it)", "next(it)"),
    ("def gen():\n        v = yield 1\n        while True: v = yield (v or 0) + 1\n    it = gen(); next(it)", "it.send(5)", "it.send(2)"),
    ("it = enumerate('abc')", "next(it, 0)", "list(it)"),
    ("it = zip('abc', [1, 2, 3])", "next(it, 0)", "list(it)"),
    ("it = map(abs, [1, -2, 3])", "next(it, 0)", "list(it)"),
    ("", "warnings.warn('w')", "1"),
    ("", "print('hi', x[0])", "1"),
    ("c = [1]; d = c", "d += [2]", "c, d"),
    ("c = [1]; d = {'k': c}", "d['k'].append(3)", "c, d"),
    ("c = [1]; t = (c, 2)", "t[0].append(3)", "c, t"),
    ("c = [1]", "c, = [[7]]", "c"),
    ("c = [1, 2]", "del c[0:1]", "c"),
    ("a, b = 1, 2", "a, b = b, a", "a, b"),
    ("a = [1, 2, 3]", "a[0], a[1] = a[1], a[0]", "a"),
    ("c = {}", "for c['k'] in [1, 2]: pass", "c"),
    ("o = O()", "for o.a in [1, 2]: pass", "o.a"),
    ("o = O()", "with contextlib.nullcontext(5) as o.a: pass", "o.a"),
    ("c = [0, 0]", "c[0], *c[1:] = [4, 5, 6]", "c"),
    ("z = 1", "(z := 5)", "z"),
    ("c = [0]", "(c := c + [1])", "c"),
)  # fmt: skip
PLACES = {
    "branch": "if x[1] > 0:\n    {effect}",
    "other branch": "if x[1] <= 0:\n    pass\nelse:\n    {effect}",
    "nested": "if x[1] > 0:\n    if x[0] > 1:\n        {effect}",
    "for": "for i in range(int(x[1]) + 1):\n    {effect}",
    "while": "i = 0\nwhile i < x[1]:\n    {effect}\n    i += 1",
    "left for": "for i in range(4):\n    if i >= x[1]: break\n    {effect}",
    "then raises": "try:\n    {effect}\n    if x[1] > 0: raise ValueError\nexcept ValueError:\n    pass",
    "raised before": "try:\n    if x[1] <= 0: raise ValueError\n    {effect}\nexcept ValueError:\n    pass",
    "handler": "try:\n    if x[1] > 0: x[7]\nexcept IndexError:\n    {effect}",
    "finally": "try:\n    try:\n        if x[1] > 0: x[7]\n    finally:\n        {effect}\nexcept IndexError:\n    pass",
    "returned": "if x[1] > 5: return 0\nif x[1] > 0:\n    {effect}\n    return 'early', {seen}",
    "match": "match int(x[1]):\n    case 1:\n        {effect}\n    case _:\n        pass",
    "with": "with contextlib.suppress(KeyError):\n    if x[1] > 0: raise KeyError\n    {effect}",
    "twice": "for i in range(2):\n    for k in range(x[1] + 1):\n        {effect}",
}


@dataclass(frozen=True)
class Case:
    """One of the effects in one of the places."""

    number: int
    place: str

    def text(self) -> str:
        """The source."""
        before, effect, seen = EFFECTS[self.number]
        lines = [textwrap.dedent("    " + before), put(PLACES[self.place], textwrap.dedent(effect)).replace("{seen}", seen)]
        body = textwrap.indent("\n".join([*lines, f"return {seen}"]), "    ")
        return f"{HEAD}def f(x):\n    random.seed(1)\n    np.random.seed(1)\n{body}\n"


def put(place: str, effect: str) -> str:
    """The place with the effect in it."""
    lines = []
    for line in place.split("\n"):
        inside = line.strip() == "{effect}"
        margin = line[: len(line) - len(line.lstrip())]
        lines.append(textwrap.indent(effect, margin) if inside else line)
    return "\n".join(lines)


def case_of(seed: int) -> Case:
    """One of them, chosen by chance."""
    chance = random.Random(seed)
    return Case(chance.randrange(len(EFFECTS)), chance.choice(list(PLACES)))


def text(seed: int) -> str:
    """Its source."""
    return case_of(seed).text()


def calls(seed: int) -> list[Call]:
    """Arrays whose second element decides."""
    return [call(np.array(x)) for x in ([2, 1], [1, 0], [0, 2], [2, 1])]
