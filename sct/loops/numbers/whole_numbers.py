"""Functions of Python's integers: powers, common divisors, roots and bits. They fail where Python's would grow."""

from __future__ import annotations

from sct.ir.core import Op
from sct.ir.types import ARRAY
from sct.loops.code import ONE, ZERO, Code, Const, Operand, While
from sct.loops.lower import Lowering, handler
from sct.loops.numbers import scalars
from sct.loops.values import Num, Unsupported

__all__ = ["power"]

MIN = -(2**63)
ROOT = 3037000499  # the largest number whose square fits
LONG = 64  # greater exponents that are known are for Python


def power(low: Lowering, a: Operand, b: Operand) -> Operand:
    """`a ** b` of 64 bits: fails where it does not fit, and for negative powers, which are floats."""
    code = low.code
    if isinstance(b, Const):
        if not 0 <= b.value <= LONG:
            raise Unsupported("an int to a negative or a large power")
        return _known_power(code, a, int(b.value))
    if low.lanes is not None:
        raise Unsupported("an int to a run-time power, on lanes")
    code.fail(code.icmp("slt", b, ZERO))
    result, base, left = code.var("i64", ONE), code.var("i64", a), code.var("i64", b)
    loop = While([], ONE, [])
    with code.into(loop.head):
        loop.cond = code.icmp("ne", code.get(left), ZERO)
    with code.into(loop.body):
        rest = code.get(left)
        with code.when(code.icmp("ne", code.pure("and", "i64", rest, ONE), ZERO)):
            code.set(result, _product(code, code.get(result), code.get(base)))
        fewer = code.pure("lshr", "i64", rest, ONE)
        code.set(left, fewer)
        with code.when(code.icmp("ne", fewer, ZERO)):  # the square is a factor of the result
            x = code.get(base)
            code.set(base, _product(code, x, x))
    code.append(loop)
    return code.get(result)


def _known_power(code: Code, a: Operand, exponent: int) -> Operand:
    result: Operand | None = None
    while exponent:
        if exponent & 1:
            result = a if result is None else _product(code, result, a)
        exponent >>= 1
        if exponent:
            a = _product(code, a, a)
    return ONE if result is None else result


def _product(code: Code, a: Operand, b: Operand) -> Operand:
    if isinstance(a, Const) and isinstance(b, Const) and not MIN <= a.value * b.value < -MIN:
        raise Unsupported("a power that does not fit")
    made = code.imul(a, b)
    if not isinstance(made, Const):
        code.fail(code.overflows("imul", a, b))
    return made


def _ints(low: Lowering, op: Op) -> list[Operand]:
    if any(a.spec.shape or a.spec.kind == ARRAY or a.spec.dtype.kind not in "bi" for a in op.args):
        raise Unsupported(op.name)
    wide = op.results[0].spec.dtype
    return [scalars.cast(low.code, low.num(a), wide).x for a in op.args]


def _put(low: Lowering, op: Op, x: Operand) -> None:
    low.define(op.results[0], Num(op.results[0].spec.dtype, (x,)))


@handler("math_gcd", "math_lcm")
def _divisors(low: Lowering, op: Op) -> None:
    if len(op.args) != 2:
        raise Unsupported(op.name)
    code = low.code
    a, b = _ints(low, op)
    for x in (a, b):
        code.fail(code.icmp("eq", x, MIN))
    common = code.pure("math", "i64", a, b, note="gcd.i64")
    code.ranges.note(common, 0, -MIN - 1)
    if op.name == "math_gcd":
        _put(low, op, common)
        return
    none = code.icmp("eq", common, ZERO)
    part = code.pure("sdiv", "i64", a, code.select(none, ONE, common))
    made = _product(code, part, b)
    code.fail(code.icmp("eq", made, MIN))
    _put(low, op, code.select(code.icmp("slt", made, ZERO), code.isub(ZERO, made), made))


@handler("math_isqrt")
def _isqrt(low: Lowering, op: Op) -> None:
    """The root of a float is off by one at most."""
    code = low.code
    (x,) = _ints(low, op)
    code.fail(code.icmp("slt", x, ZERO))
    near = code.pure("intrinsic", "f64", code.pure("sitofp", "f64", x), note="sqrt")
    root = code.imin(code.pure("fptosi", "i64", near), ROOT)
    root = code.select(code.icmp("sgt", code.imul(root, root), x), code.isub(root, ONE), root)
    above = code.iadd(root, ONE)
    fits = code.and_(code.icmp("slt", root, ROOT), code.icmp("sle", code.imul(above, above), x))
    made = code.select(fits, above, root)
    code.ranges.note(made, 0, ROOT)
    _put(low, op, made)


@handler("py_bit_length", "py_bit_count")
def _bits(low: Lowering, op: Op) -> None:
    code = low.code
    (x,) = _ints(low, op)
    size = code.select(code.icmp("slt", x, ZERO), code.isub(ZERO, x), x)  # of the least number, as unsigned
    if op.name == "py_bit_count":
        made = code.pure("intrinsic", "i64", size, note="ctpop")
    else:
        made = code.isub(64, code.pure("intrinsic", "i64", size, Const("i1", 0), note="ctlz"))
    code.ranges.note(made, 0, 64)
    _put(low, op, made)
