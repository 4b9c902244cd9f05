"""What a program for arrays of any extent says otherwise than one for the first extent did."""

import numpy as np
import pytest

import sct


def iterators_of_bytes(x):
    raw = x.tobytes()
    steps, back = iter(raw), reversed(raw)
    return next(steps), next(back), type(steps), type(back), type(iter(raw[: len(x)]))


def item_of_a_list(x):
    try:
        return x.item([1])
    except TypeError as error:
        return str(error)


@pytest.mark.parametrize("function", [iterators_of_bytes, item_of_a_list])
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_same_for_all_extents(function, backend):
    static = sct.to_static(function, backend=backend)
    for extent in (3, 4, 9, 90):
        x = np.arange(float(extent))
        assert static(x) == function(x)


@pytest.mark.parametrize("make", [np.zeros, np.ones, np.empty, lambda shape: np.full(shape, 2.0)])
def test_flat_is_no_shape(make):
    with pytest.raises(sct.errors.SctError, match=r"an x\.flat as shape="):
        sct.to_static(lambda x: make(x.flat))(np.array([2, 3]))


def average(y, n):
    try:
        return np.average(y[:, :n], axis=0).tolist()
    except ZeroDivisionError as error:
        return str(error)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_no_average_of_nothing(backend):
    static, y = sct.to_static(average, backend=backend), np.arange(12.0).reshape(3, 4)
    for n in (2, 1, 3, 0, 4, 0):
        assert static(y, n) == average(y, n)
