"""`np.split` at places of which only the run knows how many there are: a list of run-time length."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from sct.errors import StaticValueError
from sct.ir.types import Dim
from sct.ops.bindings.table import ndim_of, static
from sct.runtime.callers.asked import asked_of_caller
from sct.runtime.current import has_spec, is_variable
from sct.runtime.libraries import joining_library
from sct.runtime.lists.growing import is_growing

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["SPLITTING"]


def _splitter(f: Any, axis_of: Callable[[int], int] | None, least: int) -> Callable[..., Any]:
    """What stands for one of NumPy's functions; those without an axis have one that depends on the rank."""

    def split(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        from sct.runtime.calls.foreign_call import call_foreign
        from sct.runtime.control_flow import select

        known = None if f is np.array_split else _given(*args, **kwargs)
        if known is not None and (axis := _unknown_axis(axis_of, least, *known)) is not None:
            ary, parts, _ = known
            select(ary.shape[axis] % int(parts) == 0, lambda: None, _raise_unequal)
            return call_foreign(trace, np.array_split, ary, parts, axis)
        try:
            return call_foreign(trace, f, *args, **kwargs)
        except StaticValueError as error:
            if asked_of_caller(trace, error) - trace.known:  # small arrays of the caller's may be known instead
                raise
            given = _given(*args, **kwargs)
            if given is None:
                raise
            return _at_run_time(trace, error, axis_of, least, *given)

    return split


def _given(ary: Any = None, indices_or_sections: Any = None, axis: Any = 0, **others: Any) -> tuple[Any, ...] | None:
    return None if others else (ary, indices_or_sections, axis)


def _unknown_axis(axis_of: Callable[[int], int] | None, least: int, ary: Any, where: Any, axis: Any) -> int | None:
    """The axis along which an array is split into a number of parts, if only the run knows how long it is there."""
    is_number = isinstance(where, (int, np.integer)) and where > 0
    if not is_number or not is_variable(ary) or not has_spec(ary) or ary.spec.ndim < least:
        return None
    axis = axis if axis_of is None else axis_of(ary.spec.ndim)
    if not isinstance(axis, int) or not -ary.spec.ndim <= axis < ary.spec.ndim:
        return None
    return axis if isinstance(ary.spec.shape[axis], Dim) else None


def _raise_unequal() -> None:
    raise ValueError("array split does not result in an equal division")


def _at_run_time(
    trace: Trace, error: StaticValueError, axis_of: Callable[[int], int] | None, least: int, ary: Any, where: Any,
    axis: Any,
) -> Any:
    """The parts between places that only the run knows; `error` says why there is no list of known length."""
    from sct.runtime.calls.library_calls import inlined
    from sct.runtime.calls.traced_call import convert_traced

    if is_growing(where):
        where = convert_traced(trace, np.asarray)(where)
    spec = where.spec if has_spec(where) else None
    if spec is None or spec.ndim != 1 or not isinstance(spec.shape[0], Dim) or spec.dtype.kind not in "iu":
        raise error
    ary = convert_traced(trace, np.asarray)(ary)
    if ndim_of(ary) < least:
        raise error
    axis = static(axis, "axis") if axis_of is None else axis_of(ndim_of(ary))
    at = int(normalize_axis_index(axis, ndim_of(ary)))
    return inlined(trace, cast(FunctionType, joining_library.parts_between), ary, where, at)


SPLITTING: dict[Any, Callable[..., Any]] = {
    np.split: _splitter(np.split, None, 1),
    np.array_split: _splitter(np.array_split, None, 1),
    np.hsplit: _splitter(np.hsplit, lambda ndim: int(ndim > 1), 1),
    np.vsplit: _splitter(np.vsplit, lambda ndim: 0, 2),
    np.dsplit: _splitter(np.dsplit, lambda ndim: 2, 3),
}
