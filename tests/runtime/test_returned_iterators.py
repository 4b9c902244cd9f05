"""Iterators over sequences and views of dicts that a function returns: of the same kind, as far, and over what it is."""

import numpy as np
import pytest

import sct
from sct.errors import SctError

A = np.array([1.0, 2, 3, 4])


def named(a):
    names, values = [], []
    for k in range(3):
        names.append(f"lag {k}")
        values.append(a[k] * a[k + 1])
    return zip(names, values)


def begun(a):
    rows = [a[0], a[1], a[2]]
    pairs = zip(rows, "abc", strict=True)
    next(pairs)
    numbered = enumerate(pairs, 5)
    backwards = reversed(rows)
    next(backwards)
    return rows, numbered, pairs, backwards, iter((a[3], a[2]))


def of_a_dict(a):
    found = {"first": a[0]}
    views = found.keys(), found.values(), found.items()
    found["sum"] = a.sum()
    return views, found


def taken(a):
    pairs = zip([a[0], a[1]], range(2), strict=True)
    list(pairs)
    return {"pairs": pairs}, iter([])


def taken_twice(a):
    it = iter([a[0], a[1], a[2], a[3]])
    return zip(it, it, strict=True), it


def _drained(x):
    if isinstance(x, (tuple, list)):
        return [_drained(item) for item in x]
    if isinstance(x, dict):
        return {key: _drained(item) for key, item in x.items()}
    return (type(x), [_drained(item) for item in x]) if hasattr(x, "__iter__") and not isinstance(x, str) else x


@pytest.mark.parametrize("function", [named, begun, of_a_dict, taken, taken_twice])
def test_they_are_as_in_plain_python(function):
    static = sct.to_static(function)
    for given in (A, A[::-1].copy(), A):
        assert _drained(static(given)) == _drained(function(given))


def test_they_go_over_what_is_returned_beside_them():
    static = sct.to_static(lambda a: (rows := [a[0]], zip(rows, rows, strict=False), found := {"a": a}, found.values()))
    rows, pairs, found, values = static(A)
    rows.append(5.0)
    found["b"] = 6.0
    assert list(pairs) == [(1.0, 1.0), (5.0, 5.0)]
    assert list(values)[1:] == [6.0]


def left_somewhere(a):
    numbered = enumerate([a[0], a[1], a[2]])
    for _, x in numbered:
        if x > 1:
            break
    return numbered


def made_in_a_branch(a):
    pairs = zip([1], [a[1]], strict=True)
    if a[0] > 0:
        next(pairs)
    return pairs


@pytest.mark.parametrize("function", [left_somewhere, made_in_a_branch])
def test_how_far_they_have_come_is_known(function):
    with pytest.raises(SctError):
        sct.to_static(function)(A)
