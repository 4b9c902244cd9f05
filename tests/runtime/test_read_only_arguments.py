"""Arrays that may be written to in one call and not in the next: what a program takes for granted of them is a guard."""

import numpy as np
import pytest

import sct
from tests.harness import same_calls


def writeable():
    return np.arange(4.0)


def read_only():
    made = np.arange(4.0)
    made.flags.writeable = False
    return made


def chosen(y, k):
    return y[1:] if k > 0 else y[:-1]


def reversed_or_not(y, k):
    if k > 0:
        y = y[::-1]
    return y


def tried(y, k):
    try:
        y[0] = 2
    except ValueError:
        return 0
    return 1


def written_in_a_branch(y, k):
    if k > 0:
        y[0] = 3
    return y


def asked(y, k):
    if y.flags.writeable:
        return y + 1
    return y - 1


def asked_of_views(y, k):
    return np.asarray(y).flags["WRITEABLE"], y[1:].flags.writeable, np.squeeze(y[None]).flags.writeable


def written(y, k):
    y[0] = k
    return y


FUNCTIONS = [chosen, reversed_or_not, tried, written_in_a_branch, asked, asked_of_views, written]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("order", [(writeable, read_only, writeable), (read_only, writeable, read_only)])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_both_kinds_in_turn(function, order, backend):
    calls = [lambda make=make, k=k: (make(), np.int64(k)) for make in order for k in (1, 0)]
    assert not same_calls(function, sct.to_static(function, backend=backend), calls)


def test_constants_and_read_only_arguments_are_told_apart():
    def answer(y, k):
        return y[1:] if k > 0 else np.zeros(3)

    for backend in ("numpy", "native"):
        static = sct.to_static(answer, backend=backend)
        assert not same_calls(answer, static, [lambda k=k: (read_only(), np.int64(k)) for k in (1, 0, 1, 0)])
        first, second = static(read_only(), np.int64(0)), static(read_only(), np.int64(0))
        assert first.flags.writeable and not np.shares_memory(first, second)


def test_explained():
    function = sct.to_static(asked)
    function(writeable(), 1)
    function(read_only(), 1)
    assert "writeable" in function.explain_cache()
