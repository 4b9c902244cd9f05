"""What a program is kept for: changed values that the trace has read must never meet a stale program."""

import copy
import math
import pickle

import numpy as np
import pytest

import sct
from tests.harness import differences, observe
from tests.harness.program import call

X = np.array([1.0, -2.0, 3.0])


def same(static, *args, **kwargs):
    """The static function answers what plain Python answers, seen from outside."""
    expected = observe(static.__wrapped__, call(*args, **kwargs)())
    found = observe(static, call(*args, **kwargs)())
    assert differences(expected, found) == []
    return found


def misses(static):
    return static.cache_info().misses


# -- values of arguments -------------------------------------------------------------------------


def show(x, value):
    """Tells everything about a Python value."""
    return x * 1, value, repr(value), type(value).__name__


NAN = float("nan")
DISTINCT = [
    (-1, -2),
    (1, True),
    (1, 1.0),
    (True, 1.0),
    (0, False),
    (0.0, -0.0),
    (0, 0.0),
    (1.0, 1 + 0j),
    (0j, -0j),
    (complex(0.0, 0.0), complex(0.0, -0.0)),
    ("1", 1),
    ("", None),
    (None, False),
    (b"a", "a"),
    ((1, 2), (1, 2.0)),
    ((1, 2), (1, True + 1.0)),
    ([1, 2], (1, 2)),
    ([], ()),
    ([1], [True]),
    ([1, [2]], [1, (2,)]),
    ({"a": 1}, {"a": True}),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({1: "x"}, {True: "x"}),
    ({1: "x"}, {1.0: "x"}),
    ({"a": 1}, {"a": 1, "b": None}),
    ({1, 2}, frozenset({1, 2})),
    (2**61 - 1 + 2**61 - 1, 0),
    pytest.param(hash("x"), "x", id="a hash and what has it"),
    (range(3), (0, 1, 2)),
    (slice(0, 2), slice(0, 2, 1)),
    (slice(1.0, 2), slice(np.float64(1.0), 2)),
    ({(1.0,)}, {(np.float64(1.0),)}),
    (frozenset({(1,)}), frozenset({(True,)})),
    (frozenset({frozenset({1})}), frozenset({frozenset({1.0})})),
    (np.float32, np.float64),
    ("float32", np.float32),
    (..., None),
    (NAN, 0.0),
    (1e308 * 10, -1e308 * 10),
]


@pytest.mark.parametrize("a, b", DISTINCT, ids=repr)
def test_values_that_are_easily_confused(a, b):
    f = sct.to_static(show)
    for value in (a, b, a, b, a):
        same(f, X, value)


@pytest.mark.parametrize("value", [1, -1, 1.5, True, None, "a", (1, 2.0), NAN, -0.0, 1j, (NAN, 1), frozenset({1})], ids=repr)
def test_equal_values_hit(value):
    f = sct.to_static(show)
    for _ in range(4):
        same(f, X, copy.deepcopy(value))
    assert f.cache_info()[:2] == (3, 1)


def test_a_new_nan_is_the_same_constant():
    f = sct.to_static(show)
    for _ in range(3):
        f(X, float("nan"))
    assert misses(f) == 1


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("values", [(NAN, -NAN), (-NAN, NAN), (1.0, 2.0, 3.0, NAN, -NAN), (complex(NAN, 1), complex(-NAN, 1))])
def test_nan_have_a_sign(backend, values):
    f = sct.to_static(lambda x, v: np.copysign(x, v.real), backend=backend)
    for value in (*values, *values):
        np.testing.assert_array_equal(f(X, value), np.copysign(X, value.real))


def test_constants_that_are_nan_have_a_sign():
    static = sct.to_static(lambda x: (np.copysign(x, NAN), np.copysign(x, -NAN), np.full(2, -NAN), math.copysign(1.0, -NAN)))
    for found, expected in zip(static(X), static.__wrapped__(X), strict=True):
        np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


@pytest.mark.parametrize("container", [[1, 2], {"a": 1}, [[1], {"k": (1, [2])}]], ids=repr)
def test_equal_containers_hit(container):
    f = sct.to_static(lambda x, c: x * len(repr(c)))
    f(X, copy.deepcopy(container))
    f(X, copy.deepcopy(container))
    assert misses(f) == 1


def test_numpy_scalar_python_number_and_0d_array_differ():
    f = sct.to_static(lambda x, k: (x * k, k, type(k).__name__))
    for k in (2.0, np.float64(2.0), np.array(2.0), np.float32(2.0), 2, np.int64(2), True, np.True_, np.array([2.0])):
        same(f, X.astype(np.float32), k)


def test_numpy_scalars_are_inputs():
    f = sct.to_static(lambda x, k: x * k)
    for k in (1.0, -3.0, math.inf, math.nan):
        same(f, X, np.float64(k))
    assert misses(f) == 1


def test_numbers_that_keep_changing():
    f = sct.to_static(lambda x, k: x * k)
    for k in range(40):
        same(f, X, float(k))
        same(f, X, k)


def test_none_and_array():
    f = sct.to_static(lambda x, b=None: x if b is None else x + b)
    for b in (None, X, None, X * 2, np.float64(1.0)):
        same(f, X, b)


def test_same_array_twice_or_two_arrays():
    def add(a, b):
        a += 1
        return a + b

    f = sct.to_static(add)
    for _ in range(2):
        same(f, X, X)
        v = X.copy()
        same(f, v, v)
        same(f, X, X * 2)


def test_overlapping_views_of_one_buffer():
    def write(a, b):
        a[:] = b * 2
        return a.sum() + b.sum()

    f = sct.to_static(write)

    def pairs():
        base = np.arange(6.0)
        yield np.arange(3.0), np.ones(3)
        yield base[:3], base[3:]
        yield base[:3], base[1:4]
        yield base[1:4], base[:3]
        yield base[::2], base[1::2]

    for k in range(5):
        plain, static, before = (list(pairs())[k] for _ in range(3))
        try:
            result = f(*static)
        except sct.errors.AliasError:
            assert np.may_share_memory(*plain)
            plain = before  # nothing may have changed
        else:
            assert result == write(*plain)
        assert all(np.array_equal(p, s) for p, s in zip(plain, static))


def test_extra_and_missing_keyword_arguments():
    def f(x, a=1, *rest, b=2, **more):
        return x * a, rest, b, sorted(more)

    g = sct.to_static(f)
    same(g, X)
    same(g, X, 1)
    same(g, X, 1, 3)
    same(g, X, b=3)
    same(g, X, c=3)
    same(g, X, c=3, d=4)
    same(g, X, d=3, c=4)
    same(g, X)
    same(g, X, a=1, b=2)


# -- specs of arrays -----------------------------------------------------------------------------


def test_new_shapes_and_dtypes():
    f = sct.to_static(lambda x: (x * 2).sum(axis=0))
    for x in (np.ones(3), np.ones(4), np.ones((2, 3)), np.ones((5, 3)), np.ones(3, np.float32), np.ones(3, int), np.ones(0), np.ones(1)):
        same(f, x)
        same(f, x * 0)


def test_a_shape_that_broadcasts_is_not_taken_for_another():
    f = sct.to_static(lambda x, y: x + y)
    for m in (3, 4, 5, 1, 0, 3, 7):
        same(f, np.ones((m, 2)), np.ones((m, 2)))
    same(f, np.ones((1, 2)), np.ones((5, 2)))
    same(f, np.ones((5, 2)), np.ones((1, 2)))
    with pytest.raises(ValueError, match="could not be broadcast"):
        f(np.ones((5, 2)), np.ones((6, 2)))


def test_few_programs_for_many_shapes():
    f = sct.to_static(lambda x: np.tanh(x) * 2 + 1)
    for n in range(2, 30):
        same(f, np.arange(float(n)))
    assert misses(f) <= 4


def test_shape_as_a_number():
    f = sct.to_static(lambda x: (x * x.shape[0], x.shape, len(x), x.size))
    for n in (3, 4, 5, 0, 1):
        same(f, np.ones(n))


def test_strides_and_order_do_not_matter():
    f = sct.to_static(lambda x: x * 2 + x.sum())
    base = np.arange(12.0).reshape(3, 4)
    for x in (base, np.asfortranarray(base), base[::-1], base[:, ::-1], np.arange(24.0).reshape(3, 8)[:, ::2]):
        same(f, x)
    assert misses(f) <= 3


def test_byte_order_and_read_only():
    f = sct.to_static(lambda x: x * 2)
    frozen = X.copy()
    frozen.setflags(write=False)
    assert np.array_equal(f(frozen), frozen * 2)
    assert np.array_equal(f(X), X * 2)

    def write(x):
        x[0] = 9.0

    g = sct.to_static(write)
    g(X.copy())
    with pytest.raises(ValueError, match="read-only"):
        g(frozen)
    assert np.array_equal(frozen, X)


# -- the cache itself ----------------------------------------------------------------------------


def test_bounded():
    f = sct.to_static(show)
    size = f.cache_info().maxsize
    for k in range(size + 20):
        f(X, f"name {k}")
    assert f.cache_info().currsize == size
    same(f, X, "name 0")


def test_clear_cache():
    f = sct.to_static(show)
    f(X, 1)
    f.clear_cache()
    assert f.cache_info().currsize == 0
    same(f, X, 1)
    assert f.cache_info()[:2] == (0, 1)


def test_an_error_leaves_the_cache_whole():
    def f(x, bad):
        if bad:
            return np.load("x.npy")
        return x * 2

    g = sct.to_static(f)
    same(g, X, False)
    for _ in range(2):
        with pytest.raises(sct.errors.SctError):
            g(X, True)
    before = g.cache_info()
    same(g, X, False)
    after = g.cache_info()
    assert (after.currsize, after.hits - before.hits) == (1, 1)


def test_nothing_to_explain_at_first():
    f = sct.to_static(show)
    assert f.explain_cache() == ""


@pytest.mark.parametrize(
    "first, second, words",
    [
        ((X, 1), (X, 2), ("value", "1", "2")),
        ((X, 1), (X, 1.0), ("value", "1", "1.0")),
        ((X, "a"), (X, "b"), ("value", "'a'", "'b'")),
        ((X, [1, 2]), (X, [1, 3]), ("value", "2", "3")),
        ((X, 1), (X.astype(np.float32), 1), ("x", "float64", "float32")),
        ((X, 1), (X.reshape(1, 3), 1), ("x", "3")),
    ],
)
def test_explain_names_the_argument(first, second, words):
    f = sct.to_static(show)
    f(*first)
    f(*second)
    text = f.explain_cache()
    assert all(w in text for w in words), text


def test_explain_names_the_closure_cell():
    k = 1.0
    f = sct.to_static(lambda x: x * k)
    f(X)
    k = 2.0
    f(X)
    assert "k" in f.explain_cache() and "2.0" in f.explain_cache()


# -- the object that the decorator makes -----------------------------------------------------------


@sct.to_static
def module_level(x, k=2.0):
    """Doc."""
    return x * k


def test_looks_like_the_function():
    assert module_level.__name__ == "module_level"
    assert module_level.__doc__ == "Doc."
    assert module_level.__module__ == __name__
    assert module_level.__wrapped__.__defaults__ == (2.0,)


@pytest.mark.parametrize("last", [(5, 4), (2, 4), (5, 5)])
def test_one_array_as_two_arguments_and_two_lengths_later(last):
    """The program for a call with one array as both arguments says nothing of the lengths of two."""
    static = sct.to_static(lambda x, n, y: (x.sum() * n, y * 2, np.zeros(n)))
    alike = np.arange(2.0)
    same(static, np.arange(3.0), 10, np.ones(3))
    same(static, alike, 5, alike)
    n, m = last
    same(static, np.arange(float(n)), 3, np.ones(m))
    same(static, np.arange(float(m)), 4, np.ones(n))


def test_pickle_and_deepcopy():
    for again in (pickle.loads(pickle.dumps(module_level)), copy.deepcopy(module_level), copy.copy(module_level)):
        assert np.array_equal(again(X, 3.0), X * 3.0)


def test_rollback_and_transformed():
    assert module_level.rollback() is module_level.__wrapped__
    assert np.array_equal(module_level.transformed(X, 4.0), X * 4.0)
    assert "def module_level" in module_level.code


def test_disabled():
    f = sct.to_static(show)
    with sct.enable_to_static(False):
        same(f, X, 1)
    assert f.cache_info().misses == 0
    same(f, X, 1)
    assert f.cache_info().misses == 1


def test_static_functions_call_each_other():
    inner = sct.to_static(lambda x: x * 2 if x.sum() > 0 else x)

    def outer(x):
        return inner(x) + inner(-x)

    f = sct.to_static(outer)
    assert np.array_equal(f(X), X)
    assert np.array_equal(f(-X), X)
    assert inner.cache_info().misses == 0
