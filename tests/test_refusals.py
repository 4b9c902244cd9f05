"""Refusals: the right error at the right line, in words that people can use; and nothing left behind."""

import functools
import importlib
import linecache
import os
import sys

import numpy as np
import pytest

import sct
from sct import errors
from tests.harness.observe import Recorder, differences
from tests.refusals import GOLDEN, load, portable

X = np.array([1.0, 2.0, 3.0])
CASES = load()
INTERNAL = ("_sct", "get_state", "set_state", "convert_", "nonlocal", "Variable", "object at 0x", "sct/runtime", "<lambda>")


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_refused_at_the_line(case):
    error = case.refuse()
    assert error is not None, "was not refused"
    assert (type(error).__name__, error.where and error.where.line) == case.expected, str(error)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_golden_text(case):
    golden = GOLDEN / f"{case.name}.txt"
    assert golden.exists(), "python -m tests.refusals writes it"
    assert portable(case.refuse()) == golden.read_text("utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_message_is_for_people(case):
    text = str(case.refuse())
    lines = text.strip().splitlines()
    assert any(line.startswith("Why: ") for line in lines), text
    assert any(line.startswith("Fix: ") for line in lines), text
    assert lines[-1] and not lines[-1].startswith(("Why", "Fix", " ")), "the last line says what is wrong"
    assert not [word for word in INTERNAL if word in text], text
    assert case.function.__code__.co_filename in text


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_nothing_is_left_behind(case):
    """Arguments are as they were, the same call is refused in the same words, and no trace stays open."""
    from sct.runtime import trace

    recorder = Recorder()
    before = recorder.describe(args=case.args)
    first = portable(case.refuse())
    assert not differences(before, recorder.describe(args=case.args))
    assert portable(case.refuse()) == first
    assert trace.current() is None
    assert np.array_equal(sct.to_static(lambda v: v * 2)(X), X * 2)


def test_every_golden_text_has_a_case():
    assert {p.stem for p in GOLDEN.glob("*.txt")} <= {c.name for c in CASES}


# -- no source, stale source -----------------------------------------------------------------------


@pytest.mark.parametrize("function", [len, np.add, str.upper, dict.get, print, "".join, functools.reduce], ids=lambda f: f.__name__)
def test_no_source(function):
    with pytest.raises(errors.SourceUnavailableError, match=function.__name__):
        sct.to_static(function)(X)


@pytest.mark.parametrize("thing", [3, "text", X, [len], ...], ids=lambda t: type(t).__name__)
def test_not_a_function(thing):
    with pytest.raises(TypeError):
        sct.to_static(thing)(X)


def test_made_with_exec():
    scope = {}
    exec("def f(x):\n    return x * 2\n", scope)
    with pytest.raises(errors.SourceUnavailableError):
        sct.to_static(scope["f"])(X)


def test_made_in_a_notebook():
    text = "def f(x):\n    if x.sum() > 0:\n        return x * 2\n    return x\n"
    linecache.cache["<cell 1>"] = (len(text), None, text.splitlines(keepends=True), "<cell 1>")
    scope = {}
    exec(compile(text, "<cell 1>", "exec"), scope)
    assert np.array_equal(sct.to_static(scope["f"])(X), X * 2)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Writes a module and imports it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    made = []

    def write(text, name="edited_later"):
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        importlib.invalidate_caches()
        made.append(name)
        return path, importlib.import_module(name)

    yield write
    for name in made:
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    "after",
    [
        "def f(x):\n    return x * 3\n",
        "import math\n\n\ndef f(x):\n    return x * 2\n",
        "def g(x):\n    return x * 2\n",
        "",
        "def f(x:\n",
        "def f(x, y=1):\n    return x * 2\n",
        "def f(x):\n    return x * 2.0\n",
    ],
)
def test_stale_source_is_refused_or_not_used(module, after):
    """A file edited after import: refused, or what was loaded still runs; never the new text."""
    path, loaded = module("def f(x):\n    return x * 2\n")
    path.write_text(after)
    stamp = path.stat().st_mtime + 10
    os.utime(path, (stamp, stamp))
    try:
        result = sct.to_static(loaded.f)(X)
    except (errors.StaleSourceError, errors.SourceUnavailableError) as error:
        assert "edited_later" in str(error)
    else:
        assert np.array_equal(result, X * 2)


def test_stale_source_names_the_file(module):
    path, loaded = module("def f(x):\n    return x * 2\n")
    path.write_text("def f(x):\n    return x * 3\n")
    os.utime(path, (path.stat().st_mtime + 10,) * 2)
    with pytest.raises(errors.StaleSourceError, match=r"edited_later\.py"):
        sct.to_static(loaded.f)(X)


# -- wrong arguments ---------------------------------------------------------------------------------


def plain(x, k, *, mode="a"):
    return x * k


def positional(x, /, k):
    return x * k


@pytest.mark.parametrize(
    "function, args, kwargs",
    [
        (plain, (), {}),
        (plain, (X,), {}),
        (plain, (X, 1, 2), {}),
        (plain, (X, 1), {"other": 2}),
        (plain, (X, 1), {"k": 2}),
        (plain, (X,), {"mode": "b"}),
        (positional, (), {"x": X, "k": 1}),
        (positional, (X,), {}),
    ],
)
@pytest.mark.parametrize("warm", [False, True])
def test_wrong_arguments_say_what_python_says(function, args, kwargs, warm):
    static = sct.to_static(function)
    if warm:
        static(X, 1)
    with pytest.raises(TypeError) as python:
        function(*args, **kwargs)
    with pytest.raises(TypeError) as found:
        static(*args, **kwargs)
    assert isinstance(found.value, errors.ArgumentsError)
    assert str(found.value).strip().splitlines()[-1] == str(python.value)
    assert np.array_equal(static(X, 2), X * 2)


def test_wrong_arguments_of_a_method():
    class A:
        @sct.to_static
        def go(self, x):
            return x

    with pytest.raises(errors.ArgumentsError, match="missing 1 required positional argument: 'x'"):
        A().go()


# -- dtypes with no static form ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "array",
    [
        np.array([1, None]),
        np.array(["ab", "c"], ">U2"),
        np.array([b"a"]),
        np.array(["2020-01-01"], "datetime64[D]"),
        np.array([1], "timedelta64[s]"),
        np.zeros(2, [("a", float), ("b", int)]),
        np.array([1.0], np.longdouble),
        np.array(["x"], np.dtypes.StringDType()),
    ],
    ids=lambda a: str(a.dtype),
)
def test_dtypes(array):
    static = sct.to_static(lambda x: x)
    with pytest.raises(errors.ObjectDtypeError) as caught:
        static(array)
    assert str(array.dtype) in str(caught.value)
    assert "x" in str(caught.value)
    with pytest.raises(errors.ObjectDtypeError):
        sct.to_static(lambda parts: parts[0])([array])


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_subclasses_are_not_taken_for_arrays():
    """Masked arrays and matrices behave otherwise: kept as they are, or refused."""
    for odd in (np.ma.masked_array([1.0, 2.0, 3.0], [0, 1, 0]), np.asmatrix(np.eye(2))):
        try:
            result = sct.to_static(lambda x: x * x)(odd)
        except errors.SctError:
            continue
        assert type(result) is type(odd) and np.array_equal(result, odd * odd)


# -- input_spec --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec, wrong",
    [
        (sct.InputSpec([3], "float64"), np.ones(4)),
        (sct.InputSpec([None], "float64"), np.ones((1, 3))),
        (sct.InputSpec([None], "float64"), np.ones(3, np.float32)),
        (sct.InputSpec([None, 2], "float64"), np.ones((2, 3))),
        (sct.InputSpec([None], "float64"), [1.0, 2.0]),
        (sct.InputSpec([None], "float64"), 1.0),
        (sct.InputSpec([None], "float64"), None),
        (sct.InputSpec([], "float64"), np.ones(1)),
        ([sct.InputSpec([3], "float64")], [np.ones(3), np.ones(3)]),
        ({"a": sct.InputSpec([3], "float64")}, {"b": np.ones(3)}),
        (2, 3),
        ("mode", "other"),
    ],
)
def test_spec_mismatch(spec, wrong):
    static = sct.to_static(lambda x: x, input_spec=[spec])
    with pytest.raises(errors.SpecMismatchError) as caught:
        static(wrong)
    assert "x" in str(caught.value)


def test_open_extents_need_one_program():
    static = sct.to_static(lambda x: x * 2 + x.sum(), input_spec=[sct.InputSpec([None, 2], "float64")])
    for n in (1, 2, 5, 0, 7):
        x = np.arange(2.0 * n).reshape(n, 2)
        assert np.array_equal(static(x), x * 2 + x.sum())
    assert static.cache_info().misses == 1


def test_spec_of_an_array():
    spec = sct.InputSpec.from_array(np.ones((2, 3), np.float32))
    assert (tuple(spec.shape), str(spec.dtype)) == ((2, 3), "float32")


# -- what an error says about its place ----------------------------------------------------------------


def test_a_refusal_in_a_helper_points_into_the_helper():
    def helper(v):
        if v.sum() > 0:
            v = v + len(open("nothing").read())
        return v

    with pytest.raises(errors.UnsupportedCallError) as caught:
        sct.to_static(lambda x: helper(x))(X)
    where = caught.value.where
    assert (where.line, where.function) == (helper.__code__.co_firstlineno + 2, helper.__qualname__)


def test_the_cause_is_kept():
    error = errors.JoinError("what", where=errors.Location("f.py", 3), why="why", fix="fix")
    import pickle

    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.where, again.fix) == (str(error), error.where, error.fix)


def test_full_graph_off_runs_plainly(caplog):
    def f(x):
        return x + np.random.default_rng(3).normal(size=3)

    assert np.array_equal(sct.to_static(f, full_graph=False)(X), f(X))


def test_traceback_of_a_run_time_error_shows_the_users_line():
    def f(x, k):
        y = x * 2
        return y[k]

    import traceback

    static = sct.to_static(f)
    static(X, np.int64(1))
    with pytest.raises(IndexError) as caught:
        static(X, np.int64(9))
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert any(fr.filename == __file__ and fr.lineno == f.__code__.co_firstlineno + 2 for fr in frames)


def test_wrapped_functions_are_refused_or_right():
    @functools.lru_cache
    def cached(n):
        return n * 2

    static = sct.to_static(lambda x: x * cached(3))
    assert np.array_equal(static(X), X * 6)
