"""Loops of which each iteration raises: who comes out of one has never been in it, and finds all as it was."""

import warnings

import numpy as np
import pytest

import sct
from sct.errors import PlainPythonWarning
from tests.harness import Call
from tests.harness.observe import differences, observe


def changes_an_array(a, n, k):
    q = [a, a]
    if n > 1:
        for _ in range(k):
            a[0] += 1
            q = q[:]
            raise KeyError(n)
    return q


def under_a_handler(a, n, k):
    try:
        if n > 1:
            for _ in range(k):
                a = a + 1
                raise KeyError(n)
    except ValueError:
        return None
    return a


def in_a_while(a, n, k):
    total, rows = 0, [a]
    while n < k:
        total += 1
        rows.append(a)
        raise KeyError(total)
    rows.append(a)
    return rows, total


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function", [changes_an_array, under_a_handler, in_a_while], ids=lambda f: f.__name__)
def test_all_is_as_it_was(function, backend):
    static = sct.to_static(function, backend=backend)
    with warnings.catch_warnings():
        warnings.simplefilter("error", PlainPythonWarning)
        for n, k in ((2, 0), (2, 1), (0, 3), (1, 0), (3, 3)):
            mine, yours = (Call((np.ones(3), np.int64(n), np.int64(k)), {}) for _ in range(2))
            assert not differences(observe(function, mine), observe(static, yours)), (n, k)
