"""`np.histogram` with a number of bins is machine code."""

import numpy as np
import pytest

import sct

X = np.random.default_rng(0).random((3, 40)) * 9
CASES = {
    "counts": lambda x: np.histogram(x, 9),
    "weights": lambda x: np.histogram(x[0], 9, weights=x[1]),
    "limits": lambda x: np.histogram(x.astype(np.uint8), 256, (0, 256)),
    "density": lambda x: np.histogram(x, 9, density=True, weights=x),
}


@pytest.mark.parametrize("name", CASES)
def test_machine_code(name):
    static = sct.to_static(CASES[name], backend="native")
    for found, expected in zip(static(X), CASES[name](X), strict=True):
        assert found.dtype == expected.dtype
        assert found.tobytes() == expected.tobytes()
    assert "called back" not in str(static.report())
