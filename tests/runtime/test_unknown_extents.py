"""What NumPy raises for arrays that stand in for those of the run is taken for theirs only where extents do not matter."""

import numpy as np
import pytest

from sct import InputSpec, to_static
from tests.runtime.same import observe


def one_element(x):
    return x[:1].reshape(())


def of_a_rest(x):
    return x[3:].reshape(1, 1)


def caught(x):
    try:
        return x[:1].reshape(())
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("plain", [one_element, of_a_rest, caught])
def test_a_part_of_an_array_of_any_extent(plain, backend):
    static = to_static(plain, input_spec=[InputSpec([None], "float64")], backend=backend)
    for n in (4, 1, 0, 7):
        assert observe(static, [np.arange(float(n))]) == observe(plain, [np.arange(float(n))])


def test_what_no_extent_would_change_is_raised():
    def wrong(x):
        return np.sort(x, kind="no such kind")

    static = to_static(wrong, input_spec=[InputSpec([None], "float64")])
    with pytest.raises(ValueError, match="sort kind must be one of"):
        static(np.arange(3.0))
