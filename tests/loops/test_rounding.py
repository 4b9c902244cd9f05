"""`round` of Python floats as machine code: the nearest decimal number, bit for bit."""

import linecache
import math
import random

import numpy as np
import pytest

import sct


def rounds(digits):
    source = "def rounded(x, out):\n    for i in range(len(x)):\n"
    source += f"        out[i] = round(float(x[i]), {digits})\n    return out\n"
    name = f"<rounded to {digits}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    made = {}
    exec(compile(source, name, "exec"), made)
    return made["rounded"]


def whole(x, out):
    for i in range(len(x)):
        out[i] = round(float(x[i]))
    return out


def numbers(digits):
    """Near halves, above all."""
    draw = random.Random(digits)
    found = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -0.3, 1e-300, 5e-324, 1e15 + 0.5]
    for _ in range(2000):
        half = (draw.randrange(-(10**5), 10**5) + 0.5) / 10**digits
        found += [half, math.nextafter(half, 1e9), math.nextafter(half, -1e9), draw.uniform(-10, 10)]
        found += [draw.randrange(-(10**6), 10**6) / 10 ** (digits + 1), draw.uniform(-1, 1) * 10 ** draw.randrange(-20, 4)]
    return np.array(found)


@pytest.mark.parametrize("digits", [0, 1, 2, 3, 7, 15, 22])
def test_to_digits(digits):
    function = rounds(digits)
    static = sct.to_static(function, backend="native")
    x = np.concatenate([numbers(digits), [1e300, -1e40, 2.0**54, np.nan, np.inf, -np.inf]])
    if digits < 8:
        assert "called back" not in (static(x[:3], np.empty(3)), static.report())[1]
    expected, got = function(x, np.empty(len(x))), static(x, np.empty(len(x)))
    assert np.array_equal(expected.view(np.int64), got.view(np.int64))


def test_between_the_bits_python_rounds():
    function = rounds(2)
    x = np.array([2.0**52 / 100 + 3, 2.0**53 / 100 - 7])
    assert np.array_equal(sct.to_static(function, backend="native")(x, np.empty(2)), function(x, np.empty(2)))


def test_to_integers():
    static = sct.to_static(whole, backend="native")
    x = np.concatenate([numbers(0), [2.0**52 + 1, -(2.0**63), 2.0**62]])
    assert np.array_equal(static(x, np.zeros(len(x), int)), whole(x, np.zeros(len(x), int)))
    assert "called back" not in static.report()


@pytest.mark.parametrize(("x", "error"), [(math.nan, ValueError), (math.inf, OverflowError)])
def test_what_is_no_number_raises(x, error):
    for function in (whole, sct.to_static(whole, backend="native")):
        with pytest.raises(error):
            function(np.array([x]), np.zeros(1, int))
