"""Arguments that the graph has to know, where the run decides which of a few numbers they are.

`np.sum(x, axis=k)` with a `k` that a branch has chosen is done for each number that it may be, in a branch of its own.
An axis that nothing is known of is one of those that the arrays have.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import numpy as np

from sct.errors import SctError, StaticValueError
from sct.ir.core import Op, Value
from sct.ir.types import ARRAY, PYTHON
from sct.ops import registry
from sct.ops.registry import Fact
from sct.passes.constants import compute, constant_value
from sct.runtime.callers.asked import asked_of_caller
from sct.runtime.current import has_spec
from sct.runtime.joins.known_content import makers_around
from sct.runtime.trace import Trace, current

__all__ = ["for_each_of_few"]

_MOST = 8
_OUTSIDE = 64  # no array has as many axes
_AXES = frozenset(("axis", "axis1", "axis2", "source", "destination"))

F = TypeVar("F", bound=Callable[..., Any])


def for_each_of_few(function: F) -> F:
    """A function that is called for each of a few numbers, in branches, where it has to know which of them it gets."""

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        return _called(functools.partial(function, *args, **kwargs))

    return cast(F, called)


def _called(call: functools.partial[Any]) -> Any:
    try:
        return call()
    except StaticValueError as error:
        trace = current()
        if trace is None or not _may_be_told(trace, error):
            raise
        return _for_each(trace, error, call)


def _may_be_told(trace: Trace, error: StaticValueError) -> bool:
    """Whether the number that is missing is a whole one, known here, and not one that the caller gives."""
    asked: Any = getattr(error, "asked", None)
    if not has_spec(asked):
        return False
    error.asked_inputs = asked_of_caller(trace, error)
    return not error.asked_inputs and not asked.spec.ndim and asked.spec.dtype.kind in "iub"


def _for_each(trace: Trace, error: StaticValueError, call: functools.partial[Any]) -> Any:
    from sct.runtime.control_flow import select

    asked: Any = error.asked
    try:
        value = asked.sct_value()
    except SctError:  # it was made in a branch that is left
        raise error from None
    if value in trace.callers.contents:
        raise error
    found = _Numbers(trace).of(value)
    numbers = sorted(found) if found is not None else [] if _is_of_turn(trace, value) else _axes(error, call)
    if not numbers:
        raise error

    def for_(number: int) -> Any:
        outer, trace.callers.evaluated = trace.callers.evaluated, {}
        trace.callers.contents[value] = _as(value, number)
        try:
            return _called(call)
        finally:
            del trace.callers.contents[value]
            trace.callers.evaluated = outer

    def outside() -> Any:
        with trace.handling.standing_in():
            for_(_OUTSIDE)
        raise error  # it is no axis of an array

    def from_(k: int) -> Any:
        if k == len(numbers) - 1 and found is not None:
            return for_(numbers[k])
        if k == len(numbers):
            return outside()
        return select(asked == numbers[k], lambda: for_(numbers[k]), lambda: from_(k + 1))

    return from_(0)


def _is_of_turn(trace: Trace, value: Value) -> bool:
    """Whether each turn of a loop has its own: where its turns can be told one by one, they are few."""
    makers, todo, seen = makers_around(trace), [value], {value}
    while todo:
        op = makers.get(one := todo.pop())
        if op is None and one not in trace.root.args:
            return True
        new = [arg for arg in (op.args if op is not None else ()) if arg not in seen]
        seen.update(new)
        todo += new
    return False


def _as(value: Value, number: int) -> Any:
    """A number as a value holds it."""
    if value.spec.kind == PYTHON:
        return bool(number) if value.spec.dtype.kind == "b" else number
    return np.asarray(number, value.spec.dtype) if value.spec.kind == ARRAY else value.spec.dtype.type(number)


def _axes(error: StaticValueError, call: functools.partial[Any]) -> list[int]:
    """The axes that an argument may mean, if it is one."""
    if error.argument not in _AXES:
        return []
    given = list(_leaves((call.args, call.keywords)))
    ranks = [one.ndim if isinstance(one, np.ndarray) else one.spec.ndim for one in given if _has_axes(one)]
    numbers = sum(has_spec(one) and _is_whole(one) for one in given) if error.argument == "axis" else 1
    most = max(ranks, default=0) + max(numbers, 1)  # as many as the result of np.expand_dims has
    return [*range(most), *range(-1, -most - 1, -1)] if most <= _MOST else []


def _leaves(given: Any) -> Iterator[Any]:
    if isinstance(given, (list, tuple)):
        for one in given:
            yield from _leaves(one)
    elif isinstance(given, dict):
        yield from _leaves(tuple(given.values()))
    else:
        yield given


def _has_axes(one: Any) -> bool:
    return isinstance(one, np.ndarray) or has_spec(one)


def _is_whole(value: Any) -> bool:
    return not value.spec.ndim and value.spec.dtype.kind in "iub"


class _Numbers:
    """The whole numbers that values may be, as far as constants and branches say."""

    def __init__(self, trace: Trace) -> None:
        self.contents = trace.callers.contents
        self.makers = makers_around(trace)
        self.known: dict[Value, frozenset[Any] | None] = {}

    def of(self, value: Value) -> frozenset[Any] | None:
        """All that a value may be; None if that is not known, or too many."""
        if value not in self.known:
            self.known[value] = None
            found = self._found(value)
            self.known[value] = found if found is not None and len(found) <= _MOST else None
        return self.known[value]

    def _found(self, value: Value) -> frozenset[Any] | None:
        if value in self.contents:
            return frozenset([int(self.contents[value])]) if _is_whole(value) else None
        if not _is_whole(value):
            return None
        op = self.makers.get(value)
        found = None if op is None else self._made_by(op, op.results.index(value))
        return frozenset((False, True)) if found is None and value.spec.dtype.kind == "b" else found

    def _made_by(self, op: Op, at: int) -> frozenset[Any] | None:
        if op.name == "constant":
            return frozenset([int(constant_value(op))])
        if op.name == "if":
            inside = [inner for block in op.blocks for inner in block.ops]
            self.makers.update((result, inner) for inner in inside for result in inner.results)
            each = [self.of(block.results[at]) for block in op.blocks]
            return None if any(one is None for one in each) else frozenset().union(*(one or () for one in each))
        each = [self.of(arg) for arg in op.args]
        if op.name == "py_mod" and each[0] is None and each[1] is not None:
            return self._rests(each[1])
        definition = registry.get(op.name)
        if op.blocks or not op.args or Fact.PURE not in definition.facts or any(one is None for one in each):
            return None
        found: set[int] = set()
        for numbers in itertools.product(*(one or () for one in each)):
            made = compute(definition, list(map(_as, op.args, numbers)), dict(op.attrs))
            if made is None or len(found) > _MOST:
                return None
            found.add(int(made[at]))
        return frozenset(found)

    def _rests(self, by: frozenset[Any]) -> frozenset[Any] | None:
        return frozenset(range(max(by))) if len(by) == 1 and 0 < max(by) <= _MOST else None
