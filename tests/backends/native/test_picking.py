"""Loops in which tests pick what is read are made vectors of, with the same results."""

import numpy as np
import pytest

import sct
from sct.backends.native.llvm import host


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


def crossings(x, way):
    """Ways within ways, integers of all widths, truth values, and stores."""
    out = np.zeros_like(x)
    for i in range(2, len(x) - 2):
        if way[i] < 40:
            a = x[i - 1]
        elif way[i] < 80:
            if way[i] < 60:
                a = x[i + 1]
            else:
                out[i] = x[i + 2]
                a = x[i - 2]
        else:
            a = x[i]
            out[i - 1] = x[i + 1]
        out[i] += a
    return out


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "i4", "i2", "u1", "?", "c16", "c8"])
def test_crossings(dtype):
    static = sct.to_static(crossings, backend="native")
    draw = np.random.default_rng(1)
    for n in (4, 9, 100, 1001):
        x, way = draw.integers(0, 2 if dtype == "?" else 100, n).astype(dtype), draw.integers(0, 120, n)
        assert np.array_equal(static(x, way), crossings(x, way))


def apart(x, way):
    out = np.zeros_like(x)
    for i in range(1, len(x) - 1):
        if way[i] > 0:
            a = x[i - 1]
        else:
            a = x[i + 1]
        out[i] = a
    return out


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "i4"])
@pytest.mark.skipif("+avx2" not in host().features, reason="no instructions that read some of the elements")
def test_each_way_reads_neighbours(dtype):
    static = sct.to_static(apart, backend="native")
    static(np.zeros(1000, dtype), np.zeros(1000))
    text = static.llvm()
    assert "masked.load" in text
    assert "masked.gather" not in text
