"""Arrays of lists of numbers of which only the run knows the kind: made once, not for all combinations."""

import numpy as np
import pytest

import sct


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_many_such_numbers_are_one_array(backend):
    def f(n, u):
        return np.array([max(i - u, 0) for i in range(n)]), np.array(list(map(lambda i: max(i - u, 0), range(n))))

    static = sct.to_static(f, backend=backend)
    for u in (3, 50, -1):
        for got, wanted in zip(static(40, np.int64(u)), f(40, np.int64(u)), strict=True):
            assert got.dtype == wanted.dtype
            assert got.tolist() == wanted.tolist()
    assert len(static.program(40, np.int64(3)).body.ops) < 1000


def test_the_dtype_is_that_of_what_is_there():
    def f(x):
        return np.array([[max(v, 0), 1] for v in x])

    static = sct.to_static(f)
    for x in ([1.5, 2.0], [-1.0, -2.0], [-1.0, 0.5], [1.5, -2.0]):
        for dtype in (np.float64, np.float32, np.int8):
            got, wanted = static(np.array(x, dtype)), f(np.array(x, dtype))
            assert got.dtype == wanted.dtype
            assert got.tolist() == wanted.tolist()
