"""Operators on Python numbers: ints are 64 bits wide and fail where Python's would grow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.ir.core import Op
from sct.loops.code import ZERO, Code, Const, Operand, Ref
from sct.loops.known.counters import Item
from sct.loops.lower import HANDLERS, Lowering, attr, handler
from sct.loops.numbers import scalars
from sct.loops.numbers.integers import floor_divmod
from sct.loops.numbers.powers import power_of_number, short_power
from sct.loops.numbers.whole_numbers import power
from sct.loops.values import Num, Pack, Unsupported

__all__: list[str] = []

BOOL, INT, FLOAT = np.dtype("bool"), np.dtype("int64"), np.dtype("float64")
MIN = -(2**63)


def _put(low: Lowering, op: Op, *parts: Operand) -> None:
    low.define(op.results[0], Num(op.results[0].spec.dtype, parts))


def _common(low: Lowering, op: Op) -> tuple[list[Operand], np.dtype[Any]]:
    """Both operands in the type that Python computes in; ints and floats are compared exactly elsewhere."""
    dtypes = [a.spec.dtype for a in op.args]
    if any(d.kind == "c" for d in dtypes):
        raise Unsupported("complex Python numbers")
    wide = FLOAT if any(d.kind == "f" for d in dtypes) else INT
    return [_widened(low, low.num(a), wide) for a in op.args], wide


def _widened(low: Lowering, value: Num, dtype: np.dtype[Any]) -> Operand:
    return scalars.cast(low.code, value, dtype).x


def _checked(name: str) -> Callable[[Code, Operand, Operand], tuple[Operand, Operand]]:
    def made(code: Code, a: Operand, b: Operand) -> tuple[Operand, Operand]:
        if isinstance(a, Const) and isinstance(b, Const):
            value = {"iadd": a.value + b.value, "isub": a.value - b.value, "imul": a.value * b.value}[name]
            if MIN <= value < -MIN:
                return Const("i64", int(value)), Const("i1", 0)
        if name == "imul" and (_is_bit(a) or _is_bit(b)):
            return code.imul(a, b), Const("i1", 0)
        result = getattr(code, name)(a, b)
        if isinstance(result, Const) or result is a or result is b:
            return result, Const("i1", 0)
        return result, code.overflows(name, a, b)

    return made


def _is_bit(a: Operand) -> bool:
    return isinstance(a, Const) and a.value in (0, 1)


def _placed(code: Code, item: Operand, between: Item) -> Operand:
    if isinstance(item, Ref) and between.start is not None and between.stop is not None:
        code.ranges.counts(item, between.start, between.stop, between.down)
    return item


def _taken(low: Lowering, op: str, a: Operand, b: Operand) -> bool:
    """Whether the loop takes for granted that the result fits."""
    return low.hoist is not None and low.code.ranges.overflows(op, a, b) is None and low.hoist.fits(op, a, b)


def _arithmetic(integer: str, floating: str) -> Callable[[Lowering, Op], None]:
    checked = _checked(integer)

    def lower(low: Lowering, op: Op) -> None:
        (a, b), dtype = _common(low, op)
        if dtype == FLOAT:
            _put(low, op, low.code.pure(floating, "f64", a, b))
            return
        item = low.counters.item(op) if integer == "iadd" else None
        length = low.counters.clipped(op) if integer == "imul" else None
        if item is not None:  # between the ends of a range, which are integers of 64 bits
            _put(low, op, _placed(low.code, low.code.iadd(a, b), item))
        elif length is not None:
            _put(low, op, low.code.imax(low.num(length).x, 0))
        elif (integer == "imul" and low.counters.is_way(op)) or _taken(low, integer, a, b):
            _put(low, op, getattr(low.code, integer)(a, b))
        else:
            result, over = checked(low.code, a, b)
            low.code.fail(over)
            low.code.ranges.fits(integer, a, b, result)
            _put(low, op, result)
        if integer == "isub":
            low.counters.differ(op, a, b)

    return lower


HANDLERS["py_add"] = _arithmetic("iadd", "fadd")
HANDLERS["py_sub"] = _arithmetic("isub", "fsub")
HANDLERS["py_mul"] = _arithmetic("imul", "fmul")


@handler("py_truediv")
def _truediv(low: Lowering, op: Op) -> None:
    (a, b), dtype = _common(low, op)
    code = low.code
    if dtype == INT:  # correctly rounded only while both are exact as floats
        for x in (a, b):
            code.fail(code.icmp("ugt", code.iadd(x, 2**53), 2**54))
        a, b = (scalars.cast(code, Num(INT, (x,)), FLOAT).x for x in (a, b))
    code.fail(code.pure("fcmp.oeq", "i1", b, Const("f64", 0.0)), late=True)
    _put(low, op, code.pure("fdiv", "f64", a, b))


def _division(low: Lowering, op: Op) -> tuple[Operand, Operand]:
    (a, b), dtype = _common(low, op)
    code = low.code
    if dtype == FLOAT:
        code.fail(code.pure("fcmp.oeq", "i1", b, Const("f64", 0.0)), late=True)
        numbers = [Num(FLOAT, (a,)), Num(FLOAT, (b,))]
        quotient = scalars.apply(code, "floor_divide", numbers, FLOAT).x
        return quotient, scalars.apply(code, "remainder", numbers, FLOAT).x
    code.fail(code.icmp("eq", b, ZERO))
    if not (isinstance(b, Const) and b.value > 0):
        code.fail(code.and_(code.icmp("eq", b, -1), code.icmp("eq", a, MIN)))
    return floor_divmod(code, a, b)


@handler("py_floordiv")
def _floordiv(low: Lowering, op: Op) -> None:
    _put(low, op, _division(low, op)[0])


@handler("py_mod")
def _mod(low: Lowering, op: Op) -> None:
    _put(low, op, _division(low, op)[1])


@handler("py_divmod")
def _divmod(low: Lowering, op: Op) -> None:
    quotient, rest = _division(low, op)
    low.define(op.results[0], Num(op.results[0].spec.dtype, (quotient,)))
    low.define(op.results[1], Num(op.results[1].spec.dtype, (rest,)))


@handler("py_pow")
def _pow(low: Lowering, op: Op) -> None:
    (a, b), dtype = _common(low, op)
    code = low.code
    if dtype == INT:
        _put(low, op, power(low, a, b))
        return
    short = short_power(code, a, b)
    if short is not None and isinstance(b, Const):  # roots of what is negative are complex, others may overflow
        size = code.pure("intrinsic", "f64", short, note="fabs")
        negative = code.pure("fcmp.olt", "i1", a, Const("f64", 0.0))
        infinite = code.pure("fcmp.oeq", "i1", size, Const("f64", float("inf")))
        code.fail(negative if b.value == 0.5 else infinite, late=True)
        _put(low, op, short)
        return
    result = power_of_number(code, a, b)
    # complex results, ZeroDivisionError and OverflowError are Python's to raise
    odd = code.or_(
        code.not_(scalars.apply(code, "isfinite", [Num(FLOAT, (result,))], BOOL).x),
        code.pure("fcmp.oeq", "i1", a, Const("f64", 0.0)),
    )
    fine = [scalars.apply(code, "isfinite", [Num(FLOAT, (x,))], BOOL).x for x in (a, b)]
    zero_ok = code.pure("fcmp.oge", "i1", b, Const("f64", 0.0))
    at_zero = code.and_(code.pure("fcmp.oeq", "i1", a, Const("f64", 0.0)), zero_ok)
    code.fail(code.and_(odd, code.not_(at_zero)))
    code.fail(code.not_(code.and_(*fine)))
    _put(low, op, result)


@handler("py_pow_or_not")
def _pow_or_not(low: Lowering, op: Op) -> None:
    (a, b), _ = _common(low, op)
    code = low.code
    finite = [scalars.apply(code, "isfinite", [Num(FLOAT, (x,))], BOOL).x for x in (a, b)]
    code.fail(code.not_(code.and_(*finite)))
    short = short_power(code, a, b)
    result = power_of_number(code, a, b) if short is None else short
    zero = Const("f64", 0.0)
    complex_root = code.pure("fcmp.uno", "i1", result, result)
    if isinstance(b, Const) and b.value == 0.5:
        complex_root = code.pure("fcmp.olt", "i1", a, zero)
    code.fail(complex_root)
    size = code.pure("intrinsic", "f64", result, note="fabs")
    large = code.pure("fcmp.oeq", "i1", size, Const("f64", float("inf")))
    of_zero = code.and_(code.pure("fcmp.oeq", "i1", a, zero), code.pure("fcmp.olt", "i1", b, zero))
    way = code.select(of_zero, Const("i64", 1), code.select(large, Const("i64", 2), ZERO))
    low.define(op.results[0], Num(FLOAT, (result,)))
    low.define(op.results[1], Num(INT, (way,)))


# -- comparison and logic ----------------------------------------------------------------------------

_RELATIONS = {
    "py_lt": "less", "py_le": "less_equal", "py_gt": "greater", "py_ge": "greater_equal", "py_eq": "equal",
    "py_ne": "not_equal",
}  # fmt: skip


def _compare(low: Lowering, op: Op) -> None:
    dtypes = [a.spec.dtype for a in op.args]
    if any(d.kind == "c" for d in dtypes):
        raise Unsupported("complex Python numbers")
    numbers = [low.num(a) for a in op.args]
    kinds = {d.kind for d in dtypes}
    code = low.code
    if "f" in kinds and "i" in kinds:
        for number in numbers:  # exact only where the int is exact as a float
            if number.dtype.kind == "i":
                code.fail(code.icmp("ugt", code.iadd(number.x, 2**53), 2**54))
    wide = FLOAT if "f" in kinds else INT
    cast = [scalars.cast(code, n, wide) for n in numbers]
    with code.one():
        low.define(op.results[0], scalars.apply(code, _RELATIONS[op.name], cast, BOOL))


for _name in _RELATIONS:
    HANDLERS[_name] = _compare


@handler("py_and", "py_or", "py_xor")
def _bits(low: Lowering, op: Op) -> None:
    out = op.results[0].spec.dtype
    a, b = (scalars.cast(low.code, low.num(v), out).x for v in op.args)
    combine = {"py_and": low.code.and_, "py_or": low.code.or_}.get(op.name)
    _put(low, op, combine(a, b) if combine else low.code.pure("xor", a.type, a, b))


@handler("py_rshift")
def _rshift(low: Lowering, op: Op) -> None:
    (a, b), _ = _common(low, op)
    low.code.fail(low.code.icmp("slt", b, ZERO))
    _put(low, op, low.code.pure("ashr", "i64", a, low.code.imin(b, 63)))


@handler("py_lshift")
def _lshift(low: Lowering, op: Op) -> None:
    (a, b), _ = _common(low, op)
    code = low.code
    code.fail(code.icmp("ugt", b, 62))
    result = code.pure("shl", "i64", a, b)
    code.fail(code.icmp("ne", code.pure("ashr", "i64", result, b), a))
    _put(low, op, result)


@handler("py_not", "py_invert", "py_neg", "py_pos", "py_abs")
def _unary(low: Lowering, op: Op) -> None:
    x = low.num(op.args[0])
    if x.dtype.kind == "c":
        raise Unsupported("complex Python numbers")
    code = low.code
    if op.name == "py_not":
        _put(low, op, code.not_(scalars.cast(code, x, BOOL).x))
        return
    out = op.results[0].spec.dtype
    value = scalars.cast(code, x, out).x
    if op.name == "py_invert":
        _put(low, op, code.pure("xor", "i64", value, Const("i64", -1)))
    elif op.name == "py_pos":
        _put(low, op, value)
    else:
        if out == INT and not isinstance(value, Const):
            code.fail(code.icmp("eq", value, MIN))
        name = "negative" if op.name == "py_neg" else "absolute"
        low.define(op.results[0], scalars.apply(code, name, [Num(out, (value,))], out))


@handler("truth", "py_bool")
def _truth(low: Lowering, op: Op) -> None:
    spec = op.args[0].spec
    if any(n != 1 for n in spec.shape):
        raise Unsupported("the truth of an array")
    _put(low, op, scalars.cast(low.code, low.num(op.args[0]), BOOL).x)


@handler("py_int", "py_float", "item")
def _number(low: Lowering, op: Op) -> None:
    x = op.args[0]
    out = op.results[0].spec.dtype
    if any(n != 1 for n in x.spec.shape) or x.spec.dtype.kind == "c":
        raise Unsupported("the number in an array")
    value = low.num(x)
    code = low.code
    if out == INT and x.spec.dtype == np.dtype("uint64"):
        code.fail(code.icmp("slt", value.x, ZERO))
    if out == INT and x.spec.dtype.kind == "f":
        size = scalars.apply(code, "absolute", [value], x.spec.dtype).x
        code.fail(code.not_(code.pure("fcmp.olt", "i1", size, Const(size.type, 2.0**62))))
        _put(low, op, code.pure("fptosi", "i64", value.x))
        return
    low.define(op.results[0], scalars.cast(code, value, out))


@handler("py_real", "py_conjugate")
def _real(low: Lowering, op: Op) -> None:
    if op.args[0].spec.dtype.kind == "c":
        raise Unsupported("complex Python numbers")
    low.define(op.results[0], scalars.cast(low.code, low.num(op.args[0]), op.results[0].spec.dtype))


@handler("dim")
def _dim(low: Lowering, op: Op) -> None:
    x = op.args[0]
    axis = int(attr(op, "axis"))
    known = low.extent(x.spec.shape[axis])
    if known is None:
        handle = low.handle(x)
        if isinstance(handle, (Num, Pack)):
            raise Unsupported("dim")
        known = handle.dims[axis]
    _put(low, op, known)


# -- failures ----------------------------------------------------------------------------------------


@handler("assert")
def _assert(low: Lowering, op: Op) -> None:
    low.flush()
    low.code.fail(low.code.not_(low.num(op.args[0]).x))


@handler("raise")
def _raise(low: Lowering, op: Op) -> None:
    low.flush()
    low.code.fail(Const("i1", 1))
    if op.results:
        raise Unsupported("a result of raise")
