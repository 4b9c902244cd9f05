"""Sets of the caller's that get or lose elements at run time are walked through afterwards as plain Python's."""

import numpy as np
import pytest

import sct
from sct.errors import SideEffectError

UP, DOWN = np.array([1.0, 3.0, 2.0]), -np.array([1.0, 3.0, 2.0])
SETS = ((), (1, 9, 17), (17, 9, 1), (8, 0, 16, 24), (3,), tuple(range(0, 80, 8)), (1, 0.5, -2, "a"))


def adds(x, s):
    if x[0] > 0:
        s.add(25)
    for v in x:
        s.add(int(v) * 8)


def adds_many(x, s):
    for i in range(30):
        if x[0] * i > 3:
            s.add(i * 8 % 31)
    if x[1] < 0:
        s.update([5, 41, 13])


def loses(x, s):
    for v in (0, 1, 8, 17, 40):
        if x[0] * v > 3:
            s.discard(v)


def loses_what_is_there(x, s):
    if x[0] > 0:
        s.remove(9)


def loses_all(x, s):
    if x[0] > 0:
        s.clear()


def as_it_was(x, s):
    before = list(s)
    if x[0] > 0:
        s.add(41)
    return before, len(s), 41 in s


def gets_and_loses(x, s):
    if x[0] > 0:
        s.discard(9)
        s.add(33)
    return 33 in s


def gets_a_set(x, s):
    if x[0] > 0:
        s |= {5, 13}


def is_walked_through(x, s):
    if x[0] > 0:
        s.add(41)
    return list(s)


def seen(f, x, items):
    s = set(items)
    try:
        answer = f(x, s)
    except KeyError as error:
        answer = repr(error)
    s_again = [*s]
    s.update((2, 10, 18))  # the table is the same, too
    return answer, s_again, [*s]


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("f", [adds, adds_many, loses, loses_what_is_there, loses_all, as_it_was, gets_and_loses])
def test_order(f, backend):
    static = sct.to_static(f, backend=backend)
    for items in SETS:
        for x in (UP, DOWN, UP):
            assert repr(seen(static, x, items)) == repr(seen(f, x, items))


@pytest.mark.parametrize("f", [gets_a_set, is_walked_through])
def test_unknown_order(f):
    with pytest.raises(SideEffectError):
        sct.to_static(f)(UP, {1, 9, 17})
