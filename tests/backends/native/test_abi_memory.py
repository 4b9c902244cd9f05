"""Who owns the memory of compiled programs, and that nothing leaks, whatever happens."""

import ctypes
import gc
import subprocess
import sys
import threading
import tracemalloc
import weakref

import numpy as np
import pytest

from sct.backends.native import abi
from tests.backends.native.abi_programs import (
    DECLARATIONS,
    array,
    callback,
    copy_words,
    fresh_copy,
    loop_over,
    number,
    program,
    scalar,
    two_views,
)

pytestmark = pytest.mark.skipif(not abi.available(), reason="no native calls on this build")


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def steady(call, calls=100_000, slack=3 << 20):
    """Whether memory stays where it is over so many calls."""
    for _ in range(2000):
        call()
    gc.collect()
    before = resident()
    for _ in range(calls):
        call()
    return resident() - before < slack


ALLOCATE = "  %h = call ptr @sct_alloc(ptr %ctx, i64 {bytes})\n"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
class TestLeaks:
    def test_new_arrays(self):
        x = np.ones(64)
        f = program(fresh_copy(1, 8), [array("f8")], [array("f8")])
        descr = np.dtype("f8")
        gc.collect()  # what other tests have left may hold it
        references = sys.getrefcount(descr), sys.getrefcount(x)
        assert steady(lambda: f(x))
        assert (sys.getrefcount(descr), sys.getrefcount(x)) == references

    @pytest.mark.parametrize("code, value", [
        (scalar("float64"), np.float64(3.5)), (scalar("complex64"), np.complex64(1 - 1j)), (number("int64"), 10**15),
        (number("float64"), 2.5), (number("bool"), True), (number("complex128"), 1j), (scalar("int8"), np.int8(3)),
    ])  # fmt: skip
    def test_numbers(self, code, value):
        f = program(copy_words(abi.code_words(code)), [code], [code])
        assert steady(lambda: f(value), 30_000)

    def test_inputs_and_views(self):
        x = np.ones((8, 8))
        f = program(copy_words(6), [array("f8", 2)], [array("f8", 2, fresh=True)])
        references = sys.getrefcount(x)
        assert steady(lambda: f(x), 50_000)
        assert sys.getrefcount(x) == references

    def test_shared_buffers(self):
        f = program(two_views(80, (10, 5), (0, 40)), [], [array("f8"), array("f8")])
        assert steady(f, 50_000)
        f = program(two_views(8000, (10, 5), (40, 80)), [], [array("f8"), array("f8")])
        assert steady(f, 50_000)

    @pytest.mark.parametrize("status", [1, 3, 0])
    def test_failures_with_living_buffers(self, status):
        body = loop_over("".join(f"  %h{k} = call ptr @sct_alloc(ptr %ctx, i64 {1000 + 16 * k})\n" for k in range(20))
                         + f"  %last = icmp eq i64 %i, 3\n  %status = select i1 %last, i64 {status}, i64 0\n", 4)
        f = program(body, [], [], slow=lambda: None)

        def call():
            try:
                f()
            except MemoryError:
                assert status == 3

        assert steady(call, 20_000)

    def test_callbacks_that_raise(self):
        def fails(x):
            raise ValueError

        body = "".join(ALLOCATE.replace("%h", f"%h{k}").format(bytes=4096) for k in range(12))
        body = callback().replace("  %s = call", body + "  %s = call")
        f = program(body, [array("f8")], [array("f8")], sites=[abi.Site(fails, (array("f8"),), (array("f8"),))])
        x = np.ones(10)

        def call():
            with pytest.raises(ValueError):
                f(x)

        assert steady(call, 20_000)

    def test_callbacks_that_answer_something_else(self):
        answers = [np.ones(500), np.ones(400, "f4")]
        site = abi.Site(lambda: tuple(answers), (), (array("f8"), array("f8")))
        f = program(callback(), [], [array("f8"), array("f8")], sites=[site])
        references = [sys.getrefcount(a) for a in answers]

        def call():
            with pytest.raises(TypeError):
                f()

        assert steady(call, 20_000)
        assert [sys.getrefcount(a) for a in answers] == references

    def test_results_of_callbacks(self):
        site = abi.Site(lambda x: (x + 1, x.T, 1.5), (array("f8", 2),), (array("f8", 2), array("f8", 2), number("float64")))
        f = program(callback(), [array("f8", 2)], [array("f8", 2), array("f8", 2), number("float64")], sites=[site])
        x = np.ones((16, 16))
        references = sys.getrefcount(x)
        assert steady(lambda: f(x), 30_000)
        assert sys.getrefcount(x) == references

    def test_the_slow_path(self):
        f = program(copy_words(4), [array("f8")], [array("f8")], slow=lambda *a: a)
        x = np.ones(10, "f4")
        references = sys.getrefcount(x)
        assert steady(lambda: f(x), 50_000) and steady(lambda: f(x, 1), 20_000)
        with np.errstate(all="ignore"):
            assert steady(lambda: f(x), 50_000)
        assert sys.getrefcount(x) == references

    def test_builtins_that_come_and_go(self):
        site = abi.Site(lambda: 1.0, (), (number("float64"),))
        assert steady(lambda: program(callback(), [], [number("float64")], sites=[site])(), 5_000)


def test_two_outputs_share_their_buffer():
    a, b = program(two_views(80, (10, 5), (0, 40)), [], [array("f8"), array("f8")])()
    assert a.flags.owndata and b.base is a and a.shape == (10,)
    b[:] = 7
    assert a.tolist() == [0] * 5 + [7] * 5
    a, b = program(two_views(80, (5, 10), (40, 0)), [], [array("f8"), array("f8")])()
    owner = a.base
    assert owner is b.base and owner.flags.owndata and owner.nbytes == 80
    b[:] = range(10)
    gone = weakref.ref(owner)
    del owner, b
    gc.collect()
    assert a.tolist() == [5, 6, 7, 8, 9] and gone() is not None
    del a
    gc.collect()
    assert gone() is None
    a, b = program(two_views(80, (10, 10), (0, 0)), [], [array("f8"), array("f8")])()
    assert a is b
    a, b = program(two_views(80, (10, 10), (0, 0)), [], [array("f8"), array("f8", fresh=True)])()
    assert a is not b and b.base is None


def test_views_and_read_only_views():
    (view,) = program(copy_words(4), [array("f8")], [array("f8", view=True)])(x := np.ones(3))
    assert view is not x and view.base is x and view.flags.writeable
    (frozen,) = program(copy_words(4), [array("f8")], [array("f8", read_only=True)])(x)
    assert frozen.base is x and not frozen.flags.writeable
    a, b = program(two_views(80, (10, 5), (0, 40)), [], [array("f8", read_only=True), array("f8")])()
    assert not a.flags.writeable and b.flags.writeable and a.base is b.base
    b[0] = 3
    assert a[5] == 3 and a.shape == (10,)


def test_a_result_smaller_than_its_buffer_gives_the_rest_back():
    text = fresh_copy(1, 8).replace("%header = call ptr @sct_alloc(ptr %ctx, i64 %bytes)",
                                    "%much = mul i64 %bytes, 1000\n  %header = call ptr @sct_alloc(ptr %ctx, i64 %much)")
    (got,) = program(text, [array("f8")], [array("f8")])(np.arange(1000.0))
    assert got.flags.owndata and got.base is None and (got == np.arange(1000)).all()


def test_buffers_are_reused_within_a_call():
    body = loop_over(ALLOCATE.format(bytes=1 << 20) + """  call void @sct_release(ptr %h)
  %dp = getelementptr i64, ptr %h, i64 1
  %data = load i64, ptr %dp
  %first = load i64, ptr %out
  %new = icmp ne i64 %first, %data
  store i64 %data, ptr %out
  %slot = getelementptr i64, ptr %out, i64 1
  %old = load i64, ptr %slot
  %one = zext i1 %new to i64
  %sum = add i64 %old, %one
  store i64 %sum, ptr %slot
  %status = add i64 0, 0
""", 1000)
    body = body.replace("  br label %loop\nloop", "  store i64 0, ptr %out\n  %z = getelementptr i64, ptr %out, i64 1\n  store i64 0, ptr %z\n  br label %loop\nloop")
    address, changes = program(body, [], [number("int64"), number("int64")])()
    assert changes == 1 and address


def test_no_memory():
    f = program(fresh_copy(1, 8).replace("i64 %bytes)\n  %bad", "i64 4611686018427387904)\n  %bad"), [array("f8")], [array("f8")])
    with pytest.raises(MemoryError):
        f(np.ones(3))
    negative = program(fresh_copy(1, 8).replace("i64 %bytes)\n  %bad", "i64 -8)\n  %bad"), [array("f8")], [array("f8")])
    with pytest.raises(MemoryError):
        negative(np.ones(3))


def test_results_are_known_to_tracemalloc():
    f = program(fresh_copy(1, 8), [array("f8")], [array("f8")])
    x = np.ones(1_000_000)
    tracemalloc.start()
    try:
        (got,) = f(x)
        assert tracemalloc.get_traced_memory()[0] >= 8_000_000
        del got
        assert tracemalloc.get_traced_memory()[0] < 100_000
    finally:
        tracemalloc.stop()


def test_what_describes_a_builtin_is_there_until_it_is_gone():
    """In a cycle that is garbage, ctypes objects are emptied first; Python reads the definition when the builtin dies."""
    run = program(fresh_copy(1, 8), [array("f8")], [array("f8")])
    assert run.__name__ and not any(isinstance(x, (ctypes.Structure, ctypes.Array)) for x in run.__self__)


def test_operands_that_a_callback_keeps():
    kept = []

    def keep(x):
        kept.append(x)
        return 1.0

    # a new buffer goes to Python twice, then is an output
    text = fresh_copy(1, 8).replace("  ret i64 0\n}", """  %r = getelementptr i64, ptr %out, i64 4
  %s1 = call i64 @sct_callback(ptr %ctx, i64 0, ptr %out, ptr %r)
  %s2 = call i64 @sct_callback(ptr %ctx, i64 0, ptr %out, ptr %r)
  ret i64 %s2
}""")
    site = abi.Site(keep, (array("f8"),), (number("float64"),))
    got, one = program(text, [array("f8")], [array("f8"), number("float64")], sites=[site])(np.arange(5.0))
    assert one == 1.0 and kept[0] is kept[1] is got
    only = program(text.replace("ret i64 %s2", "ret i64 1"), [array("f8")], [array("f8"), number("float64")], sites=[site], slow=lambda x: ())
    only(np.arange(6.0))
    assert kept[-1].tolist() == [0, 1, 2, 3, 4, 5] and kept[-1].flags.owndata


def test_calls_nest():
    x = np.arange(50.0)
    depth = 0

    def again(x):
        nonlocal depth
        depth += 1
        return f(x)[0] + 1 if depth < 20 else x + 1

    site = abi.Site(again, (array("f8"),), (array("f8"),))
    f = program(callback(), [array("f8")], [array("f8")], sites=[site])
    assert (f(x)[0] == x + 20).all()

    def endless(x):
        return g(x)[0]

    g = program(callback(), [array("f8")], [array("f8")], sites=[abi.Site(endless, (array("f8"),), (array("f8"),))])
    with pytest.raises(RecursionError):
        g(x)


def test_threads():
    f = program(fresh_copy(1, 8).replace("i64 1\n  %to", "i64 1\n  call void @sct_gil_release(ptr %ctx)\n  %to").replace(
        "  ret i64 0\n}", "  call void @sct_gil_acquire(ptr %ctx)\n  ret i64 0\n}"), [array("f8")], [array("f8")])
    wrong = []

    def work(seed):
        x = np.random.default_rng(seed).random(1000)
        for _ in range(3000):
            if not np.array_equal(f(x)[0], x):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_callbacks_and_results_without_the_gil():
    # the program releases the GIL and forgets to take it back
    text = callback().replace("  %s = call", "  call void @sct_gil_release(ptr %ctx)\n  %s = call")
    site = abi.Site(lambda x: x * 2, (array("f8"),), (array("f8"),))
    f = program(text, [array("f8")], [array("f8")], sites=[site])
    for _ in range(100):
        assert f(np.ones(3))[0].tolist() == [2, 2, 2]


POLL = "  %status = call i64 @sct_poll(ptr %ctx)\n"
LONG = 10**12


@pytest.mark.parametrize("released", [False, True])
def test_a_long_loop_is_interrupted(released):
    body = loop_over(ALLOCATE.format(bytes=64) + "  call void @sct_release(ptr %h)\n" + POLL, LONG)
    if released:
        body = body.replace("  br label %loop\nloop", "  call void @sct_gil_release(ptr %ctx)\n  br label %loop\nloop")
    script = f"""
import signal, sys, threading, time
from tests.backends.native.abi_programs import program
f = program({body!r}, [], [])
ticks = []
def work():
    while not stop:
        ticks.append(time.monotonic()); time.sleep(0.01)
stop = False
thread = threading.Thread(target=work); thread.start()
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.3)
begin = time.monotonic()
try:
    f()
except KeyboardInterrupt:
    passed = time.monotonic() - begin
stop = True
thread.join()
assert 0.25 < passed < 30, passed  # the whole loop takes hours
assert len(ticks) > 5, len(ticks)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_polls_go_on_where_no_signal_comes():
    assert program(loop_over(POLL, 3_000_000), [], [])() == ()


SUBINTERPRETER = """
import warnings
warnings.simplefilter("ignore")
try:
    from sct.backends.native import abi
except ImportError:
    print("NumPy refuses itself")
else:
    assert not abi.available()
    print("not available")
"""


def test_subinterpreters_do_without():
    script = f"""
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
where = interpreters.create("legacy") if sys.version_info >= (3, 13) else interpreters.create()
interpreters.run_string(where, {SUBINTERPRETER!r})
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.strip() in ("not available", "NumPy refuses itself"), done.stderr


def test_declarations_are_complete():
    for name in ("sct_alloc", "sct_release", "sct_callback", "sct_poll", "sct_gil_release", "sct_gil_acquire"):
        assert f"@{name}(" in DECLARATIONS and abi.symbols()[name]
