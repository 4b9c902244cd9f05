"""Where a trace records, and what it changes there: branches and bodies within one another."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Set
from functools import partial
from types import FrameType, ModuleType
from typing import Any

from sct.errors import Location, SideEffectError
from sct.ir.build import Builder
from sct.runtime.arrays.storage import Storage
from sct.runtime.callers.callers_attributes import check_change
from sct.runtime.conversion.converted_code import innermost_converted
from sct.runtime.conversion.locations import frame_location
from sct.runtime.hashing.entries import is_of_dict
from sct.runtime.ignore import is_inlined
from sct.runtime.joins.doubts import Doubts, Families
from sct.runtime.rolling.alike_functions import check_writing
from sct.runtime.state.cells import (
    AttrCell,
    Cell,
    DequeCell,
    DictCell,
    FreeCell,
    GlobalCell,
    IdentityMap,
    ListCell,
    SetCell,
    StorageCell,
    Transaction,
)
from sct.runtime.state.made import Made
from sct.runtime.texts.kind_names import a_kind

__all__ = ["Region", "Regions"]


class Region:
    """A branch or body: its own builder and transaction, and whether control left it by an exception."""

    def __init__(self, trace: Regions, builder: Builder) -> None:
        self.trace = trace
        self.builder = builder
        # no ring of objects here: arrays of which no name is left go with the region (`memory.Reachable`)
        self.transaction = Transaction(trace.transaction, partial(_is_own, trace.made, builder))
        self.diverged = False
        self.keeps_doubts = False  # whether it was kept, as part of the region around


def _is_own(made: IdentityMap, builder: Builder, cell: Cell) -> bool:
    """Whether the owner of `cell` was made in the region of `builder`, or in one inside of it."""
    born = None if isinstance(cell, StorageCell) else made.get(cell.owner)
    while born is not None and born is not builder:
        born = born.parent
    return born is not None


class _Recording:
    """While this lasts, ops go to another builder: a class, as it is entered more often than any other context."""

    __slots__ = ("_builder", "_outer", "_trace")

    def __init__(self, trace: Regions, builder: Builder) -> None:
        self._trace, self._builder = trace, builder

    def __enter__(self) -> None:
        self._outer, self._trace.builder = self._trace.builder, self._builder

    def __exit__(self, *raised: object) -> None:
        self._trace.builder = self._outer


class Regions:
    """The place where a trace records now, and what has changed since it was entered."""

    def __init__(self, fn_location: Location | None) -> None:
        self.where = fn_location
        self.standing: tuple[FrameType | None, Location | None] = (None, None)  # the innermost branch, and its place
        self.root = self.builder = self.walked = Builder()  # `walked`: the block of the code that is gone through
        self.transaction = Transaction()
        self.depth = 0  # of symbolic branches and bodies
        self.tried_at: list[int] = []  # at which of these depths an iteration of Python's own is tried out
        self.bodies: tuple[Builder, ...] = ()  # of the loops that are being rolled
        self.places: dict[Any, Location | None] = {}  # cell -> where it was changed last
        self.doubts = Doubts(Families())  # which containers may be one object
        self.made = Made()
        self.watches = IdentityMap()  # dict, set or deque -> who goes through it and asks what becomes of it
        self.joined: list[Storage] = []  # made by the join that is under way
        self.slices_lists = False  # whether there are lists of run-time length that are parts of others
        self.shaken = False  # whether what may share memory may no longer hold what it did, or is not known
        self.nursery: list[Storage] | None = None  # what a trial makes
        self.links: dict[tuple[Storage, Builder, bool], Set[Storage]] | None = None  # while nothing changes

    def location(self) -> Location | None:
        """The user's place: the innermost frame of converted code."""
        branch, there = self.standing
        frame = innermost_converted(sys._getframe(1), branch)
        while frame is not None and frame is not branch and is_inlined(frame.f_globals.get("__name__")):
            frame = innermost_converted(frame.f_back, branch)
        if frame is None:
            return self.where
        return there if frame is branch else frame_location(frame)

    @contextlib.contextmanager
    def within(self, where: Location | None) -> Iterator[None]:
        """Below the function that calls this, which stands at `where`: nobody looks for that place anew."""
        outer = self.standing
        self.standing = (sys._getframe(2), where)
        try:
            yield
        finally:
            self.standing = outer

    # -- regions ---------------------------------------------------------------------------------

    @contextlib.contextmanager
    def region(self, builder: Builder | None = None) -> Iterator[Region]:
        """Record into an inner block; the caller rolls the transaction back and joins."""
        region = Region(self, builder or self.builder.child())
        outer, doubts = (self.builder, self.transaction, self.walked), self.doubts.copy()
        self.builder, self.transaction, self.walked = region.builder, region.transaction, region.builder
        self.depth += 1
        try:
            yield region
        except BaseException:  # also what ends the trace wherever it is
            if not region.transaction.kept:
                region.transaction.rollback()
            raise
        finally:
            self.builder, self.transaction, self.walked = outer
            self.doubts = self.doubts if region.keeps_doubts else doubts
            self.depth -= 1

    def recording(self, builder: Builder) -> _Recording:
        """Record a few more ops into `builder`."""
        return _Recording(self, builder)

    def is_elsewhere(self, builder: Builder | None) -> bool:
        """Whether a builder is of a branch that is not taken where the trace records now, or of what was undone."""
        while builder is not None and not self.in_scope(builder):
            if not builder.closed:
                return True
            builder = builder.parent
        return False

    def in_scope(self, builder: Builder) -> bool:
        """Whether values of `builder` may be used where the trace records now."""
        seen: Builder | None = self.builder
        while seen is not None:
            if seen is builder:
                return True
            seen = seen.parent
        return False

    def builders(self) -> frozenset[Builder]:
        """The builders of which values may be used where the trace records now."""
        found = []
        seen: Builder | None = self.builder
        while seen is not None:
            found.append(seen)
            seen = seen.parent
        return frozenset(found)

    # -- places ----------------------------------------------------------------------------------

    def touch(self, cell: Cell) -> None:
        """Python state is about to change."""
        if self.is_inner(cell):
            self._refuse_escaped(cell)
        if isinstance(cell, DequeCell):
            self._tell_walks(cell.owner)
        if not isinstance(cell, StorageCell):
            self.places[cell.key] = self.location()
        self.transaction.touch(cell)

    def _refuse_escaped(self, cell: Cell) -> None:
        """What a closed branch made is not there any more; a method or closure has brought it out of there."""
        refusal = SideEffectError(
            f"{a_kind(cell.owner)} is changed that was made in a branch or loop before",
            where=self.location(),
            why="a method, closure or partial object holds it, of which the join of the branches does not know",
            fix="make the object before the branch, or call its method inside of it",
        )
        if isinstance(cell.owner, set) or is_of_dict(type(cell.owner)):
            from sct.runtime.hashing.hashed import with_run_time_keys

            with_run_time_keys(self, cell.owner, refusal)  # type: ignore[arg-type]
        raise refusal

    def touch_list(self, owner: Any) -> None:
        """Before the items of a list change."""
        self.touch(ListCell(owner))

    def touch_dict(self, owner: Any) -> None:
        """Before the items of a dict change."""
        check_change(self, owner)
        self._tell_walks(owner)
        self.touch(DictCell(owner))

    def touch_set(self, owner: Any) -> None:
        """Before the elements of a set change."""
        self._tell_walks(owner)
        self.touch(SetCell(owner))

    def _tell_walks(self, owner: Any) -> None:
        for walk in self.watches.get(owner, ()):
            walk.note_before(self)

    def touch_attr(self, owner: Any, name: str) -> None:
        """Before an attribute changes; those of a module are its global names."""
        if isinstance(owner, ModuleType):
            self.touch_global(vars(owner), name)
        else:
            check_writing(owner)
            self.touch(AttrCell(owner, name))

    def touch_global(self, scope: dict[str, Any], name: str) -> None:
        """Before a global name changes."""
        self.touch(GlobalCell(scope, name))

    def touch_free(self, cell: Any, name: str) -> None:
        """Before a variable of an enclosing function changes."""
        self.touch(FreeCell(cell, name))

    def touch_storage(self, storage: Storage) -> None:
        """Before an array changes."""
        if self.outlives(storage):
            self.touch(StorageCell(storage))

    def outlives(self, storage: Storage) -> bool:
        """Whether an array has to be restored after this region; what was made in it ends with it."""
        return storage.born is not self.builder or storage.external >= 0 or storage.stand_in

    def forget_links(self) -> None:
        """What arrays may share their memory with is no longer what it was."""
        if self.links:
            self.links.clear()

    def settle(self) -> None:
        """A join is complete: what it made agrees with everything that it was made from."""
        while self.joined:
            self.joined.pop().settle()

    def note_new(self, made: Any) -> Any:
        """Remember that this container or instance was made here: nobody outside of this region has it."""
        self.made[made] = self.builder
        return made

    def is_inner(self, cell: Cell) -> bool:
        """Whether the owner of `cell` was made in a region that is closed by now."""
        born = cell.owner.born if isinstance(cell, StorageCell) else self.made.get(cell.owner)
        return born is not None and not self.in_scope(born)
