"""Truths, fractions, arrays of one number and objects with `__index__` where NumPy wants whole numbers, axes, flags."""

import collections

import numpy as np
import pytest

import sct
from tests.runtime.same import observe

#: Where NumPy answers or raises, and a static function is refused.
REFUSED = {"fill": ["an object", "None"], "reduce": ["an object"]}  # which a ufunc may ask more often than once
if np.lib.NumpyVersion(np.__version__) >= "2.5.0":
    REFUSED["tri"] = ["an object"]  # NumPy's own Python code asks it for its index, where sct does not see that


class Index:
    """An object that stands for an integer."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


V, M, I8 = np.array([3.0, 1.0, 2.0, 5.0]), np.arange(12.0).reshape(3, 4), np.array([3, 1, 2, 0])
ODD = {
    "np.True_": np.True_,
    "True": True,
    "2.5": 2.5,
    "2.0": 2.0,
    "float64": np.float64(1.0),
    "int8": np.int8(1),
    "uint64": np.uint64(1),
    "array of a truth": np.array(True),
    "array of an integer": np.array(1),
    "array of a fraction": np.array(1.0),
    "an object": Index(1),
    "None": None,
    "-1": -1,
    "-7": -7,
    "a text": "a",
    "a complex number": 1j,
    "a list": [1],
    "an empty tuple": (),
}
FUNCTIONS = {
    "diff": lambda v, m, i, h: np.diff(v, h),
    "diff along": lambda v, m, i, h: np.diff(m, 1, h),
    "tile": lambda v, m, i, h: np.tile(v, h),
    "tile along": lambda v, m, i, h: np.tile(m, (h, 2)),
    "roll along": lambda v, m, i, h: np.roll(m, 1, h),
    "repeat": lambda v, m, i, h: m.repeat(2, axis=h),
    "tri": lambda v, m, i, h: np.tri(3, h),
    "vander": lambda v, m, i, h: np.vander(v, h),
    "rot90": lambda v, m, i, h: np.rot90(m, 1, (h, 0)),
    "sum": lambda v, m, i, h: m.sum(h),
    "sum, kept": lambda v, m, i, h: np.sum(m, keepdims=h),
    "std": lambda v, m, i, h: np.std(m, 0, ddof=h),
    "trace": lambda v, m, i, h: np.trace(m, h),
    "split": lambda v, m, i, h: np.split(m, 2, h),
    "parts": lambda v, m, i, h: np.array_split(v, h),
    "concatenate": lambda v, m, i, h: np.concatenate([m, m], h),
    "moveaxis": lambda v, m, i, h: np.moveaxis(m, h, 0),
    "rollaxis": lambda v, m, i, h: np.rollaxis(m, 1, h),
    "tensordot": lambda v, m, i, h: np.tensordot(m[:, :3], m[:, :3], h),
    "matrix_power": lambda v, m, i, h: np.linalg.matrix_power(m[:, :3], h),
    "fft": lambda v, m, i, h: np.fft.fft(v, h),
    "fftfreq": lambda v, m, i, h: np.fft.fftfreq(h) + v[0],
    "reduce": lambda v, m, i, h: np.add.reduce(m, h),
    "round": lambda v, m, i, h: np.round(v, h),
    "array": lambda v, m, i, h: np.array(v, ndmin=h),
    "polyder": lambda v, m, i, h: np.polyder(v, h),
    "roots": lambda v, m, i, h: np.roots(h) + v[0],
    "item": lambda v, m, i, h: v.item(h),
    "fill": lambda v, m, i, h: (v.fill(h), v),
    "fromiter": lambda v, m, i, h: np.fromiter(v, float, h),
    "insert": lambda v, m, i, h: np.insert(v, h, 2.0),
    "permuted": lambda v, m, i, h: np.random.default_rng(0).permuted(m, axis=h),
}


@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of truths as integers, from NumPy 2.5 on
@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_numpy_makes_of_it(name):
    function, refused = FUNCTIONS[name], []
    for odd, value in ODD.items():
        args = (V, M, I8, value)
        want = observe(function, args)
        try:
            got = observe(sct.to_static(function, backend="numpy"), args)
        except sct.errors.SctError:
            refused.append(odd)
            continue
        assert got == want, (name, odd)
    assert refused == REFUSED.get(name, []), name


def _halves(b):
    return np.hsplit(b, b)


def _roots(x):
    return np.roots(x)


def _trimmed(x):
    return np.trim_zeros(range(3)), np.trim_zeros([0, 1, 0]), x


def _rest(x):
    return np.cov(x, bias=None), np.take(x[0], [2.0]), np.add.reduceat(x[0], [0, 2.0]), x.reshape(-7), x.reshape(4, -3)


@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize(
    ("function", "value"),
    [
        (_halves, np.array([True, False, True])),
        (_halves, np.array([1, 2])),
        (_roots, np.int16(1)),
        (_roots, np.array(2.0)),
        (_roots, V),
        (_trimmed, V),
        (_rest, M),
    ],
)
def test_others(backend, function, value):
    assert observe(sct.to_static(function, backend=backend), (value,)) == observe(function, (value,))


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_run_time_numbers_stay_run_time_numbers(backend):
    def spaced(x, s, n):
        return np.arange(0.0, s, 0.5).sum(), np.linspace(s, x, 4), np.repeat(x, n), x.reshape(n, -1)

    static, x = sct.to_static(spaced, backend=backend), np.arange(12.0)
    for s, n in ((2.5, 3), (3.25, 2), (7.0, 4), (1.5, 6)):
        args = (x, np.float64(s), np.int64(n))
        assert observe(static, args) == observe(spaced, args)
    assert static.cache_info().misses <= 3


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.transpose(x, range(2)), lambda x: x.transpose(range(2)), lambda x: np.zeros(range(2, 4)) + x[0, 0],
        lambda x: np.moveaxis(x, range(1), range(1, 2)), lambda x: np.reshape(x, range(9, 10)),
        lambda x: np.tile(x, range(1, 3)), lambda x: np.pad(x, range(1, 3)), lambda x: np.fft.fftn(x, axes=range(2)),
        lambda x: np.tensordot(x, x, axes=(range(1), range(1))), lambda x: np.rot90(x, 1, range(2)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_ranges_are_tuples_where_numpy_takes_them(function, backend):
    x = np.arange(9.0).reshape(3, 3)
    np.testing.assert_allclose(sct.to_static(function, backend=backend)(x), function(x), rtol=1e-12)


@pytest.mark.filterwarnings("ignore::sct.errors.PlainPythonWarning")
def test_sequences_of_classes_in_python_are_not_asked_again_and_again():
    def joined(x):
        return np.concatenate(collections.UserList([x, x]))

    x = np.arange(3.0)
    assert observe(sct.to_static(joined), (x,)) == observe(joined, (x,))


@pytest.mark.parametrize("split", [np.split, np.array_split, np.hsplit])
def test_parts_whose_number_a_branch_chooses(split):
    def parts(x, k):
        return split(x, k[0] if x[0] > 0 else 3)

    with pytest.raises(sct.errors.StaticValueError, match="known only when the program runs"):
        sct.to_static(parts)(np.ones(6), np.array([2]))
