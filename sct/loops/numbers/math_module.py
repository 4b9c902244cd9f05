"""The functions of the `math` module on numbers: they raise where a finite number gives none, and pass NaN on."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ir.core import Op
from sct.ir.types import ARRAY, PYTHON
from sct.loops.code import FALSE, Code, Const, Operand
from sct.loops.lower import HANDLERS, Lowering, handler
from sct.loops.numbers import scalars
from sct.loops.values import Num, Unsupported

__all__: list[str] = []

BOOL, INT, FLOAT = np.dtype("bool"), np.dtype("int64"), np.dtype("float64")
INFINITY = Const("f64", float("inf"))


def _put(low: Lowering, op: Op, x: Operand) -> None:
    low.define(op.results[0], Num(op.results[0].spec.dtype, (x,)))


def _floats(low: Lowering, op: Op) -> list[Operand]:
    """The operands, as Python converts them; `Unsupported` unless they are real numbers."""
    if any(a.spec.shape or a.spec.kind == ARRAY or a.spec.dtype.kind == "c" for a in op.args):
        raise Unsupported(op.name)
    return [scalars.cast(low.code, low.num(a), FLOAT).x for a in op.args]


_MATH = {
    "math_sin": "sin", "math_cos": "cos", "math_tan": "tan", "math_atan": "atan", "math_tanh": "tanh",
    "math_asin": "asin", "math_acos": "acos", "math_exp": "exp", "math_sinh": "sinh", "math_cosh": "cosh",
    "math_log": "log", "math_log2": "log2", "math_log10": "log10", "math_log1p": "log1p", "math_expm1": "expm1",
    "math_atan2": "atan2", "math_pow": "pow", "math_cbrt": "cbrt", "math_exp2": "exp2", "math_asinh": "asinh",
    "math_acosh": "acosh", "math_atanh": "atanh", "math_erf": "erf", "math_erfc": "erfc",
}  # fmt: skip
_EXACT = {"math_sqrt": "sqrt", "math_fabs": "fabs", "math_copysign": "copysign"}


_TOTAL = ("math_fabs", "math_copysign", "math_atan2")
_OF_ANGLES = ("math_sin", "math_cos", "math_tan")  # of infinity they are errors, of all else they are not
# of finite numbers
_NEVER_INFINITE = frozenset(("asin", "acos", "atan", "tanh", "asinh", "acosh", "cbrt", "sqrt", "erf", "erfc"))


def _math(low: Lowering, op: Op) -> None:
    """As the math module: it raises where a finite number gives none, and passes NaN and infinities on."""
    if any(a.spec.kind == ARRAY or a.spec.dtype.kind == "c" for a in op.args) or op.attrs:
        raise Unsupported(op.name)
    if op.name == "math_log" and len(op.args) == 2:
        raise Unsupported("a logarithm to a base")
    code = low.code
    args = [scalars.cast(code, low.num(a), FLOAT).x for a in op.args]
    if any(a.spec.kind == PYTHON and a.spec.dtype.kind == "i" for a in op.args) and op.name.startswith("math_log"):
        raise Unsupported("logarithms of ints are exact for big ones")
    if op.name in _OF_ANGLES:  # asked before: what is computed of one angle stays together
        size = code.pure("intrinsic", "f64", *args, note="fabs")
        code.fail(code.pure("fcmp.oeq", "i1", size, INFINITY), late=True)
    if op.name in _EXACT:
        result = code.pure("intrinsic", "f64", *args, note=_EXACT[op.name])
    else:
        result = code.pure("libm", "f64", *args, note=_MATH[op.name])
    if op.name not in _TOTAL + _OF_ANGLES:
        _check(code, args, result, op.name.removeprefix("math_") in _NEVER_INFINITE)
    _put(low, op, result)


def _check(code: Code, args: list[Operand], result: Operand, bounded: bool) -> None:
    """Fail where Python raises: for NaN that is no argument's, and for infinity of finite numbers."""
    if len(args) == 1:  # infinite arguments may be errors too, as in sin(inf)
        numbers = code.pure("fcmp.ord", "i1", args[0], args[0])
        code.fail(code.and_(code.pure("fcmp.uno", "i1", result, result), numbers), late=True)
        if bounded:
            return
    known: Operand = Const("i1", 1)
    for x in args:
        known = code.and_(known, scalars.apply(code, "isfinite", [Num(FLOAT, (x,))], BOOL).x)
    good = scalars.apply(code, "isfinite", [Num(FLOAT, (result,))], BOOL).x
    code.fail(code.and_(known, code.not_(good)), late=True)


for _name in (*_MATH, *_EXACT):
    HANDLERS[_name] = _math


@handler("math_floor", "math_ceil", "math_trunc")
def _whole(low: Lowering, op: Op) -> None:
    spec = op.args[0].spec
    if spec.shape or spec.kind == ARRAY or spec.dtype == np.dtype("uint64"):
        raise Unsupported(op.name)
    code = low.code
    if spec.dtype.kind in "biu":
        if spec.kind != PYTHON and spec.dtype == INT and op.name != "math_trunc":  # NumPy's go through a float
            code.fail(code.icmp("ugt", code.iadd(low.num(op.args[0]).x, 2**53), 2**54))
        low.define(op.results[0], scalars.cast(code, low.num(op.args[0]), INT))
        return
    (x,) = _floats(low, op)
    rounded = code.pure("intrinsic", "f64", x, note=op.name.removeprefix("math_"))
    size = code.pure("intrinsic", "f64", rounded, note="fabs")
    code.fail(code.not_(code.pure("fcmp.olt", "i1", size, Const("f64", 2.0**62))))
    _put(low, op, code.pure("fptosi", "i64", rounded))


# -- tests -------------------------------------------------------------------------------------------


@handler("math_isnan", "math_isinf", "math_isfinite")
def _is(low: Lowering, op: Op) -> None:
    (x,) = _floats(low, op)
    low.define(op.results[0], scalars.apply(low.code, op.name.removeprefix("math_"), [Num(FLOAT, (x,))], BOOL))


@handler("math_isclose")
def _is_close(low: Lowering, op: Op) -> None:
    attrs: dict[str, Any] = dict(op.attrs)
    relative, absolute = (attrs.get(name, least) for name, least in (("rel_tol", 1e-9), ("abs_tol", 0.0)))
    if len(op.args) != 2 or not all(isinstance(t, int | float) and t >= 0 for t in (relative, absolute)):
        raise Unsupported(op.name)
    code = low.code
    a, b = _floats(low, op)
    gap = _size(code, code.pure("fsub", "f64", b, a))
    near: Operand = code.pure("fcmp.ole", "i1", gap, Const("f64", float(absolute)))
    for x in (a, b):
        limit = _size(code, code.pure("fmul", "f64", Const("f64", float(relative)), x))
        near = code.or_(near, code.pure("fcmp.ole", "i1", gap, limit))
    for x in (a, b):
        near = code.and_(near, code.pure("fcmp.une", "i1", _size(code, x), INFINITY))
    _put(low, op, code.or_(near, code.pure("fcmp.oeq", "i1", a, b)))


def _size(code: Code, x: Operand) -> Operand:
    return code.pure("intrinsic", "f64", x, note="fabs")


# -- others ------------------------------------------------------------------------------------------


@handler("math_degrees", "math_radians")
def _turned(low: Lowering, op: Op) -> None:
    factor = 180.0 / np.pi if op.name == "math_degrees" else np.pi / 180.0
    (x,) = _floats(low, op)
    _put(low, op, low.code.pure("fmul", "f64", x, Const("f64", float(factor))))


@handler("math_hypot")
def _hypot(low: Lowering, op: Op) -> None:
    if len(op.args) != 2:
        raise Unsupported(op.name)
    _put(low, op, low.code.pure("libm", "f64", *_floats(low, op), note="hypot"))


@handler("math_fmod")
def _fmod(low: Lowering, op: Op) -> None:
    code = low.code
    args = _floats(low, op)
    result = code.pure("math", "f64", *args, note="fmod.f64")
    known: Operand = FALSE
    for x in args:
        known = code.or_(known, code.pure("fcmp.uno", "i1", x, x))
    code.fail(code.and_(code.pure("fcmp.uno", "i1", result, result), code.not_(known)), late=True)
    _put(low, op, result)


@handler("math_modf")
def _modf(low: Lowering, op: Op) -> None:
    """The fraction and the whole part, both with the sign of the number."""
    code = low.code
    (x,) = _floats(low, op)
    whole = code.pure("intrinsic", "f64", x, note="trunc")
    endless = code.pure("fcmp.oeq", "i1", _size(code, x), INFINITY)
    rest = code.select(endless, Const("f64", 0.0), code.pure("fsub", "f64", x, whole))
    rest = code.pure("intrinsic", "f64", rest, x, note="copysign")
    for result, part in zip(op.results, (rest, whole), strict=True):
        low.define(result, Num(FLOAT, (part,)))


# -- of NumPy's numbers ------------------------------------------------------------------------------


_TENTH = 22  # powers of ten up to here are exact


@handler("py_round")
def _rounded(low: Lowering, op: Op) -> None:
    """`round(x)` and `round(x, 2)` as Python has them: to the nearest decimal number, halves to even ones."""
    x, *digits = op.args
    if any(a.spec.shape or a.spec.kind == ARRAY for a in op.args) or x.spec.dtype.kind not in "bif":
        raise Unsupported(op.name)
    code = low.code
    if x.spec.dtype.kind != "f":
        if digits:
            raise Unsupported("an int to some digits")
        low.define(op.results[0], scalars.cast(code, low.num(x), op.results[0].spec.dtype))
        return
    if x.spec.kind != PYTHON:
        raise Unsupported("a NumPy number")
    number = low.num(x).x
    if not digits:
        whole = code.pure("intrinsic", "f64", number, note="roundeven")
        code.fail(code.not_(code.pure("fcmp.olt", "i1", _size(code, whole), Const("f64", 2.0**63))))
        _put(low, op, code.pure("fptosi", "i64", whole))
        return
    places = low.num(digits[0]).x
    if not isinstance(places, Const) or not 0 <= places.value <= _TENTH:
        raise Unsupported("digits that only the run knows")
    _put(low, op, _to_decimals(code, number, Const("f64", 10.0 ** int(places.value))))


def _to_decimals(code: Code, x: Operand, scale: Const) -> Operand:
    """The float next to the decimal number that is next to `x`.

    What rounding the product with a power of ten has lost says on which side of a half it lies. A number of more
    than 54 bits, once multiplied, is next to itself.
    """
    product = code.pure("fmul", "f64", x, scale)
    lost = code.pure("intrinsic", "f64", x, scale, code.pure("fneg", "f64", product), note="fma")
    whole = code.pure("intrinsic", "f64", product, note="roundeven")
    apart = code.pure("fsub", "f64", product, whole)
    for half, relation, step in ((0.5, "fcmp.ogt", 1.0), (-0.5, "fcmp.olt", -1.0)):
        beyond = code.and_(
            code.pure("fcmp.oeq", "i1", apart, Const("f64", half)),
            code.pure(relation, "i1", lost, Const("f64", 0.0)),
        )
        whole = code.select(beyond, code.pure("fadd", "f64", whole, Const("f64", step)), whole)
    near = code.pure("fdiv", "f64", whole, scale)
    size = _size(code, product)
    large = code.not_(code.pure("fcmp.olt", "i1", size, Const("f64", 2.0**54)))
    code.fail(code.and_(code.not_(large), code.pure("fcmp.oge", "i1", size, Const("f64", 2.0**52))), late=True)
    return code.select(large, x, code.pure("intrinsic", "f64", near, x, note="copysign"))
