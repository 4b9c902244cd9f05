"""One of two or more values, as a run-time test says; arrays may be of other extents where they are not the one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from sct.ir.build import Builder
from sct.ir.core import Value
from sct.runtime.joins.memory import Test

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["pick", "pick_as", "pick_like", "pick_of"]


def pick(builder: Builder, test: Test, a: Value, b: Value) -> Value:
    """`a if test else b`."""
    if a is b or isinstance(test, bool):
        return b if test is False else a
    then, orelse = builder.child(), builder.child()
    return builder.op("if", (test,), {}, blocks=(then.close([a]), orelse.close([b])))[0]


def pick_as(trace: Trace, test: Test, make: Callable[[], Value], orelse: Callable[[], Value]) -> Value:
    """`make() if test else orelse()`."""
    if isinstance(test, bool):
        return make() if test else orelse()
    blocks = []
    for way in (make, orelse):
        block = trace.builder.child()
        with trace.recording(block):
            blocks.append(block.close([way()]))
    return trace.builder.op("if", (test,), {}, blocks=tuple(blocks))[0]


def pick_like(trace: Trace, test: Test, a: Value, b: Value) -> Value:
    """`a if test else b`, where `a` has the extents of `b` if the test holds."""
    return pick_of(trace, [(test, a)], b, b)


def pick_of(trace: Trace, ways: Sequence[tuple[Test, Value]], orelse: Value, like: Value) -> Value:
    """The last of the `ways` whose test holds, or else `orelse`; whichever it is has the extents of `like`."""
    if all(value.spec == like.spec for value in (orelse, *(value for _, value in ways))):
        found = orelse
        for test, value in ways:
            found = pick(trace.builder, test, value, found)
        return found
    if not ways:
        return _sized_as(trace, orelse, like)
    *others, (test, value) = ways
    return pick_as(trace, test, partial(_sized_as, trace, value, like), partial(pick_of, trace, others, orelse, like))


def _sized_as(trace: Trace, value: Value, like: Value) -> Value:
    return value if value.spec == like.spec else trace.builder.one("sized_as", value, like)
