"""Conditions of loops that are computed once too often."""

import numpy as np

import sct
from sct.ir.text import format_program
from sct.passes import DeadCode, FirstTests
from tests.passes.checking import becomes, stays

X = np.array([3, 2, 1, 0])


def _both(program):
    return DeadCode()(FirstTests()(program))


LOOP = """
          %{out}: int = while(%1) (%{a}: int) {{
            %{b}: int64 = getitem(%0, %{a}, index=(("arg", 0),))
            %{c}: bool = truth(%{b})
            yield %{c}
          }} (%{d}: int) {{
            %{e}: int = constant(kind="python", value=1)
            %{f}: int = py_add(%{d}, %{e})
            yield %{f}
          }}
          return %{out}
        }}
"""


def _loop(first):
    return LOOP.format(**{name: first + k for k, name in enumerate(("out", "a", "b", "c", "d", "e", "f"))})


def test_what_the_condition_does_at_once_goes():
    becomes(
        _both,
        """
        program f(%0: int64[4], %1: int) {
          %2: int64 = getitem(%0, %1, index=(("arg", 0),))
          %3: bool = truth(%2)"""
        + _loop(4),
        """
        program f(%0: int64[4], %1: int) {"""
        + _loop(2),
        X,
        1,
    )


def test_what_it_does_elsewhere_or_later_stays():
    stays(
        _both,
        """
        program f(%0: int64[4], %1: int, %2: int) {
          %3: int64 = getitem(%0, %2, index=(("arg", 0),))"""
        + _loop(4),
        X,
        1,
        2,
    )
    stays(
        _both,
        """
        program f(%0: int64[4], %1: int) {
          %2: int64 = getitem(%0, %1, index=(("arg", 0),))
          print(%1, template=("", ("arg", 0, "", ""), "\\n"))"""
        + _loop(3),
        X,
        1,
    )


def queue(a, places):
    tail = int(places[0])
    while tail > 0 and a[places[tail - 1]] <= 5:
        tail -= 1
    return tail


def test_ands_are_asked_once_and_fail_as_before():
    static = sct.to_static(queue, backend="native")
    a = np.arange(10)
    for places in ([3, 2, 7, 3, 4], [2, 2, 3], [0]):
        places = np.array(places, dtype=np.int64)
        assert static(a, places) == queue(a, places)
    assert format_program(static.program(a, np.arange(4))).count("getitem") == 3
    for call in (queue, static):
        try:
            call(a, np.array([2, 12]))
        except IndexError as error:
            assert "index 12 is out of bounds for axis 0 with size 10" in str(error)
        else:
            raise AssertionError
