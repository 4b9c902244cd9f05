"""Lists of the caller's that are in pools: which objects come out, and what is done to them."""

import numpy as np
import pytest

import sct
from sct.errors import AliasError


def points(n, seed=3):
    return [list(row) for row in np.random.default_rng(seed).uniform(size=(n, 2))]


def below(points, limit):
    found = []
    for p in points:
        if p[0] < limit:
            found.append(p)
    return found


@pytest.mark.parametrize("n", [9, 40])
def test_what_comes_out_are_the_callers_lists(n):
    given, limit = points(n), np.float64(0.5)
    before = [(p, p[0]) for p in given]
    found = sct.to_static(below, backend="numpy")(given, limit)
    expected = below(given, limit)
    assert len(found) == len(expected) and all(a is b for a, b in zip(found, expected, strict=True))
    assert all(p[0] is x for p, x in before)  # and nothing is written to them


def test_a_list_that_is_there_twice_is_one():
    def first_of_two(points, limit):
        i = 0
        while i < len(points) - 1 and points[i][0] < limit:
            i += 1
        points[i].append(limit)
        return points[i], points[-1]

    given = points(10)
    given.append(given[2])
    static = sct.to_static(first_of_two, backend="numpy")
    one, last = static(given, given[2][0])
    assert (one is given[2]) == (last is one)
    assert sum(len(p) for p in {id(p): p for p in given}.values()) == 21


def test_a_program_is_not_for_other_paths_to_the_lists():
    static = sct.to_static(below, backend="numpy")
    given = points(10)
    assert static(given, np.float64(0.4)) == below(given, np.float64(0.4))
    fewer = [given[0]] * 10
    found = static(fewer, np.float64(2.0))
    assert len(found) == 10 and all(p is given[0] for p in found)


def test_lists_with_a_nan_are_sorted_by_python():
    def in_order(x, limit):
        rows = x.tolist()
        best = rows[0]
        for row in rows:
            if row[1] > best[1]:
                best = row
        best.append(limit)
        return sorted(rows), sorted(rows, reverse=True), best

    x = np.random.default_rng(1).uniform(size=(12, 2))
    static = sct.to_static(in_order, backend="numpy")
    assert static(x, 1.0) == in_order(x, 1.0)
    x[3, 0] = np.nan
    assert str(static(x, 1.0)) == str(in_order(x, 1.0))


def test_arrays_are_not_the_callers_lists():
    def changed(rows, k):
        i = 0
        while rows[i][0] < k:
            i += 1
        rows[i], rows[0] = rows[0], rows[i]
        return rows

    with pytest.raises(AliasError, match="arrays that are also elsewhere"):
        sct.to_static(changed, backend="numpy")(list(np.eye(3)), np.float64(0.5))
