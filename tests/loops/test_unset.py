"""What `np.empty` makes is not written twice: machine code leaves its memory as it is until the program writes to it."""

import numpy as np
import pytest

import sct


def counted(x):
    out = np.empty(1000)
    for i in range(len(x)):
        out[i] = x[i] * i
    return out[: len(x)].copy()


def in_rows(x):
    out = np.empty((3, len(x)))
    out[0] = x
    out[1] = x + 1
    out[2] = out[0] * out[1]
    return out


def like_another(x):
    out = np.empty_like(x)
    out[1:] = x[1:] * 2
    out[0] = 5
    return out


def on_a_stack(x):
    waiting = np.empty((4000, 2), dtype=np.int64)
    waiting[0] = 1, 1
    top = 1
    steps = 0
    while top > 0:
        top -= 1
        i, j = waiting[top, 0], waiting[top, 1]
        steps += i * j
        if i + j < 6:
            waiting[top, 0], waiting[top, 1] = i + 1, j
            waiting[top + 1, 0], waiting[top + 1, 1] = i, j + 1
            top += 2
    return steps


def as_long_as_the_run_says(x):
    n = int(x.sum()) + len(x)
    out = np.empty(n)
    for i in range(n):
        out[i] = i
    return out


def made_in_turns(x):
    total = 0.0
    for k in range(5):
        row = np.empty(len(x))
        for i in range(len(x)):
            row[i] = x[i] * k
        total += row.sum()
    return total


def two_of_a_kind(x):
    a, b = np.empty(len(x)), np.empty(len(x))
    for i in range(len(x)):
        a[i] = x[i]
        b[i] = -x[i]
    return a, b


def truths(x):
    out = np.empty(len(x), dtype=bool)
    for i in range(len(x)):
        out[i] = x[i] > 3
    return out


def in_another_order(x):
    out = np.empty((len(x), 4), order="F")
    out[:, 0] = x
    out[:, 1:] = x[:, None]
    return out


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize(
    "function",
    [counted, in_rows, like_another, on_a_stack, as_long_as_the_run_says, made_in_turns, two_of_a_kind, truths,
     in_another_order],
)  # fmt: skip
def test_same_answers(function, backend):
    static = sct.to_static(function, backend=backend)
    for n in (40, 41, 600):
        x = np.arange(n) % 7.0
        expected, got = function(x.copy()), static(x.copy())
        for a, b in zip(np.atleast_1d(expected), np.atleast_1d(got), strict=True):
            assert np.array_equal(a, b)
            assert np.asarray(a).dtype == np.asarray(b).dtype


@pytest.mark.parametrize("function", [counted, in_rows, on_a_stack, made_in_turns])
def test_nothing_is_filled(function):
    static = sct.to_static(function, backend="native")
    static(np.arange(600) % 7.0)
    assert "memset" not in static.llvm()
