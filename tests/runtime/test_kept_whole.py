"""Lists of run-time length that hold one list several times, as the object that it is."""

import warnings

import numpy as np
import pytest

from sct import InputSpec, errors, to_static
from tests.runtime.same import form

X = np.array([3, 2, 1, 0, -1, 5, 6, -2, 2, 5, -3, -3, 7.0])


def appended(x):
    out, cur = [], []
    for y in x:
        if cur and y > cur[-1]:
            out.append(cur)
        else:
            cur += [y]
    out.append(cur)
    return out, cur, out[0] is cur, out[-1] is cur


def joined(x):
    out, cur = [], []
    for y in x:
        if cur and y > cur[-1]:
            out.append(cur)
        else:
            cur += [y]
    cur.append(7.0)
    out += [cur]
    more = [cur, *out]
    cur.append(8.0)
    return out, more, [cur] + out, out.pop() is cur, cur


def in_tuples(x):
    out, cur = [], []
    for y in x:
        if cur and y > cur[-1]:
            out.append((cur, 1))
        else:
            cur += [y]
    out.append((cur, 2))
    out.insert(0, (cur, 3))
    out[-1] = (cur, 5)
    return out, cur


def begun_anew(x):
    out, cur = [], [1.0]
    for y in x:
        if not (cur and y > cur[-1]):
            out.append(cur)
            cur.pop()
        cur = [y]
    return out


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("plain", [appended, joined, in_tuples, begun_anew], ids=lambda f: f.__name__)
def test_it_stays_one_object(plain, backend):
    static = to_static(plain, backend=backend)
    with warnings.catch_warnings():
        warnings.simplefilter("error", errors.PlainPythonWarning)
        for n in (1, 6, 8, 9, 13):
            found, wanted = static(X[:n]), plain(X[:n])
            assert form(found) == form(wanted)
            if plain in (appended, joined):
                assert all(one is found[-1] for one in found[0]) if plain is joined else found[0][-1] is found[1]


def longest(x):
    out, cur = [], [x[0]]
    for y in x[1:]:
        cur.append(y)
    if cur:
        out.append(cur)
    return max(out, key=len), out


def shortest(x):
    out = []
    if x[0] > 2:
        out.append([v for v in x if v > 1])
    out.append([x[0], 2.0])
    return min(out, key=len), out


@pytest.mark.parametrize("plain", [longest, shortest])
def test_the_best_list_is_an_item(plain):
    static = to_static(plain, input_spec=[InputSpec([None], "float64")])
    for x in (X[:1], X[:2], X[1:4], X):
        found, wanted = static(x), plain(x)
        assert form(found) == form(wanted)
        assert [one is found[0] for one in found[1]] == [one is wanted[0] for one in wanted[1]]
