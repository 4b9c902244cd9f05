"""A loop that cannot be rolled leaves what it has tried to carry as it was."""

import numpy as np
import pytest

import sct


def item_and_key(x):
    b = [np.zeros(3)]
    m = {}
    for s in range(8):
        b[0] = 0.9 * b[0] + x[s]
        if 0 not in m:
            m[0] = np.zeros(3)
        m[0] = m[0] + 1
    return b[0], m[0]


def item_and_new_key_in_nests(x):
    b = [np.zeros(3)]
    m = {}
    for _ in range(3):
        for s in range(8):
            b[0] = b[0] + x[s]
            m[0] = np.ones(3) * b[0][0]
    return b[0], m[0]


@pytest.mark.parametrize("function", [item_and_key, item_and_new_key_in_nests])
def test_a_dict_that_gets_a_key_beside_an_item_that_is_carried(function):
    x = np.random.default_rng(0).normal(size=(8, 3))
    for found, wanted in zip(sct.to_static(function)(x), function(x), strict=True):
        np.testing.assert_array_equal(found, wanted)
