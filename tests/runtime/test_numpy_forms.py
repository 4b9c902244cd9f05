"""Forms of arguments by which NumPy does something else: `out=...`, axes of products, layouts, extents of two."""

import numpy as np
import pytest

import sct
from tests.runtime.same import observe

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
pytestmark = pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")


def same(f, *calls, backend):
    static = sct.to_static(f, backend=backend)
    for args in calls:
        assert observe(static, args) == observe(f, args)


ELLIPSIS = {
    "ufunc": lambda x: np.add(x, 2, out=...),
    "two results": lambda x: np.divmod(x, 2, out=...),
    "by position": lambda x: np.add(x, 2, ...),
    "in a tuple": lambda x: np.add(x, 2, out=(...,)),
    "reduce": lambda x: np.add.reduce(x, axis=None, out=...),
    "accumulate": lambda x: np.add.accumulate(np.ravel(x), out=...),
    "outer": lambda x: np.add.outer(x, x, out=...),
    "matmul": lambda x: np.matmul(np.ravel(x), np.ravel(x), out=...),
    "sum": lambda x: np.sum(x, out=...),
}


@BACKENDS
@pytest.mark.parametrize("name", ELLIPSIS)
def test_out_as_an_ellipsis(name, backend):
    same(ELLIPSIS[name], (np.array(0.5),), (np.float64(1.5),), (np.arange(3.0),), backend=backend)


AXES = [[0, 2], [0, 2, 2], [(0,), (2,), (1,)], [1, 2, 0], [0, 1, 2, 0], 3, [(0, 1), 0]]


@BACKENDS
@pytest.mark.parametrize("keepdims", [True, False])
@pytest.mark.parametrize("axes", AXES, ids=str)
@pytest.mark.skipif(not hasattr(np, "vecdot"), reason="np.vecdot is new in NumPy 2")
def test_axes_of_vecdot(axes, keepdims, backend):
    operands = np.arange(27.0).reshape(3, 3, 3), np.arange(9.0).reshape(3, 1, 3) + np.arange(3.0).reshape(1, 3, 1)
    same(lambda a, b: np.vecdot(a, b, axes=axes, keepdims=keepdims), operands, backend=backend)


@BACKENDS
@pytest.mark.parametrize("axes", [[(0, 1), (1, 2), 0], [0, 1, 2], [(0, 1), (1, 2), (2, 0)], [(0, 1), (1, 1), (0, 1)]], ids=str)
def test_axes_of_matmul(axes, backend):
    operands = np.arange(27.0).reshape(3, 3, 3), np.arange(27.0).reshape(3, 3, 3)
    same(lambda a, b: np.matmul(a, b, axes=axes), operands, backend=backend)
    same(lambda a, b: np.matmul(a, b, axes=axes, keepdims=False), operands, backend=backend)


@BACKENDS
@pytest.mark.filterwarnings("ignore:Arrays of 2-dimensional vectors:DeprecationWarning")
@pytest.mark.parametrize("f", [np.cross, np.linalg.cross], ids=lambda f: f.__module__)
def test_cross_products_of_other_lengths(f, backend):
    calls = [(np.arange(2.0 * n).reshape(2, n), np.ones((2, n))) for n in (3, 2, 3, 1, 4, 2)]
    same(lambda a, b: f(a, b), *calls, backend=backend)


@BACKENDS
def test_edges_that_are_given_come_back(backend):
    def one(x, y, edges):
        counts, first, second = np.histogram2d(x, y, edges)
        first[0] = 7.0
        return counts, first, second, first is second, first is edges

    def two(x, y, edges):
        counts, first, second = np.histogram2d(x, y, [3, edges])
        second[0] = -7.0
        return counts, first, second, edges

    x, y = np.arange(3.0), np.arange(3.0) / 2
    same(one, *((x, y, np.arange(n)) for n in (4.0, 5.0, 3.0)), backend=backend)
    same(two, *((x, y, np.arange(n)) for n in (4.0, 5.0, 2.0, 3.0)), backend=backend)


@BACKENDS
def test_no_places_of_reduceat(backend):
    same(lambda x, places: np.add.reduceat(x, places), (np.ones((3, 2)), []), backend=backend)
    same(lambda x: np.add.reduceat(x, [], axis=1), (np.ones((3, 2)),), backend=backend)


LAYOUTS = {
    "C": lambda: np.zeros((3, 4)),
    "Fortran": lambda: np.zeros((3, 4), order="F"),
    "steps": lambda: np.zeros((3, 8))[:, ::2],
    "turned": lambda: np.zeros((4, 3))[::-1].T,
    "three axes": lambda: np.zeros((2, 3, 4), order="F"),
    "swapped": lambda: np.zeros((3, 2, 4)).swapaxes(0, 1),
    "one row": lambda: np.zeros((1, 3), order="F"),
}
DRAWS = {
    "random": lambda rng, x: (rng.random(out=x), x),
    "random, size": lambda rng, x: (rng.random((3, 4), out=x), x),
    "random f4": lambda rng, x: (rng.random(out=x, dtype="f4"), x),
    "standard_normal": lambda rng, x: rng.standard_normal(out=x) is x,
    "standard_exponential": lambda rng, x: rng.standard_exponential(out=x),
    "standard_gamma": lambda rng, x: rng.standard_gamma(1.5, out=x),
    "permuted": lambda rng, x: (rng.permuted(x + np.arange(x.shape[-1])), x),
    "permuted into": lambda rng, x: (rng.permuted(np.arange(12.0).reshape(3, 4), out=x), x),
    "permuted itself": lambda rng, x: (rng.permuted(x, out=x), x),
    "permuted along": lambda rng, x: (rng.permuted(x, axis=1), x),
    "permutation": lambda rng, x: (rng.permutation(x, axis=1), x),
    "shuffle": lambda rng, x: (rng.shuffle(x), x),
}


@BACKENDS
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", DRAWS)
def test_draws_go_through_memory(name, layout, backend):
    f, x = DRAWS[name], LAYOUTS[layout]()
    x[...] = np.arange(x.size).reshape(x.shape)

    static = sct.to_static(f, backend=backend)
    got, wanted = [], []
    for g, results in ((static, got), (f, wanted)):
        mine = LAYOUTS[layout]()
        mine[...] = x
        rng = np.random.default_rng(5)
        try:
            results.append(repr(g(rng, mine)))
        except (TypeError, ValueError) as error:
            results.append(repr(error))
        results.append((mine.tolist(), rng.random()))
    assert got == wanted


NUMBERS = {
    "histogram": lambda x, s: np.histogram(x, 3, range=(s, s + s)),
    "histogram, an array": lambda x, s: np.histogram(x, 3, range=np.array([0, 3], s.dtype)),
    "histogram2d": lambda x, s: np.histogram2d(x, x, 3, range=[(s, s + s), (0, s)]),
    "bin edges": lambda x, s: np.histogram_bin_edges(x, 3, range=(0, s)),
    "unwrap": lambda x, s: np.unwrap(x, period=s),
    "logspace": lambda x, s: np.logspace(x, 1, 3, base=s).dtype,
}


@BACKENDS
@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_of_numpy_decide_about_dtypes(name, backend):
    samples = [np.array([1, 2, 3], d) for d in ("f2", "f4", "f8", "i1", "i8")]
    static = sct.to_static(NUMBERS[name], backend=backend)
    for number in (np.float16(1.5), np.float32(1.1), np.float64(1.1), np.int8(2), 2, 2.0):
        for x in samples if isinstance(number, np.generic) or name != "histogram, an array" else ():
            assert observe(static, (x, number)) == observe(NUMBERS[name], (x, number))


@BACKENDS
def test_a_limit_beside_the_only_number(backend):
    def f(x, low, high):
        return np.histogram(x, 1, range=(low, high))[0]

    same(f, (np.float16([1]), np.float32(1.0000001), np.float32(2)), (np.float16([1]), 1.0000001, 2.0), backend=backend)


@BACKENDS
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # older NumPy takes letters, with a warning
@pytest.mark.parametrize("mode", ["v", "s", "f", "full", 0, 2, "half", 7])
def test_modes_of_convolve(mode, backend):
    x, kernel = np.arange(5.0), np.ones(3)
    same(lambda x, k: np.convolve(x, k, mode), (x, kernel), backend=backend)
    same(lambda x, k: np.correlate(x, k, mode=mode), (x, kernel), backend=backend)
