"""Every ufunc of NumPy as an op: dtypes, shapes, kinds, weak numbers, keywords and errors, against NumPy."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from sct import ops
from sct.ops import registry
from tests.ops.checked import Checked, apply
from tests.ops.operands import DTYPES, NUMBERS, check, forms, quietly

FAMILIES = ("elementwise", "elementwise_math", "comparison", "bitwise")
UFUNCS = [op for op in ops.all_ops() if op.family in FAMILIES and "ufunc" in op.extras]
UNARY = [op for op in UFUNCS if op.extras["ufunc"].nin == 1]
BINARY = [op for op in UFUNCS if op.extras["ufunc"].nin == 2]
COVERED = {op.name for op in UFUNCS} | {"pow"}
PAIRS = [("vector", "vector"), ("matrix", "transposed"), ("column", "matrix"), ("0-d", "scalar"), ("scalar", "scalar"), ("0-d", "vector")]


def name(op):
    return op.name


def test_all_ufuncs_of_numpy_are_ops():
    missing = []
    for attribute in dir(np):
        ufunc = getattr(np, attribute)
        if isinstance(ufunc, np.ufunc) and ufunc.signature is None:
            op = registry.lookup_numpy(ufunc)
            if op is None or op.name != ufunc.__name__ or op.results != ufunc.nout:
                missing.append(attribute)
    assert missing == []


@pytest.mark.parametrize("op", UNARY, ids=name)
def test_unary(op):
    ufunc = op.extras["ufunc"]
    for char in DTYPES:
        for x in forms(char).values():
            check(op, ufunc, x)
    for x in NUMBERS:
        check(op, ufunc, x)


@pytest.mark.parametrize("op", BINARY, ids=name)
def test_binary(op):
    ufunc = op.extras["ufunc"]
    for a in DTYPES:
        left = forms(a)
        for b in DTYPES:
            right = forms(b)
            for form, other in PAIRS if a == b else PAIRS[2:4]:
                check(op, ufunc, left[form], right[other])


@pytest.mark.parametrize("op", BINARY, ids=name)
def test_weak_numbers(op):
    ufunc = op.extras["ufunc"]
    for char in DTYPES:
        operands = forms(char)
        for number in NUMBERS:
            for form in ("vector", "0-d", "scalar", "empty"):
                check(op, ufunc, operands[form], number)
                check(op, ufunc, number, operands[form])
    for a in NUMBERS:
        for b in NUMBERS:
            check(op, ufunc, a, b)


@pytest.mark.parametrize("op", BINARY, ids=name)
def test_shapes(op):
    ufunc = op.extras["ufunc"]
    char = next(c for c in "d?il" if quietly(ufunc, *[np.zeros(1, c)] * 2)[0] == "value" or c == "l")
    operands = list(forms(char).values())
    for x in operands:
        for y in operands:
            check(op, ufunc, x, y)


@pytest.mark.parametrize("op", UFUNCS, ids=name)
def test_dtype_and_casting(op):
    ufunc = op.extras["ufunc"]
    for char in "?ild":
        operands = [forms(char)["vector"]] * ufunc.nin
        for dtype in map(np.dtype, "?bBlfdD"):
            check(op, lambda *xs: ufunc(*xs, dtype=dtype), *operands, dtype=dtype)
            check(op, lambda *xs: ufunc(*xs, dtype=dtype, casting="unsafe"), *operands, dtype=dtype, casting="unsafe")


OPERATORS = {
    operator.add: "add", operator.sub: "subtract", operator.mul: "multiply", operator.truediv: "divide", operator.floordiv: "floor_divide",
    operator.mod: "remainder", divmod: "divmod", operator.pow: "pow", operator.and_: "bitwise_and", operator.or_: "bitwise_or",
    operator.xor: "bitwise_xor", operator.lshift: "left_shift", operator.rshift: "right_shift", operator.lt: "less", operator.le: "less_equal",
    operator.gt: "greater", operator.ge: "greater_equal", operator.eq: "equal", operator.ne: "not_equal",
}  # fmt: skip


def differs(x, y):
    """Where NumPy's answer for the operator has a dtype that depends on the exponent."""
    return isinstance(y, int) and getattr(x, "dtype", None) == np.dtype(bool)


@pytest.mark.parametrize("function", OPERATORS, ids=OPERATORS.get)
def test_operators_are_these_ops(function):
    op = ops.get(OPERATORS[function])
    for a in DTYPES:
        left = forms(a)
        for b in DTYPES:
            right = forms(b)
            for form, other in [("matrix", "column"), ("0-d", "scalar"), ("scalar", "scalar"), ("scalar", "0-d")]:
                same_operator(op, function, left[form], right[other])
        for number in (*NUMBERS, 0, 1, -1, 3, 2.0, -1.0, 0.0):
            for form in ("vector", "0-d", "scalar"):
                same_operator(op, function, left[form], number)
                same_operator(op, function, number, left[form])


def python_answers(x, y):
    """A Python complex on the left takes np.float64, a subclass of float, for a float: the answer is Python's."""
    return type(x) is complex and type(y) is np.float64


def same_operator(op, function, x, y):
    if python_answers(x, y):
        want = quietly(function, x, y)
        assert want[0] == "error" or type(want[1]) in (complex, bool, np.bool_)
        return
    want = quietly(function, x, y)
    if want[0] == "value" or (op.name == "pow" and differs(x, y)):
        check(op, function, x, y, refused=differs if op.name == "pow" else None)
    else:  # the operator's words may be others than the ufunc's; what is raised must be the same
        got = quietly(lambda: apply(op, [Checked(x), Checked(y)], {}))
        assert got[0] == "error" and (got[1] is want[1] or issubclass(got[1], want[1]) or issubclass(want[1], got[1])), (op.name, x, y, got, want)


@pytest.mark.parametrize("symbol, name", [(operator.neg, "negative"), (operator.pos, "positive"), (operator.abs, "absolute"), (operator.invert, "invert")])
def test_unary_operators_are_these_ops(symbol, name):
    for char in DTYPES:
        for x in forms(char).values():
            want = quietly(symbol, x)
            if want[0] == "value":
                check(ops.get(name), symbol, x)
            else:
                assert quietly(lambda: apply(ops.get(name), [Checked(x)], {}))[1] is want[1]


def test_commutative_ops_are():
    for op in UFUNCS:
        if registry.Fact.COMMUTATIVE in op.facts:
            for char in DTYPES:
                x = values = forms(char)["vector"]
                y = values[::-1]
                a, b = quietly(op, x, y), quietly(op, y, x)
                assert a[0] == b[0]
                if a[0] == "value":
                    assert a[1].tobytes() == b[1].tobytes() or np.isnan(a[1]).any(), (op, char)
                    assert np.array_equal(a[1], b[1], equal_nan=a[1].dtype.kind in "fc")


def test_units_are_bit_exact():
    from sct.ops.infer import right_unit

    tried = set()
    for op in ops.all_ops():
        for char in DTYPES:
            unit = right_unit(op, np.dtype(char))
            if unit is None or not ("ufunc" in op.extras or op.name == "pow"):
                continue
            x = forms(char)["vector"]
            got = quietly(op, x, unit)
            if got[0] == "value" and got[1].dtype == x.dtype:
                assert np.array_equal(got[1], x, equal_nan=x.dtype.kind == "f"), (op, char)
                if x.dtype.kind == "f":
                    assert (np.signbit(got[1]) == np.signbit(x))[~np.isnan(x)].all(), (op, char)
                tried.add(op.name)
    assert {"multiply", "divide", "power", "pow", "add", "bitwise_and", "left_shift"} <= tried
