"""Ufuncs under `where=`: what the mask leaves out is not computed, so nothing is said of it either.

The program computes every element, and takes what the mask wants; NumPy would warn of those that nobody asked for (and
raise, of integers to negative powers). So these are computed of ones, which no ufunc complains of, or of zeros.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import Any

import numpy as np

from sct import ops
from sct.ir.types import ARRAY
from sct.ops.bindings.table import spec_of, symbolic
from sct.ops.infer import loop_dtypes
from sct.ops.registry import Fact, OpDef
from sct.runtime.trace import Trace

__all__ = ["check_mask", "masked_operands"]

#: Of integers, only these complain; of floats and complex numbers, all but the ones below may.
_COMPLAIN_OF_INTEGERS = frozenset({"divide", "floor_divide", "remainder", "fmod", "divmod", "power", "reciprocal"})
_QUIET = frozenset(
    {"negative", "positive", "absolute", "fabs", "sign", "signbit", "copysign", "conjugate", "heaviside"}
    | {"maximum", "minimum", "fmax", "fmin", "rint", "floor", "ceil", "trunc", "isnan", "isinf", "isfinite"}
    | {"logical_and", "logical_or", "logical_xor", "logical_not"}
)


def check_mask(trace: Trace, mask: Any, has_out: bool) -> None:
    """Raise what NumPy raises of a mask, and warn as it does where nothing says what is to stand elsewhere.

    Numbers and lists of them are taken for truths; an array is one of truths.
    """
    if (symbolic(mask) or isinstance(mask, np.ndarray)) and (spec := spec_of(mask)).kind == ARRAY:
        if spec.dtype.kind != "b":
            raise TypeError(f"Cannot cast array data from {spec.dtype!r} to dtype('bool') according to the rule 'safe'")
    if not has_out and (said := _said_without_out()):
        from sct.runtime.texts.notices import warn

        warn(trace, said)


@lru_cache(maxsize=1)
def _said_without_out() -> str:
    """What this NumPy warns of a mask without `out`; from 2.4 on it does."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        np.negative(np.zeros(1), where=[True])
    return str(heard[0].message) if heard else ""


def masked_operands(target: OpDef, ufunc: np.ufunc, args: Any, where: Any, attrs: dict[str, Any]) -> Any:
    """The operands, with others that the ufunc does not complain of where `where` is false."""
    if Fact.ELEMENTWISE not in target.facts or ufunc.__name__ in _QUIET:
        return args
    specs = [spec_of(x) for x in args]
    dtypes = loop_dtypes(ufunc, *specs, **attrs)[: ufunc.nin]
    inexact = any(dtype.kind in "fc" for dtype in dtypes)
    if any(dtype.kind not in "biufc" for dtype in dtypes) or not (inexact or ufunc.__name__ in _COMPLAIN_OF_INTEGERS):
        return args
    numbers = [not symbolic(x) and not spec.shape for x, spec in zip(args, specs, strict=True)]
    kept = tuple(x if number else None for x, number in zip(args, numbers, strict=True))
    value, keeps = _harmless(ufunc, dtypes, kept)
    choose: Any = ops.get("where")
    return tuple(
        x if number and keeps else choose(where, x, dtype.type(value))
        for x, number, dtype in zip(args, numbers, dtypes, strict=True)
    )


def _harmless(ufunc: np.ufunc, dtypes: tuple[np.dtype, ...], kept: tuple[Any, ...]) -> tuple[int, bool]:
    """What the ufunc does not complain of, and whether the known numbers among the operands may be `kept`."""
    if any(x is not None for x in kept):
        for value in (1, 0):
            if _is_quiet(ufunc, [dtype.type(value if x is None else x) for x, dtype in zip(kept, dtypes, strict=True)]):
                return value, True
    return _harmless_alone(ufunc, dtypes), False


@lru_cache(maxsize=1024)
def _harmless_alone(ufunc: np.ufunc, dtypes: tuple[np.dtype, ...]) -> int:
    return 1 if _is_quiet(ufunc, [dtype.type(1) for dtype in dtypes]) else 0


def _is_quiet(ufunc: np.ufunc, operands: list[Any]) -> bool:
    try:
        with np.errstate(all="raise"):
            ufunc(*operands)
    except (ArithmeticError, ValueError):
        return False
    return True
