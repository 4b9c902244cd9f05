"""What compiled code answers is the object that plain Python would have answered, or a view as it would be."""

import numpy as np
import pytest

import sct
from sct.backends.native import abi

pytestmark = pytest.mark.skipif(not abi.available(), reason="no native calls on this build")


def facts(result, x):
    return result is x, result.base is x, result.flags.writeable


CASES = {
    "two views": lambda x: x.T if x.sum() > 0 else x[::-1],
    "whole view": lambda x: x[:] if x.sum() > 0 else x[1:],
    "itself": lambda x: x if x.sum() > 0 else x[1:],
    "real": lambda x: x.real if x.sum() > 0 else x,
    "squeezed": lambda x: np.squeeze(x) if x.sum() > 0 else x,
    "read-only": lambda x: np.broadcast_to(x, (2, 4)) if x.sum() > 0 else np.broadcast_to(x[:1], (2, 4)),
    "read-only whole": lambda x: np.broadcast_to(x, (4,)) if x.sum() > 0 else np.broadcast_to(x[:1], (4,)),
    "read-only new": lambda x: np.broadcast_to(x + 1, (2, 4)) if x.sum() > 0 else np.broadcast_to(x[:1], (2, 4)),
    "itself or a view": lambda x: x if x.sum() > 0 else x[:],
    "a view or itself": lambda x: x[:] if x.sum() > 0 else x,
    "a view or new": lambda x: x[:] if x.sum() > 0 else x + 1,
    "new": lambda x: x + 1 if x.sum() > 0 else x - 1,
}


@pytest.mark.parametrize("name", CASES)
def test_outputs(name):
    f = CASES[name]
    g = sct.to_static(f, backend="native")
    x = np.arange(1.0, 5.0)
    for _ in range(2):
        assert facts(g(x), x) == facts(f(x), x)
        assert np.array_equal(g(x), f(x))


def test_outputs_that_may_be_one():
    def f(x):
        y = x + 1
        return y, y[:] if x.sum() > 0 else y[::-1], y if x.sum() < 0 else y[:]

    g = sct.to_static(f, backend="native")
    for x in (np.arange(1.0, 5.0), -np.arange(1.0, 5.0)):
        for h in (f, g, g):
            a, b, c = h(x)
            assert (b is a, c is a, np.shares_memory(a, b), np.shares_memory(a, c)) == (False, x[0] < 0, True, True)


def reversed_often(x, n):
    y = x[:]
    for _ in range(n):
        y = y[::-1]
    return y


def reversed_while(x, n):
    y = x
    while n > 0:
        y = y[::-1]
        n = n - 1
    return y


@pytest.mark.parametrize("size", [4, 40])
@pytest.mark.parametrize("f", [reversed_often, reversed_while])
def test_views_carried_through_a_loop(f, size):
    g = sct.to_static(f, backend="native")
    x = np.arange(float(size))
    for n in (np.int64(2), np.int64(3)):
        for _ in range(2):
            result = g(x, n)
            assert facts(result, x) == facts(f(x, n), x) and result.tolist() == f(x, n).tolist()


@pytest.mark.parametrize("k", range(5))
def test_what_is_the_programs_own_is_no_argument(k, caplog):
    """A view of new memory, a constant or an argument: the memory tells which one it is, and the code answers."""

    def f(x, k):
        if k == 0:
            return np.array([0.0, 1.0])
        elif k == 1:
            return (x * 2)[1:]
        elif k == 2:
            return (x * 2)[:]
        return x if k == 3 else x + 1

    g = sct.to_static(f, backend="native")
    x = np.arange(1.0, 5.0)
    with caplog.at_level("DEBUG", logger="sct.fallback"):
        for _ in range(2):
            made, expected = g(x, np.int64(k)), f(x, np.int64(k))
            assert np.array_equal(made, expected)
            assert (made is x, made.flags.writeable) == (expected is x, expected.flags.writeable)
            if made is not x:
                made += 100
    assert not caplog.records


def test_views_of_what_leaves_too_are_told_apart():
    def f(x, k):
        t = x * 2
        r = t[:] if k == 1 else t if k == 2 else x
        return t, r, r[1:] if k else x

    g = sct.to_static(f, backend="native")
    x = np.arange(1.0, 5.0)
    for k in map(np.int64, (1, 2, 3, 0, 1)):
        made, expected = g(x, k), f(x, k)
        for i, a in enumerate(made):
            assert (a is x, np.shares_memory(a, x)) == (expected[i] is x, np.shares_memory(expected[i], x))
            for j, b in enumerate(made):
                assert (a is b) == (expected[i] is expected[j])
                assert np.shares_memory(a, b) == np.shares_memory(expected[i], expected[j])
