"""Exceptions that are no `Exception`: they leave the program, not the tracing."""

import sys

import numpy as np
import pytest

import sct


class Overflow(BaseException):
    """What handlers of Exception do not see."""


def own(x):
    if x > 3:
        raise Overflow(x)
    return x + 1


def without_arguments(x):
    if x > 3:
        raise Overflow
    return x + 1


def in_a_loop(x):
    for k in range(9):
        if k > x:
            raise SystemExit(k)
    return x


def by_sys(x):
    if x > 3:
        sys.exit("too large")
    return x


def handled(x):
    try:
        if x > 3:
            raise KeyboardInterrupt("now")
    except KeyboardInterrupt as error:
        return str(error)
    return x


def not_handled(x):
    try:
        if x > 3:
            raise KeyboardInterrupt("now")
    except Exception:
        return -1
    return x


def always(x):
    raise SystemExit(x.ndim)


def ends(function, x):
    """How a call ends."""
    try:
        return function(x)
    except BaseException as error:
        return type(error), error.args


FUNCTIONS = [own, without_arguments, in_a_loop, by_sys, handled, not_handled, always]


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_same_end(function, backend):
    static = sct.to_static(function, backend=backend)
    for x in (np.int64(1), np.int64(5), np.int64(30), np.int64(1)):
        assert ends(static, x) == ends(function, x)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_what_is_done_before_is_done(backend):
    def f(x):
        x[0] = 7.0
        if x[1] > 3:
            raise SystemExit("done")
        x[1] = 8.0

    for start in ([0.0, 5.0], [0.0, 1.0]):
        plain, ours = np.array(start), np.array(start)
        assert ends(f, plain) == ends(sct.to_static(f, backend=backend), ours)
        assert plain.tolist() == ours.tolist()


def test_what_ends_the_process_is_refused():
    def f(x):
        if x > 3:
            exit(3)
        return x

    with pytest.raises(sct.errors.UnsupportedCallError):
        sct.to_static(f)(np.int64(1))
