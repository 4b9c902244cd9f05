"""How often a function is traced: no attempt is made whose outcome an earlier one has shown."""

import copy
import traceback

import numpy as np
import pytest

import sct
from sct.runtime.calls import inlining
from sct.runtime.plans import Plan
from sct.runtime.state import trials
from tests.programs.grown_trees import program as grown_trees


def matrices(x):
    """Where none of these lists holds another one, there is nothing in it to have them in rows."""
    table = []
    for v in x:
        if v > 0:
            table.append(np.zeros((2, 3)) + v)
    for m in table:
        m[0, :] = 1
        m[1] += m[0]
        m.T[1] = 9
    return table


def test_lists_in_rows_that_hold_no_lists(attempts):
    x = np.array([1.0, -2.0, 3.0])
    for found, wanted in zip(sct.to_static(matrices, backend="numpy")(x), matrices(x), strict=True):
        np.testing.assert_array_equal(found, wanted)
    assert len(attempts) == 2


class Body:
    def __init__(self, at):
        self.at = at


def pulled(x):
    """Refused without pools, with them, and then without them again."""
    bodies = [Body(np.array([v, 0.0])) for v in x if v > 0]
    for k in range(1, len(bodies)):
        bodies[k].at = bodies[k - 1].at
    for one in bodies:
        one.at += 1
    return [one.at for one in bodies]


def test_the_plain_way_again(attempts):
    with pytest.raises(sct.errors.AliasError) as refused:
        sct.to_static(pulled, backend="numpy")(np.arange(-2.0, 7.0))
    assert "an in-place write to an array that may" in str(refused.value)
    assert "pulled" in [frame.name for frame in traceback.extract_tb(refused.value.__traceback__)]
    assert len(attempts) == len(set(attempts))


def test_another_plan_comes_to_the_same_unless_what_was_asked_has_another_answer():
    made = Plan(1, frozenset("ab"), rolls_short=True)
    assert made.comes_to_the_same(Plan(1)) and not made.comes_to_the_same(Plan(2))
    assert made.hashes("a") and not made.hashes("c")
    assert made.comes_to_the_same(Plan(1, frozenset("a")))
    assert not made.comes_to_the_same(Plan(1, frozenset("b")))
    assert not made.comes_to_the_same(Plan(1, frozenset("ac")))
    assert made.rolls_short and not made.comes_to_the_same(Plan(1, frozenset("a")))
    assert made.comes_to_the_same(Plan(1, frozenset("a"), rolls_short=True, may_pool=False))
    everything = copy.copy(made)
    everything.asked_all = True
    assert not everything.comes_to_the_same(Plan(1, frozenset("a"), rolls_short=True))


def placed(x, n):
    """A recursion of Python's own: no loop of it has to do with an array."""
    found = []

    def place(row, columns):
        if row == n:
            found.append(columns)
            return
        for c in range(n):
            if c not in columns:
                place(row + 1, (*columns, c))

    place(0, ())
    return x * len(found)


def test_calls_in_iterations_that_are_tried_out_are_no_branches(monkeypatch):
    monkeypatch.setattr(inlining, "_RECURSIVE_CALLS", 20)
    rolled = []
    grows = trials.grows
    monkeypatch.setattr("sct.runtime.rolling.unrolling.grows", lambda *args: rolled.append(grows(*args)) or rolled[-1])
    assert sct.to_static(placed, backend="numpy")(np.ones(1), 5) == 120.0
    assert set(rolled) == {False}


def test_what_has_nothing_to_do_with_recursion_is_not_traced_again_for_its_sake(attempts):
    (program,) = [one for one in grown_trees.programs if one.name == "codes_by_recursion"]
    static, _ = program.build(lambda function: sct.to_static(function, backend="numpy"))
    plain, _ = program.build(lambda function: function)
    args = program.calls[0]().args
    assert static(*args) == plain(*args)
    assert len(attempts) <= 6 and attempts.count(max(attempts)) == 1
