"""Iterators that stand somewhere in a container when it changes, against plain Python."""

import itertools
from collections import deque

import numpy as np
import pytest

import sct
from sct.errors import SctError
from tests.fuzzing.check import Finding, check, check_text
from tests.fuzzing.families import FAMILIES
from tests.fuzzing.iterators_under_way import Case

FAMILY = FAMILIES["iterators under way"]


@pytest.mark.parametrize("first", range(0, 240, 60))
def test_some_of_the_table(first):
    outcomes = [check(FAMILY, seed, "numpy") for seed in range(first, first + 60)]
    assert [str(found) for found in outcomes if isinstance(found, Finding)] == []
    assert {"same", "refused"} <= set(outcomes)


def test_the_tester_tells_what_differs(monkeypatch):
    from sct.runtime.iteration import iterators

    case = Case("list", "map_two", "a place", 1, "sum(1 for _ in it)", given=False)
    assert check_text(FAMILY, case.text(), 1, "numpy") == "refused"
    monkeypatch.setattr(iterators, "check_content", lambda trace, iterator: None)
    assert isinstance(check_text(FAMILY, case.text(), 1, "numpy"), Finding)


@pytest.mark.parametrize(
    "made", ["chain(c, [7])", "chain.from_iterable([c, c])", "islice(c, 5)", "accumulate(c)", "tee(c)[1]"]
)
@pytest.mark.parametrize("kind", ["[1, 2, 3]", "deque([1, 2, 3])"])
def test_what_gets_longer_under_way_is_refused(made, kind):
    make = eval(f"lambda c: {made}", vars(itertools).copy())

    @sct.to_static
    def f(c, x):
        it = make(c)
        next(it)
        if x[0] > 0:
            c.append(5)
        return list(it)

    with pytest.raises(SctError, match="while .* goes through it"):
        f(eval(kind, {"deque": deque}), np.ones(2))


def test_one_that_has_come_to_its_end_is_no_more_under_way():
    def f(c, x):
        it = itertools.chain(c, [7])
        seen = list(it)
        if x[0] > 0:
            c.append(5)
        return seen, list(it), c

    for x in (np.ones(2), -np.ones(2)):
        assert sct.to_static(f)([1, 2, 3], x) == f([1, 2, 3], x)


def test_dicts_notice_that_a_new_generator_has_been_left_behind():
    def f(d, x):
        it = (k for k in d)
        d["b"] = x[0]
        return list(it)

    for call in (f, sct.to_static(f)):
        with pytest.raises(RuntimeError, match="dictionary changed size during iteration"):
            call({"a": 1}, np.ones(2))
