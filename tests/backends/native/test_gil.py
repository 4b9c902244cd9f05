"""Long compiled work leaves Python's lock to other threads, and threads may run one function at the same time."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import sct
from sct.backends.native import abi

pytestmark = pytest.mark.skipif(not abi.available(), reason="no native calls on this build")
ROOT = str(Path(__file__).resolve().parents[3])


def one_loop(x, n):
    return np.exp(np.sin(np.cos(np.exp(np.sin(x + n)))))


def a_number(x, n):
    s = 0.0
    for i in range(n * 30_000_000):
        s = s * 0.999 + i
    return s


def small_arrays(x, n):
    y = x[:1000]
    for _ in range(n * 40_000):
        y = np.sin(y)
    return y


def many_turns(x, n):
    a = x[:1000].copy()
    for i in range(n * 30_000):
        for j in range(1, 1000):
            a[j] = a[j] * 0.5 + a[j - 1]
    return a


class Other:
    """A busy thread that notes when it ran, to a millisecond."""

    def __enter__(self):
        self.ran, self._stop = [0.0], False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        return self

    def _run(self):
        while not self._stop:
            now = time.perf_counter()
            if now > self.ran[-1] + 1e-3:
                self.ran.append(now)

    def __exit__(self, *_):
        self._stop = True
        self._thread.join()


@pytest.mark.parametrize("function", [one_loop, a_number, small_arrays, many_turns], ids=lambda f: f.__name__)
def test_another_thread_goes_on(function):
    made = sct.to_static(function, backend="native")
    x = np.linspace(0, 1, 10_000_000 if function is one_loop else 1000)
    made(x, np.int64(1))
    with Other() as other:
        passed = []
        for _ in range(5):
            began = time.perf_counter()
            made(x, np.int64(1))
            ended = time.perf_counter()
            quarter = (ended - began) / 4
            passed.append(any(began + quarter < then < ended - quarter for then in other.ran))
    assert quarter > 5e-3 and any(passed), (quarter, passed)  # amid one call, whatever else the machine does


def several(x, y):
    a = np.exp(x) * y
    m = a.reshape(200, -1)
    e = m / m.sum(axis=1, keepdims=True)
    for _ in range(3):
        e = e + e.mean()
    x[1:] = a[:-1]
    return e, np.sort(a)[:5], a.sum(), x[x > 1.5]


def test_threads_run_one_function_at_once():
    made = sct.to_static(several, backend="native")
    inputs = [np.random.default_rng(seed).random((2, 200_000)) for seed in range(4)]
    expected = []
    for x, y in inputs:
        x = x.copy()
        expected.append((*several(x, y), x))
    made(inputs[0][0].copy(), inputs[0][1])
    wrong = []

    def work(k):
        for _ in range(12):
            x, y = inputs[k][0].copy(), inputs[k][1]
            found = (*made(x, y), x)
            for p, q in zip(found, expected[k], strict=True):
                if not np.allclose(p, q, rtol=1e-12, atol=0):
                    wrong.append(k)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        workers = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong


def test_a_function_may_be_dropped_while_it_runs():
    made = {"f": sct.to_static(one_loop, backend="native")}
    x = np.linspace(0, 1, 3_000_000)
    expected = one_loop(x, 1)
    np.testing.assert_allclose(made["f"](x, np.int64(1)), expected, rtol=1e-12)
    found = []
    worker = threading.Thread(target=lambda: found.append(made["f"](x, np.int64(1))))
    worker.start()
    time.sleep(0.005)
    made.clear()
    x = None
    worker.join()
    np.testing.assert_allclose(found[0], expected, rtol=1e-12)


INTERRUPTED = """
import signal, sys, time
sys.path.insert(0, {root!r})
import numpy as np, sct
from tests.backends.native.test_gil import {name} as function, Other
f = sct.to_static(function, backend="native")
x = np.linspace(0, 1, 1000)
f(x, np.int64(1))
signal.signal(signal.SIGALRM, signal.default_int_handler)
with Other():
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    began = time.monotonic()
    try:
        f(x, np.int64(100_000))
    except KeyboardInterrupt:
        passed = time.monotonic() - began
assert 0.4 < passed < 30, passed  # the whole call takes hours
"""


@pytest.mark.parametrize("name", ["small_arrays"])
def test_an_interrupt_comes_through_beside_a_busy_thread(name):
    code = INTERRUPTED.format(root=ROOT, name=name)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
