"""Writes and augmented assignments on plain values are the statements themselves."""

import operator
import threading

import numpy as np
import pytest

import sct
from sct.runtime import containers
from sct.runtime.assertion import convert_assert
from sct.runtime.state import undefined
from sct.runtime.trying import trying


class Box:
    __slots__ = ("v",)


class Guarded:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, ("set", value))

    @property
    def fixed(self):
        return 1


def test_attributes():
    box = Box()
    containers.store_attr(box, "v", 1)
    assert box.v == 1
    containers.del_attr(box, "v")
    with pytest.raises(AttributeError):
        box.v
    with pytest.raises(AttributeError):
        containers.store_attr(box, "w", 1)
    g = Guarded()
    containers.store_attr(g, "x", 1)
    assert g.x == ("set", 1)


def test_items():
    d, x = {}, np.zeros(3)
    containers.store_item(d, "k", 1)
    containers.store_item(x, slice(1, None), 5.0)
    assert d == {"k": 1} and x.tolist() == [0, 5, 5]
    containers.del_item(d, "k")
    assert d == {}
    with pytest.raises(KeyError):
        containers.del_item(d, "k")
    with pytest.raises(TypeError, match="'tuple' object does not support item assignment"):
        containers.store_item((1,), 0, 1)


PAIRS = [(7, 2), (7.5, 2), (True, False), ([1], [2]), ({1}, {2}), (np.arange(3.0), 2.0), ("a", "b"), ("a", 1), (3, "x")]
NAMES = [n for n in containers.__all__ if n.startswith("i")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pair", PAIRS, ids=repr)
def test_augmented(name, pair):
    import copy

    def outcome(f):
        a, b = copy.deepcopy(pair)
        try:
            result = f(a, b)
        except Exception as error:
            return type(error), str(error)
        return repr(result), repr(a), result is a

    assert outcome(getattr(containers, name)) == outcome(getattr(operator, name))


def test_undefined():
    x = undefined.Undefined("x")

    def unbound():
        if 0:
            x = 1
        return x

    with pytest.raises(UnboundLocalError) as python:
        unbound()
    for use in (undefined.ld, lambda v: v + 1, lambda v: 1 + v, bool, len, lambda v: v.shape, lambda v: v[0], iter, str):
        with pytest.raises(UnboundLocalError) as ours:
            use(x)
        assert str(ours.value) == str(python.value)
    assert undefined.ld(3) == 3 and undefined.ld(None) is None
    assert repr(x) == "<undefined x>"


def test_assertions():
    convert_assert([1], lambda: 1 / 0)
    with pytest.raises(AssertionError) as error:
        convert_assert(0, lambda: ("a", 1))
    assert error.value.args == (("a", 1),)
    with pytest.raises(AssertionError) as error:
        convert_assert(0)
    assert error.value.args == ()
    with pytest.raises(ZeroDivisionError):
        convert_assert(0, lambda: 1 / 0)


def test_trying_lets_exceptions_pass():
    with pytest.raises(KeyError):
        with trying():
            raise KeyError
    with trying():
        with trying():
            pass


LOCAL = threading.local()


def test_attributes_of_objects_that_are_written_in_c():
    """`object.__setattr__` does not apply to all of them: what they were given raised TypeError."""

    def remembered(x):
        LOCAL.factor = 2
        return x * 2

    static = sct.to_static(remembered, backend="numpy")
    assert static(np.ones(2)).tolist() == [2.0, 2.0]
    assert LOCAL.factor == 2
    LOCAL.factor = 3
    static(np.ones(2))
    assert LOCAL.factor == 2
