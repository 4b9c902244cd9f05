"""Newton's method for a polynomial: a scalar `while` with three ways out.

    sct run examples/newton.py:newton
"""

import numpy as np


def value_and_slope(coefficients, x):
    """Horner's rule for a polynomial and its derivative, highest power first."""
    value = 0.0
    slope = 0.0
    for c in coefficients:
        slope = slope * x + value
        value = value * x + c
    return value, slope


def newton(coefficients, x, tolerance=1e-12, max_steps=50):
    """A root near `x`, and how the search ended."""
    steps = 0
    while steps < max_steps:
        value, slope = value_and_slope(coefficients, x)
        if slope == 0.0:
            return x, steps, "flat"
        change = value / slope
        x = x - change
        steps += 1
        if abs(change) <= tolerance * max(1.0, abs(x)):
            return x, steps, "converged"
    return x, steps, "gave up"


def example_inputs():
    """x**3 - 2 x - 5, the polynomial Wallis showed the method on, from x = 2."""
    return np.array([1.0, 0.0, -2.0, -5.0]), np.float64(2.0)
