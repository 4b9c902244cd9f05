"""An array that nobody needs any more lends its memory to the next one, and only then."""

import numpy as np
import pytest

import sct


def of_a_sorted_array(a):
    return np.sort(a, axis=0) * 2.0 + 1.0


def of_two(a):
    return np.sort(a, axis=0) + np.cumsum(a, axis=1)


def of_products(a):
    return a @ a + a @ a.T - a


def twice(a):
    b = np.sort(a, axis=0)
    c = np.sort(b * 2.0, axis=1)
    return c - 1.0


def needed_later(a):
    b = np.sort(a, axis=0)
    c = b * 2.0
    return c, b


def a_view_needed_later(a):
    b = np.sort(a, axis=0)
    row = b[3]
    return b * 2.0, row


def an_argument(a):
    return a * 2.0


def a_view_of_the_argument(a):
    b = a[:, ::-1]
    return np.sort(b, axis=0) - b


def read_from_the_end(a):
    b = np.sort(a, axis=0)
    return b[::-1] + b


def read_by_neighbours(a):
    b = np.sort(a, axis=0)
    return np.roll(b, 1, axis=0) + b


def turned(a):
    b = np.sort(a, axis=0)
    return b.T * 2.0


def in_another_shape(a):
    b = np.sort(a, axis=0)
    return b.reshape(-1) * 2.0


def of_another_type(a):
    b = np.sort(a, axis=0)
    return (b * 10.0).astype(np.int64)


def of_another_size(a):
    b = np.sort(a, axis=0)
    return (b * 10.0).astype(np.float32)


def summed_first(a):
    b = np.sort(a, axis=0)
    return b / b.sum(axis=0), b.max(axis=1)


def summed_beside(a):
    """Rows are added when all of their elements have been gone through, and overwritten."""
    b = a * 2.0
    c = a - a.mean(axis=0)
    return b.sum(axis=-1), c


def several_results(a):
    b = np.sort(a, axis=0)
    return b + 1.0, b * 2.0, np.sort(a, axis=1) - b


def from_a_branch(a):
    b = np.sort(a, axis=0) if a[0, 0] > 0.5 else a
    return b * 2.0


def from_a_loop(a):
    b = np.sort(a, axis=0)
    for _ in range(3):
        b = np.sort(b * 2.0, axis=1) - a
    return b + 1.0


def states_of_a_loop(a):
    b, c = a, a * 2.0
    for _ in range(3):
        b, c = np.sort(c, axis=0) * 0.5, b + 1.0
    return b - c, c


def kept_in_a_list(a):
    items = [np.sort(a, axis=k % 2) * (k + 1.0) for k in range(3)]
    return items[0] + items[1], items


def of_a_list(a):
    items = []
    for k in range(a.shape[0]):
        if a[k, 0] > 0.2:
            items.append(a[k, 0] * 2.0)
    items.pop(0)
    return np.array(items) * 2.0


def of_rows_in_a_list(a):
    rows = []
    for k in range(a.shape[0]):
        rows.append(a[k] * 2.0)
    return np.array(rows) + 1.0, np.stack(rows[1:]) * 3.0


PROGRAMS = [
    of_a_list, of_rows_in_a_list,
    of_a_sorted_array, of_two, of_products, twice, needed_later, a_view_needed_later, an_argument,
    a_view_of_the_argument, read_from_the_end, read_by_neighbours, turned, in_another_shape, of_another_type,
    of_another_size, summed_first, several_results, from_a_branch, from_a_loop, states_of_a_loop, kept_in_a_list,
]  # fmt: skip


def leaves(value):
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, (tuple, list)) else [value]


@pytest.mark.parametrize("function", PROGRAMS)
@pytest.mark.parametrize("shape", [(41, 41), (300, 300)])
def test_results_are_those_of_numpy(function, shape):
    static = sct.to_static(function, backend="native")
    for n in (0, 1):  # the second time with extents that are known at run time only
        a = np.random.default_rng(n).random((shape[0] + n, shape[1] + n))
        given = a.copy()
        got, wanted = leaves(static(given)), leaves(function(a))
        for x, y in zip(got, wanted, strict=True):
            assert (x.dtype, x.shape, x.strides) == (y.dtype, y.shape, y.strides)
            assert x.flags.writeable == y.flags.writeable
            assert (x.base is None) == (y.base is None)
            np.testing.assert_allclose(x, y, rtol=1e-9 if function is of_products else 1e-15)
        np.testing.assert_array_equal(given, a)
        for k, x in enumerate(got):
            plain = [np.shares_memory(wanted[k], y) for y in wanted]
            assert [np.shares_memory(x, y) for y in got] == plain
            assert not np.shares_memory(x, given)


@pytest.mark.parametrize("shape", [(20, 7), (4, 9), (300, 8)])
@pytest.mark.parametrize("spec", [None, [None, None]], ids=["known", "unknown"])
def test_rows_are_added_before_they_are_written_over(shape, spec):
    static = sct.to_static(
        summed_beside, backend="native", input_spec=None if spec is None else [sct.InputSpec(spec, "float64")]
    )
    a = np.random.default_rng(0).random(shape)
    for got, wanted in zip(static(a), summed_beside(a), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-14)


@pytest.mark.parametrize(
    ("function", "most"),
    [(of_a_sorted_array, 0), (of_two, 1), (of_products, 2), (twice, 0), (needed_later, 1), (read_from_the_end, 1)],
)
def test_no_more_arrays_than_needed(function, most):
    static, a = sct.to_static(function, backend="native"), np.ones((300, 300))
    static(a)
    made = static.loops().count(f", {a.nbytes});")
    assert made == most


def rolls_of_sums(a):
    b = np.roll(a, 2, 0) - np.roll(a, 3, 1)
    c = np.concatenate((b[:100] * 2.0, np.roll(b, 1, 0)[100:] + a[100:]))
    return np.roll(c, 5, 0) * b - np.roll(b, 1, 1), c


def rolls_by_hand(a):
    up, down = np.concatenate((a[1:], a[:1])), np.concatenate((a[-1:], a[:-1]))
    return up + down + np.concatenate((a[2:], a[:2])) + np.concatenate((a[-2:], a[:-2])) - 4.0 * a


@pytest.mark.parametrize(("function", "most"), [(rolls_of_sums, 4), (rolls_by_hand, 5)])
def test_large_arrays_do_not_wait_to_be_given_back(function, most):
    static, a = sct.to_static(function, backend="native"), np.random.default_rng(0).random((800, 800))
    for got, wanted in zip(leaves([static(a)]), leaves([function(a)]), strict=True):
        np.testing.assert_array_equal(got, wanted)
    text = static.loops()
    assert text.count(f", {a.nbytes});") <= most
    if function is rolls_by_hand:
        assert text.count(f", {a.nbytes});", 0, text.index("sct_release(")) < most
