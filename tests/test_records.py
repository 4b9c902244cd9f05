"""Records are frozen dataclasses with slots in everything but the time they take to make."""

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field

import pytest

from sct.records import record


def both(eq=True):
    return [
        pytest.param(lambda cls: record(eq=eq)(cls), id="record"),
        pytest.param(lambda cls: dataclasses.dataclass(frozen=True, slots=True, eq=eq)(cls), id="dataclass"),
    ]


def make(decorate):
    @decorate
    class Point:
        """A point."""

        x: int
        y: "int" = 5
        tags: list = field(default_factory=list, compare=False)
        note: str = field(default="", repr=False)

        def norm(self):
            return self.x + self.y

    return Point


@record
class Kept:
    """Can be pickled."""

    x: int
    y: tuple = ()


@record
class Below(Kept):
    """Adds a field."""

    z: int = 3


@pytest.mark.parametrize("decorate", both())
def test_everything_a_dataclass_does(decorate):
    Point = make(decorate)
    p = Point(1)
    assert (p.x, p.y, p.tags, p.note, p.norm()) == (1, 5, [], "", 6)
    assert p == Point(1, 5, [7]) and p != Point(1, 5, note="a") and p != 1 and Point.__eq__(p, 1) is NotImplemented
    assert hash(p) == hash(Point(x=1, tags=[1])) == hash((1, 5, ""))
    assert repr(p).endswith("Point(x=1, y=5, tags=[])")
    assert Point(1).tags is not Point(1).tags
    assert [f.name for f in dataclasses.fields(Point)] == ["x", "y", "tags", "note"]
    assert dataclasses.is_dataclass(Point) and Point.__match_args__ == ("x", "y", "tags", "note")
    assert dataclasses.replace(p, y=2) == Point(1, 2)
    assert dataclasses.astuple(p) == (1, 5, [], "")
    assert not hasattr(p, "__dict__") and Point.__doc__ == "A point."
    assert list(inspect.signature(Point).parameters) == ["x", "y", "tags", "note"]
    assert copy.copy(p) == p == copy.deepcopy(p)
    match p:
        case Point(x, y=2):
            assert False
        case Point(x):
            assert x == 1


@pytest.mark.parametrize("decorate", both())
def test_frozen(decorate):
    p = make(decorate)(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        p.x = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'x'"):
        del p.x
    object.__setattr__(p, "x", 3)
    assert p.x == 3


@pytest.mark.parametrize("decorate", both())
def test_wrong_arguments(decorate):
    Point = make(decorate)
    for arguments, keywords in (((), {}), ((1, 2, 3, 4, 5), {}), ((1,), {"x": 2}), ((1,), {"nothing": 2})):
        with pytest.raises(TypeError):
            Point(*arguments, **keywords)


@pytest.mark.parametrize("decorate", both(eq=False))
def test_identity_without_eq(decorate):
    Point = make(decorate)
    assert Point(1) != Point(1) and len({Point(1), Point(1)}) == 2


@pytest.mark.parametrize("decorate", both())
def test_what_the_class_defines_stays(decorate):
    @decorate
    class Own:
        x: int

        def __post_init__(self):
            object.__setattr__(self, "x", self.x + 1)

        def __repr__(self):
            return "own"

        def __eq__(self, other):
            return True

    assert Own(1).x == 2 and repr(Own(1)) == "own" and Own(1) == 5
    assert hash(Own(1)) == hash((2,))

    @decorate
    class Hashed:
        x: int

        def __hash__(self):
            return 7

    assert hash(Hashed(1)) == 7 and Hashed(1) == Hashed(1)


@pytest.mark.parametrize("decorate", both())
def test_no_fields(decorate):
    @decorate
    class Empty:
        pass

    assert Empty() == Empty() and hash(Empty()) == hash(()) and repr(Empty()).endswith("Empty()")


def test_inheritance_and_pickles():
    below = Below(1, (2,))
    assert (below.x, below.y, below.z) == (1, (2,), 3) and below != Kept(1, (2,)) and Kept(1) != Below(1)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        for value in (Kept(1, (2, 3)), below):
            assert pickle.loads(pickle.dumps(value, protocol)) == value


def test_fields_that_are_not_plain_are_refused():
    with pytest.raises(TypeError, match="plain fields"):

        @record
        class Odd:
            x: int = field(default=1, init=False)

    with pytest.raises(TypeError, match="plain fields"):

        @record
        class Odder:
            x: int = field(kw_only=True)
