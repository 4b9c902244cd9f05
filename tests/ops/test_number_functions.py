"""Functions of several Python numbers, and methods of ints: on run-time numbers, against Python itself."""

import math
import statistics

import numpy as np
import pytest

import sct
from sct import ops

# the op, a function that reaches it, and how many numbers that takes
FUNCTIONS = [
    ("math_dist", lambda a, b, c, d: math.dist([a, b], [c, d]), 4),
    ("math_fsum", lambda a, b, c: math.fsum([a, b, c]), 3),
    ("statistics_fmean", lambda a, b, c: statistics.fmean([a, b, c]), 3),
    ("statistics_geometric_mean", lambda a, b, c: statistics.geometric_mean([a, b, c]), 3),
    ("statistics_harmonic_mean_parts", lambda a, b, c: statistics.harmonic_mean([a, b, c]), 3),
    ("statistics_mean", lambda a, b, c: statistics.mean([a, b, c]), 3),
    ("statistics_median", lambda a, b, c: statistics.median([a, b, c]), 3),
    ("statistics_median_high", lambda a, b, c, d: statistics.median_high([a, b, c, d]), 4),
    ("statistics_median_low", lambda a, b, c, d: statistics.median_low([a, b, c, d]), 4),
    ("statistics_mode", lambda a, b, c: statistics.mode([a, b, c, a]), 3),
    ("statistics_pstdev", lambda a, b, c: statistics.pstdev([a, b, c]), 3),
    ("statistics_pvariance", lambda a, b, c: statistics.pvariance([a, b, c]), 3),
    ("statistics_stdev", lambda a, b, c: statistics.stdev([a, b, c]), 3),
    ("statistics_variance", lambda a, b, c: statistics.variance([a, b, c]), 3),
]
if hasattr(math, "sumprod"):  # of Python 3.12
    FUNCTIONS.append(("math_sumprod", lambda a, b, c, d: math.sumprod([a, b], [c, d]), 4))
NUMBERS = (2.5, 0.75, 4.0, 1.25)
INTS = (5, 12, 1)


@pytest.mark.parametrize(("name", "function", "count"), FUNCTIONS, ids=lambda v: v if isinstance(v, str) else "")
def test_of_floats(name, function, count):
    def f(x):
        return function(*[float(v) for v in x])

    def run(x):
        return f(x)

    x = np.array(NUMBERS[:count])
    static = sct.to_static(run)
    assert repr(static(x)) == repr(f(x))
    assert name in {op.name for op in static.program(x).body.walk()}


METHODS = [
    ("py_bit_length", lambda a, b, c: a.bit_length()),
    ("py_bit_count", lambda a, b, c: b.bit_count()),
    ("py_pow_mod", lambda a, b, c: pow(a, b, a + c)),
    ("py_integer_ratio", lambda a, b, c: a.as_integer_ratio()),
]


@pytest.mark.parametrize(("name", "function"), METHODS, ids=lambda v: v if isinstance(v, str) else "")
@pytest.mark.parametrize("sign", [1, -1])
def test_of_ints(name, function, sign):
    def f(x):
        return function(sign * int(x[0]), int(x[1]), int(x[2]))

    x = np.array(INTS)
    try:
        expected = repr(f(x))
    except ValueError:
        return
    static = sct.to_static(f)
    assert repr(static(x)) == expected
    assert name in {op.name for op in static.program(x).body.walk()}
    assert ops.get(name).doc


def test_harmonic_means_of_numpy_numbers():
    static = sct.to_static(lambda x: statistics.harmonic_mean([x[0], x[1]]))
    x = np.array([2.5, 4.0])
    assert repr(static(x)) == repr(statistics.harmonic_mean([x[0], x[1]]))
    assert "statistics_harmonic_mean" in {op.name for op in static.program(x).body.walk()}
