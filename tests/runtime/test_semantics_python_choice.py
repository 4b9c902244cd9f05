"""Strings, enum members and types that a run-time condition chooses, where Python looks at them."""

import enum

import numpy as np
import pytest

import sct
from tests.runtime.same import same

UP = np.array([1.0, -2.0, 3.0, 0.5])
CALLS = ((UP,), (-UP,), (np.zeros(4),), (UP.astype("f4"),))


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 5


def key_of_a_dict(x):
    name = "a" if x.sum() > 0 else "b"
    table = {"a": 1, "b": x}
    return table[name]


def key_that_is_written(x):
    name = "a" if x.sum() > 0 else "b"
    table = {"a": 1.0, "b": 2.0}
    table[name] = 3.0
    return table


def missing_key(x):
    name = "a" if x.sum() > 0 else "b"
    return {"a": x}[name]


def name_of_a_type(x):
    return type(max(x.sum(), 2)).__name__


def subclass_of_int(x):
    level = Level.LOW if x.sum() > 0 else Level.HIGH
    return x * level, x * Level.LOW, level + 1, np.maximum(Level.HIGH, x)


@pytest.mark.parametrize("f", [key_of_a_dict, key_that_is_written, missing_key, name_of_a_type, subclass_of_int])
def test_same(f):
    same(f, *CALLS)


def element_of_a_set(x):
    return {"a" if x.sum() > 0 else "b"}


def test_a_choice_can_be_an_element():
    assert sct.to_static(element_of_a_set)(UP) == element_of_a_set(UP)


def bytes_of(flag):
    return flag.dumps()


def test_a_refusal_of_an_op_names_the_line():
    with pytest.raises(sct.errors.UnsupportedOpError) as caught:
        sct.to_static(bytes_of)(np.array([True]))
    assert caught.value.where is not None and caught.value.where.function == "bytes_of"
