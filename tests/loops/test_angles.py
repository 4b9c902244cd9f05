"""The sine and the cosine of one angle are computed together, and raise as Python's do."""

import math

import numpy as np
import pytest

import sct


def turned(xs, step):
    total = 0.0
    for k in range(len(xs)):
        c = math.cos(step * k)
        s = math.sin(step * k)
        total += c * xs[k] - s / (k + 1)
    return total


def test_one_question_for_both():
    static = sct.to_static(turned, backend="native")
    xs = np.random.default_rng(0).random(50)
    for step in (0.1, 3.0, 1e6, -2.5e-9):
        assert static(xs, step) == turned(xs, step)
    assert static.loops().count("= inf") <= 1
    text = static.llvm()
    first, last = text.index("@llvm.cos.f64(double %"), text.index("@llvm.sin.f64(double %")
    assert "br " not in text[first:last]


@pytest.mark.parametrize("function", [math.sin, math.cos, math.tan])
def test_angles_that_are_no_numbers(function):
    def sums(xs):
        total = 0.0
        for k in range(len(xs)):
            total += function(xs[k])
        return total

    static = sct.to_static(sums, backend="native")
    good = np.array([0.0, -0.0, 1e300, 5e-324, 1e22])
    assert static(good) == sums(good)
    assert math.isnan(static(np.array([1.0, math.nan, 2.0, 3.0, 4.0])))
    for wrong in (math.inf, -math.inf):
        with pytest.raises(ValueError) as expected:
            function(wrong)
        with pytest.raises(ValueError) as found:
            static(np.array([1.0, wrong, 2.0, 3.0, 4.0]))
        assert str(found.value) == str(expected.value)
