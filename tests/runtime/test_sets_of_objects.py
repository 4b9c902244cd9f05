"""Sets of objects of the user's classes leave a program with objects that are whole, and the same under all names."""

import numpy as np
import pytest

import sct

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])


class Point:
    def __init__(self, key, value):
        self.key = key
        self.value = value

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        return isinstance(other, Point) and self.key == other.key


class Cell:
    def __init__(self, value):
        self.value = value


OUTSIDE = Cell(1.0)


def display(x):
    return {Point(1, x.sum()), Point(2, x[0])}


def frozen(x):
    return frozenset([Point(1, 2), (3, Point(2, x[0]))])


def changed_afterwards(x):
    found = set()
    point = Point(1, x[0])
    found.add(point)
    if x[0] > 0:
        point.value = x[1]
    return found, point


def grown(x):
    found = set()
    for i in range(3):
        found.add(Point(i, x[0] + i))
    return found


def in_itself(x):
    cell = Cell(None)
    cell.value = {cell}
    return cell


def from_outside(x):
    return {OUTSIDE, Cell(x)}


def constants(x):
    return {Point}, {display}, {1, (2, "a")}


def shown(value, seen=()):
    if any(one is value for one in seen):
        return "itself"
    seen = (*seen, value)
    if isinstance(value, (Point, Cell)):
        return type(value).__name__, [(k, shown(v, seen)) for k, v in vars(value).items()], value is OUTSIDE
    if isinstance(value, (set, frozenset)):
        return type(value).__name__, sorted((shown(one, seen) for one in value), key=str)
    if isinstance(value, (tuple, list)):
        return type(value).__name__, [shown(one, seen) for one in value]
    return type(value).__name__, repr(value)


@BACKENDS
@pytest.mark.parametrize("f", [display, frozen, changed_afterwards, grown, in_itself, from_outside, constants])
def test_as_plain_python(f, backend):
    static = sct.to_static(f, backend=backend)
    for x in (np.array([1.0, 2.0]), np.array([3.0, 5.0]), np.array([-1.0, 4.0, 7.0])):
        assert shown(static(x)) == shown(f(x))


@BACKENDS
def test_one_object_under_both_names(backend):
    static = sct.to_static(changed_afterwards, backend=backend)
    found, point = static(np.array([1.0, 2.0]))
    assert next(iter(found)) is point
    assert next(iter(static(np.array([1.0, 2.0]))[0])) is not point
