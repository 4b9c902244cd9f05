"""Containers that change places in a list of run-time length, or come together in one: the same objects as in Python."""

import numpy as np
import pytest

import sct
from sct.errors import AliasError


def grown(n):
    rows = []
    for i in range(int(n)):
        rows.append([float(i), 2.0 * i])
    return rows


def reversed_by_exchange(n, k):
    rows = grown(n)
    for i in range(len(rows) // 2):
        p = len(rows) - 1 - i
        rows[i], rows[p] = rows[p], rows[i]
        rows[i][0] += 10.0
        rows[p][1] -= 1.0
    return rows


def exchanged_by_a_third_name(n, k):
    rows = grown(n)
    for i in range(len(rows)):
        p = (i + k) % n
        first = rows[i]
        rows[i] = rows[p]
        rows[p] = first
        rows[i][0] += 10.0
    return rows


def exchanged_where(n, k):
    rows = grown(n)
    if k > 1:
        rows[0], rows[k] = rows[k], rows[0]
    rows[0].append(7.0)
    return rows


def exchanged_with_itself(n, k):
    rows = grown(n)
    p = k - k
    rows[0], rows[p] = rows[p], rows[0]
    rows[0][0] = 5.0
    return rows


def moved_to_the_end(n, k):
    rows = grown(n)
    return rows[:k] + rows[k + 1 :]


def put_between(n, k):
    rows = grown(n)
    rows[k:k] = [[0.5, 0.5]]
    return rows


def cut_out(n, k):
    rows = grown(n)
    del rows[k : k + 1]
    return rows


def table_of_partitions(n, k):
    table = [[0] * n for _ in range(n + 1)]
    for i in range(n + 1):
        table[i][0] = 1
    for i in range(n + 1):
        for j in range(1, n):
            table[i][j] += table[i][j - 1]
            if i - j > 0:
                table[i][j] += table[i - j - 1][j]
    return table[n][n - 1]


SAME = [
    reversed_by_exchange, exchanged_by_a_third_name, exchanged_where, exchanged_with_itself,
    moved_to_the_end, put_between, cut_out, table_of_partitions,
]  # fmt: skip


@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", SAME)
def test_the_same(function, backend):
    def on_ints(x):
        return function(int(x[0]), int(x[1]))

    static = sct.to_static(on_ints, backend=backend)
    for x in ([5, 2], [4, 1], [5, 2]):
        assert static(np.array(x)) == on_ints(np.array(x))


def put_twice(n, k):
    rows = grown(n)
    rows[0] = rows[k]
    return rows


def inserted_twice(n, k):
    rows = grown(n)
    rows.insert(0, rows[k])
    return rows


def in_a_slice(n, k):
    rows = grown(n)
    rows[0:1] = [rows[k]]
    return rows


def joined_with_itself(n, k):
    rows = grown(n)
    return rows + rows


def joined_with_an_item(n, k):
    rows = grown(n)
    return rows + [rows[k]]


def grown_by_its_beginning(n, k):
    rows = grown(n)
    rows += rows[:1]
    return rows


def half_an_exchange(n, k):
    rows = grown(n)
    first = rows[0]
    rows[0] = rows[k]
    keep = [rows[k]]
    rows[k] = first
    rows[0][0] = 5.0
    return keep[0][0], rows[0][0]


def changed_by_the_old_name(n, k):
    rows = grown(n)
    first = rows[k]
    rows[0], rows[k] = rows[k], rows[0]
    first[0] = 5.0
    return rows


def overlapping(n, k):
    rows = grown(n)
    return rows[:k] + rows[k - 1 :]


TWICE = [
    put_twice, inserted_twice, in_a_slice, joined_with_itself, joined_with_an_item, grown_by_its_beginning,
    half_an_exchange, changed_by_the_old_name, overlapping,
]  # fmt: skip


def forms(x):
    """Which lists of a nest are one object."""
    seen = []

    def walk(y):
        if isinstance(y, (list, tuple)):
            seen.append(id(y))
            for z in y:
                walk(z)

    walk(x)
    return [seen.index(i) for i in seen]


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", TWICE)
def test_one_object_in_two_places_is_never_two(function, backend):
    def on_ints(x):
        return function(int(x[0]), int(x[1]))

    x = np.array([4, 2])
    try:
        found = sct.to_static(on_ints, backend=backend)(x)
    except AliasError:
        return
    expected = on_ints(x)
    assert found == expected and forms(found) == forms(expected)
