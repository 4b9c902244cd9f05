"""Loops whose reasons to leave are asked after them, and floats whose ends are known: as Python, and free of tests."""

import math

import numpy as np
import pytest

import sct
from sct.loops.known.float_ranges import FloatRanges
from sct.loops.refs import Const, Ref


def sizes(x, y, out):
    for i in range(len(x)):
        out[i] = math.sqrt(x[i] * x[i] + y[i])
    return out


def shares(n, by):
    total = 0.0
    for i in range(n):
        total += 4.0 / (by - i)
    return total


def chosen(x, out):
    for i in range(len(x)):
        if x[i] > 1.0:
            out[i] = math.sqrt(x[i] - 2.0)
        else:
            out[i] = 1.0 / float(x[i])
    return out


def whole_roots(n):
    found = 0
    for a in range(1, n):
        for b in range(a, n):
            c = int(math.sqrt(a * a + b * b))
            if c * c == a * a + b * b:
                found += 1
    return found


def resized(x, n):
    out = np.zeros(n)
    for i in range(n):
        at = i * (len(x) - 1) / (n - 1)
        left = int(at)
        right = min(left + 1, len(x) - 1)
        out[i] = x[left] + (at - left) * (x[right] - x[left])
    return out


X = np.linspace(0.5, 9.0, 300)


def test_the_loop_does_not_leave_in_the_middle():
    static = sct.to_static(sizes)
    assert static(X, X, np.zeros(300)).tolist() == sizes(X, X, np.zeros(300)).tolist()
    inner = static.loops().split("for (")[-1]
    assert "return" not in inner[: inner.rindex("}\n")].split("\n}\n")[0]


def test_what_raises_raises_and_has_written_as_much():
    y = X.copy()
    y[200] = -1e6
    for call in (sct.to_static(sizes), sizes):
        out = np.zeros(300)
        with pytest.raises(ValueError, match="math domain|nonnegative"):
            call(X, y, out)
        assert np.count_nonzero(out) == 200


def test_division_by_zero_is_found():
    static = sct.to_static(shares)
    assert static(100, 1000.5) == shares(100, 1000.5)
    with pytest.raises(ZeroDivisionError):
        static(100, 50.0)


def test_branches_that_may_raise():
    static = sct.to_static(chosen)
    x = np.where(np.arange(300) % 3 == 0, 0.25, X + 2.0)
    assert static(x, np.zeros(300)).tolist() == chosen(x, np.zeros(300)).tolist()
    x[7], expected = 0.0, np.zeros(300)
    with pytest.raises(ZeroDivisionError):
        chosen(x, expected)
    out = np.zeros(300)
    with pytest.raises(ZeroDivisionError):
        static(x, out)
    assert out.tolist() == expected.tolist()


@pytest.mark.parametrize("n", [2, 40, 130])
def test_floats_from_small_integers_need_no_tests(n):
    static = sct.to_static(whole_roots)
    assert static(n) == whole_roots(n)
    if n > 100:
        assert "return 1" not in static.loops()


@pytest.mark.parametrize("n", [2, 31, 999])
def test_indices_that_were_floats(n):
    assert sct.to_static(resized)(X, n).tolist() == resized(X, n).tolist()


def test_spans_of_floats():
    known = FloatRanges()
    a, b, c = (Ref("f64", k) for k in range(3))
    known.made(a, "sitofp", [(-3.0, 4.0)], None)
    known.made(b, "intrinsic", [known.of(a)], "fabs")
    assert known.of(b) == (0.0, 4.0)
    known.made(c, "fdiv", [(1.0, 1.0), known.of(b)], None)
    assert known.of(c) is None
    known.made(c, "intrinsic", [known.of(a)], "sqrt")
    assert known.of(c) is None
    known.made(c, "fmul", [known.of(a), (-2.0, 5.0)], None)
    assert known.of(c) == (-15.0, 20.0)
    five = Const("f64", 5.0)
    assert known.decided("fcmp.olt", b, five) is True
    assert known.decided("fcmp.oge", b, five) is False
    assert known.decided("fcmp.ogt", c, five) is None
    assert known.decided("fcmp.oeq", b, five) is False
    assert known.decided("fcmp.une", b, five) is True
    assert known.decided("fcmp.uno", b, b) is False
    assert known.decided("fcmp.olt", b, Const("f64", float("inf"))) is True
    assert known.decided("fcmp.oeq", Ref("f64", 9), five) is None


def test_beside_calls_of_the_c_library_loops_leave_at_once():
    def total(x):
        found = 0.0
        for i in range(len(x)):
            found += math.exp(x[i])
        return found

    static = sct.to_static(total)
    assert static(X) == total(X)
    assert "return 1" in static.loops().split("for (")[-1].split("\n}\n")[0]
    with pytest.raises(OverflowError):
        static(np.append(X, 1000.0))
