"""The ops of lists of run-time length, against Python's lists; and that their in-place forms do the same."""

from __future__ import annotations

import numpy as np
import pytest

from sct import ops
from sct.errors import StaticValueError
from sct.ir.types import ARRAY, PYTHON, SCALAR, UNKNOWN, Dim, Spec

XS = np.array([3, 1, 2, 1])
POINTS = np.arange(6.0).reshape(3, 2)
INT = Spec(np.dtype(np.int64), (), PYTHON)


def owned(name):
    """The form of an op that may write into its first operand."""
    return ops.get(name).extras["owned"]


def both(name, xs, *args, **attrs):
    """What an op answers, which its in-place form must answer, too."""
    before = xs.copy()
    result = ops.get(name)(xs, *args, **attrs)
    assert np.array_equal(xs, before)
    assert np.array_equal(owned(name)(xs.copy(), *args, **attrs), result)
    return result


def test_list_pack_and_list_repeat():
    assert ops.list_pack(1, 2, 3).tolist() == [1, 2, 3]
    assert ops.list_pack(POINTS, POINTS).shape == (2, 3, 2)
    assert ops.list_repeat(7, 3).tolist() == [7, 7, 7]
    assert ops.list_repeat(np.zeros(2), -1).shape == (0, 2)


def test_list_append_and_list_insert():
    assert both("list_append", XS, 9).tolist() == [3, 1, 2, 1, 9]
    for at in (0, 2, 4, 99, -1, -99):
        expected = XS.tolist()
        expected.insert(at, 9)
        assert both("list_insert", XS, at, 9).tolist() == expected
    empty = np.zeros((0, 0))
    assert ops.list_append(empty, POINTS[0]).shape == (1, 2)
    assert owned("list_append")(empty, POINTS[0]).shape == (1, 2)
    assert owned("list_insert")(empty, 0, POINTS[0]).shape == (1, 2)


def test_list_item_and_list_set():
    assert type(ops.list_item(XS, -1, kind=PYTHON, error="")) is int
    assert type(ops.list_item(XS, 0, kind=SCALAR, error="")) is np.int64
    item = ops.list_item(POINTS, 1, kind=ARRAY, error="")
    assert item.tolist() == [2.0, 3.0] and not np.shares_memory(item, POINTS)
    assert both("list_set", XS, -2, 9).tolist() == [3, 1, 9, 1]
    with pytest.raises(IndexError, match="list index out of range"):
        ops.list_item(XS, 4, kind=PYTHON, error="list index out of range")
    with pytest.raises(IndexError, match="assignment"):
        ops.list_set(XS, -5, 1)


@pytest.mark.parametrize("at", [0, 2, 3, -1, -4])
def test_list_delete(at):
    expected = XS.tolist()
    del expected[at]
    assert both("list_delete", XS, at, pops=True).tolist() == expected


@pytest.mark.parametrize(("xs", "pops", "text"), [(XS, True, "pop index"), (XS[:0], True, "pop from empty"), (XS, False, "assignment")])
def test_list_delete_out_of_range(xs, pops, text):
    for delete in (ops.list_delete, owned("list_delete")):
        with pytest.raises(IndexError, match=text):
            delete(xs.copy(), 9, pops=pops)


def test_appending_in_place_takes_room_for_more():
    """Appending a thousand items copies the buffer a few times only; older lists are left as they were."""
    append, delete = owned("list_append"), owned("list_delete")
    xs = np.zeros(0)
    bases = set()
    for i in range(1000):
        xs = append(xs, float(i))
        bases.add(id(xs.base))
    assert len(bases) < 12 and xs.tolist() == [float(i) for i in range(1000)]
    for i in reversed(range(1000)):
        assert xs[-1] == i
        xs = delete(xs, -1, pops=True)
    assert xs.shape == (0,)
    view = append(np.arange(3.0), 3.0)[1:]
    longer = append(view, 9.0)
    assert view.tolist() == [1.0, 2.0, 3.0] and longer.tolist() == [1.0, 2.0, 3.0, 9.0]


def test_searches():
    assert ops.list_find(XS, 1) == 1 and ops.list_find(XS, 7) == -1
    assert ops.list_find(XS, XS * 2, 2, 4) == 2
    assert ops.list_count(XS, 1) == 2
    assert ops.list_equal(XS, XS.copy()) and not ops.list_equal(XS, XS[1:])
    assert ops.list_order(XS, reverse=False).tolist() == [1, 3, 2, 0]
    assert ops.list_order(XS, reverse=True).tolist() == [0, 2, 1, 3]
    assert ops.list_order(XS, -XS, reverse=False).tolist() == [1, 3, 2, 0]
    assert ops.list_best(XS, function="min") == 1 and ops.list_best(XS, function="max") == 0
    with pytest.raises(ValueError, match="min"):
        ops.list_best(XS[:0], function="min")


def test_searches_refuse_nan():
    with pytest.raises(StaticValueError):
        ops.list_find(np.array([1.0, np.nan]), np.nan)
    assert ops.list_find(np.array([np.nan, 1.0]), 1.0) == 1


def test_list_sum():
    total = ops.list_sum(XS, 0, kind=PYTHON)
    assert (total, type(total)) == (7, int)
    assert type(ops.list_sum(np.float32([1, 2]), 0, kind=SCALAR)) is np.float32
    assert ops.list_sum(POINTS, 0, kind=ARRAY).tolist() == [6.0, 9.0]
    assert ops.list_sum(np.array([0.1] * 10), 0.0, kind=PYTHON) == sum([0.1] * 10)


def test_specs():
    n = Dim("n")
    xs = Spec(np.dtype("float64"), (n, 3), ARRAY)
    row = Spec(np.dtype("float64"), (3,), ARRAY)

    def specs(name, *given, **attrs):
        return ops.get(name).specs((), given, attrs)

    assert specs("list_append", xs, row) == (xs.with_(shape=(UNKNOWN, 3)),)
    assert specs("list_insert", xs, INT, row) == (xs.with_(shape=(UNKNOWN, 3)),)
    assert specs("list_delete", xs, INT, pops=True) == (xs.with_(shape=(UNKNOWN, 3)),)
    assert specs("list_set", xs, INT, row) == (xs,)
    assert specs("list_item", xs, INT, kind=ARRAY, error="") == (row,)
    assert specs("list_elements", xs, dtype=np.int8, python=True) == (xs.with_(dtype=np.dtype("int8")),)
    assert specs("list_pack", row, row) == (xs.with_(shape=(2, 3)),)
    assert specs("list_repeat", row, INT) == (xs.with_(shape=(UNKNOWN, 3)),)
    assert specs("list_sum", xs, INT, kind=ARRAY) == (row,)
    assert specs("list_order", xs, reverse=False) == (Spec(np.dtype("int64"), (n,), ARRAY),)


def test_elements_are_converted_one_by_one():
    convert = ops.get("list_elements")
    numbers = np.array([[300.5, 2.0], [-1.0, 0.0]])
    assert (convert(numbers, dtype=np.int64, python=True) == [[300, 2], [-1, 0]]).all()
    with pytest.raises(OverflowError):
        convert(numbers, dtype=np.uint8, python=True)
    with pytest.raises(ValueError, match="NaN"):
        convert(np.array([np.nan]), dtype=np.int64, python=False)
    assert (convert(np.array([300]), dtype=np.uint8, python=False) == [44]).all()


def test_ragged_items_are_padded():
    short, long = np.array([[1], [2]]), np.array([7, 8, 9])
    assert both("list_append", short, long, ragged=True)[:, :3].tolist() == [[1, 0, 0], [2, 0, 0], [7, 8, 9]]
    assert both("list_insert", short, 0, long, ragged=True)[0].tolist() == [7, 8, 9]
    assert both("list_set", short, 1, long, ragged=True)[1].tolist() == [7, 8, 9]
    assert both("list_set", np.ones((2, 3), int), -1, np.array([5]), ragged=True).tolist() == [[1, 1, 1], [5, 0, 0]]
    assert ops.list_pack(long, long[:0], ragged=True).tolist() == [[7, 8, 9], [0, 0, 0]]
    assert ops.list_append(np.zeros((0, 0), int), long, ragged=True).tolist() == [[7, 8, 9]]


def test_list_join_and_list_refold():
    assert ops.list_join(np.ones((1, 1)), np.ones((2, 2))).tolist() == [[1, 0], [1, 1], [1, 1]]
    assert ops.list_refold(np.arange(6), 2).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert ops.list_refold(np.zeros((0, 4)), 0).shape == (0, 0, 4)
    assert np.shares_memory(ops.list_refold(XS, 2), XS)
    assert ops.get("list_refold").extras["unview"](XS, np.array([[7, 8], [9, 9]]), 2).tolist() == [7, 8, 9, 9]


def test_heads_of_items_and_all_items_side_by_side():
    rows = np.arange(12).reshape(3, 2, 2)
    assert ops.list_head(rows[:, 0], 2).tolist() == [[0, 1], [4, 5]]
    assert ops.get("list_head").extras["unview"](np.arange(3), np.array([7, 8]), 2).tolist() == [7, 8, 2]
    assert ops.list_flat(rows).shape == (6, 2)
    assert ops.list_flat(np.zeros((0, 4))).shape == (0,)
    assert np.shares_memory(ops.list_flat(rows), rows)
    assert ops.get("list_flat").extras["unview"](rows, np.zeros((6, 2))).shape == (3, 2, 2)


def test_an_element_is_put_where_a_path_leads():
    rows = np.arange(12).reshape(3, 2, 2)
    assert both("list_put", rows, -1, 2, 0, 2, -1, 99, appends=False)[2].tolist() == [[8, 99], [10, 11]]
    with pytest.raises(IndexError):
        both("list_put", rows, 0, 1, 1, 2, 0, 99, appends=False)


def test_ragged_lists_have_room_that_is_not_known():
    d = Dim("d")
    column, row = Spec(np.dtype(int), (d, 3), ARRAY), Spec(np.dtype(int), (2,), ARRAY)
    assert ops.get("list_append").specs((), (column, row), {"ragged": True})[0].shape == (UNKNOWN, UNKNOWN)
    assert ops.get("list_set").specs((), (column, INT, row), {"ragged": True})[0].shape == (d, UNKNOWN)
