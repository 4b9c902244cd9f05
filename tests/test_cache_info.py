"""What `cache_info` counts: a hit is a call that a program has answered which was there before."""

import contextlib

import numpy as np
import pytest

import sct

X, FAR = np.arange(3.0), np.arange(3.0) + 5
START = 0


def caught(x):
    """What an `ExitStack` sees first is left to Python."""
    try:
        with contextlib.ExitStack():
            return x[int(x[0])]
    except IndexError:
        return 0.0


def raises(x):
    if x[0] > 1:
        raise ValueError
    return x


def product(x):
    found = 1
    for n in x:
        found *= int(n)
    return found


def moves_on(x):
    global START
    START += 1
    return x + START


class Counted:
    n = 0


COUNTED = Counted()


def changes_its_guard(x):
    COUNTED.n = "s" if COUNTED.n == "t" else "t"
    return x + 1


CALLS = {
    "answers": (raises, [X, X, X.copy(), FAR[:2] * 0, X], "mhhmh"),
    "caught": (caught, [X, X, FAR, FAR, X, *[FAR] * 4, X], "mh--h----h"),
    "caught at once": (caught, [FAR, FAR, X, X], "m-hh"),
    "raised": (raises, [X, FAR, FAR, X, FAR], "m--h-"),
    "too large": (product, [np.arange(1, 4), np.arange(1, 40), np.arange(1, 40), np.arange(1, 4)], "mm-h"),
    "not called so": (raises, [X, None, X], "m-h"),
}


def counted(static, *args):
    before = static.cache_info()
    try:
        static(*args)
    except (ValueError, sct.errors.ArgumentsError):
        pass
    after = static.cache_info()
    hits, misses = after.hits - before.hits, after.misses - before.misses
    return {(0, 0): "-", (1, 0): "h", (0, 1): "m"}[hits, misses]


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("name", CALLS)
def test_hits_are_calls_that_programs_have_answered(name, backend):
    f, calls, wanted = CALLS[name]
    static = sct.to_static(f, backend=backend)
    assert "".join(counted(static, *([] if x is None else [x])) for x in calls) == wanted


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_calls_of_a_program_that_rests_are_no_hits(backend):
    static = sct.to_static(caught, backend=backend)
    assert "".join(counted(static, FAR) for _ in range(60)) == "m" + 59 * "-"
    assert counted(static, X) == ("-" if backend == "native" else "h")  # which rests now


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_each_call_counts_once(backend):
    for f in (moves_on, changes_its_guard):
        static = sct.to_static(f, backend=backend)
        for _ in range(12):
            assert counted(static, X) in ("h", "m")
