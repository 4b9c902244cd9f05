"""One trace of a loop body that stands for all iterations: the fixpoint over what the body changes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sct.errors import AliasError, SctError, SideEffectError
from sct.ir.build import Builder
from sct.ir.core import Block, Value
from sct.ir.effects import has_effects
from sct.ir.types import PYTHON, Dim, Spec
from sct.runtime import trace as tracing
from sct.runtime.arrays.storage import Storage
from sct.runtime.calls.defects import is_users
from sct.runtime.calls.raising import Diverged, record_exception
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.doubtful import Joined, doubt, relate
from sct.runtime.joins.fitting import same_template
from sct.runtime.joins.leaf_forms import dummy, leaf_specs
from sct.runtime.joins.leaves import inject, inject_final, project
from sct.runtime.joins.templates import TStatic, common_template, template_of, unify
from sct.runtime.joins.trees import Tree, freeze
from sct.runtime.lists import known_lists
from sct.runtime.lists.kept_links import Kept
from sct.runtime.rolling.anew import made_anew
from sct.runtime.rolling.carried import (
    Slot,
    follow_items,
    follow_writes,
    guess_writes,
    is_same,
    keeps_layouts,
    lost_on_purpose,
    narrow,
    note_ends,
    note_writes,
    passed_on,
    share_results,
    slots_of,
    storages_of,
    without_lost,
)
from sct.runtime.rolling.grown import attempts, check_growth, check_growth_while, measured, rows_in, unsettled
from sct.runtime.rolling.learned import ends_of, known_ends, lost_ends, may_say_more, recall, teach, were_right
from sct.runtime.rolling.lessons import Lessons, Scope, traced_again
from sct.runtime.rolling.open_extents import opened
from sct.runtime.rolling.passing import Passing, with_more_arguments
from sct.runtime.state.cells import Cell, StorageCell
from sct.runtime.state.places import cells_of, freeze_content, put

__all__ = ["roll"]

_INDEX, _GOING = Spec(np.dtype("int64"), (), PYTHON), Spec(np.dtype("bool"), (), PYTHON)
State = tuple[Any, ...]


def roll(
    trace: tracing.Trace,
    test: Callable[[], Any] | None,
    body: Callable[..., None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: tuple[str, ...] = (),
    span: tuple[Any, Any] | None = None,
    condition: Any = None,
    lessons: Lessons | None = None,
) -> None:
    """Record the loop as one op and leave its results in the state; if that fails, nothing has changed.

    With `span` = (first, end) the body gets a run-time index; without, the loop ends by `test` alone, which
    has been evaluated once, to `condition`. What `lessons` say is where the search for what is carried starts.
    """
    lessons = lessons or Lessons()
    known_lists.in_rows(trace)
    before = frozenset(map(id, get_state()))
    if lessons.carried:
        with contextlib.suppress(SctError), trace.loops.attempted(before):
            if _rolled(_Loop(trace, test, body, get_state, set_state, names, span, condition, lessons), learned=True):
                return
        lessons.inside = Scope()  # what was learned on a wrong way
    for guesses in (True, False):
        loop = _Loop(trace, test, body, get_state, set_state, names, span, condition, lessons)
        loop.guesses = guesses  # and not, where that comes to nothing
        try:
            with trace.loops.attempted(before):
                if _rolled(loop):
                    return
        except AliasError:
            if not loop.guessed:
                raise
            lessons.inside = Scope()
        else:
            break
    raise unsettled(loop.where, loop.slots)


def _rolled(loop: _Loop, learned: bool = False) -> bool:
    """Attempt it until what is carried has settled; what was `learned` before must turn out to be so."""
    try:
        if learned:
            loop.recalled, loop.blind = recall(loop.trace, loop.lessons, loop.slots, loop.names, loop.known), True
            loop.open_dims |= loop.lessons.open_dims
        for _ in attempts(lambda: loop.slots):
            if not were_right(loop.trace, loop.recalled, settled := loop.attempt()):
                return False
            if settled:
                loop.finish()
                teach(loop.trace, loop.lessons, loop.slots, loop.open_dims)
                return True
    finally:
        loop.trace.joining.carried, loop.trace.joining.entering = frozenset(), False
        if not loop.done:
            loop.set_state(loop.before)
    return False


class _Loop:
    def __init__(
        self,
        trace: tracing.Trace,
        test: Any,
        body: Any,
        get_state: Any,
        set_state: Any,
        names: tuple[str, ...],
        span: Any,
        condition: Any,
        lessons: Lessons,
    ) -> None:
        self.trace, self.test, self.body = trace, test, body
        self.get_state, self.set_state, self.span, self.where = get_state, set_state, span, trace.location()
        self.before: State = get_state()
        self.known = set(map(id, self.before))
        self.slots = [Slot(value, freeze(trace, value, self.known)) for value in self.before]
        self.names = len(self.slots)
        self.open_dims: frozenset[Dim] = frozenset()
        self.done, self.guessed, self.guesses = False, False, True  # to guess: that a name writes to what comes in
        self.condition, self.lessons = condition, lessons
        self.recalled: list[Slot] = []  # whose form was known before the first attempt
        self.first = True  # whether no iteration has been traced yet
        self.blind = False  # whether what an iteration leaves is not seen in the first one
        self.rotated = False  # whether the test has effects: it is then traced at the end of the body
        self.kept = Kept(trace)  # which containers are items of which lists
        self.counts = span is not None and test is not None  # a counted loop with a `break`: carries its index
        for slot, name in zip(self.slots, names, strict=False):
            slot.answer = name.startswith("return ")

    # -- one attempt -----------------------------------------------------------------------------

    def attempt(self) -> bool:
        """Trace test and body under the present templates; whether the templates held."""
        self.cond = self._trace_test() if self.test is not None or self.span is None else None
        if self.rotated and self.cond is None:
            return False
        builder = self.trace.builder.child()
        with self.trace.region(builder) as region, traced_again(self.trace, self.lessons.inside):
            index = self._arguments(builder)
            self.diverged, kept = False, True
            self.going: Value | None = None
            bodies, preliminary, hasty = self.trace.bodies, self.trace.loops.preliminary, self.trace.loops.hasty
            try:
                self._enter(builder)
                self.trace.bodies, self.trace.loops.preliminary = (*bodies, builder), preliminary or self.first
                self._run_body(index)
                kept = self.kept.check()
                after = self.get_state()
                finals = [freeze(self.trace, value, self.known) for value in after]
                cells = [slot.cell for slot in self.slots[self.names :] if slot.cell is not None]
                finals += [freeze_content(self.trace, cell, cell.get(), self.known) for cell in cells]
                found = known_ends(self.trace, region, self.known)
            except Diverged:
                self.diverged = True
                finals, found = [slot.initial for slot in self.slots], lost_ends(self.trace, region, self.known)
            finally:
                self.trace.bodies, self.trace.loops.preliminary = bodies, preliminary
                changes = [change[0] for change in region.transaction.changes()]
                self.ends = {storage: storage.known_value() for slot in self.slots for storage in slot.stand_ins}
                region.transaction.rollback()
        self.set_state(self.before)
        self.builder, self.index = builder, index
        settled = note_writes(self.slots, changes) and kept
        settled &= self._carry_new_cells(changes, finals)
        ends = ends_of(self.slots, [] if self.diverged else finals, found)
        if not self.diverged:
            settled &= not follow_writes(self.slots, finals) and not follow_items(self.slots, finals)
        settled &= self._unify(ends)
        settled &= self.diverged or all(map(keeps_layouts, self.slots))
        settled &= len(self.slots) == len(rest := without_lost(self.slots))
        self.slots = rest
        first, self.first = self.first, False
        return settled and not (first and may_say_more(self.trace, self.slots, hasty, self.blind))

    def _run_body(self, index: Any) -> None:
        from sct.runtime.control_flow import truth

        try:
            self.body() if index is None or self.rotated else self.body(index)
            if self.rotated:
                assert self.test is not None
                self.going = self.trace.value(truth(self.trace, self.test()))
        except SctError:
            raise
        except Exception as error:
            if not is_users(error):
                raise
            record_exception(self.trace, error)
            raise Diverged from error

    def _arguments(self, builder: Builder) -> Any:
        """The argument that comes before the state: the index, or whether the loop goes on."""
        if self.rotated:
            return self.trace.variable(builder.argument(_GOING))
        return None if self.span is None else self.trace.variable(builder.argument(_INDEX))

    def _enter(self, builder: Builder) -> None:
        """Put the carried state in place, as arguments of `builder`."""
        values = iter([builder.argument(spec) for slot in self.slots for spec in leaf_specs(slot.template)])
        objects, state = Joined(self.trace), []
        self._lose(lost_on_purpose(self.slots))
        self.trace.joining.carried = passed_on(self.slots)
        self.trace.joining.entering = True
        columns = [[] if slot.answer else [slot.initial, slot.final, *slot.items] for slot in self.slots]
        for slot, trees in zip(self.slots, columns, strict=True):  # none comes after an answer
            content = project(self.trace, slot.template, values, trees)
            for tree in trees:
                doubt(self.trace, tree, content, first=tree is slot.initial)
                objects.note(tree, content)
            slot.stand_ins = storages_of(content) if not isinstance(slot.template, TStatic) else []
            for storage in slot.stand_ins:
                storage.stand_in = bool(storage.memory)  # told apart from all others
            slot.enter(content)
            slot.entered = rows_in(content)
            if slot.cell is None:
                state.append(content)
            else:
                put(self.trace, slot.cell, content)
        objects.settle(tree for trees in columns for tree in trees)
        self.trace.joining.carried, self.trace.joining.entering = frozenset(), False
        self.kept.tie()
        self.trace.settle()
        self.trace.made.entered(builder)
        self.set_state(tuple(state))

    def _lose(self, lost: list[Storage]) -> None:
        """What enters a loop under a name that is written to and moves on is not known any more."""
        for storage in lost:
            self.trace.touch_storage(storage)
            storage.lose("the loop gives its memory to other names from one iteration to the next", self.where)

    def _trace_test(self) -> Block | None:
        builder = self.trace.builder.child()
        from sct.runtime.control_flow import truth

        with contextlib.ExitStack() as afterwards, self.trace.region(builder) as region:
            afterwards.callback(self.set_state, self.before)  # not as a change of the region
            try:
                index = self._arguments(builder)
                self._enter(builder)
                for slot in self.slots:
                    slot.arrays_of_test = slot.arrays
                entered, state = len(region.transaction.changes()), self.get_state()
                outcome = index if self.rotated else self._condition(index, truth)
                effects = len(region.transaction.changes()) > entered or has_effects(builder.close([]))
                if effects or any(a is not b for a, b in zip(state, self.get_state(), strict=True)):
                    if self.span is None:
                        self.rotated = True
                        return None
                    raise SideEffectError(
                        "the condition of a loop has a side effect",
                        where=self.where,
                        why="it is evaluated as often as the running program says",
                        fix="move the effect into the body",
                    )
                result = self.trace.value(outcome)
            except Diverged:
                result = self.trace.builder.constant(False)
            finally:
                region.transaction.rollback()
        return builder.close([result])

    def _condition(self, index: Any, truth: Any) -> Any:
        if not self.counts:
            assert self.test is not None
            return truth(self.trace, self.test())
        from sct.runtime.control_flow import select

        assert self.span is not None and self.test is not None
        test = self.test
        return select(index < self.span[1], lambda: truth(self.trace, test()), lambda: False)

    # -- what the attempt taught -----------------------------------------------------------------

    def _carry_new_cells(self, changes: list[Cell], finals: list[Tree]) -> bool:
        inner, ours = self.trace.is_inner, cells_of(self.get_state)
        carried = {slot.cell.key for slot in self.slots if slot.cell is not None}
        new = [c for c in changes if c.key not in carried and id(c.owner) not in ours and not inner(c)]
        found = slots_of(self.trace, self.known, [cell for cell in new if not isinstance(cell, StorageCell)])
        if self.guesses:
            ends = [*zip(self.slots, finals, strict=True), *((slot, None) for slot in found)]
            self.guessed |= guess_writes(ends, new)
        self.slots += found
        lost = lost_on_purpose(self.slots)
        written = [cell for cell in new if isinstance(cell, StorageCell) and cell.owner not in lost]
        more = slots_of(self.trace, self.known, written)
        self.slots += more
        return not (found or more)

    def _unify(self, ends: list[tuple[Slot, Tree]]) -> bool:
        settled = True
        for slot, final in ends:
            anew, slot.final = None if slot.fresh else made_anew(self.trace, slot.final, final), final
            if is_same(slot, final):
                continue
            base = anew or slot.template
            relate(self.trace, (slot.initial, final))
            if slot.fresh:
                slot.fresh = False
                new = common_template(self.trace, slot.initial, final, self.open_dims)
            else:
                new = unify(self.trace, base, template_of(final), self.open_dims)
            if not same_template(new, slot.template):
                if self.span is None:
                    check_growth_while(self.trace, slot, template_of(final), new, self.condition)
                check_growth(self.trace, slot, template_of(final), new, self.span, self.builder)
                slot.template, made = opened(self.trace, new, slot, self.slots, self.open_dims)
                self.open_dims |= made
                settled = False
        return settled

    # -- the op ----------------------------------------------------------------------------------

    def finish(self) -> None:
        """Build the op from the settled attempt and put its results in place."""
        trace, span = self.trace, self.span
        runs = not self.counts and self.span is not None and isinstance(self.span[1], int) and self.test is None
        note_ends(self.slots)
        passing = Passing(trace, [] if self.diverged else self.slots, self.builder, self.where, runs)
        entries = passing.entries()
        passing.arguments()
        with trace.recording(self.builder):
            finals = [v for slot in self.slots for v in self._final_values(slot)] + passing.finals(self.ends)
            if self.rotated:
                finals.insert(0, self.going or trace.builder.constant(False))
            if self.counts:
                one = trace.builder.constant(1)
                finals.insert(0, trace.builder.one("py_add", trace.value(self.index), one))
        body = self.builder.close(finals)
        state = [v for slot in self.slots for v in inject(trace, slot.initial, slot.template)] + entries
        if span is not None:
            first, end = trace.value(span[0]), trace.value(span[1])
        if span is not None and not self.counts:
            one = trace.builder.constant(1)
            results = trace.builder.op("for", (first, end, one, *state), {}, blocks=(body,), source=self.where)
        else:
            assert self.cond is not None
            self.cond = with_more_arguments(self.cond, trace.builder, passing.specs)
            if span is not None:
                state.insert(0, first)
            if self.rotated:
                state.insert(0, trace.value(self.condition))
            results = trace.builder.op("while", tuple(state), {}, blocks=(self.cond, body), source=self.where)
            results = results[1:] if span is not None or self.rotated else results
        self.done = not self.diverged  # then who comes out of it has never been in the body: all is as before
        if self.done:
            with passing.leaving(results) as own:
                self._leave(own, passing, runs)

    def _final_values(self, slot: Slot) -> list[Value]:
        trace, template = self.trace, slot.template
        return dummy(trace, template) if self.diverged else inject_final(trace, slot.final, template, self.where)

    def _leave(self, results: Sequence[Value], passing: Passing, runs: bool) -> None:
        values, objects = iter(results), Joined(self.trace)
        state, contents = [], []
        self._lose(passing.lost())
        columns = [[slot.final] if runs else [slot.initial, slot.final] for slot in self.slots]
        for slot, trees in zip(self.slots, columns, strict=True):
            objects.next_place()
            content = project(self.trace, slot.template, values, trees, self.where, objects)
            for tree in trees:
                doubt(self.trace, tree, content, first=tree is slot.initial)
            if runs and isinstance(content, Choice):
                content = narrow(content, slot)
            if runs:
                content = measured(self.trace, slot, content, self.span)
            contents.append(content)
            if slot.cell is None:
                state.append(content)
            else:
                put(self.trace, slot.cell, content)
        objects.settle(tree for trees in columns for tree in trees)
        self.kept.leave()
        share_results(self.trace, self.slots, contents, passing.is_told, self.builder)
        passing.settle()
        self.trace.settle()
        self.set_state(tuple(state))
