"""NumPy's memory model in traces: views, layouts, identity, and arrays that may be one."""

from __future__ import annotations

import numpy as np
import pytest

import sct
from sct import errors
from tests.harness import Theme, call, check


def same(function, *calls, **options):
    """`function` gives the same plain and static, memory sharing and identity included."""
    theme = Theme("here")
    theme(*calls, name="f", **options)(function)
    verdict = check(theme.programs[0])
    assert verdict.status == "same", str(verdict)


def grid(order="C"):
    return np.array(np.arange(12.0).reshape(3, 4), order=order)


def after_a_loop(u):
    """A view that a loop assigns, and its array written to afterwards."""
    for t in range(5):
        inner = u[1:-1]
        inner += 1
    u *= 2
    return u


def rows_then_all(u):
    """The rows of an array changed in a loop, then the array."""
    for row in u:
        row *= 2
    for row in u:
        if row.sum() > 10:
            row -= 1
    u += 1
    return u


def views_of_branches(u):
    """A view that a branch chooses, and its array written to afterwards."""
    if u.sum() > 0:
        v = u[1:]
        v += 1
    else:
        v = u[:-1]
        v -= 1
    u *= 2
    return u


def the_other_branch_raises(a):
    """Where the other branch raises, an array stays what it is."""
    if a.sum() > 1000:
        raise ValueError("too much")
    else:
        a *= 2
    a += 1
    return a


def two_buffers(a):
    """Two buffers that change places in a loop, both changed afterwards."""
    a = a * 1
    b = a * 2
    for i in range(6):
        b[1:-1] = a[1:-1] * 2
        a, b = b, a
    a += 1
    b -= 1
    return a, b


@pytest.mark.parametrize(
    "function", [after_a_loop, rows_then_all, views_of_branches, the_other_branch_raises, two_buffers]
)
def test_writing_where_another_name_may_be_a_view(function):
    same(function, call(grid()), call(-grid()))


def alias_in_a_loop(u):
    w = u * 1
    x = w
    for i in range(5):
        w[...] += 1
        x = x * 2
    return x


def view_of_the_last_iteration(u):
    for i in range(5):
        if u.sum() > 0:
            v = u[1:]
        else:
            v = u[:-1]
    u += 1
    return v


def written_through_either(u):
    w = u * 1
    if u.sum() > 0:
        v = w[1:]
    else:
        v = w[:-1]
    v += 1
    return w


@pytest.mark.parametrize("function", [alias_in_a_loop, view_of_the_last_iteration, written_through_either])
def test_reading_what_may_have_changed(function):
    """Either the same as Python, or refused: never an old value."""
    x = np.arange(6.0)
    try:
        got = sct.to_static(function)(x.copy())
    except errors.AliasError as error:
        assert error.where.filename == __file__
    else:
        np.testing.assert_array_equal(got, function(x.copy()))


def reshaped_in_place(a):
    """Where a reshape is a view, it stays one after the array was written to."""
    a[0] = 7
    v = a.reshape(-1)
    v[0] = 99
    a += 1
    return a, v


def raveled_copy(a):
    """ravel of an array in Fortran order is a copy."""
    b = a.T * 2
    v = b.ravel()
    v[0] = 99
    return b, v


def raveled_choice(a):
    """Layouts go through integer-array indexing."""
    b = a[:, [0, 2]]
    v = b.ravel()
    v[0] = 99
    return b, v


def laid_out(a):
    """np.asfortranarray and copies in another order."""
    b = np.asfortranarray(a)
    c = b + 1
    v = c.ravel()
    v[0] = 99
    return c, v


def laid_out_in_a_loop(a):
    """A loop carries arrays in the order they have."""
    b = np.asfortranarray(a * 1)
    for i in range(5):
        b = b + 1
        v = b.ravel()
        v[0] = 99
    return b


@pytest.mark.parametrize("function", [reshaped_in_place, raveled_copy, raveled_choice, laid_out, laid_out_in_a_loop])
@pytest.mark.parametrize("order", ["C", "F"])
def test_layouts(function, order):
    x = grid(order)
    y = grid(order)
    try:
        got = sct.to_static(function)(x)
    except errors.AliasError:
        return
    wanted = function(y)
    np.testing.assert_equal(got, wanted)
    np.testing.assert_equal(x, y)


def dynamic_ravel(b):
    """A flattened view is written to under symbolic extents, too."""
    b[:] = -3
    v = np.ravel(b)
    v[...] += 1
    if b.sum() < 2:
        b -= 2
    return b, v


def test_views_under_symbolic_extents():
    same(dynamic_ravel, call(np.ones((2, 3))), call(np.ones((3, 4))), call(np.ones((4, 4))))


def the_array_itself(a):
    """Functions that answer their argument itself where there is nothing to do."""
    return a, np.ascontiguousarray(a), a.real, np.squeeze(a), np.asarray(a), np.atleast_1d(a), a.view()


def one_view_twice(a):
    """One view under two names is one object in the result, too."""
    v = a[1:]
    return v, np.asarray(v), v


def test_identity():
    same(the_array_itself, call(grid()))
    same(one_view_twice, call(grid()))


def scattered(a, i):
    """np.add.at casts as it likes; np.put repeats its values."""
    np.add.at(a, i, 1)
    np.put(a, [0, 1, -1], [7, 8])
    np.put(a, 2, [5, 6])
    return a


@pytest.mark.parametrize("dtype", [bool, np.uint8, float])
def test_scatter(dtype):
    same(scattered, call(np.zeros(6, dtype), np.array([1, 3, 3])))
    same(scattered, call(np.zeros((3, 3), dtype, order="F"), np.array([1, 2, 2])))


def loop_that_swaps_roots(a, b):
    """A buffer that is written to twice in an iteration, and a view of it that is carried."""
    for i in range(6):
        b[-1 - i % 3] //= 7
        v = np.split(b, 1)[0]
        b[i : i + 2] = a.sum()
    return b


def test_planning_memory_ends():
    same(loop_that_swaps_roots, call(grid(), np.ones(3)))


def one_element(a, b):
    """An array of one element as an item of a boolean array."""
    a[1] = b[:1]
    return a


def test_one_element_as_an_item():
    same(one_element, call(np.zeros(3, bool), np.ones(2, bool)))


def dtype_as_a_type(a, b):
    """dtype= as Python types and names."""
    return np.true_divide(a, b, dtype=complex), np.add(a, b, dtype="float32", casting="same_kind"), a.sum(dtype=float)


def test_dtype_as_a_type():
    same(dtype_as_a_type, call(np.arange(3.0), np.ones(3)))


def removed_method(a):
    """What NumPy has removed is missing here in the same words."""
    return a.ptp()


def test_removed_method():
    same(removed_method, call(np.arange(3.0)))
