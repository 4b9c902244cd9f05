"""What is known of integers: never more than is true."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sct
from sct.loops.code import Code, Const
from sct.loops.known.ranges import Ranges, whole
from sct.loops.refs import BITS, Ref, wrap

SPANS = st.tuples(st.integers(-40, 40), st.integers(0, 30)).map(lambda p: (p[0], p[0] + p[1]))
EDGES = st.sampled_from([-128, -127, -3, -1, 0, 1, 2, 5, 100, 127])


def evaluate(op, x, y, bits):
    """What the machine answers."""
    unsigned = x & ((1 << bits) - 1)
    results = {
        "iadd": x + y, "isub": x - y, "imul": x * y, "and": x & y, "ashr": x >> y if 0 <= y < bits else None,
        "lshr": unsigned >> y if 0 <= y < bits else None, "sdiv": int(x / y) if y else None,
        "srem": x - y * int(x / y) if y else None, "udiv": unsigned // y if y > 0 else None,
        "urem": unsigned % y if y > 0 else None,
    }  # fmt: skip
    found = results[op]
    return None if found is None else wrap(found, f"i{bits}")


class TestSpans:
    @settings(max_examples=600, deadline=None)
    @given(st.sampled_from(["iadd", "isub", "imul", "and", "ashr", "lshr", "sdiv", "srem", "udiv", "urem"]),
           SPANS, st.one_of(EDGES, SPANS))  # fmt: skip
    def test_results_lie_inside(self, op, span, other):
        known = Ranges()
        a, b, dest = Ref("i8", 1), Ref("i8", 2), Ref("i8", 3)
        known.note(a, *span)
        if isinstance(other, tuple):
            known.note(b, *other)
            ys = range(other[0], other[1] + 1)
        else:
            b, ys = Const("i8", other), [other]
        known.made(dest, op, (a, b))
        low, high = known.of(dest)
        for x in range(span[0], span[1] + 1):
            for y in ys:
                found = evaluate(op, x, y, 8)
                assert found is None or low <= found <= high, (op, x, y, found, low, high)

    @settings(max_examples=300, deadline=None)
    @given(st.sampled_from(["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]), SPANS, SPANS)
    def test_relations_hold_for_all(self, name, first, second):
        known = Ranges()
        a, b = Ref("i64", 1), Ref("i64", 2)
        known.note(a, *first)
        known.note(b, *second)
        answer = known.relation(name, a, b)
        found = set()
        for x in range(first[0], first[1] + 1):
            for y in range(second[0], second[1] + 1):
                if name[0] == "u":
                    x, y = x % 2**64, y % 2**64  # noqa: PLW2901
                tests = {"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}
                found.add(tests[name if name in tests else name[1:]])
        assert answer is None or found == {answer}

    def test_whole_types(self):
        assert {t: whole(t) for t in ("i1", "i8")} == {"i1": (0, 1), "i8": (-128, 127)}
        assert set(BITS) == {"i1", "i8", "i16", "i32", "i64"}


class TestNames:
    def test_indices_of_nested_loops(self):
        known = Ranges()
        n, i, j = Ref("i64", 1), Ref("i64", 2), Ref("i64", 3)
        known.note(n, 0, 2**63 - 1)
        known.counts(i, Const("i64", 0), n)
        known.counts(j, Const("i64", 0), i)
        assert known.relation("slt", j, n) is True
        assert known.relation("ult", j, n) is True
        assert known.relation("slt", j, i) is True
        assert known.relation("slt", n, Const("i64", 5)) is None

    def test_neighbours(self):
        code = Code()
        n = code.extent(code.ref("i64"))
        with code.loop(1, code.isub(n, 1)) as i:
            after, before = code.iadd(i, 1), code.isub(i, 1)
            assert code.icmp("ult", after, n) == Const("i1", 1)
            assert code.icmp("ult", before, n) == Const("i1", 1)
            assert code.icmp("ult", code.iadd(i, 2), n) not in (Const("i1", 0), Const("i1", 1))

    def test_what_may_wrap_is_not_known(self):
        code = Code()
        n = code.ref("i64")
        more = code.iadd(n, 1)
        assert code.icmp("sgt", more, n) != Const("i1", 1)

    def test_a_loop_that_does_not_run_proves_nothing_outside(self):
        code = Code()
        with code.loop(5, 3):
            pass
        assert code.icmp("slt", code.ref("i64"), 3) != Const("i1", 1)


class TestAgainstNumPy:
    def test_remainders_are_those_of_numpy(self):
        a = np.arange(-20, 20)
        for y in (1, 3, 8):
            known = Ranges()
            x, dest = Ref("i64", 1), Ref("i64", 2)
            known.note(x, -20, 19)
            known.made(dest, "srem", (x, Const("i64", y)))
            low, high = known.of(dest)
            assert low <= np.fmod(a, y).min() and np.fmod(a, y).max() <= high


class TestNearer:
    def test_bounds_of_a_window(self):
        code = Code()
        with code.loop(0, 112) as i:
            end = code.iadd(i, 9)
            assert code.imin(end, 120) is end
            assert code.imax(i, 0) is i
            assert code.isub(end, i) == Const("i64", 9)
            assert code.isub(i, end) == Const("i64", -9)
            assert code.imax(i, end) is end
            assert code.imin(i, end) is i

    def test_what_is_not_known_is_asked(self):
        code = Code()
        n = code.do("argument", "i64", note="n")
        with code.loop(0, 112) as i:
            for a, b in ((i, n), (code.iadd(i, 9), Const("i64", 119)), (i, Const("i64", 1))):
                assert code.imin(a, b) not in (a, b)
                assert code.imax(a, b) not in (a, b)


def windows(x, a, b):
    out = np.zeros((len(x), 2))
    for i in range(len(x)):
        part = x[i + a : i + b].copy()
        out[i, 0] = part.sum()
        out[i, 1] = len(part)
    return out


@pytest.mark.parametrize("a", [-4, -1, 0, 2])
@pytest.mark.parametrize("b", [-2, 0, 1, 5])
def test_windows_that_reach_beyond(a, b):
    static = sct.to_static(windows, backend="native")
    for n in (3, 17):
        x = np.arange(1.0, n + 1)
        assert np.array_equal(static(x, a, b), windows(x, a, b))
