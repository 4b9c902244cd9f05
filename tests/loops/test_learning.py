"""What branches and counters tell: never more than is true, and what makes tests unnecessary."""

import numpy as np
import pytest

import sct
from sct.loops.code import FALSE, TRUE, Code, Const
from sct.loops.known.leaving import leaving_branches


def number(code, type_="i64"):
    return code.do("argument", type_, note="in")


class TestBranches:
    def test_a_fact_is_forgotten_where_its_branch_ends(self):
        code = Code()
        x = number(code)
        small = code.icmp("ult", x, 8)
        with code.when(small):
            code.learn(small, True)
            assert code.icmp("slt", x, 0) == FALSE
            assert code.overflows("iadd", x, Const("i64", 1)) == FALSE
        assert code.icmp("slt", x, 0) not in (TRUE, FALSE)

    def test_both_parts_of_a_conjunction_hold(self):
        code = Code()
        x, both = number(code), number(code, "i1")
        first, second = code.icmp("sge", x, 0), code.icmp("slt", x, 9)
        code.truths.choices[both] = first, second, FALSE
        facts = [("sge", x, Const("i64", 0)), ("slt", x, Const("i64", 9))]
        assert code.truths.implied(both, True) == facts
        assert code.truths.implied(both, False) == []

    def test_a_test_that_has_failed_is_not_made_again(self):
        code = Code()
        x, n = number(code), number(code)
        code.ranges.note(n, 0, 2**40)
        code.fail(code.icmp("uge", x, n))
        assert code.icmp("slt", x, 0) == FALSE
        assert code.icmp("slt", x, n) == TRUE


def guards_of(function, *args):
    static = sct.to_static(function, backend="native")
    static(*args)
    return static.loops().count("return 1")


def scanned(x):
    i = 0
    total = 0.0
    while i < len(x):
        total += x[i]
        i += 1
    return total


def walked_back(x, least):
    i = len(x) - 1
    while i >= 0 and x[i] > least:
        i -= 1
    return i


class TestCounters:
    @pytest.mark.parametrize(("function", "more"), [(scanned, ()), (walked_back, (0.5,))])
    def test_counters_kept_by_hand_need_no_tests(self, function, more):
        assert guards_of(function, np.arange(6.0), *more) == 0

    def test_a_buffer_that_is_searched_is_in_memory(self):
        def sifted(x):
            near = np.zeros(4)
            for k in range(len(x)):
                at = 3
                while at > 0 and near[at - 1] < x[k]:
                    near[at] = near[at - 1]
                    at -= 1
                near[at] = x[k]
            return near

        static = sct.to_static(sifted, backend="native")
        x = np.sin(np.arange(20.0))
        np.testing.assert_array_equal(static(x), sifted(x))
        assert "sct_alloc" in static.loops()


def test_the_branch_that_breaks_is_known():
    def first_above(x, least):
        found = -1
        for k in range(len(x)):
            if x[k] > least:
                found = k
                break
        return found

    program = sct.to_static(first_above).program(np.arange(9.0), 3.5)
    (op,) = leaving_branches(program)
    assert (op.name, leaving_branches(program)[op]) == ("if", 0)
