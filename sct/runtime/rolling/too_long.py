"""Where tracing is given up: what grows without end, or doubles at each step, must not take minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sct.errors import Location, UnrollLimitError
from sct.ir.build import Builder

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["TooLong", "check_depth", "check_length", "check_relations", "effort"]

MOST_RECORDED = 100_000  # ops, those of trials that came to nothing included
DEEP = 8  # levels, from which on the containers in a container are counted …
MOST_DEEP = 3_000  # … as often as they are in it: pairs of pairs, each twice the same, double at each level
_FEW_DEEP = 600  # … or, where there is another way, that many
_FOR_ONE_CONTENT = 2_000
MOST_RELATED = 500_000  # pairs of arrays of which it was asked whether they may be one


class TooLong(BaseException):
    """The trace has recorded too much: nothing inside of it may go on in another way."""

    def __init__(self, refusal: UnrollLimitError) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def effort(trace: Trace) -> int:
    """What one attempt has taken: calls of functions, and ops, which take twice as long.

    A program for the content of an array is as likely as not one for a single call: it counts for more.
    """
    return trace.code.calls + 2 * trace.builder.names.recorded + _FOR_ONE_CONTENT * trace.callers.knows_whole


def check_length(builder: Builder, where: Location | None) -> None:
    """Give up where too many ops have been recorded."""
    if builder.names.recorded <= MOST_RECORDED:
        return
    raise TooLong(
        UnrollLimitError(
            f"a program was given up after {MOST_RECORDED} ops had been recorded",
            where=where,
            why="loops that cannot be rolled are unrolled, and functions are inlined at each of their calls: "
            "inside of one another, these multiply",
            fix="keep this function in plain Python, or call fewer of its loops and functions from a static one",
        )
    )


def check_depth(trace: Trace, depth: int) -> None:
    """Give up where a container that is taken apart holds too many others, `depth` levels down."""
    if depth <= DEEP:
        trace.loops.deep = 0 if depth == 1 else trace.loops.deep
        return
    trace.loops.deep += 1
    if trace.loops.deep > _FEW_DEEP and (trace.loops.deep > MOST_DEEP or _could_be_pooled(trace)):
        refusal = UnrollLimitError(
            "a container with too many others inside of one another goes through a branch or loop",
            where=trace.location(),
            why="what it holds is joined part by part, and a part that is there twice doubles with each level",
            fix="keep such structures in plain Python, or hold the numbers in arrays",
        )
        refusal.deepening = frozenset().union(*trace.doubts.families.forms.values())
        raise TooLong(refusal)


def _could_be_pooled(trace: Trace) -> bool:
    """Whether another attempt could have objects in pools, where none is inside of another one."""
    return bool(trace.doubts.families.forms) and not trace.pools and trace.plan.may_pool


def check_relations(trace: Trace, more: int) -> None:
    """Give up where branches in branches have made too many arrays of which each may be one of many."""
    trace.joining.related += more
    if trace.joining.related > MOST_RELATED:
        raise TooLong(
            UnrollLimitError(
                "too many arrays go through branches inside of one another, and may be one or not",
                where=trace.location(),
                why="lists of arrays whose lengths a branch decides are kept apart, and double with each iteration",
                fix="keep this function in plain Python, or hold the arrays as rows of one array",
            )
        )
