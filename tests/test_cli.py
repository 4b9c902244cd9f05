"""The command line."""

import subprocess
import sys

import pytest

from sct.cli.compare import compare
from sct.cli.main import main

FILE = '''
import numpy as np

import sct

ready = 3


def halve(x, limit):
    """Halve until small."""
    steps = 0
    while x.max() > limit:
        x = x / 2
        steps += 1
    return x, steps


class Model:
    @staticmethod
    def double(x, limit):
        return x * 2


@sct.to_static
def decorated(x, limit):
    print("sum", x.sum())
    x += 1
    return x


def raising(x, limit):
    if x.sum() > 0:
        raise ValueError("positive")
    return x


def generator(x, limit):
    yield x


def example_inputs():
    return np.array([1.0, 8.0, 3.0]), 0.5
'''


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    path = tmp_path / "user_file.py"
    path.write_text(FILE, "utf-8")
    yield path
    sys.modules.pop("user_file", None)


@pytest.fixture
def sct(capsys):
    def run(*arguments):
        try:
            code = main([str(a) for a in arguments])
        except SystemExit as stop:
            code = stop.code
        got = capsys.readouterr()
        return code, got.out, got.err

    return run


def test_help(sct):
    code, out, _ = sct("--help")
    assert code == 0
    for command in ("show", "run", "program", "passes", "ops"):
        assert command in out


def test_version(sct):
    code, out, _ = sct("--version")
    assert (code, out[:4]) == (0, "sct ")


def test_no_command_is_an_error(sct):
    assert sct()[0] == 2


def test_module_can_be_run(file):
    done = subprocess.run([sys.executable, "-m", "sct", "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:4]) == (0, "sct ")


@pytest.mark.parametrize(
    "spec, message",
    [
        ("nothing.py:f", "there is no file nothing.py"),
        ("{file}", "is not of the form FILE.py:FUNC"),
        ("{file}:", "is not of the form FILE.py:FUNC"),
        ("{file}:halv", "has no 'halv'; did you mean 'halve'?"),
        ("{file}:zzz", "has no 'zzz'; it has Model, "),
        ("{file}:ready", "'ready' in {file} is int, not a function or method"),
        ("{file}:Model", "is type, not a function or method"),
        ("{file}:Model.triple", "has no 'Model.triple'"),
    ],
)
@pytest.mark.parametrize("command", ["show", "run", "program"])
def test_what_is_not_there_is_named(sct, file, command, spec, message):
    code, out, err = sct(command, spec.format(file=file))
    assert (code, out) == (2, "")
    assert message.format(file=file) in err
    assert err.startswith("sct: ")


def test_a_file_that_does_not_load(sct, tmp_path):
    (tmp_path / "broken_file.py").write_text("x = 1 / 0\n")
    code, _, err = sct("run", tmp_path / "broken_file.py:f")
    assert code == 2
    assert "ZeroDivisionError" in err and "broken_file.py" in err and "does not load" in err
    assert "broken_file" not in sys.modules


@pytest.mark.parametrize(
    "ending, message",
    [
        ("del example_inputs", "has no example_inputs(): define it"),
        ("def example_inputs(): return [1]", "answers list: a tuple of arguments"),
        ("def example_inputs(): return 1 / 0", "example_inputs() of"),
    ],
)
def test_example_inputs_that_are_no_use(sct, file, ending, message):
    file.write_text(f"{FILE}\n{ending}\n")
    code, _, err = sct("run", f"{file}:halve")
    assert code == 2
    assert message in err


def test_run(sct, file):
    code, out, err = sct("run", f"{file}:halve", "--seconds", "0.01")
    assert (code, err) == (0, "")
    assert "the same in value, dtype, shape and structure" in out
    for words in ("plain Python", "static, first call", "static, from then on"):
        assert words in out


def test_run_takes_a_static_method(sct, file):
    assert sct("run", f"{file}:Model.double", "--seconds", "0")[0] == 0


def test_run_takes_what_is_static_already_and_shows_what_it_prints_once(sct, file):
    code, out, _ = sct("run", f"{file}:decorated", "--seconds", "0")
    assert code == 0
    assert out.count("sum 12.0") == 1


def test_run_takes_keyword_arguments(sct, file):
    file.write_text(f"{FILE}\ndef example_inputs(): return dict(limit=0.5, x=np.ones(2))\n")
    assert sct("run", f"{file}:halve", "--seconds", "0")[0] == 0


def test_run_compares_exceptions(sct, file):
    code, out, _ = sct("run", f"{file}:raising")
    assert code == 0
    assert "plain Python raised ValueError: positive" in out


def test_run_says_what_is_refused(sct, file):
    code, _, err = sct("run", f"{file}:generator")
    assert code == 1
    assert err.startswith("UnsupportedSyntaxError: ")
    assert f"{file}:" in err


def test_run_reports(sct, file):
    file.write_text(f"{FILE}\ndef report(result): return f'took {{result[1]}} steps'\n")
    _, out, _ = sct("run", f"{file}:halve", "--seconds", "0")
    assert "took 4 steps" in out


def test_run_fails_when_the_answers_differ(sct, file, monkeypatch):
    """The tester is tested: a static side that gives something else must make it fail."""
    from sct.cli import target

    wrong = property(lambda self: lambda x, limit: (x.astype("float32"), 4))
    monkeypatch.setattr(target.Target, "static", wrong)
    code, out, _ = sct("run", f"{file}:halve", "--seconds", "0")
    assert code == 1
    assert "differs" in out and "dtype float64, static float32" in out


def test_show(sct, file):
    code, out, _ = sct("show", f"{file}:halve")
    assert code == 0
    assert "while x.max() > limit:" in out
    assert "convert_while" in out


def test_show_one_pass(sct, file):
    from sct.transformers import PIPELINE

    loops = next(made.name for made in PIPELINE if "loop" in made.name.lower())
    code, out, _ = sct("show", f"{file}:halve", "--pass", loops)
    assert code == 0
    assert f"before {loops}" in out and f"after {loops}" in out
    assert "convert_while" in out


def test_show_every_pass(sct, file):
    code, out, _ = sct("show", f"{file}:halve", "--all")
    assert code == 0
    assert "convert_while" in out
    assert "no change: " in out


def test_show_names_the_passes_there_are(sct, file):
    code, _, err = sct("show", f"{file}:halve", "--pass", "nonsense")
    assert code == 2
    assert "there is no pass 'nonsense'; there are " in err


@pytest.mark.parametrize(
    ("stage", "text"), [("report", "machine code"), ("loops", "return 3"), ("llvm", "define"), ("asm", "sct_program")]
)
def test_show_machine_code(sct, file, stage, text):
    code, out, _ = sct("show", f"{file}:halve", f"--{stage}")
    assert code == 0
    assert text in out


def test_program_as_text(sct, file):
    from sct.ir.parse import parse_program
    from sct.ir.text import format_program

    code, out, _ = sct("program", f"{file}:halve")
    assert code == 0
    assert "while" in out
    assert format_program(parse_program(out)) == out
    code, out, _ = sct("program", f"{file}:halve", "--sources")
    assert code == 0
    assert f"{file}:13" in out


@pytest.mark.parametrize("form, start", [("--dot", "digraph"), ("--mermaid", "flowchart")])
def test_program_as_a_graph(sct, file, form, start):
    code, out, _ = sct("program", f"{file}:halve", form)
    assert code == 0
    assert out.startswith(start)


def test_passes(sct):
    from sct.transformers import PIPELINE

    code, out, _ = sct("passes")
    assert code == 0
    lines = out.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [[str(i), p.name] for i, p in enumerate(PIPELINE, 1)]


def test_ops(sct):
    code, out, _ = sct("ops")
    assert code == 0
    assert int(out.splitlines()[-1].split()[0]) >= 120
    code, out, _ = sct("ops", "matmul")
    assert code == 0 and "matmul" in out
    assert sct("ops", "nonsense")[0] == 1


def np_array(*args, **kwargs):
    import numpy as np

    return np.array(*args, **kwargs)


A = np_array([1.0, 2.0])


@pytest.mark.parametrize(
    "plain, static, message",
    [
        (1, True, "result: int 1, static bool True"),
        (1.0, 1, "result: float 1.0, static int 1"),
        ((1,), [1], "result: tuple (1,), static list [1]"),
        (A, A.astype("f4"), "result: dtype float64, static float32"),
        (A, A[:1], "result: shape (2,), static (1,)"),
        (A, A + 1, "result: 2 of 2 values differ, by up to 5.0e-01 of the largest"),
        (A, np_array([1.0, float("nan")]), "result: NaN or infinity in other places"),
        (np_array([float("inf")]), np_array([-float("inf")]), "result: NaN or infinity in other places"),
        (np_array([1, 2]), np_array([1, 3]), "result: 1 of 2 values differ"),
        ([A, A], [A], "result: 2 items, static 1"),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, "result: keys ['a', 'b'], static ['b', 'a']"),
        ({"a": [1, 2]}, {"a": [1, 3]}, "result['a'][1]: 2, static 3"),
        (A[0], 1.0, "result: float64 np.float64(1.0), static float 1.0"),
        (A[0], np_array(1.0), "result: float64 np.float64(1.0), static array float64[]"),
        (None, 0, "result: NoneType None, static int 0"),
        ("a", "b", "result: 'a', static 'b'"),
    ],
)
def test_compare_sees(plain, static, message):
    assert compare(plain, static).differences == (message,)


@pytest.mark.parametrize(
    "value", [1, 1.5, float("nan"), 2j, "a", None, A, A[0], [A, (1, {"k": A})], np_array([float("nan"), 1]), np_array([])]
)
def test_compare_takes_equal_things_for_equal(value):
    import copy

    assert compare(value, copy.deepcopy(value), exact=True)


def test_compare_looks_into_objects():
    class Thing:
        def __init__(self, a):
            self.a = a

    assert compare(Thing(A), Thing(A.copy()))
    assert compare(Thing(1), Thing(2)).differences == ("vars(result)['a']: 1, static 2",)


def test_rounding_is_allowed_unless_exactness_is_asked_for():
    close = A * (1 + 1e-12)
    verdict = compare(A, close)
    assert verdict and 0 < verdict.error < 1e-11
    assert not compare(A, close, exact=True)
