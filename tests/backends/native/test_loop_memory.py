"""What a turn of a loop makes is let go in that turn, also where extents are known only at run time."""

import resource

import numpy as np
import pytest

import sct


def shortest_paths(path):
    for k in range(path.shape[0]):
        path[:] = np.minimum(path[:], np.add.outer(path[:, k], path[k, :]))
    return path


def rows_of_a_product(a):
    for k in range(a.shape[0]):
        a[1:-1, 1:] = a[:-2, :-1] * 0.5 + a[2:, 1:] * a[k, 0]
    return a


def a_value_used_twice(a):
    b = a.copy()
    for k in range(a.shape[0]):
        d = a * 0.5 + k
        a[:] = d
        b[:, :] = d - 1.0
    return a, b


@pytest.mark.parametrize("function", [shortest_paths, rows_of_a_product, a_value_used_twice])
def test_loops_over_dynamic_extents_use_the_same_memory(function):
    static = sct.to_static(function, backend="native")
    for n in (7, 5, 1):
        x = np.cos(np.arange(1.0 * n * n)).reshape(n, n)
        np.testing.assert_allclose(static(x.copy()), function(x.copy()), rtol=1e-12)
    assert static.cache_info().misses <= 3
    x = np.zeros((160, 160))  # 200 KiB, 160 times
    static(x)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    static(x)
    pages = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    assert pages * resource.getpagesize() < 8 * x.nbytes
