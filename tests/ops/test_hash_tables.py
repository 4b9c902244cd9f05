"""Hash tables over columns of keys, against Python's own dicts; on both backends."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sct
from sct import ops
from sct.ops.hash_tables import NUMBER

INTS = st.integers(-5, 5) | st.integers(-(2**62), 2**62)
FLOATS = st.sampled_from([0.0, -0.0, 1.0, 2.0, 2.5, 1e300, -1e-300, float("inf"), 2.0**53]) | st.floats(allow_nan=False)


def table_over(*columns):
    """A table that has been made in two steps, so that it had to grow."""
    half = len(columns[0]) // 2
    table = ops.get("hash_note").kernel(np.zeros(0, np.int64), *[c[:half] for c in columns], xp=np)
    return ops.get("hash_note").kernel(table, *columns, xp=np)


def find(table, columns, key):
    """The index of a key by the op."""
    return ops.get("hash_find").kernel(table, *columns, *key, xp=np)


@settings(deadline=None, max_examples=60)
@given(st.lists(INTS, unique=True, max_size=40), st.lists(INTS | FLOATS | st.booleans(), max_size=10))
def test_integers(keys, wanted):
    """Numbers of all types are found as Python finds them."""
    column = np.array(keys, dtype=np.int64)
    table = table_over(column)
    places = {k: i for i, k in enumerate(keys)}
    for key in [*keys, *wanted]:
        assert find(table, [column], [key]) == places.get(key, -1)
        assert find(np.zeros(0, np.int64), [column], [key]) == places.get(key, -1)


@settings(deadline=None, max_examples=60)
@given(st.lists(FLOATS, max_size=40), st.lists(st.integers(-4, 4), max_size=6))
def test_floats(keys, wanted):
    """Both zeros are one key."""
    keys = list(dict.fromkeys(keys))
    column = np.array(keys, dtype=np.float64)
    table = table_over(column)
    places = {k: i for i, k in enumerate(keys)}
    for key in [*keys, -0.0, *wanted]:
        assert find(table, [column], [key]) == places.get(key, -1)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(INTS, FLOATS), max_size=30))
def test_pairs(keys):
    """Tuples of numbers."""
    keys = list(dict.fromkeys(keys))
    columns = [np.array([k[0] for k in keys], dtype=np.int64), np.array([k[1] for k in keys], dtype=np.float64)]
    table = table_over(*columns)
    for i, key in enumerate(keys):
        assert find(table, columns, key) == i
        assert find(table, columns, (key[0], 0.125)) == {k: i for i, k in enumerate(keys)}.get((key[0], 0.125), -1)


def counts(x, probes):
    """Counts of numbers, and what is found of others."""
    c = {}
    for v in x:
        k = v.item()
        c[k] = c.get(k, 0) + 1
    found = []
    for p in probes:
        found.append(c.get(p, -1))
    return c, found


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("dtype", ["int64", "int8", "uint16", "uint64", "float64", "float32", "bool"])
@pytest.mark.parametrize("probe", ["int64", "float64", "uint8", "bool", "uint64"])
def test_backends(backend, dtype, probe):
    """All dtypes of keys, with keys of another dtype looked for."""
    rng = np.random.default_rng(3)
    x = rng.integers(0, 90, 300).astype(dtype)
    x = x / 4 if dtype.startswith("float") else x
    probes = (np.arange(40) / (2 if probe == "float64" else 1)).astype(probe)
    static = sct.to_static(counts, backend=backend)
    expected, ours = counts(x, probes), static(x, probes)
    assert repr(ours) == repr(expected)
    assert list(ours[0].items()) == list(expected[0].items())


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_many(backend):
    """Thousands of keys, some of which are taken out again."""

    @sct.to_static(backend=backend)
    def run(x):
        seen = {}
        for i in range(len(x)):
            k = (int(x[i]) // 7, int(x[i]) % 7)
            if k in seen and i % 50 == 0:
                del seen[k]
            else:
                seen[k] = i
        return len(seen), seen

    x = np.random.default_rng(5).integers(0, 1000, 1500 if backend == "numpy" else 6000)
    assert run(x) == run.__wrapped__(x)


def test_a_large_integer_among_floats():
    """An integer that is no float is not found as its neighbour."""

    @sct.to_static
    def run(x, n):
        seen = set()
        for v in x:
            seen.add(float(v))
        return [int(k) in seen for k in n]

    x, n = np.array([2.0**60, 2.0**53, 1.0]), np.array([2**60, 2**60 + 1, 2**53 + 1, 1])
    assert run(x, n) == run.__wrapped__(x, n)


@settings(deadline=None, max_examples=60)
@given(st.lists(INTS, unique=True, max_size=80) | st.lists(st.integers(0, 5000).map(lambda k: 16 * k), unique=True))
def test_the_order_of_a_set(elements):
    """Where the elements of Python's set of these are, in its order."""
    order = ops.get("set_order").kernel(np.array(elements, dtype=np.int64), form=NUMBER, xp=np)
    expected = set()
    for x in elements:
        expected.add(x)
    assert [elements[k] for k in order] == list(expected)


@settings(deadline=None, max_examples=60)
@given(INTS | FLOATS | st.booleans(), INTS | FLOATS)
def test_python_hash(a, b):
    """Numbers and tuples have Python's own hash."""
    one = ops.get("python_hash").kernel
    assert one(a, form=NUMBER, xp=np) == hash(a)
    assert one(a, b, form=(NUMBER, (NUMBER,)), xp=np) == hash((a, (b,)))
