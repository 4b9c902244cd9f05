"""`np.min_scalar_type` of a number that only the run knows: one of the few dtypes that can hold numbers of its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.runtime.control_flow import select
from sct.runtime.current import has_spec
from sct.runtime.layers.caught import leave_to_python

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["SMALLEST_TYPES"]

_WIDEST = 16  # bytes; the others are no dtypes of programs
_HALF, _SINGLE = 65_000.0, 3.4e38  # as NumPy has them, whatever the greatest numbers of these dtypes are


Tests = list[tuple[Any, np.dtype[Any]]]


def _min_scalar_type(trace: Trace, /, a: Any) -> Any:
    from sct.runtime.calls.foreign_call import call_foreign

    if not has_spec(a) or a.spec.ndim or a.spec.dtype.kind not in "biufc" or a.spec.dtype.itemsize > _WIDEST:
        return call_foreign(trace, np.min_scalar_type, a)
    dtype = a.spec.dtype
    if dtype.kind == "b":
        return dtype
    if dtype.kind in "iu":
        return _of_ints(trace, a, dtype)
    tests: Tests = []
    if dtype == np.complex128:
        tests = [(_within(a.real, _SINGLE) & _within(a.imag, _SINGLE), np.dtype(np.complex64))]
    elif dtype.kind == "f" and dtype.itemsize > 2:
        finite = (a == a) & (a != np.inf) & (a != -np.inf)
        tests = [(_within(a, _HALF) | (finite == False), np.dtype(np.float16))]  # noqa: E712
        tests += [(_within(a, _SINGLE), np.dtype(np.float32))] if dtype.itemsize > 4 else []
    return _first(tests, dtype)


def _within(a: Any, bound: float) -> Any:
    return (a > -bound) & (a < bound)


def _of_ints(trace: Trace, a: Any, dtype: np.dtype[Any]) -> Any:
    sizes = [size for size in (1, 2, 4, 8) if size <= dtype.itemsize]
    unsigned, signed = [np.dtype(f"u{size}") for size in sizes], [np.dtype(f"i{size}") for size in sizes]
    above: Tests = [(a <= int(np.iinfo(one).max), one) for one in unsigned[:-1]]
    if dtype.kind == "u":
        return _first(above, unsigned[-1])
    below: Tests = [(a >= int(np.iinfo(one).min), one) for one in signed[:-1]]

    def not_negative() -> Any:
        if unsigned[-1].itemsize < np.dtype(np.int64).itemsize:
            return _first(above, unsigned[-1])
        return select(above[-1][0], lambda: _first(above[:-1], unsigned[-2]), lambda: _leave(trace))

    return select(a < 0, lambda: _first(below, signed[-1]), not_negative)


def _leave(trace: Trace) -> Any:
    """For such ints NumPy answers another dtype than np.uint64, which is equal to it."""
    refusal = UnsupportedOpError(
        "np.min_scalar_type of an int of more than 32 bits",
        where=trace.location(),
        why="plain Python has to go on with its dtype, but what the program does before cannot be done again",
        fix="name the dtype",
    )
    leave_to_python(trace, refusal)


def _first(tests: Tests, last: np.dtype[Any]) -> Any:
    """The dtype of the first test that holds."""
    if not tests:
        return last
    return select(tests[0][0], lambda: tests[0][1], lambda: _first(tests[1:], last))


SMALLEST_TYPES: dict[Any, Callable[..., Any]] = {np.min_scalar_type: _min_scalar_type}
