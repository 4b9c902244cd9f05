"""Rare arguments of NumPy's functions: conversions that may lose nothing, dtypes of which each element is an array."""

import numpy as np
import pytest

import sct
from sct.errors import UnsupportedOpError

BACKENDS = ["numpy", "native"]
NEW = np.lib.NumpyVersion(np.__version__) >= "2.4.0"


def whole(x):
    return x.astype(np.int8, casting="same_value")


def single(x):
    return x.astype(np.float32, order="F", casting="same_value")


CASES = [
    *[(whole, x) for x in ([1.0, 2.0], [1.5], [1, 200], [1, 20], [np.nan], [[1], [2]])],
    *[(single, x) for x in ([2**30 + 1], [0.1], [np.nan, 0.5])],
]


@pytest.mark.skipif(not NEW, reason="NumPy 2.4 has it")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("function, x", CASES)
@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
def test_no_value_becomes_another(function, x, backend):
    x = np.array(x)
    try:
        expected = function(x)
    except ValueError:
        expected = None
    static = sct.to_static(function, backend=backend)
    for _ in range(2):
        if expected is None:
            with pytest.raises(ValueError, match="same_value"):
                static(x)
        else:
            np.testing.assert_array_equal(static(x), expected, strict=True)


ELEMENTS_ARE_ARRAYS = [
    lambda x: np.array([x[0], x[1]], dtype=(float, 2)),
    lambda x: x.astype((float, 2)),
    lambda x: np.full(3, x[0], dtype=np.dtype((float, 2))),
    lambda x: np.fromiter((v for v in x), dtype=np.dtype((float, 2))),
]


@pytest.mark.parametrize("function", ELEMENTS_ARE_ARRAYS)
def test_dtypes_of_arrays_are_refused(function):
    """They lost the last axis."""
    with pytest.raises(UnsupportedOpError) as refused:
        sct.to_static(function)(np.ones(2))
    assert refused.value.where is not None
