"""getitem and setitem: what they select, what infer says, what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sct.ops import get
from sct.ops.index_template import build_index
from tests.ops.checked import Checked, outcome, plain, same

INTS = np.array([1, 0])
KEYS = [
    (0,), (-1,), (5,), (), (...,), (None,), (..., None), (0, ...), (slice(None),), (slice(1, None),), (slice(None, None, -1),),
    (slice(None, None, -2), 1), (slice(3, 0, -1), slice(10)), (None, 0, None), (0, 0), (0, 0, 0), (..., 0, 0), (..., ...),
    (INTS,), (INTS, INTS), (INTS, 0), (0, INTS), (slice(None), INTS), (INTS, slice(None), INTS), (INTS, None, INTS), (INTS, ..., INTS),
    (INTS[:, None], INTS), (np.array([], dtype=int),), (np.array(1),), (np.array(1), ...), (np.array(1), slice(None)), (INTS, np.array([0, 1, 0])),
    (np.array([True, False, True]),), (np.array([True, False]),), (slice(None), np.array([True, False, True, True])), (np.ones((3, 4), bool),),
    (np.array(True),), (np.zeros(0, bool),), (0, np.zeros(0, bool)), (np.zeros((3, 0), bool),), (np.array(False), slice(1)), (np.array([True, False, True]), INTS[:1]), (np.array([1.0]),), (np.int8([1, 2]), 0),
    (0, slice(None), INTS), (None, INTS, None), (INTS, 0, INTS), (slice(None), 0, INTS), (slice(0, 2, 0),),
]  # fmt: skip
ARRAYS = [np.arange(12.0).reshape(3, 4), np.arange(24, dtype="int16").reshape(3, 4, 2), np.arange(3), np.zeros((0, 4)), np.array(3.5)]


def template(key, dims=False):
    """The template and operands, as the variable layer makes them."""
    operands, entries = [], []
    for item in key:
        if item is None:
            entries.append(("newaxis",))
        elif item is Ellipsis:
            entries.append(("ellipsis",))
        elif isinstance(item, slice):
            entries.append(("slice", item.start, item.stop, item.step))
        elif isinstance(item, int):
            entries.append(("int", item))
        else:
            entries.append(("arg", len(operands)))
            operands.append(Checked(item, dims=dims))
    return tuple(entries), operands


@pytest.mark.parametrize("dims", [False, True])
@pytest.mark.parametrize("key", KEYS, ids=str)
def test_getitem(key, dims):
    for x in ARRAYS:
        index, operands = template(key, dims)
        got = outcome(lambda: plain(get("getitem")(Checked(x, dims=dims), *operands, index=index)))
        want = outcome(lambda: x[key])
        assert got[0] == want[0], (x.shape, got, want)
        assert same(got[1], want[1]) if got[0] == "value" else got == want, (x.shape, got, want)


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_views(key):
    for x in ARRAYS:
        if outcome(lambda: x[key])[0] == "error":
            continue
        index, operands = template(key)
        op = get("getitem")
        is_view = op.extras["is_view"](Checked(x).spec, *[o.spec for o in operands], index=index)
        part = x[key]
        if part.size:
            assert is_view == (isinstance(part, np.ndarray) and np.shares_memory(part, x)), (x.shape, key)
        if is_view:
            new = part * 2 + 1
            want = x.copy()
            want[key] = new
            assert same(op.extras["unview"](x, new, *[o.value for o in operands], index=index), want)


VALUES = [1, 2.5, np.float32(3), np.array(7), np.ones(2), np.ones(1), np.ones((3, 4)), np.ones((1, 1, 1, 2)), np.ones((4, 2)), np.ones(3), True]


@pytest.mark.parametrize("dims", [False, True])
@pytest.mark.parametrize("key", KEYS, ids=str)
def test_setitem(key, dims):
    def write(x, value):
        x = x.copy()
        x[key] = value
        return x

    for x in ARRAYS:
        for value in VALUES:
            index, operands = template(key, dims)
            before = x.copy()
            got = outcome(lambda: plain(get("setitem")(Checked(x, dims=dims), Checked(value, dims=dims), *operands, index=index)))
            want = outcome(write, x, value)
            assert same(x, before)
            assert got[0] == want[0], (x.shape, value, got, want)
            if got[0] == "value":
                assert same(got[1], want[1])
            elif not dims and not operands:  # else the second of two errors may be the one known beforehand
                assert got[1] is want[1], (x.shape, value, got, want)


@st.composite
def keys(draw, shape):
    entries, axis, fancy = [], 0, draw(st.integers(1, 3))
    dots = False
    while axis < len(shape) and draw(st.integers(0, 5)):
        n = shape[axis]
        kind = draw(st.sampled_from(["int", "slice", "newaxis", "ellipsis", "array", "mask"]))
        bound = st.none() | st.integers(-n - 1, n + 1)
        if kind == "int" and n:
            entries.append(draw(st.integers(-n, n - 1)))
            axis += 1
        elif kind == "slice":
            entries.append(slice(draw(bound), draw(bound), draw(st.none() | st.sampled_from([1, 2, -1, -2]))))
            axis += 1
        elif kind == "newaxis":
            entries.append(None)
        elif kind == "ellipsis" and not dots:
            dots = True
            entries.append(...)
        elif kind == "array" and n:
            size = draw(st.sampled_from([(), (1,), (fancy,), (2, fancy)]))
            entries.append(np.array(draw(st.lists(st.integers(-n, n - 1), min_size=int(np.prod(size)), max_size=int(np.prod(size)))), dtype=int).reshape(size))
            axis += 1
        elif kind == "mask":
            count = draw(st.integers(0, min(2, len(shape) - axis)))
            extents = shape[axis : axis + count]
            bits = draw(st.lists(st.booleans(), min_size=int(np.prod(extents)), max_size=int(np.prod(extents))))
            entries.append(np.array(bits, dtype=bool).reshape(extents))
            axis += count
    return tuple(entries)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_random_indices(data):
    shape = tuple(data.draw(st.lists(st.integers(0, 4), max_size=4)))
    x = np.arange(int(np.prod(shape))).reshape(shape)
    key = data.draw(keys(shape))
    want = outcome(lambda: x[key])
    for dims in (False, True):
        index, operands = template(key, dims)
        assert len(build_index(index, [o.value for o in operands])) == len(key)
        got = outcome(lambda: plain(get("getitem")(Checked(x, dims=dims), *operands, index=index)))
        if got[0] == "value" or want[0] == "value":
            assert got[0] == want[0] and same(got[1], want[1]), (got, want)
        else:
            assert got[1] is want[1], (got, want)


def test_symbolic_parts():
    x = Checked(np.arange(12).reshape(3, 4))
    part = get("getitem")(x, Checked(1), Checked(3), index=(("arg", 0), ("slice", None, ("arg", 1), None)))
    assert same(part.value, x.value[1, :3])
    assert str(part.spec) == "int64[?]"


def test_scalar_operands():
    x = np.float64(2.0)
    for key in [(), (...,), (None,), (0,), (slice(None),)]:
        index, _ = template(key)
        got = outcome(lambda: plain(get("getitem")(Checked(x), index=index)))
        want = outcome(lambda: x[key])
        assert got[0] == want[0] and (same(got[1], want[1]) if got[0] == "value" else got == want)
