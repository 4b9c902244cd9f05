"""Operators and conversions on Python numbers against Python: values, types and errors."""

from __future__ import annotations

import cmath
import itertools
import math
import operator

import numpy as np
import pytest

from sct import ops
from sct.errors import StaticValueError, UnsupportedOpError, VerifyError
from sct.ops.python_math import lookup_function
from tests.ops.checked import Checked, apply, plain, same, spec_of
from tests.ops.operands import DTYPES, forms, quietly

INTS = [-3, -1, 0, 1, 2, 7, 63, 64, 2**53 + 1, 2**62, -(2**63), 2**63 - 1]
FLOATS = [0.0, -0.0, 0.5, 1.5, -2.5, 2.0**53, 1e308, -1e-310, math.inf, -math.inf, math.nan]
NUMBERS = [True, False, *INTS, *FLOATS, 0j, 1 + 2j, complex(-0.0, math.inf)]
BINARY = {
    "py_add": operator.add, "py_sub": operator.sub, "py_mul": operator.mul, "py_truediv": operator.truediv, "py_floordiv": operator.floordiv,
    "py_mod": operator.mod, "py_divmod": divmod, "py_pow": operator.pow, "py_and": operator.and_, "py_or": operator.or_, "py_xor": operator.xor,
    "py_lt": operator.lt, "py_le": operator.le, "py_gt": operator.gt, "py_ge": operator.ge, "py_eq": operator.eq, "py_ne": operator.ne,
    "py_lshift": lambda x, y: operator.lshift(x, min(y, 200) if isinstance(y, int) else y), "py_rshift": operator.rshift,
}  # fmt: skip
UNARY = {
    "py_neg": operator.neg, "py_pos": operator.pos, "py_abs": abs, "py_invert": operator.invert, "py_not": operator.not_, "py_round": round,
    "py_int": int, "py_float": float, "py_complex": complex, "py_bool": bool, "truth": bool,
    "py_real": lambda x: x.real, "py_imag": lambda x: x.imag, "py_conjugate": lambda x: x.conjugate(),
}  # fmt: skip
# the last four: see test_number_functions
SEVERAL = {"py_bit_length", "py_bit_count", "py_pow_mod", "py_pow_or_not", "py_integer_ratio"}
COVERED = {*BINARY, *UNARY, *SEVERAL, "item", *(op.name for op in ops.all_ops() if op.family == "python_math")}


def static_type(function, *operands):
    """The type of Python's result as it is for most values of these types: for ones."""
    return type(function(*[type(x)(1) for x in operands]))


def expected(function, *operands):
    """What Python gives, or StaticValueError where it leaves int64 or the type that the graph has for it."""
    want = quietly(function, *operands)
    if want[0] == "error":
        return want
    parts = want[1] if isinstance(want[1], tuple) else (want[1],)
    if any(type(n) is int and not -(2**63) <= n < 2**63 for n in parts) or type(want[1]) is not static_type(function, *operands):
        return "error", StaticValueError, None
    return want


def agree(got, want, told):
    assert got[:1] == want[:1], (told, got, want)
    if want[0] == "value":
        assert same(got[1], want[1]) and repr(got[1]) == repr(want[1]), (told, got, want)
    else:
        assert got[1] is want[1] and want[2] in (None, got[2]), (told, got, want)


def run(name, *operands, **attrs):
    return quietly(lambda: plain(apply(ops.get(name), [Checked(x) for x in operands], attrs)))


def big_power(x, y):
    """Python's `**`, with a stand-in for results too long to compute."""
    if isinstance(x, int) and isinstance(y, int) and y > 200 and abs(x) > 1:
        return 2**70
    return x**y


@pytest.mark.parametrize("name", BINARY)
def test_binary(name):
    function = big_power if name == "py_pow" else BINARY[name]
    for x, y in itertools.product(NUMBERS, NUMBERS):
        agree(run(name, x, y), expected(function, x, y), (name, x, y))


def test_powers_that_say_that_there_is_none():
    for x, y in itertools.product(FLOATS, [*FLOATS, *INTS, True]):
        want = quietly(operator.pow, x, y)
        got = run("py_pow_or_not", x, y)
        if want[0] == "error":
            assert got == ("value", (math.inf, 1 if want[1] is ZeroDivisionError else 2)), (x, y, got, want)
        elif isinstance(want[1], complex):
            assert got[:2] == ("error", StaticValueError), (x, y, got)
        else:
            assert same(got[1][0], want[1]) and got[1][1] == 0, (x, y, got, want)
    assert run("py_pow_or_not", 2, 3)[:2] == ("error", VerifyError)


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # ~True, from Python 3.12 on
@pytest.mark.parametrize("name", UNARY)
def test_unary(name):
    for x in NUMBERS:
        agree(run(name, x), expected(UNARY[name], x), (name, x))


def test_round_to_digits():
    for x, digits in itertools.product(NUMBERS, [0, 1, 3, -1, 400]):
        agree(run("py_round", x, digits), expected(round, x, digits), (x, digits))
    for char in DTYPES:
        x = forms(char)["vector"][4]
        for digits in ((), (0,), (1,)):
            want = quietly(round, x, *digits)
            got = run("py_round", x, *digits)
            assert got[0] == want[0] and (got[1] is want[1] if want[0] == "error" else same(got[1], want[1])), (x, digits, got, want)


@pytest.mark.parametrize("name", ["py_int", "py_float", "py_complex", "py_bool", "truth", "item"])
def test_conversions_of_numpy_values(name):
    function = UNARY.get(name, lambda x: x.item())
    for char in DTYPES:
        for form, x in forms(char).items():
            got, want = run(name, x), quietly(function, x)
            if want[0] == "value" and isinstance(want[1], int) and not -(2**63) <= want[1] < 2**63:
                want = "error", StaticValueError, None
            if got[0] == "error" and got[1] is UnsupportedOpError:
                assert (name in ("py_int", "py_float") and x.dtype.kind == "c") or char in "gG", (name, x)
                continue
            assert got[0] == want[0], (name, form, x, got, want)
            if got[0] == "value":
                assert type(got[1]) is type(want[1]) and repr(got[1]) == repr(want[1]), (name, x, got, want)
            else:
                assert got[1] is want[1], (name, form, x, got, want)


def test_elements_of_extremes():
    for char in "efd":
        for x in forms(char)["vector"]:
            agree(run("py_int", x), expected_conversion(int, x), x)
    for x in (np.uint64(2**63), np.uint64(2**64 - 1), np.int64(-(2**63))):
        agree(run("py_int", x), expected_conversion(int, x), x)


def expected_conversion(function, x):
    want = quietly(function, x)
    if want[0] == "value" and not -(2**63) <= want[1] < 2**63:
        return "error", StaticValueError, None
    return want


def test_complex_of_two_parts():
    for x, y in itertools.product([True, 3, -0.0, 1.5, np.float32(2), math.inf], repeat=2):
        got, want = run("py_complex", x, y), quietly(complex, x, y)
        assert repr(got) == repr(want)


def test_operands_must_be_python_numbers():
    with pytest.raises(VerifyError):
        ops.get("py_add").infer(spec_of(np.float64(1)), spec_of(1))


# -- math and cmath --------------------------------------------------------------------------------

_OPERANDS = {1: [(x,) for x in NUMBERS], 2: list(itertools.product([True, *INTS[:7], *FLOATS], repeat=2))}
TWO = {
    "atan2", "copysign", "hypot", "nextafter", "pow", "fmod", "remainder", "ldexp", "gcd", "lcm", "comb", "perm", "isclose", "rect", "log",
}  # fmt: skip
THREE = {"fma"}
_OPERANDS[3] = list(itertools.product([True, 3, *FLOATS[:6]], repeat=3))
SLOW = {math.factorial: 30, math.comb: 70, math.perm: 70}


def math_ops():
    return [op for op in ops.all_ops() if op.family == "python_math"]


def count_of(function):
    """How many operands a function takes; those that this Python does not have are not tested."""
    if not hasattr(__import__(function.__module__), function.__name__):
        pytest.skip("of a later Python")
    return 2 if function.__name__ in TWO else 3 if function.__name__ in THREE else 1


@pytest.mark.parametrize("op", math_ops(), ids=lambda op: op.name)
def test_math(op):
    (function,) = op.extras["functions"]
    assert lookup_function(function) is op
    for operands in _OPERANDS[count_of(function)]:
        if any(isinstance(x, int) and abs(x) > SLOW.get(function, 2**64) for x in operands):
            continue
        want = quietly(function, *operands)
        parts = want[1] if isinstance(want[1], tuple) else (want[1],)
        if want[0] == "value" and any(type(n) is int and not -(2**63) <= n < 2**63 for n in parts):
            want = "error", StaticValueError, None
        got = run(op.name, *operands)
        agree(got, want, (op.name, operands))


@pytest.mark.parametrize("op", math_ops(), ids=lambda op: op.name)
def test_math_of_numpy_values(op):
    (function,) = op.extras["functions"]
    count = count_of(function)
    for char in DTYPES:
        for form in ("vector", "one", "0-d", "scalar"):
            operands = [forms(char)[form]] * count
            if function in SLOW:
                operands = [x // x.dtype.type(20) if x.dtype.kind in "iu" else x for x in operands]
            got, want = run(op.name, *operands), quietly(function, *operands)
            if got[0] == "error" and got[1] is UnsupportedOpError:
                assert char in "FDG" and op.name.startswith("math_")
                continue
            if want[0] == "value" and isinstance(want[1], int) and not -(2**63) <= want[1] < 2**63:
                want = "error", StaticValueError, None
            assert got[0] == want[0], (op.name, operands, got, want)
            if got[0] == "value":
                assert type(got[1]) is type(want[1]) and repr(got[1]) == repr(want[1]), (op.name, operands, got, want)
            else:
                assert issubclass(got[1], want[1]), (op.name, operands, got, want)


def test_attributes_of_isclose():
    assert ops.get("math_isclose")(1.0, 1.1, rel_tol=0.2) is True
    assert ops.get("cmath_isclose")(1j, 1.1j, abs_tol=0.05) is False


def test_variadic_functions():
    for function, operands in [(math.hypot, (3.0, 4.0, 12.0)), (math.gcd, (12, 18, 27)), (math.log, (8, 2)), (math.gcd, ()), (math.perm, (5,))]:
        agree(run(lookup_function(function).name, *operands), quietly(function, *operands), operands)


def test_what_has_no_op():
    assert lookup_function(math.fsum) is None
    assert lookup_function([]) is None
    assert lookup_function(cmath.sqrt) is ops.get("cmath_sqrt")


@pytest.mark.skipif(hasattr(math, "sumprod"), reason="of Pythons that do not have it")
def test_a_program_with_a_function_of_a_later_python_says_so():
    with pytest.raises(RuntimeError, match=r"this program calls math\.sumprod, which Python has since 3\.12"):
        ops.get("math_sumprod").kernel(1.0, 2.0, xp=np)
