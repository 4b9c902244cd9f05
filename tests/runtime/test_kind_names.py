"""Texts for the user name what plain Python has, never a class of sct's."""

import io
import queue

import numpy as np
import pytest

from sct import to_static
from sct.errors import SctError
from sct.runtime.libraries.iterator_library import Counting, Cycling, Positions
from sct.runtime.texts.kind_names import a_kind, kind_name

X = np.array([1.0, -2.0, 3.0])


def pairs(x):
    z = zip(x, x) if x[0] > 0 else zip(x[1:], x)
    return next(z)


def numbers(x):
    z = enumerate(x) if x[0] > 0 else enumerate(x[1:])
    return next(z)


def mapped(x):
    z = map(abs, x) if x[0] > 0 else map(abs, x[1:])
    return next(z)


def queued(x):
    put = queue.Queue().put if x[0] > 0 else queue.LifoQueue().put
    put(3)
    return x


def written(x):
    write = io.StringIO().write if x[0] > 0 else io.StringIO().write
    write("a")
    return x


FORBIDDEN = ("Steps", "Choice", "Positions", "Counting", "map_", "_Queue", "Rows", "Variable", "Symbolic")


@pytest.mark.parametrize("plain", [pairs, numbers, mapped, queued, written])
def test_refusals_of_what_branches_have_made(plain):
    with pytest.raises(SctError) as raised:
        to_static(plain)(X)
    text = raised.value.what
    assert not any(word in text for word in FORBIDDEN), text


def test_what_stands_for_something_else():
    assert (kind_name(Positions([])), kind_name(Counting(0, 1)), kind_name(Cycling([]))) == (
        "list_iterator",
        "count",
        "cycle",
    )
    assert (a_kind({}), a_kind(1), a_kind(enumerate([]))) == ("a dict", "an int", "an enumerate")


def test_the_next_item_of_one_of_several():
    def plain(x):
        z = iter([1.0, 2.0]) if x[0] > 0 else None
        return next(z)

    with pytest.raises(TypeError, match="'NoneType' object is not an iterator"):
        to_static(plain)(-X)
