"""Fractions, decimals and time spans beside run-time values are refused: never taken for unequal."""

import datetime
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import sct
from sct import errors

X = np.array([1.0, 2.0, 0.5])

REFUSED = [
    lambda x: x[0] + Fraction(1, 2),
    lambda x: Fraction(1, 2) ** x[0],
    lambda x: x[2] == Fraction(1, 2),
    lambda x: x + Fraction(1, 2),
    lambda x: int(x[1]) in [Fraction(2), 5],
    lambda x: int(x[1]) in {Fraction(2), 5},
    lambda x: {Fraction(2): 1}[int(x[1])],
    lambda x: Decimal(2) * int(x[1]),
    lambda x: datetime.timedelta(seconds=2) * int(x[1]),
]


@pytest.mark.parametrize("function", REFUSED)
def test_refused(function):
    with pytest.raises(errors.StaticValueError, match="meets a value that is known only at run time"):
        sct.to_static(function)(X)


def test_known_ones_are_computed_with():
    assert sct.to_static(lambda x: x[0] * float(Fraction(1, 4) + Fraction(1, 4)))(X) == 0.5
    assert sct.to_static(lambda x: (x[0], Fraction(1, 2) == 0.5, 2 in {Fraction(2): 1}))(X)[1:] == (True, True)
