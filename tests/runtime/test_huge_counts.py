"""Counts that no memory holds: the answer is Python's, and it comes at once."""

import time

import numpy as np
import pytest

import sct


def split_into(n):
    def f(x):
        try:
            return np.array_split(x, n)
        except (OverflowError, MemoryError) as error:
            return type(error).__name__, str(error)

    return f


def ordered(x):
    try:
        return sorted(range(2**40)), x
    except MemoryError:
        return "no room"


@pytest.mark.parametrize("f", [split_into(2**70), split_into(2**40), ordered])
def test_they_raise_at_once(f):
    x = np.arange(4.0)
    began = time.perf_counter()
    assert sct.to_static(f, backend="numpy")(x) == f(x)
    assert time.perf_counter() - began < 20


def test_too_many_parts_are_refused():
    with pytest.raises(sct.errors.UnsupportedOpError, match="1000000 parts"):
        sct.to_static(lambda x: np.array_split(x, 10**6), backend="numpy")(np.arange(4.0))
