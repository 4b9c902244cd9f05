"""Products along the last axis: what takes long is computed for several elements at once, before they are multiplied."""

import re

import numpy as np
import pytest

import sct

X, Y = np.linspace(0.5, 1.5, 12).reshape(4, 3), np.arange(6.0).reshape(2, 3)


def powers(x, y):
    return np.prod(x[:, None, :] ** y, axis=-1)


def of_all(x, y):
    return np.prod(np.exp(x) * 2.0), np.prod(1.0 + np.sin(x[:2] * y), axis=(0, 1))


def cheap(x, y):
    return np.prod(x[:, None, :] * y, axis=-1)


@pytest.mark.parametrize("function", [powers, of_all, cheap])
@pytest.mark.parametrize("many", [1, 30])
def test_values(function, many):
    x, y = np.tile(X, (1, many)), np.tile(Y, (1, many)) / many
    found, expected = sct.to_static(function)(x, y), function(x, y)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13 * many)


def test_only_what_takes_long_is_in_memory():
    def loops(function):
        static = sct.to_static(function)
        static(np.tile(X, (1, 30)), np.tile(Y, (1, 30)))
        return static.loops()

    stored = r"power\.f64\([^}]*?\]\s*=[^}]*?\}"
    assert re.search(stored, loops(powers))
    assert loops(cheap).count("for (") < loops(powers).count("for (")
