"""Arguments that are made anew for each call: found again by what they are, not traced again."""

import array
import datetime
import itertools
import operator
from collections import namedtuple
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import sct
from sct.errors import AliasError, SideEffectError

MADE_ANEW = {
    "bytearray": lambda: bytearray(b"abc"),
    "array.array": lambda: array.array("d", [1.0, 2.0]),
    "object": object,
    "list iterator": lambda: iter([1, 2]),
    "generator": lambda: (k for k in [1, 2]),
    "chain": lambda: itertools.chain([1], [2]),
    "decimal": lambda: Decimal("1.50"),
    "fraction": lambda: Fraction(1, 3),
    "date": lambda: datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc),
}


@pytest.mark.parametrize("name", MADE_ANEW)
def test_made_anew_for_each_call(name):
    make = MADE_ANEW[name]

    def both(a, b, x):
        return a, x + 1, a is b

    static = sct.to_static(both)
    for _ in range(3):
        one, other = make(), make()
        got = static(one, other, np.ones(2))
        assert got[0] is one and got[2] is False
        np.testing.assert_array_equal(got[1], np.full(2, 2.0))
    assert static.cache_info().misses == 1
    assert static(one, one, np.ones(2))[2] is True
    assert static.cache_info().misses == 2


Row, Table = namedtuple("Row", "start size"), namedtuple("Table", "name rows")


def test_named_tuples_of_named_tuples_are_put_into_new_ones():
    """They were guarded as objects, which the trace's own copies of them are not."""

    def moved(table, n):
        return Table(table.name, table.rows), Table(*table), table._replace(rows=[Row(n, table.rows[0].size)])

    static = sct.to_static(moved)
    for _ in range(2):
        given = Table(1, [Row(np.int64(2), np.int64(3)), Row(0, 1)]), np.int64(5)
        got = static(*given)
        assert repr(got) == repr(moved(*given)) and got[0].rows is got[1].rows is given[0].rows
    assert static.cache_info().misses == 1


@pytest.mark.parametrize("given", [[1], Row(np.int64(1), 2), {"a": 1}, object()], ids=lambda x: type(x).__name__)
def test_the_id_of_an_argument_is_its_own(given):
    """That of lists was the id of a copy."""
    other = type(given)(*given) if isinstance(given, Row) else type(given)()
    static = sct.to_static(lambda a: id(a))
    for one in (given, other, given):
        assert static(one) == id(one)


DIFFERENT = [
    [bytearray(b"ab"), bytearray(b"ac"), bytearray(b"abc")],
    [array.array("d", [0.0]), array.array("d", [-0.0]), array.array("i", [0]), array.array("f", [0.0])],
    [Decimal("1"), Decimal("1.0"), Decimal("-0"), Decimal("0"), Decimal("NaN"), Decimal("NaN1")],
    [datetime.datetime(2020, 1, 1, fold=0), datetime.datetime(2020, 1, 1, fold=1), datetime.date(2020, 1, 1)],
]


@pytest.mark.parametrize("values", DIFFERENT, ids=lambda values: type(values[0]).__name__)
def test_what_is_equal_is_not_the_same(values):
    static = sct.to_static(lambda a: (str(a), type(a).__name__, [str(k) for k in a] if hasattr(a, "__len__") else 0))
    for value in (*values, *values):
        assert static(value) == static.__wrapped__(value)
    assert static.cache_info().misses == len(values)


def test_bytes_that_may_change_are_read():
    def read(b):
        return (
            bytes(b),
            len(b),
            b[0],
            b.decode(),
            b[1:],
            b.hex(),
            sum(b),
            sorted(b),
            b + b"x",
            b.find(b"c"),
            np.array(b),
        )

    static = sct.to_static(read)
    for text in (b"abc", b"cba"):
        assert repr(static(bytearray(text))) == repr(read(bytearray(text)))


def put(b):
    b[0] = 1


CHANGES = [put, lambda b: b.append(1), lambda b: b.extend([1]), lambda b: b.reverse(), lambda b: b.pop()]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("make", [lambda: bytearray(b"abc"), lambda: array.array("d", [1.0, 2.0])])
def test_what_changes_them_is_done_once_at_each_call(change, make):
    """The methods of an `array.array` ran while the graph was built."""
    static = sct.to_static(change)
    for _ in range(2):
        given, wanted = make(), make()
        assert static(given) == change(wanted)
        assert given == wanted


def window_of_its_own(b):
    made = bytearray(b)
    seen = np.frombuffer(made, np.uint8)
    made[0] = 5
    return seen


WINDOWS = [lambda b: np.frombuffer(b, np.uint8), lambda b: np.asarray(b), lambda b: np.ravel(b), window_of_its_own]


@pytest.mark.parametrize("function", WINDOWS)
def test_windows_to_them_are_refused(function):
    """They were copies: what was written to one was not seen in the other."""
    with pytest.raises(AliasError, match="shows the memory of a bytearray"):
        sct.to_static(function)(bytearray(b"abc"))


READINGS = [
    lambda it: it.__length_hint__(),
    lambda it: it.__reduce__(),
    lambda it: 1 in it,
    lambda it: next(it),
    lambda it: list(it),
    lambda it: operator.length_hint(it),
]


@pytest.mark.parametrize("function", READINGS)
def test_where_an_iterator_of_the_callers_stands_is_not_asked(function):
    """It is another place at each call; the first call's iterator was stepped, or its answer kept."""
    given = iter([1, 2, 3])
    with pytest.raises(SideEffectError):
        sct.to_static(function)(given)
    assert list(given) == [1, 2, 3]


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_the_memory_of_an_array_as_another_one(backend):
    def seen(x):
        made = np.frombuffer(x, np.int32, 3, 8)
        x[0] = 1
        return made, np.frombuffer(x)

    static = sct.to_static(seen, backend=backend)
    for _ in range(2):
        x, y = np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(2, 3)
        for got, expected in zip(static(x), seen(y), strict=True):
            np.testing.assert_array_equal(got, expected, strict=True)
        assert all(np.shares_memory(x, got) for got in static(x))
    with pytest.raises(ValueError, match="contiguous"):
        static(np.arange(6.0).reshape(2, 3).T)
    with pytest.raises(ValueError, match="smaller"):
        static(np.arange(1.0))
