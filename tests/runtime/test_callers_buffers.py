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


@BACKENDS
@MAKERS
def test_an_array_shows_a_buffer_that_is_written_to(make, backend):
    def of(b, x, n):
        b[0] = n
        return x.sum()

    static = sct.to_static(of, backend=backend)
    b = make()
    assert static(b, np.ones(3, np.uint8), np.int64(7)) == 3
    assert b[0] == 7
    with pytest.raises(sct.errors.SctError, match="from outside the function is changed"):
        static(b, np.frombuffer(b, np.uint8), np.int64(8))
    assert b[0] == 7


@BACKENDS
@MAKERS
def test_any_content_is_served_by_one_program(make, backend):
    def of(b, n):
        b[1] += n
        return b[0] + b[1]

    static = sct.to_static(of, backend=backend)
    b = make()
    for n in range(5):
        before = list(b)
        assert static(b, np.int64(n)) == before[0] + before[1] + n
        assert list(b) == [before[0], before[1] + n, before[2]]
        b[0] = n
    assert static.cache_info().misses == 1


@BACKENDS
@MAKERS
def test_something_else_shows_the_memory(make, backend):
    def write(b):
        b[0] = 1

    def grow(b):
        b.append(1)

    def grow_and_shrink(b):
        b.append(1)
        b.pop()

    b = make()
    seen = memoryview(b)
    sct.to_static(write, backend=backend)(b)
    assert seen[0] == 1
    for function in (grow, grow_and_shrink):
        static = sct.to_static(function, backend=backend)
        static(make())
        with pytest.raises(BufferError):
            function(b)
        with pytest.raises(sct.errors.SctError, match="from outside the function is changed"):
            static(b)
    assert len(b) == 3
