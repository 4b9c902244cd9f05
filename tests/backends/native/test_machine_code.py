"""Functions as machine code: sums to the last bit, layouts, lists, failures, what is shown of it."""

import numpy as np
import pytest

import sct
from sct.machine_code import NotCompiledError

RNG = np.random.default_rng(0)


def native(function):
    return sct.to_static(function, backend="native")


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("n", [0, 1, 5, 8, 31, 128, 129, 1000, 4097, 70_001])
def test_sums_are_numpys_to_the_last_bit(dtype, n):
    x = RNG.normal(size=n).astype(dtype)
    if dtype[0] == "c":
        x = x + 1j * RNG.normal(size=n).astype(dtype)
        x = x.astype(dtype)

    def total(x):
        return x.sum(), (x * x.dtype.type(3)).sum()

    whole, fused = native(total)(x)
    assert whole == x.sum()
    assert fused == (x * x.dtype.type(3)).sum() or dtype[0] == "c"


@pytest.mark.parametrize("shape", [(3, 200), (200, 3), (7, 1500), (4, 5, 60), (2, 3, 1030)])
@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 1)])
@pytest.mark.parametrize("name", ["sum", "mean", "var", "std", "max", "argmin", "prod"])
def test_reductions(shape, axis, name):
    if name in ("argmin",) and isinstance(axis, tuple):
        return
    x = RNG.normal(size=shape)

    def reduced(x):
        return getattr(x + 1.0, name)(axis=axis), getattr(x, name)(axis=axis, keepdims=True)

    for got, want in zip(native(reduced)(x), reduced(x), strict=True):
        assert np.shape(got) == np.shape(want)
        np.testing.assert_allclose(got, want, rtol=1e-13)


@pytest.mark.parametrize("make", [lambda x: x, lambda x: x.T, lambda x: x[::2, ::-1], lambda x: np.asfortranarray(x)])
def test_inputs_of_any_layout(make):
    def f(x):
        y = x * 2.0
        y[1:-1] += x[:-2]
        return y, y.sum(axis=0)

    g = native(f)
    for _ in range(2):
        x = make(RNG.normal(size=(20, 20)))
        for got, want in zip(g(x), f(x), strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-13)


def test_a_part_stored_into_itself():
    def f(x):
        x[1:] = x[:-1]
        x[:] = x[::-1]
        x[2:] += x[:-2]
        return x

    x = np.arange(50.0)
    assert np.array_equal(native(f)(x.copy()), f(x.copy()))


def test_lists_that_grow():
    def f(x):
        seen = []
        while x > 1:
            seen.append(x)
            x = x // 2 if x % 2 == 0 else 3 * x + 1
        return seen, len(seen)

    g = native(f)
    assert g(27) == f(27)
    for n in (97, 871, 6171):
        assert g(n) == f(n)


def test_an_index_out_of_bounds_raises_as_numpy():
    def f(x, i):
        total = 0.0
        for k in range(i):
            total += x[k]
        return total

    g = native(f)
    x = np.ones(40)
    assert [g(x, n) for n in (10, 20, 40)] == [10.0, 20.0, 40.0]
    with pytest.raises(IndexError, match="index 40 is out of bounds"):
        g(x, 41)


def test_python_ints_grow_as_in_python():
    def f(n):
        total = 1
        for _ in range(n):
            total *= 3
        return total

    g = native(f)
    assert [g(n) for n in (5, 10, 20, 60)] == [3**5, 3**10, 3**20, 3**60]


def test_what_is_shown():
    def f(x):
        y = np.sort(x)
        y[0] = 1.0
        return np.exp(y) + 1.0

    g = native(f)
    with pytest.raises(NotCompiledError):
        g.report()
    g(np.ones(40))
    assert "NumPy called back: sort" in g.report()
    assert "in place: setitem" in g.report()
    assert "exp (line" in g.report()
    assert "for (i64" in g.loops()
    assert "define" in g.llvm()
    assert "sct_program" in g.asm()


def test_why_there_is_nothing_to_show():
    def f(x):
        return x + 1

    for g, why in ((native(f), "machines do not have"), (sct.to_static(f, backend="numpy"), "another backend")):
        g(np.ones(2, np.float16))
        with pytest.raises(NotCompiledError, match=why):
            g.report()


def test_nothing_leaks_over_many_calls():
    import tracemalloc

    def f(x, flag):
        parts = []
        for k in range(5):
            y = x * k
            if flag > 0:
                y = np.cumsum(y)
            parts.append(y)
        return np.stack(parts), x

    g = native(f)
    x = np.ones(200)
    for flag in (1.0, -1.0):
        g(x, np.float64(flag))
    tracemalloc.start()
    for _ in range(300):
        g(x, np.float64(1.0))
    first = tracemalloc.get_traced_memory()[0]
    for _ in range(2000):
        g(x, np.float64(1.0))
    assert tracemalloc.get_traced_memory()[0] - first < 20_000
    tracemalloc.stop()


def test_python_complex_numbers():
    def f(a, b, n):
        z = a
        for _ in range(n):
            z = z * b + a - (-z.conjugate())
        return z, abs(z), z == a, z != b, z.real, z.imag, complex(z.real, n), 2 * z, z + 1, 1.5 - z

    g = native(f)
    values = [0j, 1 + 2j, -0.0 + 1j, 1e200 + 1e200j, complex("inf"), 3 - 4j]
    for a in values:
        for b in values:
            for n in (0, 1, 3, 5):
                assert outcome(f, a, b, n) == outcome(g, a, b, n)


def outcome(function, *args):
    try:
        return repr(function(*args))
    except ArithmeticError as error:
        return type(error)


def gathered(x, i):
    return x[i], (x * 2)[i] + 1, x[i].sum(), np.take(x, i)


def gathered_rows(x, i):
    return x[i], x[i, :] * 2


def overwritten(x, i):
    y = x[i]
    x[:] = 0.0
    x[i] = y + 1
    return x, y


def masked(x, m):
    return x[m], x[x > 0].sum(), (x[m] * 2).shape[0]


VECTOR = RNG.normal(size=50)
ROWS = RNG.normal(size=(20, 12))


@pytest.mark.parametrize(
    ("function", "x", "i"),
    [
        (gathered, VECTOR, RNG.integers(-50, 50, 30)),
        (gathered, VECTOR, RNG.integers(-50, 50, (5, 6)).astype("i4")),
        (gathered, VECTOR, RNG.integers(0, 250, 30).astype("u1")),
        (gathered, VECTOR, np.array([60] * 12)),
        (gathered, np.zeros(0), np.array([0] * 12)),
        (gathered, np.zeros(0), np.zeros(0, int)),
        (gathered_rows, ROWS, RNG.integers(-20, 20, 15)),
        (gathered_rows, ROWS.T, RNG.integers(-12, 12, 15)),
        (overwritten, VECTOR, RNG.integers(0, 50, 20)),
        (masked, VECTOR, VECTOR > 0.3),
        (masked, ROWS, ROWS > 0.3),
        (masked, VECTOR[::2], VECTOR[::2] < 0),
        (masked, VECTOR, np.zeros(50, bool)),
    ],
)
def test_reading_at_arrays(function, x, i):
    g = native(function)
    for _ in range(2):
        a, b = x.copy(), x.copy()
        assert same(attempt(function, a, i), attempt(g, b, i))
        assert np.array_equal(a, b)


def attempt(function, *args):
    try:
        return function(*args)
    except IndexError as error:
        return (str(error),)


def same(expected, seen):
    return len(expected) == len(seen) and all(
        type(x) is type(y) and np.shape(x) == np.shape(y) and np.array_equal(x, y)
        for x, y in zip(expected, seen, strict=True)
    )
