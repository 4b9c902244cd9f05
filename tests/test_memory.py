"""Nothing grows: not over many calls, not over functions that come and go; errors do not keep frames alive."""

import contextlib
import functools
import gc
import io
import linecache
import os
import sys
import weakref

import numpy as np
import pytest

import sct

X = np.arange(100.0)
KEPT = {"k": None, "l": []}


@sct.to_static
def arrays(x):
    return np.tanh(x) * 2 + x.sum()


@sct.to_static
def scalars(x, n):
    return x * n + 1


@sct.to_static
def control(x):
    y = x * 2 if x.sum() > 0 else -x
    for i in range(10):
        y = y + i
    while y.sum() > 1e3:
        y = y / 2
    return y


@sct.to_static
def mutation(x, kept):
    x[0] = x[1] + 1
    kept["k"] = x * 2
    kept["l"].append(x.sum())
    kept["l"].pop()
    return x


@sct.to_static
def raises(x):
    if x.sum() > 0:
        raise ValueError(x[0])
    return x


@sct.to_static
def prints(x):
    print(x[:3])
    return x + 1


@sct.to_static
def labelled(x, label):
    return x + len(label)


def caught():
    with contextlib.suppress(ValueError):
        raises(X)


def silent():
    with contextlib.redirect_stdout(io.StringIO()):
        prints(X)


def refused():
    @sct.to_static
    def opens(x):
        return open("x").read()

    with contextlib.suppress(sct.errors.SctError):
        opens(X)


LABELS = iter(range(10**9))

CALLS = {
    "arrays": (60_000, lambda: arrays(X)),
    "scalars": (30_000, lambda: scalars(2.0, 3.0)),
    "control": (10_000, lambda: control(X)),
    "mutation": (10_000, lambda: mutation(X.copy(), KEPT)),
    "exceptions": (5_000, caught),
    "printing": (1_000, silent),
    "retraces": (60, lambda: labelled(X, "l" * (next(LABELS) % 150))),
    "refusals": (100, refused),
}


def resident():
    """The memory of this process in bytes, where the system tells."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def grown(work, times):
    """How many objects and bytes `times` calls leave behind, once as many have gone before."""
    for _ in range(max(times, 100)):
        work()
    gc.collect()
    blocks, memory = sys.getallocatedblocks(), resident()
    for _ in range(times):
        work()
    gc.collect()
    return sys.getallocatedblocks() - blocks, resident() - memory


@pytest.mark.parametrize("kind", CALLS)
def test_calls_leave_nothing(kind):
    times, work = CALLS[kind]
    blocks, memory = grown(work, times)
    assert blocks < 200 + times // 100
    assert memory < (4 if times >= 1000 else 16) << 20  # a trace needs some memory while it lasts


def test_functions_come_and_go():
    """A thousand static functions that are called once, and their arrays."""
    alive = []

    def make(n):
        data = np.full(1000, float(n))

        @sct.to_static
        def function(x):
            return x + data[n % 7]

        assert function(1.0) == n + 1.0
        alive.extend([weakref.ref(function), weakref.ref(function.__sct_original__), weakref.ref(data)])

    for n in range(200):
        make(n)
    gc.collect()
    blocks, memory = sys.getallocatedblocks(), resident()
    for n in range(800):
        make(n)
    gc.collect()
    assert not [ref for ref in alive if ref() is not None]
    assert sys.getallocatedblocks() - blocks - 3 * 800 < 1500  # the weak references themselves are 3 each
    assert resident() - memory < 16 << 20


def test_transformed_functions_come_and_go():
    alive = []
    for n in range(1000):

        def function(x, n=n):
            return x + n if x > 0 else n

        converted = sct.transform(function)
        assert converted(1) == n + 1
        alive += [weakref.ref(function), weakref.ref(converted)]
    del function, converted
    gc.collect()
    assert not [ref for ref in alive if ref() is not None]


def test_modules_come_and_go():
    """Functions of a module that is dropped: its code, its globals and its arrays go with it."""
    source = "import numpy as np\nW = np.ones(1000)\ndef f(x):\n    return x * W[0] if x.sum() > 0 else x\n"
    alive = []
    for n in range(30):
        name = f"<module {n}>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        scope = {}
        exec(compile(source, name, "exec"), scope)
        np.testing.assert_array_equal(sct.to_static(scope["f"])(X), X)
        assert sct.transform(scope["f"])(X) is not None
        alive += [weakref.ref(scope["W"]), weakref.ref(scope["f"]), weakref.ref(scope["f"].__code__)]
        del linecache.cache[name]
    del scope
    gc.collect()
    assert not [ref for ref in alive if ref() is not None]


class Thing:
    """Something that can be referred to weakly, with a number."""

    scale = 2.0


@sct.to_static
def fails(x, thing):
    y = x * thing.scale
    if y.sum() > 0:
        raise KeyError("no")
    return y


@sct.to_static
def cannot(x, thing):
    return x * len(open("x").read()) * thing.scale


@pytest.mark.parametrize("function", [fails, cannot])
def test_exceptions_do_not_keep_arguments(function):
    for _ in range(3):
        thing, data = Thing(), np.ones(3)
        alive = [weakref.ref(thing), weakref.ref(data)]
        with pytest.raises((KeyError, sct.errors.SctError)) as error:
            function(data, thing)
        assert error.value.__traceback__ is not None
        del thing, data, error
        gc.collect()
        assert not [ref for ref in alive if ref() is not None]


def test_arguments_are_not_kept():
    """Nor are the results, nor instances whose methods are static."""

    class Net:
        def __init__(self):
            self.w = np.ones(100)

        @sct.to_static
        def forward(self, x):
            return x * self.w

    alive = []
    for _ in range(20):
        net, data = Net(), np.ones(100)
        result = net.forward(data)
        alive += [weakref.ref(net), weakref.ref(net.w), weakref.ref(data), weakref.ref(result)]
        del net, data, result
    gc.collect()
    assert not [ref for ref in alive if ref() is not None]


def _halved(x):
    return x / 2


@functools.lru_cache
def _kept(n):
    return n + 1


def _calls(x):
    return _halved(x)


def _calls_cached(x):
    return x * _kept(2)


def _zips(x):
    total = 0.0
    for i, v in zip(range(3), [x[0], x[1], x[2]], strict=False):
        total += i * v
    return total


def _generates(x):
    return sum(v * v for v in [x[0], x[1]])


@pytest.mark.parametrize("function", [_calls, _calls_cached, _zips, _generates])
def test_no_trace_outlives_its_call(function):
    from sct.runtime.trace import Trace

    def alive():
        gc.collect()
        return [x for x in gc.get_objects() if type(x) is Trace]

    before = alive()
    sct.to_static(function)(np.arange(3.0))
    assert not [x for x in alive() if not any(x is y for y in before)]
