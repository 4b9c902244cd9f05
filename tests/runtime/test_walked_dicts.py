"""Dicts that change while a loop goes over them or over what they hold."""

from collections import OrderedDict

import numpy as np
import pytest

import sct
from sct.errors import SideEffectError

X = np.array([1.0, 2.0])


def later_item(x):
    d, total = {"a": x[0], "b": x[1]}, 0.0
    for _, v in d.items():
        d["b"] = 100.0
        total += v
    return total


def later_value(x):
    d, total = {"a": x[0], "b": x[1]}, 0.0
    for v in d.values():
        if x[0] > 0:
            d["b"] = 100.0
        total += v
    return total


def many(x):
    d, total = {str(i): x[i % 2] for i in range(40)}, 0.0
    for v in d.values():
        total += v
        d["39"] = total
    return total


def callers(x, d):
    total = 0.0
    for v in d.values():
        d["b"] = x[0] * 10
        total += v
    return total, d


def key_added(x):
    d = {"a": x[0], "b": x[1]}
    for k in d:
        d[k + "x"] = 1.0
    return d


def key_added_in_the_last_turn(x):
    d = {"a": x[0], "b": x[1]}
    for k in d.keys():  # noqa: SIM118 - the view
        if k == "b":
            d["z"] = 1.0
    return d


def key_lost(x):
    d = {"a": x[0], "b": x[1]}
    for k, _ in d.items():
        if k == "a":
            del d["b"]
    return d


def key_added_before_a_break(x):
    d = {"a": x[0], "b": x[1]}
    for k in d:
        d[k + "x"] = 1.0
        break
    return d


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize(
    "function", [later_item, later_value, many, key_added, key_added_in_the_last_turn, key_lost, key_added_before_a_break]
)
def test_what_comes_later_is_seen_as_python_sees_it(function, backend):
    static = sct.to_static(function, backend=backend)
    for x in (X, -X):
        try:
            want = function(x)
        except RuntimeError as error:
            with pytest.raises(RuntimeError, match=str(error)):
                static(x)
        else:
            assert static(x) == want


def test_a_callers_dict_is_walked_and_changed():
    ours, theirs = {"a": 1.0, "b": np.float64(2)}, {"a": 1.0, "b": np.float64(2)}
    assert sct.to_static(callers)(X, ours) == callers(X, theirs)
    assert ours == theirs


def made_anew(x):
    d = {"a": x[0], "b": x[1]}
    for k in d:
        del d[k]
        d[k] = 1.0
    return d


def only_one_made_anew(x):
    d = {0: 0}
    for _ in d:
        del d[0]
        d[0] = int(x[0])
    return d


def moved_before_a_break(x):
    d, seen = {1: 2, 3: x[0], 4: 7}, []
    for k in d:
        seen.append(k)
        if k == 1:
            d.pop(3)
            d[3] = x[1]
        if k == 3:
            break
    return d, seen


def back_in_their_order(x):
    d = OrderedDict({0: x[0], 1: x[1]})
    for k in d:
        d.move_to_end(k)
    return d


def backwards(x):
    d, seen = {0: 0, 1: x[0]}, []
    for k in reversed(d):
        seen.append(k)
        del d[0]
        d[0] = x[0]
    return seen, d


def another_element(x):
    s, seen = {0, 1, 2}, []
    for k in s:
        seen.append(k)
        s.discard(1)
        s.add(5)
    return seen, s, x[0]


def key_of_the_run(x):
    d = {x[0]: 0}
    for k in d:
        del d[k]
        d[k] = x[1]
    return d


@pytest.mark.parametrize(
    "function",
    [made_anew, only_one_made_anew, moved_before_a_break, back_in_their_order, backwards, another_element, key_of_the_run],
)
def test_keys_that_are_made_anew_meanwhile_are_refused(function):
    with pytest.raises(SideEffectError, match="gets other keys, and has as many as before"):
        sct.to_static(function)(X)


def made_anew_in_a_branch(x):
    d = {0: 0}
    for _ in d:
        if x[0] > 0:
            del d[0]
            d[0] = 1
    return d


def more_elements(x):
    s, seen = {0, 1}, []
    for k in s:
        seen.append(k)
        s.add(k + 10)
    return seen, s, x[0]


def by_the_run(x):
    d, seen = {}, []
    for i in range(len(x) + 5):
        d[int(x[0] * i)] = i
    for k in d:
        seen.append(k)
        if k == 4:
            d.pop(4)
            d[8.5] = x[1]
        if k == 8.5:
            break
    return d, seen


def renamed_before_a_break(x):
    d = {}
    for i in range(len(x) + 5):
        d[int(x[0] * i)] = i
    for k in d:
        if k == 4:
            d.pop(4)
            d[8.5] = x[1]
            break
    return d


def looked_for_in_vain(x):
    d = {}
    for i in range(len(x) + 5):
        d[int(x[0] * i)] = i
    for k in d:
        d.pop(99, None)
        d[k] = 2
    return d


def another_elements_of_the_run(x):
    s, seen = {0, 1, int(x[1])}, []
    for k in s:
        seen.append(k)
        if x[0] > 0:
            s.discard(1)
            s.add(5)
    return seen, sorted(s)


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize(
    "function",
    [
        made_anew_in_a_branch, more_elements, by_the_run, renamed_before_a_break, looked_for_in_vain,
        another_elements_of_the_run,
    ],
)  # fmt: skip
def test_keys_that_may_be_made_anew_meanwhile(function, backend):
    test_what_comes_later_is_seen_as_python_sees_it(function, backend)
