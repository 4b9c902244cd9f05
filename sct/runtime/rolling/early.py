"""Items that are taken before Python would take them: nobody may change them, or take any himself, in between."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from types import CellType, FunctionType, ModuleType
from typing import Any

from sct.errors import SideEffectError
from sct.ir.build import Builder
from sct.ir.effects import have_effects
from sct.runtime.calls.raising import Diverged
from sct.runtime.current import has_spec, is_variable
from sct.runtime.generators import TracedGenerator
from sct.runtime.homes import home_of
from sct.runtime.iteration.steps import Steps
from sct.runtime.joins.trees import same_items
from sct.runtime.state.bare import items_in
from sct.runtime.state.instances import attributes_of, is_plain_instance
from sct.runtime.state.trials import trial
from sct.runtime.trace import Trace

__all__ = ["TakenEarly", "check_quiet"]

_TAKEN = object()  # where an iterator was made that has been taken from too early: it cannot be stepped anywhere


class TakenEarly:
    """What the library calls before it looks at items that were taken early: they must still be what Python finds."""

    def __init__(self, trace: Trace, what: str, iterables: tuple[Any, ...]) -> None:
        self.trace, self.what = trace, what
        arrays = [x.storage for x in iterables if has_spec(x)]
        self.arrays = [(storage, storage.content()[0]) for storage in arrays]
        lists = [x for x in iterables if isinstance(x, (list, deque))]
        self.lists = [(x, tuple(items_in(x))) for x in lists]
        self.read = [(x, _state(x) or ()) for x in _read_by([x for x in iterables if isinstance(x, TracedGenerator)])]

    def __call__(self) -> None:
        for storage, before in self.arrays:
            if storage.content()[0] is not before:
                self._refuse("an array")
        for items, before in self.lists:
            if not same_items(before, tuple(items_in(items))):
                self._refuse("a list")
        for x, state in self.read:
            if not same_items(state, _state(x) or ()):
                self._refuse("what a generator reads")

    def _refuse(self, owner: str) -> None:
        raise SideEffectError(
            f"{owner} changes while {self.what} goes through it",
            where=self.trace.location(),
            why="its items were taken when that was made",
            fix="go through a copy",
        )

    def leave(self, iterables: tuple[Any, ...]) -> None:
        """Nobody can go on with iterators that have been taken from."""
        for x in iterables:
            if isinstance(x, Steps):
                x.expire()
            elif isinstance(x, TracedGenerator):
                x.spend()
            elif isinstance(x, Iterator) and type(x).__module__ in ("builtins", "itertools"):
                self.trace.made[x] = _TAKEN


def check_quiet(trace: Trace, what: str, source: str, run: Callable[[], Any]) -> None:
    """Refuse what does more than answer items, if all are asked for at once: Python asks for one after the other."""
    with trace.region() as region, trial(trace):
        try:
            run()
            changed = [cell.owner for cell, _, _ in region.transaction.changes()]
            loud = have_effects(region.builder.ops)
            loud |= any(not _is_ours(x) and not _is_in(trace.made.get(x), region.builder) for x in changed)
        except (Exception, Diverged):  # as it will where it is asked for them
            loud = False
        finally:
            region.transaction.rollback()
    if loud:
        raise SideEffectError(
            f"{source} does more than answer items, and {what} goes through it",
            where=trace.location(),
            why="all of its items are taken when that is made, and what it does would come too early",
            fix="make a list of the items first, or write the loop",
        )


_MOST_READ = 500  # objects; of more, not all are looked at


def _read_by(generators: list[TracedGenerator]) -> list[Any]:
    """What the code of generators may read that changes: their arguments, the variables around, and what those hold."""
    rest: list[Any] = [part for one in generators for part in (*one.args, one.push, one.pull)]
    found: dict[int, Any] = {}
    while rest and len(found) < _MOST_READ:
        x = rest.pop()
        if id(x) in found or isinstance(x, (Trace, type, ModuleType)):
            continue
        if isinstance(x, FunctionType):
            rest += x.__closure__ or ()
        elif _state(x) is not None:
            found[id(x)] = x
            rest += _state(x) or ()
    return list(found.values())


def _state(x: Any) -> tuple[Any, ...] | None:
    """What is another one after a change; None of what does not change."""
    if is_variable(x):
        return (x.storage.content()[0],) if has_spec(x) and hasattr(x, "storage") else None
    if isinstance(x, CellType):
        return () if _is_empty(x) else (x.cell_contents,)
    if isinstance(x, (list, tuple, set, deque)):
        return tuple(x)
    if isinstance(x, dict):
        return (*x, *x.values())
    return tuple(attributes_of(x).values()) if is_plain_instance(x) else None


def _is_empty(cell: CellType) -> bool:
    """Whether a variable of an enclosing function has no value yet."""
    try:
        cell.cell_contents  # noqa: B018 - asked for what it raises
    except ValueError:
        return True
    return False


def _is_ours(owner: Any) -> bool:
    """Whether this is sct's own, such as the position of an iterator."""
    return home_of(type(owner)).startswith("sct.")


def _is_in(builder: Builder | None, around: Builder) -> bool:
    """Whether what was made where this records was made in what is tried out."""
    while builder is not None and builder is not around:
        builder = builder.parent
    return builder is not None
