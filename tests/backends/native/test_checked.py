"""Checked code (`SCT_CHECK=1`): defects of the compiler itself are found where they happen."""

import dataclasses
import os
import subprocess
import sys
import traceback

import numpy as np
import pytest
from hypothesis import given

import sct
from sct.backends.native import abi, plans, written
from sct.config import settings
from sct.errors import CheckFailedError, VerifyError
from sct.loops import lower, verify
from sct.loops.code import FALSE, Code, Const, If, Instr
from sct.loops.sums import sums
from sct.loops.turns import checks
from sct.loops.values import Arr
from tests.backends.native.test_random_programs import RANDOM, SETTINGS, Silent, assert_same

pytestmark = pytest.mark.skipif(not abi.available(), reason="no native calls on this build")


@pytest.fixture
def checked(monkeypatch):
    """All that is compiled checks itself; nothing of it is kept."""
    with_checks = dataclasses.replace(settings, check=True)
    monkeypatch.setattr(written, "settings", with_checks)
    monkeypatch.setattr(plans, "plan_key", lambda *_: None)


def chained(x, y):
    z = x * 2 + y
    return z, z[::-1] - y


def loops(x, y):
    for i in range(1, x.size):
        x[i] = x[i - 1] * y[i]
    return x, x.sum()


def test_sound_programs_run(checked):
    x, y = np.arange(100.0), np.linspace(0, 1, 100)
    for function in (chained, loops):
        made = sct.to_static(function, backend="native")
        for result, expected in zip(made(x.copy(), y), function(x.copy(), y), strict=True):
            np.testing.assert_array_equal(result, expected)
        assert "sct_check" in made.loops()
        assert "sct_unbalanced" in made.loops()


@pytest.mark.parametrize("away", [1, -1, 10**9])
def test_a_read_out_of_bounds(checked, monkeypatch, away):
    load = Arr.load

    def shifted(self, code, index, alias=None):
        return load(self, code, (code.iadd(index[0], away), *index[1:]) if index else index, alias)

    monkeypatch.setattr(Arr, "load", shifted)
    made = sct.to_static(chained, backend="native")
    with pytest.raises(CheckFailedError, match="out of bounds of its array") as raised:
        made(np.ones(100), np.ones(100))
    assert isinstance(raised.value, IndexError)
    assert raised.value.where.filename == __file__
    assert raised.value.where.line in range(chained.__code__.co_firstlineno + 1, chained.__code__.co_firstlineno + 3)


def test_a_write_out_of_bounds(checked, monkeypatch):
    store = Arr.store

    def shifted(self, code, value, index, alias=None):
        return store(self, code, value, (code.isub(index[0], 1), *index[1:]) if index else index, alias)

    monkeypatch.setattr(Arr, "store", shifted)
    with pytest.raises(CheckFailedError, match="out of bounds"):
        sct.to_static(chained, backend="native")(np.ones(100), np.ones(100))


def test_a_sum_that_reads_too_much(checked, monkeypatch):
    add = sums.add_strip
    monkeypatch.setattr(sums, "add_strip", lambda w, n, pointer, count: add(w, n, pointer, w.code.iadd(count, 1)))
    with pytest.raises(CheckFailedError, match="sum is out of bounds"):
        sct.to_static(lambda x: x.sum(), backend="native")(np.ones(5000))


def test_memory_that_was_let_go(checked, monkeypatch):
    def twice(x):
        y = x * 2
        return y[3:], np.sort(y)

    retain = lower.Lowering.retain
    monkeypatch.setattr(lower.Lowering, "retain", lambda self, arr: None)
    with pytest.raises(CheckFailedError):
        sct.to_static(twice, backend="native")(np.ones(100))
    monkeypatch.setattr(lower.Lowering, "retain", retain)
    assert sct.to_static(twice, backend="native")(np.ones(100))[0].sum() == 194


def test_memory_that_nobody_lets_go(checked, monkeypatch):
    monkeypatch.setattr(lower.Lowering, "release", lambda self, arr: None)
    with pytest.raises(CheckFailedError, match="references to arrays are not balanced"):
        sct.to_static(lambda x: np.sort(x * 2), backend="native")(np.ones(100))


def test_an_index_of_the_user_raises_as_in_python(checked):
    def pick(x, i):
        total = 0.0
        for k in range(i):
            total += x[k]
        return total

    made = sct.to_static(pick, backend="native")
    assert made(np.ones(5), np.int64(5)) == 5
    with pytest.raises(IndexError) as raised:
        made(np.ones(5), np.int64(6))
    assert not isinstance(raised.value, CheckFailedError)
    assert "total += x[k]" in "".join(traceback.format_exception(raised.value))


def arrays_only(x, y):
    rows = []
    a = x.reshape(10, -1).T[::-1]
    for i in range(y.size - 3):
        if y[i] > 0.5:
            a = a * y[i]
        else:
            a = a[:, ::-1] + np.sort(y)[i]
        rows.append(a[0] * 2)
    while a.max() > 10:
        a = a / 2
    y[1:] = y[:-1] * 2
    return a, np.array(rows).sum(axis=0), y[y > 0.25], np.cumsum(y), a @ a.T


def test_every_access_is_checked(checked):
    """Only headers, which hold no floats, are not."""
    made = sct.to_static(arrays_only, backend="native")
    given_ = np.linspace(0, 3, 100), np.linspace(0, 1, 20)
    for result, expected in zip(made(*map(np.copy, given_)), arrays_only(*map(np.copy, given_)), strict=True):
        np.testing.assert_allclose(result, expected)
    lines = made.loops().splitlines()
    assert sum("((f64*)" in line for line in lines) > 20
    for before, line in zip(lines, lines[1:], strict=False):
        if "((f64*)" in line:
            assert before.strip() == "}", line


@SETTINGS
@given(RANDOM)
def test_random_programs(random):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(written, "settings", dataclasses.replace(settings, check=True))
        patch.setattr(plans, "plan_key", lambda *_: None)
        assert_same(Silent(random).program())


def test_the_switch():
    code = (
        "import numpy as np, linecache, sct\n"
        "from tests.backends.native.test_checked import chained\n"
        "f = sct.to_static(chained, backend='native'); f(np.ones(99), np.ones(99)); print('sct_check' in f.loops())"
    )
    for value in ("1", "0", "1"):  # one folder of the disk cache for all
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=120,
            env={**os.environ, "SCT_CHECK": value},
        )  # fmt: skip
        assert done.stdout.strip() == str(value == "1"), done.stderr


# -- the rules of structured code --------------------------------------------------------------------


def test_a_value_is_defined_before_it_is_used():
    code = Code()
    with code.loop(0, 3) as i:
        inner = code.iadd(code.load("i64", code.do("argument", "ptr", note="in"), i), 1)
    code.do("argument", "ptr", note="in")
    code.append(Instr(code.ref("i64"), "iadd", (inner, inner)))
    with pytest.raises(VerifyError, match="used where it is not defined"):
        verify.verify(code)


def test_a_value_is_defined_once():
    code = Code()
    made = code.do("argument", "ptr", note="in")
    code.append(Instr(made, "argument", (), "in"))
    with pytest.raises(VerifyError, match="defined twice"):
        verify.verify(code)


@pytest.mark.parametrize("op, args, dest", [
    ("iadd", [Const("i64", 1), Const("i32", 1)], "i64"), ("fadd", [Const("i64", 1), Const("i64", 1)], "i64"),
    ("icmp.eq", [Const("f64", 1.0), Const("f64", 1.0)], "i1"), ("select", [Const("i64", 1)] * 3, "i64"),
    ("load", [Const("ptr", 0), Const("i32", 0)], "f64"), ("offset", [Const("i64", 0), Const("i64", 0)], "ptr"),
    ("iadd", [Const("f64", 1), Const("f64", 1)], "f64"),
])  # fmt: skip
def test_types_fit(op, args, dest):
    code = Code()
    code.append(Instr(code.ref(dest), op, tuple(args)))
    with pytest.raises(VerifyError):
        verify.verify(code)


def test_a_variable_is_set_before_it_is_read():
    code = Code()
    var = code.var("i64")
    choice = If(FALSE)
    code.append(choice)
    with code.into(choice.then):
        code.set(var, Const("i64", 1))
    code.get(var)
    verify.verify(code)
    choice.then.clear()
    with pytest.raises(VerifyError, match="read before it is set"):
        verify.verify(code)


def test_places_are_ops(checked):
    program_places = []
    keep = checks.check

    def spy(low, out):
        keep(low, out)
        program_places.extend(low.code.places)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "check", spy)
        sct.to_static(loops, backend="native")(np.ones(100), np.ones(100))
    assert program_places[0] is None
    assert all(op is None or op.source is None or op.source.filename == __file__ for op in program_places)
