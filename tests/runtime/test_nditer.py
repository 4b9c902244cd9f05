"""`np.nditer` of arrays in any layout: the elements in NumPy's order, with its indices; writes reach the arrays."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sct
from sct.errors import UnsupportedOpError
from tests.runtime.same import same

X = np.arange(6.0).reshape(2, 3)


@st.composite
def arrays(draw, shape=None):
    """An array whose axes lie in any order and direction, with gaps or broadcast."""
    shape = tuple(draw(st.lists(st.integers(1, 3), max_size=3))) if shape is None else shape
    axes = draw(st.permutations(range(len(shape))))
    steps = [draw(st.sampled_from([1, 1, -1, 2])) for _ in shape]
    memory = np.arange(1.0, 1 + np.prod([n * abs(s) for n, s in zip(shape, steps, strict=True)], dtype=int))
    whole = memory.reshape([shape[k] * abs(steps[k]) for k in axes]).transpose(np.argsort(axes))
    return whole[(*(slice(None, None, s) for s in steps), ...)]


@settings(max_examples=25, deadline=None)
@given(arrays(), st.sampled_from("KCFA"), st.booleans(), st.booleans())
def test_elements_in_order(x, order, follows, writes):
    flags = ["multi_index"] if follows else []

    def f(x):
        found = []
        iterator = np.nditer(x, flags, ["readwrite"] if writes else ["readonly"], order=order)
        for value in iterator:
            found.append((float(value), iterator.multi_index if follows else 0))
            if writes:
                value[...] = 2 * value + 1
        return found, iterator.itersize, iterator.ndim, np.nditer(x, flags, order=order).shape

    check(f, x)


@settings(max_examples=20, deadline=None)
@given(st.data(), st.sampled_from("KCF"))
def test_several_operands(data, order):
    x = data.draw(arrays((2, 3)))
    y = data.draw(arrays(data.draw(st.sampled_from([(2, 3), (3,), (2, 1), ()]))))

    def f(x, y):
        iterator = np.nditer([x, y, None], order=order)
        for a, b, c in iterator:
            c[...] = a - 10 * b
        made = iterator.operands[2]
        return made.strides, made.tolist(), [(float(a), float(b)) for a, b in np.nditer([x, y], order=order)]

    check(f, x, y)


@settings(max_examples=20, deadline=None)
@given(arrays(), st.sampled_from("KCF"))
def test_chunks(x, order):
    def f(x):
        iterator = np.nditer(x, ["external_loop"], ["readwrite"], order=order)
        return [len(chunk) for chunk in iterator]

    try:
        got = sct.to_static(f, backend="numpy")(x)
    except UnsupportedOpError:
        return
    assert got == f(x)


def check(f, *args):
    """The same results, and the same arrays afterwards."""
    mine, theirs = ([a.copy(order="K") if a.base is None else laid_out(a) for a in args] for _ in range(2))
    assert sct.to_static(f, backend="numpy")(*mine) == f(*theirs)
    for a, b in zip(mine, theirs, strict=True):
        np.testing.assert_array_equal(a, b)


def laid_out(x):
    """A copy with the same strides."""
    base = x
    while base.base is not None:
        base = base.base
    offset = x.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    return np.ndarray(x.shape, x.dtype, base.copy(), offset, x.strides)


def doubled(x):
    with np.nditer(x, op_flags=["readwrite"]) as iterator:
        for value in iterator:
            value[...] = 2 * value
    return x


def sum_of_places(x):
    iterator = np.nditer(x, flags=["multi_index", "f_index"])
    total = 0.0
    while not iterator.finished:
        i, j = iterator.multi_index
        total += iterator[0] * i - j + iterator.index
        iterator.iternext()
    return total


def squares(x):
    kinds = [["readonly"], ["writeonly", "allocate", "no_broadcast"]]
    with np.nditer([x, None], flags=["external_loop", "buffered"], op_flags=kinds) as iterator:
        for a, b in iterator:
            b[...] = a * a
        return iterator.operands[1]


def until_large(x):
    for value in np.nditer(x):
        if value > 2:
            return value + 0
    return None


def columns(x):
    return [column.sum() for column in np.nditer(x, flags=["external_loop"], order="F")]


def converted(x):
    return [value + 0 for value in np.nditer(x, flags=["buffered"], op_dtypes=["complex128"])]


def written_read_only(x):
    for value in np.nditer(x):
        value[...] = 0


def of_nothing(x):
    return [value for value in np.nditer(x[:0])]


def read_past_the_end(x):
    iterator = np.nditer(x, flags=["multi_index"])
    for _ in iterator:
        pass
    return iterator.multi_index


def not_followed(x):
    return np.nditer(x).multi_index


@pytest.mark.parametrize(
    "f", [doubled, sum_of_places, squares, until_large, columns, converted, written_read_only, of_nothing,
          read_past_the_end, not_followed],
)  # fmt: skip
def test_as_users_write_it(f):
    same(f, (X,), (np.asfortranarray(X),))


@pytest.mark.parametrize(
    "make",
    [
        lambda x: np.nditer(x, op_axes=[[1, 0]]),
        lambda x: np.nditer(x, flags=["ranged"]),
        lambda x: np.nditer(x).itviews,
        lambda x: np.nditer(x).copy(),
    ],
)
def test_refused(make):
    with pytest.raises(UnsupportedOpError, match=r"np\.nditer has no static support for"):
        sct.to_static(lambda x: [v for v in itertools.islice(make(x), 2)])(X)
