"""Print options that functions set: what they leave behind, and what is refused."""

import numpy as np
import pytest

import sct
from sct.errors import SideEffectError, UnsupportedCallError

X = np.arange(3.0) / 3


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_options_that_stay(backend):
    """Texts made before keep their digits; the options hold after the call, at each one."""

    def f(x):
        before = str(x)
        np.set_printoptions(precision=3)
        return before, str(x)

    static = sct.to_static(f, backend=backend)
    for _ in range(2):
        with np.printoptions():
            assert static(X) == ("[0.         0.33333333 0.66666667]", "[0.    0.333 0.667]")
            assert np.get_printoptions()["precision"] == 3
        assert np.get_printoptions()["precision"] == 8


def test_options_of_the_caller():
    """Those that the function leaves alone are the caller's at the time of the call."""

    @sct.to_static
    def f(x):
        with np.printoptions(suppress=True):
            return str(x * 1e-5)

    assert f(X) == "[0.         0.00000333 0.00000667]"
    with np.printoptions(precision=4):
        assert f(X) == "[0. 0. 0.]"


@pytest.mark.parametrize(
    "f",
    [
        lambda x: np.get_printoptions()["precision"],
        lambda x: np.array2string(x, formatter={"float": str}),
        lambda x: np.set_printoptions(formatter={"float": str}),
    ],
)
def test_refused(f):
    with pytest.raises(UnsupportedCallError):
        sct.to_static(f)(X)


def test_refused_in_branches():
    @sct.to_static
    def f(x):
        if x[0] > 0:
            np.set_printoptions(precision=3)
        return str(x)

    with pytest.raises(SideEffectError):
        f(X)


@pytest.mark.parametrize("options", [{"precision": -2}, {"floatmode": "some"}, {"threshold": "many"}])
def test_errors_of_numpy(options):
    def f(x):
        with np.printoptions(**options):
            return str(x)

    with pytest.raises((ValueError, TypeError)) as wanted:
        f(X)
    with pytest.raises(type(wanted.value), match=str(wanted.value)[:20]):
        sct.to_static(f)(X)
