"""A program for arrays of one dtype answers for no other dtype, also for none that programs do not hold."""

import numpy as np
import pytest

import sct

HELD = ["?", "b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "e", "f", "d", "F", "D"]
OTHERS = ["g", "G", "O", "S3", "U3", "V4", "M8[D]", "m8[h]", ">f8", ">i2"]


def named(x):
    return str(x.dtype), x.dtype.char, x.ndim


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("shape", [(), (2,), (0, 3)])
@pytest.mark.parametrize("first", HELD)
def test_programs_of_two_dtypes_are_two(first, shape, backend):
    static = sct.to_static(named, backend=backend)
    one = np.zeros(shape, first)
    for other in HELD + OTHERS:
        x = np.zeros(shape, other)
        assert static(one) == named(one)
        try:
            assert static(x) == named(x)
        except sct.errors.SctError as error:
            assert other in OTHERS, error
