"""Error states: what reaches the caller, and when NumPy's own kernels run."""

import warnings

import numpy as np
import pytest

import sct
from sct.errors import SctError, SideEffectError

ZEROS = np.array([1.0, 0.0])
BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])


@BACKENDS
def test_what_is_left_behind(backend):
    @sct.to_static(backend=backend)
    def left(x):
        np.seterr(divide="ignore", over="raise")
        return x + 1

    for _ in range(3):
        with np.errstate(all="warn"):
            left(ZEROS)
            assert np.geterr() == {"divide": "ignore", "over": "raise", "under": "warn", "invalid": "warn"}
    with np.errstate(all="ignore"):
        left(ZEROS)
        assert np.geterr()["under"] == "ignore"


@BACKENDS
def test_the_callers_state_is_a_guard(backend):
    @sct.to_static(backend=backend)
    def asked(x):
        return np.geterr()["invalid"], x + 1

    for mode in ("warn", "ignore", "warn"):
        with np.errstate(invalid=mode):
            assert asked(ZEROS)[0] == mode


def test_ignored_on_the_numpy_backend():
    @sct.to_static(backend="numpy")
    def ignored(x):
        with np.errstate(divide="ignore"):
            return 1 / x

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ignored(ZEROS)[1] == np.inf


@BACKENDS
def test_ignored_where_the_caller_raises(backend):
    @sct.to_static(backend=backend)
    def ignored(x):
        with np.errstate(divide="ignore"):
            return 1 / x

    with np.errstate(all="raise"), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ignored(ZEROS)[1] == np.inf


@BACKENDS
def test_the_state_is_as_before_when_tracing_fails(backend):
    @sct.to_static(backend=backend)
    def fails(x):
        np.seterr(divide="ignore")
        return hash(f"{x[0]}")

    with np.errstate(all="warn"):
        with pytest.raises(SctError):
            fails.program(ZEROS)
        assert np.geterr()["divide"] == "warn"


def test_an_object_of_the_callers_stays_as_it_is():
    state = np.errstate(divide="raise")

    def uses(x):
        with state:
            return 1 / x

    sct.to_static(uses)(ZEROS + 1)
    with pytest.raises(FloatingPointError):
        uses(ZEROS)


@BACKENDS
def test_in_a_run_time_branch(backend):
    @sct.to_static(backend=backend)
    def sets(x):
        if x[0] > 0:
            np.seterr(divide="ignore")
        return 1 / x

    with pytest.raises(SideEffectError, match="np.seterr in a branch"):
        sets(ZEROS)
    assert np.geterr()["divide"] == "warn"
