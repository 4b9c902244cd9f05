"""Powers with small known exponents: special values are those of `pow`, and so is the rest, but for the last bit."""

import math

import numpy as np
import pytest

import sct

EXPONENTS = [0, 1, -2, 2, 3, 4, 5, 7, 12, 32, 64, 0.5, -1, 3.0]
SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 5e-324, -5e-324, 1e-103, -1e-110, 1e103, -1e103, 1e160, 1e300]


def _power(exponent):
    def scalar(x):
        x = np.float64(x)
        for _ in range(1):
            y = x**exponent
        return y

    def python(x):
        return float(x) ** exponent

    def array(a):
        return np.power(a, float(exponent))

    return scalar, python, array


def _close(got, expected):
    got, expected = np.float64(got), np.float64(expected)
    if not np.isfinite(expected) or expected == 0:
        return got.tobytes() == expected.tobytes() or (np.isnan(got) and np.isnan(expected))
    return abs(got - expected) <= math.ulp(expected)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("exponent", EXPONENTS)
def test_powers_are_those_of_pow(exponent):
    numbers = np.concatenate([SPECIAL, np.random.default_rng(0).normal(size=300), [1e-30, 7e99]])
    scalar, python, array = _power(exponent)
    on_scalars, on_python, on_arrays = (sct.to_static(f, backend="native") for f in (scalar, python, array))
    with np.errstate(all="ignore"):
        usual = numbers[(numbers != 0) & ~np.isinf(numbers)] if exponent == 0.5 else numbers  # NumPy's `sqrt` or `pow`
        assert all(map(_close, on_arrays(usual), array(usual)))
        for x in numbers:
            assert _close(on_scalars(x), scalar(x)), x
            try:
                wanted = python(x)
            except ArithmeticError as error:
                with pytest.raises(type(error)):
                    on_python(x)
                continue
            got = on_python(x)
            assert type(got) is type(wanted)
            assert got == wanted if isinstance(wanted, complex) else _close(got, wanted), x


def test_no_call_of_pow():
    @sct.to_static(backend="native")
    def total(a):
        s = 0.0
        for i in range(len(a)):
            s += float(a[i]) ** 3 + a[i] ** 4
        return s

    assert total(np.ones(5)) == 10.0
    assert "pow" not in total.loops()


def _of_python(x, n):
    return float(x) ** n


def _of_numpy(x, n):
    return x ** int(n)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("power", [_of_python, _of_numpy])
def test_whole_powers_that_only_the_run_knows(power):
    static = sct.to_static(lambda x, n: power(x[0], int(n[0])), backend="native")
    numbers = np.array([*SPECIAL, *np.random.default_rng(0).normal(size=20), 1e-30, 7e99])
    for x in numbers:
        for n in [*range(-5, 9), 13, 31, 100, 127, 128, 1023, -13, -100, -127, -128, 2**53 + 1, -(2**63)]:
            given = np.array([x]), np.array([n])
            try:
                wanted = power(given[0][0], n)
            except ArithmeticError as error:
                with pytest.raises(type(error)):
                    static(*given)
                continue
            got = static(*given)
            assert type(got) is type(wanted)
            assert _close(got, wanted), (x, n)
    assert "whole_power" in static.loops()


def test_whole_powers_are_those_of_pow():
    @sct.to_static(backend="native")
    def powers(x, n):
        out = np.zeros(len(x))
        for i in range(len(x)):
            out[i] = x[i] ** n[i]
        return out

    generator = np.random.default_rng(1)
    x, n = generator.uniform(0.5, 2.0, 2000), generator.integers(-127, 128, 2000)
    assert np.count_nonzero(powers(x, n) != [a ** int(k) for a, k in zip(x, n, strict=True)]) < 5
