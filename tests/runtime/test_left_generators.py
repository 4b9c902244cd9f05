"""Generators that are left in the middle: what their `finally` does is neither lost nor done at some other time."""

import contextlib
import gc
import itertools

import numpy as np
import pytest

import sct
from sct.errors import SideEffectError

LOG = []
X = np.ones(2)


def items(x):
    try:
        for i in range(5):
            LOG.append(i)
            yield i
    finally:
        LOG.append("end")


def quiet(x):
    n = 0
    try:
        for i in range(5):
            yield i
    finally:
        n += 1


def closed(x):
    it = items(x)
    first = next(it)
    it.close()
    return first, x


def closed_by_a_manager(x):
    with contextlib.closing(items(x)) as it:
        first = next(it)
    return first, x


def broken_off(x):
    v = 0
    for v in items(x):
        if v == 2:
            break
    return v, x


def exhausted(x):
    a, *rest = items(x)
    return a, rest, sum(items(x)), x


def left_without_a_word(x):
    it = quiet(x)
    return next(it), list(zip([1, 2], quiet(x), strict=False)), x


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", [closed, closed_by_a_manager, broken_off, exhausted, left_without_a_word])
def test_what_ends_in_the_function(function, backend):
    static = sct.to_static(function, backend=backend)
    for _ in range(2):
        LOG.clear()
        here = repr(function(X))
        expected = list(LOG)
        LOG.clear()
        assert repr(static(X)) == here
        gc.collect()
        assert expected == LOG


def asked_once(x):
    it = items(x)
    return next(it), x


def beside_a_shorter_list(x):
    return [(a, b) for a, b in zip([1, 2], items(x), strict=False)], x


def sliced(x):
    return list(itertools.islice(items(x), 2)), x


def searched(x):
    return 2 in items(x), any(v == 2 for v in items(x)), x


@pytest.mark.parametrize("function", [asked_once, beside_a_shorter_list, sliced, searched])
def test_what_python_would_end_is_refused(function):
    LOG.clear()
    with pytest.raises(SideEffectError, match="a generator is left here") as refusal:
        sct.to_static(function)(X)
    gc.collect()
    assert "test_left_generators.py" in str(refusal.value)
    assert not LOG
