"""Elementwise ops on numbers in registers, for each dtype, as NumPy computes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.loops.code import Code, Const, Operand, is_nan
from sct.loops.numbers import integers
from sct.loops.numbers.complexes import COMPLEX
from sct.loops.numbers.powers import power_of_number, short_power_of_elements
from sct.loops.numbers.sizes import Size, compare_size
from sct.loops.values import Num, Unsupported, machine_type

__all__ = ["FUNCTIONS", "apply", "cast", "number"]

# what the vector math library has, by the name of the op
FUNCTIONS = frozenset(
    {"exp", "exp2", "expm1", "log", "log1p", "log2", "log10", "sin", "cos", "tan", "tanh", "sinh", "cosh"}
    | {"arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "arctan2", "power", "cbrt", "hypot"}
    | {"erf", "erfc"}
    | (_OWN := {"expit", "logit", "logaddexp", "logaddexp2", "heaviside", "nextafter", "spacing"})
)
LIBM = {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "arcsinh": "asinh", "arccosh": "acosh",
    "arctanh": "atanh", "power": "pow",
}  # fmt: skip
LIBM |= {name: name for name in FUNCTIONS - set(LIBM) - _OWN}
"""What a single number is computed with: the C library, as NumPy does."""

_COMPARE = {"equal": "eq", "not_equal": "ne", "less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge"}
_TURNED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_FLOAT = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}


def number(value: complex, dtype: np.dtype[Any]) -> Num:
    """A constant."""
    kind = machine_type(dtype)
    if dtype.kind == "c":
        return Num(dtype, (Const(kind, float(np.real(value))), Const(kind, float(np.imag(value)))))
    if dtype.kind == "f":
        return Num(dtype, (Const(kind, float(value.real)),))
    return Num(dtype, (Code.const(kind, bool(value) if dtype.kind == "b" else int(value.real)),))


def apply(code: Code, name: str, args: list[Num], out: np.dtype[Any]) -> Num:
    """The op called `name` on numbers that already have the dtypes of the loop; `Unsupported` if unknown."""
    dtype = args[0].dtype
    if name in _COMPARE:
        return Num(out, (_compare(code, _COMPARE[name], args),))
    if dtype.kind == "c":
        made = COMPLEX.get(name)
        if made is None:
            raise Unsupported(name)
        return Num(out, made(code, *args))
    parts = [a.x for a in args]
    if dtype.kind == "f":
        return Num(out, (_float(code, name, parts, dtype),))
    return Num(out, (integers.apply(code, name, parts, dtype),))


# -- comparison --------------------------------------------------------------------------------------


def _compare(code: Code, relation: str, args: list[Num]) -> Operand:
    a, b = args
    if a.dtype != b.dtype:
        raise Unsupported("comparison of mixed integers")
    if a.dtype.kind == "c":
        if relation not in ("eq", "ne"):
            raise Unsupported("order of complex numbers")
        same = code.and_(*[code.pure("fcmp.oeq", "i1", x, y) for x, y in zip(a.parts, b.parts, strict=True)])
        return same if relation == "eq" else code.not_(same)
    if a.dtype.kind == "f":
        of_size = compare_size(code, relation, a.x, b.x) or compare_size(code, _TURNED.get(relation, ""), b.x, a.x)
        return of_size or code.pure(f"fcmp.{_FLOAT[relation]}", "i1", a.x, b.x)
    return integers.compare(code, relation, a.x, b.x, a.dtype)


# -- floats ------------------------------------------------------------------------------------------


def _float(code: Code, name: str, x: list[Operand], dtype: np.dtype[Any]) -> Operand:
    kind = x[0].type
    suffix = f"{name}.{kind}"
    if name in _FLOAT_OPS:
        return code.pure(_FLOAT_OPS[name], kind, *x)
    if name in _FLOAT_INTRINSICS:
        return code.pure("intrinsic", kind, *x, note=_FLOAT_INTRINSICS[name])
    if name in FUNCTIONS:
        if name == "power" and isinstance(x[1], Const) and x[1].value == 2.0:
            return code.pure("fmul", kind, x[0], x[0])
        short = short_power_of_elements(code, *x) if name == "power" else None
        if short is not None:
            return short
        if code.single and kind == "f64" and name in LIBM:
            return power_of_number(code, *x) if name == "power" else _function(code, name, x, "libm", LIBM[name])
        return _function(code, name, x, "math", suffix)
    made = _FLOAT_MADE.get(name)
    if made is None:
        raise Unsupported(name)
    return made(code, *x)


def _function(code: Code, name: str, x: list[Operand], library: str, note: str) -> Operand:
    value = code.pure(library, x[0].type, *x, note=note)
    if name == "hypot":
        code.sizes[value] = Size(tuple(x), lambda code, *parts: code.do(library, x[0].type, *parts, note=note))
    return value


_FLOAT_OPS = {"add": "fadd", "subtract": "fsub", "multiply": "fmul", "divide": "fdiv", "negative": "fneg"}
_FLOAT_INTRINSICS = {
    "absolute": "fabs", "fabs": "fabs", "sqrt": "sqrt", "floor": "floor", "ceil": "ceil", "trunc": "trunc",
    "rint": "rint", "copysign": "copysign",
}  # fmt: skip


def _nan(code: Code, a: Operand) -> Operand:
    return code.pure("fcmp.uno", "i1", a, a)


def _maximum(code: Code, a: Operand, b: Operand) -> Operand:
    """The larger, or the first that is NaN; of two zeros the second, as vector instructions have it."""
    larger = code.pure("fcmp.ogt", "i1", a, b)
    return code.select(code.or_(larger, _nan(code, a)), a, b)


def _minimum(code: Code, a: Operand, b: Operand) -> Operand:
    smaller = code.pure("fcmp.olt", "i1", a, b)
    return code.select(code.or_(smaller, _nan(code, a)), a, b)


def _fmax(code: Code, a: Operand, b: Operand) -> Operand:
    return code.select(code.or_(code.pure("fcmp.oge", "i1", a, b), _nan(code, b)), a, b)


def _fmin(code: Code, a: Operand, b: Operand) -> Operand:
    return code.select(code.or_(code.pure("fcmp.ole", "i1", a, b), _nan(code, b)), a, b)


def _sign(code: Code, a: Operand) -> Operand:
    zero, one, less = (Const(a.type, v) for v in (0.0, 1.0, -1.0))
    below = code.select(code.pure("fcmp.olt", "i1", a, zero), less, zero)
    known = code.select(code.pure("fcmp.ogt", "i1", a, zero), one, below)
    return code.select(_nan(code, a), a, known)


def _bits(code: Code, a: Operand) -> Operand:
    return code.pure("bitcast", "i64" if a.type == "f64" else "i32", a)


def _finite(code: Code, a: Operand) -> Operand:
    size = code.pure("intrinsic", a.type, a, note="fabs")
    return code.pure("fcmp.olt", "i1", size, Const(a.type, float("inf")))


def _infinite(code: Code, a: Operand) -> Operand:
    size = code.pure("intrinsic", a.type, a, note="fabs")
    return code.pure("fcmp.oeq", "i1", size, Const(a.type, float("inf")))


def _signbit(code: Code, a: Operand) -> Operand:
    return code.icmp("slt", _bits(code, a), Const("i64" if a.type == "f64" else "i32", 0))


def _truth(code: Code, a: Operand) -> Operand:
    return code.pure("fcmp.une", "i1", a, Const(a.type, 0.0))


def _remainder(code: Code, a: Operand, b: Operand) -> Operand:
    """NumPy's and Python's modulo: the sign of the divisor."""
    zero = Const(a.type, 0.0)
    mod = code.pure("math", a.type, a, b, note=f"fmod.{a.type}")
    differ = code.pure("xor", "i1", code.pure("fcmp.olt", "i1", b, zero), code.pure("fcmp.olt", "i1", mod, zero))
    moved = code.select(differ, code.pure("fadd", a.type, mod, b), mod)
    signed = code.pure("intrinsic", a.type, zero, b, note="copysign")
    exact = code.pure("fcmp.oeq", "i1", mod, zero)
    result = code.select(exact, signed, moved)
    return code.select(code.pure("fcmp.oeq", "i1", b, zero), mod, result)


def _floor_divide(code: Code, a: Operand, b: Operand) -> Operand:
    zero, half, one = (Const(a.type, v) for v in (0.0, 0.5, 1.0))
    mod = code.pure("math", a.type, a, b, note=f"fmod.{a.type}")
    div = code.pure("fdiv", a.type, code.pure("fsub", a.type, a, mod), b)
    differ = code.pure("xor", "i1", code.pure("fcmp.olt", "i1", b, zero), code.pure("fcmp.olt", "i1", mod, zero))
    lower = code.and_(differ, code.pure("fcmp.une", "i1", mod, zero))
    div = code.select(lower, code.pure("fsub", a.type, div, one), div)
    floor = code.pure("intrinsic", a.type, div, note="floor")
    above = code.pure("fcmp.ogt", "i1", code.pure("fsub", a.type, div, floor), half)
    floor = code.select(above, code.pure("fadd", a.type, floor, one), floor)
    quotient = code.pure("fdiv", a.type, a, b)
    signed = code.pure("intrinsic", a.type, zero, quotient, note="copysign")
    floor = code.select(code.pure("fcmp.une", "i1", div, zero), floor, signed)
    return code.select(code.pure("fcmp.oeq", "i1", b, zero), quotient, floor)


def _times(value: float) -> Callable[[Code, Operand], Operand]:
    return lambda code, a: code.pure("fmul", a.type, a, Const(a.type, float(np.dtype(_NAMES[a.type]).type(value))))


_NAMES = {"f32": "float32", "f64": "float64"}
_FLOAT_MADE: dict[str, Callable[..., Operand]] = {
    "positive": lambda code, a: a,
    "conjugate": lambda code, a: a,
    "square": lambda code, a: code.pure("fmul", a.type, a, a),
    "reciprocal": lambda code, a: code.pure("fdiv", a.type, Const(a.type, 1.0), a),
    "maximum": _maximum,
    "minimum": _minimum,
    "fmax": _fmax,
    "fmin": _fmin,
    "sign": _sign,
    "isnan": _nan,
    "isfinite": _finite,
    "isinf": _infinite,
    "signbit": _signbit,
    "remainder": _remainder,
    "floor_divide": _floor_divide,
    "fmod": lambda code, a, b: code.pure("math", a.type, a, b, note=f"fmod.{a.type}"),
    "logical_not": lambda code, a: code.not_(_truth(code, a)),
    "logical_and": lambda code, a, b: code.and_(_truth(code, a), _truth(code, b)),
    "logical_or": lambda code, a, b: code.or_(_truth(code, a), _truth(code, b)),
    "logical_xor": lambda code, a, b: code.pure("xor", "i1", _truth(code, a), _truth(code, b)),
    "radians": _times(np.pi / 180.0),
    "deg2rad": _times(np.pi / 180.0),
    "degrees": _times(180.0 / np.pi),
    "rad2deg": _times(180.0 / np.pi),
}


# -- casts -------------------------------------------------------------------------------------------


def cast(code: Code, value: Num, dtype: np.dtype[Any]) -> Num:
    """What `astype` does, on this machine."""
    if value.dtype == dtype:
        return Num(dtype, value.parts)
    if value.dtype.kind == "c":
        if dtype.kind == "c":
            kind = machine_type(dtype)
            return Num(dtype, tuple([_to_float(code, p, value.dtype, kind) for p in value.parts]))
        if dtype.kind == "b":
            return Num(dtype, (code.or_(*[_truth(code, p) for p in value.parts]),))
        return cast(code, Num(np.dtype(f"f{value.dtype.itemsize // 2}"), value.parts[:1]), dtype)
    if dtype.kind == "c":
        part = np.dtype(f"f{dtype.itemsize // 2}")
        return Num(dtype, (cast(code, value, part).x, Const(machine_type(part), 0.0)))
    return Num(dtype, (_cast(code, value.x, value.dtype, dtype),))


def _cast(code: Code, x: Operand, old: np.dtype[Any], new: np.dtype[Any]) -> Operand:
    kind = machine_type(new)
    if isinstance(x, Const) and not is_nan(x.value) and _foldable(x, new):
        return number(_known(x, old), new).x
    if new.kind == "f":
        return _to_float(code, x, old, kind)
    if new.kind == "b":
        return _truth(code, x) if old.kind == "f" else code.icmp("ne", x, Const(x.type, 0)) if old.kind != "b" else x
    if old.kind == "f":
        return _to_integer(code, x, new, kind)
    return integers.resize(code, x, old, kind)


def _known(x: Const, dtype: np.dtype[Any]) -> int | float:
    if dtype.kind == "u":
        return int(x.value) % (1 << (8 * dtype.itemsize))
    return x.value


def _foldable(x: Const, new: np.dtype[Any]) -> bool:
    return new.kind in "fb" or x.type[0] == "i" or abs(x.value) < 2**31


def _to_float(code: Code, x: Operand, old: np.dtype[Any], kind: str) -> Operand:
    if x.type == kind:
        return x
    if old.kind in "fc":
        if isinstance(x, Const):
            return Const(kind, float(np.float32(x.value)) if kind == "f32" else x.value)
        return code.pure("fptrunc" if kind == "f32" else "fpext", kind, x)
    return code.pure("sitofp" if old.kind == "i" else "uitofp", kind, x)


def _to_integer(code: Code, x: Operand, new: np.dtype[Any], kind: str) -> Operand:
    """NaN and what does not fit, too, become what NumPy makes of them on this machine."""
    return code.pure("math", kind, x, note=f"cast.{x.type}.{new.kind}{8 * new.itemsize}")
