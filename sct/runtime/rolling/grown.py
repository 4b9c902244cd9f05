"""What a loop makes longer or larger: whether it is worth it, and how long lists are afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from sct.errors import JoinError, Location, StaticValueError
from sct.ir.build import Builder
from sct.ir.types import Dim
from sct.runtime import trace as tracing
from sct.runtime.joins.deepening import deepening
from sct.runtime.joins.leaf_forms import leaf_specs
from sct.runtime.joins.templates import TChoice, Template, TNode, TRows
from sct.runtime.joins.trees import Many, Node, Tree
from sct.runtime.lists import row_lists
from sct.runtime.lists.rows import Items, Rows
from sct.runtime.rolling.carried import Slot

__all__ = ["ShortLoop", "attempts", "check_growth", "check_growth_while", "is_too_long", "measured", "rows_in"]
__all__ += ["unsettled"]

_ATTEMPTS = 12  # after so many iterations what a loop carries has settled, or never does
_DEEPENING, _DEEP = 4, 2  # … unless what holds others of its own form, so many levels deep, goes on getting deeper;
#                           a tree is that as soon as it doubles: each iteration more takes as long as all before
_LARGE = 60  # leaves that a loop may carry however fast their number grows

UNROLL_BELOW = 24  # loops of fewer trips are unrolled if lists grow in them: the lists keep known items
UNROLL_OPS_BELOW = 500  # unless that would be as many ops, which would take more than half a second to compile
UNROLL_AT_WORST = 200  # those are, too, if what the function does with the lists is refused otherwise,
MOST_TRIPS, OPS_AT_WORST = 2_000, 5_000  # … and these, if their bodies are short


def attempts(carried: Callable[[], Sequence[Slot]]) -> Iterator[int]:
    """Count the attempts to roll a loop, as long as what is `carried` may settle.

    A structure that gets one level deeper in each iteration, such as a tree, would double each time, and never settles.
    """
    sizes: list[int] = []
    for k in range(_ATTEMPTS):
        yield k
        sizes.append(sum(len(leaf_specs(slot.template)) for slot in carried()))
        doubles = len(sizes) > 3 and all(3 * a <= 2 * b for a, b in pairwise(sizes[-4:]))
        if doubles and sizes[-1] > _LARGE:
            return
        deep = doubles or k >= _DEEPENING
        if deep and any(True for slot in carried() for _ in deepening(slot.template, _DEEP)):
            return


def unsettled(where: Location | None, carried: Sequence[Slot]) -> JoinError:
    """Why a loop is refused then."""
    what = "what this loop changes does not settle after several iterations"
    deeper = frozenset(form for slot in carried for form in deepening(slot.template))
    if not deeper:
        return JoinError(
            what,
            where=where,
            why="each iteration gives a variable a new kind of value",
            fix="keep the type and rank of every variable that the loop assigns",
        )
    error = JoinError(
        what,
        where=where,
        why="each iteration puts tuples, dicts or objects into others of their form, deeper and deeper",
        fix="do no more than take apart, compare and return them, or hold numbers in lists, and indices of those in "
        "place of what is inside",
    )
    error.deepening = deeper
    return error


def check_growth(
    trace: tracing.Trace, slot: Slot, final: Template, after: Template, span: tuple[Any, Any] | None, body: Builder
) -> None:
    """Refuse to roll a short loop that would make a list one whose items are known at run time only.

    A list that one iteration leaves as such a one would be that if the loop was unrolled, too; and what a dict with
    run-time keys is made of, nobody looks at one by one.
    """
    if span is None or not all(isinstance(bound, int) for bound in span) or not _loses_items(trace, slot, final, after):
        return
    trips = span[1] - span[0]
    if is_too_long(trips, trips * _ops(body)):
        return
    short = trips < UNROLL_BELOW and trips * _ops(body) < UNROLL_OPS_BELOW and not trace.plan.rolls_short
    if trace.plan.keeps_items or (trace.loops.unrollable and short):
        raise _short(trace)
    trace.items.lost = True


def is_too_long(trips: int, ops: int) -> bool:
    """Whether a loop of so many iterations, and ops in all, is not unrolled for the sake of a list's items."""
    return trips >= UNROLL_AT_WORST and (trips >= MOST_TRIPS or ops >= OPS_AT_WORST)


def check_growth_while(trace: tracing.Trace, slot: Slot, final: Template, after: Template, condition: Any) -> None:
    """The same for a `while` whose test was a Python value so far: it may be one for as long as the loop goes on."""
    if condition is None or tracing.is_variable(condition) or not _loses_items(trace, slot, final, after):
        return
    if trace.plan.keeps_items:
        raise _short(trace)
    trace.items.lost = True


def _loses_items(trace: tracing.Trace, slot: Slot, final: Template, after: Template) -> bool:
    if not _holds_rows(after) or _holds_rows(slot.template) or _holds_rows(final):
        return False
    return slot.cell is None or slot.cell.owner not in trace.key_lists


def _short(trace: tracing.Trace) -> ShortLoop:
    return ShortLoop(
        "a list grows in a short loop",
        where=trace.location(),
        why="its items stay known one by one only if the loop is unrolled",
    )


class ShortLoop(StaticValueError):
    """A loop is unrolled so that the items of a list stay known."""


def _ops(body: Builder) -> int:
    return sum(1 + sum(1 for block in op.blocks for _ in block.walk()) for op in body.ops)


def _holds_rows(t: Template) -> bool:
    if isinstance(t, TRows):
        return True
    return isinstance(t, (TNode, TChoice)) and any(map(_holds_rows, t.items))


def rows_in(content: Any) -> list[Rows]:
    """The Rows in a carried value that is a list, or the items of one."""
    if isinstance(content, (list, Items)) and len(content) == 1 and isinstance(content[0], Rows):
        return [content[0]]
    return []


def measured(trace: tracing.Trace, slot: Slot, content: Any, span: tuple[Any, Any] | None) -> Any:
    """After a loop of known trips, a list that each of them makes longer by as many items has a known length."""
    assert span is not None
    final = _many(slot.final)
    if final is None or not slot.entered or final.obj.origin is not slot.entered[0]:
        return content
    start = _start(slot.initial)
    made = rows_in(content)
    if start is None or not made or not isinstance(span[0], int):
        return content
    total = start + final.obj.added * (span[1] - span[0])
    columns = []
    for column in made[0].columns:
        tail = column.spec.shape[1:]
        if any(isinstance(n, Dim) for n in tail):
            return content
        columns.append(trace.value(column.reshape((total, *tail))))
    content[:] = [row_lists.made_of(trace, made[0].item, columns, made[0])]
    content[0].head = made[0].head
    return content


def _many(tree: Tree) -> Many | None:
    if isinstance(tree, Node) and len(tree.items) == 1 and isinstance(tree.items[0], Many):
        return tree.items[0]
    return None


def _start(tree: Tree) -> int | None:
    """How many items a list had before the loop."""
    many = _many(tree)
    if many is not None:
        extent = many.items[0].value.spec.shape[0]
        return extent if isinstance(extent, int) else None
    return len(tree.items) if isinstance(tree, Node) else None
