"""Numbers of another kind than a method expects: NumPy's for bytes and for flags, floats for how many."""

import heapq

import numpy as np
import pytest

import sct
from sct.errors import SctError


@pytest.mark.parametrize("method", ["index", "rindex", "find", "rfind", "count"])
def test_a_number_of_numpys_is_refused(method):
    def f(x, python):
        held = bytearray(b"abcabc")
        return getattr(held, method)(int(x[0]) if python else x[0])

    x = np.array([98, 0])
    with pytest.raises(SctError, match=f"a number of NumPy's is given to bytearray.{method}"):
        sct.to_static(f)(x, False)
    assert sct.to_static(f)(x, True) == f(x, True)


def test_an_array_is_no_list_of_bytes():
    def f(x, python):
        held = bytearray(b"a")
        held.extend(x.tolist() if python else x)
        return held

    x = np.array([98, 0])
    with pytest.raises(SctError, match="bytearray.extend"):
        sct.to_static(f)(x, False)
    assert sct.to_static(f)(x, True) == f(x, True)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_sort_in_the_order_that_the_run_says(backend):
    def f(x, python):
        held = [3, 1, 2]
        held.sort(reverse=bool(x[0] > 1) if python else x[0] > 1)
        return held

    static = sct.to_static(f, backend=backend)
    for x in (np.array([2]), np.array([0])):
        assert static(x, True) == f(x, True)
        outcomes = []
        for call in (f, static):  # before Python 3.12, NumPy's bools say nothing
            try:
                outcomes.append(call(x, False))
            except TypeError as error:
                outcomes.append(str(error))
        assert outcomes[0] == outcomes[1]


def test_the_largest_of_as_many_as_a_float_says():
    """Python takes 1.0 for 1, and no other float."""

    def f(x, n):
        return heapq.nlargest(n, [x[0], x[1]]), heapq.nsmallest(n, [int(x[0]), 7])

    x = np.array([2, 1])
    for n in (1.0, True, 2):
        assert sct.to_static(f)(x, n) == f(x, n)
    for call in (f, sct.to_static(f)):
        with pytest.raises(TypeError):
            call(x, 2.0)
    with pytest.raises(SctError, match="as many items as a float says"):
        sct.to_static(lambda x: heapq.nlargest(float(x[0]), [3, 1]))(x)
