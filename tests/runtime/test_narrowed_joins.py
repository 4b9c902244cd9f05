"""Long lists and dicts that go through branches: only the items that a branch changes are joined, and nothing is lost."""

import copy
import itertools

import numpy as np
import pytest

import sct
from sct.runtime.joins import trees


def numbers_of_a_dict(x):
    held = {f"k{i}": float(i) for i in range(12)}
    if x[0] > 0:
        held["k3"] = x[1]
        held["k4"] = 7
    else:
        held["k3"] += 1
        held["k9"] = "text"
    if x[1] > 0:
        held["k9"] = None
    return held


def a_key_comes_and_goes(x):
    held = dict.fromkeys(range(10), 0)
    if x[0] > 0:
        held[3] = x[1]
    if x[1] > 0:
        held[3] = 1.5
        last = held.pop(9)
    else:
        last = held.pop(9) + 1
    return held, last


def one_arm_appends(x):
    held = [0.0] * 9
    for i in range(4):
        if x[i % 2] > i - 2:
            held[i] = held[i + 1] + x[0]
        else:
            held.append(x[i % 2])
            held[0] = 5
    return held


def another_list_under_the_name(x):
    held = [i * 2 for i in range(10)]
    other = held
    if x[0] > 0:
        other[2] = x[1]
    else:
        held = [x[0]] * 10
        other[3] = 1
    if x[1] > 0:
        held = held + [other[2]]
    return held, other, held is other


def the_name_again_after_a_change(x):
    held = {k: k * 0.5 for k in range(9)}
    if x[0] > 0:
        held[4] = x[0]
        held[5] = "five"
        kept = held
    else:
        kept = {k: k for k in range(9)}
    return kept[4], kept[5], len(kept)


def arrays_among_numbers(x):
    held = {k: k for k in range(8)}
    held["array"] = np.zeros(2)
    held["list"] = [1, 2, 3]
    if x[0] > 0:
        held["array"] += x
        held[1] = x[0]
    else:
        held["list"].append(4)
        held[2] = x[1]
    if x[1] > 0:
        held["array"] = x * 2
    else:
        held["list"] = [x[1]]
    return held


def rows(x):
    held = [[0] * 9 for _ in range(9)]
    for i in range(3):
        if x[0] > i:
            held[i][i + 1] = x[1]
        else:
            held[i] = [i] * 9
        if x[1] > i:
            held[8][8] += 1
    return held


def left_by_one_arm(x):
    held = [float(i) for i in range(10)]
    if x[0] < -1:
        raise ValueError("below")
    if x[0] > 1:
        held[1] = x[1]
        return held
    held[2] = x[0]
    if x[1] < 0:
        held[3] = np.nan
        raise KeyError(3)
    return held


def nested_branches(x):
    held = {c: 0 for c in "abcdefghij"}
    if x[0] > 0:
        held["a"] = 1
        if x[1] > 0:
            held["b"] = x[1]
            held["a"] = 2
        else:
            held["c"] = held["a"] + x[0]
    elif x[1] > 1:
        held["b"] = -1
    return held, sum(1 for v in held.values() if v is None)


def in_a_rolled_loop(x):
    held = [0.0] * 8
    for i in range(100):
        if x[i % 2] > 0:
            held[3] += x[0]
        else:
            held[4] -= i
    return held


def counted_by_a_closure(x):
    held = {k: 0 for k in range(10)}

    def add(k):
        nonlocal held
        if x[k % 2] > k:
            held[k] += x[0]
        else:
            held = {**held, k: "new"}

    add(0)
    add(1)
    add(4)
    return held


CALLS = [np.array(pair) for pair in itertools.product((-2.0, -0.5, 0.5, 2.0), repeat=2)]
PROGRAMS = [
    numbers_of_a_dict, a_key_comes_and_goes, one_arm_appends, another_list_under_the_name, the_name_again_after_a_change,
    arrays_among_numbers, rows, left_by_one_arm, nested_branches, in_a_rolled_loop, counted_by_a_closure,
]  # fmt: skip


def outcome(function, x):
    try:
        return repr(function(x))
    except (ValueError, KeyError) as error:
        return repr(error)


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_the_same_as_python(function, backend):
    static = sct.to_static(function, backend=backend)
    for x in CALLS:
        assert outcome(static, copy.deepcopy(x)) == outcome(function, copy.deepcopy(x))


def set_in_branches(x):
    held = dict.fromkeys(range(300), 0.5)
    numbers = [0.25] * 300
    for i in range(12):
        if x[i % 2] > i:
            held[i] = x[0]
        else:
            numbers[i] = x[1]
    return held[3], numbers[3]


def test_only_what_changes_is_taken_apart(monkeypatch):
    taken = []
    freeze = trees.freeze
    monkeypatch.setattr(trees, "freeze", lambda trace, value, *rest: (taken.append(value), freeze(trace, value, *rest))[1])
    monkeypatch.setattr("sct.runtime.branches.freeze", trees.freeze)
    monkeypatch.setattr("sct.runtime.joins.narrowing.freeze", trees.freeze)
    monkeypatch.setattr("sct.runtime.state.places.freeze", trees.freeze)
    x = np.array([2.0, 3.0])
    assert sct.to_static(set_in_branches, backend="numpy")(x) == set_in_branches(x)
    assert 0 < len(taken) < 1_000
