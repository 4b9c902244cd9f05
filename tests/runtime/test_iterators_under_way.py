"""Iterators that stand somewhere in a container when it changes, against plain Python."""

import itertools

import numpy as np
import pytest

import sct
from sct.errors import SctError
from tests.fuzzing.iterators_under_way import cases, check, sample


@pytest.mark.parametrize("seed", range(4))
def test_some_of_the_table(seed):
    outcomes = {name: check(name, source, container) for name, source, container in sample(60, seed)}
    assert {name: found for name, found in outcomes.items() if found not in ("same", "refused")} == {}
    assert "same" in outcomes.values()


def test_the_tester_tells_what_differs(monkeypatch):
    from sct.runtime.iteration import iterators

    monkeypatch.setattr(iterators, "check_content", lambda trace, iterator: None)
    name, source, container = next(case for case in cases() if case[0].startswith("<list chain perhaps more 1"))
    assert " but " in check(name, source, container)


@pytest.mark.parametrize("made", ["chain(c, [7])", "chain.from_iterable([c, c])", "islice(c, 5)", "accumulate(c)"])
def test_a_list_that_gets_longer_under_way_is_refused(made):
    make = eval(f"lambda c: {made}", vars(itertools).copy())

    @sct.to_static
    def f(c, x):
        it = make(c)
        next(it)
        if x[0] > 0:
            c.append(5)
        return list(it)

    with pytest.raises(SctError, match="while .* goes through it"):
        f([1, 2, 3], np.ones(2))


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
