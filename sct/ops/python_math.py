"""The functions of `math` and `cmath` on one number: a Python number, a NumPy scalar or a 0-d array.

Each is an op named after it (`math_sqrt`, `cmath_phase`), with Python's kernel: the results are Python
numbers, and what Python raises is raised. `math.fsum` and others that take sequences are not here.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from sct.errors import UnsupportedOpError
from sct.ir.types import PYTHON, Spec
from sct.ops.infer import PY_BOOL, PY_COMPLEX, PY_FLOAT, PY_INT
from sct.ops.later_pythons import of_math
from sct.ops.probe import tiny
from sct.ops.python_numbers import checked_int
from sct.ops.registry import Fact, Infer, OpDef, op

__all__ = ["lookup_function"]

_FUNCTIONS: dict[Any, OpDef] = {}


def lookup_function(function: Any) -> OpDef | None:
    """The op that is exactly `function` of math or cmath, if any.

    >>> lookup_function(math.sqrt)
    <op math_sqrt>
    """
    try:
        return _FUNCTIONS.get(function)
    except TypeError:  # not hashable
        return None


def _rule(function: Callable[..., Any], results: tuple[Spec, ...]) -> Infer:
    def infer(*specs: Spec, **attrs: Any) -> Spec | tuple[Spec, ...]:
        for spec in specs:
            if spec.kind != PYTHON and spec.dtype.kind == "c" and function.__module__ == "math":
                raise UnsupportedOpError(
                    f"math.{function.__name__}() of a complex NumPy value",
                    why="NumPy drops the imaginary part, with a warning at each call",
                    fix=f"write math.{function.__name__}(x.real)",
                )
        # The flat list of operands is a key: the function is asked once for each.
        _check(function, tuple([Spec(s.dtype, (1,) * s.ndim, s.kind) for s in specs]))
        return results[0] if len(results) == 1 else results

    return infer


@lru_cache(maxsize=4096)
def _check(function: Callable[..., Any], specs: tuple[Spec, ...]) -> None:
    """Raise the TypeError that Python raises for operands of these types."""
    with suppress(ValueError, ArithmeticError):  # the types are right, 1 is out of the domain
        function(*[tiny(s) for s in specs])


def _define(function: Callable[..., Any], *results: Spec, total: bool = False) -> None:
    """The op of `function`; `total` if no number makes it raise."""
    many = len(results) > 1
    integral = results[0] == PY_INT

    def kernel(*args: Any, xp: Any, **attrs: Any) -> Any:
        got = function(*args, **attrs)
        return checked_int(got) if integral else got

    module = function.__module__
    answers = " and ".join(f"a Python {r}" for r in results)
    kernel.__doc__ = f"`{module}.{function.__name__}`: {answers}."
    kernel.__module__ = __name__
    _FUNCTIONS[function] = op(
        f"{module}_{function.__name__}",
        infer=_rule(function, results),
        facts=Fact.PURE if total else Fact.PURE | Fact.RAISES,
        results=len(results) if many else 1,
        functions=(function,),
    )(kernel)


def _define_all(results: tuple[Spec, ...], *functions: Callable[..., Any], total: bool = False) -> None:
    for function in functions:
        _define(function, *results, total=total)


_FLOAT, _INT, _COMPLEX, _BOOL = (PY_FLOAT,), (PY_INT,), (PY_COMPLEX,), (PY_BOOL,)

# Real functions of any float.
_define_all(_FLOAT, math.fabs, math.atan, math.atan2, math.tanh, math.asinh, math.cbrt, total=True)
_define_all(_FLOAT, math.copysign, math.degrees, math.radians, math.hypot, math.nextafter, total=True)
_define_all(_FLOAT, math.erf, math.erfc, math.ulp, total=True)
# Real functions with a domain, or an overflow.
_define_all(_FLOAT, math.sqrt, math.exp, math.exp2, math.expm1, math.log, math.log2, math.log10, math.log1p)
_define_all(_FLOAT, math.sin, math.cos, math.tan, math.asin, math.acos, math.sinh, math.cosh)
_define_all(_FLOAT, math.acosh, math.atanh, math.gamma, math.lgamma)
_define_all(_FLOAT, math.pow, math.fmod, math.remainder, math.ldexp)
_define_all(_FLOAT, of_math("fma", "3.13"))
# Rounding and the parts of a float.
_define_all(_INT, math.floor, math.ceil, math.trunc)
_define_all((PY_FLOAT, PY_INT), math.frexp, total=True)
_define_all((PY_FLOAT, PY_FLOAT), math.modf, total=True)
# Integers.
_define_all(_INT, math.gcd, math.lcm, math.isqrt, math.factorial, math.comb, math.perm)
# Tests.
_define_all(_BOOL, math.isnan, math.isinf, math.isfinite, total=True)
_define_all(_BOOL, math.isclose)

# Complex functions.
_define_all(_COMPLEX, cmath.sqrt, cmath.exp, cmath.log, cmath.log10, cmath.sin, cmath.cos, cmath.tan, cmath.rect)
_define_all(_COMPLEX, cmath.asin, cmath.acos, cmath.atan, cmath.sinh, cmath.cosh, cmath.tanh)
_define_all(_COMPLEX, cmath.asinh, cmath.acosh, cmath.atanh)
_define_all(_FLOAT, cmath.phase)
_define_all((PY_FLOAT, PY_FLOAT), cmath.polar)
_define_all(_BOOL, cmath.isnan, cmath.isinf, cmath.isfinite, total=True)
_define_all(_BOOL, cmath.isclose)
