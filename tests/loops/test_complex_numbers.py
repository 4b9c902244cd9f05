"""Quotients and whole powers of Python's complex numbers, bit for bit."""

import numpy as np
import pytest

import sct

PARTS = [0.0, -0.0, 1.0, -1.0, 0.5, 3.25, -7.5, 1e-200, 1e200, -1e308, 5e-324, np.inf, -np.inf, np.nan]


def quotients(x):
    found = []
    for i in range(len(x)):
        a = complex(x[i, 0], x[i, 1])
        b = complex(x[i, 2], x[i, 3])
        found.append(a / b)
        found.append(2.0 / b)
        found.append(a / 3)
    return found


def power(exponent):
    def powers(x):
        found = []
        for i in range(len(x)):
            found.append(complex(x[i, 0], x[i, 1]) ** exponent)
        return found

    return powers


def _same(function, x):
    static = sct.to_static(function, backend="native")
    for row in x:
        try:
            expected = function(row[None])
        except ArithmeticError as error:
            with pytest.raises(type(error)):
                static(row[None])
            continue
        got = static(row[None])
        assert np.array_equal(np.array(got).view(float), np.array(expected).view(float), equal_nan=True), row
        assert repr(got) == repr(expected), row
    return static


def test_quotients():
    draw = np.random.default_rng(0)
    x = np.concatenate([draw.choice(PARTS, (150, 4)), draw.normal(size=(100, 4)) * 10.0 ** draw.integers(-9, 9, (100, 4))])
    static = _same(quotients, x)
    assert "called back" not in static.report()


@pytest.mark.parametrize("exponent", [1, 2, 3, 5, 17, 100, 0, -2, 101, 0.5, 1j])
def test_powers(exponent):
    draw = np.random.default_rng(1)
    static = _same(power(exponent), np.concatenate([draw.choice(PARTS, (60, 2)), draw.normal(size=(40, 2))]))
    if exponent in (1, 2, 3, 5, 17, 100):
        assert "called back" not in static.report()
