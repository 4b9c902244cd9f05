"""The branches of an `if` in a trace: traced into blocks of their own, rolled back, and joined leaf by leaf."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from sct.errors import SctError
from sct.ir.types import PYTHON
from sct.records import record
from sct.runtime import trace as tracing
from sct.runtime.calls.defects import is_users
from sct.runtime.calls.raising import Diverged, record_exception
from sct.runtime.handling.jumps import Jumped
from sct.runtime.joins.absent import NOTHING, is_absent
from sct.runtime.joins.doubtful import Joined, doubt, relate
from sct.runtime.joins.leaf_forms import dummy
from sct.runtime.joins.leaves import inject, project
from sct.runtime.joins.meeting import Meeting
from sct.runtime.joins.narrowing import Narrowed, is_long, narrowed, untouched, widened_content
from sct.runtime.joins.templates import Template, TStatic, common_template, sole_template
from sct.runtime.joins.trees import Static, Tree, freeze, with_number
from sct.runtime.lists.items_written import KeptArrays
from sct.runtime.lists.kept_links import Kept
from sct.runtime.rolling.endless import check_nesting
from sct.runtime.state.cells import Cell
from sct.runtime.state.places import freeze_content, put

__all__ = ["Arm", "Around", "State", "if_else", "join"]

State = tuple[Any, ...]


class Arm:
    """One branch, traced and rolled back."""

    def __init__(self, region: tracing.Region) -> None:
        self.region = region
        self.state: list[Any] | None = None  # None where the branch comes to no end
        self.jumped = False  # whether it may have gone on in a handler around
        self.writes: dict[Any, tuple[Cell, Tree | Narrowed]] = {}  # what it has left in each place that it wrote to
        self.location = region.trace.location()
        self._changes: list[tuple[Cell, Any]] = []
        self._doubts = region.trace.doubts

    def note(self, state: State | None, around: Around) -> None:
        """Keep the state that the branch has come to."""
        if state is None:
            return
        around.check()
        trace, before = around.trace, around.before
        same = [value is old for value, old in zip(state, before, strict=True)] if before else [False] * len(state)
        self.state = [
            Unopened(value) if as_before and is_long(value) else with_number(trace, freeze(trace, value, around.known))
            for value, as_before in zip(state, same, strict=True)
        ]

    def leave(self, trace: tracing.Trace, known: set[int]) -> None:
        """Note what is left, before it is undone."""
        undone = self.region.transaction
        for cell, before, after in undone.changes():
            tree = narrowed(trace, cell, before, after, known) or freeze_content(trace, cell, after, known)
            self.writes[cell.key] = (cell, tree)
            if not undone.is_own(cell):
                self._changes.append((cell, after))
        self._doubts = trace.doubts

    @contextlib.contextmanager
    def as_left(self, trace: tracing.Trace) -> Iterator[None]:
        """While everything is as the arm has left it: what it has not written to may hold what it has."""
        before = [(cell, cell.get()) for cell, _ in self._changes]
        doubts, trace.doubts = trace.doubts, self._doubts
        for cell, content in self._changes:
            cell.set(content)
        try:
            with trace.recording(self.region.builder):
                yield
        finally:
            for cell, content in reversed(before):
                cell.set(content)
            trace.doubts = doubts


@record(eq=False)
class Unopened:
    """A long list or dict under the name that it had before: taken apart only if the other arm has left another."""

    value: Any


class Around:
    """What is known where branches begin, for their join."""

    def __init__(self, trace: tracing.Trace, before: State = ()) -> None:
        self.trace = trace
        self.where = trace.location()
        self.before = before
        self.known = {id(value) for value in before}
        self.kept, self.arrays = Kept(trace), KeptArrays(trace)

    def check(self) -> None:
        """At the end of a branch: what does not hold any more is forgotten."""
        self.kept.check()
        self.arrays.check()

    def leave(self) -> None:
        """After the join."""
        self.kept.leave()
        self.arrays.leave()


def if_else(
    trace: tracing.Trace,
    test: Any,
    then: Callable[[], State],
    orelse: Callable[[], State],
    before: State,
    ours: frozenset[int] = frozenset(),
    restore: Callable[[], None] = lambda: None,
) -> State:
    """Trace both branches, join what they leave, and answer the joined state.

    After each, what it has changed is undone, and names that it has assigned are given back what they had: `restore()`,
    at last, for what has been undone may be of these names, too.
    """
    if trace.items.coming or trace.sites:
        from sct.runtime.lists.known_lists import in_rows

        in_rows(trace)
    around = Around(trace, before)
    with trace.within(around.where):
        arms = [_run_arm(trace, run, around, restore) for run in (then, orelse)]
    state = join(trace, test, arms, around, ours)
    if state is None:
        raise Jumped if any(arm.jumped for arm in arms) else Diverged
    if trace.handling.around:
        from sct.runtime.handling.going_on import go_on

        go_on(trace)
    return state


def join(
    trace: tracing.Trace, test: Any, arms: list[Arm], around: Around, ours: frozenset[int] = frozenset()
) -> State | None:
    """Join what two arms have left; answers the state of those that have come to their end, None if none has."""
    where, known = around.where, around.known
    there = [arm for arm in arms if arm.state is not None or arm.jumped]
    if not there:
        _close(trace, test, arms, [[], []], where)
        return None
    cells = [cell for cell in _all_cells(there) if id(cell.owner) not in ours]
    live = [arm for arm in there if arm.state is not None]
    _open(trace, live, known)
    places = [_places(there, cell) for cell in cells]
    contents = [[_content(trace, arm, cell, at) for cell, at in zip(cells, places, strict=True)] for arm in there]
    n = len(live[0].state or ()) if live else 0
    trees: list[list[Tree | None]] = [
        [*(arm.state or [None] * n), *(None if is_absent(tree) else tree for tree in content)]
        for arm, content in zip(there, contents, strict=True)
    ]
    columns = [[tree for tree in column if tree is not None] for column in zip(*trees, strict=True)]
    if len(there) == 2:
        trace.joining.changing = frozenset(id(cell.owner) for cell in cells)
    for column in columns:
        if len(column) == 2 and getattr(column[0], "obj", column[0]) is not getattr(column[1], "obj", column[1]):
            relate(trace, (column[0], column[1]))
    templates = [_form(trace, column) for column in columns]
    trace.joining.changing = frozenset()
    present = [[tree for tree in mine if tree is not None] for mine in trees]
    meeting = Meeting(trace, test, [k for k, arm in enumerate(arms) if arm in there], present)
    results: list[list[Any]] = []
    for k, arm in enumerate(arms):
        with trace.recording(arm.region.builder):
            mine: list[Tree | None] = trees[there.index(arm)] if arm in there else [None] * len(templates)
            results.append([v for t, tree in zip(templates, mine, strict=True) for v in _answers(trace, tree, t)])
            results[-1] += meeting.answers(k)
    made = _close(trace, test, arms, results, where)
    told = len(made) - len(meeting.answers(0))
    values = iter(made[:told])
    objects = Joined(trace)
    joined: list[Any] = []
    with meeting.held(made[told:]):
        for template, column, each in zip(templates, columns, zip(*trees, strict=True), strict=True):
            objects.next_place()
            content = project(trace, template, values, tuple(column), where, objects) if column else NOTHING
            for arm, tree in zip(there, each, strict=True):
                if tree is not None:
                    doubt(trace, tree, content, test, arm is arms[0])
            joined.append(content)
    objects.settle(tree for left in present for tree in left)
    for cell, at, content in zip(cells, places, joined[n:], strict=True):
        put(trace, cell, content if at is None else widened_content(cell, at, content))
    around.leave()
    trace.settle()
    return tuple(joined[:n]) if live else None


def _form(trace: tracing.Trace, column: list[Tree]) -> Template:
    """What the trees in one place have in common."""
    if len(column) == 2:
        return common_template(trace, column[0], column[1])
    return sole_template(trace, column[0]) if column else TStatic(NOTHING)


def _answers(trace: tracing.Trace, tree: Tree | None, template: Template) -> list[Any]:
    """What an arm answers for one place: anything that fits, if it has left nothing there that is read."""
    return dummy(trace, template) if tree is None else inject(trace, tree, template)


def _run_arm(
    trace: tracing.Trace, run: Callable[[], State], around: Around, restore: Callable[[], None]
) -> Arm:
    trace.handling.arms += 1
    try:
        with trace.region() as region:
            arm = Arm(region)
            try:
                _go_through(trace, run, arm, around)
                arm.leave(trace, around.known)
            finally:
                region.transaction.rollback()
    finally:
        trace.handling.arms -= 1
        restore()  # not inside of the region, which would note names given back as changed there
    return arm


def _go_through(trace: tracing.Trace, run: Callable[[], State], arm: Arm, around: Around) -> None:
    """Run a branch up to its end, to where it always raises, or to a handler around."""
    if not trace.handling.around:
        ended, jumped = _ended(trace, run, around)
    else:
        from sct.runtime.handling.going_on import close, close_all

        level: list[Any] = []
        trace.handling.levels.append(level)
        try:
            ended, jumped = _ended(trace, run, around)
            ended, jumped = close(trace, level, ended, jumped, frozenset())
        finally:
            close_all(level)
            trace.handling.levels.pop()
    arm.note(ended, around)
    arm.jumped = jumped


def _ended(trace: tracing.Trace, run: Callable[[], State], around: Around) -> tuple[State | None, bool]:
    """What a branch leaves in the state, None where it comes to no end; and whether it ends with a jump."""
    try:
        try:
            state = run()
        except SctError:
            raise
        except Exception as error:
            if not is_users(error):
                check_nesting(trace, error)
                raise
            record_exception(trace, error)
            raise Diverged from error
        around.check()
        return state, False
    except Diverged as left:
        return None, isinstance(left, Jumped)


def _all_cells(arms: list[Arm]) -> list[Cell]:
    cells: dict[Any, Cell] = {}
    for arm in arms:
        for key, (cell, _) in arm.writes.items():
            if key not in cells and not arm.region.trace.is_inner(cell):
                cells[key] = cell
    return list(cells.values())


def _open(trace: tracing.Trace, live: list[Arm], known: set[int]) -> None:
    """Take apart what one arm has left as it was, where another has not."""
    for k, column in enumerate(zip(*(arm.state or () for arm in live), strict=True)):
        same = all(isinstance(one, Unopened) for one in column)
        for arm, one in zip(live, column, strict=True):
            if isinstance(one, Unopened) and arm.state is not None:
                if same:
                    arm.state[k] = Static(one.value)
                else:
                    with arm.as_left(trace):
                        arm.state[k] = freeze(trace, one.value, known)


def _places(live: list[Arm], cell: Cell) -> list[int] | None:
    """Which items of a list or dict are joined; None where it is joined as a whole."""
    written = [arm.writes[cell.key][1] for arm in live if cell.key in arm.writes]
    trees = [tree.trees for tree in written if isinstance(tree, Narrowed)]
    return sorted(set().union(*trees)) if len(trees) == len(written) else None


def _content(trace: tracing.Trace, arm: Arm, cell: Cell, places: list[int] | None) -> Tree:
    tree = arm.writes[cell.key][1] if cell.key in arm.writes else None
    if tree is not None and not isinstance(tree, Narrowed):
        return tree
    with arm.as_left(trace):
        if places is not None:
            return (tree or untouched(cell)).part(trace, places)
        return freeze_content(trace, cell, cell.get(), set()) if tree is None else tree.whole(trace)


def _close(trace: tracing.Trace, test: Any, arms: list[Arm], results: list[list[Any]], where: Any) -> tuple[Any, ...]:
    columns = list(zip(*results, strict=True))
    # numbers that are the same in both arms are one, so that choices made by them can be told to be the same
    keys = [column if column[0].spec.kind == PYTHON else (k, *column) for k, column in enumerate(columns)]
    once = dict(zip(reversed(keys), reversed(columns), strict=True))
    places = {key: k for k, key in enumerate(once)}
    sides = zip(*once.values(), strict=True) if once else ([], [])
    blocks = tuple(arm.region.builder.close(list(side)) for arm, side in zip(arms, sides, strict=True))
    made = trace.builder.op("if", (trace.value(test),), {}, blocks=blocks, source=where)
    return tuple(made[places[key]] for key in keys)
