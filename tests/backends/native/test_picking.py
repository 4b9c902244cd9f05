"""Loops in which tests pick what is read are made vectors of, with the same results."""

import numpy as np

import sct


def ridges(x, way):
    out = np.zeros_like(x)
    for i in range(1, len(x) - 2):
        if way[i] < 0.3:
            a = x[i - 1]
            b = x[i + 1]
        elif way[i] < 0.6:
            a = x[i + 2]
            b = x[i]
        else:
            a = x[i - 1]
            b = x[i + 2]
        if x[i] >= a and x[i] <= b:
            out[i] = a - b
    return out


def test_ridges():
    static = sct.to_static(ridges, backend="native")
    draw = np.random.default_rng(0)
    for n in (3, 4, 9, 100, 1001):
        x, way = draw.normal(size=n), draw.random(n)
        assert np.array_equal(static(x, way), ridges(x, way))
