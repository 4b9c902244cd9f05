"""Operators on Python complex numbers, term by term as CPython has them."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from sct.ir.core import Op
from sct.ir.types import PYTHON
from sct.loops.code import Code, Const, Operand
from sct.loops.handlers import Handler
from sct.loops.lower import HANDLERS, Lowering, handler
from sct.loops.numbers import scalars
from sct.loops.numbers.sizes import Size
from sct.loops.values import Num, Unsupported

__all__: list[str] = []

BOOL, FLOAT, COMPLEX = np.dtype("bool"), np.dtype("float64"), np.dtype("complex128")
_OPS = {
    "py_add": "add", "py_sub": "subtract", "py_mul": "multiply", "py_neg": "negative", "py_pos": "positive",
    "py_conjugate": "conjugate",
}  # fmt: skip
_RELATIONS = {"py_eq": "equal", "py_ne": "not_equal"}
_LARGE = 2.0**1023  # half of the first number that is none any more: the root of two that are smaller is a number


def _operands(low: Lowering, op: Op) -> list[Num]:
    """All operands as complex numbers: what is real gets an imaginary part of 0.0."""
    found = []
    for value in op.args:
        if value.spec.kind != PYTHON:
            raise Unsupported("not a Python number")
        found.append(scalars.cast(low.code, low.num(value), COMPLEX))
    return found


def _is_complex(op: Op) -> bool:
    return any(a.spec.dtype.kind == "c" for a in op.args)


def _or_complex(name: str) -> None:
    """Let the handler of `name` take complex operands, too."""
    real: Handler | None = HANDLERS.get(name)

    def lower(low: Lowering, op: Op) -> None:
        if not _is_complex(op):
            if real is None:
                raise Unsupported(name)
            real(low, op)
            return
        numbers = _operands(low, op)
        with low.code.one():
            if name in _OPS:
                low.define(op.results[0], scalars.apply(low.code, _OPS[name], numbers, COMPLEX))
            elif name in _RELATIONS:
                low.define(op.results[0], scalars.apply(low.code, _RELATIONS[name], numbers, BOOL))
            elif name == "py_abs":
                _absolute(low, op, numbers[0])
            else:
                part = numbers[0].parts[0 if name == "py_real" else 1]
                low.define(op.results[0], Num(FLOAT, (part,)))

    HANDLERS[name] = lower


for _name in (*_OPS, *_RELATIONS, "py_abs", "py_real", "py_imag"):
    _or_complex(_name)


def _absolute(low: Lowering, op: Op, x: Num) -> None:
    """`abs` of a complex number; OverflowError is Python's to raise."""
    code = low.code
    size = _hypot(code, *x.parts)
    code.sizes[size] = Size(x.parts, _hypot)
    parts = [code.pure("intrinsic", "f64", part, note="fabs") for part in x.parts]
    large = code.or_(*[code.pure("fcmp.oge", "i1", part, Const("f64", _LARGE)) for part in parts])
    with code.when(large) as rare:  # so that nothing asks for sizes that are only compared
        rare.rare = 0
        finite = code.and_(*[code.pure("fcmp.olt", "i1", part, Const("f64", math.inf)) for part in parts])
        code.fail(code.and_(finite, code.pure("fcmp.oeq", "i1", _hypot(code, *parts), Const("f64", math.inf))))
    low.define(op.results[0], Num(FLOAT, (size,)))


def _hypot(code: Code, x: Operand, y: Operand) -> Operand:
    return code.do("libm", "f64", x, y, note="hypot")


@handler("py_complex")
def _complex(low: Lowering, op: Op) -> None:
    """`complex(re)` and `complex(re, im)` of real numbers."""
    if any(a.spec.kind != PYTHON or a.spec.shape for a in op.args):
        raise Unsupported("complex() of arrays")
    if len(op.args) == 2 and _is_complex(op):
        raise Unsupported("complex parts of complex()")
    if len(op.args) == 1:
        low.define(op.results[0], scalars.cast(low.code, low.num(op.args[0]), COMPLEX))
        return
    parts = tuple([scalars.cast(low.code, low.num(a), FLOAT).x for a in op.args])
    low.define(op.results[0], Num(COMPLEX, parts))


def _complex_or(name: str) -> Callable[[Handler], Handler]:
    """Let a handler do what `name` does with complex operands; the one there is does the others."""
    real: Handler = HANDLERS[name]

    def widen(handle: Handler) -> Handler:
        HANDLERS[name] = lambda low, op: handle(low, op) if _is_complex(op) else real(low, op)
        return handle

    return widen


@_complex_or("py_truediv")
def _divided(low: Lowering, op: Op) -> None:
    code = low.code
    a, b = _operands(low, op)
    code.fail(_is_nothing(low, b))  # ZeroDivisionError
    with code.one():
        low.define(op.results[0], Num(COMPLEX, _quotient(code, a.parts, b.parts)))


def _is_nothing(low: Lowering, x: Num) -> Operand:
    zeros = [low.code.pure("fcmp.oeq", "i1", part, Const("f64", 0.0)) for part in x.parts]
    return low.code.and_(*zeros)


def _quotient(code: Code, a: tuple[Operand, ...], b: tuple[Operand, ...]) -> tuple[Operand, ...]:
    """Both divided by the larger part of the divisor first: what that part is only changes the places."""
    sizes = [code.pure("intrinsic", "f64", part, note="fabs") for part in b]
    real = code.pure("fcmp.oge", "i1", *sizes)
    unknown = code.pure("fcmp.uno", "i1", *sizes)
    large, small = code.select(real, b[0], b[1]), code.select(real, b[1], b[0])
    ratio = code.pure("fdiv", "f64", small, large)
    below = code.pure("fadd", "f64", large, code.pure("fmul", "f64", small, ratio))
    first, second = code.select(real, a[0], a[1]), code.select(real, a[1], a[0])
    top = code.pure("fadd", "f64", first, code.pure("fmul", "f64", second, ratio))
    left = code.pure("fmul", "f64", first, ratio)
    rest = code.select(real, code.pure("fsub", "f64", second, left), code.pure("fsub", "f64", left, second))
    parts = [code.pure("fdiv", "f64", part, below) for part in (top, rest)]
    return tuple([code.select(unknown, Const("f64", float("nan")), part) for part in parts])


@_complex_or("py_pow")
def _power(low: Lowering, op: Op) -> None:
    """Whole powers up to 100, which CPython multiplies out; OverflowError is Python's to raise."""
    exponent = low.num(op.args[1]).parts
    whole = isinstance(exponent[0], Const) and float(exponent[0].value) in range(1, 101)
    if not whole or op.args[1].spec.dtype.kind == "c":
        raise Unsupported("a complex power")
    code = low.code
    x, _ = _operands(low, op)
    left = int(exponent[0].value)  # type: ignore[union-attr]
    result = scalars.cast(code, Num(FLOAT, (Const("f64", 1.0),)), COMPLEX)
    with code.one():
        while True:
            if left & 1:
                result = scalars.apply(code, "multiply", [result, x], COMPLEX)
            left >>= 1
            if not left:
                break
            x = scalars.apply(code, "multiply", [x, x], COMPLEX)
        for part in result.parts:
            code.fail(scalars.apply(code, "isinf", [Num(FLOAT, (part,))], BOOL).x)
    low.define(op.results[0], result)
