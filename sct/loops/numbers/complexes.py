"""Elementwise ops on complex numbers: the formulas that NumPy uses, term by term."""

from __future__ import annotations

import math
from collections.abc import Callable

from sct.loops.code import Code, Const, Operand
from sct.loops.numbers.sizes import Size, by_size
from sct.loops.values import Num

__all__ = ["COMPLEX"]

Parts = tuple[Operand, ...]


def _f(op: str) -> Callable[[Code, Operand, Operand], Operand]:
    return lambda code, a, b: code.pure(op, a.type, a, b)


_add, _sub, _mul, _div = _f("fadd"), _f("fsub"), _f("fmul"), _f("fdiv")


def _fma(code: Code, a: Operand, b: Operand, c: Operand) -> Operand:
    return code.pure("intrinsic", a.type, a, b, c, note="fma")


def _addition(code: Code, a: Num, b: Num) -> Parts:
    return tuple([_add(code, x, y) for x, y in zip(a.parts, b.parts, strict=True)])


def _subtraction(code: Code, a: Num, b: Num) -> Parts:
    return tuple([_sub(code, x, y) for x, y in zip(a.parts, b.parts, strict=True)])


def _multiplication(code: Code, a: Num, b: Num) -> Parts:
    (ar, ai), (br, bi) = a.parts, b.parts
    if code.single:
        real = _sub(code, _mul(code, ar, br), _mul(code, ai, bi))
        return real, _add(code, _mul(code, ar, bi), _mul(code, ai, br))
    # NumPy's loops over arrays fuse the first product
    real = _fma(code, ar, br, code.pure("fneg", ar.type, _mul(code, ai, bi)))
    return real, _fma(code, ar, bi, _mul(code, ai, br))


def _square(code: Code, a: Num) -> Parts:
    ar, ai = a.parts
    cross = _mul(code, ar, ai)
    if not code.single:
        minus = code.pure("fneg", ar.type, _mul(code, ai, ai))
        return _fma(code, ar, ar, minus), _fma(code, ar, ai, cross)
    return _sub(code, _mul(code, ar, ar), _mul(code, ai, ai)), _add(code, cross, _mul(code, ai, ar))


def _division(code: Code, a: Num, b: Num) -> Parts:
    """Smith's algorithm, as NumPy has it: scaled by the larger part of the divisor (Smith, CACM 5, 1962)."""
    (ar, ai), (br, bi) = a.parts, b.parts
    kind = ar.type
    abs_r, abs_i = (code.pure("intrinsic", kind, p, note="fabs") for p in (br, bi))
    zero, one = Const(kind, 0.0), Const(kind, 1.0)
    first = code.pure("fcmp.oge", "i1", abs_r, abs_i)
    nothing = code.and_(code.pure("fcmp.oeq", "i1", abs_r, zero), code.pure("fcmp.oeq", "i1", abs_i, zero))
    big, small = code.select(first, br, bi), code.select(first, bi, br)
    ratio = _div(code, small, big)
    scale = _div(code, one, _add(code, big, _mul(code, small, ratio)))
    real1 = _mul(code, _add(code, ar, _mul(code, ai, ratio)), scale)
    imag1 = _mul(code, _sub(code, ai, _mul(code, ar, ratio)), scale)
    real2 = _mul(code, _add(code, _mul(code, ar, ratio), ai), scale)
    imag2 = _mul(code, _sub(code, _mul(code, ai, ratio), ar), scale)
    real, imag = code.select(first, real1, real2), code.select(first, imag1, imag2)
    return code.select(nothing, _div(code, ar, abs_r), real), code.select(nothing, _div(code, ai, abs_r), imag)


def _absolute(code: Code, a: Num) -> Parts:
    size = _size(code, *by_size(code, *a.parts))
    code.sizes[size] = Size(a.parts, _size)
    return (size,)


def _size(code: Code, larger: Operand, smaller: Operand) -> Operand:
    """The larger part times the root of 1 + ratio**2, as NumPy's loops have it on vectors, for single numbers too."""
    kind = larger.type
    one, inf = Const(kind, 1.0), Const(kind, math.inf)
    infinite = code.or_(*[code.pure("fcmp.oeq", "i1", p, inf) for p in (larger, smaller)])
    nothing = code.pure("fcmp.oeq", "i1", larger, Const(kind, 0.0))
    ratio = _div(code, smaller, code.select(nothing, one, larger))
    root = code.pure("intrinsic", kind, _fma(code, ratio, ratio, one), note="sqrt")
    return code.select(infinite, inf, _mul(code, root, larger))


def _negative(code: Code, a: Num) -> Parts:
    return tuple([code.pure("fneg", p.type, p) for p in a.parts])


def _conjugate(code: Code, a: Num) -> Parts:
    return a.parts[0], code.pure("fneg", a.x.type, a.parts[1])


def _nan(code: Code, a: Num) -> Parts:
    return (code.or_(*[code.pure("fcmp.uno", "i1", p, p) for p in a.parts]),)


COMPLEX: dict[str, Callable[..., Parts]] = {
    "add": _addition,
    "subtract": _subtraction,
    "multiply": _multiplication,
    "divide": _division,
    "square": _square,
    "absolute": _absolute,
    "negative": _negative,
    "positive": lambda code, a: a.parts,
    "conjugate": _conjugate,
    "isnan": _nan,
}
