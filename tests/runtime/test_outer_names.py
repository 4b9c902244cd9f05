"""Names that a branch or loop assigns, and that functions called in it assign, too: what one branch does is undone for the other."""

import sys

import numpy as np
import pytest

import sct


def assigned_then_changed(n):
    b = 1

    def step():
        nonlocal b
        b += 1

    if n > 2:
        b = 3
        step()
    else:
        b = b + 10
    return b


def before_an_exception(n):
    b = 1

    def step():
        nonlocal b
        b += 1
        raise ValueError

    if n > 2:
        b = 3
        step()
    return b


def before_a_return(n):
    b = 1

    def step():
        nonlocal b
        b += 1
        return b

    if n > 2:
        b = 3
        return step()
    return b


def in_a_loop(n):
    b = c = 0

    def step():
        nonlocal b
        b += 1
        return n > 1

    for i in range(n):
        b = 3 + i
        if step():
            c += b
            step()
        elif c > 4:
            b = 7
            step()
        else:
            c += b
    return b, c


def in_nested_branches(n):
    b = [1]
    c = 0

    def step():
        nonlocal b, c
        b, c = [c, *b], len(b)

    if n > 1:
        b = [2, 3]
        step()
        if n > 2:
            c = 9
            step()
        else:
            b = [c]
    elif n > 0:
        c += sum(b)
    return b, c


FUNCTIONS = [assigned_then_changed, before_an_exception, before_a_return, in_a_loop, in_nested_branches]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_names_of_a_function_inside(function, backend):
    static = sct.to_static(function, backend=backend)
    for n in (1, 3, 0, 2, 4):
        n = np.int64(n)
        try:
            want = function(n)
        except ValueError:
            with pytest.raises(ValueError):
                static(n)
        else:
            assert static(n) == want, n


PAIR = [0.0, 0.0]
ME = sys.modules[__name__]


def set_pair(a):
    ME.PAIR = [a, a]


def step_pair():
    global PAIR
    PAIR = [PAIR[0] + 1.0, PAIR[1] * 2]


def through_the_module(a, n):
    set_pair(a)
    total = 0
    for _ in range(n):
        step_pair()
        total += PAIR[0] + ME.PAIR[1]
    return total, PAIR


def in_a_branch(a, n):
    ME.PAIR = [a, a]
    if a > 1:
        ME.PAIR = [a * n, a]
    step_pair()
    first = PAIR[0]
    set_pair(a * 2)
    return first, PAIR[1], ME.PAIR


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function", [through_the_module, in_a_branch], ids=lambda f: f.__name__)
def test_a_global_is_the_modules_attribute(function, backend, monkeypatch):
    monkeypatch.setattr(ME, "PAIR", [0.0, 0.0])
    static = sct.to_static(function, backend=backend)
    for a, n in ((2.0, 3), (np.float64(1.5), 4), (np.float64(0.5), np.int64(4)), (np.float64(2.5), np.int64(2))):
        want = function(a, n)
        left, ME.PAIR = PAIR, [0.0, 0.0]
        assert repr(static(a, n)) == repr(want)
        assert repr(PAIR) == repr(left)
