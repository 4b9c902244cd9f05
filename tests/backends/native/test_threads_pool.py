"""The thread pool of compiled code."""

import ctypes
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from sct.backends.native import threads, threads_text
from sct.backends.native.llvm import compile_module

ROOT = Path(__file__).resolve().parents[3]

# square(ctx, begin, end): ctx[i] += i * i; nested(ctx, begin, end): sct_parallel(square, ctx + begin …) per item
TASKS = """
declare void @sct_parallel(ptr, ptr, i64, i64)
define void @square(ptr %ctx, i64 %begin, i64 %end) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %ctx, i64 %i
  %x = load i64, ptr %p
  %s = mul i64 %i, %i
  %y = add i64 %x, %s
  store i64 %y, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
define void @rows(ptr %ctx, i64 %begin, i64 %end) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %offset = mul i64 %i, 100
  %p = getelementptr i64, ptr %ctx, i64 %offset
  call void @sct_parallel(ptr @square, ptr %p, i64 100, i64 7)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
define void @nothing(ptr %ctx, i64 %begin, i64 %end) {
  ret void
}
"""


@pytest.fixture(scope="module")
def tasks():
    return compile_module(TASKS, symbols=threads.symbols())


@pytest.fixture(params=[1, 2, 3, 16])
def count(request):
    threads.set_num_threads(request.param, rest=0)
    yield request.param
    threads.set_num_threads(2, rest=0)


def square(tasks, n, grain, times=1):
    out = np.zeros(n, np.int64)
    for _ in range(times):
        threads.parallel(tasks.address("square"), out.ctypes.data, n, grain)
    return out


@pytest.mark.parametrize("n", [0, 1, 2, 7, 100, 10_001])
@pytest.mark.parametrize("grain", [1, 3, 100, 10**6, 2**62, 0, -5])
def test_every_item_once(tasks, count, n, grain):
    assert (square(tasks, n, grain) == np.arange(n) ** 2).all()


def test_no_items(tasks, count):
    threads.parallel(tasks.address("square"), 0, -3, 1)
    threads.parallel(tasks.address("square"), 0, -(2**63), 1)


def test_the_largest_counts(count):
    seen = []
    task = threads.TASK(lambda ctx, begin, end: seen.append((begin, end)))
    threads.parallel(ctypes.cast(task, ctypes.c_void_p).value, 0, 2**63 - 1, 2**62)
    assert sorted(seen) == [(0, 2**62), (2**62, 2**63 - 1)]


def test_the_pieces_are_the_same_for_any_number_of_threads(count):
    seen, lock = [], threading.Lock()

    def note(ctx, begin, end):
        with lock:
            seen.append((begin, end))

    task = threads.TASK(note)
    threads.parallel(ctypes.cast(task, ctypes.c_void_p).value, 0, 1000, 64)
    assert sorted(seen) == [(i, min(i + 64, 1000)) for i in range(0, 1000, 64)]


def test_many_regions_one_after_the_other(tasks, count):
    assert (square(tasks, 257, 16, times=5000) == 5000 * np.arange(257) ** 2).all()


def test_regions_inside_of_regions(tasks, count):
    out = np.zeros((50, 100), np.int64)
    for _ in range(50):
        threads.parallel(tasks.address("rows"), out.ctypes.data, 50, 1)
    assert (out == 50 * np.arange(100) ** 2).all()


def test_callers_on_many_threads(tasks, count):
    results = [None] * 8

    def work(i):
        results[i] = square(tasks, 1000 + i, 10, times=300)

    workers = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for i, result in enumerate(results):
        assert (result == 300 * np.arange(1000 + i) ** 2).all()


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="threads are counted in /proc")
def test_no_more_threads_than_told_and_no_signals_for_them():
    code = (
        "import os\nfrom sct.backends.native import threads\n"
        "import tests.backends.native.test_threads_pool as t\n"
        "tasks = t.compile_module(t.TASKS, symbols=threads.symbols())\n"
        "before = set(os.listdir('/proc/self/task'))\n"
        "threads.set_num_threads(1, rest=0); t.square(tasks, 1000, 1)\n"
        "assert set(os.listdir('/proc/self/task')) == before\n"
        "threads.set_num_threads(4, rest=0); t.square(tasks, 1000, 1, 50); t.square(tasks, 1000, 500, 50)\n"
        "new = set(os.listdir('/proc/self/task')) - before\n"
        "assert len(new) == 3, new\n"
        "for thread in new:\n"
        "    blocked = [x for x in open(f'/proc/self/task/{thread}/status') if x.startswith('SigBlk')][0].split()[1]\n"
        "    assert int(blocked, 16) & (1 << 1), blocked\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=120)


FORKS = """
import os, sys, threading, time
import numpy as np
from sct.backends.native import threads
import tests.backends.native.test_threads_pool as t
tasks = t.compile_module(t.TASKS, symbols=threads.symbols())
threads.set_num_threads(3, rest=0)
stop = False

def busy():
    while not stop:
        t.square(tasks, 3000, 10)

others = [threading.Thread(target=busy) for _ in range(2)]
for other in others:
    other.start()

def child(depth):
    ok = all((t.square(tasks, n, 3) == np.arange(n) ** 2).all() for n in (1, 10, 5000) for _ in range(20))
    started = len(os.listdir("/proc/self/task"))
    if depth:
        pid = os.fork()
        if not pid:
            child(depth - 1)
        ok = ok and os.waitpid(pid, 0)[1] == 0
    os._exit(0 if ok and started == 3 else 1)

for _ in range(40):
    pid = os.fork()
    if not pid:
        child(1)
    assert os.waitpid(pid, 0)[1] == 0
    assert (t.square(tasks, 3000, 10) == np.arange(3000) ** 2).all()
stop = True
for other in others:
    other.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork") or not Path("/proc/self/task").exists(), reason="there is no fork")
def test_forked_processes_have_threads_of_their_own():
    subprocess.run([sys.executable, "-W", "ignore", "-c", FORKS], cwd=ROOT, check=True, timeout=200)


def test_the_setting_is_where_it_begins():
    code = "from sct.backends.native import threads; threads.symbols(); from sct.config import settings; print(settings.num_threads)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "SCT_NUM_THREADS": "5"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "5\n"


@pytest.mark.parametrize("x86", [False, True])
@pytest.mark.parametrize("pool", [False, True])
def test_every_form_compiles_and_runs(pool, x86):
    if x86 and os.name == "posix" and os.uname().machine != "x86_64":
        pytest.skip("another processor")
    module = compile_module(threads_text.text(pool=pool, x86=x86), vectorise=False)
    word = ctypes.c_int64
    run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, word, word)(module.address("sct_parallel"))
    ctypes.CFUNCTYPE(None, word)(module.address("sct_threads"))(2)
    seen = []
    task = threads.TASK(lambda ctx, begin, end: seen.append((begin, end)))
    run(ctypes.cast(task, ctypes.c_void_p), None, 10, 3)
    assert sorted(seen) == [(0, 3), (3, 6), (6, 9), (9, 10)]
    KEPT.append(module)  # its threads wait in its code


KEPT = []


def test_no_threads_cannot_run_anything():
    with pytest.raises(ValueError):
        threads.set_num_threads(0)


def test_a_region_that_lost_time_is_followed_by_a_rest():
    def ran(task):
        workers = set()

        def work(ctx, begin, end):
            workers.add(threading.get_ident())
            task()

        made = threads.TASK(work)
        threads.parallel(ctypes.cast(made, ctypes.c_void_p).value, 0, 16, 1)
        return workers

    threads.set_num_threads(2, rest=1000)
    assert len(ran(lambda: time.sleep(0.01))) == 2  # nobody worked, and it took its time
    assert ran(lambda: None) == {threading.get_ident()}
    threads.set_num_threads(2)
    assert len(ran(lambda: time.sleep(0.01))) == 2
    threads.set_num_threads(2)
