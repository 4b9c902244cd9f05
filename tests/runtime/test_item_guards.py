"""The constants in a list, tuple or dict are compared together, and whatever becomes of one of them is seen."""

import numpy as np
import pytest

import sct
from sct.runtime.callers.same_constant import same_items
from sct.runtime.callers.sources import ArgSource, Constants, ItemSource
from sct.runtime.layers.guards import Guards
from sct.runtime.layers.item_guards import LEAST, conditions

HELD = [1, 2.5, "three", None, True, b"six", 0.0, float("nan"), 10**30, (8, (9.0, "ten"))]
CHANGES = [
    (0, True), (0, 1.0), (0, 2), (1, 2), (1, 2.25), (2, "drei"), (2, b"three"), (3, 0), (4, 1), (5, b"sex"), (6, -0.0),
    (6, 0), (7, -float("nan")), (8, 10**30 + 1), (9, (8, (9, "ten"))), (9, (8, (9.0, "nine"))), (9, (8,)),
    (9, (8, (9.0, "ten"), 1)), (9, [8, (9.0, "ten")]),
]  # fmt: skip


def text(x, held):
    """Everything that can be told of what is held."""
    return x + 1, repr(held)


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("kind", [list, tuple, dict])
def test_each_change_is_seen(backend, kind):
    """A change of one item is a miss, or that of an input, and equal items that are other objects are a hit."""
    static = sct.to_static(text, backend=backend)
    x = np.ones(2)

    def make(items):
        return dict(zip("abcdefghij", items, strict=True)) if kind is dict else kind(items)

    def check(items):
        assert static(x, make(items))[1] == text(x, make(items))[1]

    check(HELD)
    misses = static.cache_info().misses
    other = [1, float("2.5"), "".join(["thr", "ee"]), None, True, b"s" + b"ix", -1.0 + 1.0]
    other += [HELD[7], 10 ** int("30"), (8, (float("9"), "".join("ten")))]
    check(other)
    assert static.cache_info().misses == misses
    for place, new in CHANGES:
        items = list(HELD)
        items[place] = new
        before = static.cache_info().misses
        check(items)
        is_number = type(new) in (int, float)  # which is an input once several of them have changed
        assert static.cache_info().misses - before in ((0, 1) if is_number else (1,)), (place, new)
    check(HELD)


MIXED = []


def mixed(x):
    """Uses an array and two of the numbers around it."""
    return x + MIXED[5] * MIXED[0] + MIXED[10]


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_arrays_between_constants(backend):
    """Constants on both sides of an array, in a global list that changes in place."""
    MIXED[:] = [1, 2, 3, 4, 5, np.arange(3.0), 6, 7, 8, 9, 10]
    static = sct.to_static(mixed, backend=backend)
    for place, new in [(0, 2), (10, 20), (6, 5), (5, np.arange(3.0) + 1), (0, 2.0), (10, True)]:
        MIXED[place] = new
        assert static(np.ones(3)).tolist() == mixed(np.ones(3)).tolist()


def test_one_condition_for_many():
    """However many constants there are; few are compared one by one, as are those of other kinds."""
    many = ArgSource("many")
    guards = Guards()
    guards.add("type", many, list)
    guards.add("length", many, 1000)
    for k in range(1000):
        guards.add("value", ItemSource(many, k), k if k != 500 else slice(3))
    assert len(conditions(guards, Constants())) == 5  # one for each side, and three more
    few = Guards(guards.items[: 2 + LEAST - 1])
    assert conditions(few, constants := Constants()) == [c for guard in few for c in guard.code(constants)]


def test_places_are_counted_from_the_first():
    """What comes before the constants, and after them, is not looked at."""
    assert same_items([None, 1, 2, 3], 1, (1, 2))
    assert not same_items([None, 1, 2, 3], 2, (1, 2))
    assert not same_items([None, 1], 1, (1, 2))
    assert same_items({"a": 0, "b": (1, 2.0)}, 1, ((1, float("2")),))
    assert not same_items({"a": 0, "b": (1, 2.0)}, 1, ((1, 2),))
