"""Sums of floats, added one by one in the program's order, of terms that are computed on vectors."""

import linecache
import math
import random

import numpy as np
import pytest

import sct

LENGTHS = (0, 1, 31, 32, 33, 64, 100, 1000)


def _split(static):
    return static.loops().count("+= 32)")


def distances(x, y):
    total = 0.0
    for i in range(len(x)):
        total += math.sqrt(x[i] * x[i] + y[i] * y[i])
    return total


def powers(x, y):
    up = 0.0
    down = 1.0
    for i in range(len(x)):
        up += x[i] ** 7 / (1.0 + y[i])
        down = down - y[i] ** 3
    return up, down


def singles(x, y):
    total = np.float32(0)
    for i in range(len(x)):
        total += np.float32(x[i]) / (np.float32(y[i]) * np.float32(y[i]) + np.float32(1))
    return total


def integral(x, y):
    n = 3 * len(x)
    total = 0.0
    for i in range(n):
        at = (i + 0.5) / n
        total += 4.0 / (1.0 + at * at)
    return total


@pytest.mark.parametrize("function", [distances, powers, singles, integral])
def test_sums_to_the_last_bit(function):
    static = sct.to_static(function, backend="native")
    rng = np.random.default_rng(3)
    for length in LENGTHS:
        x, y = rng.standard_normal(length) * 10.0 ** rng.integers(-9, 9, length), rng.random(length)
        expected = function(x, y)
        found = static(x, y)
        assert found == expected
        assert repr(found) == repr(expected)
    assert _split(static) == 1  # the last call's lengths are any


def products(x, y):
    total = 0.0
    for i in range(len(x)):
        total += x[i] * y[i]
    return total


def read_on_the_way(x, y):
    total = 0.0
    for i in range(len(x)):
        total += math.sqrt(x[i] * x[i] + total / (1 + y[i]))
    return total


def set_twice(x, y):
    total = 0.0
    for i in range(len(x)):
        total += math.sqrt(abs(x[i]) + 1.0) / (y[i] + 2.0)
        total += math.sqrt(abs(y[i]) + 1.0) / (y[i] + 2.0)
    return total


def written(x, y):
    total = 0.0
    for i in range(len(x)):
        y[i] = math.sqrt(x[i] * x[i] + 1.0) / (1.0 + y[i])
        total += y[i]
    return total


@pytest.mark.parametrize("function", [products, read_on_the_way, set_twice, written])
def test_other_loops_stay_one(function):
    static = sct.to_static(function, backend="native")
    rng = np.random.default_rng(4)
    x, y = rng.random(100), rng.random(100)
    assert static(x, y.copy()) == function(x, y.copy())
    assert _split(static) == 0


def test_errors_are_those_of_the_loop():
    def roots(x):
        total = 0.0
        for i in range(len(x)):
            total += math.sqrt(x[i]) / (2.0 + x[i])
        return total

    static = sct.to_static(roots, backend="native")
    x = np.linspace(0, 3, 200)
    assert static(x) == roots(x)
    assert _split(static) == 1
    x[77] = -1e-9
    with pytest.raises(ValueError):
        static(x)


def _random_sum(seed):
    chosen = random.Random(seed)
    terms = ["x[i] * y[i]", "x[i] / y[i]", "math.sqrt(y[i])", "a * x[i]", "i * 0.25", "(x[i] - y[i]) ** 3", "abs(x[i])", "1.5"]
    lines = ["def f(x, y, a):", "    s = 0.0", "    t = a", "    for i in range(len(x)):"]
    for name in chosen.choice(["s", "st", "ss"]):
        parts = [chosen.choice(terms) for _ in range(chosen.randint(2, 4))]
        lines.append(f"        {name} {chosen.choice(['+=', '-='])} {chosen.choice([' + ', ' * ', ' - ']).join(parts)}")
    source = "\n".join([*lines, "    return s, t\n"])
    name = f"<sum {seed}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    found = {"math": math}
    exec(compile(source, name, "exec"), found)
    return found["f"], source


def test_random_sums():
    rng = np.random.default_rng(6)
    x, y = rng.standard_normal(150), rng.random(150) + 0.5
    for seed in range(12):
        function, source = _random_sum(seed)
        assert sct.to_static(function, backend="native")(x, y, 0.75) == function(x, y, 0.75), source
