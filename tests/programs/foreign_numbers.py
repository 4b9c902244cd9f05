"""Fractions, decimals and time spans: known ones are computed with, beside run-time values they are refused."""

import datetime
from decimal import Decimal
from fractions import Fraction

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("foreign numbers")
X = np.array([1.0, -2.0, 3.0, 0.5])
N = np.array([3, 0, 2, 7])
UNKNOWN = "StaticValueError"


@program(call(X), call(-X))
def known_ones(x):
    """Computed while the program is made."""
    third = Fraction(1, 3) * 3 + Decimal(2).as_integer_ratio()[0]
    span = datetime.timedelta(seconds=2) * 3
    return x * float(third), span.total_seconds() + x[0], Fraction(1, 2) in (Fraction(2, 4), 3)


@program(call(X), refused=Refusal(UNKNOWN, "return Fraction(1, 2) == x[3]"))
def equal_fraction(x):
    """Python says that they are equal."""
    return Fraction(1, 2) == x[3]


@program(call(N), refused=Refusal(UNKNOWN, "return Decimal(2) < int(n[2])"))
def compared_decimal(n):
    """With a Python number of the run."""
    return Decimal(2) < int(n[2])


@program(call(N), refused=Refusal(UNKNOWN, "return {Fraction(2): 1}.get(int(n[2]))"))
def among_keys(n):
    """In a dict."""
    return {Fraction(2): 1}.get(int(n[2]))


@program(call(N), refused=Refusal(UNKNOWN, "return Fraction(int(n[2]), 3)"))
def made_of_run_time_numbers(n):
    """Made when the program runs."""
    return Fraction(int(n[2]), 3)
