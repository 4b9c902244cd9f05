"""Attributes that an object may have got, or lost: it has those that it has in plain Python, in the same order."""

import copy
import functools
import itertools
from dataclasses import dataclass

import numpy as np
import pytest

import sct


class Seen:
    best = None
    count = 0
    names = ("a", "b")

    def see(self, e):
        if e > 0:
            self.best = e
            self.count += 1
        return self.best

    def kind(self):
        return "method"


class Later(Seen):
    def see(self, e):
        if e < 0:
            self.names = "c"
        return super().see(e)


class Slotted:
    __slots__ = ("best", "count", "names")

    def __init__(self):
        self.count = 0
        self.best = None
        self.names = "ab"

    see = Seen.see
    kind = Seen.kind


class Counted:
    """Whose attributes are set through methods of its own."""

    best = None

    def __init__(self):
        object.__setattr__(self, "count", 0)
        object.__setattr__(self, "sets", 0)

    def __setattr__(self, name, value):
        object.__setattr__(self, "sets", self.sets + 1)
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        object.__setattr__(self, "sets", self.sets + 100)
        object.__delattr__(self, name)

    see = Seen.see
    kind = Seen.kind
    names = "ab"


@dataclass
class Record:
    count: int = 0
    best: object = None
    names: str = "ab"

    see = Seen.see
    kind = Seen.kind


class Guarded(Seen):
    @property
    def level(self):
        return self.stored

    @level.setter
    def level(self, value):
        self.stored = value
        self.count += 1

    stored = 0


class Asked(Seen):
    def __getattr__(self, name):
        return "asked " + name


class Cached(Seen):
    @functools.cached_property
    def total(self):
        self.count += 10
        return self.count * 2


def once(o, x):
    o.see(x[0])
    return x.sum()


def read_after(o, x):
    o.see(x[0])
    return o.best, o.count, o.names


def twice(o, x):
    o.see(x[0])
    if x[1] > 2:
        o.best = "far"
    o.see(x[2])
    return o.count, o.best


def either(o, x):
    if x[0] > 0:
        o.best = x[0]
    elif x[1] > 0:
        o.count = 5
    else:
        o.names = x[2]
    return o.count + len(x)


def in_a_loop(o, x):
    for e in x:
        o.see(e)
    return o.best


def in_a_while(o, x):
    i = 0
    while i < len(x) and o.count < 3:
        o.see(x[i])
        i += 1
    return i


def is_there(o, x):
    o.see(x[0])
    return hasattr(o, "best"), getattr(o, "best", 3), o.best is None


def set_again(o, x):
    o.see(x[0])
    o.best = 7
    return o.best


def raised(o, x):
    o.see(x[0])
    if x[1] > 2:
        raise ValueError(f"seen {o.count}")
    return o.count


def one_way_or_the_other(o, x):
    if x[0] > 0:
        o.best = 1
        o.count = 2
    else:
        o.count = 3
        o.best = 4


def by_the_sign(o, x):
    for e in x:
        if e > 2:
            o.best = e
        elif e > 0:
            o.count = 7
        else:
            o.names = "c"
    o.late = 1


def nested_loops(o, x):
    for e in x:
        for f in x:
            if e + f > 3:
                o.count = e
            elif e > f:
                o.best = f
            if e * f > 5:
                return o.count
    o.names = 0
    return o.best


def deleted(o, x):
    o.best = 1
    o.count = 2
    if x[0] > 0:
        del o.best
    return o.count


def deleted_and_set(o, x):
    o.best = 1
    o.count = 2
    if x[0] > 0:
        del o.best
        o.best = 3
    o.names = 4


def deleted_in_a_loop(o, x):
    for e in x:
        o.best = e
        if e > 0:
            del o.best
            o.count = e
    return hasattr(o, "best")


def deleted_twice(o, x):
    o.best = 1
    if x[0] > 0:
        del o.best
    if x[1] > 0:
        del o.best
    return 1


def moved_to_the_end(o, x):
    o.count = 5
    o.best = 3
    del o.count
    o.count = x[0]


def another_is_missing(o, x):
    if x[0] > 0:
        o.cache = x[1]
    if hasattr(o, "cache"):
        return o.cache, 1
    return getattr(o, "cache", "none")


def made_once(o, x):
    for e in x:
        if not hasattr(o, "cache"):
            if e > 0:
                o.cache = e
        else:
            o.count += 1
    return getattr(o, "cache", None), o.count


def missing_is_read(o, x):
    if x[0] > 0:
        o.cache = x[1]
    return o.cache


def missing_is_caught(o, x):
    if x[0] > 0:
        o.cache = x[1]
    try:
        return o.cache
    except AttributeError as error:
        return str(error)


def own_kind():
    return "own"


def hidden_method(o, x):
    if x[0] > 0:
        o.kind = own_kind
    return o.kind()


def in_an_inner_function(o, x):
    def note(e):
        if e > 1:
            o.count = e
        return o.count

    return [note(e) for e in x][1], o.count


def two_names(o, x):
    p = o
    if x[0] > 0:
        p.best = 1
    o.best = 2 if x[1] > 0 else p.best
    return p.best


def one_of_two(o, x):
    other = copy.copy(o)
    p = o if x[0] > 0 else other
    p.best = x[1]
    p.count += 1
    return o.count, other.count, o.best, other.best


def finally_set(o, x):
    try:
        o.see(x[0])
        if x[1] > 2:
            return o.best
        o.names = "late"
    finally:
        o.end = o.count
    return o.end


def in_order(o, x):
    o.see(x[0])
    o.first = 1
    o.second = x[1]
    return x[0]


FUNCTIONS = [
    once, read_after, twice, either, in_a_loop, in_a_while, is_there, set_again, raised, one_way_or_the_other,
    by_the_sign, nested_loops, deleted, deleted_and_set, deleted_in_a_loop, deleted_twice, moved_to_the_end,
    another_is_missing, made_once, missing_is_read, missing_is_caught, hidden_method, in_an_inner_function, two_names,
    finally_set, in_order,
]  # fmt: skip
KINDS = [Seen, Later, Slotted, Counted, Record, Asked]
INPUTS = [np.array(p, float) for p in itertools.permutations([-1, 2, 3])]
INPUTS += [np.array([-1.0, -2.0, -3.0]), np.array([2.0, 1.0, 1.0])]


def state(o):
    names = type(o).__slots__ if hasattr(type(o), "__slots__") else vars(o)
    found = {name: getattr(o, name, "nothing") for name in names}
    return {name: "a function" if callable(value) else value for name, value in found.items()}


def outcome(function, o, x):
    try:
        result = function(o, x)
    except (ValueError, AttributeError) as error:
        result = repr(error)
    return result, state(o)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_objects_get_what_python_gives_them(function):
    k = FUNCTIONS.index(function)
    for backend, kind in [("native", Seen), ("native", KINDS[k % 5 + 1]), ("numpy", KINDS[(k + 2) % 5 + 1])]:
        static = sct.to_static(function, backend=backend)
        kept, plain = kind(), kind()
        for x in INPUTS:
            for a, b in ((kind(), kind()), (kept, plain)):
                expected, found = outcome(function, b, x), outcome(static, a, x)
                assert repr(found) == repr(expected), (kind, backend, x)


def made_here(x):
    o = Seen()
    o.see(x[0])
    return o.best, o.count


def made_and_returned(x):
    o = Later()
    for e in x:
        o.see(e)
    return o


def made_on_one_path(x):
    o = Seen()
    if x[0] > 0:
        p = Seen()
        p.best = 1
        if x[1] > 0:
            p.names = 5
    else:
        p = o
        p.count = 4
    p.end = 1
    return o, p, [p]


def several_in_a_list(x):
    found = []
    for e in x:
        o = Seen()
        if e > 0:
            o.best = e
        found.append(o)
    return found


def all_names(x):
    o = Seen()
    o.see(x[0])
    return list(vars(o))


def names_in_order(x):
    o = Seen()
    if x[0] > 0:
        o.best = 1
        o.count = x[0]
    else:
        o.count = x[1]
        o.best = 2
    return list(o.__dict__), [name for name in vars(o)]


def copied(x):
    o = Seen()
    o.see(x[0])
    p = copy.copy(o)
    p.best = 1
    return o.best, p.best, p.count


def total(x):
    o = Cached()
    if x[0] > 0:
        o.count = o.total
    if x[1] > 0:
        o.count += o.total
    return o.total, o.count


def by_a_property(x):
    o = Guarded()
    for e in x:
        if e > 0:
            o.level = e
    return o.level, o.stored, o.count


def recorded(x):
    r = Record()
    for e in x:
        if e > r.count:
            r.best = e
            r.count += 1
    return r, r == Record(), repr(r)


def outcome_of(function, x):
    def form(value):
        if isinstance(value, (list, tuple)):
            return [form(item) for item in value]
        return (type(value).__name__, vars(value)) if isinstance(value, Seen) else value

    try:
        return form(function(x))
    except AttributeError as error:
        return str(error)


@pytest.mark.parametrize("function", [made_here, made_and_returned, made_on_one_path, total, by_a_property, recorded])
def test_objects_that_are_made(function):
    for backend in ("native", "numpy"):
        static = sct.to_static(function, backend=backend)
        for x in INPUTS:
            assert repr(outcome_of(static, x)) == repr(outcome_of(function, x)), (backend, x)


@pytest.mark.parametrize("function", [several_in_a_list, all_names, names_in_order, copied])
def test_what_cannot_be_told_is_refused(function):
    static = sct.to_static(function)
    for x in INPUTS:
        try:
            found = outcome_of(static, x)
        except sct.errors.SctError as error:
            assert "test_shadowed.py" in str(error)
            continue
        assert repr(found) == repr(outcome_of(function, x))


def flag(o, x):
    o.flag = True
    return x.sum()


def flag_of_all(x):
    global DONE
    DONE = 1
    return x.sum()


DONE = 1


def test_what_is_written_stands_there_by_chance():
    """While the function is traced, the place holds already what is written."""
    static = sct.to_static(flag)
    o = Seen()
    for content in (True, False, 0):
        o.flag = content
        static(o, INPUTS[0])
        assert o.flag is True
    o = Seen()
    static(o, INPUTS[0])
    assert vars(o) == {"flag": True}


def test_a_global_that_holds_by_chance_what_is_written():
    global DONE
    static = sct.to_static(flag_of_all)
    for content in (1, 2, "text"):
        DONE = content
        static(INPUTS[0])
        assert DONE == 1


def test_a_variable_around_that_holds_by_chance_what_is_written():
    n = 1

    @sct.to_static
    def reset(x):
        nonlocal n
        n = 1
        return x.sum()

    for content in (1, 2, "text"):
        n = content
        reset(INPUTS[0])
        assert n == 1


def test_the_callers_object_is_left_as_it_was_when_a_call_is_refused():
    o = Seen()
    o.best, o.count, o.names = 1, 2, 3

    @sct.to_static
    def refused(o, x):
        if x[0] > 0:
            del o.best
        return x.dumps()

    with pytest.raises(sct.errors.SctError):
        refused(o, INPUTS[1])
    assert list(vars(o)) == ["best", "count", "names"]
