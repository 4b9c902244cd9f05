"""Numbers and dates of the standard library that a function makes of known values, and the state that they depend on."""

import datetime
import decimal
import fractions

import numpy as np
import pytest

import sct
from sct.errors import UnsupportedCallError
from tests.runtime.same import same

pytestmark = pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")


def test_they_leave_a_function():
    def f(a, b):
        half = fractions.Fraction(a, b)
        day = datetime.datetime(2020, 1, a)
        return (
            half + 1,
            [half],
            decimal.Decimal(a) / 8,
            day,
            day.date(),
            datetime.timedelta(days=b),
            datetime.timezone.utc,
        )

    same(f, (3, 4), (1, 2), (10, -6), (7, 21))


def test_one_of_them_is_chosen_at_run_time():
    same(lambda x: fractions.Fraction(1, 3) if x > 0 else fractions.Fraction(2, 3), (np.float64(1),), (np.float64(-1),))


MADE = [
    lambda a: str(decimal.Decimal(a) / 3),
    lambda a: float(D / 3) + a,
    lambda a: (a + decimal.Decimal("1.00000001")) * 1,
]
D = decimal.Decimal(1)


@pytest.mark.parametrize("k", range(len(MADE)))
def test_the_context_is_a_guard(k):
    static = sct.to_static(MADE[k])
    for precision in (28, 4, 28, 6):
        with decimal.localcontext() as at:
            at.prec = precision
            assert static(1) == MADE[k](1)
            assert static(1) == MADE[k](1)


def test_the_context_of_a_call_is_one_too():
    static = sct.to_static(lambda d: str(d / 3))
    for precision in (28, 4, 28):
        with decimal.localcontext() as at:
            at.prec = precision
            assert static(D) == str(D / 3)


CHANGES = [
    lambda c: decimal.getcontext().prec,
    lambda c: decimal.setcontext(c),
    lambda c: decimal.localcontext(c).__enter__().prec,
]


@pytest.mark.parametrize("k", range(len(CHANGES)))
def test_changes_of_the_context_are_refused(k):
    with pytest.raises(UnsupportedCallError, match="decimal"):
        sct.to_static(CHANGES[k])(decimal.Context())
