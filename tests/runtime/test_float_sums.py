"""`sum` has the bits of the running Python's own: one item after the other, since 3.12 with what floats lose carried along."""

import math
import random

import numpy as np
import pytest

import sct


def of_roots(x):
    return sum(math.sqrt(v) for v in x)


def of_floats(x):
    return sum([float(v) for v in x]), sum(x.tolist()), sum(v for v in x)


def of_a_range(xs, n):
    return sum(xs[k] * 0.1 for k in range(n)), sum((xs[k] if k % 2 else k) for k in range(n))


def of_a_grown_list(xs, n):
    out = []
    for k in range(n):
        out.append(xs[k] / 3)
    return sum(out), sum(out, 0.5), sum(out, 1), sum(out, True)


def beside_others(xs, y):
    return sum([xs[0], 1, y, xs[1], True, xs[2], np.float64(xs[3]), xs[4]]), sum(xs), sum(xs, True)


def of_extremes(xs):
    return sum([xs[0], 1e308 * 10 * xs[1], xs[2]]), sum([-0.0 * abs(xs[0]), -0.0], -0.0), sum([1.5] * 3 + [xs[1]])


def of_rows(x):
    return sum(float(r.sum()) for r in x.reshape(-1, 2))


def of_products(xs, ys):
    return (
        sum(map(lambda p, q: p * q, xs, ys)),
        sum(p * q for p, q in zip(xs, ys, strict=True)),
        sum(p / 7 for p in xs if p > 0.3),
        sum({"a": xs[0], "b": xs[1], "c": ys[2]}.values()),
    )


def of_a_choice(xs, t):
    if t > 0:
        y = 0.1
    else:
        y = 2
    return sum([xs[0], y, xs[1], y, xs[2]])


def in_a_loop(xs, n):
    s = 0
    for k in range(n):
        s += sum([xs[k], xs[k + 1], 1e-17 * k])
    return s


def of_long_ints(xs):
    return sum([2**62, 2**62, xs[0], xs[1], xs[2]]), sum([xs[0], 2**70, xs[1], xs[2]])


class Weight:
    def __init__(self, value):
        self.value = value

    def __radd__(self, other):
        return other + self.value


def of_objects(xs):
    return sum([xs[0], xs[1], Weight(xs[2]), xs[3], xs[4]]), sum([Weight(x) for x in xs])


def of_elements(x):
    return sum(x), sum(x, 0.5), sum(x, np.float32(1)), sum(x * 2 + 1), sum(x.astype(np.float32)), sum(x > 0, 0.1), sum(x[::-2])


def of_whole_numbers(x):
    small = (x * 1e-6).astype(np.int8)
    return sum(small), sum(small, 0.1), sum(small, np.int64(3)), sum(small, True), sum(x.astype(np.uint8), np.float32(0.1))


def of_some_elements(x, k):
    return sum(x[:k]), sum(x[k:], x[0]), sum(x[: k - k]), sum(x[:k].reshape(-1, 1))


def of_many_rows(x):
    m = x.reshape(-1, 2)
    return (*sum(m), *sum(m.T.copy().T, 1), *sum(m, m[0]), *sum(np.asfortranarray(m[:, :1])), *sum(m.T))


CASES = {
    of_roots: lambda xs, k: (np.abs(xs),),
    of_floats: lambda xs, k: (np.array(xs),),
    of_a_range: lambda xs, k: (xs, 11 + k),
    of_a_grown_list: lambda xs, k: (xs, 9 + k),
    beside_others: lambda xs, k: (xs, 3 if k % 2 else 0.1),
    of_extremes: lambda xs, k: (xs,),
    of_rows: lambda xs, k: (np.array(xs),),
    of_products: lambda xs, k: (xs, xs[::-1]),
    of_a_choice: lambda xs, k: (xs, k - 3),
    in_a_loop: lambda xs, k: (xs, 7),
    of_long_ints: lambda xs, k: (xs,),
    of_objects: lambda xs, k: (xs,),
    of_elements: lambda xs, k: (np.array(xs),),
    of_whole_numbers: lambda xs, k: (np.abs(np.array(xs)) % 100,),
    of_some_elements: lambda xs, k: (np.array(xs), 9 + k),
    of_many_rows: lambda xs, k: (np.array(xs),),
}


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
def test_the_bits_are_those_of_plain_python(function, backend):
    rng = random.Random(function.__name__)
    static = sct.to_static(function, backend=backend)
    for k in range(6):
        xs = [rng.uniform(-1, 1) * 10 ** rng.randint(-8, 8) for _ in range(24)]
        args = CASES[function](xs, k)
        with np.errstate(all="ignore"):
            expected = function(*args)
        assert repr(static(*args)) == repr(expected)
