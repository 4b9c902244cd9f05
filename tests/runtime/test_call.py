"""convert_call on plain values: the same answers as Python's own call, with the callee converted."""

import functools
import gc
import math
import threading
import timeit
import weakref

import numpy as np
import pytest

from sct.runtime import callees, ignore
from sct.runtime.call import convert_call
from sct.runtime.source import is_converted_code


def double(x):
    return x * 2


def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


def defaults(a, b=2, *rest, c=3, **more):
    return a, b, rest, c, more


class Adder:
    scale = 10

    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return self.n + x

    def add(self, x):
        return self.n + x

    @classmethod
    def make(cls, n):
        return cls(n)

    @staticmethod
    def twice(x):
        return 2 * x

    @property
    def doubled(self):
        return self.n * 2


def logged(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return ("logged", f(*args, **kwargs))

    return wrapper


@logged
def decorated(x):
    return x + 1


@functools.lru_cache(maxsize=None)
def cached(x):
    return [x]


def converted(f):
    return is_converted_code(f.__code__)


def test_functions_methods_and_objects_are_converted():
    assert converted(convert_call(double)) and convert_call(double)(4) == 8
    bound = convert_call(Adder(3).add)
    assert converted(bound.__func__) and bound(4) == 7
    called = convert_call(Adder(3))
    assert converted(called.__func__) and called(4) == 7
    assert convert_call(Adder.twice)(4) == 8 and converted(convert_call(Adder.twice))
    made = convert_call(Adder.make)(5)
    assert type(made) is Adder and made.n == 5
    assert converted(convert_call(lambda x: x + 1))
    assert convert_call(functools.partial(double, 4))() == 8
    assert converted(convert_call(functools.partial(double, 4)).func)


def test_what_stays_as_it_is():
    for f in (len, print, math.sin, np.add, np.sum, Adder, int, [].append, "a".join, cached, np.ndarray.sum):
        assert convert_call(f) is f
    assert convert_call(3) == 3  # not callable: Python says so at the call
    with pytest.raises(TypeError, match="'int' object is not callable"):
        convert_call(3)(1)


def test_wrappers_are_converted_themselves():
    assert convert_call(decorated)(1) == ("logged", 2)
    assert converted(convert_call(decorated))
    assert convert_call(decorated).__name__ == "decorated"


def test_caches_keep_caching():
    assert convert_call(cached)(1) is convert_call(cached)(1)


def test_recursion_and_arguments():
    assert convert_call(fact)(10) == math.factorial(10)
    assert convert_call(defaults)(1, 5, 6, c=7, d=8) == defaults(1, 5, 6, c=7, d=8)
    assert convert_call(defaults)(1) == defaults(1)
    with pytest.raises(TypeError, match=r"defaults\(\) missing 1 required positional argument: 'a'"):
        convert_call(defaults)()


def test_closures_and_globals_are_the_originals():
    count = 0

    def bump():
        nonlocal count
        count += 1
        return count

    assert [convert_call(bump)(), convert_call(bump)()] == [1, 2]
    assert count == 2
    global double
    kept = double
    try:
        double = lambda x: -x
        assert convert_call(uses_global)(3) == -3
    finally:
        double = kept


def uses_global(x):
    return double(x)


def test_a_function_that_changes_is_converted_again():
    def f(x=1):
        return x

    assert convert_call(f)() == 1
    f.__defaults__ = (5,)
    assert convert_call(f)() == 5

    def g(x=1):
        return x + 1

    f.__code__ = g.__code__
    assert convert_call(f)() == 6


def test_one_conversion_per_function_object_kept_weakly():
    def make(n):
        return lambda x: x + n

    one, two = make(1), make(2)
    assert convert_call(one) is convert_call(one)
    assert convert_call(one)(1), convert_call(two)(1) == (2, 3)
    gone = weakref.ref(one)
    before = len(callees._known)
    del one
    gc.collect()
    assert gone() is None
    assert len(callees._known) == before - 1


def test_the_cache_is_bounded():
    kept = [(lambda x, i=i: x + i) for i in range(20)]
    limit, callees._LIMIT = callees._LIMIT, 8
    try:
        for i, f in enumerate(kept):
            assert convert_call(f)(1) == 1 + i
            assert len(callees._known) <= max(8, len(callees._known) - 1) or i < 8
    finally:
        callees._LIMIT = limit


def test_threads():
    results = []

    def work():
        results.append(convert_call(fact)(20))

    threads = [threading.Thread(target=work) for _ in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert results == [math.factorial(20)] * 8


def test_no_source_is_called_as_it_is():
    space = {}
    exec("def nowhere(x):\n    return x + 1", space)
    f = space["nowhere"]
    assert convert_call(f) is f and convert_call(f)(1) == 2


def test_generators_work():
    def count(n):
        for i in range(n):
            yield i

    assert list(convert_call(count)(3)) == [0, 1, 2]


def test_super_and_inheritance():
    class Base:
        def f(self, x):
            return x + 1

    class Derived(Base):
        def f(self, x):
            return super().f(x) * 2

    assert convert_call(Derived().f)(1) == 4


def test_cost_is_small(capsys):
    f = lambda x: x
    n = 20000
    plain = min(timeit.repeat(lambda: f(1), number=n, repeat=5)) / n
    through = min(timeit.repeat(lambda: convert_call(f)(1), number=n, repeat=5)) / n
    builtin = min(timeit.repeat(lambda: convert_call(len)(""), number=n, repeat=5)) / n
    obj = Adder(1)
    method = min(timeit.repeat(lambda: convert_call(obj.add)(1), number=n, repeat=5)) / n
    with capsys.disabled():
        print(
            f"\ncall {plain * 1e9:.0f} ns, through convert_call {through * 1e9:.0f} ns, "
            f"builtin {builtin * 1e9:.0f} ns, method {method * 1e9:.0f} ns"
        )


def test_marked_functions_stay():
    def f(x):
        return x

    ignore.mark_not_to_static(f)
    assert convert_call(f) is f
