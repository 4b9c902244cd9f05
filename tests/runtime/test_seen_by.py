"""Functions that are asked before the run (`lru_cache`, ignored ones), and what the function has changed by then."""

import functools
import types

import numpy as np
import pytest

import sct
from sct.errors import StaticValueError

X = np.arange(1.0, 4.0)
TABLE = {"k": 1}
FACTORS = np.array([1.0, 2.0])
SEEN_KINDS = {}


class Place:
    def __init__(self):
        self.items = [1, 2]


PLACE = Place()


@pytest.fixture(autouse=True)
def as_at_first():
    TABLE["k"], PLACE.items[:], FACTORS[:] = 1, [1, 2], [1.0, 2.0]
    SEEN_KINDS.clear()


def inner():
    return TABLE["k"]


class Reader:
    def value(self):
        return TABLE["k"]


HERE = types.ModuleType("here")
HERE.TABLE = TABLE
READERS = {
    "global": lambda n: TABLE["k"] * n,
    "called": lambda n: inner() * n,
    "method": lambda n: Reader().value() * n,
    "by name": lambda n: globals()["TABLE"]["k"] * n,
    "default": lambda n, table=TABLE: table["k"] * n,
    "in a module": lambda n: HERE.TABLE["k"] * n,
    "partial": functools.partial(lambda table, n: table["k"] * n, TABLE),
}


def changing(read):
    def f(x):
        TABLE["k"] = x.shape[0] + 4
        return x * read(2)

    return f


@pytest.mark.parametrize("name", READERS)
def test_a_cache_is_not_asked_for_what_the_function_has_changed(name):
    read = functools.lru_cache(None)(READERS[name])
    with pytest.raises(StaticValueError, match="can see what the function has changed"):
        sct.to_static(changing(read))(X)
    assert TABLE == {"k": 1}
    assert read.cache_info().currsize == 0


@pytest.mark.parametrize("name", ["global", "called", "method", "default"])
def test_nor_is_a_function_that_runs_as_it_is(name):
    plain = READERS[name]
    read = sct.not_to_static(types.FunctionType(plain.__code__, plain.__globals__, "read", plain.__defaults__))
    with pytest.raises(StaticValueError, match="runs as it is") as caught:
        sct.to_static(changing(read))(X)
    assert "read(2)" in str(caught.value)


def test_nor_is_one_of_an_ignored_module():
    there = {"TABLE": TABLE, "__name__": "a_module_of_readers"}
    read = types.FunctionType(READERS["global"].__code__, there)
    with sct.ignore_module("a_module_of_readers"):
        with pytest.raises(StaticValueError, match="runs as it is"):
            sct.to_static(changing(read))(X)
        np.testing.assert_array_equal(sct.to_static(lambda x: x * read(2))(X), X * 2)


def test_arrays_and_lists_in_objects():
    @sct.not_to_static
    def weight():
        return FACTORS[0]

    @sct.not_to_static
    def count():
        return len(PLACE.items)

    def writes(x):
        FACTORS[0] = 5.0
        return x * weight()

    def grows(x, place):
        place.items.append(3)
        return x * count()

    for function, arguments in ((writes, (X,)), (grows, (X, PLACE))):
        with pytest.raises(StaticValueError, match="runs as it is"):
            sct.to_static(function)(*arguments)
    assert FACTORS[0] == 1.0 and PLACE.items == [1, 2]


def test_what_is_changed_elsewhere_does_not_matter():
    """A library that notes what it has met, and then asks its cache with an object (as einops does)."""

    class Recipe:
        def __init__(self, times):
            self.times = times

        def scaled(self, n):
            return self.times * n

    @functools.lru_cache(None)
    def recipe(name):
        return Recipe(len(name))

    @functools.lru_cache(None)
    def factors(made, n):
        return [made.scaled(k) for k in range(n)], None

    def f(x):
        if type(x) not in SEEN_KINDS:
            SEEN_KINDS[type(x)] = "array"
        numbers, nothing = factors(recipe("abc"), len(x))
        return x * numbers[1] if nothing is None else x

    static = sct.to_static(f)
    for _ in range(2):
        np.testing.assert_array_equal(static(X), f(X))
    assert SEEN_KINDS == {np.ndarray: "array"}


def test_changed_after_it_was_asked():
    read = functools.lru_cache(None)(READERS["global"])

    def f(x):
        y = x * read(2)
        TABLE["k"] = 9
        return y

    static = sct.to_static(f)
    np.testing.assert_array_equal(static(X), X * 2)
    assert TABLE == {"k": 9}
    np.testing.assert_array_equal(static(X), X * 2)  # what it has kept
