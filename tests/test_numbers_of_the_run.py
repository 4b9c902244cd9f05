"""Programs with numbers of the run: a few, what the rewriting makes of a function, and that the tester sees what is wrong."""

import ast
import functools
import random

import pytest

from tests.fuzzing.check import Finding
from tests.fuzzing.numbers_of_the_run.asserts import Asserted
from tests.fuzzing.numbers_of_the_run.check import check
from tests.fuzzing.numbers_of_the_run.literals import Literals
from tests.fuzzing.numbers_of_the_run.sources import Unit, modules, units, written
from tests.fuzzing.numbers_of_the_run.worker import Worker

SEED, SHARE = 5, 0.3
PROGRAM = """
from tests.harness import Theme, call

program = Theme("planted")


@program(call(3), call(4), call(3))
def f(n, *, _run):
    \"\"\"A list.\"\"\"
    {body}
"""


def program(body, runs="([2], []), ([3], []), ([0], [])"):
    return PROGRAM.format(body=body) + f"\nNAMES, RUNS = ['_run'], [{runs}]\n"


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_the_same_or_refused(backend):
    chosen = [unit for name in modules() for unit in units(name)]
    random.Random(SEED).shuffle(chosen)
    for unit in chosen[:8]:
        text = written(unit, SEED, SHARE)
        found = "same" if text is None else check(text, backend)
        assert found in ("same", "refused", "unlike"), f"{unit}\n{text}\n{found}"


def test_tests_are_tried_as_pytest_calls_them():
    unit = Unit("numpy.lib.tests.test_shape_base", "TestTile.test_basic")
    assert unit in units(unit.module)
    text = written(unit, SEED, 1.0)
    assert "_seen.append((tile(" in text
    assert check(text, "numpy") == "same"


def test_what_is_to_raise_is_caught():
    text = "with self.assertRaises(E) as caught, other: pass\nwith self.assertRaises(E) as caught:\n    f()"
    made = ast.unparse(ast.fix_missing_locations(Asserted(False).visit(ast.parse(text))))
    assert made.count("caught") == 2 and "caught = _Raised(exception=_raised, value=_raised)" in made


def test_literals_are_of_the_run():
    source = '''
def f(x: 3, n=4) -> 5:
    """6"""
    y: 7 = f"{8:{9}}"
    match x:
        case 10 if True:
            return f(n, n=1.5) + 10**30
    return lambda k=11: 12j
'''
    function = ast.parse(source).body[0]
    literals = Literals(random.Random(1), 1.0, "f")
    assert literals.rewrite(function) == ["_run", "_runf"]
    assert (literals.ints, literals.floats) == ([8, 9, 1, 10, 30, 11], [1.5])
    text = ast.unparse(function)
    assert text.startswith("def f(x: 3, n=4, *, _run, _runf) -> 5:")
    assert "case 10 if bool(_run[2])" in text and "_run=_run, _runf=_runf)" in text and "12j" in text


@pytest.mark.parametrize("wrong", [lambda result: [*result, 0], lambda result: (result.append(1), result)[1], lambda result: 1 / 0])
def test_a_planted_wrong_is_found(wrong):
    """From the fourth call on, with numbers that were not there before."""
    calls = []

    def jit(function):
        @functools.wraps(function)
        def run(*args, **kwargs):
            calls.append(args)
            result = function(*args, **kwargs)
            return wrong(result) if len(calls) > 3 else result

        return run

    found = check(program("return [n] * int(_run[0])"), "numpy", jit)
    assert isinstance(found, Finding) and (found.kind, found.call) == ("value", 3)


def test_a_wrong_in_the_tracer_is_found(monkeypatch):
    """Writes to what a branch has chosen are lost for its other names."""
    from sct.runtime.arrays import storage

    text = program("c = np.zeros(2); d = c if int(_run[0]) > 2 else np.ones(2); d[0] = n; return c")
    text = text.replace("from tests", "import numpy as np\nfrom tests", 1)
    assert check(text, "numpy") == "same"
    monkeypatch.setattr(storage, "spread", lambda one: None)
    assert isinstance(check(text, "numpy"), Finding)


def test_what_plain_python_does_not_say_twice_is_left_out():
    assert check(program("return object.__repr__(object())[-9:] + str(_run[0])"), "numpy") == "unlike"


def test_a_program_without_an_end_or_that_ends_the_process():
    worker = Worker(seconds=10)
    try:
        assert worker.check(program("return [n] * int(_run[0])"), "numpy") == "same"
        found = worker.check(program("import os; os._exit(3)"), "numpy")
        assert found.kind == "crash" and "3" in found.details[0]
        worker.seconds = 1
        assert worker.check(program("import time; time.sleep(9)"), "numpy").kind == "too long"
    finally:
        worker.end()
