"""`math.fsum`, `math.prod`, `statistics.mean` and their like over run-time numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sct import ops
from sct.errors import UnsupportedCallError
from sct.ir.types import ARRAY, PYTHON, Spec
from sct.ops.later_pythons import of_math
from sct.ops.python_sequences import LIST_OPS, PARTS, SEQUENCE_OPS, is_by_value
from sct.runtime.callers.foreign_numbers import check_operands
from sct.runtime.comprehension import collect
from sct.runtime.current import is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.iteration.loud import check_asked
from sct.runtime.iteration.taken_whole import whole
from sct.runtime.iteration.user_iteration import is_asked
from sct.runtime.joins.choice import Choice, distribute_call
from sct.runtime.joins.templates import TVar
from sct.runtime.lists import growing
from sct.runtime.lists.row_lists import op_value, rows_of
from sct.runtime.lists.rows import Rows, Variants, marker_of
from sct.runtime.numbers.whole_objects import held_number
from sct.runtime.numpy_functions.numpy_signatures import raised_by_numpy
from sct.runtime.objects import operators
from sct.runtime.objects.operators import users_method
from sct.runtime.state.bare import items_in
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.trace import NUMBERS, Trace, spec_of_number

_SUMPROD = of_math("sumprod", "3.12")

__all__ = ["OVER_SEQUENCES", "hypot_of_list", "over_statistics"]


def _items(trace: Trace, iterable: Any) -> list[Any]:
    from sct.runtime.numbers.extremes import iterable_of

    return [trace.own(item) for item in iterable_of(trace, iterable)]


def _is_unknown(data: Any) -> bool:
    return growing.is_unknown(data) or (isinstance(data, TracedGenerator) and data.is_fresh)


def _of_list(trace: Trace, function: Callable[..., Any], data: Any) -> Any:
    """The function of as many numbers as only the running program knows; a list of them if they are few."""
    xs = data if growing.is_growing(data) else collect(trace, data)
    found = _numbers(growing.as_rows(trace, xs) if growing.is_growing(xs) else None)
    if found is None:
        return growing.plain(trace, xs)
    column, spec = found
    made = LIST_OPS[function]
    if is_by_value(function, (spec,), of_list=True):
        return _one_of(PARTS[made](column, kind=spec.kind))
    return trace.variable(op_value(trace, made.name, [column.sct_value()], kind=spec.kind), trace.location())


def _numbers(rows: Rows | None) -> tuple[Any, Spec] | None:
    """All items as one array, and what one of them is; None where they are no numbers of one type."""
    if rows is None or not isinstance(rows.item, TVar) or rows.item.spec.ndim or rows.item.spec.kind == ARRAY:
        return None
    return rows.columns[0], rows.item.spec


def _column(trace: Trace, data: Any) -> tuple[Any, Spec] | None:
    """The same of whatever is iterable."""
    xs = data if growing.is_growing(data) else collect(trace, data) if _is_unknown(data) else data
    return _numbers(growing.as_rows(trace, xs) if growing.is_growing(xs) else rows_of(trace, _items(trace, xs)))


def _one_of(parts: Sequence[Any]) -> Any:
    """What is no float, or the float, as the values decide."""
    from sct.runtime.control_flow import select

    integral, as_it_is, as_float = parts
    return select(integral, lambda: as_it_is, lambda: as_float)


def _spec(x: Any) -> Spec:
    spec: Spec = x.spec if is_variable(x) else spec_of_number(x)
    return spec


def _over_items(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(trace: Trace, /, data: Any, *args: Any, **kwargs: Any) -> Any:
        if type(data) is Choice:
            return distribute_call(function, (data, *args), kwargs)
        if function.__module__ == "statistics":
            check_asked(trace, f"statistics.{function.__name__}", data)
        data = whole(trace, data)
        if _is_unknown(data) and not args and not kwargs:
            found = _of_list(trace, function, data)
            if is_variable(found):
                return found
            data = found
        items = _items(trace, data)
        if not all(is_variable(x) or isinstance(x, (Choice, *NUMBERS)) for x in items):
            raised = raised_by_numpy(function, (items, *args), kwargs)
            if raised is not None:
                raise raised
        if args or kwargs or not any(map(is_variable, items)):
            from sct.runtime.calls.foreign_call import call_foreign

            return call_foreign(trace, function, items, *args, **kwargs)
        if function.__module__ == "statistics" and not all(isinstance(x, Choice) for x in filter(is_variable, items)):
            _check_own_kinds(trace, function, items)
        items = [held_number(x) if _is_of_own_kind(x) else x for x in items]
        made = SEQUENCE_OPS[function]
        run = next(filter(is_variable, items))
        for x in items:
            check_operands(run, x)
        if not any(isinstance(x, Choice) for x in items) and is_by_value(function, tuple(map(_spec, items))):
            return _one_of(PARTS[made](*items))
        return made(*items)

    return call


def _is_of_own_kind(x: Any) -> bool:
    """Whether this is a number of a class that is derived from one of Python's."""
    return isinstance(x, (int, float, complex)) and type(x) not in NUMBERS and not isinstance(x, np.generic)


_COMPUTED = ("mean", "harmonic_mean", "variance", "pvariance")  # of the class that all items have in common


def _check_own_kinds(trace: Trace, function: Any, items: list[Any]) -> None:
    """Refuse such a number among those of the run: what is answered would be of its class, or that very object."""
    numbers = [x for x in items if not _is_of_own_kind(x)]
    floats = any((x.python_type if is_variable(x) else type(x)) in (float, np.float64) for x in numbers)
    for x in items:
        name = function.__name__
        makes_float = name == "fmean" or (floats and name in _COMPUTED and isinstance(x, int))
        if _is_of_own_kind(x) and not makes_float:
            raise UnsupportedCallError(
                f"{a_kind(x)} is given to statistics.{function.__name__}(), beside what only the run knows",
                where=trace.location(),
                why="the answer is of the class of the object, which the program does not make",
                fix="make a plain number of it first, as in int(x) or float(x)",
            )


def _prod(trace: Trace, /, iterable: Any, *, start: Any = 1) -> Any:
    if type(iterable) is Choice:
        return distribute_call(math.prod, (iterable,), {"start": start})
    iterable = whole(trace, iterable)
    if _is_unknown(iterable):
        from sct.runtime.calls.library_calls import in_the_library

        return in_the_library(trace, "multiplied", iterable, start)
    result = start
    for item in _items(trace, iterable):
        result = operators.binary("mul", result, item)
    return result


def _coordinates(trace: Trace, data: Any) -> Any:
    """The coordinates of a point in one array; None where they are no numbers of one type."""
    items = None if _is_unknown(data) else _items(trace, data)
    if items is None or any(map(is_variable, items)):
        found = _column(trace, data if items is None else items)
        return None if found is None else found[0]
    if not all(isinstance(x, (float, int, np.number)) and np.isreal(x) for x in items):
        return None
    return trace.variable(trace.builder.constant(np.array([float(x) for x in items])), trace.location())


def _dist(trace: Trace, /, p: Any, q: Any) -> Any:
    if type(p) is Choice or type(q) is Choice:
        return distribute_call(math.dist, (p, q), {})
    p, q = _point(trace, p), _point(trace, q)
    markers = marker_of(p), marker_of(q)
    if isinstance(markers[0], Variants):
        return markers[0].choice.sct_distribute(lambda items: _dist(trace, trace.note_new(list(items)), q))
    if isinstance(markers[1], Variants):
        return markers[1].choice.sct_distribute(lambda items: _dist(trace, p, trace.note_new(list(items))))
    if _is_unknown(p) or _is_unknown(q):
        points = _coordinates(trace, p), _coordinates(trace, q)
        if points[0] is not None and points[1] is not None:
            return ops.get("math_dist_list")(*points)
    first, second = _items(trace, p), _items(trace, q)
    if len(first) != len(second) or not any(map(is_variable, (*first, *second))):
        return math.dist(first, second)
    return ops.get("math_dist")(*first, *second)


def _point(trace: Trace, p: Any) -> Any:
    """Python makes a tuple of what is none, and asks no tuple."""
    from sct.runtime.call import convert_call

    if isinstance(p, tuple):
        return p if type(p) is tuple or growing.is_growing(p) else tuple(items_in(p))
    is_own = growing.is_growing(p) or not (is_asked(p) or users_method(p, "__len__") is not None)
    return p if is_own else convert_call(tuple)(p)


def hypot_of_list(trace: Trace, xs: Any) -> Any:
    """`math.hypot(*xs)` of as many numbers as only the running program knows."""
    column = _column(trace, xs)
    return math.hypot(*growing.plain(trace, xs)) if column is None else ops.get("math_hypot_list")(column[0])


def _sumprod(trace: Trace, /, p: Any, q: Any) -> Any:
    if type(p) is Choice or type(q) is Choice:
        return distribute_call(_SUMPROD, (p, q), {})
    if _is_unknown(p) or _is_unknown(q):
        columns = _column(trace, p), _column(trace, q)
        if columns[0] is not None and columns[1] is not None:
            return _sumprod_of_lists(*columns[0], *columns[1])
    first, second = _items(trace, p), _items(trace, q)
    if len(first) != len(second):
        raise ValueError("Inputs are not the same length")
    if not any(map(is_variable, (*first, *second))):
        return _SUMPROD(first, second)
    return ops.get("math_sumprod")(*first, *second)


def _sumprod_of_lists(p: Any, of_p: Spec, q: Any, of_q: Spec) -> Any:
    made = ops.get("math_sumprod_list")
    if of_p.kind == of_q.kind == PYTHON and of_p.dtype.kind == of_q.dtype.kind == "i":
        return made(p, q, kinds=(PYTHON, PYTHON))
    from sct.runtime.control_flow import select

    none = (p.shape[0] == 0) & (q.shape[0] == 0)
    return select(none, lambda: 0, lambda: made(p, q, kinds=(of_p.kind, of_q.kind)))


OVER_SEQUENCES: dict[Any, Callable[..., Any]] = {
    math.fsum: _over_items(math.fsum),
    math.prod: _prod,
    math.dist: _dist,
}
if hasattr(math, "sumprod"):
    OVER_SEQUENCES[_SUMPROD] = _sumprod
"""What stands for each of them in a trace."""


def over_statistics(function: Any) -> Callable[..., Any] | None:
    """What stands for a function of `statistics`; None if it is none, or nothing does."""
    if function.__module__ != "statistics":
        return None
    from sct.ops import python_statistics as python_statistics  # defines the ops

    return _over_items(function) if function in SEQUENCE_OPS else None
