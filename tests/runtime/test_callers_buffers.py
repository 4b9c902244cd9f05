"""`bytearray` and `array.array` of the caller: arrays that show their memory, and what is written to them."""

import array

import numpy as np
import pytest

import sct

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
MAKERS = pytest.mark.parametrize("make", [lambda: bytearray(b"abc"), lambda: array.array("B", b"abc")])


@BACKENDS
@MAKERS
def test_an_array_that_shows_a_buffer_is_written_to(make, backend):
    def of(b, x):
        x[0] = 5
        return b[0]

    static = sct.to_static(of, backend=backend)
    assert static(make(), np.zeros(3, np.uint8)) == 97
    b = make()
    with pytest.raises(sct.errors.AliasError, match="shows the memory"):
        static(b, np.frombuffer(b, np.uint8))
    assert b[0] == 97
    assert static(b, np.frombuffer(make(), np.uint8)) == 97
