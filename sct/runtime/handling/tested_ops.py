"""Ops that raise where a test of their operands fails: tested beforehand, where a handler of the function takes it."""

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from sct.ir.types import PYTHON
from sct.ops.index_template import select as selected
from sct.ops.registry import OpDef
from sct.runtime.handling.jumps import ask_for_loops, ask_for_whiles, can_jump, is_taken

if TYPE_CHECKING:
    from sct.ir.core import Value
    from sct.runtime.trace import Trace

__all__ = ["tested"]

_POPS = "pop index out of range"
Test = tuple[Any, Callable[[], BaseException]]
"""What has to hold, and what is raised if it does not."""


def tested(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> bool:
    """Test the operands of an op that is about to be recorded; whether it cannot raise any more."""
    tests = _TESTS.get(op.name)
    if tests is None:
        return False
    if not can_jump(trace):
        if _POPS in (attrs.get("error"), attrs.get("pops") and _POPS):  # as a rule the end of the loop
            ask_for_loops(trace, IndexError(_POPS))
        ask_for_whiles(trace, *(error() for error in _RAISED[tests]))
        return False
    if not any(is_taken(trace, error()) for error in _RAISED[tests]):
        return False
    from sct.runtime.control_flow import select

    found = tests(trace, op, values, attrs)
    if found is None:
        return False
    for holds, fails in found:
        select(holds, lambda: None, partial(_raise, fails))
    return tests not in _IN_PART


def _raise(fails: Callable[[], BaseException]) -> NoReturn:
    raise fails()


# -- items of arrays -------------------------------------------------------------------------------


def _item(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test] | None:
    return _places(trace, values[0], values[1:], attrs["index"])


def _set_item(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test] | None:
    x, value, *operands = values
    found = _places(trace, x, operands, attrs["index"])
    zeros = tuple(("int", 0) if item[0] == "arg" else item for item in attrs["index"])
    total = op.extras["total"]
    if found is None or 0 in x.spec.shape or not total(_of_ones(x.spec), value.spec, index=zeros):
        return None  # the value may not fit
    return found


def _of_ones(spec: Any) -> Any:
    return type(spec)(spec.dtype, tuple(n if isinstance(n, int) else 1 for n in spec.shape), spec.kind)


def _places(trace: Trace, x: Value, operands: Sequence[Value], index: tuple[Any, ...]) -> list[Test] | None:
    """Each integer of an index lies within its axis."""
    specs = tuple(v.spec for v in operands)
    if any(spec.ndim or spec.dtype.kind not in "iu" for spec in specs) or selected(x.spec, index, specs).fancy:
        return None
    kinds = [item[0] for item in index]
    if any(kind not in ("int", "arg", "newaxis", "ellipsis") for kind in kinds):
        return None  # bounds of slices do not raise, but steps do
    rest = x.spec.ndim - sum(kind in ("int", "arg") for kind in kinds)
    shape = trace.variable(x).shape
    found: list[Test] = []
    axis = 0
    for item in index:
        if item[0] == "ellipsis":
            axis += rest
        elif item[0] != "newaxis":
            at = item[1] if item[0] == "int" else trace.variable(operands[item[1]])
            found.append((_lies_within(at, shape[axis]), partial(_out_of_bounds, at, axis, shape[axis])))
            axis += 1
    return found


def _lies_within(at: Any, n: Any) -> Any:
    return (at >= -n) & (at < n)


def _out_of_bounds(at: Any, axis: int, n: Any) -> BaseException:
    from sct.runtime.texts.format_text import fstring

    return IndexError(fstring("index ", (at, "", ""), f" is out of bounds for axis {axis} with size ", (n, "", "")))


# -- items of lists --------------------------------------------------------------------------------


def _list_item(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test]:
    error = attrs.get("error", "list assignment index out of range")
    if attrs.get("pops"):
        error = _POPS
    n = trace.variable(values[0]).shape[0]
    at = trace.variable(values[1])
    within = (_lies_within(at, n), partial(IndexError, error))
    if error != _POPS:
        return [within]
    return [(n > 0, partial(IndexError, "pop from empty list")), within]


# -- numbers ---------------------------------------------------------------------------------------

_DIVISIONS = {"py_truediv": operator.truediv, "py_floordiv": operator.floordiv, "py_mod": operator.mod}
_DIVISIONS |= {"py_divmod": divmod}


def _divided(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test] | None:
    if any(v.spec.kind != PYTHON or v.spec.dtype.kind not in "bif" for v in values):
        return None
    by = trace.variable(values[1])
    floats = [v.spec.dtype.kind == "f" for v in values]
    return [(by != 0, partial(_error_of, _DIVISIONS[op.name], 1.0 if floats[0] else 1, 0.0 if floats[1] else 0))]


def _shifted(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test]:
    return [(trace.variable(values[1]) >= 0, partial(_error_of, _SHIFTS[op.name], 1, -1))]


_SHIFTS = {"py_lshift": operator.lshift, "py_rshift": operator.rshift}


def _raised_to(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test] | None:
    if any(v.spec.dtype.kind not in "bi" for v in values):
        return None
    x, y = map(trace.variable, values)
    return [((x != 0) | (y >= 0), partial(_error_of, operator.pow, 0, -1))]


def _of_the_domain(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test] | None:
    if any(v.spec.ndim or v.spec.dtype.kind not in "bif" for v in values) or len(values) > 2:
        return None
    if len(values) == 2:
        return _of_two(trace, op, *map(trace.variable, values))
    x, (function, allowed, outside) = trace.variable(values[0]), _DOMAINS[op.name]
    return [(allowed(x) | (x != x), partial(_error_of, function, outside))]


def _of_two(trace: Trace, op: OpDef, x: Any, y: Any) -> list[Test]:
    """A logarithm to a base, or a remainder."""
    if op.name == "math_log":
        fits = ((x > 0) | (x != x)) & ((y > 0) | (y != y))
        found: list[Test] = [(fits, partial(_error_of, math.log, -1.0))]
        return [*found, (y != 1, partial(_error_of, math.log, 2.0, 1.0))]
    allowed = (x != x) | (y != y) | ((y != 0) & (abs(x) != math.inf))
    return [(allowed, partial(_error_of, _DOMAINS[op.name][0], 1.0, 0.0))]


_DOMAINS: dict[str, tuple[Callable[..., float], Callable[[Any], Any], float]] = {
    "math_sqrt": (math.sqrt, lambda x: x >= 0, -1.0),
    **{f"math_{f.__name__}": (f, lambda x: x > 0, -1.0) for f in (math.log, math.log2, math.log10)},
    "math_log1p": (math.log1p, lambda x: x > -1, -1.0),
    **{f"math_{f.__name__}": (f, lambda x: abs(x) <= 1, 2.0) for f in (math.acos, math.asin)},
    "math_acosh": (math.acosh, lambda x: x >= 1, 0.0),
    "math_atanh": (math.atanh, lambda x: abs(x) < 1, 1.0),
    **{f"math_{f.__name__}": (f, lambda x: abs(x) != math.inf, math.inf) for f in (math.sin, math.cos, math.tan)},
    **{f"math_{f.__name__}": (f, lambda x: x == x, math.nan) for f in (math.fmod, math.remainder)},
}
"""Functions, where they have a value, and where they have none."""


def _of_whole_numbers(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test] | None:
    if any(v.spec.ndim or v.spec.dtype.kind not in "bi" for v in values):
        return None
    found: list[Test] = []
    for k, value in enumerate(values):
        operands = [1] * len(values)
        operands[k] = -1
        found.append((trace.variable(value) >= 0, partial(_error_of, _OF_WHOLE[op.name], *operands)))
    return found


_OF_WHOLE: dict[str, Callable[..., int]] = {
    f"math_{f.__name__}": f for f in (math.isqrt, math.factorial, math.comb, math.perm)
}


def _error_of(function: Callable[..., Any], *operands: Any) -> BaseException:
    """What Python itself says."""
    try:
        function(*operands)
    except (ArithmeticError, ValueError) as error:
        return type(error)(*error.args)
    raise AssertionError("nothing was raised")


def _of_the_range(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test] | None:
    if values[0].spec.ndim or values[0].spec.dtype.kind not in "bif":
        return None
    x, function = trace.variable(values[0]), _RANGES[op.name]
    size = abs(x) if function in (math.cosh, math.sinh) else x
    fits = (size <= _largest(function)) | (size == math.inf) | (x != x)
    return [(fits, partial(_error_of, function, 1e5))]


@lru_cache
def _largest(function: Callable[[float], float]) -> float:
    """The largest number of which a function is not too large for a float."""
    low, high = 0.0, 1e5
    while low < (middle := (low + high) / 2) < high:
        try:
            function(middle)
            low = middle
        except OverflowError:
            high = middle
    return low


_RANGES = {f"math_{f.__name__}": f for f in (math.exp, math.exp2, math.expm1, math.cosh, math.sinh)}


def _whole(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test] | None:
    if len(values) > 1 or values[0].spec.ndim or values[0].spec.dtype.kind != "f":
        return None
    x, function = trace.variable(values[0]), _WHOLE[op.name]
    kind = float if values[0].spec.kind == PYTHON else values[0].spec.dtype.type
    found: list[Test] = []
    if is_taken(trace, ValueError()):
        found.append((x == x, partial(_error_of, function, kind(math.nan))))
    if is_taken(trace, OverflowError()):
        found.append(((x != math.inf) & (x != -math.inf), partial(_error_of, function, kind(math.inf))))
    return found


_WHOLE: dict[str, Callable[[Any], Any]] = {
    "py_int": int,
    "py_round": round,
    "math_floor": math.floor,
    "math_ceil": math.ceil,
    "math_trunc": math.trunc,
}

# -- the least and the largest of nothing ----------------------------------------------------------


def _of_nothing(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test] | None:
    x = values[0].spec
    if len(values) > 1 or not x.ndim or (attrs.get("axis") is not None and x.ndim > 1):
        return None
    function = getattr(builtins, attrs["function"]) if op.name == "list_best" else getattr(np, op.name)
    nothing: Any = [] if op.name == "list_best" else np.empty(0)
    return [(trace.variable(values[0]).size > 0, partial(_error_of, function, nothing))]


def _made(trace: Trace, op: OpDef, values: Sequence[Value], attrs: dict[str, Any]) -> list[Test] | None:
    """A new array of no extent below 0."""
    given = [trace.variable(values[n[1]]) for n in attrs["shape"] if isinstance(n, tuple) and n[0] == "arg"]
    return [(n >= 0, partial(_error_of, np.zeros, -1)) for n in given]


_RAISED: dict[Any, tuple[type[Exception], ...]] = {
    **dict.fromkeys((_item, _set_item, _list_item), (IndexError,)),
    _divided: (ZeroDivisionError,),
    _shifted: (ValueError,),
    _raised_to: (ZeroDivisionError,),
    _of_the_domain: (ValueError, ZeroDivisionError),
    _of_whole_numbers: (ValueError,),
    _of_the_range: (OverflowError,),
    _whole: (ValueError, OverflowError),
    _of_nothing: (ValueError,),
    _made: (ValueError,),
}
_IN_PART = {_whole, _shifted, _raised_to, _of_whole_numbers, _made}  # what outgrows 64 bits is left to Python
_TESTS: dict[str, Callable[[Any, OpDef, Sequence[Any], dict[str, Any]], list[Test] | None]] = {
    "getitem": _item,
    "setitem": _set_item,
    "list_item": _list_item,
    "list_set": _list_item,
    "list_delete": _list_item,
    **dict.fromkeys(_DIVISIONS, _divided),
    **dict.fromkeys(_SHIFTS, _shifted),
    "py_pow": _raised_to,
    **dict.fromkeys(_DOMAINS, _of_the_domain),
    **dict.fromkeys(_OF_WHOLE, _of_whole_numbers),
    **dict.fromkeys(_RANGES, _of_the_range),
    **dict.fromkeys(_WHOLE, _whole),
    **dict.fromkeys(("zeros", "ones"), _made),
    **dict.fromkeys(("list_best", "max", "min", "argmax", "argmin"), _of_nothing),
}
