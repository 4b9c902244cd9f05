"""Functions and generators that are inlined: how often, and how deep into themselves."""

from __future__ import annotations

from types import CodeType
from typing import Any

from sct.errors import SymbolicRecursionError, UnrollLimitError
from sct.runtime.calls.defects import is_overflow
from sct.runtime.calls.stalled import gets_nowhere
from sct.runtime.layers.caught import leave_to_python
from sct.runtime.layers.given_up import MOST_FOR_NOTHING, give_up
from sct.runtime.trace import Trace

__all__ = ["check_growth", "inline", "inline_apart", "is_run"]

_NESTED_BRANCHES = 32  # how often a function may be inlined into itself, each time one branch deeper
_OFTEN, _MUCH = 100, 20_000  # calls of one function, and ops in all, from which on calls in branches are left to Python
_RECURSIVE_CALLS, _RECURSIVE_OPS = 1000, 8_000  # such calls, and ops in all, from which on they are left to Python


def inline(trace: Trace, converted: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Run the body of a converted callee as part of the trace."""
    code = converted.__code__
    trace.code.inlined[code] += 1
    trace.code.calls += 1
    if trace.code.calls == MOST_FOR_NOTHING and not trace.inputs:
        give_up(trace, _name(code))
    if trace.depth and trace.code.inlined[code] > _OFTEN and trace.builder.names.recorded > _MUCH:
        leave_to_python(trace, _too_often(trace, code))
    depths = {depth for other, depth in trace.code.inlining if other is code}
    if depths and trace.depth > max(depths) and not str(converted.__module__).startswith("sct.runtime."):
        trace.recursion.tried += _is_but_tried(trace, max(depths))
        _branched_recursion(trace, converted, len(depths), args, kwargs)
    trace.code.inlining.append((code, trace.depth))
    trace.recursion.entered += [converted] * trace.plan.stacks
    try:
        return converted(*args, **kwargs)
    except RecursionError as error:
        if len(depths) > 1 and trace.depth > min(depths) and is_overflow(error):
            raise _endless(trace, code) from error
        raise
    finally:
        trace.code.inlining.pop()
        del trace.recursion.entered[-1:]


def inline_apart(trace: Trace, converted: Any, /, *args: Any) -> Any:
    """The same of a generator that none of its kind has made: that others of its kind run is no recursion."""
    around, code = trace.code.inlining, converted.__code__
    trace.code.inlining = [pair for pair in around if pair[0] is not code]
    try:
        return inline(trace, converted, *args)
    finally:
        trace.code.inlining = around


def is_run(trace: Trace, push: Any) -> bool:
    """Whether a generator with this body is made by one of its own kind."""
    kind = _generator_of(push.__code__)
    return any(_generator_of(code) == kind for code, _ in trace.code.inlining)


def _generator_of(code: CodeType) -> tuple[str, str]:
    """Which generator function this is made of, if it is: its body, or what steps it."""
    outer, _, own = code.co_qualname.rpartition(".<locals>.")
    return code.co_filename, outer.rpartition(".<locals>.")[0] if own.startswith("step") else outer


def check_growth(trace: Trace) -> None:
    """Refuse a generator that calls itself in branches before it yields too often: all its consumers are inlined."""
    if not trace.recursion.calls or not trace.code.inlining:
        return
    code = trace.code.inlining[-1][0]
    if sum(other is code for other, _ in trace.code.inlining) > 1:
        trace.recursion.calls += 1
        trace.recursion.in_rolled |= trace.loops.rolling_rather
        if _is_too_much(trace):
            raise _endless(trace, code)


def _branched_recursion(
    trace: Trace, converted: Any, nested: int, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """A function calls itself under a run-time condition: unrolled a while, then left to plain Python."""
    trace.recursion.calls += 1
    trace.recursion.in_rolled |= trace.loops.rolling_rather
    if not trace.plan.recurses and nested <= _NESTED_BRANCHES and not _is_too_much(trace):
        if not gets_nowhere(trace, converted, args, kwargs):
            return
    refusal = _endless(trace, converted.__code__)
    if trace.plan.recurses:
        leave_to_python(trace, refusal)
    raise refusal


def _is_but_tried(trace: Trace, depth: int) -> bool:
    """Whether nothing lies between here and this depth but iterations that are tried out: no run-time condition."""
    return trace.depth - depth == sum(one > depth for one in trace.tried_at)


def _is_too_much(trace: Trace) -> bool:
    met = trace.recursion
    return met.calls - met.tried > _RECURSIVE_CALLS or trace.builder.names.recorded > _RECURSIVE_OPS


def _too_often(trace: Trace, code: CodeType) -> UnrollLimitError:
    return UnrollLimitError(
        f"{_name(code)} was inlined {_OFTEN} times, and the program has grown to {_MUCH} ops",
        where=trace.location(),
        why="each call is inlined, and functions that call one another in several branches double at each step",
        fix="call it once, behind the branches",
    )


def _endless(trace: Trace, code: CodeType) -> SymbolicRecursionError:
    return SymbolicRecursionError(
        f"{_name(code)} calls itself under a condition that is known only at run time",
        where=trace.location(),
        why="how deep the recursion goes is known only when the program runs, so it cannot be unrolled",
        fix="write it as a loop, or let the recursion end on a Python value",
    )


def _name(code: CodeType) -> str:
    """The name that the user knows: of a generator, its body alone is inlined."""
    outer, _, own = code.co_qualname.rpartition(".<locals>.")
    return outer if own.startswith("push") and "".join(code.co_varnames[:1]).startswith(_SINK) else code.co_qualname


_SINK = "sink"  # the parameter that the body of a generator has got
