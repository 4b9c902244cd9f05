"""Ctrl-C in a long compiled loop, and other threads meanwhile."""

import os
import subprocess
import sys

import pytest

from sct.backends.native import abi

pytestmark = pytest.mark.skipif(not abi.available(), reason="no native calls on this build")

SCRIPT = """
import signal, threading, time
import numpy as np, sct

def numbers(n):
    s = 0.0
    i = 0
    while i < n:
        s = s * 0.5 + i
        i += 1
    return s

def arrays(n):
    x = np.ones(1000)
    for i in range(n):
        x = np.sin(x)
    return x

def nested(n):
    a = np.zeros((50, 50))
    for i in range(n):
        for j in range(50):
            for k in range(50):
                a[j, k] = a[j, k] * 0.5 + i
    return a

def tight(n):
    x = 3 - n
    k = 0
    while x:
        k += x & 1
        x >>= 1
    return k

def shared(n):
    a = np.zeros(20_000)
    for i in range(20_000):
        s = 0.0
        k = 0
        while k < n:
            s = s * 0.5 + i
            k += 1
        a[i] = s
    return a

def one_long_turn(n):
    a = np.zeros(20_000)
    for i in range(20_000):
        k = 0
        while k < n * (i // 10_000):
            k += i // 10_000
        a[i] = k
    return a

f = sct.to_static({name}, backend="native")
f(np.int64(3))
ticks = []
stop = []

def tick():
    while not stop:
        ticks.append(1)
        time.sleep(0.01)

threading.Thread(target=tick, daemon=True).start()
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.5)
begin = time.monotonic()
try:
    f(np.int64(10**12))
except KeyboardInterrupt:
    passed = time.monotonic() - begin
stop.append(1)
assert 0.4 < passed < 30, passed  # the whole call takes hours
assert len(ticks) > 5, len(ticks)
"""


@pytest.mark.parametrize("name", ["numbers", "arrays", "nested", "tight", "shared", "one_long_turn"])
def test_a_long_call_is_interrupted(name):
    # a file, for the source of the functions
    done = subprocess.run(
        [sys.executable, "-c", f"import linecache\ntext = {SCRIPT.replace('{name}', name)!r}\n"
         "linecache.cache['<long>'] = (len(text), None, text.splitlines(True), '<long>')\n"
         "exec(compile(text, '<long>', 'exec'), {'__name__': 'long'})"],
        capture_output=True, text=True, timeout=120, env={**os.environ, "SCT_NUM_THREADS": "3"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
