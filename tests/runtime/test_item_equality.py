"""Items of containers that are one object: what is looked at when the program runs, and what is not."""

import numpy as np
import pytest

import sct
from sct.ir.text import format_program

NAN = np.nan


def checks(f, *args):
    return format_program(sct.to_static(f, backend="numpy").program(*args)).count("assert(")


def chosen(x):
    c = x[0] if x[2] > 0 else x[1]
    return [c] == [x[0]]


def chosen_tuple(x):
    p, q = (x[0], 1), (x[1], 1)
    r = p if x[2] > 0 else q
    return r == p


def taken_out(x):
    xs = x.tolist()
    return xs.index(xs[int(x[2])])


def listed(x):
    best = (x[0], 0)
    pairs = [best]
    for i in range(len(x)):
        pairs.append((x[i], i))
        best = pairs[i] if x[i] > 0 else best
    return best == pairs[1]


@pytest.mark.parametrize("f", [chosen, chosen_tuple, taken_out, listed])
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_two_nan_that_may_be_one_are_left_to_python(f, backend):
    static = sct.to_static(f, backend=backend)
    for x in ([1.0, 2.0, 1.0], [NAN, 2.0, 1.0], [2.0, NAN, 1.0], [NAN, NAN, 0.0], [2.0, NAN, 0.0]):
        assert static(np.array(x)) == f(np.array(x))
    assert checks(f, np.array([1.0, 2.0, 1.0])) > 0


def fresh(x):
    return (x[0], x[1]) == (x[1], x[0]), x[0] in [x[1], x[2]], [x[0] + 1] == [x[0] * 2]


def known(x):
    c = x[0] if x[2] > 0 else x[1]
    return c in (0.5, 1.0), (c, 1) == (0.0, 1), [0.5, c].index(0.5)


def whole(x):
    n = x.astype(int)
    c = n[0] if x[2] > 0 else n[1]
    return (c, 1) == (n[0], 1), [c, n[2]].count(n[1])


def greatest(x):
    best = (x[0], 0)
    for i in range(len(x)):
        pair = (x[i], i)
        if pair > best:
            best = pair
    return best


def other_kinds(x):
    c = x[0] if x[2] > 0 else x[1]
    return [c] == [x[0].item()], [c] == [np.float32(x[0])]


@pytest.mark.parametrize("f", [fresh, known, whole, greatest, other_kinds])
def test_what_cannot_be_one_nan_is_not_looked_at(f):
    assert checks(f, np.array([1.0, 2.0, 1.0] * 9)) == 0
    static = sct.to_static(f)
    for x in ([1.0, 2.0, 1.0], [NAN, 2.0, 1.0], [NAN, NAN, 0.0]):
        x = np.array(x * 9) if f is not whole else np.nan_to_num(x)
        assert repr(static(x)) == repr(f(x))


def test_what_was_drawn_before_plain_python_answers_is_drawn_once():
    def f(x, rng):
        drawn = rng.random()
        c = x[0] if drawn < 2 else x[1]
        return [c] == [x[0]], rng.random()

    static, x = sct.to_static(f), np.array([1.0, NAN])
    assert static(x, np.random.default_rng(3)) == f(x, np.random.default_rng(3))
    assert static(x[::-1].copy(), np.random.default_rng(3)) == f(x[::-1].copy(), np.random.default_rng(3))
