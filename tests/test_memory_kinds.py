"""Nothing grows, kind by kind: calls that leave early or raise, lists, texts, dicts, methods, guards, call backs, threads."""

import contextlib
import gc
import linecache
import sys
import threading
import weakref

import numpy as np
import pytest

import sct
from tests.test_memory import grown

X = np.arange(100.0)
EDGES = np.stack([np.arange(30) % 5, np.arange(30)], axis=1)
rate = 1.0


@sct.to_static
def item(x, i):
    return x[i]


@sct.to_static
def first_above(x):
    for i in range(x.shape[0]):
        if x[i] > 5:
            return i, x[:i]
    return -1, x


@sct.to_static
def doubled(x):
    out = []
    for i in range(x.shape[0]):
        if x[i] > 50:
            out.append(x[i] * 2)
    return out


@sct.to_static
def neighbours(edges, n):
    out = [[] for _ in range(n)]
    for k in range(edges.shape[0]):
        out[int(edges[k, 0])].append(int(edges[k, 1]))
    return out


@sct.to_static
def digits(n):
    text = ""
    while n > 0:
        text = str(n % 10) + text
        n //= 10
    return text, text + "!"


@sct.to_static
def counts(x):
    found = {}
    for i in range(x.shape[0]):
        key = int(x[i]) % 7
        found[key] = found.get(key, 0) + 1
    return found


@sct.to_static
def power(n):
    p = 1
    for _ in range(n):
        p = p * 3 + 1
    return p


@sct.to_static
def called_back(x):
    return np.sort(x) * 2, np.unique(x), np.fft.rfft(x).real


@sct.to_static
def halved(a, b):
    try:
        return a // b
    except ZeroDivisionError:
        return -1


@sct.to_static
def scaled(x):
    return x * rate


class Net:
    def __init__(self):
        self.w, self.steps = np.ones(100), 0

    @sct.to_static
    def step(self, x):
        self.steps += 1
        self.w = self.w + x
        return self.w.sum()


NET, TURN = Net(), iter(range(10**9))


def out_of_bounds():
    with contextlib.suppress(IndexError):
        item(X, np.int64(1000))


def other_rate():
    global rate
    rate = float(next(TURN) % 3)
    scaled(X)


def on_threads():
    threads = [threading.Thread(target=doubled, args=(X,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


CALLS = {
    "index errors": (1000, out_of_bounds),
    "early returns": (5000, lambda: first_above(X)),
    "lists": (2000, lambda: doubled(X)),
    "lists of lists": (2000, lambda: neighbours(EDGES, np.int64(5))),
    "texts": (1000, lambda: digits(np.int64(12345))),
    "dicts": (2000, lambda: counts(X)),
    "integers that fit": (2000, lambda: power(np.int64(10))),
    "integers that do not": (200, lambda: power(np.int64(60))),
    "call backs": (2000, lambda: called_back(X)),
    "handlers": (1000, lambda: halved(7, 0)),
    "methods": (2000, lambda: NET.step(X)),
    "guards": (500, other_rate),
    "extents": (2000, lambda: doubled(np.ones(next(TURN) % 300 + 1))),
    "threads": (200, on_threads),
    "large arrays": (200, lambda: called_back(np.ones(40_000))),
}


@pytest.mark.parametrize("kind", CALLS)
def test_calls_leave_nothing(kind):
    times, work = CALLS[kind]
    blocks, memory = grown(work, times)
    assert blocks < 100 + times // 100
    assert memory < 4 << 20


SOURCES = {
    "arrays": "def f(x):\n    return x * {n}.5 + x.sum()\n",
    "lists": "def f(x):\n    return [v * {n} for v in x if v > {n}]\n",
    "exceptions": "def f(x):\n    if x.sum() > 0:\n        raise ValueError({n})\n    return x\n",
    "refusals": "def f(x):\n    return open('{n}').read()\n",
}


@pytest.mark.parametrize("kind", SOURCES)
def test_functions_of_different_code_come_and_go(kind):
    """Each is another program, with machine code of its own."""
    alive = []

    def make(n):
        name, text = f"<{kind} {n}>", SOURCES[kind].format(n=n)
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        scope = {"np": np}
        exec(compile(text, name, "exec"), scope)
        static = sct.to_static(scope["f"])
        with contextlib.suppress(ValueError, sct.errors.SctError):
            static(X)
        alive.extend([weakref.ref(static), weakref.ref(scope["f"].__code__)])
        del linecache.cache[name]

    for n in range(10):
        make(n)
    gc.collect()
    blocks, held = sys.getallocatedblocks(), len(alive)
    for n in range(10, 30):
        make(n)
    gc.collect()
    assert not [ref for ref in alive if ref() is not None]
    assert sys.getallocatedblocks() - blocks - 3 * (len(alive) - held) < 20 * 60
