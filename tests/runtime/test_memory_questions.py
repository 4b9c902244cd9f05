"""Bounds of memory depend on how an argument is laid out, and are guarded; whether elements are shared does not."""

import types

import numpy as np
import pytest

import sct


def bounds(x):
    return np.may_share_memory(x[:, 0], x[:, 1]), np.may_share_memory(x[0], x[1]), np.shares_memory(x[:, 0], x[:, 1])


def apart(x, y):
    return np.shares_memory(x, y), (x + y).sum()


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_layouts(backend):
    static = sct.to_static(bounds, backend=backend)
    for x in (np.ones((2, 2)), np.ones((2, 2)).T, np.ones((4, 4))[::2, ::2], np.broadcast_to(np.ones(2), (2, 2))):
        assert static(x) == bounds(x)
        assert static(x) == bounds(x)


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_arguments_that_overlap_later(backend):
    x = np.arange(8.0)
    static = sct.to_static(apart, backend=backend)
    for y in (x[:4] * 1, x[4:], x[2:6], x[:4], x[:4].copy(), x[::2]):
        assert static(x[:4], y) == apart(x[:4], y)


def test_a_base_is_guarded():
    def of(x):
        return x[1:].base is x

    x = np.arange(4.0)
    static = sct.to_static(of)
    assert static(x)
    with pytest.raises(sct.errors.AliasError, match="base"):
        static(x[1:])


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_a_view_that_is_first_met_in_a_loop_stays_itself(backend):
    def count(n, held):
        for _ in range(n):
            held.counts["n"] += 1  # the loop carries the dict, and the view in it
        return np.shares_memory(held.x, held.y)

    static = sct.to_static(count, backend=backend)
    for turns in 1, 3:
        x = np.arange(4.0)
        y = x[::2]
        held = types.SimpleNamespace(x=x, y=y, counts={"n": 0, "seen": y})
        assert static(np.int64(turns), held)
        assert held.counts["seen"] is y and held.counts["n"] == turns
