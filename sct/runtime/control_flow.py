"""`if` and its relatives in converted code: plain Python on plain values, an `if` op on symbolic ones.

Both branches are traced into blocks of their own and rolled back; what they left in variables, arrays,
containers and attributes is joined leaf by leaf into the results of one op.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from sct.errors import SctError
from sct.ir.types import PYTHON
from sct.ops import get as get_op
from sct.records import record
from sct.runtime import trace as tracing
from sct.runtime.arrays.flat_arguments import is_flat
from sct.runtime.callers import unread
from sct.runtime.callers.unread import is_unread
from sct.runtime.calls.defects import is_users
from sct.runtime.calls.raising import Diverged, record_exception
from sct.runtime.current import has_kind, has_own
from sct.runtime.hashing.entries import is_hashed, lists_of
from sct.runtime.iteration.consumers import apart_from_consumers, with_consumers
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.doubtful import Joined, doubt, relate
from sct.runtime.joins.leaf_forms import dummy
from sct.runtime.joins.leaves import inject, project
from sct.runtime.joins.meeting import Meeting
from sct.runtime.joins.narrowing import Narrowed, is_long, narrowed, untouched, widened_content
from sct.runtime.joins.templates import common_template, sole_template
from sct.runtime.joins.trees import Static, Tree, freeze, with_number
from sct.runtime.lists.growing import is_growing, read
from sct.runtime.lists.items_written import KeptArrays
from sct.runtime.lists.kept_links import Kept
from sct.runtime.loops import convert_for, convert_while
from sct.runtime.objects.as_python import as_python
from sct.runtime.rolling.carried import storages_of
from sct.runtime.rolling.endless import check_nesting
from sct.runtime.state.bare import ROWS
from sct.runtime.state.cells import Cell
from sct.runtime.state.places import cells_of, freeze_content, put
from sct.runtime.state.undefined import Undefined
from sct.runtime.texts.kind_names import class_name

__all__ = ["convert_for", "convert_ifelse", "convert_while", "says_its_truth", "select", "truth"]

State = tuple[Any, ...]


def convert_ifelse(
    pred: Any,
    body: Callable[[], None],
    orelse: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: tuple[str, ...],
) -> None:
    """`if pred: body() else: orelse()`, where the branches share `names` with the function around them."""
    trace = tracing.current()
    if trace is None:
        (body if pred else orelse)()
        return
    test = truth(trace, pred)
    if not tracing.is_variable(test):
        (body if test else orelse)()
        return
    get_state, set_state = with_consumers(trace, get_state, set_state)
    before = get_state()

    def run(branch: Callable[[], None], start: State) -> Callable[[], State]:
        def arm() -> State:
            if start is not before:
                set_state(start)
            branch()
            return get_state()

        return arm

    arms = (
        run(body, unanswered(before, names, ("return ", "returns "))),
        run(orelse, unanswered(before, names, ("else return ", "returns "))),
    )
    state = if_else(trace, test, *arms, before, cells_of(get_state), lambda: set_state(before))
    for name, old, new in zip(names, before, state, strict=False):
        if " " in name:  # no name of the user's
            for storage in storages_of(new):
                if storage.joined:
                    storage.take_place_of(storages_of(old))
    set_state(state)


def unanswered(state: State, names: tuple[str, ...], marks: tuple[str, ...]) -> State:
    """`state` without what a `return` has left, where code only runs if none has."""
    places = [k for k, name in enumerate(names) if name.startswith(marks)]
    if not any(isinstance(state[k], Choice) for k in places):
        return state
    unset = list(state)
    for k in places:
        unset[k] = Undefined(names[k].rpartition(" ")[2])
    return tuple(unset)


def truth(trace: tracing.Trace, pred: Any) -> Any:
    """The truth of `pred`: a Python bool, or a symbolic one."""
    if type(pred) is bool:
        return pred
    pred = trace.own(pred)
    if isinstance(pred, Choice):
        if pred.number is not None:  # whatever its kind
            return truth(trace, pred.number)
        return pred.sct_distribute(lambda alternative: truth(trace, alternative))
    if not tracing.is_variable(pred):
        if isinstance(pred, (dict, set)) and is_hashed(pred):
            return truth(trace, lists_of(pred)[0])
        if has_own(pred, "sct_truth"):
            return pred.sct_truth()
        if is_unread(pred):
            return unread.length(trace, pred) > 0
        if is_growing(pred) and (type(pred) in ROWS or not says_its_truth(pred)):
            return read(trace, pred, bool, lambda rows: rows.length > 0)
        return _unseen(pred) if pred is NotImplemented and trace.depth else _users_truth(trace, pred)
    if pred.spec.kind == PYTHON and pred.spec.dtype.kind == "b":
        return pred
    if is_flat(pred):
        return truth(trace, pred.size > 0)
    return get_op("truth")(pred)


def _unseen(value: Any) -> bool:
    """The truth of what is there in one of several cases: Python's warning is not for all."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return bool(value)


def says_its_truth(value: Any) -> bool:
    """Whether a method of the user's says what the truth of a value is."""
    from sct.runtime.objects.operators import users_method

    return any(users_method(value, name) is not None for name in ("__bool__", "__len__"))


def _users_truth(trace: tracing.Trace, value: Any) -> Any:
    """The truth of what is not symbolic: by a converted `__bool__` or `__len__`, if the user wrote one."""
    from sct.runtime.call import convert_call
    from sct.runtime.objects.operators import users_method

    method = users_method(value, "__bool__")
    if method is not None:
        answer = convert_call(method)(value)
        kind = answer.python_type if has_kind(answer) else type(answer)
        if kind is not bool and not isinstance(answer, Choice):
            raise TypeError(f"__bool__ should return bool, returned {class_name(kind)}")
        return truth(trace, answer)
    method = None if hasattr(type(value), "__bool__") else users_method(value, "__len__")
    return as_python(bool, value) if method is None else truth(trace, convert_call(len)(value))


def select(pred: Any, then: Callable[[], Any], orelse: Callable[[], Any]) -> Any:
    """`then() if pred else orelse()`: only one is evaluated when the program runs."""
    trace = tracing.current()
    if trace is None:
        return then() if pred else orelse()
    test = truth(trace, pred)
    if not tracing.is_variable(test):
        return then() if test else orelse()
    with apart_from_consumers(trace):
        return if_else(trace, test, lambda: (then(),), lambda: (orelse(),), ())[0]


class Arm:
    """One branch, traced and rolled back."""

    def __init__(self, region: tracing.Region) -> None:
        self.region = region
        self.state: list[Tree] | None = None  # None where the branch always raises
        self.writes: dict[Any, tuple[Cell, Tree | Narrowed]] = {}  # what it has left in each place that it wrote to
        self.location = region.trace.location()
        self._changes: list[tuple[Cell, Any]] = []
        self._doubts = region.trace.doubts

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
    where, kept, arrays = trace.location(), Kept(trace), KeptArrays(trace)
    known = {id(value) for value in before}
    with trace.within(where):
        arms = [_run_arm(trace, run, known, (kept, arrays), restore, before) for run in (then, orelse)]
    if all(arm.state is None for arm in arms):
        _close(trace, test, arms, [[], []], where)
        raise Diverged
    cells = [cell for cell in _all_cells(arms) if id(cell.owner) not in ours]
    live = [arm for arm in arms if arm.state is not None]
    _open(trace, live, known)
    places = [_places(live, cell) for cell in cells]
    contents = [[_content(trace, arm, cell, at) for cell, at in zip(cells, places, strict=True)] for arm in live]
    trees = [[*(arm.state or ()), *content] for arm, content in zip(live, contents, strict=True)]
    if len(live) == 1:
        templates = [sole_template(trace, tree) for tree in trees[0]]
    else:
        trace.joining.changing = frozenset(id(cell.owner) for cell in cells)
        for one, other in zip(*trees, strict=True):
            if getattr(one, "obj", one) is not getattr(other, "obj", other):
                relate(trace, (one, other))
        templates = [common_template(trace, a, b) for a, b in zip(*trees, strict=True)]
        trace.joining.changing = frozenset()
    meeting = Meeting(trace, test, [k for k, arm in enumerate(arms) if arm in live], trees)
    results: list[list[Any]] = []
    for k, arm in enumerate(arms):
        with trace.recording(arm.region.builder):
            if arm.state is None:
                results.append([v for t in templates for v in dummy(trace, t)] + meeting.answers(k))
            else:
                mine = trees[live.index(arm)]
                results.append([v for t, tree in zip(templates, mine, strict=True) for v in inject(trace, tree, t)])
                results[-1] += meeting.answers(k)
    made = _close(trace, test, arms, results, where)
    told = len(made) - len(meeting.answers(0))
    values = iter(made[:told])
    objects = Joined(trace)
    joined = []
    with meeting.held(made[told:]):
        for template, column in zip(templates, zip(*trees, strict=True), strict=True):
            objects.next_place()
            content = project(trace, template, values, column, where, objects)
            for arm, tree in zip(live, column, strict=True):
                doubt(trace, tree, content, test, arm is arms[0])
            joined.append(content)
    objects.settle(tree for column in trees for tree in column)
    n = len(live[0].state or ())
    for cell, at, content in zip(cells, places, joined[n:], strict=True):
        put(trace, cell, content if at is None else widened_content(cell, at, content))
    kept.leave()
    arrays.leave()
    trace.settle()
    return tuple(joined[:n])


def _run_arm(
    trace: tracing.Trace,
    run: Callable[[], State],
    known: set[int],
    kept: tuple[Kept, KeptArrays],
    restore: Callable[[], None],
    before: State,
) -> Arm:
    try:
        with trace.region() as region:
            arm = Arm(region)
            try:
                arm.state = _left_by(trace, run, known, kept, before)
                arm.leave(trace, known)
            finally:
                region.transaction.rollback()
    finally:
        restore()  # not inside of the region, which would note names given back as changed there
    return arm


def _left_by(
    trace: tracing.Trace, run: Callable[[], State], known: set[int], kept: tuple[Kept, KeptArrays], before: State
) -> list[Any] | None:
    """What a branch leaves in the state; None where it always raises."""
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
        for one in kept:
            one.check()
        as_before = [value is old for value, old in zip(state, before, strict=True)] if before else [False] * len(state)
        return [
            Unopened(value) if same and is_long(value) else with_number(trace, freeze(trace, value, known))
            for value, same in zip(state, as_before, strict=True)
        ]
    except Diverged:
        return None


def _all_cells(arms: list[Arm]) -> list[Cell]:
    cells: dict[Any, Cell] = {}
    for arm in arms:
        if arm.state is not None:
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
