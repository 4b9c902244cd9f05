"""`while` and `for` in converted code.

On plain values they are Python's loops. Once a loop records ops, the trace tries to *roll* it: one
trace of the body stands for every iteration, as a `while` or `for` op with carried state. Which
variables, arrays and attributes are carried, and in which form, is found by a fixpoint: the body is
traced, what it changed joins the state, until nothing new comes. A body that needs a Python value that
changes (the index into a list of layers) cannot be rolled: then each iteration is traced on its own.
A long loop over Python values alone is rolled, too, rather than run to its end while the program is made.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

from sct.errors import AliasError, JoinError, SctError, StaticValueError, UnrollLimitError
from sct.runtime import trace as tracing
from sct.runtime.calls.raising import Diverged
from sct.runtime.generators import TracedGenerator, consume, is_named
from sct.runtime.handling.loops_left import leaving
from sct.runtime.iteration.consumers import with_consumers
from sct.runtime.iteration.enumerated import Indices
from sct.runtime.iteration.iterables import ListChanged, Rollable, as_rollable, items_of_text, list_changed
from sct.runtime.iteration.iterators import check_iterator, note_iterator
from sct.runtime.iteration.left_generators import close_since
from sct.runtime.iteration.sequence_iterators import by_index, left_to_loop, notes_of
from sct.runtime.iteration.steps import Steps
from sct.runtime.iteration.user_iteration import users_iterable
from sct.runtime.joins.choice import Choice
from sct.runtime.lists.pooled_tuples import as_opened
from sct.runtime.lists.windows import turning
from sct.runtime.rolling.broken_loops import go_on, stepped
from sct.runtime.rolling.choice_loops import for_choice, for_many
from sct.runtime.rolling.lessons import Lessons
from sct.runtime.rolling.rolling import roll
from sct.runtime.rolling.unrolling import FIX, MAX_UNROLLED_TRIPS, Unrolled, count_ops, rolled_at_need
from sct.runtime.rolling.walking import walk_by_position, walk_on, walk_plainly
from sct.runtime.state.trials import settle_trial, try_to_roll

__all__ = ["UNROLL_BELOW", "convert_for"]

UNROLL_BELOW = 4  # loops of fewer trips are simply unrolled,
UNROLL_OPS_BELOW = 100  # unless that is known to record as many ops: loops of few trips inside of one another
MAX_GROWN_TRIPS = 20_000  # of a loop whose list its body makes longer
UNROLL_RATHER = 64  # trips, up to which the position in a loop is rather made a Python value than looked up

State = tuple[Any, ...]
GetState = Callable[[], State]
SetState = Callable[[State], None]


def convert_for(
    iterable: Any,
    body: Callable[[Any], None],
    extra_test: Callable[[], Any] | None,
    get_state: GetState,
    set_state: SetState,
    names: tuple[str, ...],
) -> None:
    """`for item in iterable: body(item)`, ended early when `extra_test()` is false before an item is taken."""
    trace = tracing.current()
    if trace is None:
        _plain_for(iterable, body, extra_test)
        return
    with leaving(trace, body, extra_test, get_state, set_state, names) as loop:
        body, extra_test, get_state, set_state, names = loop
        if isinstance(iterable, Choice):
            if for_many(trace, iterable, body, extra_test, get_state, set_state, names):
                return
            for_choice(convert_for, iterable, 0, body, extra_test, get_state, set_state, names)
            return
        iterable = as_opened(users_iterable(trace, iterable))
        references = sys.getrefcount(iterable)
        named = is_named(references - isinstance(iterable, TracedGenerator))  # which sct has noted
        if isinstance(iterable, TracedGenerator) and named and not iterable.owned and iterable.machine is not None:
            iterable = users_iterable(trace, iterable.as_machine() or iterable)
        if isinstance(iterable, TracedGenerator):
            if named and extra_test is not None and iterable.is_fresh and iterable.machine is None:
                if _can_be_stepped(trace, iterable, body, extra_test, *with_consumers(trace, get_state, set_state)):
                    _unrolled_for(trace, iterable, body, extra_test, None)
                    return
            if consume(iterable, body, extra_test, get_state, set_state, named):
                return
        get_state, set_state = with_consumers(trace, get_state, set_state)
        by_position = isinstance(iterable, Steps) and trace.iterators.by_position
        if by_position and is_named(references - notes_of(trace, iterable)):
            walk_by_position(iterable, body, extra_test, get_state, set_state, names)
            _finish(iterable.finish, extra_test)
            return
        rollable = None if named and isinstance(iterable, Indices) else as_rollable(trace, items_of_text(iterable))
        if rollable is None and isinstance(iterable, Iterator) and not is_named(references - notes_of(trace, iterable)):
            rollable = by_index(trace, iterable)
        if rollable is None:
            if isinstance(iterable, Iterator):
                check_iterator(trace, iterable)
                if not is_named(references - notes_of(trace, iterable)):
                    left_to_loop(trace, iterable)
            items = note_iterator(trace, iter(trace.own(iterable)))
            rest = lambda: go_on(trace, items, body, extra_test, get_state, set_state, names)  # noqa: E731
            _unrolled_for(trace, items, body, extra_test, rest)
            return
        _traced_for(trace, rollable, body, extra_test, get_state, set_state, names)
        if rollable.ended is not None and (extra_test is None or extra_test() is True):
            rollable.ended()
        _finish(rollable.finish, extra_test)


def _finish(finish: Callable[[], None] | None, extra_test: Callable[[], Any] | None) -> None:
    """What Python checks where a loop has asked for one more item, and there is none."""
    if finish is not None:
        from sct.runtime.control_flow import convert_ifelse

        went_on = True if extra_test is None else extra_test()
        convert_ifelse(went_on, finish, lambda: None, lambda: (), lambda state: None, ())


def _plain_for(iterable: Any, body: Callable[[Any], None], extra_test: Callable[[], Any] | None) -> None:
    if extra_test is None:
        for item in iterable:
            body(item)
        return
    for item in iterable:
        body(item)
        if not extra_test():
            break


def _unrolled_for(
    trace: tracing.Trace,
    items: Any,
    body: Callable[[Any], None],
    extra_test: Any,
    rest: Callable[[], None] | None,
) -> None:
    """Trace each iteration on its own; after a symbolic `break`, `rest()` does the others."""
    from sct.runtime.control_flow import truth

    unrolled = Unrolled(trace, trace.loops.scope.loop(body), body)
    for item in stepped(trace, items):
        unrolled.run(lambda item=item: body(trace.own(item)), None)  # type: ignore[misc]
        if extra_test is None:
            continue
        going = truth(trace, extra_test())
        if tracing.is_variable(going):
            if rest is None:
                raise StaticValueError("a loop is left at a point that is known only at run time")
            rest()
            return
        if not going:
            return


def _can_be_stepped(
    trace: tracing.Trace,
    items: TracedGenerator,
    body: Callable[[Any], None],
    extra_test: Callable[[], Any],
    get_state: GetState,
    set_state: SetState,
) -> bool:
    """Whether a loop leaves a generator where the user can go on with it: tried out, and undone."""
    before, stepped = get_state(), len(trace.iterators.stepped)
    try:
        with trace.region() as region:
            try:
                _unrolled_for(trace, items.copy(), body, extra_test, None)
            finally:
                close_since(trace, stepped)
                region.transaction.rollback()
    except SctError:
        return False
    except (Exception, Diverged):
        return True
    finally:
        set_state(before)
    return True


def _traced_for(
    trace: tracing.Trace,
    items: Rollable,
    body: Callable[[Any], None],
    extra_test: Callable[[], Any] | None,
    get_state: GetState,
    set_state: SetState,
    names: tuple[str, ...],
) -> None:
    from sct.runtime.control_flow import truth

    lessons = trace.loops.scope.loop(body)
    unrolled = Unrolled(trace, lessons, body)
    refused = lessons.refused
    start, first = 0, True
    attempt = _roller(trace, items, body, extra_test, get_state, set_state, names, lessons)
    if tracing.is_variable(items.trips):
        settle_trial(trace)
        try:
            attempt(0)
        except ListChanged:
            if items.anew is None:  # a deque, which raises
                raise
            walk_on(trace, items, 0, body, extra_test, get_state, set_state, names)
        return
    while start < items.trips:
        if unrolled.is_long(get_state()) and unrolled.roll_plain(lambda at=start: attempt(at)):  # type: ignore[misc]
            return
        left = items.trips - start
        heavy = left > 1 and left * lessons.ops >= UNROLL_OPS_BELOW
        # names that stood for views of one array may stand for arrays of their own after one turn
        again = first and start == 1 and isinstance(refused, AliasError)
        enough = left >= UNROLL_BELOW or heavy or bool(trace.pools) or trace.plan.rolls_short
        worth = enough and (refused is None or again)
        if not worth or unrolled.quiet:
            unrolled.run(lambda at=start: body(items.at(at)), refused)  # type: ignore[misc]
            if refused is not None:
                unrolled.may_go_on(count_ops(unrolled.last), left - 1 if extra_test is None else 0)
        elif unrolled.try_out(lambda at=start: body(items.at(at)), get_state, set_state):  # type: ignore[misc]
            first = not again
            refused = lessons.refused = try_to_roll(lambda at=start: attempt(at))  # type: ignore[misc]
            if refused is not None and _could_be_pooled(trace, refused):
                trace.loops.hurried = True
                raise refused  # and trace again with lists in pools rather than go on turn by turn
            if refused is None:
                return
            unrolled.rather_by_position(refused, left)
            continue
        start += 1
        if not items.as_it_was():
            if items.taken is not None:
                run = lambda item: unrolled.run(lambda: body(item), None)  # noqa: E731
                last = walk_plainly(trace, items, start, run, extra_test, MAX_GROWN_TRIPS)
                if last is None:
                    return
                start = last
            if items.anew is None:
                raise ListChanged(
                    "what a loop goes over changes its length",
                    where=trace.location(),
                    fix="go through a copy, as in `for x in list(items)`",
                )
            walk_on(trace, items, start, body, extra_test, get_state, set_state, names)
            return
        if extra_test is None:
            continue
        going = truth(trace, extra_test())
        if tracing.is_variable(going):
            watch = unrolled if refused is not None else None
            _guarded_rest(trace, items, start, body, extra_test, get_state, set_state, names, watch)
            return
        if not going:
            break
    else:
        start += 1  # the one that was not there
    if items.taken is not None:
        items.taken(start)


def _guarded_rest(
    trace: tracing.Trace,
    items: Rollable,
    start: int,
    body: Callable[[Any], None],
    extra_test: Any,
    get_state: GetState,
    set_state: SetState,
    names: tuple[str, ...],
    watch: Unrolled | None,
) -> None:
    """The unrolled rest of a loop that a symbolic `break` may have ended: nested branches."""
    from sct.runtime.control_flow import convert_ifelse

    if not items.as_it_was():
        if items.anew is None:
            raise list_changed(trace)
        walk_on(trace, items, start, body, extra_test, get_state, set_state, names)
        return
    if start >= items.trips:
        return
    if start > MAX_UNROLLED_TRIPS // 10:
        raise UnrollLimitError(
            f"a loop with a run-time `break` was unrolled {start} times", where=trace.location(), fix=FIX
        )

    def more() -> None:
        body(items.at(start))
        if watch is not None:
            watch.may_go_on(count_ops(trace.builder.ops))
        _guarded_rest(trace, items, start + 1, body, extra_test, get_state, set_state, names, watch)

    convert_ifelse(extra_test(), more, lambda: None, get_state, set_state, names)


def _could_be_pooled(trace: tracing.Trace, refused: SctError) -> bool:
    """Whether there may be hope in pools: a first one, or one more."""
    if not isinstance(refused, (AliasError, JoinError)) or getattr(refused, "could_be_pooled", False):
        return getattr(refused, "could_be_pooled", False)
    if not trace.pools:
        return bool(trace.doubts.families) and trace.plan.may_pool
    site = getattr(refused, "site", None)
    return site is not None and site not in trace.pools


def _roller(
    trace: tracing.Trace,
    items: Rollable,
    body: Callable[[Any], None],
    extra_test: Any,
    get_state: GetState,
    set_state: SetState,
    names: tuple[str, ...],
    lessons: Lessons,
) -> Callable[[int], None]:
    def attempt(start: int) -> None:
        span = (start, items.trips)
        at_run_time = tracing.is_variable(items.trips)
        with rolled_at_need(trace, body, _may_unroll(items.trips)), turning(trace, at_run_time):
            roll(trace, extra_test, lambda i: body(items.at(i)), get_state, set_state, names, span, lessons=lessons)

    return attempt


def _may_unroll(trips: Any) -> bool:
    """Whether a loop that cannot be rolled well may be unrolled instead."""
    return not tracing.is_variable(trips) and bool(trips <= UNROLL_RATHER)
