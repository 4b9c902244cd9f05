"""Dicts that change while a loop goes over them or over what they hold."""

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


def test_keys_that_are_made_anew_meanwhile_are_refused():
    @sct.to_static
    def f(x):
        d = {"a": x[0], "b": x[1]}
        for k in d:
            del d[k]
            d[k] = 1.0
        return d

    with pytest.raises(SideEffectError, match="list or dict changes while a loop goes over it"):
        f(X)
