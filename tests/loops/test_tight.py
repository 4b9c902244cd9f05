"""Short `while` loops: they poll once for some turns, and step from place to place behind branches."""

import numpy as np
import pytest

import sct
from benchmarks.polybench.search_loops import widest


def shifted_out(x):
    count = 0
    while x:
        count += x & 1
        x >>= 1
    return count


def until_it_repeats(x, most):
    steps = 0
    while x != 1 and steps < most:
        x = (x * 1103515245 + 12345) & 0x7FFF
        steps += 1
    return x, steps


def halved_or_tripled(x):
    steps = 0
    while x != 1:
        if x % 2 == 0:
            x //= 2
        else:
            x = 3 * x + 1
        steps += 1
    return steps


def in_a_loop(a, b):
    count = 0
    for i in range(len(a)):
        x = a[i] ^ b[i]
        while x:
            count += x & 1
            x >>= 1
    return count


def left_early(a):
    i = 0
    while a[i] >= 0:
        if a[i] == 7:
            break
        i += a[i] + 1
    return i


def in_common(a, b):
    i = j = count = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            count += 1
            i += 1
            j += 1
        elif a[i] < b[j]:
            i += 1
        else:
            j += 1
    return count, i, j


def test_any_number_of_turns():
    static = sct.to_static(shifted_out, backend="native")
    for bits in range(63):
        assert static((1 << bits) - 1) == shifted_out((1 << bits) - 1)
        assert static(1 << bits) == 1
    static = sct.to_static(until_it_repeats, backend="native")
    for most in (*range(40), 1023, 1024, 1025, 30000):
        assert static(3, most) == until_it_repeats(3, most)
    static = sct.to_static(halved_or_tripled, backend="native")
    for x in (1, 2, 3, 27, 97, 871):
        assert static(x) == halved_or_tripled(x)


def test_arrays():
    draw = np.random.default_rng(0)
    static = sct.to_static(in_a_loop, backend="native")
    for n in (0, 1, 5, 700):
        a, b = draw.integers(0, 2**31, (2, n))
        assert static(a, b) == in_a_loop(a, b)
    static = sct.to_static(left_early, backend="native")
    for n in (1, 2, 5, 60):
        a = np.append(draw.integers(0, 9, n), [-1] * 10)
        assert static(a) == left_early(a)
    with pytest.raises(IndexError):
        static(np.zeros(50, np.int64))


def test_steps():
    draw = np.random.default_rng(1)
    common, wide = (sct.to_static(f, backend="native") for f in (in_common, widest))
    for n, m in ((0, 3), (1, 1), (30, 40), (500, 200)):
        a, b = (np.sort(draw.integers(0, 300, k)) for k in (n, m))
        assert common(a, b) == in_common(a, b)
        assert wide(b * 0.5) == widest(b * 0.5)


def test_what_is_written():
    """Sixteen turns are counted at once, and the branch of the steps is none that could be computed away."""
    static = sct.to_static(in_a_loop, backend="native")
    static(np.arange(9), np.arange(9))
    assert static.llvm().count("ashr i64") >= 4
    static = sct.to_static(widest, backend="native")
    static(np.arange(9.0))
    assert "asm sideeffect" in static.llvm()
