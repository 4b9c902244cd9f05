"""Operators and conversions on Python numbers, with Python's own semantics and Python's own kernels.

A Python int that is known only at run time is an int64: where Python would go on to a bigger int, the
kernel raises. Where the type of Python's result depends on the values (`2 ** -1` is a float), it raises too.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import StaticValueError, UnsupportedOpError, VerifyError
from sct.ir.types import PYTHON, Spec
from sct.ops.infer import PY_BOOL
from sct.ops.probe import probe, probe_all
from sct.ops.registry import Fact, Infer, op

__all__ = ["by_python", "checked_int", "is_too_large"]

RAISES = Fact.PURE | Fact.RAISES
SYMMETRIC = Fact.PURE | Fact.COMMUTATIVE
_MAX = 2**63


def is_too_large(value: Any) -> bool:
    """Whether this is an int that int64 cannot hold.

    >>> is_too_large(2**63 - 1), is_too_large(2**63), is_too_large(2.0**70)
    (False, True, False)
    """
    return type(value) is int and not -_MAX <= value < _MAX


def checked_int(value: Any) -> Any:
    """`value`, unless it is an int that int64 cannot hold.

    >>> checked_int(2**63 - 1)
    9223372036854775807
    """
    if is_too_large(value):
        raise StaticValueError(
            f"A Python int at run time is {_short(value)}, which does not fit into 64 bits.",
            why="Inside a static function, an int that is known only at run time is an int64.",
            fix="Compute with floats, or keep this computation out of the static function.",
        )
    return value


def _short(value: int) -> str:
    bits = value.bit_length()
    return str(value) if bits <= 128 else f"about {'-' if value < 0 else ''}2**{bits - 1}"


def _only_python(specs: tuple[Spec, ...]) -> None:
    for spec in specs:
        if spec.kind != PYTHON:
            raise VerifyError(f"py_ ops take Python numbers, not {spec} ({spec.kind})")


def by_python(function: Callable[..., Any]) -> Infer:
    """The rule of an operator on Python numbers: the types of what it answers for ones.

    >>> str(by_python(operator.add)(PY_BOOL, PY_BOOL))
    'int'
    """

    def infer(*specs: Spec) -> Spec | tuple[Spec, ...]:
        _only_python(specs)
        made = probe_all(function, *specs)
        return made[0] if len(made) == 1 else made

    return infer


def _complex(*specs: Spec) -> bool:
    return any(s.dtype.kind == "c" for s in specs)


@op("py_add", infer=by_python(operator.add), facts=SYMMETRIC, integer_unit=0)
def py_add(x: Any, y: Any, *, xp: Any) -> Any:
    """`x + y`."""
    return checked_int(x + y)


@op("py_sub", infer=by_python(operator.sub), integer_unit=0)
def py_sub(x: Any, y: Any, *, xp: Any) -> Any:
    """`x - y`."""
    return checked_int(x - y)


@op("py_mul", infer=by_python(operator.mul), facts=SYMMETRIC, real_unit=1)
def py_mul(x: Any, y: Any, *, xp: Any) -> Any:
    """`x * y`."""
    return checked_int(x * y)


@op("py_truediv", infer=by_python(operator.truediv), facts=RAISES, real_unit=1)
def py_truediv(x: Any, y: Any, *, xp: Any) -> Any:
    """`x / y`."""
    return x / y


@op("py_floordiv", infer=by_python(operator.floordiv), facts=RAISES)
def py_floordiv(x: Any, y: Any, *, xp: Any) -> Any:
    """`x // y`."""
    return checked_int(x // y)


@op("py_mod", infer=by_python(operator.mod), facts=RAISES)
def py_mod(x: Any, y: Any, *, xp: Any) -> Any:
    """`x % y`."""
    return x % y


@op("py_divmod", infer=by_python(divmod), facts=RAISES, results=2)
def py_divmod(x: Any, y: Any, *, xp: Any) -> Any:
    """`divmod(x, y)`."""
    quotient, rest = divmod(x, y)
    return checked_int(quotient), rest


@op("py_neg", infer=by_python(operator.neg))
def py_neg(x: Any, *, xp: Any) -> Any:
    """`-x`."""
    return checked_int(-x)


@op("py_pos", infer=by_python(operator.pos))
def py_pos(x: Any, *, xp: Any) -> Any:
    """`+x`; of a bool: an int."""
    return +x


@op("py_abs", infer=by_python(abs), facts=RAISES, total=lambda x: not _complex(x))
def py_abs(x: Any, *, xp: Any) -> Any:
    """`abs(x)`."""
    return checked_int(abs(x))


@op("py_invert", infer=by_python(lambda x: ~int(x) if type(x) is bool else ~x))
def py_invert(x: Any, *, xp: Any) -> Any:
    """`~x`, an int for bools too."""
    return ~int(x) if type(x) is bool else ~x  # Python warns about ~bool; the value is the same


@op("py_and", infer=by_python(operator.and_), facts=SYMMETRIC)
def py_and(x: Any, y: Any, *, xp: Any) -> Any:
    """`x & y`."""
    return x & y


@op("py_or", infer=by_python(operator.or_), facts=SYMMETRIC, integer_unit=0)
def py_or(x: Any, y: Any, *, xp: Any) -> Any:
    """`x | y`."""
    return x | y


@op("py_xor", infer=by_python(operator.xor), facts=SYMMETRIC, integer_unit=0)
def py_xor(x: Any, y: Any, *, xp: Any) -> Any:
    """`x ^ y`."""
    return x ^ y


@op("py_lshift", infer=by_python(operator.lshift), facts=RAISES, integer_unit=0)
def py_lshift(x: Any, y: Any, *, xp: Any) -> Any:
    """`x << y`; negative counts raise."""
    if y > 64 and x != 0:
        return checked_int(_MAX << 1)  # or a number far bigger
    return checked_int(x << y)


@op("py_rshift", infer=by_python(operator.rshift), facts=RAISES, integer_unit=0)
def py_rshift(x: Any, y: Any, *, xp: Any) -> Any:
    """`x >> y`; negative counts raise."""
    return x >> y


@op("py_lt", infer=by_python(operator.lt))
def py_lt(x: Any, y: Any, *, xp: Any) -> Any:
    """`x < y`, exact between ints and floats."""
    return x < y


@op("py_le", infer=by_python(operator.le))
def py_le(x: Any, y: Any, *, xp: Any) -> Any:
    """`x <= y`, exact between ints and floats."""
    return x <= y


@op("py_gt", infer=by_python(operator.gt))
def py_gt(x: Any, y: Any, *, xp: Any) -> Any:
    """`x > y`, exact between ints and floats."""
    return x > y


@op("py_ge", infer=by_python(operator.ge))
def py_ge(x: Any, y: Any, *, xp: Any) -> Any:
    """`x >= y`, exact between ints and floats."""
    return x >= y


@op("py_eq", infer=by_python(operator.eq), facts=SYMMETRIC)
def py_eq(x: Any, y: Any, *, xp: Any) -> Any:
    """`x == y`, exact between ints and floats."""
    return x == y


@op("py_ne", infer=by_python(operator.ne), facts=SYMMETRIC)
def py_ne(x: Any, y: Any, *, xp: Any) -> Any:
    """`x != y`, exact between ints and floats."""
    return x != y


@op("py_not", infer=by_python(operator.not_))
def py_not(x: Any, *, xp: Any) -> Any:
    """`not x`."""
    return not x


@op("py_real", infer=by_python(lambda x: x.real))
def py_real(x: Any, *, xp: Any) -> Any:
    """`x.real`."""
    return x.real


@op("py_imag", infer=by_python(lambda x: x.imag))
def py_imag(x: Any, *, xp: Any) -> Any:
    """`x.imag`."""
    return x.imag


@op("py_conjugate", infer=by_python(lambda x: x.conjugate()))
def py_conjugate(x: Any, *, xp: Any) -> Any:
    """`x.conjugate()`."""
    return x.conjugate()


@op("py_bit_length", infer=by_python(lambda x: x.bit_length()))
def py_bit_length(x: Any, *, xp: Any) -> Any:
    """`x.bit_length()`."""
    return x.bit_length()


@op("py_bit_count", infer=by_python(lambda x: x.bit_count()))
def py_bit_count(x: Any, *, xp: Any) -> Any:
    """`x.bit_count()`."""
    return x.bit_count()


@op("py_integer_ratio", infer=by_python(lambda x: x.as_integer_ratio()), facts=RAISES, results=2)
def py_integer_ratio(x: Any, *, xp: Any) -> Any:
    """`x.as_integer_ratio()`."""
    over, under = x.as_integer_ratio()
    return checked_int(over), checked_int(under)


def _round(x: Spec, *digits: Spec) -> Spec:
    return probe(round, x, *digits)


@op("py_round", infer=_round, facts=RAISES, total=lambda x, *digits: x.dtype.kind in "bi")
def py_round(x: Any, *digits: Any, xp: Any) -> Any:
    """`round(x)`, an int, or `round(x, digits)`; of NumPy scalars too."""
    return checked_int(round(x, *digits))


def _convert(function: Callable[[Any], Any]) -> Infer:
    """The rule of `int` or `float` on any number, NumPy scalar or 0-d array."""

    def infer(x: Spec) -> Spec:
        if x.kind != PYTHON and x.dtype.kind == "c":
            raise UnsupportedOpError(
                f"{function.__name__}() of a complex NumPy value",
                why="NumPy drops the imaginary part, with a warning at each call",
                fix=f"write {function.__name__}(x.real)",
            )
        return probe(function, x)

    return infer


def _is_number(x: Spec) -> bool:
    return not x.shape


@op("py_int", infer=_convert(int), facts=RAISES, total=lambda x: _is_number(x) and x.dtype.kind in "bi")
def py_int(x: Any, *, xp: Any) -> Any:
    """`int(x)`; raises on NaN and infinities."""
    return checked_int(int(x))


@op("py_float", infer=_convert(float), facts=RAISES, total=_is_number)
def py_float(x: Any, *, xp: Any) -> Any:
    """`float(x)`."""
    return float(x)


def _two_parts(x: Spec, *imag: Spec) -> Spec:
    for part in (x, *imag) if imag else ():
        if part.dtype.kind == "c":
            raise UnsupportedOpError("complex(re, im) of complex parts", fix="write re + im * 1j")
    return probe(complex, x, *imag)


@op("py_complex", infer=_two_parts, facts=RAISES, total=lambda *parts: all(map(_is_number, parts)))
def py_complex(x: Any, *imag: Any, xp: Any) -> Any:
    """`complex(x)`, or `complex(re, im)` of real parts."""
    return complex(x, *imag)


def _like(x: Spec) -> Any:
    """An array of the same shape that takes no memory."""
    return np.broadcast_to(np.True_, x.shape)  # type: ignore[arg-type]


def _bool(x: Spec) -> Spec:
    if x.static and x.shape:
        bool(_like(x))  # raises as NumPy does
    return PY_BOOL


@op("py_bool", infer=_bool, facts=RAISES, total=_is_number)
def py_bool(x: Any, *, xp: Any) -> Any:
    """`bool(x)`; raises unless x has one element."""
    return bool(x)


@op("truth", infer=_bool, facts=RAISES, total=_is_number)
def truth(x: Any, *, xp: Any) -> Any:
    """Whether `if x:` goes on; raises unless x has one element."""
    return bool(x)


def _item(x: Spec) -> Spec:
    if x.kind == PYTHON:
        raise AttributeError(f"'{x}' object has no attribute 'item'")
    if x.static and x.shape:
        _like(x).item()  # raises as NumPy does
    if x.dtype.char in "gG":
        raise UnsupportedOpError(f"item() of {x.dtype.name}", why="it is no Python number", fix="use x[()]")
    return probe(_take_item, x)


def _take_item(x: Any) -> Any:
    """`x.item()`."""
    return x.item()


@op("item", infer=_item, facts=RAISES, total=lambda x: _is_number(x) and x.dtype.char not in "LQ")
def item(x: Any, *, xp: Any) -> Any:
    """`x.item()`, the Python number in an array of one element."""
    return checked_int(x.item())
