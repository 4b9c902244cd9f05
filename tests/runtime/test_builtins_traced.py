"""Builtins on values that are known when the program runs: Python's answers and Python's errors."""

import numpy as np
import pytest

import sct
from sct import errors
from tests.runtime.same import same

V = np.array([1.0, -2.0, 3.0])
I = np.array([3, 1, 2])
NAN = np.array([1.0, np.nan, 3.0, -0.0, 0.0, np.nan, 7, 8, 9, 10])


def functions(*fs):
    return pytest.mark.parametrize("f", fs)


@functions(
    lambda x: (int(x[0]), float(x[1]), complex(x[2]), bool(x[0]), bool(x.sum() > 0)),
    lambda x: (abs(x), abs(x[1]), round(x[0]), round(x[0], 1), divmod(x[0], 2), pow(x, 2), pow(x[0], 2)),
    lambda x: (len(x), len([x]), len("ab"), len({1: x})),
    lambda x: (min(x[0], x[1]), max(x[0], x[1], 2), max(0, x[0]), min(x), max(x), min([x[2], x[0]])),
    lambda x: (max(x, key=abs), min(x, key=lambda v: -v), max([x[0]], default=3), min([], default=x)),
    lambda x: (sum(x), sum([x, x]), sum([x[0], x[1]], 10), sum(v * 2 for v in x), sum([], 5), sum([[x], [x]], [])),
    lambda x: (any(x > 0), all(x > 0), any([x[0] > 5, x[1] > 0]), all(v > -3 for v in x), any([]), all([])),
    lambda x: (isinstance(x, np.ndarray), isinstance(x[0], (int, float)), isinstance(x[0], np.floating)),
    lambda x: (isinstance(int(x[0]), int), isinstance(float(x[0]), float), isinstance(bool(x[0]), int)),
    lambda x: (type(x) is np.ndarray, type(x[0]).__name__, type(int(x[0])) is int, type(None) is type(print("a"))),
    lambda x: (list(x), tuple(x), list(reversed(x)), list(enumerate(x)), list(zip(x, "abc")), dict(zip("ab", x))),
    lambda x: (list(enumerate(x, 1)), next(enumerate(x)), next(zip(x, x)), list(range(len(x)))),
    lambda x: (hasattr(x, "shape"), hasattr(x, "no"), getattr(x, "ndim"), getattr(x, "no", 1), callable(x)),
    lambda x: (list(map(lambda v: v + 1, x)), list(filter(None, [0, 1])), list(filter(lambda v: v > 1, [1, 2]))),
    lambda x: (x[0] in [x[0], 3], x[1] in (1.0, 5.0), 3.0 in x, x[0] in {1.0, 2.0}, x[2] not in range(3)),
    lambda x: (x is None, x is not None, x is x, x[0] is None, (x[0] > 0) is True, bool(x[0] > 0) is True),
    lambda x: (x[0] and x[1], x[0] or 5, not x[0], (x[0] > 0 and x[1] > 0), (x[1] or x[2]) and "text" == "text"),
    lambda x: (1 if x[0] > 0 else 2, x if x.sum() > 0 else -x, None if x[0] > 0 else x),
    lambda x: (sorted([3, 1]), sorted(x), sorted(x, reverse=True), sorted(x, key=abs), sorted([float(v) for v in x])),
    lambda x: (-1 < x[0] < 2, 0 <= x[1] <= x[2] < 10),
)
def test_floats(f):
    same(f, (V,), (-V,), (V * 0.5,))


@functions(
    lambda x: (int(x[0]), float(x[1]), bool(x[2]), round(x[0]), divmod(x[0], 2), min(x), max(x), sum(x)),
    lambda x: (sum(x > 1), any(x > 2), all(x), max(int(x[0]), 2), min(int(x[0]), 2.5), sorted(x), sum(x, 0.5)),
    lambda x: [i for i in range(int(x[0].size))],
    lambda x: (int(x[0]) in [1, 2], x[0] in {1: 0, 3: 0}, int(x[1]) in range(0, 10, 2), abs(int(x[0]) - 5)),
)
def test_ints(f):
    same(f, (I,), (I[::-1].copy(),), (I - 2,))


def test_extremes_take_the_first_and_nan_as_python_does():
    same(lambda x: (min(x), max(x), max(x[3], x[4]), min(x[3], x[4])), (NAN,), (NAN[1:],), (NAN[3:],), (-NAN,))
    same(lambda x: (min(x), max(x)), (np.arange(20)[::-1].copy(),), (np.full(12, np.nan),), (np.full(12, -np.inf),))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_long_sums():
    x = np.arange(40, dtype=np.int8)
    same(lambda x: (sum(x), sum(x.astype(np.float32)), sum(x > 3), sum(x.reshape(20, 2))), (x,))


def test_loops():
    def f(x):
        n = int(x[0])
        total = 0
        for i in range(n):
            total += i
        for i in range(n, 0, -1):
            total += i * 2
        for i, v in enumerate(x):
            total = total + i * v
        for a, b in zip(x, x[::-1]):
            total = total + a * b
        for v in reversed(x):
            total = total + v
        return total, len(range(n))

    same(f, (I,), (I + 4,), (I * 0,))


def test_range_errors():
    with pytest.raises(TypeError, match="'numpy.float64' object cannot be interpreted as an integer"):
        sct.to_static(lambda x: [i for i in range(x[0])])(V)
    same(lambda x: len(range(1, int(x[0]), int(x[1]))), (I,), (np.array([9, -2]),), (np.array([9, 0]),))


@functions(
    lambda x: hash(f"{x[0]}"),
    lambda x: id(x),
)
def test_needs_a_python_value(f):
    with pytest.raises(errors.SctError):
        sct.to_static(f)(V)


def test_none_or_array():
    def f(x):
        y = x if x.sum() > 0 else None
        return y is None, y is not None, 1 if y is None else y.sum()

    same(f, (V,), (-V,))


def test_mutation_in_branches():
    class Box:
        pass

    def f(x):
        b = Box()
        b.n, b.v = 0, x
        items, seen = [1, 2, 3], {1}
        if x.sum() > 0:
            b.n += 1
            b.v = x * 2
            items[0] = 7
        else:
            b.n -= 1
            items[0] += 1
        setattr(b, "w", b.v + 1)
        return b.n, b.v, items[0], getattr(b, "w"), hasattr(b, "n"), seen

    same(f, (V,), (-V,))


def test_attributes_of_arrays_cannot_be_assigned_in_branches():
    def f(x):
        if x[0] > 0:
            x.shape = (3, 1)
        return x

    with pytest.raises(errors.SideEffectError):
        sct.to_static(f)(V)
