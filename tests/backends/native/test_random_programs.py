"""Random programs as machine code, in registers and in memory, against the NumPy backend."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sct.backends import get
from sct.loops.known import layouts
from sct.passes import optimize
from tests.backends.random_programs import Maker, inputs

RANDOM = st.randoms(use_true_random=False)
SETTINGS = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


class Silent(Maker):
    def print(self, builder, pool, depth):
        return None


def assert_same(program):
    executable = get("native").compile(program)
    assert "native" in repr(executable)
    with np.errstate(all="ignore"):
        expected = get("numpy").compile(program)(*inputs())
    for _ in range(2):  # the second call meets memory that the first one has freed
        given_ = inputs()
        results = executable(*given_)
        for before, after in zip(inputs(), given_, strict=True):
            assert np.array_equal(before, after)
        for x, y in zip(expected, results, strict=True):
            assert type(x) is type(y)
            assert np.asarray(x).dtype == np.asarray(y).dtype
            np.testing.assert_allclose(y, x, rtol=1e-9, atol=1e-12)


@SETTINGS
@given(RANDOM)
def test_small_arrays_in_registers(random):
    assert_same(Silent(random).program())


@SETTINGS
@given(RANDOM)
def test_arrays_in_memory(random):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layouts, "SMALL", -1)
        assert_same(Silent(random).program())


@SETTINGS
@given(RANDOM)
def test_optimised(random):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layouts, "SMALL", -1)
        assert_same(optimize(Silent(random).program()))
