"""Lists of lists of lists whose extents only the run knows, in machine code and in NumPy, against Python."""

import numpy as np
import pytest

import sct

SHAPES = [(2, 3, 3), (3, 4, 4), (1, 5, 2), (4, 1, 1), (3, 3, 9)]


def cubes(shape):
    return np.arange(np.prod(shape)).reshape(shape)


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_numbers_of_two_kinds_at_any_depth(backend):
    def f(x):
        out = [[[0 for _ in range(len(x[0][0]))] for _ in range(len(x[0]))] for _ in range(len(x))]
        for i in range(len(x)):
            for j in range(len(x[0])):
                for k in range(len(x[0][0])):
                    out[i][j][k] += x[i][j][k]
        return out

    static = sct.to_static(f, backend=backend)
    for shape in (*SHAPES, *SHAPES):
        got, wanted = static(cubes(shape)), f(cubes(shape))
        assert got == wanted
        assert type(got[0][0][0]) is type(wanted[0][0][0])
