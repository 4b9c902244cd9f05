"""Loops over masked arrays: elements are done at different times."""

import numpy as np


def mandelbrot_masked(c, most):
    z = np.zeros_like(c)
    n = np.zeros(c.shape, dtype=np.int64)
    mask = np.ones(c.shape, dtype=bool)
    for _ in range(most):
        z[mask] = z[mask] ** 2 + c[mask]
        mask = np.abs(z) < 2
        n[mask] += 1
        if not mask.any():
            break
    return n


def bisection(a):
    low, high = np.zeros_like(a), np.maximum(a, 1.0)
    while np.any(high - low > 1e-9):
        middle = 0.5 * (low + high)
        above = middle * middle > a
        high[above] = middle[above]
        low[~above] = middle[~above]
    return low
