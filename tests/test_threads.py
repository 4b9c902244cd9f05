"""Many threads: one compiles and the others wait; nothing leaks from one to another; memory stays bounded."""

import asyncio
import contextvars
import gc
import sys
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import sct

THREADS = 8


def together(tasks):
    """Run all tasks at the same moment, one thread each; their results, in order."""
    barrier = threading.Barrier(len(tasks))

    def run(task):
        barrier.wait(timeout=30)
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


@pytest.fixture(autouse=True)
def _switch_often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def work(x, n):
    """Branches, a loop, an in-place write and a helper."""
    total = 0.0
    for i in range(n):
        if x[i % 3] > 0:
            total = total + x[i % 3] * i
        else:
            x[i % 3] = total
    return helper(x) + total


def helper(x):
    if x.sum() > 1:
        return x * 2
    return x - 1


def expected(x, n):
    x = x.copy()
    return work(x, n), x


def check_one(f, x, n):
    want, changed = expected(x, n)
    x = x.copy()
    found = f(x, n)
    assert np.array_equal(found, want)
    assert np.array_equal(x, changed)
    return True


def test_first_call_by_all_together():
    f = sct.to_static(work)
    inputs = [np.random.default_rng(k).normal(size=3) for k in range(THREADS)]
    assert all(together([lambda x=x: check_one(f, x, 12) for x in inputs]))
    assert f.cache_info().misses == 1
    assert f.cache_info().hits == THREADS - 1


def test_new_functions_of_one_code_together():
    def make():
        return sct.to_static(lambda x: x * 2 if x.sum() > 0 else -x)

    x = np.ones(3)
    assert all(np.array_equal(r, x * 2) for r in together([lambda: make()(x) for _ in range(THREADS)]))


def test_different_shapes_together():
    f = sct.to_static(lambda x: np.tanh(x).sum() * x)
    inputs = [np.full(2 + k % 4, 1.0 + k) for k in range(THREADS)]
    for _ in range(3):
        for x, r in zip(inputs, together([lambda x=x: f(x) for x in inputs])):
            assert np.array_equal(r, np.tanh(x).sum() * x)


def test_different_constants_together():
    f = sct.to_static(lambda x, k: (x * k, k, type(k)))
    constants = [1, True, 1.0, 2, -1, -2, "".join, None][:6]
    results = together([lambda k=k: f(np.ones(2), k) for k in constants])
    for k, r in zip(constants, results):
        assert np.array_equal(r[0], np.ones(2) * k) and r[1] == k and r[2] is type(k)


def test_warm_function_from_many_threads():
    f = sct.to_static(work)
    check_one(f, np.ones(3), 5)

    def many(seed):
        rng = np.random.default_rng(seed)
        return all(check_one(f, rng.normal(size=3), 5) for _ in range(50))

    assert all(together([lambda s=s: many(s) for s in range(THREADS)]))
    assert f.cache_info().misses == 1


def test_two_functions_that_call_each_other_are_compiled_together():
    """Locks in opposite order must not wait for each other."""

    @sct.to_static
    def a(x, depth):
        return x if depth == 0 else b(x + 1, depth - 1)

    @sct.to_static
    def b(x, depth):
        return x * 2 if depth == 0 else a(x * 2, depth - 1)

    x = np.ones(2)
    results = together([lambda: a(x, 6), lambda: b(x, 6)] * 3)
    for k, r in enumerate(results):
        f = (a, b)[k % 2]
        assert np.array_equal(r, f.__wrapped__(x, 6))


def test_enable_to_static_is_for_one_thread():
    f = sct.to_static(lambda x: x * 2)

    def off():
        with sct.enable_to_static(False):
            return [f(np.ones(2)) for _ in range(20)]

    def on():
        return [f(np.ones(2)) for _ in range(20)]

    together([off, on, off, on])
    info = f.cache_info()
    assert info.hits + info.misses == 40


def test_an_error_in_one_thread_is_not_seen_by_others():
    def f(x, bad):
        if bad:
            return x + len(open("nothing").read())
        return x * 2

    static = sct.to_static(f)

    def wrong():
        with pytest.raises(sct.errors.SctError):
            static(np.ones(2), True)
        return None

    def right():
        return static(np.ones(2), False)

    for r in together([wrong, right] * 4)[1::2]:
        assert np.array_equal(r, [2.0, 2.0])


def test_clear_cache_while_others_call():
    f = sct.to_static(lambda x: x * 2 + x.sum())

    def calls():
        for _ in range(30):
            assert np.array_equal(f(np.ones(2)), [4.0, 4.0])

    def clears():
        for _ in range(10):
            f.clear_cache()

    together([calls, calls, calls, clears])


def test_ignore_module_in_a_context_does_not_deadlock():
    f = sct.to_static(helper)
    with sct.ignore_module(["colorsys"]):
        assert all(np.array_equal(r, np.ones(3) * 2) for r in together([lambda: f(np.ones(3))] * 4))


def test_tasks_of_asyncio():
    f = sct.to_static(work)

    async def one(k):
        await asyncio.sleep(0)
        return await asyncio.to_thread(check_one, f, np.full(3, float(k)), 4)

    async def main():
        return await asyncio.gather(*(one(k) for k in range(6)))

    assert all(asyncio.run(main()))


def test_a_copied_context_is_not_in_a_trace():
    f = sct.to_static(lambda x: x * 2)
    assert np.array_equal(contextvars.copy_context().run(f, np.ones(2)), [2.0, 2.0])


# -- memory --------------------------------------------------------------------------------------------


def growth(call, warm=20, rounds=300):
    """Bytes that stay after `rounds` calls."""
    tracemalloc.start()
    try:
        for _ in range(warm):
            call()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(rounds):
            call()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


def test_no_growth_over_hits():
    f = sct.to_static(work)
    x = np.ones(3)
    assert growth(lambda: f(x.copy(), 4)) < 20_000


def test_no_growth_over_refusals():
    def bad(x):
        if x.sum() > 0:
            x = x + len(open("nothing").read())
        return x

    f = sct.to_static(bad)
    x = np.ones(3)

    def refused():
        with pytest.raises(sct.errors.SctError):
            f(x)

    assert growth(refused, warm=3, rounds=30) < 60_000


def test_no_growth_over_changing_constants():
    f = sct.to_static(lambda x, k: (x * 2, k))
    x = np.ones(3)
    names = iter(range(10**9))
    # CPython's table of interned names grows by megabytes at once, but not twice in a row
    assert any(growth(lambda: f(x, f"name {next(names)}"), warm=100, rounds=50) < 150_000 for _ in range(2))


def test_arguments_are_not_kept_alive():
    import weakref

    f = sct.to_static(lambda x: x * 2 + x[0])
    x = np.ones(1000)
    alive = weakref.ref(x)
    f(x)
    del x
    gc.collect()
    assert alive() is None


def test_a_dropped_function_is_collected():
    import weakref

    def make():
        big = np.ones(10)
        return sct.to_static(lambda x: x * big)

    f = make()
    f(np.ones(10))
    gone = weakref.ref(f)
    del f
    gc.collect()
    assert gone() is None
