"""Where functions come from and where they run: zip files, notebooks, modules run with -m, workers, debuggers."""

import bdb
import concurrent.futures
import importlib
import linecache
import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
import zipfile

import numpy as np
import pytest

import sct

SOURCE = """
import functools
import numpy as np
import sct

def twice(f):
    @functools.wraps(f)
    def wrapper(x):
        return f(f(x))
    return wrapper

@sct.to_static
@twice
@twice
def decorated(x):
    return x + 1 if x.sum() > 0 else x - 1

@sct.to_static
def static(x):
    if x.sum() > 0:
        return x * 2
    return -x

def scaled(k):
    def outer():
        @sct.to_static
        def inner(x):
            return x * k if x.max() > 1 else x
        return inner
    return outer()

class Holder:
    @sct.to_static
    def method(self, x):
        return x * self.k
    k = 3.0
    if k > 1:
        chosen = sct.to_static(lambda self, x: x + self.k); other = sct.to_static(lambda self, x: x - self.k)
"""
X = np.array([1.0, 2.0])


def check(scope):
    np.testing.assert_array_equal(scope["static"](X), X * 2)
    np.testing.assert_array_equal(scope["static"](-X), X)
    np.testing.assert_array_equal(scope["decorated"](X), X + 4)
    np.testing.assert_array_equal(scope["scaled"](4)(X), X * 4)
    holder = scope["Holder"]()
    for name, expected in (("method", X * 3), ("chosen", X + 3), ("other", X - 3)):
        np.testing.assert_array_equal(getattr(holder, name)(X), expected)


def test_a_module_in_a_zip_file(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as file:
        file.writestr("zipped_module.py", SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path / "packed.zip"))
    check(vars(importlib.import_module("zipped_module")))
    del sys.modules["zipped_module"]


def test_a_cell_of_a_notebook():
    """As IPython runs cells: the text is in linecache alone, under a name of its own, one after the other."""
    scope = {}
    for number, part in enumerate([SOURCE, "\n\ndef twice_static(x):\n    return static(static(x))\n"]):
        name = f"<ipython-input-{number}-abc>"
        linecache.cache[name] = (len(part), None, part.splitlines(True), name)
        exec(compile(part, name, "exec"), scope)
    check(scope)
    np.testing.assert_array_equal(sct.to_static(scope["twice_static"])(X), X * 4)


def test_ipython():
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell.instance()
    result = shell.run_cell(SOURCE)
    assert result.success
    check(shell.user_ns)


def run(*arguments, **options):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, **options)


def test_a_script_and_a_module(tmp_path):
    (tmp_path / "script.py").write_text(SOURCE + "\nprint(static(np.ones(2)))\n")
    assert run(str(tmp_path / "script.py")).stdout == "[2. 2.]\n"
    assert run("-m", "script", cwd=tmp_path).stdout == "[2. 2.]\n"
    assert run("-O", str(tmp_path / "script.py")).stdout == "[2. 2.]\n"


def test_text_of_the_command_line():
    """Python 3.13 keeps it; before, there is no source, and the refusal says so."""
    done = run("-c", SOURCE + "\nprint(static(np.ones(2)))\n")
    if done.returncode == 0:
        assert done.stdout == "[2. 2.]\n"
    else:
        assert "SourceUnavailableError" in done.stderr and "Fix:" in done.stderr


def test_a_function_made_without_source():
    scope = {}
    exec("def f(x):\n    return x + 1", scope)
    with pytest.raises(sct.errors.SourceUnavailableError) as error:
        sct.transform(scope["f"])
    assert "Define the function in a file" in str(error.value)
    with pytest.raises(sct.errors.SourceUnavailableError):
        sct.to_static(scope["f"])(X)


@sct.to_static
def warm(x, k):
    for _ in range(3):
        x = x * k if x.sum() < 100 else x - k
    return x


def expected(k):
    return warm.__sct_original__(X, k)


def work(k):
    return warm(X, k)


def test_eight_threads():
    """A warm function in eight threads, each with its own constants, gives each its own results."""
    wrong = []
    barrier = threading.Barrier(8)

    def many(k):
        barrier.wait()
        for _ in range(200):
            if not np.array_equal(warm(X, k), expected(k)):
                wrong.append(k)

    threads = [threading.Thread(target=many, args=(float(k),)) for k in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert not wrong


@pytest.mark.parametrize("method", [m for m in ("fork", "spawn") if m in multiprocessing.get_all_start_methods()])
def test_processes(method):
    """Warm here, then called in a process that was forked, or that imports this module again."""
    warm(X, 2.0)
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        for k in (2.0, 3.0):
            np.testing.assert_array_equal(pool.submit(work, k).result(timeout=120), expected(k))


def stepped(x):
    total = 0
    for i in range(3):
        if i > x:
            total += i  # here
    return total


class Stops(bdb.Bdb):
    """A debugger with a breakpoint, which notes what it sees there."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def user_line(self, frame):
        if self.break_here(frame):
            self.seen.append((frame.f_locals["i"], frame.f_locals["total"]))
        self.set_continue()


def test_breakpoints_stop():
    lines, first = stepped.__code__, stepped.__code__.co_firstlineno
    for function in (stepped, sct.transform(stepped)):
        debugger = Stops()
        debugger.set_break(lines.co_filename, first + 4)
        assert debugger.runcall(function, 0) == 3
        assert debugger.seen == [(1, 0), (2, 1)]


def test_coverage_counts_the_same_lines(tmp_path):
    """The standard library's `trace` counts lines as coverage tools do."""
    source = textwrap.dedent(
        """
        def f(x):
            for i in range(4):
                if i == x:
                    break
                elif i > 7:
                    x = 0
            else:
                return 5
            try:
                return 1 // (x - 1)
            except ZeroDivisionError:
                return None
        """
    )
    name = str(tmp_path / "counted.py")
    with open(name, "w") as file:
        file.write(source)
    scope = {"__name__": "counted"}
    exec(compile(source, name, "exec"), scope)
    import trace

    def counted(function):
        counter = trace.Trace(count=1, trace=0)
        for x in (1, 2):
            counter.runfunc(function, x)
        return {line for (file, line) in counter.results().counts if file == name}

    jump = source.splitlines().index("            break") + 1
    assert counted(scope["f"]) - {jump} == counted(sct.transform(scope["f"])) - {jump}
