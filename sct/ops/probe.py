"""What NumPy itself says about dtype and kind: the function is asked on tiny operands, once per question.

Promotion rules, dtype-dependent results and the errors for wrong dtypes and axes are NumPy's own, so
they cannot drift from it. The extents of the operands are 1 (or 0 where the caller wants that to be seen);
the caller knows the rule for the shape.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from sct.ir.types import ARRAY, PYTHON, SCALAR, Spec

__all__ = ["probe", "probe_all", "tiny"]

_NUMBERS = {"b": True, "i": 1, "f": 1.0, "c": 1 + 0j}


def tiny(spec: Spec, *, empty: bool = False) -> Any:
    """A value of the dtype, rank and kind of `spec`, full of ones.

    >>> tiny(Spec(np.dtype("float32"), (3, 4)))
    array([[1.]], dtype=float32)
    """
    if spec.kind == PYTHON:
        return _NUMBERS[spec.dtype.kind]
    array = np.ones(_extents(spec, empty), spec.dtype)
    return array[()] if spec.kind == SCALAR else array


def _extents(spec: Spec, empty: bool) -> tuple[int, ...]:
    return tuple([0 if empty and n == 0 else 1 for n in spec.shape])


def probe(function: Callable[..., Any], *specs: Spec, empty: bool = False, **attrs: Any) -> Spec:
    """The Spec of `function` on tiny operands; its shape is that of the tiny result.

    >>> print(probe(np.sum, Spec(np.dtype("int8"), (3,))))
    int64
    """
    return probe_all(function, *specs, empty=empty, **attrs)[0]


def probe_all(
    function: Callable[..., Any], *specs: Spec, empty: bool = False, **attrs: Any
) -> tuple[Spec, ...]:
    """The same for functions with several results."""
    operands = tuple(Spec(s.dtype, _extents(s, empty), s.kind) for s in specs)
    return _probe(function, operands, **attrs)


@lru_cache(maxsize=8192, typed=True)
def _probe(function: Callable[..., Any], operands: tuple[Spec, ...], **attrs: Any) -> tuple[Spec, ...]:
    with np.errstate(all="ignore"):
        got = function(*[tiny(spec, empty=True) for spec in operands], **attrs)
    return tuple(_spec(item) for item in (got if isinstance(got, (tuple, list)) else (got,)))


def _spec(value: Any) -> Spec:
    if isinstance(value, np.ndarray):
        return Spec(value.dtype, value.shape, ARRAY)
    if isinstance(value, np.generic):
        return Spec(value.dtype, (), SCALAR)
    return Spec(np.asarray(value).dtype, (), PYTHON)
