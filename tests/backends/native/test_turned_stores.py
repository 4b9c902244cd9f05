"""Stores into new arrays that lie in Fortran order, as what they are made of does: what is read afterwards is where it was put."""

import itertools

import numpy as np
import pytest

import sct

MADE = {
    "product": lambda m: m * 2.0,
    "sine": np.sin,
    "turned": np.asfortranarray,
    "as type": lambda m: m.astype(int) * 1.0,
}


def rows_from(x, n, k):
    x[n:] *= 6


def column_of_rows(x, n, k):
    x[n:][:, 1] += 3


def columns_from(x, n, k):
    x.T[n:] += 3


def picked_columns(x, n, k):
    x.T[k] = 3


def picked_rows(x, n, k):
    x[k] = 5


def one_row_turned(x, n, k):
    x[n:, ::-1][0] = 4


def masked(x, n, k):
    x[x > 4] = 7


def added_at(x, n, k):
    np.add.at(x, k, 2)


def by_rows(x, n, k):
    for i in range(n):
        x[i] += i


STORES = [
    rows_from, column_of_rows, columns_from, picked_columns, picked_rows, one_row_turned, masked, added_at, by_rows
]  # fmt: skip


@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("store", STORES)
def test_read_after_a_store(make, store):
    made = MADE[make]

    def function(m, n, k):
        x = made(m)
        turned = x.T
        store(x, n, k)
        return turned.tolist(), x.sum(axis=0), turned[:n].reshape(-1).copy(), x[1:].T.copy(), turned[0, 1]

    static = sct.to_static(function, backend="native")
    for order, n in itertools.product("FC", (2, 1)):
        theirs, ours = (np.arange(12.0).reshape(3, 4).copy(order) for _ in range(2))
        rest = np.int64(n), np.array([0, 2, 1])
        for want, got in zip((*function(theirs, *rest), theirs), (*static(ours, *rest), ours), strict=True):
            np.testing.assert_array_equal(got, want)
