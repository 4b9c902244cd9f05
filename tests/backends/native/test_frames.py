"""A copy of which a part is overwritten at once: only the rest is copied, and nothing else changes."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sct


def check(function, x):
    """Compare two calls with plain Python; the static function."""
    static = sct.to_static(function, backend="native")
    expected = function(x.copy(order="K"))
    for _ in range(2):
        got = static(x.copy(order="K"))
        pairs = zip(expected, got, strict=True) if isinstance(expected, tuple) else [(expected, got)]
        for e, g in pairs:
            np.testing.assert_array_equal(e, g, strict=True)
    return static


X = np.arange(7 * 9, dtype=np.float64).reshape(7, 9) * 0.5 - 3


def interior_of_a_copy(x):
    new = x.copy()
    new[1:-1, 1:-1] = x[1:-1, 1:-1] * 2 + x[:-2, 1:-1]
    return new


def interior_of_zeros(x):
    new = np.zeros_like(x)
    new[1:-1, 1:-1] = x[1:-1, 1:-1] * 2
    return new


def interior_of_an_expression(x):
    new = x * 2 + 1
    new[:, 1:-1] = x[:, 1:-1] - 1
    return new


def all_of_it(x):
    new = np.zeros_like(x)
    new[:] = x * 3
    return new


def reads_what_it_replaces(x):
    new = x * 2
    new[1:-1] = new[1:-1] + new[:-2]
    return new


def the_base_is_asked_again(x):
    new = x * 2
    old = new
    new = new.copy()
    new[1:, :] = 5.0
    return old + new


def two_parts(x):
    new = x.copy()
    new[1:, 1:] = x[:-1, :-1]
    new[:-1, :-1] = new[1:, 1:] + x[1:, 1:]
    return new


def masks_and_indices(x):
    new = np.where(x > 0, x, -x)
    new[2:, :] = np.arange(9)
    return new, new.sum()


def by_index(x):
    new = np.arange(63.0).reshape(7, 9) + x
    new[:6, 1:] = 0
    return new


def three_axes(x):
    y = np.stack([x, x + 1, x * 2])
    new = y.copy()
    new[1:, 1:-1, 2:] = y[:-1, 2:, :-2]
    return new


def what_it_is_made_of_changes(x):
    new = x * 2
    x[x > 0] = 7
    new[1:] += new[:-1]
    return new, x


def what_it_is_made_of_changes_by_rows(x):
    old = x + 1
    new = old * 2
    x += old[0]
    new[:, 1:] = 0
    return new, x


FUNCTIONS = [f for f in list(globals().values()) if getattr(f, "__code__", None) and f.__code__.co_varnames[:1] == ("x",)]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("x", [X, X[::-1], np.asfortranarray(X), X[:, ::-1]], ids=["rows", "down", "columns", "left"])
def test_as_numpy(function, x):
    check(function, x)


def test_only_the_border_is_copied():
    text = check(interior_of_a_copy, X).loops()
    assert text.count("sct_alloc") == 1
    assert sorted(re.findall(r"< (\d+);", text)) == ["5", "7", "9"]  # rows and columns inside; the outer rows


def test_nothing_is_copied_where_all_is_replaced():
    assert check(all_of_it, X).loops().count("for (") == 1


def test_run_time_extents():
    static = sct.to_static(
        interior_of_a_copy, input_spec=[sct.InputSpec([None, None], "float64")], backend="native"
    )
    for shape in ((7, 9), (2, 2), (1, 5), (3, 3), (5, 1), (0, 4), (40, 30)):
        x = np.random.default_rng(1).normal(size=shape)
        try:
            expected = interior_of_a_copy(x)
        except ValueError as error:
            with pytest.raises(ValueError) as caught:
                static(x)
            assert str(caught.value) == str(error)
            continue
        np.testing.assert_array_equal(static(x), expected)


ends = st.none() | st.integers(-10, 10)


@settings(max_examples=60, deadline=None)
@given(st.tuples(ends, ends), st.tuples(ends, ends), st.sampled_from(["copy", "zeros", "twice"]), st.booleans())
def test_any_part(rows, columns, base, by_value):
    rows, columns = slice(*rows), slice(*columns)

    def replace(x):
        new = x.copy() if base == "copy" else np.zeros((7, 9)) if base == "zeros" else x * 2
        new[rows, columns] = -x[rows, columns] if by_value else 7.5
        return new, new.max()

    check(replace, X)
