"""Calls in a trace: what is inlined, recorded, run now, refused."""

import dataclasses
import datetime
import functools
import itertools
import math
import operator
import os
import time
from typing import NamedTuple

import numpy as np
import pytest

import sct
from sct import errors
from sct.runtime.calls import inlining, traced_call
from tests.runtime.same import same

V = np.array([1.0, -2.0, 3.0])
calls = [(V,), (-V,)]
state = []
GLOBAL = 1.0


class Scaled:
    def __init__(self, k):
        self.k = k
        self.uses = 0

    def __call__(self, x):
        if x.sum() > 0:
            return x * self.k
        return x - self.k

    def scale(self, x):
        self.uses += 1
        return x * self.k

    @classmethod
    def make(cls, k):
        return cls(k)

    @staticmethod
    def sign(x):
        return 1 if x.sum() > 0 else -1

    @property
    def inverse(self):
        return 1 / self.k


@dataclasses.dataclass
class Point:
    x: object
    y: object = 1.0

    def __post_init__(self):
        if self.x.sum() > 0:
            self.y = self.y + 1

    def norm(self):
        return np.sqrt((self.x**2).sum()) + self.y


class Pair(NamedTuple):
    a: object
    b: object

    def total(self):
        return self.a + self.b


def branchy(x):
    if x.sum() > 0:
        return x + 1
    return x - 1


def wrapped(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        result = f(*args, **kwargs)
        if result.sum() > 5:
            return result * 2
        return result

    return wrapper


@wrapped
def decorated(x):
    return branchy(x) * 3


@functools.lru_cache
def cached(n):
    return [n] * n


def test_user_callables_are_inlined():
    def f(x):
        s = Scaled(2.0)
        return s(x), s.scale(x), Scaled.make(3)(x), Scaled.sign(x), s.inverse * x, s.uses

    same(f, *calls)


def test_dataclasses_and_named_tuples():
    def f(x):
        p = Point(x)
        q = Pair(a=x, b=p.norm())
        return p.y, p.norm(), q.total(), q, Point(x, y=x)

    same(f, *calls)


def test_partials_wrappers_lambdas_closures():
    k = 3.0

    def f(x):
        add = functools.partial(operator.add, x)
        g = lambda v: branchy(v) * k
        return add(1), g(x), decorated(x), functools.partial(branchy)(x), list(map(g, [x, x + 1]))

    same(f, *calls)


def test_what_a_cache_keeps_is_kept():
    def f(x):
        n = cached(3)
        n.append(4)
        return x * len(cached(2)), x * len(n)

    def calls(function):
        cached.cache_clear()
        return [[v.tolist() for v in function(V)] for _ in range(3)]

    assert calls(sct.to_static(f)) == calls(f)


def test_static_functions_are_inlined():
    inner = sct.to_static(branchy)

    def f(x):
        return inner(x) + inner(x * 2)

    assert np.array_equal(sct.to_static(f)(V), f(V))


def test_not_to_static_runs_as_it_is():
    @sct.not_to_static
    def helper(x):
        return x * 2

    def f(x):
        return helper(x) + 1

    same(f, *calls)


def test_static_recursion():
    def power(x, n):
        return x if n == 1 else x * power(x, n - 1)

    def f(x):
        return power(x, 6)

    same(f, *calls)


def test_symbolic_recursion_is_left_to_python():
    def fact(n):
        return 1 if n <= 1 else n * fact(n - 1)

    same(lambda x: fact(x.sum()), *calls)


def test_recursion_that_ends_the_stack_is_given_up_at_once(monkeypatch):
    met = []
    inline = traced_call.inline
    monkeypatch.setattr(traced_call, "inline", lambda *args: met.append(args) or inline(*args))

    def shrink(x):
        if x > 1:
            if x > 2:
                if x > 3:
                    if x > 4:
                        if x > 5:
                            return shrink(x / 2)
                        return shrink(x / 3)
                    return shrink(x / 4)
                return shrink(x / 5)
            return shrink(x / 6)
        return x

    assert sct.to_static(lambda x: shrink(x.sum()))(V) == shrink(V.sum())
    assert len(met) < 200, len(met)


def test_single_dispatch():
    @functools.singledispatch
    def kind(x):
        return "object"

    @kind.register
    def _(x: np.ndarray):
        return "array"

    @kind.register
    def _(x: float):
        return "float"

    def f(x):
        return kind(x), kind(x[0]), kind("s"), kind(1.5)

    same(f, *calls)


def test_super_and_setattr():
    class Base:
        def __setattr__(self, name, value):
            super().__setattr__("_" + name, value)

        def f(self, x):
            return x + 1

    class Derived(Base):
        def f(self, x):
            self.kept = x
            return super().f(x) * self._kept

    def f(x):
        return Derived().f(x)

    same(f, *calls)


def test_properties_with_setters():
    class Cell:
        def __init__(self):
            self._v = 0.0

        @property
        def v(self):
            return self._v

        @v.setter
        def v(self, new):
            if new.sum() > 0:
                self._v = new
            else:
                self._v = -new

    def f(x):
        c = Cell()
        c.v = x
        return c.v

    same(f, *calls)


def test_user_containers():
    class Stack:
        def __init__(self):
            self.items = []

        def __len__(self):
            return len(self.items)

        def __getitem__(self, i):
            return self.items[i]

        def __setitem__(self, i, v):
            self.items[i] = v * 2

        def __contains__(self, v):
            return v in self.items

        def __iadd__(self, v):
            self.items.append(v)
            return self

        def __bool__(self):
            return len(self.items) > 1

    def f(x):
        s = Stack()
        s += x[0]
        s[0] = x[1]
        n = len(s)
        t = bool(s)
        s += x[2]
        return n, t, bool(s), s[0], s.items, x[2] in s, 17.0 in s

    same(f, *calls)


def test_list_methods_in_branches():
    def f(x):
        out = [x]
        push = out.append
        if x.sum() > 0:
            push(x * 2)
        else:
            out.append(x * 3)
        list.append(out, x)
        out.extend(v for v in (x, x))
        return out, out.index(3) if 3 in [1, 3] else None

    def g(x):
        d = {"a": x}
        if x.sum() > 0:
            d.update(b=x * 2)
        else:
            d["b"] = x
        return d, d.get("b"), d.pop("a"), sorted(d)

    same(g, *calls)


def test_numpy_creation():
    def f(x):
        n = len(x)
        a = np.zeros(n) + x
        b = np.zeros((n, 2))
        b[0] = x[:2]
        c = np.full((2, 3), 7, dtype=np.int32)
        d = np.empty(3)
        d[:] = x
        e = np.array([x[0], 2.0, x.sum()])
        return a, b, c, d, e, np.ones_like(x), np.eye(3) @ x, np.arange(3) * x, np.linspace(0, 1, 3)

    same(f, *calls)


def test_creation_is_not_one_big_constant():
    def f(x):
        return np.zeros((100, 100)) + x[0]

    program = sct.to_static(f).program(V)
    assert all(len(str(value)) < 1000 for op in program.body.walk() for _, value in op.attrs)


def test_scalar_types():
    def f(x):
        return np.float32(x[0]), np.int64(x[1]), np.float64(2), np.bool_(x[2])

    same(f, *calls)


def test_math_and_operator():
    def f(x):
        return (
            math.sqrt(abs(x[0])), math.pi * x, math.exp(x[1]), math.floor(x[2]), math.hypot(3, 4),
            operator.add(x, 1), operator.mul(2, x[0]), operator.itemgetter(0)(x), functools.reduce(operator.add, x),
            list(itertools.accumulate([x, x])), list(itertools.starmap(branchy, [(x,)])),
        )  # fmt: skip

    same(f, *calls)


def test_min_of_python_code():
    def f(x):
        return max([x, x * 2], key=lambda v: 1), sorted([3, 1, 2], key=lambda v: -v)

    same(f, *calls)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: x * time.time(),
        lambda x: x * datetime.datetime.now().year,
        lambda x: (x, os.getcwd()),
        lambda x: open("nothing"),
        lambda x: (x, input()),
        lambda x: eval("x"),
        lambda x: np.save("nothing", x),
    ],
    ids=["time", "now", "os", "open", "input", "eval", "save"],
)
def test_impure_callees_are_refused(f):
    with pytest.raises(errors.SctError) as error:
        sct.to_static(f)(V)
    assert "test_call_traced.py" in str(error.value) and "Fix:" in str(error.value)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: np.save("kept.npy", x),
        lambda x: np.savez("kept.npy", x),
        lambda x: np.savetxt("kept.npy", x),
        lambda x: x.tofile("kept.npy"),
        lambda x: x.dump("kept.npy"),
        lambda x: np.ndarray.tofile(x, "kept.npy"),
        lambda x: (np.lib.format.open_memmap("kept.npy", mode="w+", shape=(3,)), x),
    ],
    ids=["save", "savez", "savetxt", "tofile", "dump", "by the class", "memory that is a file"],
)
def test_a_file_is_what_it_was_after_a_refusal(f, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept.npy").write_text("of the user's")
    with pytest.raises(errors.SctError):
        sct.to_static(f)(V)
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("kept.npy", "of the user's")]


def test_what_numpy_is_asked_for_its_words_leaves_the_arguments_alone():
    stepped, ran = iter([1, 2, 3]), []

    def f(x, k):
        return np.full(3, stepped, k), x

    def g(x):
        return np.take(x, [0], axis=ran.append)

    for one, args in ((f, (V, "no dtype")), (g, (V,))):
        with pytest.raises((TypeError, errors.SctError)):
            sct.to_static(one)(*args)
    assert list(stepped) == [1, 2, 3] and not ran


def test_pure_standard_library():
    import collections
    import copy
    import json
    import string

    def f(x):
        c = collections.Counter("abca")
        q = collections.deque([1, 2], maxlen=2)
        q.append(5)
        kept = copy.deepcopy([x, 1])
        kept[0] += 1
        return x * c["a"] + q[0], json.dumps({"a": 1}), string.ascii_letters[:3], kept, copy.copy([x])

    same(f, *calls)


def test_iterators_are_not_shared_between_calls():
    counter = itertools.count()

    def f(x):
        return x + next(counter)

    with pytest.raises(errors.SideEffectError):
        sct.to_static(f)(V)


def test_next_where_it_is_made():
    def f(x):
        it = iter([x, x * 2])
        a = next(it)
        return a, next(it), next(it, 7), next((v for v in [x, 1] if v is not x), None)

    same(f, *calls)


def test_next_in_a_symbolic_branch():
    def f(x):
        it = iter([x, x * 2])
        if x.sum() > 0:
            a = next(it)
        else:
            a = x
        return a, next(it)

    for x in (V, -V):
        for got, want in zip(sct.to_static(f)(x), f(x), strict=True):
            assert np.array_equal(got, want)


def test_users_ignored_modules_run_as_they_are():
    with sct.ignore_module("tests.runtime.test_call_traced"):
        assert np.array_equal(sct.to_static(lambda x: Scaled.make(2.0).scale(x))(V), V * 2)


def test_choice_of_functions():
    def f(x):
        if x.sum() > 0:
            g = np.abs
            name = "abs"
        else:
            g = branchy
            name = "branchy"
        return g(x), len(name)

    same(f, *calls)



def test_converted_closures_are_guarded_too():
    global GLOBAL

    def make(k):
        def add(x):
            return x + GLOBAL + k

        return add

    for add in (sct.transform(make)(3), sct.transform(make(3))):
        static = sct.to_static(lambda x: add(x))
        try:
            assert np.array_equal(static(V), V + 4)
            GLOBAL = 5.0
            assert np.array_equal(static(V), V + 8)
        finally:
            GLOBAL = 1.0


def test_what_needs_values_now_is_refused():
    import json

    with pytest.raises(errors.UnsupportedCallError, match=r"json.dumps\(\) was given"):
        sct.to_static(lambda x: json.dumps(float(x[0])))(V)


def test_callbacks_of_the_standard_library_are_guarded():
    import collections
    import heapq

    global GLOBAL

    def f(x):
        d = collections.defaultdict(lambda: x * GLOBAL)
        groups = [list(g) for _, g in itertools.groupby([1, 1, 2], key=lambda v: v * GLOBAL)]
        return d["a"], groups, heapq.nlargest(1, [1, 2], key=lambda v: v * GLOBAL)

    static = same(f, *calls)
    try:
        GLOBAL = -3.0
        assert np.array_equal(static(V)[0], V * -3) and static(V)[2] == [1]
    finally:
        GLOBAL = 1.0


def test_choices_are_printed():
    def f(x):
        r = x[0] > 0 and "yes"
        print("got", r, 1)

    same(f, *calls)


def test_recursion_that_doubles_is_unrolled_only_while_it_is_small(monkeypatch):
    monkeypatch.setattr(inlining, "_RECURSIVE_OPS", 400)

    def ordered(items):
        if len(items) <= 1:
            return items
        small, large = [v for v in items[1:] if v < items[0]], [v for v in items[1:] if v >= items[0]]
        return ordered(small) + [items[0]] + ordered(large)

    def f(x):
        return ordered(x.tolist())

    x = np.array([3.0, -2.0, 0.5, 7.0, 1.0, 4.0])
    static = sct.to_static(f, backend="numpy")
    assert static(x) == f(x)
    assert sum(1 for _ in static.program(x).body.walk()) < 2_000
