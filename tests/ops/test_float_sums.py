"""The steps of a sum of Python floats are those of CPython's own `sum`."""

import math

import pytest

import sct
from sct.ops.float_sums import sum_loss, sum_total


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_the_steps_are_pythons(backend):
    values = [0.0, -0.0, 1.0, -1.0, 1e-20, 1e308, -1e308, 1.7e308, 5e-324, 0.1, -0.3, math.inf, -math.inf, math.nan]
    lost = sct.to_static(lambda t, x: sct.ops.get("sum_loss")(t, x), backend=backend)
    whole = sct.to_static(lambda t, c: sct.ops.get("sum_total")(t, c), backend=backend)
    for t in values:
        for x in values:
            assert repr(lost(t, x)) == repr(sum_loss(t, x))
            assert repr(whole(t, x)) == repr(sum_total(t, x))


def test_they_are_machine_code():
    lost = sct.to_static(lambda t, x: sct.ops.get("sum_loss")(t, x), backend="native")
    whole = sct.to_static(lambda t, c: sct.ops.get("sum_total")(t, c), backend="native")
    assert (lost(1.0, 1e-20), whole(1.0, 0.5)) == (1e-20, 1.5)
    assert all(str(f.report()).endswith("machine code") for f in (lost, whole))
