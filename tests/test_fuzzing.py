"""Random programs: a few of each family, or as many as fit into `SCT_FUZZ_SECONDS`; and what has been wrong before.

`python -m tests.fuzzing` prints what it finds as small programs.
"""

import contextlib
import linecache
import os
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

import sct
from sct.errors import PlainPythonWarning
from tests.fuzzing import dict_rows, object_rows
from tests.fuzzing.check import Finding, check, check_text, load
from tests.fuzzing.families import FAMILIES
from tests.fuzzing.reduce import reduced

SECONDS = float(os.environ.get("SCT_FUZZ_SECONDS", "0"))  # for all families together
COUNTS = {"numpy": 4, "native": 2}
FIRST = 1002


def wrong(family, seed, backend):
    """What must not be of one program, with its text; slow programs are no matter of right and wrong."""
    found = check(family, seed, backend)
    if isinstance(found, Finding) and found.kind != "too long":
        return f"{family.name}, seed {seed}\n{family.write(seed)}\n{found}"
    return None


@pytest.mark.parametrize("backend", COUNTS)
@pytest.mark.parametrize("name", FAMILIES)
def test_the_same_or_refused(name, backend):
    family = FAMILIES[name]
    end = time.monotonic() + SECONDS / len(FAMILIES) / len(COUNTS)
    seed = FIRST if not SECONDS else FIRST + 1_000_000
    while seed < FIRST + COUNTS[backend] or (SECONDS and time.monotonic() < end):
        assert wrong(family, seed, backend) is None
        seed += 1


@pytest.mark.parametrize("backend", COUNTS)
@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name, f in FAMILIES.items() for seed in f.once_wrong])
def test_what_was_wrong_once(name, seed, backend):
    assert wrong(FAMILIES[name], seed, backend) is None


def test_programs_do_not_depend_on_the_process():
    code = "from tests.fuzzing.families import FAMILIES\nprint([f.write(7) for f in FAMILIES.values()])"
    root = str(Path(__file__).parent.parent)
    texts = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": root},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("0", "1")
    }  # fmt: skip
    assert texts == {f"{[f.write(7) for f in FAMILIES.values()]}\n"}


@pytest.mark.parametrize("module", [dict_rows, object_rows])
def test_every_statement_is_run(module):
    """Also after what may raise before it: a statement that no program comes to finds nothing."""
    run: set[str] = set()
    before = sys.gettrace()

    def trace(frame, event, arg):
        name = frame.f_code.co_filename
        if name.startswith("<random program") and event == "line":
            run.add(linecache.getline(name, frame.f_lineno).strip())
        return trace if name.startswith("<random program") else None

    for seed in range(900):
        function = load(module.Writer(seed).text())
        for call in module.calls(seed):
            sys.settrace(trace)
            with contextlib.suppress(Exception):
                function(*call.args)
            sys.settrace(before)
    assert {line for seed in range(3) for line in module.Writer(seed).statements()} <= run


# -- the tester --------------------------------------------------------------------------------------

PLANTED = """
def f(a, b, m, n, k):
    c = a + 1
    if n > 3:
        c = a
        d = b * 2
        d[0] = k
    for i in range(k):
        c[0] += 1
    return c, b
"""


def planted(jit):
    """Plain Python with something wrong in it; from the third call on, as the worst defects were."""
    calls = []

    def family_jit(function):
        def run(*args):
            calls.append(args)
            result = function(*args)
            return jit(result, args) if len(calls) > 2 else result

        return run

    return family_jit


WRONGS = {
    "sharing": lambda result, args: (result[0], args[1].copy()),
    "value": lambda result, args: (result[0] + 1e-9, *result[1:]),
}


@pytest.mark.parametrize("kind", WRONGS)
def test_a_planted_wrong_is_found(kind):
    family = FAMILIES["arrays"]
    found = check_text(family, PLANTED, 0, "numpy", planted(WRONGS[kind]))
    assert isinstance(found, Finding) and found.call == 2
    assert found.kind == kind


def test_a_wrong_in_the_tracer_is_found_and_made_small(monkeypatch):
    """Writes to what a branch has chosen are lost for its other names: programs tell, and what does not matter goes."""
    from sct.runtime.arrays import storage

    monkeypatch.setattr(storage, "spread", lambda one: None)
    family = FAMILIES["arrays"]
    tried = ((seed, check(family, seed, "numpy")) for seed in range(FIRST, FIRST + 100))
    seed, found = next((seed, found) for seed, found in tried if isinstance(found, Finding))
    text, smaller = reduced(family, family.write(seed), seed, found, tries=15)
    assert smaller.kind == found.kind and len(text) < len(family.write(seed))


def test_a_program_that_is_not_compiled_is_found(monkeypatch):
    from sct.backends import native

    monkeypatch.setattr(native, "is_compilable", lambda program: False)
    text = "def f(a, b, k):\n    return a * 3 + b\n"
    found = check_text(FAMILIES["matrices"], text, 0, "native")
    assert isinstance(found, Finding) and found.kind == "no machine code"
    assert check_text(FAMILIES["view writes"], "def f(m, y, n):\n    return m + y\n", 0, "native") == "same"


def test_a_call_that_machine_code_gives_up_is_found():
    def give_up(function):
        static = sct.to_static(function, backend="native")

        def run(*args):
            result = static(*args)
            (layer,) = static._entries.values()
            layer.executable._fallback(args[0], args[1])
            return result

        return run

    found = check_text(FAMILIES["matrices"], "def f(a, b, k):\n    return a * 3 + b\n", 0, "native", give_up)
    assert isinstance(found, Finding) and found.kind == "no machine code"


def test_what_plain_python_answers_is_found():
    def warn(function):
        def run(*args):
            warnings.warn("plain Python has answered", PlainPythonWarning, stacklevel=2)
            return function(*args)

        return run

    found = check_text(FAMILIES["arrays"], PLANTED, 0, "numpy", warn)
    assert isinstance(found, Finding) and found.kind == "plain Python"


def test_a_defect_that_another_trace_does_without_is_found(monkeypatch):
    """The trace for any extents fails, and one for those of the call answers."""
    from sct.runtime import branches
    from sct.runtime.joins.templates import TNode

    def failing(trace, tree, template):
        return inject(trace, tree, TNode(list, None, ()) if trace.dims else template)

    inject = branches.inject
    monkeypatch.setattr(branches, "inject", failing)
    text = "def f(a, b, k):\n    if b.sum() > 2:\n        a = a * 2\n    return a + b\n"
    found = check_text(FAMILIES["matrices"], text, 0, "numpy")
    assert isinstance(found, Finding) and found.kind == "defect" and "AssertionError" in str(found)
