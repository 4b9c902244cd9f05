"""Which object is which, after a branch or loop that only the running program decides."""

import numpy as np
import pytest

import sct
from tests.runtime.same import same

UP = np.array([1.0, -2.0, 3.0, 0.5])
CALLS = ((UP,), (-UP,), (np.zeros(4),))


class Point:
    def __init__(self, a):
        self.a = a


class Hashed(Point):
    def __hash__(self):
        return 1

    def __eq__(self, other):
        return self is other


def local_list(x):
    if x.sum() > 0:
        made = [1]
        made.append(2)
    else:
        made = [5, 6]
        made[0] = x.sum()
    return made


def local_dict(x):
    if x.sum() > 0:
        made = {"a": 1}
        made["b"] = x
    else:
        made = {"a": x.sum(), "b": x * 2}
    return made


def local_set(x):
    if x.sum() > 0:
        made = {1}
        made.add(2)
    else:
        made = {1, 2, 3}
    return len(made), 2 in made


def one_list_under_two_names(x):
    if x.sum() > 0:
        a = b = [x]
    else:
        a = b = [x * 2]
    b.append(1)
    return a, b, a is b


def unchanged_list_under_a_new_name(x):
    a = [x]
    if x.sum() > 0:
        b = a
    else:
        b = a
    b.append(3)
    return a


def name_bound_after_a_raise(x):
    a = [1]
    if x.sum() > 0:
        raise ValueError("positive")
    else:
        b = a
    b.append(2)
    return a, b


def an_object_or_another(x):
    a, b = Point(x), Point(-x)
    o = a if x.sum() > 0 else b
    o.a = o.a + 1
    return a.a, b.a, o.a, o is a


def best_of_a_loop(x):
    best = Point(x)
    for i in range(6):
        candidate = Point(x * i)
        if candidate.a.sum() > best.a.sum():
            best = candidate
    best.a = best.a + 1
    return best.a


def returned_list_is_the_old_one_or_new(x):
    old = [x]
    new = old if x.sum() > 0 else [x * 2]
    return old, new, new is old


def rows(x):
    a = [[0] * 2 for _ in range(2)]
    r = a[0]
    if x.sum() > 0:
        a[0][1] = 5
        r[0] = x
    else:
        a[1] = r
    return a, r


def class_made_in_the_call(x):
    class Count:
        total = 0

        def add(self, v):
            if v.sum() > 0:
                Count.total += 1
            return v

    c = Count()
    for i in range(6):
        c.add(x * i)
    return Count.total


def append_to_either(x):
    a, b = [x], [-x]
    o = a if x.sum() > 0 else b
    o.append(1)
    return a, b


def write_to_a_copy(x):
    a = [1]
    b = a
    if x.sum() > 0:
        b = [1]
    b[0] = 2
    return a, b


def write_to_the_original(x):
    d, e = {"k": x}, {"k": -x}
    o = d if x.sum() > 0 else e
    d["k"] = x * 3
    return o["k"]


@pytest.mark.parametrize(
    "f",
    [
        append_to_either,
        write_to_a_copy,
        write_to_the_original,
        local_list,
        local_dict,
        local_set,
        one_list_under_two_names,
        unchanged_list_under_a_new_name,
        name_bound_after_a_raise,
        an_object_or_another,
        best_of_a_loop,
        returned_list_is_the_old_one_or_new,
        rows,
        class_made_in_the_call,
    ],
)
def test_same(f):
    same(f, *CALLS)


def changed_after_a_loop(x):
    a = [x, 1]
    b = a
    for i in range(6):
        if x.sum() > i:
            b = [b[0] + 1, b[1] + 1]
    b[1] = 99
    return a, b


@pytest.mark.parametrize("f", [changed_after_a_loop])
def test_a_change_that_another_name_might_have_to_see_is_refused(f):
    with pytest.raises(sct.errors.AliasError, match="may or may not be the same object"):
        sct.to_static(f)(UP)


def state_of_an_object_without_dict(x):
    s = Hashed(x) if x.sum() > 0 else Hashed(x * 2)
    return s.a


def test_an_object_that_cannot_be_taken_apart_is_refused_or_right():
    try:
        same(state_of_an_object_without_dict, *CALLS)
    except sct.errors.SctError as error:
        assert error.where is not None
