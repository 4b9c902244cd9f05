"""What plain code and static functions leave outside, and find there in turns: the same as if none were static.

Each case is a generator: it makes its world, calls functions and yields what is to be compared after each call.
"""

import functools
import threading

import numpy as np
import pytest

import sct
from sct.errors import SctError
from tests.fuzzing.worlds import told

NUMBERS = (1, 2, 0, 5, 1, 3)
CASES, REFUSED = [], []


def case(function):
    CASES.append(function)
    return function


def refused(function):
    REFUSED.append(function)
    return function


def outcome(function, *args):
    try:
        return function(*args)
    except SctError:
        raise
    except Exception as error:
        return error


@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.parametrize("world", CASES, ids=lambda world: world.__name__)
def test_the_same_in_turns(world):
    wanted = map(told, world(lambda f: f))
    found = map(told, world(lambda f: sct.to_static(f, backend="numpy")))
    for k, (theirs, ours) in enumerate(zip(wanted, found, strict=True)):
        assert ours == theirs, f"state {k}"


@pytest.mark.parametrize("world", REFUSED, ids=lambda world: world.__name__)
def test_refused(world):
    with pytest.raises(SctError):
        list(world(lambda f: sct.to_static(f, backend="numpy")))


# -- lists that are only added to ----------------------------------------------------------------------


@case
def lists_of_a_tuple_that_grow(static):
    @static
    def f(t, x):
        if x > 1:
            t[0].append(0)
        t[0].append(x)
        t[1].append(3)

    t = ([], [])
    for x in (0, 2, 1, 3, 1, 0):
        yield outcome(f, t, np.int64(x)), t


# -- attributes that a class in C keeps ------------------------------------------------------------------


class One:
    def which(self):
        return 1


class Two:
    def which(self):
        return 2


@refused
def another_class(static):
    @static
    def f(o, x):
        if x > 1:
            o.__class__ = Two
        return o.which()

    yield f(One(), np.int64(1))


def test_a_refused_class_is_not_left_behind():
    o = One()
    with pytest.raises(SctError):
        list(another_class(lambda f: lambda _, x: sct.to_static(f, backend="numpy")(o, x)))
    assert type(o) is One


@refused
def arguments_of_an_exception(static):
    error = ValueError("a")

    @static
    def f(x):
        error.args = (x,)
        return x

    yield f(np.int64(1))


@refused
def the_name_of_a_class(static):
    class Named:
        pass

    @static
    def f(x):
        Named.__name__ = "Other"
        return x

    yield f(np.int64(1))


@case
def names_of_a_function_of_its_own(static):
    @static
    def f(x):
        def inner(y):
            return y + x

        inner.__name__ = "other"
        return inner(1), inner.__name__

    for x in NUMBERS:
        yield outcome(f, np.int64(x))


# -- what a class answers where an object holds nothing --------------------------------------------------


class Lazy:
    def __init__(self):
        self.v, self.asked = np.arange(3), 0

    @functools.cached_property
    def total(self):
        self.asked += 1
        return self.v.sum()


@case
def a_cached_property_is_kept(static):
    @static
    def f(o, x):
        return o.total + x

    o = Lazy()
    for x in NUMBERS:
        yield outcome(f, o, np.int64(x)), o
        o.v[0] = x + 5
        if x == 5:
            del o.total


@case
def a_cached_property_is_taken_out(static):
    @static
    def f(o, x):
        if x > 1:
            o.total  # noqa: B018
        if x == 5:
            del o.total
        return o.asked

    o = Lazy()
    for x in (0, 2, 3, 5, 1, 2, 5):
        yield outcome(f, o, np.int64(x)), o


def counted():
    """A class whose objects answer for attributes that they do not hold, and what counts that."""
    count = [0]

    class Fallback:
        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(name)
            count[0] += 1
            return 7

    return count, Fallback()


@case
def a_getattr_runs_as_often_as_in_python(static):
    count, o = counted()

    @static
    def f(o, x):
        return o.a + x

    for x in NUMBERS * 2:
        yield outcome(f, o, np.int64(x)), count, o
        if x > 1:
            vars(o).pop("a", None)
        else:
            o.a = 3


@case
def a_getattr_of_what_the_function_deletes(static):
    count, o = counted()

    @static
    def f(o, x):
        o.a = x
        if x > 1:
            del o.a
        return o.a

    for x in (1, 2, 0, 5, 1, 1, 2, 2, 3):
        for number in (np.int64(x), x):
            yield outcome(f, o, number), count, o


@case
def a_slot_beside_a_getattr(static):
    count = [0]

    class Slotted:
        __slots__ = ("a",)

        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(name)
            count[0] += 1
            return 7

    @static
    def f(o, x):
        return o.a + x

    o = Slotted()
    o.a = 1
    for x in NUMBERS:
        yield outcome(f, o, np.int64(x)), count
        o.a = x


@case
def a_property_that_raises_an_attribute_error(static):
    count = [0]

    class Raising:
        @property
        def a(self):
            count[0] += 1
            return self.b

    @static
    def f(o, x):
        return hasattr(o, "a"), getattr(o, "a", x)

    o = Raising()
    for x in NUMBERS:
        yield outcome(f, o, np.int64(x)), count
        if x == 0:
            o.b = 3


class Seven:
    def __get__(self, owner, kind):
        return 7


class Sevens:
    a = Seven()


@case
def a_descriptor_and_an_attribute(static):
    @static
    def f(o, x):
        return o.a + x

    o = Sevens()
    for x in NUMBERS:
        yield outcome(f, o, np.int64(x)), o
        if x == 5:
            del o.a
        else:
            o.a = x


class Limited:
    def __set_name__(self, owner, name):
        self.name, self.count = name, 0

    def __get__(self, owner, kind):
        self.count += 1
        return self if owner is None else owner.__dict__[self.name]

    def __set__(self, owner, value):
        if value < 0:
            raise ValueError(value)
        owner.__dict__[self.name] = min(value, 6)


@case
def a_descriptor_that_keeps_its_own_name(static):
    class Account:
        a = Limited()

        def __init__(self, a):
            self.a = a

    @static
    def f(o, x):
        if x > 1:
            o.a += x
        o.a -= 2
        return o.a

    o = Account(5)
    for x in (*NUMBERS, 0, 0, 0):
        yield outcome(f, o, np.int64(x)), o, vars(Account)["a"].count


class Scale:
    def __init__(self, by):
        self.by, self.sets = by, 0

    def __get__(self, owner, kind):
        return owner.v * self.by

    def __set__(self, owner, value):
        owner.v = value // self.by
        self.sets += 1


@case
def what_a_descriptor_holds(static):
    class Scaled:
        a = Scale(2)

    @static
    def f(o, x):
        if x > 1:
            o.a = x
        return o.a + x

    o = Scaled()
    o.v = 3
    for x in NUMBERS * 2:
        yield outcome(f, o, np.int64(x)), o, vars(Scaled)["a"]
        vars(Scaled)["a"].by = x + 1
        if x == 5:
            Scaled.a = Scale(7)


@case
def a_property_is_replaced(static):
    class Held:
        a = property(lambda self: self.v, lambda self, x: setattr(self, "v", x), lambda self: setattr(self, "v", -1))

    @static
    def f(o, x):
        o.a = x
        return o.v

    @static
    def g(o):
        del o.a
        return o.v

    o = Held()
    for x in NUMBERS:
        yield outcome(f, o, np.int64(x)), outcome(g, o), o
        if x == 5:
            Held.a = property(None, lambda self, x: setattr(self, "v", 10 * x), lambda self: setattr(self, "v", -10))


@case
def an_attribute_of_a_class_after_that_of_the_object(static):
    class Default:
        a = 1

    @static
    def f(o, x):
        o.a = o.a + x
        if x > 1:
            del o.a
        return o.a

    o = Default()
    for x in NUMBERS:
        yield outcome(f, o, x), o


@case
def what_the_dict_of_a_class_holds(static):
    class Scaled:
        a = Scale(2)

    @static
    def f(n, x):
        for _ in range(n):
            Scaled.__dict__["a"].sets = x
        return n

    for n in (2, 0, 1, 0, 3, 0):
        yield outcome(f, np.int64(n), n * 5), vars(Scaled)["a"]
        vars(Scaled)["a"].sets += 1


@case
def a_deletion_that_raises(static):
    @static
    def f(o, x):
        del o.a
        return x

    o = One()
    for x in NUMBERS:
        yield outcome(f, o, np.int64(x)), o
        if x > 1:
            o.a = x


# -- static functions in odd places ----------------------------------------------------------------------


@case
def special_methods_that_are_static(static):
    class Counter:
        def __init__(self, a):
            self.a, self.n = a, 0

        @static
        def __bool__(self):
            self.n += 1
            return self.n % 2 == 0

        @static
        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            self.n += 1
            return 5

        @property
        @static
        def p(self):
            self.n += 1
            return self.a

        @p.setter
        @static
        def p(self, x):
            self.n += 10
            self.a = x

    @static
    def f(o, x):
        if x > 1:
            o.p = x
        o.p += 1
        return x if o else o.other

    o = Counter(np.int64(3))
    for x in NUMBERS * 2:
        yield outcome(f, o, np.int64(x)), o


@case
def a_static_setattr(static):
    class Counting:
        @static
        def __setattr__(self, name, value):
            self.__dict__[name] = value
            self.__dict__["n"] = self.__dict__.get("n", 0) + 1

    @static
    def f(o, x):
        o.a = x
        if x > 1:
            o.a = 5
        return o.a

    o = Counting()
    o.a = 1
    for x in NUMBERS:
        yield outcome(f, o, np.int64(x)), o


@case
def what_each_thread_has_of_its_own(static):
    held = threading.local()

    @static
    def f(x):
        held.n += 1
        if x > 1:
            held.n += x
        return held.n * x

    def calls(first, found):
        held.n = first
        found += [outcome(f, np.int64(x)) for x in NUMBERS]
        found.append(held.n)

    for first in (1, 5, np.int64(3)):
        ours, theirs = [], []
        thread = threading.Thread(target=calls, args=(7, theirs))
        calls(first, ours)
        thread.start()
        thread.join()
        yield ours, theirs, held.n


# -- names that a statement reads and assigns --------------------------------------------------------------


@case
def names_change_places(static):
    one, two, first, second = 1, 2.0, [1, 2], np.arange(4.0)
    third = first
    fourth = second[1:]

    @static
    def f(x):
        nonlocal one, two, first, second, third, fourth
        one, two = two, one
        first, third = third, first
        second, fourth = fourth, second
        first.append(x)
        second[0] = x
        return one + x

    for x in NUMBERS:
        yield outcome(f, np.int64(x)), one, two, first, second, third, fourth
        if x == 0:
            third, fourth = [3], np.arange(3.0)


@case
def two_names_for_what_one_was(static):
    n, m = 1, 2

    @static
    def f(x):
        nonlocal n, m
        n = m = n + x
        for n, m in [(n, m + 1)]:
            pass
        return n

    for x in NUMBERS:
        yield outcome(f, np.int64(x)), n, m
        n += 1
