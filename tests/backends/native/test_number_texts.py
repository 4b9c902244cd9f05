"""Numbers as texts in machine code, letter by letter as Python formats them."""

import math
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sct

POWERS = [float(f"{m}e{k}") for k in range(-324, 309, 7) for m in ("1", "9.999999999999999", "2.5", "4.35")]
TWOS = [math.ldexp(m, k) for k in range(-1074, 1020, 13) for m in (1.0, 1.5, 1 + 2**-52, 2 - 2**-52)]
CORNERS = [0.0, -0.0, 1.0, 0.1, 1e15, 1e16, 1e17, 123456789012345680.0, 1e-4, 1e-5, 9.5, 0.5, 1.5, 2.5, 0.05, 0.25, 1e22,
           1e23, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, math.inf, -math.inf, math.nan,
           2.0**53, 2.0**53 + 2, 2.0**63, 2.0**64, 999999.5, 0.9999999, 99.995, 9007199254740993.0]  # fmt: skip


def native(function):
    return sct.to_static(function, backend="native")


@native
def texts(values):
    out = ""
    for x in values.tolist():
        out += f"{x};{x!r:>30};"
    return out


@native
def fixed(values):
    out = ""
    for x in values.tolist():
        out += f"{x:.3f};{x:.0f};{x:f};{x:+012.2f};{x:^20.1f};{x:*<9.4f};{x:.17f};{x: .5f};"
    return out


@native
def integers(values):
    out = ""
    for x in values.tolist():
        out += f"{x};{x:5d};{x:<8};{x:^9};{x:08d};{x:x};{x:#>12X};{x:b};{x:o};{x:+d};{x: d};{x:=+7};{x!s:>6};{x!r:05};"
    return out


def check(function, values):
    got, expected = function(values), function.__wrapped__(values)
    for a, b in zip(got.split(";"), expected.split(";"), strict=True):
        assert a == b
    assert got == expected


@pytest.mark.parametrize("function", [texts, fixed])
@pytest.mark.parametrize("values", [CORNERS, POWERS, TWOS, [-x for x in TWOS]])
def test_corners(function, values):
    check(function, np.array(values))


def test_they_are_machine_code():
    values = np.array(CORNERS)
    for function in (texts, fixed):
        check(function, values)
        assert "text_letters" not in function.report()
    check(integers, np.arange(3))
    assert "text_letters" not in integers.report()


def test_random_bits():
    """The shortest digits, over all exponents."""
    rng = np.random.default_rng(11)
    check(texts, rng.integers(-(2**63), 2**63, 20000).view(np.float64))
    check(texts, rng.standard_normal(5000).round(3))
    check(texts, (rng.integers(0, 2**53, 3000) * 2.0 ** rng.integers(-60, 12, 3000)))


def test_random_fixed():
    rng = np.random.default_rng(12)
    check(fixed, rng.integers(-(2**63), 2**63, 2000).view(np.float64))
    check(fixed, rng.integers(-4000, 4000, 3000) / 16)  # halves and quarters: ties
    check(fixed, rng.standard_normal(3000) * 10.0 ** rng.integers(-8, 9, 3000))


def test_integers():
    edge = [0, 1, -1, 9, 10, -10, 99, 100, 2**31, -(2**31), 2**62, 2**63 - 1, -(2**63)]
    check(integers, np.array(edge))
    check(integers, np.random.default_rng(13).integers(-(2**63), 2**63, 2000))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(), min_size=1, max_size=20))
def test_floats(values):
    check(texts, np.array([*values] * (20 // len(values) + 1)))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint32, np.int64])
def test_numpy_numbers(dtype):
    @native
    def said(xs):
        out = ""
        for x in xs:
            out += f"{x}|{x:5}|"
        return out

    xs = np.array([0, 1, 100, 127] * 5).astype(dtype)
    assert said(xs) == said.__wrapped__(xs)


@pytest.mark.parametrize("values", [np.array([1.5, 1e16, 0.1] * 5), np.array([1.5, 0.1] * 8, np.float32), np.ones(12, bool)])
def test_other_numbers(values):
    @native
    def said(xs):
        out = ""
        for x in xs:
            out += f"{x}|{x:5}|{x!r}|"
        return out

    assert said(values) == said.__wrapped__(values)


def test_what_python_refuses():
    @native
    def said(xs):
        out = ""
        for x in xs.tolist():
            out += f"{x:.2d}"
        return out

    with pytest.raises(ValueError, match="[Pp]recision"):
        said(np.arange(12))


def test_the_sign_of_a_negative_nan():
    negative = struct.unpack("<d", struct.pack("<Q", 0xFFF8000000000000))[0]
    check(fixed, np.array([negative] * 12))
